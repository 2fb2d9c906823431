import { deskRefusalText } from '#content/messages/desk-refusal.ts';
import { fill } from '#content/text-pack.ts';
import type { Bounds, CodedError } from '#domain/error-code.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import type { Currency } from '#domain/money/money.ts';
import { fieldOf } from '#pages/open-screen.ts';
import type { OpenDesk } from '../open-desk.ts';

export type CallRefusal = Pick<CodedError, 'code' | 'field' | 'bounds'>;

/** The fields of forms in which people type a field of a call, where the names differ. */
const formFields: Readonly<Record<string, readonly string[]>> = {
  amountMinor: ['amount'],
  cardPaymentId: ['backTo'],
  eventId: ['folio'],
  orderNumber: ['toLoan', 'order'],
  paidAt: ['paidOn'],
  planId: ['plan'],
  receivedAt: ['receivedOn'],
  reference: ['text'],
  trackingKey: ['folio'],
  transactionId: ['waiver'],
  waivesPenalties: ['penalties'],
};

/** The field of the call that is refused, without the objects around it. */
const nameOf = ({ field }: CallRefusal) => field?.split('.').at(-1) ?? '';

/** The field of the form that a refusal is about; undefined for a cause that no field can mend. */
export function refusedField(refusal: CallRefusal, typed: FormData): string | undefined {
  const name = nameOf(refusal);
  return [name, ...(formFields[name] ?? [])].find((each) => typed.has(each) && fieldOf(typed, each) !== '');
}

/** Why a form is refused, with the typed value and its limit. @param currency of the form's amounts. */
export function refusalWords(
  refusal: CallRefusal,
  typed: FormData,
  desk: OpenDesk,
  currency: Currency,
): string {
  const text = deskRefusalText[desk.language];
  const name = nameOf(refusal);
  const field = refusedField(refusal, typed);
  const raw = field === undefined ? '' : fieldOf(typed, field).trim();
  const isAmount = name.endsWith('Minor');
  const amountMinor = isAmount ? amountFromText(raw, currency) : null;
  const value = amountMinor === null ? raw : desk.money(amountMinor, currency);
  if (refusal.bounds) {
    const shown = (bound: Bounds['min']) => {
      if (bound instanceof Date) return desk.time(bound, marketOfCurrency(currency)).slice(0, 10);
      return isAmount ? desk.money(Number(bound), currency) : String(bound);
    };
    const { min, max } = refusal.bounds;
    const areDays = typeof (min ?? max) !== 'number';
    const values = {
      value: value || text[areDays ? 'theDay' : 'theAmount'],
      min: shown(min),
      max: shown(max),
    };
    if (min === undefined) return fill(text[areDays ? 'late' : 'most'], values);
    return max === undefined
      ? fill(text[areDays ? 'early' : 'least'], values)
      : fill(text[areDays ? 'days' : 'range'], values);
  }
  if (refusal.code === 'not-found' && name === 'orderNumber') return fill(text.noLoan, { value });
  const key = name === 'days' || name === 'moratoriumDays' ? 'days365' : name;
  return key in text
    ? fill(text[key as 'eventId'], { value })
    : fill(text.other, { code: refusal.code, field: name });
}
