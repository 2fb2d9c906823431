import { z } from 'zod';
import { reminderChannels } from '#domain/reminder/reminder-channel.ts';
import { defineHostCall, namedObject, nextCursor, pageFields } from '../host-call.ts';

const reminderConsent = namedObject('HostReminderConsent', {
  consentId: z.string().describe('Id of the consent'),
  borrowerId: z.string(),
  channel: z.enum(reminderChannels).describe('Channel for reminders'),
  grantedAt: z.string().describe('When it was given'),
  withdrawnAt: z.string().nullable().describe('When it was withdrawn; null while valid'),
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
    isStanding: z.boolean().optional().describe('True leaves out withdrawn ones'),
    ...pageFields,
  }),
  response: z.object({ consents: z.array(reminderConsent).describe('The consents'), nextCursor }),
});
