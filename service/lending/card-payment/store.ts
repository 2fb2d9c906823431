import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { SavedCard } from '#contract/calls/card-payment.ts';
import {
  type Database,
  enqueue,
  inTransaction,
  type Queryable,
  queryRows,
  type Transaction,
  together,
} from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { columnsOf, findRow, firstRow, hasValues, lockRow } from '#db/rows.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { cardPayments, cardSavings, repayTokens, savedCards } from '#db/schema/card-payment.ts';
import { refersTo } from '#db/schema/columns.ts';
import { loans } from '#db/schema/loan.ts';
import { refunds } from '#db/schema/repayment.ts';
import {
  type CardPaymentState,
  canMoveCardPayment,
  codeEntryMinutes,
} from '#domain/card-payment/card-payment.ts';
import type { Market } from '#domain/market.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { internationalPhone } from '#domain/registration/mobile-phone.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import type { CardPage } from '#providers/ports/card-provider.ts';
import type { Borrower } from '../http/session.ts';
import type { CurrentLoan } from '../ledger/loan-course.ts';
import { isOfLoan, isRowOf, type LoanOf, type LockedLoan } from '../ledger/loans.ts';
import type { RefundRecord } from '../ledger/refunds.ts';

const endingDigits = 3;

/** A saved card as the service knows it. */
export type CardRecord = typeof savedCards.$inferSelect;

/** The cards a borrower can pay with, oldest first. */
export async function cardsOf(database: Queryable, borrowerId: string): Promise<SavedCard[]> {
  const rows = await database
    .select()
    .from(savedCards)
    .where(and(eq(savedCards.borrowerId, borrowerId), isNull(savedCards.removedAt)))
    .orderBy(asc(savedCards.savedAt), asc(savedCards.id));
  return rows.map(({ id, bankName, bankCode, maskedNumber }) => ({
    cardId: id,
    bankName,
    bankCode,
    cardNumber: maskedNumber,
  }));
}

/** A card of this borrower; undefined for any other, so another borrower's card is as one that does not exist. */
export async function cardOf(database: Queryable, borrowerId: string, cardId: string) {
  if (!isId(cardId)) return undefined;
  return findRow(
    database,
    savedCards,
    and(eq(savedCards.id, cardId), eq(savedCards.borrowerId, borrowerId), isNull(savedCards.removedAt)),
  );
}

/** Whether there is such a borrower, who is not erased until the transaction ends. */
export async function hasBorrower(transaction: Transaction, borrowerId: string): Promise<boolean> {
  const [borrower] = await transaction
    .select({ id: borrowers.id })
    .from(borrowers)
    .where(and(eq(borrowers.id, borrowerId), isNull(borrowers.erasedAt)))
    .for('share');
  return borrower !== undefined;
}

/** Saves a card, or names anew the one that a borrower has under the same token. */
export async function saveCard(
  transaction: Transaction,
  card: typeof savedCards.$inferInsert,
): Promise<CardRecord> {
  const { bankName, bankCode, maskedNumber } = card;
  const [saved] = await transaction
    .insert(savedCards)
    .values(card)
    .onConflictDoUpdate({
      target: [savedCards.borrowerId, savedCards.cardToken],
      targetWhere: isNull(savedCards.removedAt),
      set: { bankName, bankCode, maskedNumber },
    })
    .returning();
  if (!saved) throw new Error('A card was not saved.');
  return saved;
}

/** What a borrower's payments on a provider's page bear in place of a card: made once, and never shown as a card of theirs. */
export async function pageCardOf(
  transaction: Transaction,
  borrowerId: string,
  { cardToken, name: bankName }: CardPage,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<string> {
  const isPage = and(eq(savedCards.borrowerId, borrowerId), eq(savedCards.cardToken, cardToken));
  const [row] = await transaction.select({ id: savedCards.id }).from(savedCards).where(isPage).limit(1);
  if (row) return row.id;
  const card = { id, borrowerId, cardToken, bankName, bankCode: '', maskedNumber: '' };
  await transaction.insert(savedCards).values({ ...card, savedAt: now, removedAt: now });
  return id;
}

/** The newest cards of a borrower, also those removed, newest first. */
export function newestCardsOf(database: Queryable, borrowerId: string, limit: number): Promise<CardRecord[]> {
  return database
    .select()
    .from(savedCards)
    .where(eq(savedCards.borrowerId, borrowerId))
    .orderBy(desc(savedCards.savedAt), desc(savedCards.id))
    .limit(limit);
}

/** Removes a card and gives it; one removed before keeps its time. Undefined when there is none. */
export async function removeCard(
  transaction: Transaction,
  cardId: string,
  removedAt: Date,
): Promise<CardRecord | undefined> {
  const [card] = await transaction.select().from(savedCards).where(eq(savedCards.id, cardId));
  if (!card || card.removedAt !== null) return card;
  const isThere = and(isRowOf(savedCards, cardId, card), isNull(savedCards.removedAt));
  await transaction.update(savedCards).set({ removedAt }).where(isThere);
  return { ...card, removedAt };
}

/** Records that a code confirmed a payment with a card. */
export function markCardConfirmed(
  transaction: Transaction,
  card: Pick<typeof savedCards.$inferSelect, 'id' | 'borrowerId'>,
  confirmedAt: Date,
): void {
  const isCard = isRowOf(savedCards, card.id, card);
  enqueue(transaction, transaction.update(savedCards).set({ confirmedAt }).where(isCard));
}

/** The mobile number that codes for a borrower go to. */
export interface CodePhone {
  /** E.164. */
  readonly number: string;
  /** The last three digits, by which the borrower knows it. */
  readonly ending: string;
}

/** Where codes for a borrower go. */
export async function codePhoneOf(
  database: Queryable,
  { id, market }: Pick<Borrower, 'id' | 'market'>,
): Promise<CodePhone> {
  const [row] = await database
    .select({ mobilePhone: borrowers.mobilePhone })
    .from(borrowers)
    .where(eq(borrowers.id, id));
  const rule = phoneRuleOf(market);
  const digits = row?.mobilePhone ?? '';
  return { number: internationalPhone(rule, digits), ending: digits.slice(-endingDigits) };
}

declare const locked: unique symbol;

/** A card payment as kept. */
export type CardPaymentRecord = typeof cardPayments.$inferSelect;

/** A card payment locked until the transaction ends; only `lockCardPayment` gives one. */
export type LockedCardPayment = CardPaymentRecord & { readonly [locked]: true };

/** What a change of state also writes. */
type StateFacts = Partial<
  Pick<typeof cardPayments.$inferInsert, 'chargedAt' | 'paidAt' | 'finishedAt' | 'actionLink'>
>;

/** Pending payments asked about at once by a sweep. */
const sweepSize = 50;

/** A card payment of this borrower; undefined for any other. */
export async function cardPaymentOf(database: Queryable, borrowerId: string, paymentId: string) {
  if (!isId(paymentId)) return undefined;
  return findRow(
    database,
    cardPayments,
    and(eq(cardPayments.id, paymentId), eq(cardPayments.borrowerId, borrowerId)),
  );
}

type NewCardPayment = Pick<
  CardPaymentRecord,
  'id' | 'cardId' | 'amountMinor' | 'purpose' | 'state' | 'startedAt'
> &
  Partial<Pick<CardPaymentRecord, 'chargedAt' | 'paidAt' | 'owedMinor'>>;

/** Keeps a new payment of a loan, which has none under way; it is given as kept. */
export function insertCardPayment(
  transaction: Transaction,
  { id: loanId, borrowerId, currency }: LockedLoan,
  payment: NewCardPayment,
): CardPaymentRecord {
  const paymentRow: CardPaymentRecord = {
    ...{ chargedAt: null, paidAt: null, askedAt: null, actionLink: null, finishedAt: null, owedMinor: null },
    ...payment,
    ...{ loanId, borrowerId, currency },
  };
  enqueue(transaction, transaction.insert(cardPayments).values(paymentRow));
  return paymentRow;
}

/** Locks a card payment until the transaction ends. A transaction that locks its loan too does so before. */
export async function lockCardPayment(
  transaction: Transaction,
  { id, borrowerId }: Pick<CardPaymentRecord, 'id' | 'borrowerId'>,
): Promise<LockedCardPayment | undefined> {
  const payment = await lockRow(transaction, cardPayments, isRowOf(cardPayments, id, { borrowerId }));
  return payment as LockedCardPayment | undefined;
}

/** What a payment is charged with, and whose it is. */
export interface ChargeDetails
  extends Pick<
    CardPaymentRecord,
    'borrowerId' | 'loanId' | 'amountMinor' | 'purpose' | 'currency' | 'chargedAt' | 'paidAt'
  > {
  readonly productId: string;
  readonly market: Market;
  readonly cardToken: string;
}

/** What a payment that is kept is charged with; undefined where there is none. */
export function chargeDetailsOf(database: Queryable, paymentId: string) {
  return firstRow(selectDetails(database).where(eq(cardPayments.id, paymentId)));
}

function selectDetails(database: Queryable) {
  return database
    .select({
      ...columnsOf(
        cardPayments,
        'id',
        'borrowerId',
        'loanId',
        'amountMinor',
        'purpose',
        'currency',
        'chargedAt',
        'paidAt',
        'askedAt',
      ),
      ...columnsOf(loans, 'productId', 'market'),
      cardToken: savedCards.cardToken,
    })
    .from(cardPayments)
    .innerJoin(savedCards, refersTo(cardPayments.cardId, savedCards))
    .innerJoin(loans, refersTo(cardPayments.loanId, loans));
}

/** Keeps where the borrower confirms a pending payment with their bank. */
export function keepActionLink(
  transaction: Transaction,
  payment: LockedCardPayment,
  actionLink: string,
): void {
  const isPayment = isRowOf(cardPayments, payment.id, payment);
  enqueue(transaction, transaction.update(cardPayments).set({ actionLink }).where(isPayment));
}

/** The payment of a loan that is under way: pending, or waiting for a code for not too long. There is one at most. */
export function openCardPayment(database: Queryable, loan: LoanOf, now: Date) {
  return firstRow(selectOpen(database, loan, now));
}

/** The same, locked until the transaction ends; the caller holds the lock of the loan. */
export async function lockOpenCardPayment(
  transaction: Transaction,
  loan: LoanOf,
  now: Date,
): Promise<LockedCardPayment | undefined> {
  const [payment] = await selectOpen(transaction, loan, now).for('update');
  return payment as LockedCardPayment | undefined;
}

function selectOpen(database: Queryable, loan: LoanOf, now: Date) {
  return database
    .select()
    .from(cardPayments)
    .where(
      and(
        isOfLoan(cardPayments, loan),
        or(
          eq(cardPayments.state, 'pending'),
          and(eq(cardPayments.state, 'awaiting-code'), gt(cardPayments.startedAt, codeEntryStart(now))),
        ),
      ),
    )
    .orderBy(desc(cardPayments.startedAt))
    .limit(1);
}

/** The same of a loan that was read with its payments. */
export function openCardPaymentIn({ cardPayments: payments }: Pick<CurrentLoan, 'cardPayments'>, now: Date) {
  const since = codeEntryStart(now);
  return payments.find(
    ({ state, startedAt }) => state === 'pending' || (state === 'awaiting-code' && startedAt > since),
  );
}

/** Whether a loan owes something else than when an attempt to pay it began, which ends the attempt. */
export function hasDebtChanged(
  { owedMinor }: Pick<CardPaymentRecord, 'owedMinor'>,
  owedNowMinor: MinorAmount,
): boolean {
  return owedMinor !== null && owedMinor !== owedNowMinor;
}

/** The newest payment of a loan that went to the provider, if it was declined or refused. */
export function lastDeclinedPaymentIn({ cardPayments: payments }: Pick<CurrentLoan, 'cardPayments'>) {
  const newest = payments.find(({ chargedAt }) => chargedAt !== null);
  return newest?.state === 'declined' || newest?.state === 'credit-refused' ? newest : undefined;
}

/**
 * Moves a card payment to another state.
 * @throws Error for a move that the domain does not allow; callers decide before.
 */
export function moveCardPayment(
  transaction: Transaction,
  payment: LockedCardPayment,
  state: CardPaymentState,
  facts: StateFacts,
): void {
  if (!canMoveCardPayment(payment.state, state)) {
    throw new Error(`A card payment cannot go from ${payment.state} to ${state}.`);
  }
  const isPayment = and(isRowOf(cardPayments, payment.id, payment), eq(cardPayments.state, payment.state));
  enqueue(
    transaction,
    transaction
      .update(cardPayments)
      .set({ state, ...facts })
      .where(isPayment),
  );
}

/** Cancels the payment of a loan that waits for its code, if there is one, once it is asked or sent. No money moved for it. */
export function cancelAwaitingCode(database: Queryable, loan: LoanOf, now: Date): PromiseLike<unknown> {
  return database
    .update(cardPayments)
    .set({ state: 'cancelled', finishedAt: now })
    .where(and(isOfLoan(cardPayments, loan), eq(cardPayments.state, 'awaiting-code')));
}

/** Cancels every payment whose code was not entered in time. */
export async function cancelForgotten(database: Database, now: Date): Promise<void> {
  const isForgotten = and(
    eq(cardPayments.state, 'awaiting-code'),
    lt(cardPayments.startedAt, codeEntryStart(now)),
  );
  const rows = await database
    .select({ id: cardPayments.id, borrowerId: cardPayments.borrowerId })
    .from(cardPayments)
    .where(isForgotten);
  for (const { id, borrowerId } of rows) {
    const isPayment = and(isRowOf(cardPayments, id, { borrowerId }), isForgotten);
    await database.update(cardPayments).set({ state: 'cancelled', finishedAt: now }).where(isPayment);
  }
}

/**
 * Claims pending payments to ask the provider about, none that was charged or asked about after `before`. Each is given
 * to one caller only.
 * @param loan only that loan's; null for all.
 */
export async function claimPending(
  database: Database,
  { before, now, loan }: { readonly before: Date; readonly now: Date; readonly loan: LoanOf | null },
): Promise<(ChargeDetails & { readonly id: string })[]> {
  const due = await selectDetails(database)
    .where(
      and(
        eq(cardPayments.state, 'pending'),
        // A borrower who was sent to their bank comes back for the answer.
        or(
          isNotNull(cardPayments.actionLink),
          and(
            lt(cardPayments.chargedAt, before),
            or(isNull(cardPayments.askedAt), lt(cardPayments.askedAt, before)),
          ),
        ),
        loan === null ? undefined : isOfLoan(cardPayments, loan),
      ),
    )
    .orderBy(sql`${cardPayments.askedAt} nulls first`, asc(cardPayments.chargedAt))
    .limit(sweepSize);
  const claimed = await together(
    ...due.map((details) => async () => {
      const { askedAt } = details;
      const isUnclaimed = askedAt === null ? isNull(cardPayments.askedAt) : eq(cardPayments.askedAt, askedAt);
      const isPending = and(eq(cardPayments.state, 'pending'), isUnclaimed);
      const rows = await database
        .update(cardPayments)
        .set({ askedAt: now })
        .where(and(isRowOf(cardPayments, details.id, details), isPending))
        .returning({ id: cardPayments.id });
      return rows.length > 0 ? [details] : [];
    }),
  );
  return claimed.flat();
}

/** A refund that goes back to a card. */
export type CardRefundRecord = RefundRecord & { readonly cardPaymentId: string };

/** A refund to a card, by our id of it. */
export async function cardRefundOf(
  transaction: Transaction,
  id: string,
): Promise<CardRefundRecord | undefined> {
  const refund = await findRow(
    transaction,
    refunds,
    and(eq(refunds.id, id), isNotNull(refunds.cardPaymentId)),
  );
  return refund as CardRefundRecord | undefined;
}

/** Claims requested refunds to cards to ask the provider about, none that it was asked about after `before`. */
export async function claimCardRefunds(
  database: Database,
  { before, now }: { readonly before: Date; readonly now: Date },
): Promise<CardRefundRecord[]> {
  const older = alias(refunds, 'older');
  return inTransaction(database, async (transaction) => {
    const rows = await transaction
      .select()
      .from(refunds)
      .where(
        and(
          eq(refunds.state, 'requested'),
          isNotNull(refunds.cardPaymentId),
          or(isNull(refunds.askedAt), lt(refunds.askedAt, before)),
          // One of a charge at a time, the oldest: a provider may know them by their place alone.
          notExists(
            transaction
              .select({ id: older.id })
              .from(older)
              .where(
                and(
                  eq(older.cardPaymentId, refunds.cardPaymentId),
                  eq(older.state, 'requested'),
                  lt(older.id, refunds.id),
                ),
              ),
          ),
        ),
      )
      .orderBy(sql`${refunds.askedAt} nulls first`)
      .limit(sweepSize)
      .for('update', { skipLocked: true });
    for (const { id } of rows) {
      await transaction.update(refunds).set({ askedAt: now }).where(eq(refunds.id, id));
    }
    return rows as CardRefundRecord[];
  });
}

function codeEntryStart(now: Date): Date {
  return new Date(now.getTime() - codeEntryMinutes * 60_000);
}

/** Whose payment of which loan a token is good for. */
export interface TokenHolder {
  readonly borrowerId: string;
  readonly loanId: string;
}

/** A token that lets its holder commit one payment, as kept. */
export type RepayTokenRecord = typeof repayTokens.$inferSelect;

function tokenHashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Payments booked on a loan so far. */
export async function paymentCountOf(database: Queryable, loan: TokenHolder): Promise<number> {
  const [row] = await queryRows<{ payments: number }>(database, paymentCountIn(loan));
  return row?.payments ?? 0;
}

function paymentCountIn({ loanId, borrowerId }: TokenHolder): SQL {
  return sql`select count(*)::integer as payments from ledger_transactions
    where loan_id = ${loanId}::uuid and borrower_id = ${borrowerId}::uuid and kind = 'payment' and reverses_id is null`;
}

/** Keeps a token of a loan under its hash, with how many payments the loan had by then. */
export async function insertRepayToken(
  database: Queryable,
  {
    token,
    ...issued
  }: TokenHolder & Pick<RepayTokenRecord, 'issuedAt' | 'expiresAt'> & { readonly token: string },
): Promise<void> {
  const paymentCount = await paymentCountOf(database, issued);
  await database.insert(repayTokens).values({ tokenHash: tokenHashOf(token), paymentCount, ...issued });
}

/** Locks a token of its holder until the transaction ends; undefined for one not issued for this borrower and loan. */
export function lockRepayToken(transaction: Transaction, token: string, { borrowerId, loanId }: TokenHolder) {
  return lockRow(
    transaction,
    repayTokens,
    hasValues(repayTokens, { tokenHash: tokenHashOf(token), borrowerId, loanId }),
  );
}

/** Uses a token up, for a payment. */
export function spendRepayToken(
  transaction: Transaction,
  { tokenHash, borrowerId }: RepayTokenRecord,
  cardPaymentId: string,
  now: Date,
): void {
  const isToken = and(eq(repayTokens.tokenHash, tokenHash), eq(repayTokens.borrowerId, borrowerId));
  enqueue(transaction, transaction.update(repayTokens).set({ usedAt: now, cardPaymentId }).where(isToken));
}

/** A form on which a borrower saves a card, as kept. */
export type CardSavingRecord = typeof cardSavings.$inferSelect;

/** Keeps a form that is about to be opened. */
export async function insertCardSaving(
  database: Queryable,
  saving: Pick<CardSavingRecord, 'id' | 'borrowerId' | 'startedAt'>,
): Promise<void> {
  await database.insert(cardSavings).values({ ...saving, state: 'open' });
}

/** Keeps the provider's id of a form. */
export async function keepSavingId(
  database: Queryable,
  saving: Pick<CardSavingRecord, 'id' | 'borrowerId'>,
  providerId: string,
): Promise<void> {
  const isSaving = isRowOf(cardSavings, saving.id, saving);
  await database.update(cardSavings).set({ providerId }).where(isSaving);
}

/** A form of this borrower; undefined for any other. */
export async function cardSavingOf(database: Queryable, borrowerId: string, id: string) {
  if (!isId(id)) return undefined;
  return findRow(database, cardSavings, and(eq(cardSavings.id, id), eq(cardSavings.borrowerId, borrowerId)));
}

/** How many forms a borrower opened since `since`. */
export function savingCountOf(database: Queryable, borrowerId: string, since: Date): Promise<number> {
  return database.$count(
    cardSavings,
    and(eq(cardSavings.borrowerId, borrowerId), gt(cardSavings.startedAt, since)),
  );
}

/** Locks a form until the transaction ends. */
export async function lockCardSaving(transaction: Transaction, id: string) {
  if (!isId(id)) return undefined;
  const [place] = await transaction
    .select({ borrowerId: cardSavings.borrowerId })
    .from(cardSavings)
    .where(eq(cardSavings.id, id));
  if (!place) return undefined;
  const isSaving = isRowOf(cardSavings, id, place);
  return lockRow(transaction, cardSavings, isSaving);
}

/** Keeps what became of a form. */
export async function finishCardSaving(
  transaction: Transaction,
  saving: Pick<CardSavingRecord, 'id' | 'borrowerId'>,
  outcome:
    | { readonly state: 'saved'; readonly cardId: string }
    | { readonly state: 'given-up' | 'credit-refused' },
): Promise<void> {
  await transaction
    .update(cardSavings)
    .set(outcome)
    .where(isRowOf(cardSavings, saving.id, saving));
}

/** A borrower as whom a provider is told that pays. */
export async function payerOf(database: Queryable, borrowerId: string) {
  const [row] = await database
    .select(columnsOf(borrowers, 'id', 'name', 'mobilePhone'))
    .from(borrowers)
    .where(eq(borrowers.id, borrowerId));
  if (!row) throw new Error('There is no such borrower.');
  return row;
}

/** Tokens of the cards a borrower has, the removed ones too. */
export async function cardTokensOf(database: Queryable, borrowerId: string): Promise<string[]> {
  const rows = await database
    .select({ cardToken: savedCards.cardToken })
    .from(savedCards)
    .where(eq(savedCards.borrowerId, borrowerId))
    .orderBy(desc(savedCards.savedAt))
    .limit(20);
  return rows.map(({ cardToken }) => cardToken);
}
