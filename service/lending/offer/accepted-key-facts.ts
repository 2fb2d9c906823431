import { keyFactsOf } from '#content/legal/key-facts.ts';
import { textHash } from '../hashed-text.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { type AcceptedPaper, agreementDocument, proposalOf } from './agreement-text.ts';
import type { AgreementVersionRecord, QuoteRecord } from './store.ts';

/** The paper of a quote in the caller's language; null for a quote from before papers had numbers. */
export function acceptedKeyFactsOf(
  context: Pick<BorrowerContext, 'configuration' | 'language'>,
  quote: QuoteRecord,
  productName: string,
  edition: AgreementVersionRecord | undefined,
): AcceptedPaper | null {
  const { configuration, language: paperLanguage } = context;
  const { terms } = quote;
  const proposal = proposalOf(quote, productName);
  if (!proposal) return null;
  const company = configuration.companies[terms.market];
  const paperText = keyFactsOf(proposal, {
    company,
    language: paperLanguage,
    style: configuration.amountStyle,
    agreement: agreementDocument(context, terms, company.lenderName, edition),
  });
  return { paperNumber: proposal.proposalNumber, paperText, paperLanguage, paperHash: textHash(paperText) };
}
