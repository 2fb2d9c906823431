import { createHash } from 'node:crypto';
import { withAgreedFigures } from '#content/legal/agreed-figures.ts';
import { documentText } from '#content/legal/document.ts';
import { legalDocument } from '#content/legal/legal-documents.ts';
import { quoteFigures, quoteProduct } from '#content/legal/quoted-figures.ts';
import type { Language } from '#domain/language.ts';
import { dayIn, type Market, marketOf } from '#domain/market.ts';
import type { AgreedFigures } from '#domain/offer/agreed-figures.ts';
import type { ProductTerms } from '#domain/offer/product-terms.ts';
import type { Schedule } from '#domain/offer/schedule.ts';
import type { BorrowerContext } from '../http/answer-call.ts';

/** What the fields of an agreement are taken from. */
export interface AgreedLoan {
  readonly productName: string;
  readonly schedule: Schedule;
  readonly agreedAt: Date;
  readonly market: Market;
}

/** The whole text of an agreement, as it is kept and proven. */
export interface AgreedText {
  readonly text: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly hash: string;
  readonly version: string;
  readonly language: Language;
}

/** The 13 fields of what a borrower agrees or agreed to (CONTRACT-1). */
export function agreedFiguresOf(
  { borrower, configuration }: Pick<BorrowerContext, 'borrower' | 'configuration'>,
  { productName, schedule, agreedAt, market }: AgreedLoan,
): AgreedFigures {
  return {
    currency: marketOf[market].currency,
    borrowerName: borrower.name,
    productName,
    amountMinor: schedule.principalMinor,
    disbursalDate: schedule.startDate,
    repaymentDate: schedule.instalments.at(-1)?.dueDate ?? '',
    contractAmountMinor: schedule.totalMinor,
    feeMinor: schedule.feeMinor,
    interestMinor: schedule.interestMinor,
    vatMinor: schedule.vatMinor,
    disbursedMinor: schedule.principalMinor,
    borrowerAddress: borrower.address,
    agreementDate: dayIn(market, agreedAt),
    lenderName: configuration.companies[market].lenderName,
  };
}

/** The agreement in force with the terms and figures of one loan, in the caller's language (LEGAL-3, LEGAL-5). */
export function agreedTextOf(
  { configuration, language }: Pick<BorrowerContext, 'configuration' | 'language'>,
  agreed: AgreedFigures,
  terms: ProductTerms,
): AgreedText {
  const { amountStyle } = configuration;
  const document = legalDocument('loan-agreement', language, {
    company: { ...configuration.companies[terms.market], lenderName: agreed.lenderName },
    figures: quoteFigures(language, amountStyle),
    product: quoteProduct(terms, language, amountStyle),
  });
  const text = documentText(withAgreedFigures(document, agreed, amountStyle));
  return { text, hash: textHash(text), version: document.version, language };
}

/** SHA-256 of a text in UTF-8, in hexadecimal. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
