import { and, asc, eq, inArray, isNull, lt, notLike, type SQL, sql } from 'drizzle-orm';
import { type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { isAnyOf } from '#db/input-rows.ts';
import { lockRow } from '#db/rows.ts';
import { borrowers, retentionRuns } from '#db/schema/borrower.ts';
import { registrations } from '#db/schema/registration.ts';
import { allMarkets, type Market, marketOf } from '#domain/market.ts';
import type { RetentionKind, RetentionYears } from '#domain/retention-years.ts';
import { isInTimePage } from '../http/store.ts';

export type RetentionRun = typeof retentionRuns.$inferSelect;

export function findRuns(database: Queryable, markets: readonly Market[]): Promise<RetentionRun[]> {
  return database
    .select()
    .from(retentionRuns)
    .where(inArray(retentionRuns.market, [...markets]));
}

export async function lockRun(transaction: Transaction, market: Market): Promise<RetentionRun | undefined> {
  const isIts = eq(retentionRuns.market, market);
  return lockRow(transaction, retentionRuns, isIts);
}

export const atBeginning = {
  afterAt: null,
  afterId: null,
  borrowerCount: 0,
  registrationCount: 0,
  oldestAt: null,
  endedAt: null,
} satisfies Partial<RetentionRun>;

/** Begins an unapproved run for these years; replaces the market's run for other years. */
export async function beginRun(database: Queryable, market: Market, years: RetentionYears) {
  const fresh = { ...atBeginning, market, years, approvedAt: null, approvedBy: null };
  await database
    .insert(retentionRuns)
    .values(fresh)
    .onConflictDoUpdate({ target: retentionRuns.market, set: fresh });
  return fresh;
}

/** Changes a run unless its approval changed since it was read. @returns the run with the change. */
export async function updateRun(
  database: Queryable,
  run: RetentionRun,
  change: Partial<RetentionRun>,
): Promise<RetentionRun> {
  const isSame = and(
    eq(retentionRuns.market, run.market),
    sql`${retentionRuns.approvedAt} is not distinct from ${run.approvedAt?.toISOString() ?? null}::timestamptz`,
  );
  await database.update(retentionRuns).set(change).where(isSame);
  return { ...run, ...change };
}

/** A page of a market's borrowers, oldest first, that were added before an instant and are not erased. */
export function borrowersAddedBefore(
  database: Queryable,
  { market, afterAt, afterId }: Pick<RetentionRun, 'market' | 'afterAt' | 'afterId'>,
  before: Date,
  limit: number,
) {
  const after = afterAt && afterId ? ([afterAt.toISOString(), afterId] as const) : undefined;
  return database
    .select({ id: borrowers.id, createdAt: borrowers.createdAt })
    .from(borrowers)
    .where(
      and(
        eq(borrowers.market, market),
        isNull(borrowers.erasedAt),
        lt(borrowers.createdAt, before),
        isInTimePage(borrowers.createdAt, borrowers.id, { since: undefined, after }),
      ),
    )
    .orderBy(asc(borrowers.createdAt), asc(borrowers.id))
    .limit(limit);
}

/** Columns from which the years of each kind are counted. A loan counts as one only where it was paid out. */
const activitySources: readonly {
  readonly kind: RetentionKind;
  readonly table: string;
  readonly at: SQL;
  readonly having?: SQL;
}[] = [
  {
    kind: 'loan',
    table: 'loans',
    having: sql`bool_or(disbursed_on is not null)`,
    at: sql`greatest(changed_at, settled_at, written_off_at, sold_at)`,
  },
  { kind: 'registration', table: 'loans', at: sql`changed_at` },
  { kind: 'registration', table: 'quotes', at: sql`issued_at` },
  { kind: 'complaint', table: 'complaints', at: sql`greatest(filed_at, answered_at, closed_at)` },
  { kind: 'complaint', table: 'charge_disputes', at: sql`greatest(filed_at, ended_at)` },
  { kind: 'complaint', table: 'payment_claims', at: sql`greatest(claimed_at, answered_at)` },
];

/** The last activity of each borrower by kind, in milliseconds since 1970; absent where there was none. */
export async function lastActivities(database: Queryable, borrowerIds: readonly string[]) {
  const last = new Map<string, Partial<Record<RetentionKind, number>>>();
  for (const { kind, table, at, having = sql`true` } of activitySources) {
    const rows = await queryRows<{ borrowerId: string; atMs: number }>(
      database,
      sql`select borrower_id as "borrowerId", (extract(epoch from max(${at})) * 1000)::float8 as "atMs"
        from ${sql.identifier(table)} where ${isAnyOf(sql`borrower_id`, borrowerIds)} group by borrower_id having ${having}`,
    );
    for (const { borrowerId, atMs } of rows) {
      const known = last.get(borrowerId) ?? {};
      last.set(borrowerId, { ...known, [kind]: Math.max(known[kind] ?? 0, atMs) });
    }
  }
  return last;
}

/** The last change of a refund of these loans, in milliseconds since 1970; 0 where there is none. */
export async function lastRefund(database: Queryable, loanIds: readonly string[]): Promise<number> {
  const [row] = await queryRows<{ atMs: number | null }>(
    database,
    sql`select (extract(epoch from max(greatest(requested_at, sent_at, failed_at))) * 1000)::float8 as "atMs"
      from refunds where ${isAnyOf(sql`loan_id`, loanIds)}`,
  );
  return row?.atMs ?? 0;
}

/** Registrations made before an instant whose number belongs to no borrower. Numbers of countries without a market count to the first market. */
function isLeft(market: Market, before: Date): SQL | undefined {
  const prefixOf = (each: Market) => `+${marketOf[each].telephone.callingCode}`;
  const others = allMarkets.filter((each) => each !== market);
  const isOfMarket =
    market === allMarkets[0]
      ? and(...others.map((each) => notLike(registrations.mobilePhone, `${prefixOf(each)}%`)))
      : sql`${registrations.mobilePhone} like ${`${prefixOf(market)}%`}`;
  return and(
    lt(registrations.registeredAt, before),
    isOfMarket,
    sql`not exists (select from ${borrowers} where ${borrowers.market} = ${market}
      and ${borrowers.mobilePhone} = substr(${registrations.mobilePhone}, ${prefixOf(market).length + 1}::int))`,
  );
}

export async function registrationsMadeBefore(
  database: Queryable,
  market: Market,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .select({ id: registrations.id })
    .from(registrations)
    .where(isLeft(market, before))
    .orderBy(asc(registrations.registeredAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function countRegistrations(
  database: Queryable,
  market: Market,
  before: Date,
): Promise<{ readonly count: number; readonly oldestAt: Date | null }> {
  const [row] = await database
    .select({
      count: sql<number>`count(*)::int`,
      oldest: sql<string | null>`min(${registrations.registeredAt})::text`,
    })
    .from(registrations)
    .where(isLeft(market, before));
  return { count: row?.count ?? 0, oldestAt: row?.oldest ? new Date(row.oldest) : null };
}
