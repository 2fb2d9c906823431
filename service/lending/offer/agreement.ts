import { keyFactsHead } from '#content/legal/key-facts.ts';
import type { LoanAgreement } from '#contract/calls/loan.ts';
import { formatDateTime } from '#domain/calendar.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { isOpen } from '#domain/loan/loan-status.ts';
import { dayIn, type Market, marketOf } from '#domain/market.ts';
import type { Payout } from '#domain/offer/agreed-figures.ts';
import { redate } from '#domain/offer/schedule.ts';
import { detailsAt } from '../borrower/store.ts';
import { textHash } from '../hashed-text.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { findLoanOf, type LoanRecord } from '../ledger/loans.ts';
import { agreedNewPlans } from '../new-plan/answer-plan.ts';
import { acceptedKeyFactsOf } from './accepted-key-facts.ts';
import {
  type AcceptedPaper,
  type AgreementLoan,
  agreementFiguresOf,
  agreementTextOf,
} from './agreement-text.ts';
import { quotedEdition } from './quoted-edition.ts';
import { findAcceptedAgreement, findQuoteOf, findTerms, productNameOf } from './store.ts';

/**
 * The agreement of a borrower's own loan, by number or id, or of a quote (CONTRACT-1), as accepted or to accept. A loan that is not paid
 * out yet has the dates of its quote. @throws CodedError 'not-found' for any other, 'internal' when the stored text is not the accepted
 * one.
 */
export async function loanAgreement(
  context: BorrowerContext,
  { orderNumber }: { readonly orderNumber: string },
): Promise<LoanAgreement> {
  const { database, borrower } = context;
  const loan = await findLoanOf(database, borrower.id, orderNumber);
  if (loan) return agreementOfLoan(context, loan);
  const quote = orNotFound(await findQuoteOf(database, borrower.id, orderNumber));
  const loanOfQuote =
    quote.loanId === null ? undefined : await findLoanOf(database, borrower.id, quote.loanId);
  if (loanOfQuote) return agreementOfLoan(context, loanOfQuote);
  const { market } = quote.terms;
  const schedule = redate(quote.schedule, dayIn(market, context.now));
  const figures = agreementFiguresOf(context, {
    productName: await productNameOf(database, quote.productId),
    schedule,
    agreedAt: context.now,
    market,
  });
  const edition = await quotedEdition(context, database, quote);
  const { agreement: text, terms } = agreementTextOf(context, figures, { quote, schedule }, edition);
  const paper = acceptedKeyFactsOf(context, quote, figures.productName, edition);
  return {
    ...figures,
    payout: 'to-come',
    newPlans: [],
    accepted: { ...text, acceptedAt: null },
    terms,
    paper: paper && shownPaper(paper, null),
    sendsFiles: false,
  };
}

/** An agreement names the borrower as they were when it was signed. */
async function agreementOfLoan(context: BorrowerContext, loan: LoanRecord): Promise<LoanAgreement> {
  const { borrower, database } = context;
  const signedAs = { ...borrower, ...(await detailsAt(database, borrower.id, loan.appliedAt)) };
  return {
    ...agreementFiguresOf({ ...context, borrower: signedAs }, agreedLoanOf(loan)),
    payout: payoutOf(loan),
    newPlans: await agreedNewPlans(context.database, loan),
    ...(await acceptedTexts(context, loan.id, loan.market)),
  };
}

function payoutOf({ disbursedOn, status }: LoanRecord): Payout {
  if (disbursedOn !== null) return 'made';
  return isOpen(status) ? 'to-come' : 'never';
}

function agreedLoanOf(loan: LoanRecord): AgreementLoan {
  const { productName, market, disbursedOn, appliedAt } = loan;
  const schedule = redate(loan.schedule, disbursedOn ?? dayIn(market, appliedAt));
  return { productName, schedule, agreedAt: appliedAt, market };
}

async function acceptedTexts(
  { database, borrower, logger }: BorrowerContext,
  loanId: string,
  market: Market,
): Promise<Pick<LoanAgreement, 'accepted' | 'paper' | 'terms' | 'sendsFiles'>> {
  const kept = await findAcceptedAgreement(database, { id: loanId, borrowerId: borrower.id });
  if (!kept || kept.text === null || kept.language === null)
    return { accepted: null, paper: null, terms: null, sendsFiles: false };
  const { text, hash, version, language, paperNumber, paperText, paperLanguage, paperHash } = kept;
  const paper =
    paperNumber !== null && paperText !== null && paperLanguage !== null && paperHash !== null
      ? { paperNumber, paperText, paperLanguage, paperHash }
      : null;
  const terms = kept.termsHash === null ? null : ((await findTerms(database, kept.termsHash)) ?? null);
  const isPaperWhole = !paper || textHash(paper.paperText) === paper.paperHash;
  const areTermsWhole = kept.termsHash === (terms && textHash(terms.text));
  if (textHash(text) !== hash || !isPaperWhole || !areTermsWhole) {
    logger.error('an accepted agreement does not match its hash', { loan: loanId });
    throw new CodedError('internal');
  }
  const acceptedAt = formatDateTime(kept.acceptedAt, marketOf[market].timeZone);
  return {
    accepted: { text, hash, version, language, acceptedAt },
    paper: paper && shownPaper(paper, acceptedAt),
    terms,
    sendsFiles: kept.filesMadeAt !== null,
  };
}

function shownPaper(paper: AcceptedPaper, acceptedAt: string | null): NonNullable<LoanAgreement['paper']> {
  const { paperNumber: proposalNumber, paperText: text, paperLanguage: language, paperHash: hash } = paper;
  const validThrough = keyFactsHead(text)?.validThrough ?? '';
  return { proposalNumber, validThrough, text, language, hash, acceptedAt };
}
