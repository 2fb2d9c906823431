import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type EventTypeName, eventTypes } from '#contract/events.ts';
import { type HostEvent, listEvents } from '#contract/host/event.ts';
import { cancelLoan, readLoanStatement } from '#contract/host/loan.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { anyStep, anyWalkedProduct, CorrectedLoanWalk } from '#tests/setup/corrected-loan-walk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower } from '#tests/setup/lending-journeys.ts';

// A lender's own books of a loan, made of nothing but the events that it was told.

const service = await testLendingService();

/** A loan as its events tell. */
interface RebuiltLoan {
  status: string;
  balanceMinor: number;
  suspenseMinor: number;
  dueDate: string | null;
  /** What came in less what went back, the payments' and the borrower's. */
  cashMinor: number;
  /** When it was last told what is owed. */
  at: string;
}

/** What events say of a loan, as far as kept here. */
type Data = RebuiltLoan & {
  readonly amountMinor: number;
  readonly totalMinor: number;
  readonly wasSent: boolean;
};

/** What the events of a loan come to, however often each came and in whatever order. */
function rebuilt(events: readonly HostEvent[]): RebuiltLoan {
  const loan: RebuiltLoan = {
    status: '',
    balanceMinor: 0,
    suspenseMinor: 0,
    dueDate: null,
    cashMinor: 0,
    at: '',
  };
  const once = [...new Map(events.map((event) => [event.eventId, event])).values()];
  for (const event of once.sort((a, b) => Number(a.sequence) - Number(b.sequence))) {
    const { type, data } = event;
    expect(z.parse(eventTypes[type as EventTypeName].data, data), type).toEqual(data);
    const position = standingIn(type, data as unknown as Data);
    loan.cashMinor += cashIn(type, data as unknown as Data);
    Object.assign(loan, position, position.balanceMinor === undefined ? {} : { at: event.timestamp });
  }
  return loan;
}

/** What an event says of how a loan stands. */
function standingIn(type: string, data: Data): Partial<RebuiltLoan> {
  const { amountMinor, balanceMinor, suspenseMinor, dueDate, status, totalMinor } = data;
  if (type === 'loan.disbursed') return { status: 'to-repay', balanceMinor: totalMinor, dueDate };
  if (type === 'loan.overdue') return { status: 'overdue', dueDate };
  if (type === 'loan.settled') return { status: 'settled', balanceMinor: 0, dueDate: null };
  if (type === 'loan.written-off') return { status: 'written-off', balanceMinor: amountMinor };
  if (type === 'loan.sold') return { status: 'sold', balanceMinor: amountMinor, dueDate: null };
  if (type === 'loan.changed' || type === 'payment.received') {
    return { status, balanceMinor, suspenseMinor, dueDate };
  }
  return {};
}

/** What an event says came in, below zero for what went back. */
function cashIn(type: string, { amountMinor, wasSent }: Data): number {
  if (type === 'payment.received' || (type === 'payment.refund-failed' && wasSent)) return amountMinor;
  return type === 'payment.reversed' || type === 'payment.refunded' ? 0 - amountMinor : 0;
}

async function eventsOf(orderNumber: string): Promise<HostEvent[]> {
  const events: HostEvent[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await service.tell(listEvents, { orderNumber, limit: 100, ...(cursor ? { cursor } : {}) });
    events.push(...page.events);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return events;
}

test('what a loan owes, what is held, where it stands, when it is due and what came in is known from its events alone, however often and in whatever order they come', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyWalkedProduct,
      fc.array(anyStep, { minLength: 15, maxLength: 35, size: 'max' }),
      fc.infiniteStream(fc.nat()),
      async (product, steps, order) => {
        const walk = await CorrectedLoanWalk.begin(service, product);
        const { orderNumber } = walk.loan;
        for (const step of steps) {
          if (!(await walk.take(step))) continue;
          const events = await eventsOf(orderNumber);
          const twice = events.flatMap((event) => (order.next().value % 3 === 0 ? [event, event] : [event]));
          const shuffled = twice
            .map((event) => ({ event, place: order.next().value }))
            .sort((a, b) => a.place - b.place)
            .map(({ event }) => event);
          const rebuiltLoans = rebuilt(shuffled);
          const { loan, entries, instalments } = await service.tell(readLoanStatement, { orderNumber });
          const postings = entries.flatMap(({ kind, bookedAt, postings: parts }) =>
            parts.map((part) => ({ kind, bookedAt, ...part })),
          );
          const sum = (of: typeof postings) => of.reduce((total, { amountMinor }) => total + amountMinor, 0);
          // Penalties of days without any other event are told by none.
          const since = postings.filter(
            ({ kind, bookedAt, account }) =>
              account === 'receivable' &&
              ['accrual', 'late-fee'].includes(kind) &&
              bookedAt > rebuiltLoans.at,
          );
          const cash = postings.filter(
            ({ account, kind }) => account === 'cash' && !['disbursal', 'sale'].includes(kind),
          );
          const [oldest] = instalments.filter(({ owedMinor }) => owedMinor > 0);
          expect({ ...rebuiltLoans, at: '' }, step.kind).toEqual({
            status: loan.status,
            balanceMinor: loan.owedMinor - sum(since),
            suspenseMinor: loan.heldMinor,
            dueDate: loan.status === 'sold' ? null : (oldest?.dueDate ?? null),
            cashMinor: sum(cash),
            at: '',
          });
        }
      },
    ),
    { numRuns: Number(process.env.CORRECTION_RUNS ?? 3), endOnFailure: true },
  );
}, 3_600_000);

test('a loan that is cancelled before it is paid out is told as such', async () => {
  const loan = await applyForLoan(service, await newBorrower(service));
  const { orderNumber } = loan;
  await service.tell(cancelLoan, { orderNumber, reason: 'two of them by mistake' });
  const early = { provider: 'bank', eventId: `early ${orderNumber}`, orderNumber, currency: 'MXN' as const };
  expect(await service.tell(recordPayment, { ...early, amountMinor: minorAmount(100) })).toMatchObject({
    outcome: 'unmatched',
  });
  const events = await eventsOf(orderNumber);
  expect(events.map(({ type }) => type)).toEqual(['application.submitted', 'loan.cancelled']);
  expect(events[1]?.data).toMatchObject({ reason: 'two of them by mistake' });
});
