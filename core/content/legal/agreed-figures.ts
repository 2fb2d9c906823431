import type { Language } from '#domain/language.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { addMinor, type MinorAmount } from '#domain/money/money.ts';
import { type AmountStyle, formatMoney } from '#domain/money/money-format.ts';
import type { AgreedFigures, Payout, RescheduledInstalment } from '#domain/offer/agreed-figures.ts';
import { marketText } from '../market-words.ts';
import { agreementText } from '../messages/agreement.ts';
import { fill } from '../text-pack.ts';
import { type LegalDocument, paragraph, table } from './document.ts';

/**
 * The 13 fields with their names, in the order of a contract; amounts as shown (CONTRACT-1).
 * @param payout null if unknown; an amount that was not paid out is not called so.
 */
export function agreedFigureFacts(
  agreed: AgreedFigures,
  language: Language,
  style: AmountStyle,
  payout: Payout | null,
): { readonly name: string; readonly value: string }[] {
  const text = agreementText[language];
  const isAhead = payout === 'to-come' || payout === 'never';
  const money = (amountMinor: MinorAmount): string =>
    formatMoney(amountMinor, language, style, agreed.currency);
  return [
    { name: text.lenderName, value: agreed.lenderName },
    { name: text.borrowerName, value: agreed.borrowerName },
    { name: text.borrowerAddress, value: agreed.borrowerAddress },
    { name: text.productName, value: agreed.productName },
    { name: text.agreementDate, value: agreed.agreementDate },
    { name: text.amount, value: money(agreed.amountMinor) },
    { name: isAhead ? text.toDisburse : text.disbursed, value: money(agreed.disbursedMinor) },
    { name: isAhead ? text.plannedDisbursal : text.disbursalDate, value: agreed.disbursalDate },
    { name: text.interest, value: money(agreed.interestMinor) },
    { name: text.fee, value: money(agreed.feeMinor) },
    { name: marketText(marketOfCurrency(agreed.currency), language).taxName, value: money(agreed.vatMinor) },
    { name: text.contractAmount, value: money(agreed.contractAmountMinor) },
    {
      name: payout === null ? text.repaymentDate : text.lastPaymentDate,
      value: agreed.repaymentDate,
    },
  ];
}

/** Adds version and hash of the terms that are part of an agreement. */
export function withAgreedTerms(document: LegalDocument, terms: LegalDocument, hash: string): LegalDocument {
  const text = agreementText[document.language];
  const { version, effectiveDate } = terms;
  const words = fill(text.termsPart, { version, date: effectiveDate, hash });
  const part = { id: 'agreed-terms', heading: terms.title, blocks: [paragraph(words)] };
  return { ...document, sections: [...document.sections, part] };
}

/**
 * Adds the figures of one loan, which the text calls the table, and its instalments as the last sections. Written before the payout, so
 * in the future tense.
 */
export function withAgreedFigures(
  document: LegalDocument,
  agreed: AgreedFigures,
  plan: readonly RescheduledInstalment[],
  style: AmountStyle,
): LegalDocument {
  const { language, sections } = document;
  const facts = agreedFigureFacts(agreed, language, style, 'to-come');
  const text = agreementText[language];
  const figures = {
    id: 'agreed-figures',
    heading: text.caption,
    blocks: [{ kind: 'facts' as const, facts }],
  };
  const money = (...amounts: readonly MinorAmount[]): string =>
    formatMoney(addMinor(...amounts), language, style, agreed.currency);
  const parts = marketText(marketOfCurrency(agreed.currency), language).planParts;
  const payments = {
    id: 'agreed-payments',
    heading: text.planTitle,
    blocks: [
      table(
        text.planCaption,
        [text.planDate, parts, text.planTotal],
        ...plan.map(({ dueDate, principalMinor, interestMinor, feeMinor, vatMinor, totalMinor }) => [
          dueDate,
          `${money(principalMinor)} + ${money(interestMinor, feeMinor, vatMinor)}`,
          money(totalMinor),
        ]),
      ),
    ],
  };
  return { ...document, sections: [...sections, figures, payments] };
}
