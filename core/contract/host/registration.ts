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
    .describe('SHA-256 of the accepted terms; null for registrations before it was recorded'),
  privacyNoticeHash: z.string().nullable().describe('SHA-256 of the accepted privacy notice'),
});

export const listRegistrations = defineHostCall({
  name: 'listRegistrations',
  summary: 'List registrations',
  path: '/host/registrations/list',
  isRead: true,
  request: z.object({
    mobilePhone: systemName(32)
      .optional()
      .describe('Only that of a mobile number, with or without its calling code'),
    since: z.iso.datetime({ offset: true }).optional().describe('Only those since this instant'),
    ...pageFields,
  }),
  response: z.object({ registrations: z.array(registration), nextCursor }),
});
