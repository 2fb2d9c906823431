import { type SQL, sql } from 'drizzle-orm';
import { type Database, type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { isAnyOf } from '#db/input-rows.ts';
import { isId } from '#db/new-id.ts';
import type { LedgerAccount } from '#domain/booking/movement.ts';
import { addDays, type LocalDate, localDate } from '#domain/calendar.ts';
import { csvField } from '#domain/csv.ts';
import { dayIn, type Market, marketOfCurrency, startOfDayIn } from '#domain/market.ts';
import { decimalOf } from '#domain/money/amount-input.ts';
import type { Currency } from '#domain/money/money.ts';
import { cursorKey, isInstant, pageOf } from '../keyset.ts';
import { bookedSums, closedSums, type DaySum, earlierOf, lastSummedDay } from './closed-days.ts';
import { type EarningDay, earningAccounts, earningsOf, isEarning } from './earnings.ts';
import { inBatches, inParts } from './in-batches.ts';

/** Days of the accounts, both included, in the market of a currency. */
export interface AccountingDays {
  readonly currency: Currency;
  readonly fromDay: LocalDate;
  readonly throughDay: LocalDate;
}

/** Days of the accounts, looked at on a day: none after it was earned yet. */
interface DaysSeenOn extends AccountingDays {
  readonly today: LocalDate;
}

function instantsOf({ currency, fromDay, throughDay }: AccountingDays): {
  readonly from: SQL;
  readonly until: SQL;
} {
  const market = marketOfCurrency(currency);
  const instant = (day: LocalDate) => sql`${startOfDayIn(market, day).toISOString()}::timestamptz`;
  return { from: instant(fromDay), until: instant(addDays(throughDay, 1)) };
}

/** Sums of one group; amounts are digits, since a sum may be any size. */
type Sums = Readonly<Record<string, string | number>>;

/** Adds the sums of batches up, by what names their group; in the order of the groups. */
function added<Row extends Sums>(rows: readonly Row[], groupedBy: readonly (keyof Row & string)[]): Row[] {
  const byGroup = new Map<string, Row>();
  for (const row of rows) {
    const group = groupedBy.map((name) => row[name]).join('\n');
    const sum = byGroup.get(group);
    byGroup.set(group, sum ? (sumOf(sum, row, groupedBy) as Row) : row);
  }
  return [...byGroup].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function sumOf(a: Sums, b: Sums, columns: readonly string[]): Sums {
  const add = (name: string, value: string | number) => {
    const other = b[name] ?? 0;
    return typeof value === 'number' ? value + Number(other) : String(BigInt(value) + BigInt(other));
  };
  return Object.fromEntries(
    Object.entries(a).map(([name, value]) => [name, columns.includes(name) ? value : add(name, value)]),
  );
}

/** An account over some days. Amounts are digits. */
type AccountBalance = Readonly<
  Record<'openingMinor' | 'debitMinor' | 'creditMinor' | 'closingMinor', string> & { account: LedgerAccount }
>;

/** No booking is of a day before. */
const firstDay = localDate('1970-01-01');

/** What loans earned by days, as sums of accounts. */
function sumsOfEarnings(earnings: readonly EarningDay[]): DaySum[] {
  return earnings.flatMap((earned) =>
    earningAccounts.flatMap(({ figure, from, to }): DaySum[] => {
      const { day, [figure]: minor } = earned;
      if (minor === '0') return [];
      return [
        { day, account: from, debitMinor: minor, creditMinor: '0' },
        { day, account: to, debitMinor: '0', creditMinor: minor },
      ];
    }),
  );
}

/**
 * Every account over some days, by the day of booking: the sums of the days that are closed, and of the others what was booked; and
 * what loans earned on each day.
 */
export async function trialBalance(
  database: Database | Transaction,
  days: DaysSeenOn,
): Promise<AccountBalance[]> {
  const { currency, fromDay, throughDay } = days;
  const summedThrough = await lastSummedDay(database, currency);
  const closed =
    summedThrough === null
      ? []
      : await closedSums(database, { currency, fromDay, throughDay: earlierOf(throughDay, summedThrough) });
  const openFrom = summedThrough === null ? null : addDays(summedThrough, 1);
  const booked = await bookedSums(database, { currency, fromDay: openFrom, throughDay });
  const earned = sumsOfEarnings(await earningsOf(database, { ...days, fromDay: firstDay, summedThrough }));
  const balances = [...closed, ...booked, ...earned].map(
    ({ day, account, debitMinor, creditMinor }): AccountBalance => {
      const netMinor = String(BigInt(debitMinor) - BigInt(creditMinor));
      return day < fromDay
        ? { account, openingMinor: netMinor, debitMinor: '0', creditMinor: '0', closingMinor: netMinor }
        : { account, openingMinor: '0', debitMinor, creditMinor, closingMinor: netMinor };
    },
  );
  return added(balances, ['account']);
}

/** How the accounts are filed in a plain text journal. */
const accountNames: Readonly<Record<LedgerAccount, string>> = {
  receivable: 'assets:receivable',
  cash: 'assets:cash',
  'unearned-interest': 'liabilities:unearned-interest',
  'unearned-fee': 'liabilities:unearned-fee',
  'suspended-income': 'liabilities:suspended-income',
  'derecognised-receivable': 'assets:derecognised-receivable',
  suspense: 'liabilities:suspense',
  'refund-payable': 'liabilities:refund-payable',
  'vat-payable': 'liabilities:vat-payable',
  'interest-income': 'income:interest',
  'fee-income': 'income:fee',
  'penalty-income': 'income:penalty',
  'recovery-income': 'income:recovery',
  'waiver-expense': 'expenses:waiver',
  'write-off-expense': 'expenses:write-off',
  'sale-loss': 'expenses:sale-loss',
};

interface JournalRow {
  readonly id: string;
  readonly bookedAt: string;
  readonly kind: string;
  /** Null for what all loans earned on a day. */
  readonly orderNumber: string | null;
  readonly actor: string | null;
  readonly reason: string | null;
  readonly reversesId: string | null;
  readonly postings: readonly {
    readonly account: LedgerAccount;
    readonly component: string | null;
    readonly amount: string;
  }[];
}

/** One page of the journal as text, and where the next begins. */
export async function journalPage(
  database: Database | Transaction,
  {
    format,
    cursor,
    limit,
    ...days
  }: DaysSeenOn & {
    readonly format: 'csv' | 'ledger';
    readonly cursor?: string | undefined;
    readonly limit: number;
  },
): Promise<{ readonly text: string; readonly nextCursor: string | null }> {
  const { from, until } = instantsOf(days);
  const [at, id = ''] = cursorKey(cursor, [isInstant, isId]) ?? [];
  const isBeyond =
    at === undefined ? sql`` : sql`and (movement.booked_at, movement.id) > (${at}::timestamptz, ${id}::uuid)`;
  const list = await queryRows<JournalRow>(
    database,
    sql`
      with page as (
        select movement.* from ledger_transactions as movement
        where movement.currency = ${days.currency} and movement.booked_at >= ${from} and movement.booked_at < ${until}
          ${isBeyond}
        order by movement.booked_at, movement.id limit ${limit + 1}
      )
      select page.id, to_char(page.booked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "bookedAt",
        page.kind, loans.order_number as "orderNumber", page.actor, page.reason, page.reverses_id as "reversesId",
        (select json_agg(json_build_object('account', posting.account, 'component', posting.component,
            'amount', posting.amount_minor::text) order by posting.id)
          from ledger_postings as posting where posting.transaction_id = page.id) as postings
      from page join loans on loans.id = page.loan_id order by page.booked_at, page.id`,
  );
  const last = list.length > limit ? list.at(-1) : undefined;
  const earned = await earningRows(database, days, {
    after: at === undefined ? undefined : { bookedAt: at, id },
    before: last,
  });
  const ordered = [...list, ...earned].sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const { rows, nextCursor } = pageOf(ordered, limit, (row) => [row.bookedAt, row.id]);
  const market = marketOfCurrency(days.currency);
  const texts = rows.map((row) =>
    format === 'csv' ? csvRows(row, days.currency, market) : plainText(row, days.currency, market),
  );
  const header = format === 'csv' && cursor === undefined ? [`${csvColumns.join(',')}\n`] : [];
  return { text: [...header, ...texts].join(''), nextCursor };
}

type Place = Pick<JournalRow, 'bookedAt' | 'id'>;

const isBefore = (a: Place, b: Place): boolean =>
  a.bookedAt === b.bookedAt ? a.id < b.id : a.bookedAt < b.bookedAt;

/** Where the earnings of a day stand in the journal: at its first instant, under an id that is made of the day. */
function placeOfEarnings(currency: Currency, day: LocalDate): Place {
  const code = Buffer.from(currency).toString('hex').padStart(8, '0');
  const startsAt = startOfDayIn(marketOfCurrency(currency), day).toISOString();
  return {
    bookedAt: startsAt.replace('Z', '000Z'),
    id: `${code}-0000-8000-8000-0000${day.replaceAll('-', '')}`,
  };
}

/** What loans earned on days as rows of the journal, those after a place and before another. */
async function earningRows(
  database: Database | Transaction,
  days: DaysSeenOn,
  { after, before }: { readonly after: Place | undefined; readonly before: Place | undefined },
): Promise<JournalRow[]> {
  const { currency } = days;
  const summedThrough = await lastSummedDay(database, currency);
  const isWanted = (day: LocalDate) => {
    const place = placeOfEarnings(currency, day);
    return (!after || isBefore(after, place)) && (!before || isBefore(place, before));
  };
  const earnings = await earningsOf(database, { ...days, summedThrough }, isWanted);
  return earnings.filter(isEarning).map((earned) => ({
    ...placeOfEarnings(currency, earned.day),
    ...{ kind: 'earning', orderNumber: null, actor: null, reason: null, reversesId: null },
    postings: earningAccounts.flatMap(({ figure, component, from, to }) => {
      const amount = earned[figure];
      if (amount === '0') return [];
      return [
        { account: from, component, amount },
        { account: to, component, amount: `-${amount}` },
      ];
    }),
  }));
}

const csvColumns = [
  ...['transactionId', 'bookedAt', 'day', 'kind', 'orderNumber', 'account', 'component', 'amountMinor'],
  ...['currency', 'actor', 'reason', 'reversesId'],
];

function csvRows(row: JournalRow, currency: Currency, market: Market): string {
  const day = dayIn(market, new Date(row.bookedAt));
  return row.postings
    .map(({ account, component, amount }) =>
      [
        ...[
          row.id,
          row.bookedAt,
          day,
          row.kind,
          row.orderNumber ?? '',
          account,
          component ?? '',
          amount,
          currency,
        ],
        ...[row.actor ?? '', row.reason ?? '', row.reversesId ?? ''],
      ]
        .map(csvField)
        .join(','),
    )
    .map((line) => `${line}\n`)
    .join('');
}

function plainText(row: JournalRow, currency: Currency, market: Market): string {
  const day = dayIn(market, new Date(row.bookedAt));
  const comments = [
    `transaction: ${row.id}`,
    ...(row.actor === null ? [] : [`actor: ${row.actor}`]),
    ...(row.reason === null ? [] : [`reason: ${row.reason}`]),
    ...(row.reversesId === null ? [] : [`reverses: ${row.reversesId}`]),
  ];
  const postings = row.postings.map(({ account, component, amount }) => {
    const name =
      accountNames[account] + (account === 'receivable' && component !== null ? `:${component}` : '');
    return `    ${name}  ${currency} ${decimalOf(amount, currency)}\n`;
  });
  const head = `${day} ${row.kind}${row.orderNumber === null ? '' : ` | ${row.orderNumber}`}\n`;
  return `${head}${comments.map((comment) => `    ; ${comment}\n`).join('')}${postings.join('')}\n`;
}

/** The ages arrears are sorted into, youngest first. */
export const agingBuckets = ['current', '1-30', '31-60', '61-90', '91+'] as const;

function bucketOf(daysLate: SQL): SQL {
  return sql`case when ${daysLate} < 1 then 'current' when ${daysLate} <= 30 then '1-30' when ${daysLate} <= 60 then '31-60'
    when ${daysLate} <= 90 then '61-90' else '91+' end`;
}

/** Loans that are sorted at once. */
const agingBatchSize = 20_000;

/** What running loans owe now, by the age of their oldest unpaid instalment; read by the index `loans_arrears`, oldest first. */
export async function aging(database: Database | Transaction, currency: Currency, today: LocalDate) {
  interface Key {
    readonly oldestDueOn: LocalDate;
    readonly id: string;
  }
  const owing = sql`loan.currency = ${currency} and loan.status in ('to-repay', 'overdue') and loan.oldest_due_on is not null`;
  const place = sql`(loan.oldest_due_on, loan.id)`;
  const keyOf = ({ oldestDueOn, id }: Key) => sql`(${oldestDueOn}::date, ${id}::uuid)`;
  const isAfter = (key: Key | undefined) => (key === undefined ? sql`` : sql`and ${place} > ${keyOf(key)}`);
  const sums = await inParts<Key, AgeSum>(database, {
    size: agingBatchSize,
    async endAfter(queryable, after, size) {
      const [end] = await queryRows<Key>(
        queryable,
        sql`select oldest_due_on::text as "oldestDueOn", id from (
            select loan.oldest_due_on, loan.id from loans as loan where ${owing} ${isAfter(after)}
            order by loan.oldest_due_on, loan.id limit ${size}::integer
          ) as batch order by batch.oldest_due_on desc, id desc limit 1`,
      );
      return end;
    },
    read: (queryable, after, end) =>
      agesOf(queryable, sql`${owing} ${isAfter(after)} and ${place} <= ${keyOf(end)}`, today),
  });
  return added(sums, ['bucket']);
}

type AgeSum = Readonly<Record<'bucket' | 'owedMinor' | 'overdueMinor', string> & { loanCount: number }>;

function agesOf(database: Queryable, isOfPart: SQL, today: LocalDate): Promise<AgeSum[]> {
  const owed = sql`(penalty_charged_minor - penalty_paid_minor + fee_charged_minor - fee_paid_minor + vat_charged_minor
    - vat_paid_minor + interest_charged_minor - interest_paid_minor + principal_charged_minor - principal_paid_minor)`;
  return queryRows(
    database,
    sql`
      select ${bucketOf(sql`(${today}::date - loan.oldest_due_on)`)} as bucket, count(*)::integer as "loanCount",
        sum(loan.balance_minor)::text as "owedMinor", coalesce(sum(late.overdue_minor), 0)::text as "overdueMinor"
      from loans as loan left join lateral (
        select sum(${owed}) as overdue_minor from instalments as instalment
        where loan.oldest_due_on < ${today}::date and instalment.loan_id = loan.id and instalment.due_date < ${today}::date
      ) as late on true
      where ${isOfPart} group by 1`,
  );
}

/** How the loans that ran at the end of one day stand at the end of another, by the ledger as it was booked then. */
export async function rollRates(database: Database | Transaction, days: AccountingDays) {
  const sums = await inBatches(
    database,
    sql`loans`,
    async (part, ofLoan) => {
      const ran = await queryRows<{ id: string }>(
        part,
        sql`select loan.id from loans as loan where ${ofLoan(sql`loan.id`)} and ${ranOn(days)}`,
      );
      const ids = ran.map(({ id }) => id);
      return ids.length === 0 ? [] : movesOf(part, days, ids);
    },
    rollBatchSize,
  );
  return added(sums, ['from', 'to']);
}

/** Loans of which those that ran are sorted at once. */
const rollBatchSize = 5000;

function endOfDay(currency: Currency, day: LocalDate): SQL {
  return instantsOf({ currency, fromDay: day, throughDay: day }).until;
}

/**
 * The condition that a loan was paid out and perhaps not settled at the end of the first day, which its status of then tells: a payment
 * reported late settles as of a day before it was booked.
 */
function ranOn({ currency, fromDay }: AccountingDays): SQL {
  return sql`loan.currency = ${currency} and loan.disbursed_on <= ${fromDay}::date
    and (loan.settled_at is null or greatest(loan.settled_at, loan.changed_at) >= ${endOfDay(currency, fromDay)})`;
}

/** Both days of some loans at once: each table is read once for all of them. */
function movesOf(
  database: Queryable,
  { fromDay, throughDay, currency }: AccountingDays,
  ids: readonly string[],
) {
  const [fromEnd, throughEnd] = [endOfDay(currency, fromDay), endOfDay(currency, throughDay)];
  const statusBy = (end: SQL) =>
    sql`(array_agg(to_status order by changed_at desc, id desc) filter (where changed_at < ${end}))[1]`;
  const dueBy = (end: SQL) => sql`case when instalment.extended_from is not null and not exists (
      select from extensions where extensions.loan_id = instalment.loan_id and extensions.state = 'in-effect'
        and extensions.sequences @> to_jsonb(instalment.sequence) and extensions.paid_at < ${end}
    ) then instalment.extended_from else instalment.due_date end`;
  const bucket = (status: SQL, due: SQL, day: LocalDate) =>
    sql`case when ${status} in ('to-repay', 'overdue') then ${bucketOf(sql`(${day}::date - ${due})`)} else ${status} end`;
  return queryRows<{ from: string; to: string; loanCount: number; owedMinor: string }>(
    database,
    sql`
      with changed as (
        select loan_id, ${statusBy(fromEnd)} as from_status, ${statusBy(throughEnd)} as to_status
        from status_changes where ${isAnyOf(sql`loan_id`, ids)} group by loan_id
      ),
      booked as (
        select posting.instalment_id, sum(posting.amount_minor) as to_minor,
          coalesce(sum(posting.amount_minor) filter (where movement.booked_at < ${fromEnd}), 0) as from_minor
        from ledger_postings as posting join ledger_transactions as movement on movement.id = posting.transaction_id
        where ${isAnyOf(sql`posting.loan_id`, ids)} and ${isAnyOf(sql`movement.loan_id`, ids)} and posting.account = 'receivable'
          and movement.booked_at < ${throughEnd}
        group by posting.instalment_id
      ),
      owed as (
        select instalment.loan_id, sum(from_minor) filter (where from_minor > 0) as owed_minor,
          min(${dueBy(fromEnd)}) filter (where from_minor > 0) as from_due,
          min(${dueBy(throughEnd)}) filter (where to_minor > 0) as to_due
        from instalments as instalment join booked on booked.instalment_id = instalment.id
        where ${isAnyOf(sql`instalment.loan_id`, ids)} group by instalment.loan_id
      )
      select ${bucket(sql`from_status`, sql`from_due`, fromDay)} as "from", ${bucket(sql`to_status`, sql`to_due`, throughDay)} as "to",
        count(*)::integer as "loanCount", coalesce(sum(owed_minor), 0)::text as "owedMinor"
      from changed left join owed on owed.loan_id = changed.loan_id
      where from_status in ('to-repay', 'overdue') group by 1, 2`,
  );
}

/** What providers reported and what was booked for it, by day of the report in the market and provider; read day by day. */
export async function providerDays(
  database: Queryable,
  { currency, fromDay, throughDay }: AccountingDays,
): Promise<(ProviderDay & { readonly day: LocalDate })[]> {
  const list: (ProviderDay & { readonly day: LocalDate })[] = [];
  for (let day = fromDay; day <= throughDay; day = addDays(day, 1)) {
    const rows = await reportsOf(database, { currency, fromDay: day, throughDay: day });
    list.push(...rows.map((row) => ({ ...row, day })));
  }
  return list;
}

interface ProviderDay {
  readonly provider: string;
  readonly count: number;
  readonly reportedMinor: string;
  readonly postedMinor: string;
  readonly unmatchedMinor: string;
  readonly reversedMinor: string;
  readonly bookedMinor: string;
  readonly differenceMinor: string;
}

function reportsOf(database: Queryable, days: AccountingDays): Promise<ProviderDay[]> {
  const { from, until } = instantsOf(days);
  return queryRows<ProviderDay>(
    database,
    sql`
      with reported as (
        select event.*, coalesce((
            select sum(posting.amount_minor) from ledger_transactions as movement
            left join ledger_transactions as reversal on reversal.reverses_id = movement.id
            join ledger_postings as posting
              on posting.transaction_id in (movement.id, reversal.id) and posting.account = 'cash'
            where movement.idempotency_key = 'payment:' || event.id
          ), 0) as booked_minor
        from provider_events as event
        where event.currency = ${days.currency} and event.received_at >= ${from} and event.received_at < ${until}
      ),
      summed as (
        select provider, count(*)::integer as count, sum(amount_minor) as reported,
          coalesce(sum(amount_minor) filter (where outcome = 'posted'), 0) as posted,
          coalesce(sum(amount_minor) filter (where outcome = 'unmatched'), 0) as unmatched,
          coalesce(sum(amount_minor) filter (where outcome = 'reversed'), 0) as reversed, sum(booked_minor) as booked
        from reported group by provider
      )
      select provider, count, reported::text as "reportedMinor", posted::text as "postedMinor",
        unmatched::text as "unmatchedMinor", reversed::text as "reversedMinor", booked::text as "bookedMinor",
        (posted - booked)::text as "differenceMinor"
      from summed order by provider`,
  );
}
