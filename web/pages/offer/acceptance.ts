import type { LoanAcceptance, LoanOffer } from '#contract/calls/offer.ts';
import { CalendarError, localDate } from '#domain/calendar.ts';
import { type MinorAmount, MoneyError, minorAmountFromText } from '#domain/money/money.ts';
import { fieldOf } from '../open-screen.ts';

/**
 * Reads an acceptance from the form's `amount` (minor units), `periods`, `termUnit` and `quoteId`, empty if the backend issued
 * none (CONFIRM-4). Null for values that the page did not write.
 */
export function acceptanceOf(form: FormData, productId: string): LoanAcceptance | null {
  const periods = fieldOf(form, 'periods');
  const amountMinor = amountOf(form, 'amount');
  if (!/^\d{1,5}$/.test(periods) || amountMinor === null || amountMinor <= 0) return null;
  return {
    amountMinor,
    term: { count: Number(periods), unit: fieldOf(form, 'termUnit') },
    productId,
    quoteId: fieldOf(form, 'quoteId') || null,
  };
}

/** Null for figures that the backend does not give. */
export interface FirstFigures {
  readonly amount: MinorAmount | null;
  readonly total: MinorAmount | null;
  readonly cost: MinorAmount | null;
  readonly payment: MinorAmount | null;
}

export const firstFigureNames = ['amount', 'total', 'cost', 'payment'] as const;

export function firstFiguresOf({ amountMinor, quote, plan }: LoanOffer): FirstFigures {
  const payments = plan.map((payment) => payment.amountMinor);
  return {
    amount: amountMinor,
    total: quote?.totalMinor ?? null,
    cost: quote?.costMinor ?? null,
    payment: payments.reduce<MinorAmount | null>(
      (most, each) => (most === null || each > most ? each : most),
      null,
    ),
  };
}

export function readShownFigures(form: FormData): FirstFigures {
  const [amount = null, total = null, cost = null, payment = null] = firstFigureNames.map((name) =>
    amountOf(form, name),
  );
  return { amount, total, cost, payment };
}

export const validityName = 'validThrough';

export const firstDayName = 'firstDay';

export function readShownLastDay(form: FormData): string | null {
  return dayOrNull(fieldOf(form, validityName));
}

/** `YYYY-MM-DD`; null for anything else. */
export function dayOrNull(text: string): string | null {
  try {
    return localDate(text);
  } catch (error) {
    if (error instanceof CalendarError) return null;
    throw error;
  }
}

/** Minor units; null for anything else. */
function amountOf(form: FormData, name: string): MinorAmount | null {
  try {
    return minorAmountFromText(fieldOf(form, name));
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}
