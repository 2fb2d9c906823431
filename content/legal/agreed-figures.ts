import type { Language } from '#domain/language.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { type AmountStyle, formatMoney } from '#domain/money/money-format.ts';
import type { AgreedFigures, Payout } from '#domain/offer/agreed-figures.ts';
import { agreementText } from '../messages/agreement.ts';
import type { LegalDocument } from './document.ts';

/**
 * The 13 fields, each with its name, in the order a contract names them; amounts as they are shown (CONTRACT-1).
 * @param payout what came of it, where it is known: what was not paid out is not called so.
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
    { name: agreed.currency === 'INR' ? text.gst : text.vat, value: money(agreed.vatMinor) },
    { name: text.contractAmount, value: money(agreed.contractAmountMinor) },
    { name: text.repaymentDate, value: agreed.repaymentDate },
  ];
}

/**
 * An agreement with the figures of one loan as its last section, which its text refers to as the table. It is written before
 * anything is paid out, so that it names what is to be.
 */
export function withAgreedFigures(
  document: LegalDocument,
  agreed: AgreedFigures,
  style: AmountStyle,
): LegalDocument {
  const { language, sections } = document;
  const facts = agreedFigureFacts(agreed, language, style, 'to-come');
  const table = {
    id: 'agreed-figures',
    heading: agreementText[language].caption,
    blocks: [{ kind: 'facts' as const, facts }],
  };
  return { ...document, sections: [...sections, table] };
}
