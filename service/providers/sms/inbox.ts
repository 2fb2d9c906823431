import type { SmsMessage, SmsSender } from '../ports/sms.ts';

export interface InboxMessage extends SmsMessage {
  readonly receivedAt: Date;
}

/** A sender that sends nothing and keeps what it was given, for development (TEST-1). */
export interface SmsInbox extends SmsSender {
  messages(): readonly InboxMessage[];
}

const messagesMax = 20;

export function createSmsInbox(now: () => Date): SmsInbox {
  let messages: readonly InboxMessage[] = [];
  return {
    async send(message) {
      messages = [{ ...message, receivedAt: now() }, ...messages].slice(0, messagesMax);
      return { outcome: 'accepted', gateway: null, gatewayMessageId: null };
    },
    messages: () => messages,
  };
}
