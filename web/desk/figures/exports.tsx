import { exportJournal, readAging, readTrialBalance, reconcileProviders } from '#contract/host/accounting.ts';
import { exportComplaints } from '#contract/host/complaint.ts';
import { listLoans, readLoanStatement } from '#contract/host/loan.ts';
import { type HostPayment, listPayments, listUnmatchedPayments } from '#contract/host/repayment.ts';
import { showSettlementFile } from '#contract/host/settlement.ts';
import { addDays, type LocalDate, typedDay } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { marketOfCurrency, startOfDayIn } from '#domain/market.ts';
import { auditEntries } from '../audit/audit-log.tsx';
import { borrowers } from '../borrower/borrower-list.tsx';
import { offerList } from '../catalogue/offers.tsx';
import { products } from '../catalogue/product-list.tsx';
import { lateLoans } from '../collection/collections.tsx';
import { registrationList } from '../contact/registrations.tsx';
import {
  byteOrderMark,
  csvOf,
  csvResponse,
  type DeskFile,
  type FileColumn,
  type FilePage,
  startFile,
  tableFile,
} from '../desk-file.ts';
import { deskScreen } from '../desk-screen.tsx';
import { loans } from '../loan/loan-list.tsx';
import { matterList } from '../matter/queue.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deadEvents } from '../operations/jobs.tsx';
import { deskPaths } from '../paths.ts';
import { refunds } from '../refund/refund-list.tsx';
import { settlementFiles } from '../settlement/settlement-list.tsx';
import { complaintReturnFiles } from './complaint-return-files.ts';
import { requestedCurrency } from './figures.tsx';
import { channelFigures } from './promotions.tsx';
import { type StatementRow, statementColumns, statementRows } from './statement-rows.ts';

const periodFilters = { currency: 'text', from: 'text', through: 'text' } as const;

const periodOf = (desk: OpenDesk) => ({
  currency: requestedCurrency(desk),
  fromDay: desk.parameter('from'),
  throughDay: desk.parameter('through'),
});

/** The ledger's movements, as the call writes them. */
const journal: DeskFile = {
  name: 'journal.csv',
  needs: 'export',
  filters: periodFilters,
  pages: (desk, read) => (cursor) => read(exportJournal, { ...periodOf(desk), format: 'csv', cursor }),
};

const trialBalance = tableFile({
  name: 'trial-balance.csv',
  needs: 'see-money',
  filters: periodFilters,
  async read({ desk, read }) {
    const period = periodOf(desk);
    return { ...(await read(readTrialBalance, period)), currency: period.currency };
  },
  rows: ({ accounts, currency }) => accounts.map((account) => ({ ...account, currency })),
  columns: ['account', 'openingMinor', 'debitMinor', 'creditMinor', 'closingMinor', 'currency'],
});

const reconciliation = tableFile({
  name: 'reconciliation.csv',
  needs: 'see-money',
  filters: periodFilters,
  async read({ desk, read }) {
    const period = periodOf(desk);
    return { ...(await read(reconcileProviders, period)), currency: period.currency };
  },
  rows: ({ days, currency }) => days.map((day) => ({ ...day, currency })),
  columns: [
    'day',
    'provider',
    'count',
    'reportedMinor',
    'postedMinor',
    'unmatchedMinor',
    'reversedMinor',
    'bookedMinor',
    'differenceMinor',
    'currency',
  ],
});

const aging = tableFile({
  name: 'aging.csv',
  needs: 'see-money',
  filters: { currency: 'text' },
  async read({ desk, read }) {
    const currency = requestedCurrency(desk);
    return { ...(await read(readAging, { currency })), currency };
  },
  rows: ({ buckets, day, currency }) => buckets.map((bucket) => ({ ...bucket, day, currency })),
  columns: ['day', 'bucket', 'loanCount', 'owedMinor', 'overdueMinor', 'currency'],
});

const paymentColumns = [
  'provider',
  'eventId',
  'orderNumber',
  'reference',
  'amountMinor',
  'currency',
  'outcome',
  'paidAt',
  'receivedAt',
  'reversedAt',
] as const satisfies readonly FileColumn<HostPayment>[];

const payments = tableFile({
  name: 'payments.csv',
  needs: 'see-money',
  filters: { ...periodFilters, receivedSince: 'text', receivedBefore: 'text' },
  read({ desk, query: { receivedSince, receivedBefore }, page, read }) {
    const bounds = receivedOn(desk);
    return read(listPayments, {
      ...page,
      receivedSince: receivedSince ?? bounds.receivedSince,
      receivedBefore: receivedBefore ?? bounds.receivedBefore,
    });
  },
  rows: (page) => page.payments,
  columns: paymentColumns,
});

/** When the days of the address begin and end, in the market of its currency. */
function receivedOn(
  desk: OpenDesk,
): Readonly<Record<'receivedSince' | 'receivedBefore', string | undefined>> {
  const market = marketOfCurrency(requestedCurrency(desk));
  const startOf = (day: LocalDate) => startOfDayIn(market, day).toISOString();
  const [from, through] = [typedDay(desk.parameter('from')), typedDay(desk.parameter('through'))];
  return {
    receivedSince: from ? startOf(from) : undefined,
    receivedBefore: through ? startOf(addDays(through, 1)) : undefined,
  };
}

const unmatched = tableFile({
  name: 'unmatched.csv',
  needs: 'see-money',
  filters: {},
  read: ({ page, read }) => read(listUnmatchedPayments, page),
  rows: (page) => page.payments,
  columns: paymentColumns,
});

const complaints = tableFile({
  name: 'complaints.csv',
  needs: 'see-personal-data',
  filters: {},
  read: ({ page, read }) => read(exportComplaints, page),
  rows: (page) => page.complaints,
  columns: [
    'folio',
    'state',
    'orderNumber',
    'typeId',
    'subtypeId',
    'filedAt',
    'reviewedAt',
    'answeredAt',
    'closedAt',
    'score',
    'content',
    'reply',
  ],
});

/** Statements of account of one loan, of all loans of a borrower, or of all in a status. */
const statements = tableFile({
  name: 'statements.csv',
  needs: 'see-loans',
  filters: { ...periodFilters, order: 'text', borrower: 'text', status: 'text' },
  pageSize: 20,
  async read({ query: { from: first = '', through: last = '', order, borrower, status }, page, read }) {
    const [from, through] = [typedDay(first), typedDay(last)];
    if (from === null || through === null || from > through) throw new CodedError('request-invalid', 'from');
    const fields = { ...page, ...(borrower && { borrowerId: borrower }), ...(status && { status }) };
    const { loans: listed, nextCursor } =
      order === undefined
        ? await read(listLoans, fields)
        : { loans: [{ orderNumber: order }], nextCursor: null };
    const rows: StatementRow[] = [];
    for (const { orderNumber } of listed)
      rows.push(...statementRows(await read(readLoanStatement, { orderNumber }), { from, through }));
    return { rows, nextCursor };
  },
  rows: ({ rows }) => rows,
  columns: statementColumns,
});

const settlementLineColumns = [
  'lineNumber',
  'kind',
  'state',
  'identity',
  'reference',
  'day',
  'amountMinor',
  'feeMinor',
  'currency',
  'provider',
  'eventId',
  'orderNumber',
  'decision',
  'reason',
  'decidedBy',
  'closedAt',
] as const;
const missingPaymentColumns = ['provider', 'eventId', 'orderNumber', 'amountMinor', 'paidAt'] as const;

const settlementLines: DeskFile = {
  name: 'settlement.csv',
  needs: 'see-money',
  filters: { file: 'text', show: 'text' },
  pages: (desk, read) => async (cursor) => {
    const show = desk.parameter('show') || 'open';
    const fields = { fileId: desk.parameter('file'), show, limit: 100, cursor };
    const { file, lines, missingThere, nextCursor } = await read(showSettlementFile, fields);
    const withCurrency = <Row extends object>(row: Row) => ({ ...row, currency: file.currency });
    const isFirst = cursor === undefined;
    return {
      text:
        show === 'missing-there'
          ? csvOf(missingPaymentColumns, missingThere.map(withCurrency), desk, isFirst)
          : csvOf(settlementLineColumns, lines.map(withCurrency), desk, isFirst),
      nextCursor,
    };
  },
};

const listFiles: readonly DeskFile[] = [
  loans.file,
  borrowers.file,
  products.file,
  offerList.file,
  settlementFiles.file,
  refunds.file,
  deadEvents.file,
  auditEntries.file,
  registrationList.file,
  channelFigures.file,
  matterList.file,
  lateLoans.file,
];

const files: ReadonlyMap<string, DeskFile> = new Map(
  [
    journal,
    trialBalance,
    reconciliation,
    aging,
    payments,
    unmatched,
    complaints,
    statements,
    settlementLines,
    ...complaintReturnFiles,
    ...listFiles,
  ].map((file) => [file.name, file]),
);

/** Streams a CSV file page by page, so that a file of any length fits in memory. */
export const exports = deskScreen({
  path: deskPaths.exports,
  needs: 'export',
  async load(desk): Promise<Response> {
    const name = desk.part('file');
    const file = files.get(name);
    if (!file) throw new CodedError('not-found', 'file');
    await desk.require(file.needs);
    const { first, pages } = await startFile(file, desk);
    return csvResponse(name, streamOf(first, pages));
  },
  title: () => '',
  page: () => null,
});

/** Reads each page when the one before was sent. An error aborts the download. */
function streamOf(first: FilePage, pages: ReturnType<DeskFile['pages']>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: FilePage | null = { ...first, text: byteOrderMark + first.text };
  return new ReadableStream({
    async pull(controller) {
      if (next === null) return controller.close();
      const { text, nextCursor }: FilePage = next;
      controller.enqueue(encoder.encode(text));
      next = nextCursor === null ? null : await pages(nextCursor);
    },
  });
}
