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
 * The 13 fields, each with its name, in the order a contract names them; amounts as shown (CONTRACT-1).
 * @param payout what came of it, null where it is not known: what was not paid out is not called so.
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

/** An agreement that names the terms that are part of it, by version and hash. */
export function withAgreedTerms(document: LegalDocument, terms: LegalDocument, hash: string): LegalDocument {
  const text = agreementText[document.language];
  const { version, effectiveDate } = terms;
  const words = fill(text.termsPart, { version, date: effectiveDate, hash });
  const part = { id: 'agreed-terms', heading: terms.title, blocks: [paragraph(words)] };
  return { ...document, sections: [...document.sections, part] };
}

/**
 * An agreement with the figures of one loan, which its text refers to as the table, and its payments as the last sections. It is written before
 * anything is paid out, so that it names what is to be.
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
