import type { SentSettlement } from '#domain/booking/settlement-figure.ts';
import type { LocalDate } from '#domain/calendar.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import type { MessageTime } from '#domain/matter/message-time.ts';

export interface MessageChoice {
  /** A payment channel for its reference, `settlement`, or `text-` and the name of a text of the lender; empty for the first of the list. */
  readonly what: string;
  /** Of a settlement. */
  readonly day: LocalDate | null;
  /** Whether the borrower asked for it at this hour. */
  readonly isAskedFor: boolean;
}

export interface DeskMessagePreview {
  readonly market: Market;
  readonly borrowerId: string;
  /** What can be sent, in the reader's words. */
  readonly offered: readonly { readonly what: string; readonly label: string }[];
  readonly what: string;
  /** The borrower's, in which `text` and `sms` are written. */
  readonly language: Language;
  readonly text: string;
  /** Null for a borrower who withdrew consent to SMS. */
  readonly sms: string | null;
  readonly maskedPhone: string;
  readonly settlement: SentSettlement | null;
  readonly time: MessageTime;
  /** Messages that wait for their time, the earliest first. */
  readonly waiting: readonly { readonly id: string; readonly text: string; readonly sendAt: Date }[];
}

/** Messages of staff to the borrower of a loan. Methods throw DeskRefusal 'not-allowed' without permission. */
export interface DeskBorrowerMessages {
  /** Logs that the loan was opened. Null for a loan that is not running, and for a choice that is not offered. */
  preview(person: DeskPerson, orderNumber: string, choice: MessageChoice): Promise<DeskMessagePreview | null>;
  /**
   * Sends a message, now or at the time that its preview names; once per `messageId`. Logged.
   * @param sent.seen text and time of the preview (`seenMessage`).
   * @throws CodedError 'status-conflict' if the message or its time changed since, or there is no time for it.
   */
  send(
    person: DeskPerson,
    orderNumber: string,
    sent: MessageChoice & { readonly messageId: string; readonly seen: string },
  ): Promise<void>;
  /** Stops a message that waits for its time. Logged. @throws CodedError 'not-found'. */
  stop(person: DeskPerson, orderNumber: string, messageId: string): Promise<void>;
}

/** Names what a preview shows, to send only what was seen. */
export function seenMessage({ text, settlement, time: { at, heldBy } }: DeskMessagePreview): string {
  return [text, settlement?.owedMinor ?? '', heldBy === null ? 'now' : (at?.toISOString() ?? '')].join(' ');
}
