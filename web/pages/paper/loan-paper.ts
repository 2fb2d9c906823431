import { documentsText } from '#content/messages/documents.ts';
import { fill } from '#content/text-pack.ts';
import type { Currency } from '#domain/money/money.ts';
import type { OpenScreen } from '../open-screen.ts';
import type { Paper, PaperBlock } from './paper.ts';

/** Writes a paper of one loan; each page of it names the lender and the loan at its foot. */
export function loanPaper(
  open: OpenScreen,
  {
    currency,
    lenderName,
    number,
    ...own
  }: {
    readonly currency: Currency | null;
    /** Name in the agreement; empty for the lender of the loan's market. */
    readonly lenderName: string;
    readonly number: string;
    readonly title: string;
    readonly blocks: readonly PaperBlock[];
  },
): Paper {
  const { market, company } = open.lenderOf(currency);
  const lender = lenderName || company.lenderName;
  return {
    ...own,
    language: open.language,
    market,
    issuer: { name: lender, note: company.registration },
    footer: fill(documentsText[open.language].footer, { lender, number }),
    madeAt: open.now(),
  };
}
