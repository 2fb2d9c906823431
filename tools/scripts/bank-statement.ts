import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Queryable, queryRows } from '#db/database.ts';
import { bookedKey } from '#db/schema/repayment.ts';

interface StatementLine {
  readonly trackingKey: string;
  readonly orderNumber: string;
  readonly amountMinor: number;
  /** Body of the lender's report of the transfer; the same on each report. */
  readonly report: Readonly<Record<string, unknown>>;
}

type Report = (path: string, body: object) => Promise<unknown>;

/** Simulates the lender's bank: it receives transfers, which the lender's systems report. */
export function createBank() {
  const lines: StatementLine[] = [];
  const bankCode = randomUUID().slice(0, 8).toUpperCase();
  return {
    /** Receives a transfer. @param reference text written by the payer; the loan's number by default. */
    transfer(orderNumber: string, amountMinor: number, reference = orderNumber): StatementLine {
      const trackingKey = `${bankCode}${String(lines.length + 1).padStart(6, '0')}`;
      const report = {
        provider: 'bank',
        eventId: randomUUID(),
        amountMinor,
        currency: 'MXN',
        trackingKey,
        ...(reference === orderNumber ? { orderNumber } : { reference }),
      };
      const line = { trackingKey, orderNumber, amountMinor, report };
      lines.push(line);
      return line;
    },
    /** Reports all transfers again, and once more as a second bank list with other ids. */
    async reportAgain(report: Report): Promise<void> {
      for (const line of lines) {
        await report('/host/payments', line.report);
        await report('/host/payments', { ...line.report, provider: 'bank-list', eventId: randomUUID() });
      }
    },
    /** Statement lines not credited exactly once, and credits without a line; empty when books and statement agree. */
    async faults(database: Queryable): Promise<string[]> {
      const orderNumbers = [...new Set(lines.map(({ orderNumber }) => orderNumber))];
      const credits = await queryRows<{ key: string | null; orderNumber: string; amountMinor: string }>(
        database,
        sql`select event.tracking_key as key, loan.order_number as "orderNumber", posting.amount_minor::text as "amountMinor"
          from ledger_transactions movement
          join ledger_postings posting on posting.transaction_id = movement.id and posting.account like 'clearing:%'
          join loans loan on loan.id = movement.loan_id
          left join provider_events event on movement.idempotency_key = ${bookedKey(sql`event.id`, sql`event.round`)}
          where movement.kind = 'payment' and movement.reverses_id is null
            and not exists (select from ledger_transactions later where later.reverses_id = movement.id)
            and loan.order_number in (${sql.join(
              orderNumbers.map((orderNumber) => sql`${orderNumber}`),
              sql`, `,
            )})`,
      );
      const named = ({
        orderNumber,
        amountMinor,
      }: {
        readonly orderNumber: string;
        readonly amountMinor: string | number;
      }) => `${orderNumber} ${amountMinor}`;
      const uncredited = lines.flatMap((line) => {
        const own = credits.filter(({ key }) => key === line.trackingKey).map(named);
        return own.length === 1 && own[0] === named(line)
          ? []
          : [`${line.trackingKey} of ${named(line)} is credited as: ${own.join(', ') || 'nothing'}`];
      });
      const unknown = credits.filter(({ key }) => !lines.some(({ trackingKey }) => trackingKey === key));
      return [
        ...uncredited,
        ...unknown.map((credit) => `${named(credit)} is credited and not on the statement`),
      ];
    },
  };
}
