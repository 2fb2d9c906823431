import { z } from 'zod';
import { defineHostCall, namedObject, nextCursor, pageFields } from '../host-call.ts';

const smsMessage = namedObject('HostSmsMessage', {
  smsMessageId: z.string(),
  purpose: z.string(),
  borrowerId: z.string().nullable().describe('Null for a code of a registration'),
  country: z
    .string()
    .nullable()
    .describe("ISO 3166 code of the number's country; null where it is not counted"),
  sentAt: z.string().describe('When it was sent, or will be where it waits'),
  outcome: z
    .enum(['waiting', 'reserved', 'accepted', 'not-sent', 'unknown'])
    .describe('What the gateway said; `reserved` until it has, `unknown` where it may be on its way'),
  gateway: z.string().nullish().describe('The gateway that may have it; null before'),
  deliveryState: z
    .enum(['on-its-way', 'delivered', 'undelivered'])
    .nullish()
    .describe('How far it came, as the gateway reports; null where it did not'),
  deliveryFailure: z.string().nullish().describe("The gateway's word for why it was not delivered"),
  reportedAt: z.string().nullish().describe('When the gateway last reported of it'),
});

/** Lists messages with codes of the last two days, oldest first. */
export const listSmsMessages = defineHostCall({
  name: 'listSmsMessages',
  summary: 'List text messages',
  path: '/host/sms-messages/list',
  isRead: true,
  request: z.object({
    since: z.iso.datetime({ offset: true }).optional().describe('Only those from this instant on'),
    ...pageFields,
  }),
  response: z.object({ smsMessages: z.array(smsMessage), nextCursor }),
});
