import type { LoanAcceptance } from '#contract/calls/offer.ts';
import { MoneyError, minorAmountFromText } from '#domain/money/money.ts';
import { fieldOf } from '../open-screen.ts';

/**
 * What a borrower accepts, from the fields of the confirmation form: `amount` in minor units, `periods`, `termUnit` and
 * `quoteId`, which is empty where the backend issued none (CONFIRM-4). Null when a field is not what the page wrote.
 */
export function acceptanceOf(form: FormData, productId: string): LoanAcceptance | null {
  const periods = fieldOf(form, 'periods');
  if (!/^\d{1,5}$/.test(periods)) return null;
  try {
    const amountMinor = minorAmountFromText(fieldOf(form, 'amount'));
    if (amountMinor <= 0) return null;
    return {
      amountMinor,
      term: { count: Number(periods), unit: fieldOf(form, 'termUnit') },
      productId,
      quoteId: fieldOf(form, 'quoteId') || null,
    };
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}
