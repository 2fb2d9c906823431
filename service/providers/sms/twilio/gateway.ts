import { codeLimits } from '#domain/sms/sms-code.ts';
import type { DeliveryReports, SmsGateway, SmsMessage } from '../../ports/sms.ts';
import {
  createCarefulGateway,
  type FailureReport,
  type GatewayAnswer,
  type GatewayLimits,
} from '../careful-gateway.ts';
import { registeredTextOf } from '../registered-text.ts';
import { type TwilioAccount, twilioGateways } from './account.ts';
import { createTwilioReports } from './reports.ts';

/** Twilio drops messages that it cannot send in this time, since their code has expired. */
const validitySeconds = codeLimits.lifetimeSeconds;

const refusedStates: readonly unknown[] = ['failed', 'undelivered', 'canceled'];

/**
 * Gateways for SMS and WhatsApp of an account. Twilio has no idempotency keys, so a message that may have arrived is not sent again.
 * @param reportAddress public address of `/webhooks/twilio`; reports are requested only for `https`, since Twilio refuses other
 * addresses.
 */
export function createTwilioGateways(
  account: TwilioAccount,
  reportAddress: () => string,
  report: FailureReport,
  limits: GatewayLimits = {},
): readonly SmsGateway[] {
  const { accountSid, authToken, apiBase, from, whatsappFrom } = account;
  const url = `${apiBase || 'https://api.twilio.com'}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const headers = {
    Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    'Content-Type': 'application/x-www-form-urlencoded',
    Accept: 'application/json',
  };
  const reports: DeliveryReports = createTwilioReports(account, reportAddress);
  const gateway = (name: string, fieldsOf: (message: SmsMessage) => TwilioFields) =>
    createCarefulGateway(
      {
        name,
        isIdempotent: false,
        request: (message) => ({
          url,
          method: 'POST',
          headers,
          body: new URLSearchParams({ ...fieldsOf(message), ...callbackOf(message) }).toString(),
        }),
        readAnswer,
        reports: [reports],
      },
      report,
      limits,
    );
  const callbackOf = ({ messageId }: SmsMessage): { readonly StatusCallback?: string } => {
    const address = reportAddress();
    const isReached = address.startsWith('https:') || apiBase !== '';
    return isReached ? { StatusCallback: `${address}?${new URLSearchParams({ message: messageId })}` } : {};
  };
  const gateways: SmsGateway[] = [];
  if (from !== '') gateways.push(gateway(twilioGateways.sms, (message) => smsFields(account, message)));
  if (whatsappFrom !== '') {
    gateways.push(gateway(twilioGateways.whatsapp, (message) => whatsappFields(account, message)));
  }
  return gateways;
}

export type TwilioFields = { readonly To: string } & (
  | ({ readonly Body: string; readonly ValidityPeriod: `${number}` } & (
      | { readonly MessagingServiceSid: string }
      | { readonly From: string }
    ))
  | { readonly From: string; readonly ContentSid: string; readonly ContentVariables: string }
);

function smsFields({ from, texts }: TwilioAccount, message: SmsMessage): TwilioFields {
  return {
    To: message.to,
    ...(/^MG[0-9a-f]{32}$/.test(from) ? { MessagingServiceSid: from } : { From: from }),
    Body: registeredTextOf(texts, message).text,
    ValidityPeriod: `${validitySeconds}`,
  };
}

/** WhatsApp allows codes only in its approved templates. */
function whatsappFields({ whatsappFrom, whatsappTexts }: TwilioAccount, message: SmsMessage): TwilioFields {
  return {
    To: `whatsapp:${message.to}`,
    From: `whatsapp:${whatsappFrom}`,
    ContentSid: registeredTextOf(whatsappTexts, message).id,
    ContentVariables: JSON.stringify({ '1': message.values.code }),
  };
}

function readAnswer(body: string): GatewayAnswer {
  try {
    const { sid, status } = JSON.parse(body) as { readonly sid?: unknown; readonly status?: unknown };
    if (typeof sid !== 'string' || !/^[SM]M[0-9a-f]{32}$/.test(sid)) return 'unreadable';
    if (refusedStates.includes(status)) return { isTaken: false, reason: `status-${status}` };
    return { isTaken: true, gatewayMessageId: sid };
  } catch {
    return 'unreadable';
  }
}
