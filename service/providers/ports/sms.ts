import type { SendPurpose } from '#domain/sms/send-limit.ts';
import type { WebhookEvent, WebhookMessage } from './webhook.ts';

/** A text message with a code, to one telephone. */
export interface SmsMessage {
  /** The same for every attempt to send this message, so that a gateway can tell a repetition. */
  readonly messageId: string;
  /** E.164: a plus, the country code and the number. */
  readonly to: string;
  readonly purpose: SendPurpose;
  /** ISO 639-1. */
  readonly language: string;
  /** In our own words; a gateway that sends registered texts only takes its own, filled with `values`. */
  readonly text: string;
  readonly values: SmsValues;
  /** Gateways whose last message did not reach this number: they come last. */
  readonly avoidedGateways?: readonly string[];
}

/** What a registered text is filled with; what a purpose does not have is empty. */
export interface SmsValues {
  readonly code: string;
  readonly appName: string;
  /** Ready to show, with its currency. */
  readonly amount: string;
  /** Of a reminder: the due day and the loan's number, ready to show. */
  readonly date?: string;
  readonly loan?: string;
  /** Two line breaks and the line by which a browser offers the code, or nothing. */
  readonly originLine: string;
}

/**
 * What became of a message: `accepted` by the carrier's gateway; `not-sent` for certain, so another attempt costs nothing
 * and reaches the borrower once; `unknown` when it may be on its way although no answer came.
 */
export type SmsOutcome = 'accepted' | 'not-sent' | 'unknown';

/** What a gateway said to a message. */
export interface SmsReceipt {
  readonly outcome: SmsOutcome;
  /** Which gateway may have it; null for none. */
  readonly gateway: string | null;
  /** The gateway's own id of it, 1 to 100 characters; null where it gave none. */
  readonly gatewayMessageId: string | null;
}

/** How far a message came: handed to the network, on the telephone, or never to be there. */
export type DeliveryState = 'on-its-way' | 'delivered' | 'undelivered';

/** What a gateway reports of a message, perhaps late, twice and out of order. */
export interface DeliveryReport {
  /** Which message: by our id, or by the gateway's. */
  readonly by: 'message-id' | 'gateway-message-id';
  readonly id: string;
  readonly state: DeliveryState;
  /** The gateway's word for why it was not delivered, at most 60 characters; null for none. */
  readonly failure: string | null;
}

/** Delivery reports of a gateway. */
export interface DeliveryReports {
  /** Last part of the path they come to. */
  readonly name: string;
  /** Gateways whose messages they are about. */
  readonly gateways: readonly string[];
  /** Checks and reads them by the gateway's scheme; throws `WebhookRefused`. */
  verify(message: WebhookMessage): WebhookEvent<readonly DeliveryReport[]>;
}

/** Sends text messages. Never throws, and never reports a number or a text anywhere. */
export interface SmsSender {
  send(message: SmsMessage): Promise<SmsReceipt>;
  /** Who reports what became of them; absent for none. */
  readonly reports?: readonly DeliveryReports[];
}

/** One way messages go. */
export interface SmsGateway extends SmsSender {
  /** What the log, the lender and the settings know it by. */
  readonly name: string;
}
