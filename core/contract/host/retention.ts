import { z } from 'zod';
import { allMarkets } from '#domain/market.ts';
import { actorName, defineHostCall, namedObject } from '../host-call.ts';

const market = z.enum(allMarkets);
const years = z.object({
  loan: z.int().describe('Years since the last loan ended'),
  complaint: z.int().describe('Years since the last complaint, dispute or claimed payment was answered'),
  registration: z
    .int()
    .describe('Years since the registration or last offer of a person who never had a loan'),
});

const retentionOfMarket = namedObject('HostRetention', {
  market,
  years: years.describe('Years that data of loans, complaints and registrations are kept, from the settings'),
  isConfirmed: z
    .boolean()
    .describe('Whether the lender confirmed the years; nothing is counted or erased before'),
  countedAt: z.string().nullable().describe('End of the last count, ISO 8601 in UTC; null while it runs'),
  borrowerCount: z
    .int()
    .describe('Borrowers past the retention period; after approval, those erased by the last run'),
  registrationCount: z.int().describe('Registrations without a loan past the retention period'),
  oldestAt: z.string().nullable().describe('Start of the oldest, ISO 8601 in UTC; null for none'),
  approvedAt: z.string().nullable().describe('When daily erasure was approved, ISO 8601 in UTC; null before'),
  approvedBy: z.string().nullable().describe('Who approved it'),
});

export type HostRetention = z.output<typeof retentionOfMarket>;

/** Gives for each market how many years data are kept, how much is older, and whether that is erased. */
export const readRetention = defineHostCall({
  name: 'readRetention',
  summary: 'Read how long data are kept',
  path: '/host/retention',
  isRead: true,
  request: z.object({}),
  response: z.object({ markets: z.array(retentionOfMarket).describe('Retention of each served market') }),
});

/**
 * Approves the counted figures: from then on data past these years are erased each day. Refused (409) before the count, for
 * other years than those set, and after approval. At the desk it needs a second approver.
 */
export const startRetention = defineHostCall({
  name: 'startRetention',
  summary: 'Begin to erase what is past its years',
  path: '/host/retention/start',
  request: z.object({
    market,
    years: years.describe('Years from `/host/retention`'),
    actor: actorName.optional(),
  }),
  response: retentionOfMarket,
});
