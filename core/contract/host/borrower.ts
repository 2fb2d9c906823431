import { z } from 'zod';
import { allMarkets } from '#domain/market.ts';
import {
  actorName,
  defineHostCall,
  namedObject,
  nextCursor,
  pageFields,
  personName,
  systemName,
} from '../host-call.ts';

const lenderBorrowerId = systemName(64).describe('What the lender calls the person');
const market = z.enum(allMarkets);
const language = z.enum(['es', 'en']);

const borrower = namedObject('HostBorrower', {
  borrowerId: z.string().describe('What the service calls the person, in every other call'),
  lenderBorrowerId: z.string().nullable(),
  name: z.string(),
  address: z.string(),
  mobilePhone: z.string().describe('Ten digits, without the calling code'),
  market,
  language,
  timeZone: z
    .string()
    .nullable()
    .describe(
      'The IANA time zone in whose hours the person is reminded and contacted, by address or telephone; null: in hours that hold in all of the market',
    ),
  createdAt: z.string(),
  changedAt: z.string().nullable(),
  changedBy: z.string().nullable(),
  blockedAt: z.string().nullable(),
  blockedBy: z.string().nullable(),
  blockReason: z.string().nullable(),
  heldAt: z.string().nullable(),
  heldBy: z.string().nullable(),
  holdReason: z.string().nullable(),
  erasedAt: z.string().nullable().describe('Since when nothing tells who this was'),
});

/** A borrower as the lender's systems see them; instants are ISO 8601 in UTC. */
export type HostBorrower = z.output<typeof borrower>;

/** Adds a person under the lender's own id, or changes what is known of them. */
export const putBorrower = defineHostCall({
  name: 'putBorrower',
  summary: 'Add or change a borrower',
  path: '/host/borrowers',
  request: z.object({
    lenderBorrowerId,
    name: personName(160),
    address: systemName(400),
    mobilePhone: systemName(32).describe('A mobile number of the market, with or without its calling code'),
    market: market.describe('Fixed once something was quoted to the person'),
    language: language.optional().describe('That of the market when absent'),
    actor: actorName.optional(),
  }),
  response: borrower,
});

/** Lists borrowers, oldest first. */
export const listBorrowers = defineHostCall({
  name: 'listBorrowers',
  summary: 'List borrowers',
  path: '/host/borrowers/list',
  isRead: true,
  request: z.object({
    mobilePhone: systemName(32).optional().describe('In any of the forms a number may be given in'),
    isBlocked: z.literal(true).optional().describe('Only those who are blocked'),
    ...pageFields,
  }),
  response: z.object({ borrowers: z.array(borrower), nextCursor }),
});

const blockFields = {
  borrowerId: z.uuid(),
  reason: systemName(300).describe('For the lender; the borrower is not told'),
  actor: actorName.optional(),
};

/**
 * Blocks a borrower: nothing new can be taken, neither an offer nor a quote already shown. What is owed can be seen, paid
 * and extended as before, and complaints can be sent.
 */
export const blockBorrower = defineHostCall({
  name: 'blockBorrower',
  summary: 'Block a borrower',
  path: '/host/borrowers/block',
  request: z.object(blockFields),
  response: borrower,
});

/** Lets a blocked borrower take loans again. */
export const unblockBorrower = defineHostCall({
  name: 'unblockBorrower',
  summary: 'Unblock a borrower',
  path: '/host/borrowers/unblock',
  request: z.object(blockFields),
  response: borrower,
});

/**
 * Puts the data of a borrower under a legal hold, for a court case or an authority: nothing of them is erased, by request or by time,
 * until it is lifted.
 */
export const holdBorrower = defineHostCall({
  name: 'holdBorrower',
  summary: 'Put a borrower under a legal hold',
  path: '/host/borrowers/hold',
  request: z.object(blockFields),
  response: borrower,
});

/** Lifts the legal hold of a borrower. */
export const releaseBorrower = defineHostCall({
  name: 'releaseBorrower',
  summary: 'Lift a legal hold',
  path: '/host/borrowers/release',
  request: z.object(blockFields),
  response: borrower,
});

/** One borrower, by either id. */
export const readBorrower = defineHostCall({
  name: 'readBorrower',
  summary: 'Read a borrower',
  path: '/host/borrowers/read',
  isRead: true,
  request: z
    .object({ borrowerId: z.uuid().optional(), lenderBorrowerId: lenderBorrowerId.optional() })
    .refine(
      ({ borrowerId, lenderBorrowerId: theirs }) => (borrowerId === undefined) !== (theirs === undefined),
      {
        path: ['borrowerId'],
        message: 'either borrowerId or lenderBorrowerId',
      },
    ),
  response: borrower.extend({
    blockChanges: z
      .array(z.object({ isBlocked: z.boolean(), reason: z.string(), at: z.string(), by: z.string() }))
      .describe('Every time the person was blocked or unblocked, oldest first'),
    holdChanges: z
      .array(z.object({ isHeld: z.boolean(), reason: z.string(), at: z.string(), by: z.string() }))
      .describe('Every time a legal hold was set or lifted, oldest first'),
  }),
});
