import { and, eq } from 'drizzle-orm';
import { type Queryable, type Transaction, together, underLock } from '#db/database.ts';
import { providerEvents } from '#db/schema/repayment.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn } from '#domain/market.ts';
import { subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { chargesOfLoan } from './charge-corrections.ts';
import { bookCorrection, upToDate } from './corrections.ts';
import { lapseExtensionOf, withoutExtension } from './extensions.ts';
import {
  type BookingContext,
  isOfLoan,
  type LockedAccount,
  type LockedLoan,
  lockLoanById,
  moveDates,
} from './loans.ts';
import type { ProviderEvent } from './payments.ts';
import type { Movement } from './post.ts';
import { type BookedMovement, reversalOf, standingMovement } from './standing.ts';

/** The loan that an event was booked on, locked; undefined where there is none. */
export async function loanOfEvent(
  transaction: Transaction,
  { loanId, borrowerId }: Pick<ProviderEvent, 'loanId' | 'borrowerId'>,
): Promise<LockedLoan | undefined> {
  return loanId === null || borrowerId === null
    ? undefined
    : lockLoanById(transaction, { id: loanId, borrowerId });
}

/** A provider's event by its own name. */
export async function findProviderEvent(
  database: Queryable,
  { provider, eventId }: Pick<ProviderEvent, 'provider' | 'eventId'>,
): Promise<ProviderEvent | undefined> {
  const [event] = await database
    .select()
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId)));
  return event;
}

/** What came for a card payment: itself, once it is booked, and what came back of it after disputes, each under a name of its own. */
export function eventsOfCardPayment(
  transaction: Transaction,
  { id, ...loan }: { readonly id: string; readonly loanId: string; readonly borrowerId: string },
): Promise<ProviderEvent[]> {
  const { provider, reference } = providerEvents;
  const isOfPayment = and(eq(provider, 'card'), eq(reference, id));
  return transaction
    .select()
    .from(providerEvents)
    .where(and(isOfLoan(providerEvents, { id: loan.loanId, borrowerId: loan.borrowerId }), isOfPayment));
}

/**
 * Takes a payment back that bounced or was charged back, whatever else has happened on its loan since: what it paid is owed
 * again, an extension it paid lapses, and what follows is put in order (`bookCorrection`). One that no loan was found for is
 * only marked.
 * @returns the loan as it then stands; null when the payment was on none.
 * @throws CodedError 'status-conflict' for one that was taken back before.
 */
export async function reversePayment(
  transaction: Transaction,
  event: ProviderEvent,
  reason: string,
  context: BookingContext,
): Promise<LockedAccount | null> {
  const [locked, marked] = await underLock(
    () => loanOfEvent(transaction, event),
    () =>
      transaction
        .update(providerEvents)
        .set({ outcome: 'reversed', reversedAt: context.now })
        .where(and(eq(providerEvents.id, event.id), eq(providerEvents.outcome, event.outcome)))
        .returning({ outcome: providerEvents.outcome }),
  );
  if (event.outcome === 'reversed' || marked.length === 0) throw new CodedError('status-conflict');
  if (!locked) return null;
  const today = dayIn(locked.market, context.now);
  const [{ loan, instalments: before }, payment, fee, lapsed] = await together(
    () => upToDate(transaction, locked, context),
    () => standingMovement(transaction, locked, { key: `payment:${event.id}` }),
    () => standingMovement(transaction, locked, { key: `extension-fee:${event.id}` }),
    () => lapseExtensionOf(transaction, locked, event.id),
  );
  if (!payment) throw new Error('A posted payment has no movement in the ledger.');
  const instalments = withoutExtension(before, lapsed, today);
  moveDates(transaction, loan, before, instalments);
  const feeTakenBack =
    fee && (await takeBackFee(transaction, { loan, instalments: before }, fee, { ...context, reason }));
  const movements = [
    reversalOf(payment, context.now, reason),
    ...(feeTakenBack === undefined ? [] : [feeTakenBack]),
  ];
  const correction = { cause: 'payment', key: `reversal:${payment.id}`, reason, movements } as const;
  const account = { loan, instalments };
  return bookCorrection(transaction, account, { ...correction, reversedEventId: event.id }, context);
}

/**
 * What takes the fee of an extension back that lapses: as much as stands of it, since a dispute may have taken some off, or the borrower
 * have been let off it; undefined where nothing does.
 */
async function takeBackFee(
  transaction: Transaction,
  { loan, instalments }: LockedAccount,
  fee: BookedMovement,
  { now, reason }: Pick<BookingContext, 'now'> & { readonly reason: string },
): Promise<Movement | undefined> {
  const record = instalments.find(({ id }) => fee.postings.some(({ instalmentId }) => instalmentId === id));
  const charges = await chargesOfLoan(transaction, loan, instalments);
  const charge = charges.find(
    ({ kind, sequence }) => kind === 'extension-fee' && sequence === record?.sequence,
  );
  if (!charge) return undefined;
  const { chargedMinor } = charge;
  const { postings, ...reversal } = reversalOf(fee, now, reason);
  return {
    ...reversal,
    postings: postings.map((posting) => ({
      ...posting,
      amountMinor: posting.amountMinor < 0 ? subtractMinor(zeroMinor, chargedMinor) : chargedMinor,
    })),
  };
}
