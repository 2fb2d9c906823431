import { isHmac } from '../../message-proof.ts';
import type { DeliveryReport, DeliveryReports, DeliveryState } from '../../ports/sms.ts';
import { WebhookRefused } from '../../ports/webhook.ts';
import { type TwilioAccount, twilioGateways } from './account.ts';

/** Twilio's states before `sent` are ignored. */
const states: Readonly<Record<string, DeliveryState>> = {
  sent: 'on-its-way',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
  canceled: 'undelivered',
};

/** Reports at `/webhooks/twilio`; the query of the address names our message. */
export function createTwilioReports(
  { accountSid, authToken }: Pick<TwilioAccount, 'accountSid' | 'authToken'>,
  reportAddress: () => string,
): DeliveryReports {
  return {
    name: 'twilio',
    gateways: Object.values(twilioGateways),
    verify({ headers, body, search = '' }) {
      const fields = [...new URLSearchParams(body)];
      const signature = headers.get('X-Twilio-Signature') ?? '';
      const isSigned = addressesOf(`${reportAddress()}${search}`).some((address) =>
        isSignatureOf(signature, { address, fields, authToken }),
      );
      const { MessageSid = '', MessageStatus = '', ErrorCode = '', ...rest } = Object.fromEntries(fields);
      if (!isSigned || rest.AccountSid !== accountSid) throw new WebhookRefused();
      const id = new URLSearchParams(search).get('message') ?? '';
      const state = states[MessageStatus];
      const reports: readonly DeliveryReport[] | null =
        state && id !== ''
          ? [{ by: 'message-id', id, state, failure: ErrorCode.slice(0, 60) || null }]
          : null;
      return { id: `${MessageSid}:${MessageStatus}`, notice: reports };
    },
  };
}

/** The address with and without its port, since Twilio signs either form. */
function addressesOf(address: string): readonly string[] {
  const [, origin = '', port, rest = ''] = /^(https?:\/\/[^/:]+)(:\d+)?(\/.*)$/.exec(address) ?? [];
  const standard = address.startsWith('https:') ? ':443' : ':80';
  return port ? [address, `${origin}${rest}`] : [address, `${origin}${standard}${rest}`];
}

/** HMAC-SHA1 over the address and all fields, sorted by name and concatenated. */
function isSignatureOf(
  signature: string,
  signed: {
    readonly address: string;
    readonly fields: readonly (readonly [string, string])[];
    readonly authToken: string;
  },
): boolean {
  const sorted = [...signed.fields].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const text = signed.address + sorted.flat().join('');
  return isHmac({ algorithm: 'sha1', secret: signed.authToken, text }, signature, 'base64');
}
