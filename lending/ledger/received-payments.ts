import { and, asc, desc, eq, ne } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { paymentReferences, providerEvents, refunds } from '#db/schema/repayment.ts';
import { coverOfPayments, type LoanMovement, type PaymentCover } from '#domain/loan/statement.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import type { InstalmentRecord } from './loans.ts';
import { settlingKinds } from './post.ts';

/** How a payment came: by one of the loan's own codes, by card, or by what the lender reported otherwise. */
export type PaymentMethod = (typeof paymentReferences.$inferSelect)['channelKind'] | 'card' | 'other';

interface BookedPayment {
  /** The id of its movement. */
  readonly paymentId: string;
  readonly amountMinor: MinorAmount;
  readonly paidAt: Date;
  readonly method: PaymentMethod;
  /** What the provider calls it; empty for a card payment. */
  readonly trackingKey: string;
  /** What settled nothing and is held in the borrower's favour. */
  readonly heldMinor: MinorAmount;
}

/** Money that arrived for a loan and stands. */
export type LoanPayment = BookedPayment & PaymentCover;

/** Money that arrived for a loan and was taken back. */
export interface ReversedPayment {
  readonly amountMinor: MinorAmount;
  readonly paidAt: Date;
  readonly reversedAt: Date;
}

/**
 * The payments of a loan in the order they were booked, each with what it covered, and apart from them those that were taken back.
 * @param records the loan's instalments.
 */
export async function loanPayments(
  database: Queryable,
  loanId: string,
  records: readonly InstalmentRecord[],
): Promise<{ readonly standing: LoanPayment[]; readonly reversed: ReversedPayment[] }> {
  const events = await database.select().from(providerEvents).where(eq(providerEvents.loanId, loanId));
  if (events.length === 0) return { standing: [], reversed: [] };
  const [postings, codes] = await Promise.all([
    postingsOf(database, loanId),
    database
      .select({ code: paymentReferences.code, channelKind: paymentReferences.channelKind })
      .from(paymentReferences)
      .where(eq(paymentReferences.loanId, loanId)),
  ]);
  const takenBack = new Set(postings.map(({ reversesId }) => reversesId));
  const channelOf = new Map(codes.map(({ code, channelKind }) => [code, channelKind]));
  const sequenceOf = new Map(records.map(({ id, sequence }) => [id, sequence]));
  const movements = [...Map.groupBy(postings, ({ transactionId }) => transactionId)]
    .sort(([a, [first]], [b, [second]]) => bookedOrder(a, first?.kind, b, second?.kind))
    .map(([paymentId, parts]): LoanMovement<BookedPayment> => {
      const [first] = parts;
      const isStanding = first?.reversesId === null && !takenBack.has(paymentId);
      const event =
        first?.kind === 'payment' && isStanding
          ? events.find(({ id }) => first.idempotencyKey === `payment:${id}`)
          : undefined;
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
              method: event.provider === 'card' ? 'card' : (channelOf.get(event.reference) ?? 'other'),
              trackingKey: event.provider === 'card' ? '' : event.eventId,
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

function reversedPayments(postings: Awaited<ReturnType<typeof postingsOf>>): ReversedPayment[] {
  const isCash = ({ account, kind }: (typeof postings)[number]) => account === 'cash' && kind === 'payment';
  const cash = postings.filter(isCash);
  return cash
    .flatMap(({ transactionId, amountMinor, occurredAt }) => {
      const reversal = cash.find(({ reversesId }) => reversesId === transactionId);
      return reversal ? [{ amountMinor, paidAt: occurredAt, reversedAt: reversal.bookedAt }] : [];
    })
    .reverse();
}

/** What a loan's borrower was given back or is to be, newest first; what failed is held for them again. */
export function refundsOf(database: Queryable, loanId: string) {
  return database
    .select({ amountMinor: refunds.amountMinor, requestedAt: refunds.requestedAt, sentAt: refunds.sentAt })
    .from(refunds)
    .where(and(eq(refunds.loanId, loanId), ne(refunds.state, 'failed')))
    .orderBy(desc(refunds.requestedAt), desc(refunds.id));
}

/** Ids sort by the millisecond they were made; of one booking's movements the charge comes before what settles it. */
function bookedOrder(a: string, kindOfA: string | undefined, b: string, kindOfB: string | undefined): number {
  const [timeOfA, timeOfB] = [a.slice(0, 13), b.slice(0, 13)];
  if (timeOfA !== timeOfB) return timeOfA < timeOfB ? -1 : 1;
  const settles = (kind: string | undefined) => Number(settlingKinds.some((each) => each === kind));
  return settles(kindOfA) - settles(kindOfB) || (a < b ? -1 : 1);
}

function postingsOf(database: Queryable, loanId: string) {
  return database
    .select({
      transactionId: ledgerTransactions.id,
      kind: ledgerTransactions.kind,
      idempotencyKey: ledgerTransactions.idempotencyKey,
      reversesId: ledgerTransactions.reversesId,
      occurredAt: ledgerTransactions.occurredAt,
      bookedAt: ledgerTransactions.bookedAt,
      account: ledgerPostings.account,
      component: ledgerPostings.component,
      instalmentId: ledgerPostings.instalmentId,
      amountMinor: ledgerPostings.amountMinor,
    })
    .from(ledgerPostings)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerPostings.transactionId))
    .where(eq(ledgerPostings.loanId, loanId))
    .orderBy(asc(ledgerTransactions.id));
}
