import { z } from 'zod';
import {
  actorName,
  defineHostCall,
  hostDay,
  namedObject,
  nextCursor,
  pageFields,
  systemName,
} from '../host-call.ts';

/** Exports all data about one person. The answer is not stored for retries, so that no copy stays behind. */
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
      .describe('Images of complaints and answers: links without origin, valid for 15 minutes'),
  }),
});

const erasure = namedObject('HostErasure', {
  erasureId: z.string(),
  borrowerId: z.string().nullable().describe('Null for a registration of a person who never borrowed'),
  registrationId: z.string().nullable().describe('Null for a borrower'),
  reason: z.string(),
  erasedAt: z.string(),
  erasedBy: z.string(),
  counts: z
    .record(z.string(), z.int())
    .describe('Number of emptied or deleted rows of each table, and of deleted files'),
  hash: z
    .string()
    .describe(
      'SHA-256 of the JSON text of [erasureId, borrowerId or registrationId, reason, erasedAt, erasedBy, [table, count]…], tables in alphabetical order',
    ),
});

/** Counts of what was erased, without personal data. */
export type HostErasure = z.output<typeof erasure>;

/**
 * Erases what identifies a person; the ledger keeps only our id of the borrower. Refused while a loan is open, money is owed or
 * held, a complaint is pending, or a legal hold stands; `/host/erasure-requests` waits for that. A person who registered but
 * never borrowed is named by telephone or registration; refused where the number is a borrower's.
 */
export const eraseBorrower = defineHostCall({
  name: 'eraseBorrower',
  summary: 'Erase a borrower',
  path: '/host/borrowers/erase',
  request: z
    .object({
      borrowerId: z.uuid().optional(),
      mobilePhone: systemName(32)
        .optional()
        .describe('Mobile number of a registration, with or without its calling code'),
      registrationId: z.uuid().optional(),
      reason: systemName(300).describe(
        'Reason, such as the number of the request; stored, so it must not name the person',
      ),
      actor: actorName.optional(),
    })
    .refine(
      ({ borrowerId, mobilePhone, registrationId }) =>
        [borrowerId, mobilePhone, registrationId].filter((each) => each !== undefined).length === 1,
      { path: ['borrowerId'], message: 'one of borrowerId, mobilePhone and registrationId' },
    ),
  response: erasure,
});

export const listErasures = defineHostCall({
  name: 'listErasures',
  summary: 'List erasures',
  path: '/host/erasures/list',
  isRead: true,
  request: z.object(pageFields),
  response: z.object({ erasures: z.array(erasure), nextCursor }),
});

const erasureRequest = namedObject('HostErasureRequest', {
  erasureRequestId: z.string(),
  borrowerId: z.string(),
  reason: z.string(),
  requestedAt: z.string(),
  requestedBy: z.string(),
  notBefore: hostDay.nullable().describe('`notBefore` of the request'),
  state: z.enum(['waiting', 'done', 'withdrawn']),
  waitsFor: z
    .enum(['loan', 'complaint', 'hold', 'day'])
    .nullable()
    .describe(
      'loan: a loan is open, or money is owed or held; complaint: one is unanswered; hold: a legal hold stands; day: `notBefore` has not come; null once it has ended',
    ),
  earliestOn: hostDay
    .nullable()
    .describe('Earliest possible day at present: the last due date, or `notBefore`; null where unknown'),
  endedAt: z.string().nullable(),
  erasureId: z.string().nullable().describe('Proof of the erasure, once carried out'),
});

export type HostErasureRequest = z.output<typeof erasureRequest>;

/**
 * Erases a borrower at once, or as soon as no loan is open, nothing is owed or held, no complaint is pending and the day has
 * come. Repeated while pending it is the same request.
 */
export const requestErasure = defineHostCall({
  name: 'requestErasure',
  summary: 'Have a borrower erased as soon as may be',
  path: '/host/erasure-requests',
  statuses: [200, 202],
  request: z.object({
    borrowerId: z.uuid(),
    reason: systemName(300).describe(
      'Reason, such as the number of the request; stored, so it must not name the person',
    ),
    notBefore: hostDay.optional().describe('First day on which a law or contract allows it'),
    actor: actorName.optional(),
  }),
  response: erasureRequest,
});

export const listErasureRequests = defineHostCall({
  name: 'listErasureRequests',
  summary: 'List requests for erasure',
  path: '/host/erasure-requests/list',
  isRead: true,
  request: z.object({ state: z.enum(['waiting', 'done', 'withdrawn']).optional(), ...pageFields }),
  response: z.object({ erasureRequests: z.array(erasureRequest), nextCursor }),
});

export const withdrawErasureRequest = defineHostCall({
  name: 'withdrawErasureRequest',
  summary: 'Withdraw a request for erasure',
  path: '/host/erasure-requests/withdraw',
  request: z.object({ borrowerId: z.uuid(), actor: actorName.optional() }),
  response: erasureRequest,
});
