import { sql } from 'drizzle-orm';
import { type Queryable, queryRows, together } from '#db/database.ts';
import { bookedKey } from '#db/schema/repayment.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { type AccountingDays, instantsOf } from './accounting-days.ts';
import { isMoneyIn } from './reconcile.ts';

/** Reported and booked payments by provider and day of the report in the market; read day by day. */
export async function providerDays(database: Queryable, { currency, fromDay, throughDay }: AccountingDays) {
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

async function reportsOf(database: Queryable, days: AccountingDays): Promise<ProviderDay[]> {
  const { from, until } = instantsOf(days);
  const [reports, booked] = await together(
    () =>
      queryRows<Omit<ProviderDay, 'bookedMinor' | 'differenceMinor'>>(
        database,
        sql`
          select provider, count(*)::integer as count, sum(amount_minor)::text as "reportedMinor",
            coalesce(sum(amount_minor) filter (where outcome = 'posted'), 0)::text as "postedMinor",
            coalesce(sum(amount_minor) filter (where outcome = 'unmatched'), 0)::text as "unmatchedMinor",
            coalesce(sum(amount_minor) filter (where outcome = 'reversed'), 0)::text as "reversedMinor"
          from provider_events
          where currency = ${days.currency} and received_at >= ${from} and received_at < ${until}
          group by provider order by provider`,
      ),
    () =>
      queryRows<Pick<ProviderDay, 'provider' | 'bookedMinor'>>(
        database,
        sql`
          select payment.provider, sum(posting.amount_minor)::text as "bookedMinor"
          from loan_payments as payment
          join ledger_transactions as movement on movement.borrower_id = payment.borrower_id
            and movement.loan_id = payment.loan_id and movement.idempotency_key = ${bookedKey(sql`payment.id`, sql`payment.round`)}
          left join ledger_transactions as reversal
            on reversal.borrower_id = movement.borrower_id and reversal.reverses_id = movement.id
          join ledger_postings as posting on posting.borrower_id = movement.borrower_id
            and posting.transaction_id in (movement.id, reversal.id) and ${isMoneyIn}
          where payment.currency = ${days.currency} and payment.received_at >= ${from} and payment.received_at < ${until}
          group by payment.provider`,
      ),
  );
  const bookedOf = new Map(booked.map(({ provider, bookedMinor }) => [provider, bookedMinor]));
  return reports.map((report) => {
    const bookedMinor = bookedOf.get(report.provider) ?? '0';
    return {
      ...report,
      bookedMinor,
      differenceMinor: String(BigInt(report.postedMinor) - BigInt(bookedMinor)),
    };
  });
}
