import assert from 'node:assert/strict';
import { z } from 'zod';
import { type EventTypeName, eventTypes } from '#contract/events.ts';
import type { HostEvent } from '#contract/host/event.ts';
import type { readLoanStatement } from '#contract/host/loan.ts';
import type { HostCall } from '#contract/host-call.ts';

// A lender's own books of a loan, made of nothing but the events that it was told.

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

type Statement = typeof readLoanStatement extends HostCall<infer _Request, infer Answer> ? Answer : never;

/** What the events of a loan come to, however often each came and in whatever order. */
export function rebuiltLoan(
  events: readonly Pick<HostEvent, 'eventId' | 'type' | 'sequence' | 'timestamp' | 'data'>[],
): RebuiltLoan {
  const loan = { status: '', balanceMinor: 0, suspenseMinor: 0, dueDate: null, cashMinor: 0, at: '' };
  const once = [...new Map(events.map((event) => [event.eventId, event])).values()];
  for (const event of once.sort((a, b) => Number(a.sequence) - Number(b.sequence))) {
    const { type, data } = event;
    assert.deepEqual(z.parse(eventTypes[type as EventTypeName].data, data), data, type);
    const position = standingIn(type, data as unknown as Data);
    loan.cashMinor += cashIn(type, data as unknown as Data);
    Object.assign(loan, position, position.balanceMinor === undefined ? {} : { at: event.timestamp });
  }
  return loan;
}

/** The same as the service's books have it, where events told last what is owed at a time: penalties of days without any other event are told by none. */
export function statedLoan({ loan, entries, instalments }: Statement, at: string): RebuiltLoan {
  const postings = entries.flatMap(({ kind, bookedAt, postings: parts }) =>
    parts.map((part) => ({ kind, bookedAt, ...part })),
  );
  const sum = (of: typeof postings) => of.reduce((total, { amountMinor }) => total + amountMinor, 0);
  const since = postings.filter(
    ({ kind, bookedAt, account }) =>
      account === 'receivable' && ['accrual', 'late-fee'].includes(kind) && bookedAt > at,
  );
  const cash = postings.filter(
    ({ account, kind }) =>
      (account === 'cash' || account.startsWith('clearing:')) && !['disbursal', 'sale'].includes(kind),
  );
  const unpaid = instalments.filter(({ owedMinor }) => owedMinor > 0).map(({ dueDate }) => dueDate);
  const [oldestDate = null] = unpaid.sort();
  return {
    status: loan.status,
    balanceMinor: loan.owedMinor - sum(since),
    suspenseMinor: loan.heldMinor,
    dueDate: loan.status === 'sold' ? null : oldestDate,
    cashMinor: sum(cash),
    at,
  };
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
