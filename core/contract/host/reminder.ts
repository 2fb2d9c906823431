import { z } from 'zod';
import { reminderChannels } from '#domain/reminder/reminder-channel.ts';
import { defineHostCall, namedObject, nextCursor, pageFields } from '../host-call.ts';

const reminderConsent = namedObject('HostReminderConsent', {
  consentId: z.string().describe('Names the consent'),
  borrowerId: z.string(),
  channel: z.enum(reminderChannels).describe('By which the borrower may be reminded'),
  grantedAt: z.string().describe('Since when it holds'),
  withdrawnAt: z.string().nullable().describe('Since when it holds no longer; null while it stands'),
});

export type HostReminderConsent = z.output<typeof reminderConsent>;

/**
 * Lists who agreed to reminders of due dates and by which channel, oldest first. The service uses no channel without consent.
 */
export const listReminderConsents = defineHostCall({
  name: 'listReminderConsents',
  summary: 'List consents to reminders',
  path: '/host/reminder-consents/list',
  isRead: true,
  request: z.object({
    borrowerId: z.uuid().optional(),
    isStanding: z.boolean().optional().describe('True leaves out those that were withdrawn'),
    ...pageFields,
  }),
  response: z.object({ consents: z.array(reminderConsent).describe('The consents'), nextCursor }),
});
