import type { LoanAcceptance, LoanOffer } from '#contract/calls/offer.ts';
import { CalendarError, localDate } from '#domain/calendar.ts';
import { type MinorAmount, MoneyError, minorAmountFromText } from '#domain/money/money.ts';
import { fieldOf } from '../open-screen.ts';

/**
 * What a borrower accepts, from the fields of the confirmation form: `amount` in minor units, `periods`, `termUnit` and
 * `quoteId`, which is empty where the backend issued none (CONFIRM-4). Null when a field is not what the page wrote.
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

/** The figures of an offer that stand first on its page; null for those that the backend does not give. */
export interface FirstFigures {
  readonly amount: MinorAmount | null;
  readonly total: MinorAmount | null;
  readonly cost: MinorAmount | null;
  /** The dearest payment. */
  readonly payment: MinorAmount | null;
}

/** Their names, as the form carries them. */
export const firstFigureNames = ['amount', 'total', 'cost', 'payment'] as const;

/** The first figures of an offer. */
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

/** The first figures that the page showed whose form was sent. */
export function seenFiguresOf(form: FormData): FirstFigures {
  const [amount = null, total = null, cost = null, payment = null] = firstFigureNames.map((name) =>
    amountOf(form, name),
  );
  return { amount, total, cost, payment };
}

/** The field that carries the last day of an offer. */
export const validityName = 'validThrough';

/** The field that carries the day of the first payment. */
export const firstDayName = 'firstDay';

/** The last day on which the offer could be accepted whose form was sent; null where the page named none. */
export function seenValidityOf(form: FormData): string | null {
  return dayOrNull(fieldOf(form, validityName));
}

/** A day as `YYYY-MM-DD`; null for anything else. */
export function dayOrNull(text: string): string | null {
  try {
    return localDate(text);
  } catch (error) {
    if (error instanceof CalendarError) return null;
    throw error;
  }
}

/** An amount in minor units that the page wrote; null for anything else. */
function amountOf(form: FormData, name: string): MinorAmount | null {
  try {
    return minorAmountFromText(fieldOf(form, name));
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}
