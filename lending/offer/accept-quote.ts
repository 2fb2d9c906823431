import type { LoanAcceptance } from '#contract/calls/offer.ts';
import { inTransaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn } from '#domain/market.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { agreedFiguresOf, agreedTextOf } from './agreed-text.ts';
import { termUnit } from './confirm-offer.ts';
import { quoteHash } from './quote.ts';
import {
  agreementInForce,
  hasOpenLoan,
  insertLoan,
  isBlocked,
  lockOffer,
  lockQuote,
  productNameOf,
  type QuoteRecord,
} from './store.ts';

/**
 * Turns an accepted quote into a loan under review (CONFIRM-4) and keeps the agreement as it was accepted. What is accepted
 * has to be what the quote says, in the edition of the agreement it was issued with; the same quote accepted again gives
 * the same loan, however often and from however many places it is sent.
 * @throws CodedError 'quote-mismatch', 'quote-expired', 'open-loan-exists', 'borrower-blocked', 'offer-unavailable' when it was withdrawn since.
 */
export async function acceptQuote(
  context: BorrowerContext,
  { amountMinor, term, productId, quoteId }: LoanAcceptance,
): Promise<{ detailLink: string }> {
  const { database, borrower, configuration, now } = context;
  const loanId = await inTransaction(database, async (transaction) => {
    const quote = await lockQuote(transaction, borrower.id, productId, quoteId);
    const isQuoted =
      quote?.amountMinor === amountMinor &&
      quote.termDays === term.count &&
      term.unit === termUnit &&
      isWhole(quote);
    if (!isQuoted) throw new CodedError('quote-mismatch');
    if (quote.loanId !== null) return quote.loanId;
    if (quote.expiresAt <= now) throw new CodedError('quote-expired');
    if (await isBlocked(transaction, borrower.id)) throw new CodedError('borrower-blocked');
    const offer = await lockOffer(transaction, borrower.id, productId);
    if (!offer || offer.withdrawnAt !== null) throw new CodedError('offer-unavailable');
    const productName = await productNameOf(transaction, productId);
    const { schedule, terms } = quote;
    const figures = agreedFiguresOf(context, { productName, schedule, agreedAt: now, market: terms.market });
    const edition = await agreementInForce(transaction, terms.market, dayIn(terms.market, now));
    const agreement = agreedTextOf(context, figures, terms, edition);
    if (agreement.version !== quote.agreementVersion) throw new CodedError('quote-expired');
    if (await hasOpenLoan(transaction, borrower.id, productId)) throw new CodedError('open-loan-exists');
    const year = dayIn(terms.market, now).slice(0, 4);
    const madeId = await insertLoan(transaction, { quote, agreement, year }, context);
    if (madeId === undefined) throw new CodedError('open-loan-exists');
    return madeId;
  });
  const parameters = new URLSearchParams({ productId, orderId: loanId });
  return { detailLink: `${configuration.paths.loanDetail}?${parameters}` };
}

/** Whether a quote still says what was issued. */
function isWhole(quote: QuoteRecord): boolean {
  return quoteHash(quote) === quote.scheduleHash;
}
