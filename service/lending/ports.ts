import type { Language } from '#domain/language.ts';
import type { LoanFileKind } from '#domain/loan/loan-file.ts';
import type { Market } from '#domain/market.ts';
import type { SendPurpose, SendScope } from '#domain/sms/send-limit.ts';
import type { DeliveryState, SmsOutcome } from '#providers/ports/sms.ts';

export interface Clock {
  now(): Date;
}

export interface Random {
  bytes(count: number): Buffer;
  below(limit: number): number;
  /** UUID version 7. */
  id(): string;
}

/** The service's log. Fields never contain a borrower's data. */
export interface Logger {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** Re-encodes images: upright, without metadata or location. */
export interface ImageCleaner {
  /**
   * Checks an image and gives it as a JPEG of at most 6 megapixels; ignores its name and announced type. @throws CodedError 'image-type',
   * 'image-too-large', 'image-pixels-exceeded', 'image-damaged', 'too-many-requests'.
   */
  clean(bytes: Uint8Array): Promise<Uint8Array>;
}

/** Called with the results of code messages, for metrics and alarms; never with their receivers. */
export interface SmsWatch {
  concluded(purpose: SendPurpose, outcome: SmsOutcome): void;
  /** The gateway's delivery report; repeated when the transaction is retried. */
  reported(purpose: SendPurpose, state: DeliveryState): void;
  /** A message was not sent because the budget of `scope` is used up. */
  refused(purpose: SendPurpose, scope: SendScope): void;
}

export type CallerClass = 'lender' | 'borrower' | 'known' | 'stranger';

/** Work that few may do at once. */
export type ScarcePlace = 'form' | 'image' | 'visitor-call' | 'ticket' | 'paper';

/**
 * Does work in its turn; `busy` when the queue timed out and nothing was done. @param holders further keys that the place counts for,
 * besides the caller's address block and borrower; each may hold a few.
 */
export type HoldPlace = <Result>(
  thing: ScarcePlace,
  holders: readonly string[],
  work: () => Promise<Result>,
) => Promise<Result | 'busy'>;

export interface PrintableText {
  readonly kind: LoanFileKind;
  readonly language: Language;
  readonly market: Market;
  readonly text: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly hash: string;
  readonly lender: { readonly name: string; readonly registration: string };
  readonly orderNumber: string;
  readonly acceptedAt: Date;
}

/** Writes a stored text as a PDF, with the words of its language. */
export type StoredTextPrinter = (kept: PrintableText) => Promise<Uint8Array>;
