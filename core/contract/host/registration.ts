import { z } from 'zod';
import { defineHostCall, namedObject, nextCursor, pageFields, systemName } from '../host-call.ts';

const registration = namedObject('HostRegistration', {
  registrationId: z.string(),
  mobilePhone: z.string().describe('E.164'),
  templateId: z.string(),
  appName: z.string(),
  merchantNumber: z.string(),
  inviteCode: z.string(),
  appFrom: z.string(),
  userFrom: z.string(),
  utmTag: z.string(),
  registeredAt: z.string(),
  termsHash: z
    .string()
    .nullable()
    .describe('SHA-256 of the terms that were accepted; null before they were recorded'),
  privacyNoticeHash: z.string().nullable().describe('SHA-256 of the privacy notice that was accepted'),
});

/** Lists registrations from promotion pages, oldest first. */
export const listRegistrations = defineHostCall({
  name: 'listRegistrations',
  summary: 'List registrations',
  path: '/host/registrations/list',
  isRead: true,
  request: z.object({
    mobilePhone: systemName(32)
      .optional()
      .describe('Only that of a number, in any of the forms it may be given in'),
    since: z.iso.datetime({ offset: true }).optional().describe('Only those from this instant on'),
    ...pageFields,
  }),
  response: z.object({ registrations: z.array(registration), nextCursor }),
});
