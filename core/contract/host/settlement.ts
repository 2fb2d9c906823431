import { z } from 'zod';
import { allCurrencies } from '#domain/market.ts';
import {
  type SettlementDayFigures,
  settlementDecisions,
  settlementFileMaxBytes,
  settlementKinds,
  settlementOutcomes,
  settlementSources,
  settlementStates,
} from '#domain/settlement/settlement.ts';
import {
  actorName,
  defineHostCall,
  hostDay,
  namedObject,
  nextCursor,
  pageFields,
  systemName,
} from '../host-call.ts';

const digits = z.string().describe('Minor units as digits, below zero what left');
const reason = systemName(300);
const fileId = z.uuid().describe('Ours of the file');

const source = z.enum(settlementSources).describe('Whose file it is, and its format');

const settlementFile = namedObject('HostSettlementFile', {
  fileId: z.string().describe('Ours of the file'),
  source,
  name: z.string().describe('What the file is called'),
  digest: z.string().describe('SHA-256 of its text'),
  currency: z.enum(allCurrencies),
  fromDay: z.string().describe('The first day of its lines'),
  throughDay: z.string().describe('The last day of its lines'),
  lineCount: z.int().describe('Lines of the file'),
  openCount: z.int().describe('Lines that a person has to decide'),
  closedCount: z.int().describe('Lines whose day is closed'),
  readAt: z.string().describe('When it was first read'),
  readBy: z.string().describe('Who read it first'),
});

/** A provider's settlement file, or a bank statement. */
export type HostSettlementFile = z.infer<typeof settlementFile>;

/** Reads a settlement file or a bank statement and compares its lines with the reported payments; books nothing. */
export const readSettlementFile = defineHostCall({
  name: 'readSettlementFile',
  summary: 'Read a settlement file',
  path: '/host/settlements/read',
  request: z.object({
    source,
    name: systemName(200).describe('What the file is called'),
    text: z.string().min(1).max(settlementFileMaxBytes).describe('All of it, as UTF-8'),
    actor: actorName.optional(),
  }),
  response: z.object({
    file: settlementFile.describe('The file as kept'),
    isRepeated: z
      .boolean()
      .describe('Whether it was read before: then its lines are compared again and nothing is added'),
  }),
});

/** Newest first. */
export const listSettlementFiles = defineHostCall({
  name: 'listSettlementFiles',
  summary: 'List settlement files',
  path: '/host/settlements/list',
  isRead: true,
  request: z.object(pageFields),
  response: z.object({ files: z.array(settlementFile).describe('Files that were read'), nextCursor }),
});

const settlementLine = namedObject('HostSettlementLine', {
  lineNumber: z.int().describe('Where it stands in the file'),
  kind: z.enum(settlementKinds),
  state: z.enum(settlementStates),
  identity: z.string().describe('What its provider or bank calls it'),
  reference: z.string(),
  day: z.string(),
  amountMinor: z.int().describe('Before fees; below zero what left'),
  feeMinor: z.int().describe('What was kept of it'),
  bookedMinor: z.int().nullable().describe('What was reported; null where nothing was'),
  provider: z.string().nullable(),
  eventId: z.string().nullable(),
  orderNumber: z.string().nullable(),
  decision: z
    .enum(settlementOutcomes)
    .nullable()
    .describe('What was decided, or `amount` where its payment was corrected'),
  reason: z.string().nullable(),
  decidedBy: z.string().nullable().describe('Who decided it; null for none'),
  closedAt: z.string().nullable(),
});

export type HostSettlementLine = z.infer<typeof settlementLine>;

/** Filters for the lines of a file. */
export const settlementViews = [
  'open',
  'missing-here',
  'missing-there',
  'different',
  'fee',
  'matched',
  'repeated',
] as const;

const dayFigures = {
  bookedCount: z.int().describe('Payments that were reported'),
  bookedMinor: digits,
  fileCount: z.int().describe('Payments in the file'),
  fileMinor: digits,
  feeMinor: digits,
  matchedCount: z.int().describe('Lines that are matched'),
  openCount: z.int().describe('Lines that a person has to decide'),
  differenceMinor: digits.describe('Booked less in the file: what is left on the clearing account'),
  closedCount: z.int().describe('Lines that are closed'),
  closableCount: z.int().describe('Lines that closing the day now closes'),
} satisfies Record<keyof SettlementDayFigures, z.ZodType>;

/** Shows a file by day, its lines of one kind in their order, and reported payments that are in no file. */
export const showSettlementFile = defineHostCall({
  name: 'showSettlementFile',
  summary: 'Show a settlement file',
  path: '/host/settlements/show',
  isRead: true,
  request: z.object({
    fileId,
    show: z.enum(settlementViews).optional().describe('Which lines; absent: all of them'),
    lineNumber: z.int().min(1).optional().describe('Of these the one that stands there alone'),
    ...pageFields,
  }),
  response: z.object({
    file: settlementFile.describe('The file'),
    counts: z
      .object({
        open: z.int().describe('Lines that a person has to decide'),
        'missing-here': z.int().describe('Lines without a payment here'),
        'missing-there': z.int().describe('Payments here without a line'),
        different: z.int().describe('Lines whose amount is not that of their payment'),
        fee: z.int().describe('Lines that are a fee'),
        matched: z.int().describe('Lines that are matched'),
        repeated: z.int().describe('Lines that stood in an earlier file'),
      } satisfies Record<(typeof settlementViews)[number], z.ZodInt>)
      .describe('How many lines there are of each kind'),
    days: z.array(
      z.object({
        day: z.string(),
        ...dayFigures,
        closing: z
          .object({ ...dayFigures, closedAt: z.string(), closedBy: z.string().describe('Who closed it') })
          .nullable()
          .describe(
            'The figures when the day was last closed; null for a day that was not, and before version 0.3',
          ),
      }),
    ),
    lines: z.array(settlementLine).describe('Lines of the kind that is shown'),
    missingThere: z
      .array(
        z.object({
          provider: z.string(),
          eventId: z.string(),
          orderNumber: z.string().nullable(),
          amountMinor: z.int(),
          paidAt: z.string(),
        }),
      )
      .describe('Payments of the days of the file that are in no file; with `missing-there` alone'),
    nextCursor,
  }),
});

/**
 * Decides a line: a fee, booked when its day is closed; an unmatched payment, from now on; or left open with a note. Only
 * `assignPayment` books such a payment on a loan. Refused with `status-conflict` and `lineNumber` where the payment has been
 * reported.
 */
export const decideSettlementLine = defineHostCall({
  name: 'decideSettlementLine',
  summary: 'Decide a line of a settlement file',
  path: '/host/settlements/decide',
  request: z.object({
    fileId,
    lineNumber: z.int().min(1).describe('Where it stands in the file'),
    decision: z.enum(settlementDecisions),
    reason,
    actor: actorName.optional(),
  }),
  response: z.object({ line: settlementLine.describe('The line as it stands now') }),
});

/**
 * Corrects a payment to the amount of its line: reverses it and records it anew in one effect. Its key passes to the new
 * payment.
 */
export const correctSettlementLine = defineHostCall({
  name: 'correctSettlementLine',
  summary: 'Correct a payment to the amount of a settlement file',
  path: '/host/settlements/correct',
  request: z.object({
    fileId,
    lineNumber: z.int().min(1).describe('Where it stands in the file'),
    reason,
    actor: actorName.optional(),
  }),
  response: z.object({
    provider: z.string(),
    eventId: z.string().describe('Of the payment as it is recorded now'),
    orderNumber: z.string().nullable().describe('Null for a payment that no loan was found for'),
    amountMinor: z.int().describe('As in the file'),
    bookedMinor: z.int().describe('As it was reported'),
  }),
});

/** Closes a day whose lines are all matched or decided: books settled money as cash and retained money as fees. */
export const closeSettlementDay = defineHostCall({
  name: 'closeSettlementDay',
  summary: 'Close a day of a settlement file',
  path: '/host/settlements/close',
  request: z.object({ fileId, day: hostDay, actor: actorName.optional() }),
  response: z.object({
    day: z.string(),
    lineCount: z.int().describe('Lines that were closed now'),
    settledMinor: digits.describe('What became cash, fees taken off'),
    feeMinor: digits,
  }),
});
