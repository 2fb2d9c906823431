import { and, eq, gt, inArray, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { enqueue, type Transaction } from '#db/database.ts';
import { inputRows, insertInputRows, typesOf } from '#db/input-rows.ts';
import { columnsOf, hasValues } from '#db/rows.ts';
import { chargeDisputes } from '#db/schema/charge-dispute.ts';
import { extensions } from '#db/schema/extension.ts';
import { earningPeriods, ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { loans, statusChanges } from '#db/schema/loan.ts';
import { newPlans } from '#db/schema/new-plan.ts';
import { paymentClaims } from '#db/schema/payment-claim.ts';
import {
  instalments,
  loanPayments,
  type PaymentOutcome,
  paymentReferences,
  penaltyPauses,
  providerEvents,
  refunds,
} from '#db/schema/repayment.ts';
import type { Booking, Decision, InstalmentDates } from '#domain/booking/booking.ts';
import { automaticKinds, settlingKinds, totalOn } from '#domain/booking/movement.ts';
import type { CurrentExtension, EarningPlan, Payment } from '#domain/booking/state.ts';
import { isPayable } from '#domain/loan/loan-status.ts';
import type { NewPlanState } from '#domain/loan/new-plan.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import type { Component } from '#domain/repayment/allocation.ts';
import { recordEvents } from '../events/record-event.ts';
import { assignmentOf, bookReceipt } from './cash-movements.ts';
import {
  type BookingContext,
  belongsToLoan,
  belongsToLoans,
  isOneOf,
  isRowWithId,
  type LoanOf,
} from './loans.ts';
import type { LockedState } from './states.ts';

/**
 * Writes decisions on locked loans; nothing else writes to the ledger. All statements are queued without waiting for answers. Figures
 * change by deltas, never to a value, and each update aborts the transaction unless it meets exactly the rows decided on. Penalties of
 * several loans take as many statements as those of one.
 */
export function commit(
  transaction: Transaction,
  decisions: readonly Pick<Decision<LockedState, unknown>, 'booking' | 'after'>[],
  context: BookingContext,
): void {
  const bookings = decisions.map(({ booking }) => booking);
  changeLoans(transaction, bookings);
  insertPlans(transaction, bookings);
  insertMovements(transaction, bookings, context);
  changeInstalments(transaction, bookings);
  changeEarnings(transaction, bookings, context);
  insertStatuses(transaction, bookings);
  for (const booking of bookings) {
    changePayments(transaction, booking, context);
    changeDisputes(transaction, booking);
    changeNewPlans(transaction, booking);
    changeExtensions(transaction, booking);
    answerClaims(transaction, booking);
    changePauses(transaction, booking);
    changeRefunds(transaction, booking);
    endReferences(transaction, booking);
  }
  const events = bookings.flatMap(({ loan, events: of }) =>
    of.map((event) => ({ ...event, subjectId: loan.id })),
  );
  recordEvents(transaction, events, context);
}

/**
 * Aborts the transaction unless the statement changes exactly `rowCount` rows (it divides by zero on purpose). @param beside a further
 * statement that writes other rows.
 */
function change(transaction: Transaction, statement: SQLWrapper, rowCount: number, beside?: SQL): void {
  const isMet = sql`(count(*) = ${rowCount})::integer`;
  const besides = beside === undefined ? sql`` : sql`, beside as (${beside})`;
  enqueue(
    transaction,
    transaction.execute(
      sql`with written as (${statement.getSQL()})${besides} select 1 / ${isMet} from written`,
    ),
  );
}

/** Loan columns that a booking may set directly; balances and status change through movements. */
const factColumns = columnsOf(
  loans,
  'declinedAt',
  'declineReason',
  'reapplyOn',
  'disbursedOn',
  'disbursalReference',
  'settledAt',
  'writtenOffAt',
  'soldAt',
  'buyerName',
  'buyerContact',
  'reopenedAt',
  'correctedOn',
  'nonAccrualSince',
  'earningSince',
) satisfies Record<keyof Booking['facts'], unknown>;

/** As typed columns: casting text in a way that depends on the session is refused on partitioned tables. */
const factTypes = Object.fromEntries(
  Object.entries(factColumns).map(([name, column]) => [name, column.getSQLType()]),
) as Record<keyof typeof factColumns, string>;

const factChanges = Object.entries(factColumns).map(
  ([name, column]) =>
    `${column.name} = case when jsonb_exists(change.facts, '${name}') then change."${name}" else loans.${column.name} end`,
);

const loanChange = {
  ...typesOf(loans, 'id', 'borrowerId', 'changedAt', 'suspenseMinor'),
  receivableMinor: 'bigint',
  from: 'text',
  to: 'text',
  facts: 'jsonb',
  ...factTypes,
};

function changeLoans(transaction: Transaction, bookings: readonly Booking[]): void {
  const changes = bookings.flatMap(({ loan, movements, statuses, facts, bookedAt }) => {
    // A penalty and the payment that settles it leave the balance unchanged, yet are a change.
    const isMoved = movements.some(({ postings }) =>
      postings.some(({ account }) => account === 'receivable' || account === 'suspense'),
    );
    const isChanged = isMoved || statuses.length > 0;
    if (!isChanged && Object.keys(facts).length === 0) return [];
    const { id, borrowerId, status: from } = loan;
    return [
      {
        ...facts,
        id,
        borrowerId,
        from,
        to: statuses.at(-1)?.to ?? from,
        facts,
        changedAt: isChanged ? bookedAt : null,
        receivableMinor: totalOn('receivable', movements),
        suspenseMinor: totalOn('suspense', movements),
      },
    ];
  });
  if (changes.length === 0) return;
  change(
    transaction,
    // The planner cannot tell how many rows the parameter holds, so the loans are named too.
    sql`update loans set balance_minor = balance_minor + change."receivableMinor",
        suspense_minor = suspense_minor - change."suspenseMinor", status = change."to",
        changed_at = coalesce(change."changedAt", loans.changed_at), ${sql.raw(factChanges.join(', '))}
      from ${inputRows('change', loanChange, changes)}
      where loans.id = change.id and loans.borrower_id = change."borrowerId" and loans.status = change."from"
        and ${isOneOf(changes)} returning 1`,
    changes.length,
  );
}

/** Columns that repeat the ledger: charged and paid amounts per component. */
const figureColumns = {
  penalty: { charged: 'penaltyChargedMinor', paid: 'penaltyPaidMinor' },
  fee: { charged: 'feeChargedMinor', paid: 'feePaidMinor' },
  vat: { charged: 'vatChargedMinor', paid: 'vatPaidMinor' },
  interest: { charged: 'interestChargedMinor', paid: 'interestPaidMinor' },
  principal: { charged: 'principalChargedMinor', paid: 'principalPaidMinor' },
} as const satisfies Record<Component, { charged: string; paid: string }>;

type Figure = (typeof figureColumns)[Component]['charged' | 'paid'];
type Figures = Record<Figure, MinorAmount>;

const figureNames = Object.values(figureColumns).flatMap(({ charged, paid }) => [charged, paid]);
const noFigures = Object.fromEntries(figureNames.map((figure) => [figure, zeroMinor])) as Figures;

function insertPlans(transaction: Transaction, bookings: readonly Booking[]): void {
  const rows = bookings.flatMap(({ loan: { id: loanId, borrowerId }, plan }) =>
    plan.map(({ id, sequence, dueDate }) => ({ id, borrowerId, loanId, sequence, dueDate, ...noFigures })),
  );
  if (rows.length > 0) enqueue(transaction, transaction.execute(insertInputRows(instalments, rows)));
}

function insertMovements(transaction: Transaction, bookings: readonly Booking[], { random }: BookingContext) {
  const booked = bookings.flatMap(({ loan, movements, bookedAt, actor }) =>
    movements.map((movement) => ({ loan, movement, bookedAt, actor })),
  );
  if (booked.length === 0) return;
  const rows = booked.map(({ loan, movement, bookedAt, actor }) => {
    const { id, kind, occurredAt, key, reversesId = null, reason = null } = movement;
    return {
      id,
      kind,
      borrowerId: loan.borrowerId,
      loanId: loan.id,
      currency: loan.currency,
      occurredAt,
      idempotencyKey: key,
      reversesId,
      bookedAt,
      reason,
      actor: automaticKinds.includes(kind) && reason === null ? null : actor,
    };
  });
  enqueue(transaction, transaction.execute(insertInputRows(ledgerTransactions, rows)));
  const postings = booked.flatMap(({ loan, movement }) =>
    movement.postings.map(({ account, component = null, instalmentId = null, amountMinor }) => ({
      id: random.id(),
      transactionId: movement.id,
      account,
      component,
      borrowerId: loan.borrowerId,
      loanId: loan.id,
      instalmentId,
      amountMinor,
      currency: loan.currency,
    })),
  );
  enqueue(transaction, transaction.execute(insertInputRows(ledgerPostings, postings)));
}

const movable = ['dueDate', 'extendedFrom', 'accruedThrough', 'penaltyRound'] as const;

/** The columns of an instalment's change: deltas of its figures, and its new dates. */
const instalmentChange = {
  ...typesOf(instalments, 'id', 'borrowerId', ...movable, ...figureNames),
  isMoved: 'boolean',
};
const addedFigures = figureNames.map((figure) => {
  const { name } = instalments[figure];
  return `${name} = instalments.${name} + change."${figure}"`;
});
const movedDates = movable.map((date) => {
  const { name } = instalments[date];
  return `${name} = case when change."isMoved" then change."${date}" else instalments.${name} end`;
});
const instalmentChanges = sql.raw([...addedFigures, ...movedDates].join(', '));

interface InstalmentChange extends Figures, Partial<Omit<InstalmentDates, 'id'>> {
  readonly id: string;
  readonly borrowerId: string;
  isMoved: boolean;
}

function changeInstalments(transaction: Transaction, bookings: readonly Booking[]): void {
  const changes = bookings.flatMap(instalmentsChangedBy);
  if (changes.length === 0) return;
  change(
    transaction,
    sql`update instalments set ${instalmentChanges} from ${inputRows('change', instalmentChange, changes)}
      where instalments.id = change.id and instalments.borrower_id = change."borrowerId"
        and ${belongsToLoans(
          instalments,
          bookings.map(({ loan }) => loan),
        )} returning 1`,
    changes.length,
  );
}

function instalmentsChangedBy({ loan: { borrowerId }, movements, dates }: Booking): InstalmentChange[] {
  const changes = new Map<string, InstalmentChange>();
  const changeOf = (id: string): InstalmentChange => {
    const known = changes.get(id) ?? { id, borrowerId, isMoved: false, ...noFigures };
    changes.set(id, known);
    return known;
  };
  for (const { kind, postings } of movements) {
    const side = settlingKinds.includes(kind) ? 'paid' : 'charged';
    for (const { account, component, instalmentId, amountMinor } of postings) {
      if (account !== 'receivable' || component === undefined || instalmentId === undefined) continue;
      const of = changeOf(instalmentId);
      const figure = figureColumns[component][side];
      of[figure] = (side === 'paid' ? subtractMinor : addMinor)(of[figure], amountMinor);
    }
  }
  for (const { id, ...moved } of dates) Object.assign(changeOf(id), moved, { isMoved: true });
  return [...changes.values()];
}

function changeEarnings(transaction: Transaction, bookings: readonly Booking[], { random }: BookingContext) {
  const changes = bookings.flatMap(({ loan, earnings }) => {
    const plan = earnings.at(-1);
    return plan === undefined ? [] : [{ loan, plan }];
  });
  if (changes.length === 0) return;
  endEarnings(
    transaction,
    changes.filter(({ loan }) => loan.earningSince !== null),
  );
  const rows = changes.flatMap(({ loan: { id: loanId, borrowerId, currency }, plan: { since, periods } }) =>
    periods.map((period) => ({ id: random.id(), borrowerId, loanId, currency, since, ...period })),
  );
  if (rows.length > 0) enqueue(transaction, transaction.execute(insertInputRows(earningPeriods, rows)));
}

function endEarnings(
  transaction: Transaction,
  changes: readonly { readonly loan: Booking['loan']; readonly plan: EarningPlan }[],
): void {
  if (changes.length === 0) return;
  const ends = changes.map(({ loan: { id, borrowerId }, plan: { since } }) => ({ id, borrowerId, since }));
  const given = inputRows('change', { id: 'uuid', borrowerId: 'uuid', since: 'date' }, ends);
  const isTheirs = belongsToLoans(
    earningPeriods,
    changes.map(({ loan }) => loan),
  );
  const ended = sql`update earning_periods set until = change.since from ${given}
    where earning_periods.loan_id = change.id and earning_periods.borrower_id = change."borrowerId"
      and earning_periods.until is null and ${isTheirs}`;
  enqueue(transaction, transaction.execute(ended));
}

function insertStatuses(transaction: Transaction, bookings: readonly Booking[]): void {
  const rows = bookings.flatMap(({ loan: { id: loanId, borrowerId }, statuses, bookedAt }) =>
    statuses.map((status) => ({ ...status, borrowerId, loanId, at: bookedAt })),
  );
  if (rows.length > 0) enqueue(transaction, transaction.execute(insertInputRows(statusChanges, rows)));
}

function changeExtensions(transaction: Transaction, { loan, extensions: changes }: Booking): void {
  for (const { id, state, figures, receipt } of changes) {
    const facts = {
      ...(figures && figuresOf(figures)),
      state,
      ...(receipt ?? { paidMinor: null, paidAt: null }),
    };
    const isThis = isRowWithId(extensions, id, loan);
    change(
      transaction,
      transaction.update(extensions).set(facts).where(isThis).returning({ id: extensions.id }),
      1,
    );
  }
}

export function figuresOf({ offer, sequences, fromDueDate, quotedOn }: CurrentExtension) {
  return {
    quotedOn,
    days: offer.days,
    feeMinor: offer.feeMinor,
    payTodayMinor: offer.payTodayMinor,
    fromDueDate,
    newDueDate: offer.newDueDate,
    sequences,
  };
}

export function answerClaims(
  transaction: Transaction,
  booking: Pick<Booking, 'claims' | 'bookedAt' | 'actor'> & { readonly loan: LoanOf },
): void {
  const { loan, claims, bookedAt, actor } = booking;
  for (const { id, paymentId: providerEventId, answer } of claims) {
    const reopened = { answeredAt: null, answeredBy: null, claimedAt: bookedAt };
    const facts = {
      ...(providerEventId === null
        ? { state: 'waiting' as const, ...reopened }
        : { state: 'received' as const, answeredAt: bookedAt, answeredBy: actor }),
      providerEventId,
      answer,
    };
    const isThis = isRowWithId(paymentClaims, id, loan);
    change(
      transaction,
      transaction.update(paymentClaims).set(facts).where(isThis).returning({ id: paymentClaims.id }),
      1,
    );
  }
}

/** Begins, ends and resumes penalty pauses. Idempotent. */
export function changePauses(
  transaction: Transaction,
  { loan, pauses }: Pick<Booking, 'pauses'> & { readonly loan: LoanOf },
): void {
  const { id: loanId, borrowerId } = loan;
  for (const each of pauses) {
    if ('starts' in each) {
      const { causeId, fromDay, throughDay, part } = each.starts;
      const row = { causeId, fromDay, throughDay, ...part, borrowerId, loanId };
      enqueue(transaction, transaction.insert(penaltyPauses).values(row).onConflictDoNothing());
    } else if ('resumes' in each) {
      const isOf = hasValues(penaltyPauses, { causeId: each.resumes.causeId, borrowerId });
      enqueue(transaction, transaction.update(penaltyPauses).set({ throughDay: null }).where(isOf));
    } else {
      const { causeId, throughDay } = each.ends;
      const isOpen = and(
        hasValues(penaltyPauses, { causeId, borrowerId }),
        or(isNull(penaltyPauses.throughDay), gt(penaltyPauses.throughDay, throughDay)),
      );
      enqueue(transaction, transaction.update(penaltyPauses).set({ throughDay }).where(isOpen));
    }
  }
}

/** Marks payments as booked, put back, changed or reversed, and stores the booked ones beside their loan. */
function changePayments(
  transaction: Transaction,
  { loan, payments, bookedAt, actor }: Booking,
  { random }: BookingContext,
): void {
  const { id: loanId, borrowerId, currency } = loan;
  const booked = { now: bookedAt, random, ...(actor === null ? {} : { actor }) };
  for (const { payment, outcome, doubleOf } of payments) {
    const mark = (
      from: PaymentOutcome,
      facts: Partial<typeof providerEvents.$inferInsert>,
      beside?: SQL | undefined,
    ) => {
      const isThis = and(eq(providerEvents.id, payment.id), eq(providerEvents.outcome, from));
      const marked = transaction.update(providerEvents).set(facts).where(isThis);
      change(transaction, marked.returning({ id: providerEvents.id }), 1, beside);
    };
    const { amountMinor, paidAt, round = 0 } = payment;
    if (outcome === 'posted' || outcome === 'changed') {
      keepLoanPayment(transaction, loan, { receivedAt: bookedAt, ...payment, round });
      if (outcome === 'changed') mark('posted', { amountMinor, paidAt, round });
      else if (payment.outcome !== outcome) {
        mark(
          'unmatched',
          { outcome, borrowerId, loanId, doubleOf },
          assignmentOf({ ...payment, currency }, booked),
        );
      }
    } else if (payment.outcome !== outcome) {
      const facts = { outcome: 'reversed' as const, reversedAt: bookedAt };
      if (outcome === 'reversed') mark('posted', facts);
      else {
        const waiting = { ...payment, currency, round: round + 1 };
        const free = { borrowerId: null, loanId: null, doubleOf: null };
        mark('posted', { outcome, ...free, round: round + 1, putBy: actor ?? 'service' });
        bookReceipt(transaction, waiting, booked);
      }
      const isOfIt = and(isRowWithId(loanPayments, payment.id, loan), eq(loanPayments.outcome, 'posted'));
      const taken = transaction.update(loanPayments).set(facts).where(isOfIt);
      change(transaction, taken.returning({ id: loanPayments.id }), 1);
    }
  }
}

/** Stores a payment beside its loan; one that staff moved or changed replaces its earlier row. */
function keepLoanPayment(
  transaction: Transaction,
  { id: loanId, borrowerId, currency }: Booking['loan'],
  payment: Required<Payment>,
): void {
  const { id, provider, eventId, reference, trackingKey, amountMinor, paidAt, receivedAt, round } = payment;
  const booked = { loanId, amountMinor, paidAt, round, outcome: 'posted' as const, reversedAt: null };
  const names = { id, borrowerId, provider, eventId, reference, trackingKey, currency, receivedAt };
  const kept = transaction.insert(loanPayments).values({ ...names, ...booked });
  const target = [loanPayments.id, loanPayments.borrowerId];
  enqueue(transaction, round === 0 ? kept : kept.onConflictDoUpdate({ target, set: booked }));
}

function changeRefunds(transaction: Transaction, { refunds: changes, bookedAt }: Booking): void {
  for (const { id, ...moved } of changes) {
    const [facts, from] =
      moved.state === 'sent'
        ? [{ ...moved, sentAt: bookedAt }, ['requested' as const]]
        : [{ ...moved, failedAt: bookedAt }, ['requested' as const, 'sent' as const]];
    const isThis = and(eq(refunds.id, id), inArray(refunds.state, from));
    change(
      transaction,
      transaction.update(refunds).set(facts).where(isThis).returning({ id: refunds.id }),
      1,
    );
  }
}

function changeDisputes(transaction: Transaction, { loan, disputes, bookedAt, actor }: Booking): void {
  for (const dispute of disputes) {
    const { id, ...facts } = dispute;
    if (facts.state === 'open') {
      const takenOff = { takenOffMinor: zeroMinor, vatTakenOffMinor: zeroMinor };
      const row = {
        ...facts,
        id,
        loanId: loan.id,
        borrowerId: loan.borrowerId,
        filedAt: bookedAt,
        ...takenOff,
      };
      enqueue(transaction, transaction.insert(chargeDisputes).values(row));
      continue;
    }
    const answeredBy = facts.state === 'withdrawn' ? null : actor;
    const ended = transaction
      .update(chargeDisputes)
      .set({ ...facts, endedAt: bookedAt, answeredBy })
      .where(and(isRowWithId(chargeDisputes, id, loan), eq(chargeDisputes.state, 'open')));
    change(transaction, ended.returning({ id: chargeDisputes.id }), 1);
  }
}

const newPlanOrigins = {
  agreed: ['proposed'],
  declined: ['proposed'],
  expired: ['proposed'],
  undone: ['proposed', 'agreed'],
} as const satisfies Record<Exclude<NewPlanState, 'proposed'>, readonly NewPlanState[]>;

function changeNewPlans(transaction: Transaction, { loan, newPlans: changes, bookedAt, actor }: Booking) {
  for (const each of changes) {
    if (each.state === 'proposed') {
      const { id, state, terms, reason, validThrough } = each;
      const { moratoriumDays, spread, waivesPenalties } = terms;
      const row = {
        id,
        state,
        reason,
        validThrough,
        moratoriumDays,
        waivesPenalties,
        spreadCount: spread?.count ?? null,
        spreadDays: spread?.days ?? null,
        borrowerId: loan.borrowerId,
        loanId: loan.id,
        proposedBy: actor,
        proposedAt: bookedAt,
      };
      enqueue(transaction, transaction.insert(newPlans).values(row));
      continue;
    }
    const { id, ...facts } = each;
    const ending = facts.state === 'agreed' ? {} : { endedAt: bookedAt };
    const undoing = facts.state === 'undone' ? { undoneBy: actor } : {};
    const changed = transaction
      .update(newPlans)
      .set({ ...facts, ...ending, ...undoing })
      .where(and(isRowWithId(newPlans, id, loan), inArray(newPlans.state, [...newPlanOrigins[facts.state]])));
    change(transaction, changed.returning({ id: newPlans.id }), 1);
  }
}

/** Before any time: the real clock and business time need not agree. */
const atOnce = new Date(0);

/**
 * Makes the job check references that may take money nobody owes: all of a loan that ended, and after a payment those with a fixed amount.
 * The job cancels them at their provider.
 */
function endReferences(transaction: Transaction, { loan, statuses, payments }: Booking): void {
  const to = statuses.at(-1)?.to;
  const isEnded = to !== undefined && isPayable(loan.status) && !isPayable(to);
  if (!isEnded && !payments.some(({ outcome }) => outcome === 'posted')) return;
  const { cancelledAt, providerReference, amountMinor } = paymentReferences;
  const isTheirs = and(
    ...[belongsToLoan(paymentReferences, loan), isNull(cancelledAt), isNotNull(providerReference)],
    ...(isEnded ? [] : [isNotNull(amountMinor)]),
  );
  enqueue(transaction, transaction.update(paymentReferences).set({ lookAt: atOnce }).where(isTheirs));
}
