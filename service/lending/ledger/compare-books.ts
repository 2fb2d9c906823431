import { and, asc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { firstRow } from '#db/rows.ts';
import { type BookedPlace, bookComparison, bookFaults } from '#db/schema/ledger.ts';
import { loans } from '#db/schema/loan.ts';
import { allCurrencies } from '#domain/market.ts';
import { inParts } from './in-batches.ts';
import {
  type Disagreement,
  type EventFault,
  reconcileEventsById,
  reconcileEventsOf,
  reconcileLoans,
} from './reconcile.ts';

type Progress = typeof bookComparison.$inferSelect;

/** A round through all loans takes this many daily runs, so that each loan is compared at least once a week. */
const runsPerRound = 6;
const runIntervalMs = 24 * 60 * 60 * 1000;
/** Movements booked this long before the last run are compared again, since a slow commit may have hidden them. */
const overlapMs = 6 * 60 * 60 * 1000;
const batchSize = 1000;
const listedMax = 1000;

export interface ComparisonTimes {
  /** When somebody requested a comparison of all loans that has not begun; null for none. */
  readonly askedAt: Date | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

export interface ComparisonState extends ComparisonTimes {
  readonly loanCount: number;
  /** Since when every loan was compared at least once; null before the first round is complete. */
  readonly comparedSince: Date | null;
  /** Upper bound of the round's loans that are not compared yet: gaps in their numbers count. */
  readonly outstandingCount: number;
  readonly faultyLoanCount: number;
  readonly faultyEventCount: number;
  readonly disagreementCount: number;
}

export async function readComparisonState(database: Queryable): Promise<ComparisonState> {
  const progress = await progressOf(database);
  const [faults] = await queryRows<
    Record<'faultyLoanCount' | 'faultyEventCount' | 'disagreementCount', number>
  >(
    database,
    sql`select count(*) filter (where books = 'loans')::integer as "faultyLoanCount",
      count(*) filter (where books = 'events')::integer as "faultyEventCount",
      coalesce(sum(jsonb_array_length(found)) filter (where books = 'loans'), 0)::integer as "disagreementCount"
      from book_faults`,
  );
  return {
    askedAt: progress?.askedAt ?? null,
    startedAt: progress?.startedAt ?? null,
    endedAt: progress?.endedAt ?? null,
    loanCount: progress?.loanCount ?? 0,
    comparedSince: progress?.comparedSince ?? null,
    outstandingCount: progress ? progress.roundEnd - progress.roundThrough : 0,
    ...(faults ?? { faultyLoanCount: 0, faultyEventCount: 0, disagreementCount: 0 }),
  };
}

export async function comparisonTimes(database: Queryable): Promise<ComparisonTimes> {
  const progress = await progressOf(database);
  return progress ?? { askedAt: null, startedAt: null, endedAt: null };
}

function progressOf(database: Queryable): Promise<Progress | undefined> {
  return firstRow(database.select().from(bookComparison));
}

export function isComparisonDue({ askedAt, startedAt, endedAt }: ComparisonTimes, now: Date): boolean {
  if (askedAt !== null || startedAt === null || endedAt === null) return true;
  return now < startedAt || now.getTime() - startedAt.getTime() >= runIntervalMs;
}

/** Requests a comparison of all loans, which begins soon. Idempotent. */
export async function askForComparison(transaction: Transaction, now: Date): Promise<void> {
  await transaction
    .insert(bookComparison)
    .values({ askedAt: now })
    .onConflictDoUpdate({ target: bookComparison.id, set: { askedAt: now } });
}

/** A difference, with the times of its first and last finding. */
export type Finding<Fault> = Fault & { readonly foundAt: Date; readonly comparedAt: Date };

/** Unresolved findings: the first thousand loans and the first thousand events. */
export async function listFindings(database: Queryable): Promise<{
  readonly disagreements: Finding<Disagreement>[];
  readonly eventFaults: Finding<EventFault>[];
}> {
  const listed = async <Fault>(books: 'loans' | 'events') => {
    const rows = await database
      .select()
      .from(bookFaults)
      .where(eq(bookFaults.books, books))
      .orderBy(asc(bookFaults.id))
      .limit(listedMax);
    return rows.flatMap(({ found: rows, foundAt, comparedAt }) =>
      rows.map((fault) => ({ ...(fault as Fault), foundAt, comparedAt })),
    );
  };
  return {
    disagreements: await listed<Disagreement>('loans'),
    eventFaults: await listed<EventFault>('events'),
  };
}

export interface NewFaults {
  readonly loanIds: readonly string[];
  readonly eventIds: readonly string[];
}

interface Run {
  readonly now: Date;
  /** Once aborted the run ends after the current batch; another run continues there. */
  readonly signal?: AbortSignal;
}

/**
 * Compares with the ledger, with their events, the loans that differed before, those with movements since the last run, and the next sixth
 * of all loans; all loans the first time and on request. A finding stays until the loan agrees again. Continues an interrupted run.
 */
export async function compareBooks(database: Database, run: Run): Promise<NewFaults> {
  const progress = await inTransaction(database, (transaction) => begun(transaction, run.now));
  const parts = [
    await compareFaultyAgain(database, run),
    ...(await compareMoved(database, progress, run)),
    await compareRound(database, progress, run),
    await compareLoanless(database, run),
  ].flat();
  if (!run.signal?.aborted) await inTransaction(database, (transaction) => ended(transaction, run.now));
  const idsOf = (booksName: FaultKey['books']) =>
    parts.filter(({ books }) => books === booksName).map(({ id }) => id);
  return { loanIds: idsOf('loans'), eventIds: idsOf('events') };
}

async function begun(transaction: Transaction, now: Date): Promise<Progress> {
  await transaction.insert(bookComparison).values({}).onConflictDoNothing();
  const [before] = await transaction.select().from(bookComparison).for('update');
  if (!before) throw new Error('The row of the comparison is gone.');
  const isWhole = before.askedAt !== null || before.startedAt === null;
  if (!isWhole && before.endedAt === null) return before;
  const [serials] = await queryRows<{ first: string; last: string }>(
    transaction,
    sql`select coalesce(min(serial_number), 1)::text as first, coalesce(max(serial_number), 0)::text as last from loans`,
  );
  const isNewRound = isWhole || before.roundThrough >= before.roundEnd;
  const first = Number(serials?.first);
  const round = isNewRound
    ? { roundStartedAt: now, roundEnd: Number(serials?.last), roundThrough: first - 1 }
    : { roundEnd: before.roundEnd, roundThrough: before.roundThrough };
  const daysMissed = before.startedAt ? (now.getTime() - before.startedAt.getTime()) / runIntervalMs : 0;
  const share = Math.ceil((round.roundEnd - first + 1) / runsPerRound) * Math.max(1, Math.floor(daysMissed));
  const since = new Date(Math.min(before.startedAt?.getTime() ?? now.getTime(), now.getTime()) - overlapMs);
  const from: BookedPlace = { at: since.toISOString(), id: '00000000-0000-0000-0000-000000000000' };
  const [progress] = await transaction
    .update(bookComparison)
    .set({
      ...round,
      askedAt: null,
      startedAt: now,
      endedAt: null,
      loanCount: 0,
      runEnd: isWhole ? round.roundEnd : Math.min(round.roundEnd, round.roundThrough + share),
      movedThrough: isWhole ? {} : Object.fromEntries(allCurrencies.map((currency) => [currency, from])),
    })
    .returning();
  return progress ?? before;
}

async function ended(transaction: Transaction, now: Date): Promise<void> {
  await transaction.update(bookComparison).set({
    endedAt: now,
    comparedSince: sql`case when round_through >= round_end then round_started_at else compared_since end`,
  });
}

type FaultKey = Pick<typeof bookFaults.$inferSelect, 'books' | 'id'>;

function compareFaultyAgain(database: Database, run: Run): Promise<FaultKey[]> {
  const place = (key: FaultKey) =>
    or(gt(bookFaults.books, key.books), and(eq(bookFaults.books, key.books), gt(bookFaults.id, key.id)));
  const next = (queryable: Queryable, after: FaultKey | undefined, size: number) =>
    queryable
      .select({ books: bookFaults.books, id: bookFaults.id })
      .from(bookFaults)
      .where(after && place(after))
      .orderBy(asc(bookFaults.books), asc(bookFaults.id))
      .limit(size);
  return compareInParts<FaultKey>(database, run, {
    endAfter: async (queryable, after, size) => (await next(queryable, after, size)).at(-1),
    async read(transaction, after, end) {
      const records = (await next(transaction, after, batchSize)).filter(
        ({ books, id }) => books < end.books || (books === end.books && id <= end.id),
      );
      const idsOf = (booksName: FaultKey['books']) =>
        records.filter(({ books }) => books === booksName).map(({ id }) => id);
      const faults = faultsOf(
        await reconcileLoans(transaction, idsOf('loans')),
        await reconcileEventsById(transaction, idsOf('events')),
      );
      for (const books of ['loans', 'events'] as const) {
        const stillIds = new Set(faults.filter((fault) => fault.books === books).map(({ id }) => id));
        const mendedIds = idsOf(books).filter((id) => !stillIds.has(id));
        await transaction
          .delete(bookFaults)
          .where(and(eq(bookFaults.books, books), inArray(bookFaults.id, mendedIds)));
      }
      return keepFaults(transaction, faults, run.now);
    },
  });
}

async function compareMoved(database: Database, progress: Progress, run: Run): Promise<FaultKey[][]> {
  const matches: FaultKey[][] = [];
  for (const currency of allCurrencies) {
    const start = progress.movedThrough[currency];
    if (start === undefined) continue;
    const place = (key: BookedPlace) => sql`(${key.at}::timestamptz, ${key.id}::uuid)`;
    const part = await compareInParts<BookedPlace>(database, run, {
      async endAfter(queryable, after = start, size) {
        return firstRow(
          queryRows<BookedPlace>(
            queryable,
            sql`select to_char(booked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, id from (
              select booked_at, id from ledger_transactions
              where currency = ${currency} and (booked_at, id) > ${place(after)} order by booked_at, id limit ${size}::integer
            ) as batch order by booked_at desc, id desc limit 1`,
          ),
        );
      },
      read: (transaction, after = start, end) =>
        compareLoans(transaction, run.now, {
          which: sql`id in (select loan_id from ledger_transactions where currency = ${currency}
            and (booked_at, id) > ${place(after)} and (booked_at, id) <= ${place(end)})`,
          reached: {
            movedThrough: sql`moved_through || ${JSON.stringify({ [currency]: end })}::jsonb`,
          },
        }),
    });
    matches.push(part);
  }
  return matches;
}

function compareRound(database: Database, progress: Progress, run: Run): Promise<FaultKey[]> {
  const { roundThrough, runEnd } = progress;
  return compareInParts<number>(database, run, {
    async endAfter(queryable, after = roundThrough, size) {
      const [end] = await queryRows<{ last: string }>(
        queryable,
        sql`select serial_number::text as last from (
            select serial_number from loans where serial_number > ${after}::bigint and serial_number <= ${runEnd}::bigint
            order by serial_number limit ${size}::integer
          ) as batch order by serial_number desc limit 1`,
      );
      return end && Number(end.last);
    },
    read: (transaction, after = roundThrough, end) =>
      compareLoans(transaction, run.now, {
        which: sql`serial_number > ${after}::bigint and serial_number <= ${end}::bigint`,
        reached: { roundThrough: end },
      }),
  });
}

/** All payments without a loan: they are few, since each waits for staff or was sent back. */
function compareLoanless(database: Database, run: Run): Promise<FaultKey[]> {
  const start = '00000000-0000-0000-0000-000000000000';
  const idsAfter = (queryable: Queryable, after: string, limit: number) =>
    queryRows<{ id: string }>(
      queryable,
      sql`select id from provider_events where loan_id is null and id > ${after}::uuid order by id limit ${limit}::integer`,
    );
  return compareInParts<string>(database, run, {
    endAfter: async (queryable, after = start, size) => (await idsAfter(queryable, after, size)).at(-1)?.id,
    async read(transaction, after = start, end) {
      const ids = (await idsAfter(transaction, after, batchSize)).map(({ id }) => id);
      const faults = await reconcileEventsById(
        transaction,
        ids.filter((id) => id <= end),
      );
      return keepFaults(transaction, faultsOf([], faults), run.now);
    },
  });
}

/** As `inParts`, until the run is aborted; the findings and the cursor of a batch are stored together. */
function compareInParts<Key>(
  database: Database,
  { signal }: Run,
  parts: {
    endAfter(queryable: Queryable, after: Key | undefined, size: number): Promise<Key | undefined>;
    read(transaction: Queryable, after: Key | undefined, end: Key): Promise<FaultKey[]>;
  },
): Promise<FaultKey[]> {
  return inParts<Key, FaultKey>(database, {
    size: batchSize,
    endAfter: async (queryable, after, size) =>
      signal?.aborted ? undefined : parts.endAfter(queryable, after, size),
    read: parts.read,
  });
}

async function compareLoans(
  transaction: Queryable,
  now: Date,
  options: {
    readonly which: SQL;
    readonly reached: { readonly movedThrough?: SQL; readonly roundThrough?: number };
  },
): Promise<FaultKey[]> {
  const { which, reached } = options;
  const ids = (await transaction.select({ id: loans.id }).from(loans).where(which)).map(({ id }) => id);
  const faults = faultsOf(await reconcileLoans(transaction, ids), await reconcileEventsOf(transaction, ids));
  const rows = await keepFaults(transaction, faults, now);
  await transaction
    .update(bookComparison)
    .set({ ...reached, loanCount: sql`${bookComparison.loanCount} + ${ids.length}::integer` });
  return rows;
}

type Fault = FaultKey & Pick<typeof bookFaults.$inferSelect, 'found'>;

function faultsOf(disagreements: readonly Disagreement[], events: readonly EventFault[]): Fault[] {
  const byLoan = Map.groupBy(disagreements, ({ loanId }) => loanId);
  return [
    ...[...byLoan].map(([id, rows]) => ({
      books: 'loans' as const,
      id,
      found: rows.map((each) => ({ ...each })),
    })),
    ...events.map((fault) => ({ books: 'events' as const, id: fault.id, found: [{ ...fault }] })),
  ];
}

async function keepFaults(transaction: Queryable, faults: readonly Fault[], now: Date): Promise<FaultKey[]> {
  if (faults.length === 0) return [];
  const faultRows = await transaction
    .insert(bookFaults)
    .values(faults.map((fault) => ({ ...fault, foundAt: now, comparedAt: now })))
    .onConflictDoUpdate({
      target: [bookFaults.books, bookFaults.id],
      set: { found: sql`excluded.found`, comparedAt: sql`excluded.compared_at` },
    })
    .returning({ books: bookFaults.books, id: bookFaults.id, isNew: sql<boolean>`xmax = 0` });
  return faultRows.filter(({ isNew }) => isNew).map(({ books, id }) => ({ books, id }));
}
