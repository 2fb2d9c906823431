import { isId } from '#db/new-id.ts';
import { moneyIn } from '#domain/booking/movement.ts';
import { coverOfPayments, type LoanMovement, type PaymentCover } from '#domain/loan/statement.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { channelOfPayment, isKnownByIdAlone } from '#domain/repayment/payment-by-hand.ts';
import type { ClaimChannel } from '#domain/repayment/payment-claim.ts';
import type { LoanCourse } from './loan-course.ts';

/** How a payment arrived: by one of the loan's codes, by card, or reported by the lender. */
export type PaymentMethod = ClaimChannel;

interface BookedPayment {
  readonly paymentId: string;
  readonly amountMinor: MinorAmount;
  readonly paidAt: Date;
  readonly method: PaymentMethod;
  /** The bank's id of it; empty for a card payment, and where only an id is known that no bank slip shows. */
  readonly trackingKey: string;
  /** The part that settled nothing and is held for the borrower. */
  readonly heldMinor: MinorAmount;
}

export type LoanPayment = BookedPayment & PaymentCover;

export interface ReversedPayment {
  readonly paymentId: string;
  readonly amountMinor: MinorAmount;
  readonly paidAt: Date;
  readonly reversedAt: Date;
}

/** The payments of a loan in the order of booking, each with what it covered, and the reversed ones. */
export function loanPayments({ payments, entries, references, instalments }: LoanCourse): {
  readonly payments: LoanPayment[];
  readonly reversed: ReversedPayment[];
} {
  if (payments.length === 0) return { payments: [], reversed: [] };
  const channelOf = new Map(references.map(({ code, channelKind }) => [code, channelKind]));
  const movements = entries.map((entry): LoanMovement<BookedPayment> => {
    const { id: paymentId, kind, isStanding, postings, payment, heldMinor } = entry;
    return {
      lines: postings.flatMap(({ account, component, sequence, amountMinor }) =>
        account !== 'receivable' || component === null || sequence === null
          ? []
          : [{ sequence, component, amountMinor }],
      ),
      isExtensionFee: kind === 'extension-fee',
      payment:
        payment && kind === 'payment' && isStanding
          ? {
              paymentId,
              heldMinor,
              amountMinor: payment.amountMinor,
              paidAt: payment.paidAt,
              method: channelOfPayment(payment.provider, channelOf.get(payment.reference)),
              trackingKey: keyOnSlip(payment),
            }
          : null,
    };
  });
  return { payments: coverOfPayments(movements, instalments), reversed: reversedPayments(entries) };
}

function keyOnSlip(payment: LoanCourse['payments'][number]): string {
  const { provider, eventId, trackingKey } = payment;
  if (isKnownByIdAlone(payment)) return '';
  return trackingKey ?? (provider === 'card' || isId(eventId) ? '' : eventId);
}

function reversedPayments(entries: LoanCourse['entries']): ReversedPayment[] {
  const booked = entries.filter(({ kind }) => kind === 'payment');
  return booked
    .flatMap((entry) => {
      const reversal = booked.find(({ reversesId }) => reversesId === entry.id);
      if (!reversal) return [];
      const { id: paymentId, occurredAt: paidAt } = entry;
      return [{ paymentId, amountMinor: moneyIn([entry]), paidAt, reversedAt: reversal.bookedAt }];
    })
    .reverse();
}

/** When each instalment last received a standing payment, by its id. */
export function lastPaymentsOf({ entries }: Pick<LoanCourse, 'entries'>): ReadonlyMap<string, Date> {
  const latest = new Map<string, Date>();
  for (const { kind, isStanding, postings, occurredAt } of entries) {
    if (kind !== 'payment' || !isStanding) continue;
    for (const { account, instalmentId, amountMinor } of postings) {
      if (account !== 'receivable' || instalmentId === null || amountMinor >= 0) continue;
      const movement = latest.get(instalmentId);
      if (movement === undefined || movement < occurredAt) latest.set(instalmentId, occurredAt);
    }
  }
  return latest;
}
