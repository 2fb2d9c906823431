import { z } from 'zod';
import { defineHostCall, systemName } from '../host-call.ts';

const longestSessionMinutes = 60 * 24 * 30;

/** Issues a session for a borrower on one device. */
export const issueSession = defineHostCall({
  name: 'issueSession',
  summary: 'Issue a borrower session',
  path: '/host/sessions',
  request: z.object({
    borrowerId: z.uuid(),
    deviceId: systemName(128),
    userId: systemName(64).optional(),
    ttlMinutes: z.int().min(1).max(longestSessionMinutes).optional(),
  }),
  response: z.object({ sessionId: z.string(), userId: z.string(), expiresAt: z.string() }),
});
