import { z } from 'zod';
import { actorName, defineHostCall, nextCursor, pageFields, systemName } from '../host-call.ts';

/**
 * All that is held about one person. It is read and not remembered, so that no copy of it stays behind.
 */
export const exportBorrower = defineHostCall({
  name: 'exportBorrower',
  summary: 'Export all that is held about a borrower',
  path: '/host/borrowers/export',
  isRead: true,
  request: z.object({ borrowerId: z.uuid() }),
  response: z.object({
    borrowerId: z.string(),
    exportedAt: z.string(),
    tables: z
      .record(z.string(), z.array(z.record(z.string(), z.unknown())))
      .describe(
        'Rows by table, each by the names of its columns: amounts in minor units, instants ISO 8601. Left out are secrets, such as the tokens of cards, and hashes',
      ),
    images: z
      .array(z.object({ name: z.string(), link: z.string() }))
      .describe('Images of complaints and answers; a link has no origin and opens for a quarter of an hour'),
  }),
});

const erasure = z.object({
  erasureId: z.string(),
  borrowerId: z.string(),
  reason: z.string(),
  erasedAt: z.string(),
  erasedBy: z.string(),
  counts: z
    .record(z.string(), z.int())
    .describe('How many rows of each table were emptied or removed, and files'),
  hash: z
    .string()
    .describe(
      'SHA-256 of the JSON text of [erasureId, borrowerId, reason, erasedAt, erasedBy, [table, count]…], tables in alphabetical order',
    ),
});

/** What was erased, without any of it. */
export type HostErasure = z.output<typeof erasure>;

/**
 * Erases what identifies a person; the books stay, under our id of the borrower alone. Refused while a loan is open, while
 * money is owed or held, and while a complaint waits for its answer.
 */
export const eraseBorrower = defineHostCall({
  name: 'eraseBorrower',
  summary: 'Erase a borrower',
  path: '/host/borrowers/erase',
  request: z.object({
    borrowerId: z.uuid(),
    reason: systemName(300).describe(
      'Why, for instance the number of the request; kept, so it must not name the person',
    ),
    actor: actorName.optional(),
  }),
  response: erasure,
});

/** Lists what was erased, oldest first. */
export const listErasures = defineHostCall({
  name: 'listErasures',
  summary: 'List erasures',
  path: '/host/erasures/list',
  isRead: true,
  request: z.object(pageFields),
  response: z.object({ erasures: z.array(erasure), nextCursor }),
});
