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

const digits = z.string().describe('Minor units as digits; outgoing money below 0');
const reason = systemName(300);
const fileId = z.uuid().describe('Our id of the file');

const source = z.enum(settlementSources).describe('Source and format of the file');

const settlementFile = namedObject('HostSettlementFile', {
  fileId: z.string().describe('Our id of the file'),
  source,
  name: z.string().describe('File name'),
  digest: z.string().describe('SHA-256 of the text'),
  currency: z.enum(allCurrencies),
  fromDay: z.string().describe('First day of its lines'),
  throughDay: z.string().describe('Last day of its lines'),
  lineCount: z.int().describe('Lines of the file'),
  openCount: z.int().describe('Lines that need a decision'),
  closedCount: z.int().describe('Closed lines'),
  readAt: z.string().describe('When it was first read'),
  readBy: z.string().describe('Who read it first'),
});

export type HostSettlementFile = z.infer<typeof settlementFile>;

/** Reads a settlement file or a bank statement and compares its lines with the reported payments; books nothing. */
export const readSettlementFile = defineHostCall({
  name: 'readSettlementFile',
  summary: 'Read a settlement file',
  path: '/host/settlements/read',
  request: z.object({
    source,
    name: systemName(200).describe('File name'),
    text: z.string().min(1).max(settlementFileMaxBytes).describe('Whole text, as UTF-8'),
    actor: actorName.optional(),
  }),
  response: z.object({
    file: settlementFile.describe('The stored file'),
    isRepeated: z.boolean().describe('Whether it was read before; then its lines are only compared again'),
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
  lineNumber: z.int().describe('Line number in the file'),
  kind: z.enum(settlementKinds),
  state: z.enum(settlementStates),
  identity: z.string().describe("The provider's or bank's id of it"),
  reference: z.string(),
  day: z.string(),
  amountMinor: z.int().describe('Amount before fees; outgoing money below 0'),
  feeMinor: z.int().describe('Fee kept by the provider'),
  bookedMinor: z.int().nullable().describe('Reported amount; null for none'),
  provider: z.string().nullable(),
  eventId: z.string().nullable(),
  orderNumber: z.string().nullable(),
  decision: z
    .enum(settlementOutcomes)
    .nullable()
    .describe('Decision, or `amount` where the payment was corrected'),
  reason: z.string().nullable(),
  decidedBy: z.string().nullable().describe('Who decided it; null for none'),
  closedAt: z.string().nullable(),
});

export type HostSettlementLine = z.infer<typeof settlementLine>;

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
  bookedCount: z.int().describe('Reported payments'),
  bookedMinor: digits,
  fileCount: z.int().describe('Payments in the file'),
  fileMinor: digits,
  feeMinor: digits,
  matchedCount: z.int().describe('Matched lines'),
  openCount: z.int().describe('Lines that need a decision'),
  differenceMinor: digits.describe('Booked minus file: the rest on the clearing account'),
  closedCount: z.int().describe('Closed lines'),
  closableCount: z.int().describe('Lines that closing the day would close now'),
} satisfies Record<keyof SettlementDayFigures, z.ZodType>;

/** Shows a file by day, its lines of one kind in their order, and reported payments that are in no file. */
export const showSettlementFile = defineHostCall({
  name: 'showSettlementFile',
  summary: 'Show a settlement file',
  path: '/host/settlements/show',
  isRead: true,
  request: z.object({
    fileId,
    show: z.enum(settlementViews).optional().describe('Kind of lines; all when absent'),
    lineNumber: z.int().min(1).optional().describe('Only the line with this number'),
    ...pageFields,
  }),
  response: z.object({
    file: settlementFile.describe('The file'),
    counts: z
      .object({
        open: z.int().describe('Lines that need a decision'),
        'missing-here': z.int().describe('Lines without a reported payment'),
        'missing-there': z.int().describe('Reported payments without a line'),
        different: z.int().describe('Lines whose amount differs from their payment'),
        fee: z.int().describe('Fee lines'),
        matched: z.int().describe('Matched lines'),
        repeated: z.int().describe('Lines already in an earlier file'),
      } satisfies Record<(typeof settlementViews)[number], z.ZodInt>)
      .describe('Number of lines of each kind'),
    days: z.array(
      z.object({
        day: z.string(),
        ...dayFigures,
        closing: z
          .object({ ...dayFigures, closedAt: z.string(), closedBy: z.string().describe('Who closed it') })
          .nullable()
          .describe(
            'Figures when the day was last closed; null for days that are open or were closed before version 0.3',
          ),
      }),
    ),
    lines: z.array(settlementLine).describe('Lines of the requested kind'),
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
      .describe("Payments of the file's days that are in no file; only with `missing-there`"),
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
    lineNumber: z.int().min(1).describe('Line number in the file'),
    decision: z.enum(settlementDecisions),
    reason,
    actor: actorName.optional(),
  }),
  response: z.object({ line: settlementLine.describe('The line afterwards') }),
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
    lineNumber: z.int().min(1).describe('Line number in the file'),
    reason,
    actor: actorName.optional(),
  }),
  response: z.object({
    provider: z.string(),
    eventId: z.string().describe('Event id of the new record of the payment'),
    orderNumber: z.string().nullable().describe('Null for an unmatched payment'),
    amountMinor: z.int().describe('Amount in the file'),
    bookedMinor: z.int().describe('Amount reported before'),
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
    lineCount: z.int().describe('Lines closed by this call'),
    settledMinor: digits.describe('Amount booked as cash, without fees'),
    feeMinor: digits,
  }),
});
