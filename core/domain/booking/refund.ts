import { CodedError } from '../error-code.ts';
import type { MinorAmount } from '../money/money.ts';
import { add, begin, book, type Draft, type Refusal } from './booking.ts';
import { correct } from './correct.ts';
import { changedEvent, eventOf } from './event.ts';
import { clearingOf, type NewMovement, negated, reversalOf } from './movement.ts';
import { upToDate } from './penalties.ts';
import type { Circumstances, LoanState } from './state.ts';

export interface Refund {
  readonly id: string;
  readonly amountMinor: MinorAmount;
  readonly state: 'requested' | 'sent' | 'failed';
  readonly reason: string;
  readonly reference: string | null;
}

export interface RequestRefund {
  readonly act: 'request-refund';
  readonly refund: Refund;
}

export function refundKey({ id }: Pick<Refund, 'id'>, step: 'requested' | 'sent'): string {
  return `refund:${id}:${step}`;
}

/** Reserves money for a refund and informs the lender. Refused: 'request-invalid' for more than is held. */
export function requestRefund(
  state: LoanState,
  { refund }: RequestRefund,
  circumstances: Circumstances,
): Draft | Refusal {
  const { amountMinor, reason } = refund;
  const { suspenseMinor } = state.loan;
  if (amountMinor > suspenseMinor)
    return new CodedError('request-invalid', 'amountMinor', { max: suspenseMinor });
  const movement: NewMovement = {
    kind: 'refund',
    occurredAt: circumstances.now,
    key: refundKey(refund, 'requested'),
    reason,
    postings: [
      { account: 'suspense', amountMinor },
      { account: 'refund-payable', amountMinor: negated(amountMinor) },
    ],
  };
  const booked = book(begin(state, circumstances), [movement], circumstances);
  return add(booked, { events: [changedEvent(booked.after, circumstances.now)] });
}

export interface SendRefund {
  readonly act: 'send-refund';
  readonly refund: Refund;
  readonly reference: string;
  readonly provider?: string | undefined;
}

/**
 * Records that a refund was sent, and informs the lender. Idempotent for one transfer. Refused: 'status-conflict' for a failed refund, or
 * one sent by another transfer.
 */
export function sendRefund(
  state: LoanState,
  { refund, reference, provider }: SendRefund,
  circumstances: Circumstances,
): Draft | Refusal {
  const draft = begin(state, circumstances);
  if (refund.state === 'sent' && refund.reference === reference) return draft;
  if (refund.state !== 'requested') return new CodedError('status-conflict', 'refund-ended');
  const { id, amountMinor, reason } = refund;
  const movement: NewMovement = {
    kind: 'refund',
    occurredAt: circumstances.now,
    key: refundKey(refund, 'sent'),
    reason,
    postings: [
      { account: 'refund-payable', amountMinor },
      {
        account: provider === undefined ? 'cash' : clearingOf(provider),
        amountMinor: negated(amountMinor),
      },
    ],
  };
  return add(book(draft, [movement], circumstances), {
    refunds: [{ id, state: 'sent', reference }],
    events: [eventOf('payment.refunded', state.loan, { refundId: id, amountMinor })],
  });
}

export interface FailRefund {
  readonly act: 'fail-refund';
  readonly refund: Refund;
  readonly reason: string;
}

/** Records that a refund failed: its money is held again or settles debt, and the lender is informed. Idempotent. */
export function failRefund(
  state: LoanState,
  { refund, reason }: FailRefund,
  circumstances: Circumstances,
): Draft {
  const begun = begin(state, circumstances);
  if (refund.state === 'failed') return begun;
  const current = upToDate(begun, circumstances);
  const { id, amountMinor } = refund;
  const movementRows = (['sent', 'requested'] as const).flatMap((step) => {
    const key = refundKey(refund, step);
    return current.after.journal.filter((entry) => entry.key === key && entry.isStanding);
  });
  const movements = movementRows.map((booked) => reversalOf(booked, circumstances.now, reason));
  const correction = { cause: 'payment', key: `refund-failed:${id}`, reason, movements } as const;
  const corrected = correct(current, correction, circumstances);
  const wasSent = movementRows.some(({ key }) => key === refundKey(refund, 'sent'));
  return add(corrected, {
    refunds: [{ id, state: 'failed' }],
    events: [eventOf('payment.refund-failed', corrected.after.loan, { refundId: id, amountMinor, wasSent })],
  });
}
