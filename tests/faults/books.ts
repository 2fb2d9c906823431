import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#db/database.ts';
import { comparedByJob } from '#tests/setup/compared-books.ts';
import { modelProducts } from './loan-model.ts';
import type { LoanWalk, World } from './loan-walk.ts';

/**
 * Compares the whole database with what the borrowers, the lender and the provider remember, in SQL of its own: nothing
 * lost, nothing doubled, and a ledger that balances by currency, by loan and by event.
 * @returns what is wrong.
 */
export async function faultsInBooks(world: World, walks: readonly LoanWalk[]): Promise<string[]> {
  const { database, service } = world;
  const reconciliation = await comparedByJob(service);
  return [
    ...(await unbalanced(database)),
    ...(await loansAtFault(database, walks)),
    ...(await instalmentsAtFault(database, walks)),
    ...(await eventsAtFault(world)),
    ...reconciliation.disagreements.map((each) => `reconciliation: ${JSON.stringify(each)}`),
    ...reconciliation.eventFaults.map((each) => `reconciliation of events: ${JSON.stringify(each)}`),
    ...reconciliation.unmatched.map((each) => `unmatched: ${JSON.stringify(each)}`),
  ];
}

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

interface LoanBooks {
  readonly order_number: string;
  readonly borrower_id: string;
  readonly product_id: string;
  readonly currency: string;
  readonly disbursals: number;
  readonly cash: string;
  readonly owed: string;
  readonly held: string;
  readonly balance: string;
  readonly suspense: string;
}

async function loansAtFault(database: Database, walks: readonly LoanWalk[]): Promise<string[]> {
  const rows = await queryRows<LoanBooks>(
    database,
    sql`select order_number, borrower_id, product_id, currency, balance_minor::text as balance,
        suspense_minor::text as suspense,
        (select count(*)::integer from ledger_transactions where loan_id = loans.id and kind = 'disbursal') as disbursals,
        sum_of.*
      from loans cross join lateral (
        select coalesce(sum(amount_minor) filter (where account = 'cash'), 0)::text as cash,
          coalesce(sum(amount_minor) filter (where account = 'receivable'), 0)::text as owed,
          coalesce(-sum(amount_minor) filter (where account = 'suspense'), 0)::text as held
        from ledger_postings where loan_id = loans.id) as sum_of`,
  );
  const faults =
    rows.length === walks.length ? [] : [`${rows.length} loans, and ${walks.length} were asked for`];
  const byNumber = new Map(rows.map((row) => [row.order_number, row]));
  for (const { orderNumber, borrowerId, productId, model } of walks) {
    const { currency } = modelProducts[productId];
    const row = byNumber.get(orderNumber);
    const expectation = `${borrowerId} ${productId} ${currency} paid out ${model ? 1 : 0} times, cash ${model?.cash ?? 0}`;
    const actual =
      row &&
      `${row.borrower_id} ${row.product_id} ${row.currency} paid out ${row.disbursals} times, cash ${row.cash}`;
    if (actual !== expectation) faults.push(`loan ${orderNumber} is ${actual} and should be ${expectation}`);
    if (row && (row.owed !== row.balance || row.held !== row.suspense)) {
      faults.push(
        `loan ${orderNumber} says ${row.balance} and ${row.suspense}, its postings ${row.owed} and ${row.held}`,
      );
    }
  }
  return faults;
}

async function instalmentsAtFault(database: Database, walks: readonly LoanWalk[]): Promise<string[]> {
  const rows = await queryRows<{ order_number: string; charged: string }>(
    database,
    sql`select order_number, string_agg(charged::text, ' ' order by sequence) as charged from (
        select loans.order_number, instalments.sequence, sum(posting.amount_minor) as charged
        from ledger_postings as posting
        join ledger_transactions as movement on movement.id = posting.transaction_id and movement.kind = 'disbursal'
        join instalments on instalments.id = posting.instalment_id
        join loans on loans.id = posting.loan_id
        where posting.account = 'receivable' group by loans.order_number, instalments.sequence) as of_instalment
      group by order_number`,
  );
  const charged = new Map(rows.map((row) => [row.order_number, row.charged]));
  return walks.flatMap(({ orderNumber, model, agreedMinor }) => {
    const expectation = model ? agreedMinor.join(' ') : undefined;
    const actual = charged.get(orderNumber);
    return actual === expectation
      ? []
      : [`loan ${orderNumber} was charged ${actual} and should be ${expectation}`];
  });
}

interface EventBooks {
  readonly event_id: string;
  readonly outcome: string;
  readonly order_number: string | null;
  readonly amount: string;
  readonly currency: string;
  /** What came into cash under the event's key, each posting. */
  readonly cash: string | null;
}

async function eventsAtFault({ database, provider }: World): Promise<string[]> {
  const rows = await queryRows<EventBooks>(
    database,
    sql`select event.event_id, event.outcome, loans.order_number, event.amount_minor::text as amount, event.currency,
        (select string_agg(posting.amount_minor::text || ' on ' || of_loan.order_number, ', ')
          from ledger_transactions as movement
          join ledger_postings as posting on posting.transaction_id = movement.id and posting.account = 'cash'
          join loans as of_loan on of_loan.id = posting.loan_id
          where movement.idempotency_key = 'payment:' || event.id) as cash
      from provider_events as event left join loans on loans.id = event.loan_id`,
  );
  const taken = provider.charges.filter(({ isTaken }) => isTaken);
  const faults =
    rows.length === taken.length ? [] : [`${rows.length} events are kept, and ${taken.length} were reported`];
  const byId = Map.groupBy(rows, ({ event_id }) => event_id);
  for (const { charge, orderNumber, isTaken } of provider.charges) {
    const { eventId, amountMinor, currency } = charge;
    const actual = (byId.get(eventId) ?? []).map(
      (row) => `${row.outcome} ${row.amount} ${row.currency} for ${row.order_number}, cash ${row.cash}`,
    );
    const expectation = `posted ${amountMinor} ${currency} for ${orderNumber}, cash ${amountMinor} on ${orderNumber}`;
    const isRight = isTaken ? actual.length === 1 && actual[0] === expectation : actual.length === 0;
    if (!isRight)
      faults.push(
        `event ${eventId} is ${actual.join(' and ')}, should be ${isTaken ? expectation : 'unknown'}`,
      );
  }
  return faults;
}
