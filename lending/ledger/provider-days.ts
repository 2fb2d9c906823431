import { sql } from 'drizzle-orm';
import { type Queryable, queryRows } from '#db/database.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { type AccountingDays, instantsOf } from './accounting-days.ts';
import { isMoneyIn } from './reconcile.ts';

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
              on posting.transaction_id in (movement.id, reversal.id) and ${isMoneyIn}
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
