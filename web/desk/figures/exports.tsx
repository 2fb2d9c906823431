import { complaintTypeText } from '#content/messages/complaint-types.ts';
import type { LateLoan } from '#contract/collection.ts';
import type { FileFilters } from '#contract/desk.ts';
import { exportJournal, readAging, readTrialBalance, reconcileProviders } from '#contract/host/accounting.ts';
import { listBorrowers } from '#contract/host/borrower.ts';
import { exportComplaints } from '#contract/host/complaint.ts';
import { listDeadEvents } from '#contract/host/event.ts';
import { type HostLoan, listLoans, readLoanStatement } from '#contract/host/loan.ts';
import { type HostOffer, listOffers } from '#contract/host/offer.ts';
import { type HostProduct, listProducts } from '#contract/host/product.ts';
import { readPromotionFigures } from '#contract/host/promotion-figures.ts';
import { listRegistrations } from '#contract/host/registration.ts';
import {
  type HostPayment,
  type HostRefund,
  listPayments,
  listRefunds,
  listUnmatchedPayments,
} from '#contract/host/repayment.ts';
import { listSettlementFiles, showSettlementFile } from '#contract/host/settlement.ts';
import type { HostCall } from '#contract/host-call.ts';
import { addDays, type LocalDate, typedDay } from '#domain/calendar.ts';
import type { ComplaintTypeId } from '#domain/complaint/complaint.ts';
import {
  complaintCounts,
  isReturned,
  periodOf,
  returnOf,
  returnRow,
} from '#domain/complaint/complaint-return.ts';
import { csvRow } from '#domain/csv.ts';
import type { DeskAct } from '#domain/desk/role.ts';
import { CodedError } from '#domain/error-code.ts';
import { instantIn, type Market, marketOf, marketOfCurrency, startOfDayIn } from '#domain/market.ts';
import { decimalOf } from '#domain/money/amount-input.ts';
import type { Currency } from '#domain/money/money.ts';
import { lateFilterOf, lateQueryOf } from '../collection/late-address.ts';
import { deskScreen } from '../desk-screen.tsx';
import { filterOf, queryOf } from '../matter/queue-address.ts';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { requestedCurrency } from './figures.tsx';
import { requestedPromotionDays } from './promotions.tsx';
import { type StatementRow, statementColumns, statementRows } from './statement-rows.ts';

const pageSize = 100;

/** A part of a file, and where the next one begins; null on the last. */
interface Piece {
  readonly text: string;
  readonly nextCursor: string | null;
}

/** Reads a part of a file; the first without a cursor. */
type Pieces = (cursor: string | undefined) => Promise<Piece>;

/** A file: who may take it besides those who may export, and how it is read page by page. */
interface ExportFile {
  readonly needs: readonly DeskAct[];
  pieces(desk: OpenDesk): Pieces;
}

/** A list of a call as a file, in the list's own order and as it is filtered by the address. */
function listFile<Request, Answer extends { readonly nextCursor: string | null }, Row extends object>(
  call: HostCall<Request, Answer>,
  {
    needs = [],
    filtersOf = () => ({}),
    rowsOf,
    columns,
  }: {
    readonly needs?: readonly DeskAct[];
    readonly filtersOf?: (desk: OpenDesk) => Readonly<Record<string, unknown>>;
    readonly rowsOf: (answer: Answer) => readonly Row[];
    readonly columns: readonly Column<Row>[];
  },
): ExportFile {
  return {
    needs,
    pieces: (desk) => async (cursor) => {
      const answer = await readPart(desk, call, { ...filtersOf(desk), limit: pageSize, cursor }, cursor);
      return pieceOf(desk, columns, rowsOf(answer), cursor, answer.nextCursor);
    },
  };
}

/** A parameter of the address where it is there. */
const named = (desk: OpenDesk, ...names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (desk.parameter(name) ? [[name, desk.parameter(name)]] : [])));

const daysOf = (desk: OpenDesk) => ({
  currency: requestedCurrency(desk),
  fromDay: desk.parameter('from'),
  throughDay: desk.parameter('through'),
});

/** What payments came on the days of the address, those of the market of its currency. */
function receivedOn(desk: OpenDesk): Readonly<Record<string, string>> {
  const market = marketOfCurrency(requestedCurrency(desk));
  const startOf = (day: LocalDate) => startOfDayIn(market, day).toISOString();
  const [from, through] = [typedDay(desk.parameter('from')), typedDay(desk.parameter('through'))];
  return {
    ...(from && { receivedSince: startOf(from) }),
    ...(through && { receivedBefore: startOf(addDays(through, 1)) }),
  };
}

/** An amount of a row in major units of its currency. */
const inMajor = <Row extends object>(
  name: keyof Row & string,
  currencyOfRow: (row: Row) => Currency,
): Column<Row> => [name.replace(/Minor$/, ''), (row) => decimalOf(String(row[name]), currencyOfRow(row))];

const currencyIn = ({ currency }: { readonly currency: Currency }) => currency;

const returnIds = Object.values(marketOf).flatMap(({ complaintReturns }) =>
  complaintReturns.map(({ id }) => id),
);

/** A return of complaints to a regulator for a period, also one without any; what the lender alone knows is taken from the address. */
function returnFile(id: string): ExportFile {
  return {
    needs: ['see-complaints'],
    pieces: (desk) => {
      const found = returnOf(id);
      if (!found) throw new CodedError('not-found', 'file');
      const { market, kind, months, fields } = found;
      if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(desk.parameter('month')))
        throw new CodedError('request-invalid', 'month');
      const period = periodOf(desk.parameter('month'), months);
      const instant = (day: LocalDate) => startOfDayIn(market, day).toISOString();
      const before = { market, limit: pageSize, filedBefore: instant(addDays(period.through, 1)) };
      const head = csvRow(fields.map(({ name }) => name));
      if (kind === 'counts') {
        return async () => {
          const counts = complaintCounts(found, period);
          for (
            let cursor: string | undefined, isFirst = true;
            isFirst || cursor !== undefined;
            isFirst = false
          ) {
            const page = await readPart(desk, exportComplaints, { ...before, cursor }, cursor);
            for (const complaint of page.complaints) counts.add(complaint);
            cursor = page.nextCursor ?? undefined;
          }
          const nameOf = (typeId: ComplaintTypeId) => complaintTypeText[desk.language][typeId];
          const rows = counts.rows(nameOf, desk.parameter);
          return { text: head + rows.map(csvRow).join(''), nextCursor: null };
        };
      }
      let rowCount = 0;
      return async (cursor) => {
        const of = { ...before, filedFrom: instant(period.from), cursor };
        const { complaints, nextCursor } = await readPart(desk, exportComplaints, of, cursor);
        const rows = complaints
          .filter(({ typeId }) => isReturned(found, typeId))
          .map((complaint) => returnRow(found, complaint, period, desk.parameter));
        rowCount += rows.length;
        if (nextCursor === null && rowCount === 0) rows.push(returnRow(found, null, period, desk.parameter));
        return { text: (cursor === undefined ? head : '') + rows.map(csvRow).join(''), nextCursor };
      };
    },
  };
}

/** The files there are. */
const files: Readonly<Record<string, ExportFile>> = {
  'journal.csv': {
    needs: [],
    pieces: (desk) => (cursor) =>
      readPart(desk, exportJournal, { ...daysOf(desk), format: 'csv', cursor }, cursor),
  },
  'trial-balance.csv': {
    needs: ['see-money'],
    pieces: (desk) => async (cursor) => {
      const days = daysOf(desk);
      const { accounts } = await readPart(desk, readTrialBalance, days, cursor);
      const amounts = (['openingMinor', 'debitMinor', 'creditMinor', 'closingMinor'] as const).map((name) =>
        inMajor<(typeof accounts)[number]>(name, () => days.currency),
      );
      return pieceOf(
        desk,
        ['account', ...amounts, ['currency', () => days.currency]],
        accounts,
        cursor,
        null,
      );
    },
  },
  'reconciliation.csv': {
    needs: ['see-money'],
    pieces: (desk) => async (cursor) => {
      const days = daysOf(desk);
      const { days: rows } = await readPart(desk, reconcileProviders, days, cursor);
      const amounts = (
        [
          'reportedMinor',
          'postedMinor',
          'unmatchedMinor',
          'reversedMinor',
          'bookedMinor',
          'differenceMinor',
        ] as const
      ).map((name) => inMajor<(typeof rows)[number]>(name, () => days.currency));
      return pieceOf(
        desk,
        ['day', 'provider', 'count', ...amounts, ['currency', () => days.currency]],
        rows,
        cursor,
        null,
      );
    },
  },
  'aging.csv': {
    needs: ['see-money'],
    pieces: (desk) => async (cursor) => {
      const currency = requestedCurrency(desk);
      const { day, buckets } = await readPart(desk, readAging, { currency }, cursor);
      const amounts = (['owedMinor', 'overdueMinor'] as const).map((name) =>
        inMajor<(typeof buckets)[number]>(name, () => currency),
      );
      const columns = [
        ...[['day', () => day] as const, 'bucket' as const, 'loanCount' as const],
        ...[...amounts, ['currency', () => currency] as const],
      ];
      return pieceOf(desk, columns, buckets, cursor, null);
    },
  },
  'loans.csv': listFile(listLoans, {
    needs: ['see-loans'],
    filtersOf: (desk) => {
      const { borrower, ...filters } = named(
        desk,
        'status',
        'borrower',
        'dueFrom',
        'dueThrough',
        'changedSince',
      );
      return { ...filters, ...(borrower !== undefined && { borrowerId: borrower }) };
    },
    rowsOf: ({ loans }) => loans,
    columns: [
      ...(['orderNumber', 'borrowerId', 'productId', 'market', 'status'] as const),
      ...[inMajor<HostLoan>('principalMinor', currencyIn), inMajor<HostLoan>('owedMinor', currencyIn)],
      ...[inMajor<HostLoan>('heldMinor', currencyIn), 'currency' as const, 'dueDate' as const],
      ...(['appliedAt', 'disbursedOn', 'settledAt', 'writtenOffAt', 'soldAt'] as const),
    ],
  }),
  'borrowers.csv': listFile(listBorrowers, {
    needs: ['see-loans'],
    filtersOf: (desk) => (desk.parameter('state') === 'blocked' ? { isBlocked: true } : {}),
    rowsOf: ({ borrowers }) => borrowers,
    // By ids: who they are is no part of the file.
    columns: ['borrowerId', 'lenderBorrowerId', 'market', 'createdAt', 'blockedAt', 'erasedAt'],
  }),
  'products.csv': listFile(listProducts, {
    needs: ['see-catalogue'],
    rowsOf: ({ products }) => products,
    columns: [
      ...(['productId', 'name', 'market', 'instalmentCount', 'instalmentDays'] as const),
      ...[inMajor<HostProduct>('minimumMinor', currencyIn), inMajor<HostProduct>('maximumMinor', currencyIn)],
      ...(['currency', 'version'] as const),
    ],
  }),
  'offers.csv': listFile(listOffers, {
    needs: ['see-catalogue'],
    filtersOf: (desk) => {
      const { borrower, product } = named(desk, 'borrower', 'product');
      return { ...(borrower && { borrowerId: borrower }), ...(product && { productId: product }) };
    },
    rowsOf: ({ offers }) => offers,
    columns: [
      ...(['borrowerId', 'productId'] as const),
      inMajor<HostOffer>('amountMinor', currencyIn),
      ...(['currency', 'couponCount', 'validFrom', 'validThrough'] as const),
      ...(['withdrawnAt', 'changedAt', 'changedBy'] as const),
    ],
  }),
  'settlements.csv': listFile(listSettlementFiles, {
    needs: ['see-money'],
    rowsOf: ({ files: read }) => read,
    columns: [
      ...(['fileId', 'source', 'name', 'digest', 'currency', 'fromDay', 'throughDay'] as const),
      ...(['lineCount', 'openCount', 'closedCount', 'readAt', 'readBy'] as const),
    ],
  }),
  'events.csv': listFile(listDeadEvents, {
    needs: ['see-operations'],
    rowsOf: ({ events }) => events,
    columns: ['eventId', 'type', 'timestamp', 'attemptCount', 'lastFailure'],
  }),
  'payments.csv': listFile(listPayments, {
    needs: ['see-money'],
    filtersOf: (desk) => ({ ...receivedOn(desk), ...named(desk, 'receivedSince', 'receivedBefore') }),
    rowsOf: ({ payments }) => payments,
    columns: paymentColumns(),
  }),
  'unmatched.csv': listFile(listUnmatchedPayments, {
    needs: ['see-money'],
    rowsOf: ({ payments }) => payments,
    columns: paymentColumns(),
  }),
  'refunds.csv': listFile(listRefunds, {
    needs: ['see-money'],
    filtersOf: (desk) => named(desk, 'state'),
    rowsOf: ({ refunds }) => refunds,
    columns: [
      ...(['refundKey', 'state', 'orderNumber'] as const),
      ['provider', ({ payment }) => payment?.provider ?? null],
      ['paymentId', ({ payment }) => payment?.eventId ?? null],
      inMajor<HostRefund>('amountMinor', currencyIn),
      ...(['currency', 'reason', 'requestedBy', 'requestedAt', 'reference', 'sentAt', 'failedAt'] as const),
    ],
  }),
  'settlement.csv': {
    needs: ['see-money'],
    pieces: (desk) => async (cursor) => {
      const fields = { fileId: desk.parameter('file'), show: desk.parameter('show') || 'open' };
      const { file, lines, missingThere, nextCursor } = await readPart(
        desk,
        showSettlementFile,
        { ...fields, limit: pageSize, cursor },
        cursor,
      );
      if (fields.show === 'missing-there') {
        const amount = inMajor<(typeof missingThere)[number]>('amountMinor', () => file.currency);
        const columns = ['provider', 'eventId', 'orderNumber', amount, 'paidAt'] as const;
        return pieceOf(desk, columns, missingThere, cursor, nextCursor);
      }
      const major = (name: 'amountMinor' | 'feeMinor') =>
        inMajor<(typeof lines)[number]>(name, () => file.currency);
      const columns = [
        ...(['lineNumber', 'kind', 'state', 'identity', 'reference', 'day'] as const),
        ...[major('amountMinor'), major('feeMinor')],
        ['currency', () => file.currency] as const,
        ...(['provider', 'eventId', 'orderNumber', 'decision', 'reason', 'decidedBy', 'closedAt'] as const),
      ];
      return pieceOf(desk, columns, lines, cursor, nextCursor);
    },
  },
  'statements.csv': { needs: ['see-loans'], pieces: statementPieces },
  'record.csv': {
    needs: ['see-audit'],
    pieces: (desk) => async (cursor) => {
      if (cursor === undefined) await recordTaking(desk);
      const of = named(desk, 'about', 'person', 'borrower');
      const { rows, nextCursor, people } = await desk.service.audit({
        ...{ subject: of.about, personId: of.person, borrowerId: of.borrower },
        ...{ cursor, limit: pageSize },
      });
      const columns: Column<(typeof rows)[number]>[] = [
        ['at', ({ at }) => at.toISOString()],
        ['person', ({ personId, name }) => name ?? people.get(personId ?? '') ?? personId],
        ...(['act', 'outcome', 'subject', 'borrowerId', 'reason'] as const),
        ['detail', ({ detail }) => (detail === null ? null : JSON.stringify(detail))],
      ];
      return pieceOf(desk, columns, rows, cursor, nextCursor);
    },
  },
  'queue.csv': {
    needs: ['see-loans'],
    pieces: (desk) => async (cursor) => {
      if (cursor === undefined) await recordTaking(desk);
      const filter = filterOf(queryOf(new URL(desk.request.url).searchParams), desk);
      const page = { cursor: cursor ?? '', limit: pageSize };
      const { rows, nextCursor } = await desk.service.matters.list(desk.person, filter, page);
      const columns: Column<(typeof rows)[number]>[] = [
        ...(['kind', 'name', 'market', 'orderNumber', 'borrower'] as const),
        [
          'amount',
          ({ amountMinor, currency }) =>
            amountMinor === null ? null : decimalOf(String(amountMinor), currency),
        ],
        'currency',
        ['cameAt', ({ cameAt }) => cameAt.toISOString()],
        ['dueAt', ({ clock }) => clock.dueAt.toISOString()],
        ['holder', ({ holder }) => holder?.name ?? null],
      ];
      return pieceOf(desk, columns, rows, cursor, nextCursor);
    },
  },
  'collections.csv': {
    needs: ['see-loans'],
    pieces: (desk) => async (cursor) => {
      if (cursor === undefined) await recordTaking(desk);
      const filter = lateFilterOf(lateQueryOf(new URL(desk.request.url).searchParams), desk);
      const page = { cursor: cursor ?? '', limit: pageSize };
      const { rows, nextCursor } = await desk.service.collections.list(desk.person, filter, page);
      const columns: Column<(typeof rows)[number]>[] = [
        ...(['orderNumber', 'market', 'daysLate'] as const),
        ...[inMajor<LateLoan>('overdueMinor', currencyIn), inMajor<LateLoan>('owedMinor', currencyIn)],
        'currency',
        ['promisedOn', ({ promise }) => promise?.on ?? null],
        ['promised', ({ promise, currency }) => promise && decimalOf(String(promise.amountMinor), currency)],
        ['promise', ({ promise }) => promise?.state ?? null],
        ['lastContact', ({ lastContact }) => lastContact?.kind ?? null],
        ['lastContactAt', ({ lastContact }) => lastContact?.writtenAt.toISOString() ?? null],
        ['lastResult', ({ lastContact }) => lastContact?.result ?? null],
        ['holder', ({ holder }) => holder?.name ?? null],
        ...(['pausedBy', 'pausedUntil'] as const),
      ];
      return pieceOf(desk, columns, rows, cursor, nextCursor);
    },
  },
  'promotions.csv': {
    needs: [],
    pieces: (desk) => {
      const of = { ...requestedPromotionDays(desk), by: 'channel', limit: pageSize };
      return async (cursor) => {
        const { figures, nextCursor } = await readPart(desk, readPromotionFigures, { ...of, cursor }, cursor);
        const columns = [
          ...(['templateId', 'appFrom', 'utmTag'] as const),
          ...(['visitCount', 'sendCount', 'registrationCount'] as const),
        ] as const;
        return pieceOf(desk, columns, figures, cursor, nextCursor);
      };
    },
  },
  'registrations.csv': listFile(listRegistrations, {
    needs: ['see-personal-data'],
    rowsOf: ({ registrations }) => registrations,
    columns: [
      ...([
        'registrationId',
        'registeredAt',
        'mobilePhone',
        'templateId',
        'appName',
        'merchantNumber',
      ] as const),
      ...(['inviteCode', 'appFrom', 'userFrom', 'utmTag', 'termsHash', 'privacyNoticeHash'] as const),
    ],
  }),
  ...Object.fromEntries(returnIds.map((id) => [`complaints-${id}.csv`, returnFile(id)])),
  'complaints.csv': listFile(exportComplaints, {
    needs: ['see-personal-data'],
    rowsOf: ({ complaints }) => complaints,
    columns: [
      ...(['folio', 'state', 'orderNumber', 'typeId', 'subtypeId', 'filedAt', 'reviewedAt'] as const),
      ...(['answeredAt', 'closedAt', 'score', 'content', 'reply'] as const),
    ],
  }),
};

function paymentColumns(): Column<HostPayment>[] {
  return [
    ...(['provider', 'eventId', 'orderNumber', 'reference'] as const),
    inMajor<HostPayment>('amountMinor', currencyIn),
    ...(['currency', 'outcome', 'paidAt', 'receivedAt', 'reversedAt'] as const),
  ];
}

/**
 * Statements of account for a period: of one loan, of all of a person, or of all in a status, each from what was owed and held before
 * to what is after.
 */
function statementPieces(desk: OpenDesk): Pieces {
  const { order, borrower, status } = named(desk, 'order', 'borrower', 'status');
  const [from, through] = [typedDay(desk.parameter('from')), typedDay(desk.parameter('through'))];
  if (from === null || through === null || from > through) throw new CodedError('request-invalid', 'from');
  const filters = {
    ...(borrower !== undefined && { borrowerId: borrower }),
    ...(status !== undefined && { status }),
  };
  return async (cursor) => {
    const numbers =
      order === undefined
        ? await readPart(desk, listLoans, { ...filters, limit: statementsAtOnce, cursor }, cursor)
        : { loans: [{ orderNumber: order }], nextCursor: null };
    const rows: StatementRow[] = [];
    for (const [place, { orderNumber }] of numbers.loans.entries()) {
      const isFirst = order !== undefined && cursor === undefined && place === 0;
      const fields = { orderNumber };
      const statement = isFirst
        ? await readPart(desk, readLoanStatement, fields, undefined)
        : await desk.read(readLoanStatement, fields);
      rows.push(...statementRows(statement, { from, through }));
    }
    return pieceOf(desk, statementColumns, rows, cursor, numbers.nextCursor);
  };
}

const statementsAtOnce = 20;

/** A file of CSV, written while it is read, so that none is too long; that it was taken is logged. */
export const exports = deskScreen({
  path: deskPaths.exports,
  needs: 'export',
  async load(desk): Promise<Response> {
    const file = desk.part('file');
    const known = Object.hasOwn(files, file) ? files[file] : undefined;
    if (!known) throw new CodedError('not-found', 'file');
    for (const act of known.needs) await desk.require(act);
    const pieces = known.pieces(desk);
    const first = await pieces(undefined);
    return new Response(streamOf(first, pieces), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${file}"`,
        'Cache-Control': 'no-store',
      },
    });
  },
  title: () => '',
  page: () => null,
});

/** By which spreadsheets know that letters are in UTF-8. */
const byteOrderMark = '\ufeff';

/** The first part and those after it, each read when the one before was taken; a fault breaks the download off. */
function streamOf(first: Piece, pieces: Pieces): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: Piece | null = { ...first, text: byteOrderMark + first.text };
  return new ReadableStream({
    async pull(controller) {
      if (next === null) return controller.close();
      const { text, nextCursor }: Piece = next;
      controller.enqueue(encoder.encode(text));
      next = nextCursor === null ? null : await pieces(nextCursor);
    },
  });
}

/** Makes the call of one part; the first one says in the log that the file was taken. */
function readPart<Request, Answer>(
  desk: OpenDesk,
  call: HostCall<Request, Answer>,
  fields: Readonly<Record<string, unknown>>,
  cursor: string | undefined,
): Promise<Answer> {
  const logged = cursor === undefined && {
    subject: `file:${desk.part('file')}`,
    loggedAs: 'exported' as const,
    detail: { filters: filtersOf(desk) },
  };
  return desk.service.ask(desk.person, call, fields, { messageId: desk.newId(), ...logged });
}

/** Keeps in the record that a file is taken whose list is no call's. */
function recordTaking(desk: OpenDesk): Promise<void> {
  return desk.service.recordExport(desk.person, `file:${desk.part('file')}`, filtersOf(desk));
}

/** What an address may filter a file by. */
const filterNames: ReadonlySet<string> = new Set([
  ...[
    'about',
    'borrower',
    'changedSince',
    'currency',
    'days',
    'dueFrom',
    'dueThrough',
    'file',
    'from',
    'kind',
    'least',
  ],
  ...[
    'market',
    'month',
    'most',
    'order',
    'others',
    'past',
    'person',
    'product',
    'receivedBefore',
    'receivedSince',
    'show',
  ],
  ...['since', 'sort', 'state', 'status', 'through', 'view', 'with'],
]);

/** By what the address filters the file, for the record. */
function filtersOf(desk: OpenDesk): FileFilters {
  const parameters = [...new URL(desk.request.url).searchParams];
  return Object.fromEntries(
    parameters.filter(([name, value]) => filterNames.has(name) && value !== '' && value.length <= 64),
  );
}

/** A column of a file: a field of a row by its name, or a name and what stands there. */
type Column<Row> = (keyof Row & string) | readonly [name: string, cell: (row: Row) => string | number | null];

/** An instant, as calls and rows say it. */
const isInstant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** An instant on the clocks of a row's market, so that its day is the market's; of the desk's where a row is of none. */
function onClocks(text: string, row: object, { market: own }: OpenDesk): string {
  const { market, currency } = row as {
    readonly market?: Market | null;
    readonly currency?: Currency | null;
  };
  const of = market ?? (currency ? marketOfCurrency(currency) : own);
  return isInstant.test(text) ? instantIn(of, new Date(text)) : text;
}

function pieceOf<Row extends object>(
  desk: OpenDesk,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  cursor: string | undefined,
  nextCursor: string | null,
): Piece {
  const head =
    cursor === undefined ? csvRow(columns.map((each) => (typeof each === 'string' ? each : each[0]))) : '';
  const cellOf = (row: Row, column: Column<Row>) => {
    const value = typeof column === 'string' ? row[column] : column[1](row);
    if (typeof value === 'string') return onClocks(value, row, desk);
    return typeof value === 'number' ? value : null;
  };
  return {
    text: head + rows.map((row) => csvRow(columns.map((column) => cellOf(row, column)))).join(''),
    nextCursor,
  };
}
