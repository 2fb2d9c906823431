import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { listDeadEvents } from '#contract/host/event.ts';
import { readLoanStatement } from '#contract/host/loan.ts';
import { type Database, queryRows } from '#db/database.ts';
import { comparedByJob } from '#tests/setup/compared-books.ts';
import type { ArrivedEvent, TestEventReceiver } from '#tests/setup/event-receiver.ts';
import { serviceAt } from '#tests/setup/lending-service.ts';
import { rebuiltLoan, statedLoan } from '#tests/setup/rebuilt-loan.ts';
import type { SimulatedLoan, World } from './loan-walk.ts';

const patienceMs = 120_000;

/** What is wrong once all is done: a ledger that does not balance, what reconciliation finds, and events that tell another loan. */
export async function faultsInBooks(
  { address, database, clock }: World,
  loans: readonly SimulatedLoan[],
  receiver: TestEventReceiver,
): Promise<string[]> {
  const service = serviceAt(address);
  const reconciliation = await comparedByJob(service);
  receiver.manner(() => 'take');
  // What failed is sent again hours later.
  await clock.advance(2);
  // What is late is charged and told when it is read.
  for (const { orderNumber } of loans) await service.tell(readLoanStatement, { orderNumber });
  await untilAllAreTold(database);
  const { events: dead } = await service.tell(listDeadEvents, {});
  const byLoan = Map.groupBy(receiver.arrived, ({ data }) => String(data.orderNumber));
  const differing: string[] = [];
  for (const { orderNumber } of loans) {
    const rebuilt = rebuiltLoan((byLoan.get(orderNumber) ?? []).map(eventOf));
    if (rebuilt.status === '') continue;
    const stated = statedLoan(await service.tell(readLoanStatement, { orderNumber }), rebuilt.at);
    const [told, has] = [JSON.stringify(rebuilt), JSON.stringify(stated)];
    if (told !== has) differing.push(`${orderNumber} is told as ${told} and is ${has}`);
  }
  return [
    ...differing,
    ...(await unbalanced(database)),
    ...dead.map((each) => `never told: ${JSON.stringify(each)}`),
    ...reconciliation.disagreements.map((each) => `reconciliation: ${JSON.stringify(each)}`),
    ...reconciliation.eventFaults.map((each) => `reconciliation of events: ${JSON.stringify(each)}`),
    ...reconciliation.unmatched.map((each) => `unmatched: ${JSON.stringify(each)}`),
  ];
}

function eventOf({ id, body }: ArrivedEvent) {
  return { eventId: id, ...JSON.parse(body) };
}

async function untilAllAreTold(database: Database): Promise<void> {
  const waitsUntil = Date.now() + patienceMs;
  for (;;) {
    const [row] = await queryRows<{ count: number }>(
      database,
      sql`select count(*)::integer as count from outbox_events where state = 'pending'`,
    );
    if (row?.count === 0) return;
    if (Date.now() > waitsUntil) throw new Error(`${row?.count} events were not told in two minutes.`);
    await pause(500);
  }
}

/** Sums that are not zero, in SQL of its own. */
async function unbalanced(database: Database): Promise<string[]> {
  const rows = await queryRows<{ of: string; sum: string }>(
    database,
    sql`select 'movement ' || transaction_id as of, sum(amount_minor)::text as sum
        from ledger_postings group by transaction_id, currency having sum(amount_minor) <> 0
      union all select 'loan ' || loan_id, sum(amount_minor)::text
        from ledger_postings group by loan_id, currency having sum(amount_minor) <> 0
      union all select currency, sum(amount_minor)::text
        from ledger_postings group by currency having sum(amount_minor) <> 0
      union all select 'movement without postings ' || movement.id, '0' from ledger_transactions as movement
        where not exists (select from ledger_postings where transaction_id = movement.id)
      union all select 'currencies of loan ' || loans.id, '0' from loans
        where exists (select from ledger_postings where loan_id = loans.id and currency <> loans.currency)`,
  );
  return rows.map(({ of, sum }) => `${of} does not balance: ${sum}`);
}
