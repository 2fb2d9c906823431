import { z } from 'zod';
import { defineHostCall, nextCursor, pageFields } from '../host-call.ts';

const smsMessage = z.object({
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
