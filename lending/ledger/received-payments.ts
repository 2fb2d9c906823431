import { isId } from '#db/new-id.ts';
import { settlingKinds } from '#domain/booking/movement.ts';
import { coverOfPayments, type LoanMovement, type PaymentCover } from '#domain/loan/statement.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { channelOfPayment } from '#domain/repayment/payment-by-hand.ts';
import type { ClaimChannel } from '#domain/repayment/payment-claim.ts';
import type { CurrentLoan } from './current-loan.ts';

/** How a payment came: by one of the loan's own codes, by card, or by what the lender reported otherwise. */
export type PaymentMethod = ClaimChannel;

interface BookedPayment {
  /** The id of its movement. */
  readonly paymentId: string;
  readonly amountMinor: MinorAmount;
  readonly paidAt: Date;
  readonly method: PaymentMethod;
  /** What the provider calls it; empty for a card payment, and for an id that stands on nobody's slip. */
  readonly trackingKey: string;
  /** What settled nothing and is held in the borrower's favour. */
  readonly heldMinor: MinorAmount;
}

/** Money that arrived for a loan and stands. */
export type LoanPayment = BookedPayment & PaymentCover;

/** Money that arrived for a loan and was taken back. */
export interface ReversedPayment {
  /** The id of the movement that it was. */
  readonly paymentId: string;
  readonly amountMinor: MinorAmount;
  readonly paidAt: Date;
  readonly reversedAt: Date;
}

/** The payments of a loan in the order they were booked, each with what it covered, and apart from them those taken back. */
export function loanPayments({
  instalments,
  providerEvents,
  postings,
  references,
}: Pick<CurrentLoan, 'instalments' | 'providerEvents' | 'postings' | 'references'>): {
  readonly standing: LoanPayment[];
  readonly reversed: ReversedPayment[];
} {
  if (providerEvents.length === 0) return { standing: [], reversed: [] };
  const takenBack = new Set(postings.map(({ reversesId }) => reversesId));
  const channelOf = new Map(references.map(({ code, channelKind }) => [code, channelKind]));
  const eventOf = new Map(providerEvents.map((event) => [`payment:${event.id}`, event]));
  const sequenceOf = new Map(instalments.map(({ id, sequence }) => [id, sequence]));
  const movements = [...Map.groupBy(postings, bookedKey)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, parts]): LoanMovement<BookedPayment> => {
      const [first] = parts;
      const paymentId = first?.transactionId ?? '';
      const isStanding = first?.reversesId === null && !takenBack.has(paymentId);
      const event = first?.kind === 'payment' && isStanding ? eventOf.get(first.idempotencyKey) : undefined;
      return {
        lines: parts.flatMap(({ account, component, instalmentId, amountMinor }) => {
          const sequence = instalmentId === null ? undefined : sequenceOf.get(instalmentId);
          if (account !== 'receivable' || component === null || sequence === undefined) return [];
          return [{ sequence, component, amountMinor }];
        }),
        payment: event
          ? {
              paymentId,
              amountMinor: event.amountMinor,
              paidAt: event.paidAt,
              method: channelOfPayment(event.provider, channelOf.get(event.reference)),
              trackingKey: keyOnSlip(event),
              heldMinor: subtractMinor(
                zeroMinor,
                addMinor(
                  ...parts.filter(({ account }) => account === 'suspense').map((part) => part.amountMinor),
                ),
              ),
            }
          : null,
      };
    });
  return { standing: coverOfPayments(movements), reversed: reversedPayments(postings) };
}

function keyOnSlip({ provider, eventId, trackingKey }: CurrentLoan['providerEvents'][number]): string {
  return trackingKey ?? (provider === 'card' || isId(eventId) ? '' : eventId);
}

function reversedPayments(postings: CurrentLoan['postings']): ReversedPayment[] {
  const isCash = ({ account, kind }: (typeof postings)[number]) => account === 'cash' && kind === 'payment';
  const cash = postings.filter(isCash);
  return cash
    .flatMap(({ transactionId, amountMinor, occurredAt }) => {
      const reversal = cash.find(({ reversesId }) => reversesId === transactionId);
      if (!reversal) return [];
      return [{ paymentId: transactionId, amountMinor, paidAt: occurredAt, reversedAt: reversal.bookedAt }];
    })
    .reverse();
}

/**
 * What a movement of a loan sorts by. Ids sort by the millisecond they were made; of one booking, penalties that are taken back
 * come first, and what counts from the same moment as a payment is charged before it settles.
 */
function bookedKey({ transactionId, reversesId, occurredAt, kind }: CurrentLoan['postings'][number]): string {
  const place = reversesId === null ? occurredAt.toISOString() : '';
  const settles = Number(settlingKinds.includes(kind));
  return [transactionId.slice(0, 13), place, settles, transactionId].join(' ');
}

/** When each instalment of a loan last received a payment that stands, by the instalment's id. */
export function lastPaymentsOf({ postings }: Pick<CurrentLoan, 'postings'>): ReadonlyMap<string, Date> {
  const latest = new Map<string, Date>();
  const takenBack = new Set(postings.map(({ reversesId }) => reversesId));
  for (const { transactionId, kind, account, instalmentId, amountMinor, occurredAt } of postings) {
    if (kind !== 'payment' || account !== 'receivable' || instalmentId === null || amountMinor >= 0) continue;
    if (takenBack.has(transactionId)) continue;
    const known = latest.get(instalmentId);
    if (known === undefined || known < occurredAt) latest.set(instalmentId, occurredAt);
  }
  return latest;
}
