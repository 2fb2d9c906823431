import { z } from 'zod';
import { defineHostCall, namedObject, nextCursor, pageFields } from '../host-call.ts';

const smsMessage = namedObject('HostSmsMessage', {
  smsMessageId: z.string(),
  purpose: z.string(),
  borrowerId: z.string().nullable().describe('Null for a registration code'),
  country: z
    .string()
    .nullable()
    .describe("ISO 3166 code of the number's country; null where countries are not counted"),
  sentAt: z.string().describe('When it was or will be sent'),
  outcome: z
    .enum(['waiting', 'reserved', 'accepted', 'not-sent', 'unknown'])
    .describe("The gateway's answer; `reserved` before it, `unknown` where the message may have been sent"),
  gateway: z.string().nullish().describe('Gateway that received it; null before'),
  deliveryState: z
    .enum(['on-its-way', 'delivered', 'undelivered'])
    .nullish()
    .describe('Delivery state from the gateway; null without a report'),
  deliveryFailure: z.string().nullish().describe("The gateway's reason for a failed delivery"),
  reportedAt: z.string().nullish().describe("Time of the gateway's last report"),
});

/** Lists messages with codes of the last two days, oldest first. */
export const listSmsMessages = defineHostCall({
  name: 'listSmsMessages',
  summary: 'List text messages',
  path: '/host/sms-messages/list',
  isRead: true,
  request: z.object({
    since: z.iso.datetime({ offset: true }).optional().describe('Only those since this instant'),
    ...pageFields,
  }),
  response: z.object({ smsMessages: z.array(smsMessage), nextCursor }),
});
