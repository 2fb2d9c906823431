import { z } from 'zod';
import { defineHostCall, systemName } from '../host-call.ts';

const longestSessionMinutes = 60 * 24 * 30;

/** A session parameter that only the pages read: printable and short enough for a cookie. */
const pageParameter = z.string().regex(/^[\x20-\x7e]{0,64}$/);

/** Issues a session for a borrower on one device, or a ticket that a page exchanges for a session. */
export const issueSession = defineHostCall({
  name: 'issueSession',
  summary: 'Issue a borrower session, or a ticket for one',
  path: '/host/sessions',
  request: z.object({
    borrowerId: z.uuid(),
    deviceId: systemName(128),
    userId: systemName(64).optional(),
    ttlMinutes: z.int().min(1).max(longestSessionMinutes).optional(),
    keepsOthers: z
      .boolean()
      .optional()
      .describe("Whether the borrower's other sessions on this device stay valid"),
    ticket: z.boolean().optional().describe("True gives a ticket for a page's address instead of a session"),
    appVersion: pageParameter.optional().describe('With a ticket: app version for the page'),
    clientType: pageParameter.optional().describe('With a ticket: `android`, `ios` or `h5`'),
    merchantNumber: pageParameter.optional().describe('With a ticket'),
    mobilePhone: pageParameter.optional().describe('With a ticket'),
  }),
  response: z.object({
    sessionId: z.string().optional().describe('Absent with a ticket; then only the browser receives it'),
    ticket: z.string().optional().describe('For `?ticket=…`; valid once, for 60 seconds'),
    userId: z.string(),
    expiresAt: z.string().describe('Expiry of the session or the ticket'),
  }),
});

/** Ends one session, or all sessions and unused tickets of a borrower. */
export const revokeSessions = defineHostCall({
  name: 'revokeSessions',
  summary: 'End sessions of a borrower',
  path: '/host/sessions/revoke',
  request: z
    .object({
      sessionId: z.string().min(1).max(256).optional(),
      borrowerId: z.uuid().optional(),
      deviceId: systemName(128).optional().describe('With `borrowerId`: only sessions on this device'),
    })
    .refine(({ sessionId, borrowerId }) => (sessionId === undefined) !== (borrowerId === undefined), {
      path: ['sessionId'],
    })
    .refine(({ deviceId, borrowerId }) => deviceId === undefined || borrowerId !== undefined, {
      path: ['borrowerId'],
    }),
  response: z.object({
    sessions: z.int().min(0).describe('Number of ended sessions'),
    tickets: z.int().min(0).describe('Number of revoked tickets'),
  }),
});
