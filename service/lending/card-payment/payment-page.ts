import type { PaymentPageRequest } from '#contract/calls/card-payment.ts';
import { enqueue, inTransaction, lockThenRead, type Transaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import type { CardPage, HostedCards } from '#providers/ports/card-provider.ts';
import type { LendingDependencies, PaymentPageConfiguration } from '../dependencies.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { keepOffer } from '../ledger/extensions.ts';
import { lockLoanById } from '../ledger/loans.ts';
import { chargeCard, refuseUncharged, returnLinkOf } from './charge.ts';
import { type PayableLoan, payableLoan } from './payable-loan.ts';
import {
  type CardPaymentRecord,
  cancelAwaitingCode,
  insertCardPayment,
  openCardPayment,
  pageCardOf,
} from './store.ts';

/**
 * The payment page for an amount of a loan (PAYWAY-5): the configured address, else our page from which the borrower is redirected to a
 * provider that takes cards at each payment. @throws CodedError 'not-found' where there is no such page or the loan is not the caller's,
 * 'session-required' for the number of another user; those of `payableLoan`; 'submission-repeated' while another payment is open;
 * 'card-declined' where the provider does not take the payment.
 */
export async function paymentPage(
  context: BorrowerContext,
  request: PaymentPageRequest,
): Promise<{ link: string }> {
  const { borrower, configuration } = context;
  if (request.userId !== borrower.userId) throw new CodedError('session-required');
  const payable = await payableLoan(context, request);
  const { orderNumber, currency } = payable.loan;
  const { amountMinor } = request;
  const page = cardPageIn(context, borrower.market);
  // The configured page names only the loan, so its money could only pay debt.
  const hasOwnPage = configuration.paymentPage.address !== '' && payable.extension === null;
  if (!hasOwnPage && page) return payOnPage(context, { ...payable, amountMinor, page });
  if (!hasOwnPage) throw new CodedError('not-found');
  const values = { orderNumber, amount: String(amountMinor), currency };
  const link = paymentPageLink(configuration.paymentPage, values);
  if (link === null) throw new Error('The payment page is not on an allowed origin.');
  return { link };
}

/** The placeholder card of a market whose provider takes cards on its own page; null elsewhere. */
export function cardPageIn(
  { cards }: Pick<LendingDependencies, 'cards'>,
  market: HostedCards['markets'][number],
): CardPage | null {
  return cards?.hosted?.pageIn?.(market) ?? null;
}

export function servesCards(cards: BorrowerContext['cards'], market: HostedCards['markets'][number]) {
  if (!cards?.hosted) return cards !== null;
  const { markets, pageIn } = cards.hosted;
  return markets.includes(market) || (pageIn?.(market) ?? null) !== null;
}

interface PagePayment extends PayableLoan {
  readonly amountMinor: PaymentPageRequest['amountMinor'];
  readonly page: CardPage;
}

/** Opens the provider's page for a payment, once for each; a second request returns the same. */
async function payOnPage(context: BorrowerContext, page: PagePayment): Promise<{ link: string }> {
  const own = context.random.id();
  const payment = await inTransaction(context.database, (transaction) =>
    openPagePayment(transaction, context, page, own),
  );
  const { id: loanId, productId, market } = page.loan;
  const details = { ...payment, productId, market, cardToken: page.page.cardToken };
  const state = payment.id === own ? await chargeCard(context, payment.id, details) : payment.state;
  refuseUncharged(state);
  const { id: paymentId, purpose } = payment;
  return { link: returnLinkOf(context, { productId, loanId, paymentId, purpose }) };
}

async function openPagePayment(
  transaction: Transaction,
  context: Omit<BorrowerContext, 'database'>,
  { loan: { id: loanId }, extension, amountMinor, page }: PagePayment,
  id: string,
): Promise<CardPaymentRecord> {
  const { borrower, clock, random, now: paidAt } = context;
  const now = clock.now();
  const purpose = extension ? 'extend' : 'repay';
  const loanOf = { id: loanId, borrowerId: borrower.id };
  const [loan, cardId, open] = await lockThenRead(
    () => lockLoanById(transaction, loanOf),
    () => pageCardOf(transaction, borrower.id, page, { id: random.id(), now }),
    () => openCardPayment(transaction, loanOf, now),
  );
  if (!loan) throw new CodedError('not-found');
  if (open?.state === 'pending') {
    const isSame = open.cardId === cardId && open.amountMinor === amountMinor && open.purpose === purpose;
    if (isSame) return open;
    throw new CodedError('submission-repeated');
  }
  enqueue(transaction, cancelAwaitingCode(transaction, loan, now));
  if (extension) keepOffer(transaction, loan, extension, context);
  return insertCardPayment(transaction, loan, {
    id,
    cardId,
    amountMinor,
    purpose,
    startedAt: now,
    state: 'pending',
    chargedAt: now,
    paidAt,
  });
}

/** The configured address with the values filled in; null when it is no address or its origin is not allowed. */
export function paymentPageLink(
  { address, origins }: PaymentPageConfiguration,
  values: Readonly<Record<'orderNumber' | 'amount' | 'currency', string>>,
): string | null {
  const filled = address.replace(/\{(orderNumber|amount|currency)\}/g, (_match, name: keyof typeof values) =>
    encodeURIComponent(values[name]),
  );
  const url = URL.canParse(filled) ? new URL(filled) : null;
  return url !== null && origins.includes(url.origin) ? url.href : null;
}
