import { type SQL, sql } from 'drizzle-orm';
import { type Database, type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { isAnyOf } from '#db/input-rows.ts';
import { firstRow } from '#db/rows.ts';
import type { LocalDate } from '#domain/calendar.ts';
import type { Currency } from '#domain/money/money.ts';
import { type AccountingDays, added, instantsOf } from './accounting-days.ts';
import { inBatches, inParts } from './in-batches.ts';
export const agingBuckets = ['current', '1-30', '31-60', '61-90', '91+'] as const;

function bucketOf(daysLate: SQL): SQL {
  return sql`case when ${daysLate} < 1 then 'current' when ${daysLate} <= 30 then '1-30' when ${daysLate} <= 60 then '31-60'
    when ${daysLate} <= 90 then '61-90' else '91+' end`;
}

const agingBatchSize = 20_000;

/** What running loans owe now, by the age of their oldest unpaid instalment; read in the order of the index `loans_arrears`. */
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
      return firstRow(
        queryRows<Key>(
          queryable,
          sql`select oldest_due_on::text as "oldestDueOn", id from (
            select loan.oldest_due_on, loan.id from loans as loan where ${owing} ${isAfter(after)}
            order by loan.oldest_due_on, loan.id limit ${size}::integer
          ) as batch order by batch.oldest_due_on desc, id desc limit 1`,
        ),
      );
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
        where loan.oldest_due_on < ${today}::date and instalment.loan_id = loan.id
          and instalment.borrower_id = loan.borrower_id and instalment.due_date < ${today}::date
      ) as late on true
      where ${isOfPart} group by 1`,
  );
}

/** For loans that ran at the end of one day, their bucket at the end of another, by the ledger as of then. */
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

const rollBatchSize = 5000;

function endOfDay(currency: Currency, day: LocalDate): SQL {
  return instantsOf({ currency, fromDay: day, throughDay: day }).until;
}

/**
 * Loans that were paid out and perhaps not settled at the end of the first day, by their status then: a payment reported late settles as of
 * an earlier day than its booking.
 */
function ranOn({ currency, fromDay }: AccountingDays): SQL {
  return sql`loan.currency = ${currency} and loan.disbursed_on <= ${fromDay}::date
    and (loan.settled_at is null or greatest(loan.settled_at, loan.changed_at) >= ${endOfDay(currency, fromDay)})`;
}

/** Both days of some loans at once, so that each table is read once. */
function movesOf(
  database: Queryable,
  { fromDay, throughDay, currency }: AccountingDays,
  ids: readonly string[],
) {
  const [fromEnd, throughEnd] = [endOfDay(currency, fromDay), endOfDay(currency, throughDay)];
  const statusBy = (end: SQL) =>
    sql`(array_agg(to_status order by changed_at desc, id desc) filter (where changed_at < ${end}))[1]`;
  const dueBy = (end: SQL) => sql`case when instalment.extended_from is not null and not exists (
      select from extensions where extensions.loan_id = instalment.loan_id
        and extensions.borrower_id = instalment.borrower_id and extensions.state = 'in-effect'
        and extensions.sequences @> to_jsonb(instalment.sequence) and extensions.paid_at < ${end}
    ) then instalment.extended_from else instalment.due_date end`;
  // As the trigger that keeps `oldest_due_on`.
  const sinceOf = (due: SQL, owed: SQL, reached: SQL) =>
    sql`coalesce(min(${due}) filter (where ${owed} > 0 and ${reached} >= loan.late_tolerance_minor), max(${due}) filter (where ${owed} > 0))`;
  const bucket = (status: SQL, due: SQL, day: LocalDate) =>
    sql`case when ${status} in ('to-repay', 'overdue') then ${bucketOf(sql`(${day}::date - ${due})`)} else ${status} end`;
  const changed = sql`select loan_id, ${statusBy(fromEnd)} as from_status, ${statusBy(throughEnd)} as to_status
    from status_changes where ${isAnyOf(sql`loan_id`, ids)} group by loan_id`;
  const booked = sql`select posting.instalment_id, posting.borrower_id, sum(posting.amount_minor) as to_minor,
      coalesce(sum(posting.amount_minor) filter (where movement.booked_at < ${fromEnd}), 0) as from_minor
    from ledger_postings as posting join ledger_transactions as movement
      on movement.id = posting.transaction_id and movement.borrower_id = posting.borrower_id
    where ${isAnyOf(sql`posting.loan_id`, ids)} and ${isAnyOf(sql`movement.loan_id`, ids)} and posting.account = 'receivable'
      and movement.booked_at < ${throughEnd}
    group by posting.instalment_id, posting.borrower_id`;
  const dated = sql`select instalment.loan_id, instalment.borrower_id, from_minor, to_minor,
      ${dueBy(fromEnd)} as from_due, ${dueBy(throughEnd)} as to_due
    from instalments as instalment join booked on booked.instalment_id = instalment.id and booked.borrower_id = instalment.borrower_id
    where ${isAnyOf(sql`instalment.loan_id`, ids)}`;
  const reached = sql`select *, sum(from_minor) over (partition by loan_id order by from_due) as from_reached,
      sum(to_minor) over (partition by loan_id order by to_due) as to_reached
    from dated`;
  const owed = sql`select reached.loan_id, sum(from_minor) filter (where from_minor > 0) as owed_minor,
      ${sinceOf(sql`from_due`, sql`from_minor`, sql`from_reached`)} as from_due,
      ${sinceOf(sql`to_due`, sql`to_minor`, sql`to_reached`)} as to_due
    from reached join loans as loan on loan.id = reached.loan_id and loan.borrower_id = reached.borrower_id
    where ${isAnyOf(sql`loan.id`, ids)} group by reached.loan_id`;
  return queryRows<{ from: string; to: string; loanCount: number; owedMinor: string }>(
    database,
    sql`with changed as (${changed}), booked as (${booked}), dated as (${dated}), reached as (${reached}), owed as (${owed})
      select ${bucket(sql`from_status`, sql`from_due`, fromDay)} as "from", ${bucket(sql`to_status`, sql`to_due`, throughDay)} as "to",
        count(*)::integer as "loanCount", coalesce(sum(owed_minor), 0)::text as "owedMinor"
      from changed left join owed on owed.loan_id = changed.loan_id
      where from_status in ('to-repay', 'overdue') group by 1, 2`,
  );
}
