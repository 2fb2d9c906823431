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
import { columnsOf, findRow, firstRow, hasValues, lockRow, nullsOf } from '#db/rows.ts';
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
import { belongsToLoan, isRowWithId, type LoanOf, type LockedLoan } from '../ledger/loans.ts';
import type { RefundRecord } from '../ledger/refunds.ts';

const endingDigits = 3;

export type CardRecord = typeof savedCards.$inferSelect;

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

/** The borrower's own card; undefined for a card of another borrower. */
export async function cardOf(database: Queryable, borrowerId: string, cardId: string) {
  if (!isId(cardId)) return undefined;
  return findRow(
    database,
    savedCards,
    and(eq(savedCards.id, cardId), eq(savedCards.borrowerId, borrowerId), isNull(savedCards.removedAt)),
  );
}

/** Whether the borrower exists. If so, nobody can erase them before the transaction ends. */
export async function hasBorrower(transaction: Transaction, borrowerId: string): Promise<boolean> {
  const [borrower] = await transaction
    .select({ id: borrowers.id })
    .from(borrowers)
    .where(and(eq(borrowers.id, borrowerId), isNull(borrowers.erasedAt)))
    .for('share');
  return borrower !== undefined;
}

export async function saveCard(transaction: Transaction, card: typeof savedCards.$inferInsert) {
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

/** The placeholder card of a borrower's payments on a provider's page: made once and never shown. */
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

export function newestCardsOf(database: Queryable, borrowerId: string, limit: number): Promise<CardRecord[]> {
  return database
    .select()
    .from(savedCards)
    .where(eq(savedCards.borrowerId, borrowerId))
    .orderBy(desc(savedCards.savedAt), desc(savedCards.id))
    .limit(limit);
}

/** Removes a card. A card removed earlier keeps its time of removal. @returns undefined if there is no such card. */
export async function removeCard(
  transaction: Transaction,
  cardId: string,
  removedAt: Date,
): Promise<CardRecord | undefined> {
  const [card] = await transaction.select().from(savedCards).where(eq(savedCards.id, cardId));
  if (!card || card.removedAt !== null) return card;
  const isThere = and(isRowWithId(savedCards, cardId, card), isNull(savedCards.removedAt));
  await transaction.update(savedCards).set({ removedAt }).where(isThere);
  return { ...card, removedAt };
}

export function markCardConfirmed(
  transaction: Transaction,
  card: Pick<typeof savedCards.$inferSelect, 'id' | 'borrowerId'>,
  confirmedAt: Date,
): void {
  const isCard = isRowWithId(savedCards, card.id, card);
  enqueue(transaction, transaction.update(savedCards).set({ confirmedAt }).where(isCard));
}

export interface CodePhone {
  readonly number: string;
  readonly ending: string;
}

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

export type CardPaymentRecord = typeof cardPayments.$inferSelect;

/** A card payment locked until the transaction ends; only `lockCardPayment` makes one. */
export type LockedCardPayment = CardPaymentRecord & { readonly [locked]: true };

type StateFacts = Partial<
  Pick<typeof cardPayments.$inferInsert, 'chargedAt' | 'paidAt' | 'finishedAt' | 'actionLink'>
>;

const sweepSize = 50;

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

const noFacts = nullsOf(cardPayments);

export function insertCardPayment(
  transaction: Transaction,
  { id: loanId, borrowerId, currency }: LockedLoan,
  payment: NewCardPayment,
): CardPaymentRecord {
  const paymentRow: CardPaymentRecord = {
    ...noFacts,
    ...payment,
    loanId,
    borrowerId,
    currency,
  };
  enqueue(transaction, transaction.insert(cardPayments).values(paymentRow));
  return paymentRow;
}

/** Locks a card payment until the transaction ends; the loan's lock comes first where both are taken. */
export async function lockCardPayment(
  transaction: Transaction,
  { id, borrowerId }: Pick<CardPaymentRecord, 'id' | 'borrowerId'>,
): Promise<LockedCardPayment | undefined> {
  const payment = await lockRow(transaction, cardPayments, isRowWithId(cardPayments, id, { borrowerId }));
  return payment as LockedCardPayment | undefined;
}

export interface ChargeDetails
  extends Pick<
    CardPaymentRecord,
    'borrowerId' | 'loanId' | 'amountMinor' | 'purpose' | 'currency' | 'chargedAt' | 'paidAt'
  > {
  readonly productId: string;
  readonly market: Market;
  readonly cardToken: string;
}

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

export function keepActionLink(transaction: Transaction, payment: LockedCardPayment, actionLink: string) {
  const isPayment = isRowWithId(cardPayments, payment.id, payment);
  enqueue(transaction, transaction.update(cardPayments).set({ actionLink }).where(isPayment));
}

/** The open payment of a loan: pending, or waiting for its code and not timed out. There is at most one. */
export function openCardPayment(database: Queryable, loan: LoanOf, now: Date) {
  return firstRow(selectOpen(database, loan, now));
}

/** Locked until the transaction ends; the caller holds the loan's lock. */
export async function lockOpenCardPayment(transaction: Transaction, loan: LoanOf, now: Date) {
  const [payment] = await selectOpen(transaction, loan, now).for('update');
  return payment as LockedCardPayment | undefined;
}

function selectOpen(database: Queryable, loan: LoanOf, now: Date) {
  return database
    .select()
    .from(cardPayments)
    .where(
      and(
        belongsToLoan(cardPayments, loan),
        or(
          eq(cardPayments.state, 'pending'),
          and(eq(cardPayments.state, 'awaiting-code'), gt(cardPayments.startedAt, codeEntryStart(now))),
        ),
      ),
    )
    .orderBy(desc(cardPayments.startedAt))
    .limit(1);
}

export function openCardPaymentIn({ cardPayments: payments }: Pick<CurrentLoan, 'cardPayments'>, now: Date) {
  const since = codeEntryStart(now);
  return payments.find(
    ({ state, startedAt }) => state === 'pending' || (state === 'awaiting-code' && startedAt > since),
  );
}

/** Whether the debt changed since an attempt to pay it began, which ends the attempt. */
export function hasDebtChanged(
  { owedMinor }: Pick<CardPaymentRecord, 'owedMinor'>,
  owedNowMinor: MinorAmount,
): boolean {
  return owedMinor !== null && owedMinor !== owedNowMinor;
}

/** The newest payment of a loan that was sent to the provider; undefined unless it was declined or refused. */
export function lastDeclinedPaymentIn({ cardPayments: payments }: Pick<CurrentLoan, 'cardPayments'>) {
  const newest = payments.find(({ chargedAt }) => chargedAt !== null);
  return newest?.state === 'declined' || newest?.state === 'credit-refused' ? newest : undefined;
}

/** Moves a card payment to another state. @throws Error for a transition that the domain does not allow; callers check before. */
export function moveCardPayment(
  transaction: Transaction,
  payment: LockedCardPayment,
  state: CardPaymentState,
  facts: StateFacts,
): void {
  if (!canMoveCardPayment(payment.state, state)) {
    throw new Error(`A card payment cannot go from ${payment.state} to ${state}.`);
  }
  const isPayment = and(
    isRowWithId(cardPayments, payment.id, payment),
    eq(cardPayments.state, payment.state),
  );
  enqueue(
    transaction,
    transaction
      .update(cardPayments)
      .set({ state, ...facts })
      .where(isPayment),
  );
}

/** Cancels the payment of a loan that waits for its code, if any. No money moved for it. */
export function cancelAwaitingCode(database: Queryable, loan: LoanOf, now: Date): PromiseLike<unknown> {
  return database
    .update(cardPayments)
    .set({ state: 'cancelled', finishedAt: now })
    .where(and(belongsToLoan(cardPayments, loan), eq(cardPayments.state, 'awaiting-code')));
}

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
    const isPayment = and(isRowWithId(cardPayments, id, { borrowerId }), isForgotten);
    await database.update(cardPayments).set({ state: 'cancelled', finishedAt: now }).where(isPayment);
  }
}

/**
 * Claims pending payments to ask the provider about, except those charged or asked about after `before`. Each is claimed by one caller.
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
        // The borrower is at their bank's page and comes back with the result.
        or(
          isNotNull(cardPayments.actionLink),
          and(
            lt(cardPayments.chargedAt, before),
            or(isNull(cardPayments.askedAt), lt(cardPayments.askedAt, before)),
          ),
        ),
        loan === null ? undefined : belongsToLoan(cardPayments, loan),
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
        .where(and(isRowWithId(cardPayments, details.id, details), isPending))
        .returning({ id: cardPayments.id });
      return rows.length > 0 ? [details] : [];
    }),
  );
  return claimed.flat();
}

export type CardRefundRecord = RefundRecord & { readonly cardPaymentId: string };

export async function cardRefundOf(transaction: Transaction, id: string) {
  const refund = await findRow(
    transaction,
    refunds,
    and(eq(refunds.id, id), isNotNull(refunds.cardPaymentId)),
  );
  return refund as CardRefundRecord | undefined;
}

/** Claims requested refunds to cards to ask the provider about, except those asked about after `before`. */
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
          // Only the oldest refund of a charge: some providers tell the refunds of a charge apart by their order only.
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

export interface TokenHolder {
  readonly borrowerId: string;
  readonly loanId: string;
}

export type RepayTokenRecord = typeof repayTokens.$inferSelect;

function tokenHashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export async function paymentCountOf(database: Queryable, loan: TokenHolder): Promise<number> {
  const [row] = await queryRows<{ payments: number }>(database, paymentCountIn(loan));
  return row?.payments ?? 0;
}

function paymentCountIn({ loanId, borrowerId }: TokenHolder): SQL {
  return sql`select count(*)::integer as payments from ledger_transactions
    where loan_id = ${loanId}::uuid and borrower_id = ${borrowerId}::uuid and kind = 'payment' and reverses_id is null`;
}

/** Stores the hash of a token with the number of the loan's payments. */
export async function insertRepayToken(
  database: Queryable,
  options: TokenHolder & Pick<RepayTokenRecord, 'issuedAt' | 'expiresAt'> & { readonly token: string },
): Promise<void> {
  const { token, ...issued } = options;
  const paymentCount = await paymentCountOf(database, issued);
  await database.insert(repayTokens).values({ tokenHash: tokenHashOf(token), paymentCount, ...issued });
}

/** Locks a token until the transaction ends; undefined for one of another borrower or loan. */
export function lockRepayToken(transaction: Transaction, token: string, { borrowerId, loanId }: TokenHolder) {
  return lockRow(
    transaction,
    repayTokens,
    hasValues(repayTokens, { tokenHash: tokenHashOf(token), borrowerId, loanId }),
  );
}

export function spendRepayToken(
  transaction: Transaction,
  { tokenHash, borrowerId }: RepayTokenRecord,
  cardPaymentId: string,
  now: Date,
): void {
  const isToken = and(eq(repayTokens.tokenHash, tokenHash), eq(repayTokens.borrowerId, borrowerId));
  enqueue(transaction, transaction.update(repayTokens).set({ usedAt: now, cardPaymentId }).where(isToken));
}

export type CardSavingRecord = typeof cardSavings.$inferSelect;

export async function insertCardSaving(
  database: Queryable,
  saving: Pick<CardSavingRecord, 'id' | 'borrowerId' | 'startedAt'>,
): Promise<void> {
  await database.insert(cardSavings).values({ ...saving, state: 'open' });
}

export async function storeSavingProviderId(
  database: Queryable,
  saving: Pick<CardSavingRecord, 'id' | 'borrowerId'>,
  providerId: string,
): Promise<void> {
  const isSaving = isRowWithId(cardSavings, saving.id, saving);
  await database.update(cardSavings).set({ providerId }).where(isSaving);
}

export async function cardSavingOf(database: Queryable, borrowerId: string, id: string) {
  if (!isId(id)) return undefined;
  return findRow(database, cardSavings, and(eq(cardSavings.id, id), eq(cardSavings.borrowerId, borrowerId)));
}

export function savingCountOf(database: Queryable, borrowerId: string, since: Date): Promise<number> {
  return database.$count(
    cardSavings,
    and(eq(cardSavings.borrowerId, borrowerId), gt(cardSavings.startedAt, since)),
  );
}

export async function lockCardSaving(transaction: Transaction, id: string) {
  if (!isId(id)) return undefined;
  const [place] = await transaction
    .select({ borrowerId: cardSavings.borrowerId })
    .from(cardSavings)
    .where(eq(cardSavings.id, id));
  if (!place) return undefined;
  const isSaving = isRowWithId(cardSavings, id, place);
  return lockRow(transaction, cardSavings, isSaving);
}

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
    .where(isRowWithId(cardSavings, saving.id, saving));
}

export async function payerOf(database: Queryable, borrowerId: string) {
  const [row] = await database
    .select(columnsOf(borrowers, 'id', 'name', 'mobilePhone'))
    .from(borrowers)
    .where(eq(borrowers.id, borrowerId));
  if (!row) throw new Error('There is no such borrower.');
  return row;
}

export async function cardTokensOf(database: Queryable, borrowerId: string): Promise<string[]> {
  const rows = await database
    .select({ cardToken: savedCards.cardToken })
    .from(savedCards)
    .where(eq(savedCards.borrowerId, borrowerId))
    .orderBy(desc(savedCards.savedAt))
    .limit(20);
  return rows.map(({ cardToken }) => cardToken);
}
