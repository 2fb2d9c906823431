import { withAgreedFigures, withAgreedTerms } from '#content/legal/agreed-figures.ts';
import type { LegalContext } from '#content/legal/company-facts.ts';
import type { LegalDocument } from '#content/legal/document.ts';
import { keyFactsSummary, type Proposal } from '#content/legal/key-facts.ts';
import { editionOf, legalDocument } from '#content/legal/legal-documents.ts';
import { type LenderAgreement, lenderAgreement } from '#content/legal/lender-agreement.ts';
import { quoteFigures, quoteProduct } from '#content/legal/quoted-figures.ts';
import type { Language } from '#domain/language.ts';
import { currencyOf, dayIn, type Market, marketOf } from '#domain/market.ts';
import type { AgreedFigures } from '#domain/offer/agreed-figures.ts';
import type { ProductTerms } from '#domain/offer/product-terms.ts';
import { lastDayBefore } from '#domain/offer/proposal.ts';
import type { Schedule } from '#domain/offer/schedule.ts';
import { type HashedText, hashedText } from '../hashed-text.ts';
import type { BorrowerContext } from '../http/answer-call.ts';

export interface AgreementLoan {
  readonly productName: string;
  readonly schedule: Schedule;
  readonly agreedAt: Date;
  readonly market: Market;
}

interface QuotedFacts {
  readonly proposalNumber: string | null;
  readonly terms: ProductTerms;
  readonly schedule: Schedule;
  readonly isRepeatBorrower: boolean;
  readonly expiresAt: Date;
}

/** An agreement and the terms that are part of it; null for the lender's own agreement, which names its parts itself. */
export interface AgreementTexts {
  readonly agreement: HashedText;
  readonly terms: HashedText | null;
}

/** The market's paper as stored with an acceptance (LEGAL-6). */
export interface AcceptedPaper {
  readonly paperNumber: string;
  readonly paperText: string;
  readonly paperLanguage: Language;
  readonly paperHash: string;
}

/** The 13 fields of an agreement (CONTRACT-1). */
export function agreementFiguresOf(
  { borrower, configuration }: Pick<BorrowerContext, 'borrower' | 'configuration'>,
  { productName, schedule, agreedAt, market }: AgreementLoan,
): AgreedFigures {
  return {
    currency: currencyOf(market),
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

/**
 * The agreement in force with the terms, figures and payments of one loan, in the caller's language where it exists (LEGAL-3, LEGAL-5). It
 * names the terms by their hash before the figures. Its last section is the summary of the market's paper, where the law requires one.
 * @param schedule the quote's, by the days of the loan. @param edition the lender's own in force; undefined for the standing text.
 */
export function agreementTextOf(
  context: Pick<BorrowerContext, 'configuration' | 'language'>,
  agreed: AgreedFigures,
  { quote, schedule }: { readonly quote: QuotedFacts; readonly schedule: Schedule },
  edition: LenderAgreement | undefined,
): AgreementTexts {
  const { companies, amountStyle: style } = context.configuration;
  const { terms } = quote;
  const document = agreementDocument(context, terms, agreed.lenderName, edition);
  const part = edition
    ? null
    : legalDocument(
        'loan-terms',
        context.language,
        legalContext(context, quote.terms, agreed.lenderName, context.language),
      );
  const kept = part && hashedText(part);
  const named = part && kept ? withAgreedTerms(document, part, kept.hash) : document;
  const { sections, ...whole } = withAgreedFigures(named, agreed, schedule.instalments, style);
  const company = companies[terms.market];
  const proposal = proposalOf(quote, agreed.productName);
  const keyFacts = { company, language: document.language, style, agreement: document };
  const summary = proposal && company.documentSet === terms.market ? keyFactsSummary(proposal, keyFacts) : [];
  return { agreement: hashedText({ ...whole, sections: [...sections, ...summary] }), terms: kept };
}

/** A quote as its paper shows it; null for a quote from before papers had numbers. */
export function proposalOf(quote: QuotedFacts, productName: string): Proposal | null {
  const { proposalNumber, terms, schedule, isRepeatBorrower, expiresAt } = quote;
  if (proposalNumber === null) return null;
  const validThrough = lastDayBefore(terms.market, expiresAt);
  return { proposalNumber, productName, terms, schedule, isRepeatBorrower, validThrough };
}

export function agreementDocument(
  { configuration, language }: Pick<BorrowerContext, 'configuration' | 'language'>,
  terms: ProductTerms,
  lenderName: string,
  edition: LenderAgreement | undefined,
): LegalDocument {
  const contextIn = (written: Language): LegalContext =>
    legalContext({ configuration }, terms, lenderName, written);
  return edition
    ? lendersDocument(edition, language, contextIn)
    : legalDocument('loan-agreement', language, contextIn(language));
}

function legalContext(
  { configuration }: Pick<BorrowerContext, 'configuration'>,
  terms: ProductTerms,
  lenderName: string,
  written: Language,
): LegalContext {
  const { amountStyle, companies } = configuration;
  return {
    company: { ...companies[terms.market], lenderName },
    figures: quoteFigures(written, amountStyle),
    product: quoteProduct(terms, written, amountStyle),
  };
}

function lendersDocument(
  edition: LenderAgreement,
  language: Language,
  contextIn: (written: Language) => LegalContext,
): LegalDocument {
  const written = edition.texts[language] ? language : marketOf[edition.market].language;
  const text = edition.texts[written];
  if (!text) throw new Error(`The agreement ${edition.version} has no text.`);
  return lenderAgreement(edition, text, written, contextIn(written));
}

/** The version in force of the standing agreement in a market, from the lender's documents there. */
export function standingVersion(
  { companies }: Pick<BorrowerContext['configuration'], 'companies'>,
  market: Market,
): string {
  return editionOf('loan-agreement', companies[market].documentSet).version;
}

export function standingTermsVersion(
  { companies }: Pick<BorrowerContext['configuration'], 'companies'>,
  market: Market,
): string {
  return editionOf('loan-terms', companies[market].documentSet).version;
}
