import type { Language } from '#domain/language.ts';
import type { LoanFileKind } from '#domain/loan/loan-file.ts';
import type { Market } from '#domain/market.ts';
import type { SendPurpose, SendScope } from '#domain/sms/send-limit.ts';
import type { DeliveryState, SmsOutcome } from '#providers/ports/sms.ts';

/** The real time. */
export interface Clock {
  now(): Date;
}

/** Where chance comes from, and with it every secret and identifier. */
export interface Random {
  /** Bytes that cannot be foretold. */
  bytes(count: number): Buffer;
  /** A whole number from 0 to below `limit`, each as likely as the others. */
  below(limit: number): number;
  /** A new identifier, UUID version 7. */
  id(): string;
}

/** Where the service reports to. Fields never hold a borrower's data. */
export interface Logger {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** Makes images anew: upright, without metadata or location, and nothing but pixels. */
export interface ImageCleaner {
  /**
   * Checks an image and gives it as a JPEG of at most 6 megapixels; its name and announced type count for nothing.
   * @throws CodedError 'image-type', 'image-too-large', 'image-pixels-exceeded', 'image-damaged', 'too-many-requests'.
   */
  clean(bytes: Uint8Array): Promise<Uint8Array>;
}

/** Is told what becomes of the messages with codes, to count it and to raise an alarm; never whose they are. */
export interface SmsWatch {
  /** A message was given to the gateway, and this is what it said. */
  concluded(purpose: SendPurpose, outcome: SmsOutcome): void;
  /** The gateway reports how far a message came; told again where the database has to be asked again. */
  reported(purpose: SendPurpose, state: DeliveryState): void;
  /** A message was not sent because the budget of `scope` is used up. */
  refused(purpose: SendPurpose, scope: SendScope): void;
}

/** Who asks, as far as a node can tell: `known` is from where a borrower came lately. */
export type CallerClass = 'lender' | 'borrower' | 'known' | 'stranger';

/** What few may hold at once. */
export type ScarcePlace = 'form' | 'image' | 'visitor-call' | 'ticket' | 'paper';

/**
 * Does the work in its turn; `busy` when none came in time, and nothing was done.
 * @param holders whom the place counts for beside the caller's block of addresses and borrower, each of whom may have a few.
 */
export type HoldPlace = <Result>(
  thing: ScarcePlace,
  holders: readonly string[],
  work: () => Promise<Result>,
) => Promise<Result | 'busy'>;

/** A text as it was kept, to be written as a PDF. */
export interface KeptText {
  readonly kind: LoanFileKind;
  readonly language: Language;
  readonly market: Market;
  readonly text: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly hash: string;
  /** Who lends, and their registration; the latter empty for none. */
  readonly lender: { readonly name: string; readonly registration: string };
  readonly orderNumber: string;
  readonly acceptedAt: Date;
}

/** Writes a kept text as a PDF, in the words of its language. */
export type KeptTextPrinter = (kept: KeptText) => Promise<Uint8Array>;
