import { keyFactsOf } from '#content/legal/key-facts.ts';
import { lastDayBefore } from '#domain/offer/proposal.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { type AcceptedPaper, agreementDocument, textHash } from './agreed-text.ts';
import type { AgreementVersionRecord, QuoteRecord } from './store.ts';

/** The paper of a quote in the caller's language; null for a quote that was issued before papers had numbers. */
export function acceptedKeyFactsOf(
  context: Pick<BorrowerContext, 'configuration' | 'language'>,
  quote: QuoteRecord,
  productName: string,
  edition: AgreementVersionRecord | undefined,
): AcceptedPaper | null {
  const { configuration, language: paperLanguage } = context;
  const { proposalNumber, terms, schedule, isRepeatBorrower, expiresAt } = quote;
  if (proposalNumber === null) return null;
  const company = configuration.companies[terms.market];
  const paperText = keyFactsOf(
    {
      ...{ proposalNumber, productName, terms, schedule, isRepeatBorrower },
      validThrough: lastDayBefore(terms.market, expiresAt),
    },
    {
      ...{ company, language: paperLanguage, style: configuration.amountStyle },
      agreement: agreementDocument(context, terms, company.lenderName, edition),
    },
  );
  return { paperNumber: proposalNumber, paperText, paperLanguage, paperHash: textHash(paperText) };
}
