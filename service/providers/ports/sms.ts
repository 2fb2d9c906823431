import type { SendPurpose } from '#domain/sms/send-limit.ts';
import type { WebhookEvent, WebhookMessage } from './webhook.ts';

export interface SmsMessage {
  /** The same for every attempt to send this message, so that a gateway can detect a retry. */
  readonly messageId: string;
  /** E.164: a plus, the country code and the number. */
  readonly to: string;
  readonly purpose: SendPurpose;
  /** ISO 639-1. */
  readonly language: string;
  /** The full text. A gateway that sends only registered texts sends one of those, filled with `values`. */
  readonly text: string;
  readonly values: SmsValues;
  /** Gateways whose last message did not reach this number; they are tried last. */
  readonly avoidedGateways?: readonly string[];
}

/** Values for the placeholders of a registered text; empty where the purpose has none. */
export interface SmsValues {
  readonly code: string;
  readonly appName: string;
  readonly amount: string;
  /** Of a reminder: the due day; of a reminder and a message: the loan's number. Ready to show. */
  readonly date?: string;
  readonly loan?: string;
  /** Of a message with a payment reference: its label and code. */
  readonly reference?: string;
  /** Of a notice to an old number: where to object. */
  readonly link?: string;
  /** Two line breaks and the line that lets a browser fill in the code (origin-bound codes); empty for none. */
  readonly originLine: string;
}

/**
 * `accepted` by the carrier's gateway; `not-sent` for certain, so that a retry costs nothing and reaches the borrower once; `unknown` if no
 * answer came but the message may be on its way.
 */
export type SmsOutcome = 'accepted' | 'not-sent' | 'unknown';

export interface SmsReceipt {
  readonly outcome: SmsOutcome;
  /** The gateway that may have sent the message; null for none. */
  readonly gateway: string | null;
  /** The gateway's id of the message, 1 to 100 characters; null if it gave none. */
  readonly gatewayMessageId: string | null;
}

/** `on-its-way`: handed to the network. `delivered`: on the telephone. `undelivered`: it will never arrive. */
export type DeliveryState = 'on-its-way' | 'delivered' | 'undelivered';

/** A gateway's report about a message. Reports may be late, repeated and out of order. */
export interface DeliveryReport {
  /** Whether `id` is our id of the message or the gateway's. */
  readonly by: 'message-id' | 'gateway-message-id';
  readonly id: string;
  readonly state: DeliveryState;
  /** The gateway's reason for a failed delivery, at most 60 characters; null without one. */
  readonly failure: string | null;
}

export interface DeliveryReports {
  /** Last segment of the webhook path. */
  readonly name: string;
  readonly gateways: readonly string[];
  /** Verifies a message by the gateway's scheme and reads it. @throws WebhookRefused */
  verify(message: WebhookMessage): WebhookEvent<readonly DeliveryReport[]>;
}

/** Sends text messages. Never throws, and never logs a number or a text. */
export interface SmsSender {
  send(message: SmsMessage): Promise<SmsReceipt>;
  /** Where gateways report deliveries; absent if none does. */
  readonly reports?: readonly DeliveryReports[];
}

export interface SmsGateway extends SmsSender {
  /** The name in the log, in the settings and in what the lender sees. */
  readonly name: string;
}
