import { type SQL, sql } from 'drizzle-orm';
import { type Database, type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { isAnyOf } from '#db/input-rows.ts';
import { settlingKinds } from '#domain/booking/movement.ts';
import { bookingName, paymentKey } from '#domain/booking/receive.ts';
import { earnedBy } from './earnings.ts';
import { type ColumnCondition, inBatches } from './in-batches.ts';

/** A difference between stored figures and the ledger. Amounts are digits, since a wrong figure may have any size. */
export interface Disagreement {
  readonly loanId: string;
  /** The instalment's sequence; null for the loan as a whole. */
  readonly sequence: number | null;
  /** `balance`, `suspense`, `unearned`, or a component with `charged` or `paid`, as in `interest paid`. */
  readonly subject: string;
  readonly storedMinor: string;
  readonly ledgerMinor: string;
}

/**
 * What a period takes off the unearned income: all of its amount while it runs, since the rest is earned later; of an ended one what it
 * earned.
 */
function leftOf(amount: SQL): SQL {
  const booked = earnedBy(amount, sql`period.since`);
  return sql`(case when period.until is null then ${amount} else ${earnedBy(amount, sql`period.until`)} end - ${booked})`;
}

/** Compares one loan and its instalments with its postings, component by component; empty when they agree. */
export function reconcileLoan(database: Queryable, loanId: string): Promise<Disagreement[]> {
  return disagreements(database, (column) => sql`${column} = ${loanId}::uuid`);
}

export function reconcileLoans(database: Queryable, loanIds: readonly string[]): Promise<Disagreement[]> {
  return disagreements(database, (column) => isAnyOf(column, loanIds));
}

/** Compares every loan with the ledger, in batches; empty when the books are sound. */
export function reconcileAll(database: Database | Transaction): Promise<Disagreement[]> {
  return inBatches(database, sql`loans`, disagreements);
}

function postedOf(ofLoan: ColumnCondition): SQL {
  const isSettling = sql`movement.kind in (${sql.join(
    settlingKinds.map((kind) => sql`${kind}`),
    sql`, `,
  )})`;
  return sql`select posting.loan_id, posting.instalment_id, posting.account, posting.component, ${isSettling} as is_settling,
      posting.amount_minor
    from ledger_postings as posting join ledger_transactions as movement
      on movement.id = posting.transaction_id and movement.borrower_id = posting.borrower_id
    where ${ofLoan(sql`posting.loan_id`)} and ${ofLoan(sql`movement.loan_id`)}`;
}

const loanLedger = sql`select loan_id, coalesce(sum(amount_minor) filter (where account = 'receivable'), 0) as balance,
    coalesce(-sum(amount_minor) filter (where account = 'suspense'), 0) as suspense,
    coalesce(-sum(amount_minor) filter (where account in ('unearned-interest', 'unearned-fee')), 0) as unearned
  from posted group by loan_id`;

const instalmentLedger = sql`select instalment_id, component,
    coalesce(sum(amount_minor) filter (where not is_settling), 0) as charged,
    coalesce(-sum(amount_minor) filter (where is_settling), 0) as paid
  from posted where account = 'receivable' group by instalment_id, component`;

const storedInstalments = (
  ofLoan: ColumnCondition,
) => sql`select instalment.loan_id, instalment.id, instalment.sequence, part.*
  from instalments as instalment cross join lateral (values
    ('penalty', instalment.penalty_charged_minor, instalment.penalty_paid_minor),
    ('fee', instalment.fee_charged_minor, instalment.fee_paid_minor),
    ('vat', instalment.vat_charged_minor, instalment.vat_paid_minor),
    ('interest', instalment.interest_charged_minor, instalment.interest_paid_minor),
    ('principal', instalment.principal_charged_minor, instalment.principal_paid_minor)
  ) as part (component, charged, paid)
  where ${ofLoan(sql`instalment.loan_id`)}`;

const unearnedIncome = (ofLoan: ColumnCondition) => sql`select period.loan_id,
    sum(${leftOf(sql`period.interest_minor`)} + ${leftOf(sql`period.fee_minor`)}) as unearned
  from earning_periods as period where ${ofLoan(sql`period.loan_id`)} group by period.loan_id`;

const comparedLoans = (
  ofLoan: ColumnCondition,
) => sql`select loan.id as loan_id, null::integer as sequence, figure.*
  from loans as loan left join loan_ledger on loan_ledger.loan_id = loan.id
  left join earning on earning.loan_id = loan.id
  cross join lateral (values
    ('balance', loan.balance_minor, coalesce(loan_ledger.balance, 0)),
    ('suspense', loan.suspense_minor, coalesce(loan_ledger.suspense, 0)),
    ('unearned', case when loan.non_accrual_since is null then coalesce(earning.unearned, 0) else coalesce(loan_ledger.unearned, 0) end,
      coalesce(loan_ledger.unearned, 0))
  ) as figure (subject, stored, ledger)
  where ${ofLoan(sql`loan.id`)}`;

const comparedInstalments = sql`select stored.loan_id, stored.sequence, stored.component || ' ' || figure.side, figure.stored, figure.ledger
  from instalment_stored as stored left join instalment_ledger as ledger
    on ledger.instalment_id = stored.id and ledger.component = stored.component
  cross join lateral (values
    ('charged', stored.charged, coalesce(ledger.charged, 0)),
    ('paid', stored.paid, coalesce(ledger.paid, 0))
  ) as figure (side, stored, ledger)`;

function disagreements(database: Queryable, ofLoan: ColumnCondition): Promise<Disagreement[]> {
  return queryRows<Disagreement>(
    database,
    sql`with posted as (${postedOf(ofLoan)}), loan_ledger as (${loanLedger}), instalment_ledger as (${instalmentLedger}),
        instalment_stored as (${storedInstalments(ofLoan)}), earning as (${unearnedIncome(ofLoan)}),
        compared as (${comparedLoans(ofLoan)} union all ${comparedInstalments})
      select loan_id as "loanId", sequence, subject, stored::text as "storedMinor", ledger::text as "ledgerMinor"
      from compared where stored <> ledger order by loan_id, sequence nulls first, subject`,
  );
}

export interface UnmatchedMoney {
  readonly provider: string;
  readonly currency: string;
  readonly count: number;
  readonly amountMinor: string;
  readonly oldestReceivedAt: string;
}

export function unmatchedMoney(database: Queryable): Promise<UnmatchedMoney[]> {
  return queryRows<UnmatchedMoney>(
    database,
    sql`
      select provider, currency, count(*)::integer as count, sum(amount_minor)::text as "amountMinor",
        to_char(min(received_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "oldestReceivedAt"
      from provider_events where outcome = 'unmatched' group by provider, currency order by provider, currency`,
  );
}

/** A payment whose money is not in the ledger exactly once. Amounts are digits. */
export interface EventFault {
  readonly id: string;
  readonly provider: string;
  readonly eventId: string;
  readonly outcome: string;
  readonly reportedMinor: string;
  readonly bookedMinor: string;
}

/**
 * Compares every payment with the ledger: a posted one has its amount on its loan, an unmatched one among the waiting money, a reversed one
 * nothing. Empty when the books are sound.
 */
export function reconcileEvents(database: Database | Transaction): Promise<EventFault[]> {
  return inBatches(database, sql`provider_events`, (part, ofEvent) =>
    eventFaults(part, ofEvent(sql`event.id`)),
  );
}

export function reconcileEventsOf(database: Queryable, loanIds: readonly string[]): Promise<EventFault[]> {
  return eventFaults(database, isAnyOf(sql`event.loan_id`, loanIds));
}

export function reconcileEventsById(database: Queryable, ids: readonly string[]): Promise<EventFault[]> {
  return eventFaults(database, isAnyOf(sql`event.id`, ids));
}

/** Whether a posting is of money at the lender's bank or at a provider. */
export const isMoneyIn = sql`(posting.account = 'cash' or posting.account like 'clearing:%')`;

/** Payments and ledger are read one after the other. A booking in between is no fault, and a second comparison does not repeat it. */
async function eventFaults(database: Queryable, isOfPart: SQL): Promise<EventFault[]> {
  const seen = await eventsThatDiffer(database, isOfPart);
  if (seen.length === 0) return [];
  const ids = seen.map(({ id }) => id);
  const seenAgain = await eventsThatDiffer(database, isAnyOf(sql`event.id`, ids));
  const again = new Set(seenAgain.map((fault) => JSON.stringify(fault)));
  return seen.filter((fault) => again.has(JSON.stringify(fault)));
}

async function eventsThatDiffer(database: Queryable, isOfPart: SQL): Promise<EventFault[]> {
  interface Row extends Omit<EventFault, 'bookedMinor'> {
    readonly hasLoan: boolean;
    readonly round: number;
    readonly waitingMinor: string;
  }
  const events = await queryRows<Row>(
    database,
    sql`select event.id, event.provider, event.event_id as "eventId", event.outcome,
        event.amount_minor::text as "reportedMinor", event.loan_id is not null as "hasLoan", event.round, waiting.amount_minor::text as "waitingMinor"
      from provider_events as event cross join lateral (
        select coalesce(sum(case when moved.credit_account = 'unmatched' then moved.amount_minor else 0 end
          - case when moved.debit_account = 'unmatched' then moved.amount_minor else 0 end), 0) as amount_minor
        from cash_movements as moved where moved.event_id = event.id
      ) as waiting
      where ${isOfPart} order by event.id`,
  );
  const moneyIn = await moneyInFor(database, events);
  return events.flatMap(({ hasLoan, waitingMinor, round, ...event }) => {
    const { outcome, reportedMinor } = event;
    const onLoanMinor = moneyIn.get(paymentKey(bookingName({ id: event.id, round }))) ?? '0';
    const isPosted = outcome === 'posted';
    const isPlaced = outcome === 'reversed' || isPosted === hasLoan;
    const isBooked = onLoanMinor === (isPosted ? reportedMinor : '0');
    const isWaiting = waitingMinor === (outcome === 'unmatched' ? reportedMinor : '0');
    if (isPlaced && isBooked && isWaiting) return [];
    return [{ ...event, bookedMinor: String(BigInt(onLoanMinor) + BigInt(isPosted ? '0' : waitingMinor)) }];
  });
}

/** Money booked for some payments on loans, in digits, by transaction key; absent where nothing was booked. */
async function moneyInFor(
  database: Queryable,
  events: readonly { readonly id: string; readonly round: number }[],
): Promise<ReadonlyMap<string, string>> {
  if (events.length === 0) return new Map();
  const keys = events.map((event) => paymentKey(bookingName(event)));
  const rows = await queryRows<{ key: string; bookedMinor: string }>(
    database,
    sql`select movement.idempotency_key as key, sum(posting.amount_minor)::text as "bookedMinor"
      from ledger_transactions as movement
      left join ledger_transactions as reversal
        on reversal.reverses_id = movement.id and reversal.borrower_id = movement.borrower_id
      join ledger_postings as posting on posting.borrower_id = movement.borrower_id
        and posting.transaction_id in (movement.id, reversal.id) and ${isMoneyIn}
      where movement.kind = 'payment' and movement.idempotency_key = any(${sql.param(keys)}::text[])
      group by movement.idempotency_key`,
  );
  return new Map(rows.map(({ key, bookedMinor }) => [key, bookedMinor]));
}

/** The number and currency of a difference's loan; null where there is no such loan. */
export interface LoanNames {
  readonly orderNumber: string | null;
  readonly currency: string | null;
}

/** Adds loan numbers and currencies to differences, stored ones too. */
export async function withLoanNames<Fault extends Pick<Disagreement, 'loanId'>>(
  database: Queryable,
  faults: readonly Fault[],
): Promise<(Fault & LoanNames)[]> {
  if (faults.length === 0) return [];
  const ids = [...new Set(faults.map(({ loanId }) => loanId))];
  return withNames(
    faults,
    ({ loanId }) => loanId,
    await queryRows<LoanNames & { id: string }>(
      database,
      sql`select id, order_number as "orderNumber", currency from loans as loan where ${isAnyOf(sql`loan.id`, ids)}`,
    ),
  );
}

export async function withEventNames<Fault extends Pick<EventFault, 'id'>>(
  database: Queryable,
  faults: readonly Fault[],
): Promise<(Fault & LoanNames)[]> {
  if (faults.length === 0) return [];
  const ids = faults.map(({ id }) => id);
  return withNames(
    faults,
    ({ id }) => id,
    await queryRows<LoanNames & { id: string }>(
      database,
      sql`select event.id, number.order_number as "orderNumber", event.currency
        from provider_events as event left join loan_numbers as number on number.loan_id = event.loan_id
        where ${isAnyOf(sql`event.id`, ids)}`,
    ),
  );
}

function withNames<Fault>(
  faults: readonly Fault[],
  idOf: (fault: Fault) => string,
  named: readonly (LoanNames & { readonly id: string })[],
): (Fault & LoanNames)[] {
  const byId = new Map(named.map(({ id, orderNumber, currency }) => [id, { orderNumber, currency }]));
  const unknown: LoanNames = { orderNumber: null, currency: null };
  return faults.map((fault) => ({ ...fault, ...(byId.get(idOf(fault)) ?? unknown) }));
}
