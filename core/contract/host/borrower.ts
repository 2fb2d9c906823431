import { z } from 'zod';
import {
  type ChangedDetail,
  changedDetails,
  changeStates,
  proofKinds,
  proofReferenceMaxLength,
} from '#domain/borrower/borrower-change.ts';
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

const lenderBorrowerId = systemName(64).describe("The lender's own id of the borrower");
const market = z.enum(allMarkets);
const language = z.enum(['es', 'en']);

const borrower = namedObject('HostBorrower', {
  borrowerId: z.string().describe('Our id of the borrower, used in every other call'),
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
      'IANA time zone for reminders and contact, from address or telephone; null: only hours that are allowed in the whole market',
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
  erasedAt: z.string().nullable().describe('When the personal data were erased'),
});

export type HostBorrower = z.output<typeof borrower>;

export const detailMaxLengths = { name: 160, address: 400, phone: 32 } as const satisfies Record<
  ChangedDetail,
  number
>;

const details = {
  name: personName(detailMaxLengths.name),
  address: systemName(detailMaxLengths.address),
} as const;

/** A detail as it is stored; null for an invalid one. */
export function keptDetail(kind: keyof typeof details, typed: string): string | null {
  return z.safeParse(details[kind], typed).data ?? null;
}

/** Adds a borrower under the lender's own id, or changes one. */
export const putBorrower = defineHostCall({
  name: 'putBorrower',
  summary: 'Add or change a borrower',
  path: '/host/borrowers',
  request: z.object({
    lenderBorrowerId,
    ...details,
    mobilePhone: systemName(32).describe('A mobile number of the market, with or without its calling code'),
    market: market.describe('Cannot change after the first quote'),
    language: language.optional().describe("The market's language when absent"),
    actor: actorName.optional(),
  }),
  response: borrower,
});

export const listBorrowers = defineHostCall({
  name: 'listBorrowers',
  summary: 'List borrowers',
  path: '/host/borrowers/list',
  isRead: true,
  request: z.object({
    mobilePhone: systemName(32).optional().describe('Mobile number, with or without its calling code'),
    isBlocked: z.literal(true).optional().describe('Only blocked borrowers'),
    ...pageFields,
  }),
  response: z.object({ borrowers: z.array(borrower), nextCursor }),
});

const blockFields = {
  borrowerId: z.uuid(),
  reason: systemName(300).describe('For the lender; not shown to the borrower'),
  actor: actorName.optional(),
};

/**
 * Blocks new loans: the borrower can accept no offer, not even a quote already shown. They still see, pay and extend their
 * loans, and can file complaints.
 */
export const blockBorrower = defineHostCall({
  name: 'blockBorrower',
  summary: 'Block a borrower',
  path: '/host/borrowers/block',
  request: z.object(blockFields),
  response: borrower,
});

export const unblockBorrower = defineHostCall({
  name: 'unblockBorrower',
  summary: 'Unblock a borrower',
  path: '/host/borrowers/unblock',
  request: z.object(blockFields),
  response: borrower,
});

/**
 * Puts the borrower's data under a legal hold, for a court case or an authority. Neither an erasure request nor retention
 * erases them until the hold is lifted.
 */
export const holdBorrower = defineHostCall({
  name: 'holdBorrower',
  summary: 'Put a borrower under a legal hold',
  path: '/host/borrowers/hold',
  request: z.object(blockFields),
  response: borrower,
});

export const releaseBorrower = defineHostCall({
  name: 'releaseBorrower',
  summary: 'Lift a legal hold',
  path: '/host/borrowers/release',
  request: z.object(blockFields),
  response: borrower,
});

const borrowerChange = namedObject('HostBorrowerChange', {
  changeId: z.string().describe('Id of the change, and of its approval at the desk'),
  kind: z.enum(changedDetails),
  state: z
    .enum(changeStates)
    .describe(
      '`waiting` for a second approver. A telephone is `unconfirmed` before, and `told` until the old number can no longer object',
    ),
  proofKind: z.enum(proofKinds).nullable().describe("Null for a change by the lender's own systems"),
  proofReference: z.string().nullable().describe('How to find the proof'),
  requestedAt: z.string(),
  requestedBy: z.string(),
  objectionEndsAt: z
    .string()
    .nullable()
    .describe('Until when the old number can object; null before it is told'),
  objectedAt: z.string().nullable().describe('When the old number objected; null for never'),
  doneAt: z.string().nullable().describe('Since when it is in force; null before'),
  doneBy: z.string().nullable().describe('Who made it'),
});

export type HostBorrowerChange = z.output<typeof borrowerChange>;

const changeKey = z.object({
  borrowerId: z.uuid(),
  changeId: z.uuid().describe('Id of the change'),
  actor: actorName.optional(),
});

/**
 * Requests a change with its proof, in place of an open one of the same detail. It has no effect until it is made. One of a telephone
 * goes on at the desk, which sends a code to the new number.
 */
export const requestBorrowerChange = defineHostCall({
  name: 'requestBorrowerChange',
  summary: 'Request a change of name, address or telephone',
  path: '/host/borrowers/changes',
  request: z.object({
    borrowerId: z.uuid(),
    kind: z.enum(changedDetails),
    value: systemName(detailMaxLengths.address).describe('The new name, address or mobile number'),
    proofKind: z.enum(proofKinds).describe('One that proves this detail'),
    proofReference: systemName(proofReferenceMaxLength).describe('For example the number of the document'),
    actor: actorName.optional(),
  }),
  response: borrowerChange,
});

/**
 * Makes a requested change; agreements keep the name and address they were signed with. A telephone takes effect a day after the old
 * number was told, unless it objects.
 */
export const makeBorrowerChange = defineHostCall({
  name: 'makeBorrowerChange',
  summary: 'Make a requested change',
  path: '/host/borrowers/changes/make',
  request: changeKey,
  response: borrowerChange,
});

export const dropBorrowerChange = defineHostCall({
  name: 'dropBorrowerChange',
  summary: 'Drop a requested change',
  path: '/host/borrowers/changes/drop',
  request: changeKey,
  response: borrowerChange,
});

const borrowerLink = namedObject('HostBorrowerLink', {
  otherBorrowerId: z.string().describe('The same person under another id'),
  reason: z.string(),
  linkedAt: z.string().describe('Since when'),
  linkedBy: z.string().describe('By whom'),
});

const linkFields = { ...blockFields, otherBorrowerId: z.uuid().describe('Of the same market') };

/** Links two borrowers that are one person; nothing is moved. */
export const linkBorrowers = defineHostCall({
  name: 'linkBorrowers',
  summary: 'Link two borrowers that are one person',
  path: '/host/borrowers/link',
  request: z.object(linkFields),
  response: borrowerLink,
});

export const unlinkBorrowers = defineHostCall({
  name: 'unlinkBorrowers',
  summary: 'End a link of two borrowers',
  path: '/host/borrowers/unlink',
  request: z.object(linkFields),
  response: borrowerLink,
});

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
      .describe('History of blocks, oldest first'),
    holdChanges: z
      .array(z.object({ isHeld: z.boolean(), reason: z.string(), at: z.string(), by: z.string() }))
      .describe('History of legal holds, oldest first'),
    changes: z
      .array(borrowerChange)
      .describe('Changes of name, address and telephone, oldest first, without the values'),
    links: z.array(borrowerLink).describe('Oldest first'),
  }),
});
