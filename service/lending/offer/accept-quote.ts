import type { LoanAcceptance } from '#contract/calls/offer.ts';
import { inTransaction, together } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn } from '#domain/market.ts';
import { redate } from '#domain/offer/schedule.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { acceptedKeyFactsOf } from './accepted-key-facts.ts';
import { agreementFiguresOf, agreementTextOf } from './agreement-text.ts';
import { termUnit } from './confirm-offer.ts';
import { quoteHash } from './quote.ts';
import { quotedEdition } from './quoted-edition.ts';
import { blockingLoans, insertLoan, isBlocked, lockQuote, productNameOf, type QuoteRecord } from './store.ts';

/**
 * Turns an accepted quote into a loan under review and stores the accepted agreement (CONFIRM-4). The acceptance must repeat the quote,
 * with the editions of agreement and terms it was issued with. Until a quote expires it can be accepted, whatever became of product and
 * offer (LEGAL-6). Idempotent: the same quote gives the same loan. @throws CodedError 'quote-mismatch', 'quote-expired',
 * 'open-loan-exists', 'borrower-blocked', 'offer-unavailable' when a decline has the borrower wait or their market has changed.
 */
export async function acceptQuote(
  context: BorrowerContext,
  { amountMinor, term, productId, quoteId }: LoanAcceptance,
): Promise<{ detailLink: string }> {
  const { database, borrower, configuration, now } = context;
  const loanId = await inTransaction(database, async (transaction) => {
    const { market } = borrower;
    const [quote, isRefused, productName, { isOpen, mustWait }] = await together(
      () => lockQuote(transaction, borrower.id, productId, quoteId),
      () => isBlocked(transaction, borrower.id),
      () => productNameOf(transaction, productId),
      () => blockingLoans(transaction, { borrowerId: borrower.id, productId }, dayIn(market, now)),
    );
    const isQuoted =
      quote?.amountMinor === amountMinor &&
      quote.termDays === term.count &&
      term.unit === termUnit &&
      isWhole(quote);
    if (!isQuoted) throw new CodedError('quote-mismatch');
    if (quote.loanId !== null) return quote.loanId;
    if (quote.expiresAt <= now) throw new CodedError('quote-expired');
    if (isRefused) throw new CodedError('borrower-blocked');
    const { terms } = quote;
    if (mustWait || terms.market !== market) throw new CodedError('offer-unavailable');
    const edition = await quotedEdition(context, transaction, quote);
    const schedule = redate(quote.schedule, dayIn(market, now));
    const figures = agreementFiguresOf(context, { productName, schedule, agreedAt: now, market });
    const { agreement, terms: agreedTerms } = agreementTextOf(context, figures, { quote, schedule }, edition);
    const isOtherTerms = quote.termsVersion !== null && quote.termsVersion !== agreedTerms?.version;
    if (agreement.version !== quote.agreementVersion || isOtherTerms) throw new CodedError('quote-expired');
    if (isOpen) throw new CodedError('open-loan-exists');
    const year = dayIn(terms.market, now).slice(0, 4);
    const paper = acceptedKeyFactsOf(context, quote, productName, edition);
    const madeId = await insertLoan(
      transaction,
      { quote, agreement, terms: agreedTerms, paper, year },
      context,
    );
    if (madeId === undefined) throw new CodedError('open-loan-exists');
    return madeId;
  });
  const parameters = new URLSearchParams({ productId, orderId: loanId });
  return { detailLink: `${configuration.paths.loanDetail}?${parameters}` };
}

/** Whether a quote still has the hash it was issued with. */
function isWhole(quote: QuoteRecord): boolean {
  return quoteHash(quote) === quote.scheduleHash;
}
