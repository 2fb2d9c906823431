/** A text message to one telephone. */
export interface SmsMessage {
  /** The same for every attempt to send this message, so that a gateway can tell a repetition. */
  readonly messageId: string;
  /** E.164: a plus, the country code and the number. */
  readonly to: string;
  readonly text: string;
}

/**
 * What became of a message: `accepted` by the carrier's gateway; `not-sent` for certain, so another attempt costs nothing
 * and reaches the borrower once; `unknown` when it may be on its way although no answer came.
 */
export type SmsOutcome = 'accepted' | 'not-sent' | 'unknown';

/** Sends text messages. Never throws, and never reports a number or a text anywhere. */
export interface SmsSender {
  send(message: SmsMessage): Promise<SmsOutcome>;
}
