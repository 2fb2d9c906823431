import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { fill } from '#content/text-pack.ts';
import type { HostProduct } from '#contract/host/product.ts';
import type { PenaltyBand } from '#domain/loan/penalty.ts';
import { currencyOf, type Market, marketOf } from '#domain/market.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import type { Currency } from '#domain/money/money.ts';
import { fieldOfProblem, problemsOfProduct } from '#domain/offer/product-problems.ts';
import {
  type Choice,
  type ProductTerm,
  productTermTable,
  termNames,
} from '#domain/offer/product-term-table.ts';
import { dailyInterestOf } from '#domain/offer/product-terms.ts';
import { reminderDayMax } from '#domain/reminder/reminder-channel.ts';
import { fieldOf } from '#pages/open-screen.ts';
import type { OpenDesk } from '../open-desk.ts';
import type { Change } from '../ui/before-after.tsx';
import { type DeskField, deskForm, type SentForm } from '../ui/desk-form.tsx';

export type ProductFacts = Omit<HostProduct, 'version'>;

/** A version lacks the terms that did not exist when it was made. */
export type VersionFacts = Pick<ProductFacts, 'market' | 'currency'> & {
  readonly [Name in keyof ProductFacts]?: ProductFacts[Name] | undefined;
};

export const productFields = ['name', 'logo', 'isActive', ...termNames] as const;
export type ProductField = (typeof productFields)[number];

function termOf(field: ProductField): ProductTerm | undefined {
  if (field === 'isActive') return { kind: 'flag' };
  return field === 'name' || field === 'logo' ? undefined : productTermTable[field];
}

export const bandsMax = 20;

/** The form of a product's terms, filled in from `product`. The page draws penalty bands itself; the daily rate follows from the annual one. */
export function productForm(desk: OpenDesk, product: VersionFacts) {
  const names = productFields.filter((name) => name !== 'penaltyBands' && name !== 'dailyInterestPpm');
  return deskForm(
    'product',
    Object.fromEntries(names.map((name) => [name, fieldOfTerm(name, product, desk)])),
  );
}

/** Values are wrapped, since null is a valid value of an optional term. */
function fieldOfTerm(
  name: ProductField,
  product: VersionFacts,
  desk: OpenDesk,
): DeskField<{ readonly value: unknown }> {
  const text = deskCatalogueText[desk.language];
  const term = termOf(name);
  const isTyped = term !== undefined && term.kind !== 'days';
  const yesNo = { yes: text.yes, no: text.no };
  const [from, until] = marketOf[product.market].collection.hours;
  const hoursHint = fill(text.reminderHoursHint, { from, until });
  const { annualInterestPpm: annual } = product;
  const daily = annual === undefined ? '' : `: ${desk.percent(dailyInterestOf(annual))}`;
  const hints: Readonly<Partial<Record<ProductField, string>>> = {
    annualInterestPpm: `${text.dailyHint}${daily}`,
    reminderDays: text.reminderHint,
    reminderFromHour: hoursHint,
    reminderUntilHour: hoursHint,
  };
  return {
    label: text[name],
    hint: hints[name],
    kind: isTyped ? 'decimal' : 'line',
    ...(term?.kind === 'flag' && { choices: Object.entries(yesNo) }),
    ...(term?.kind === 'choice' && {
      choices: term.choices.map((each) => [each, text[`choice-${each}`]] as const),
    }),
    first: firstValue(name, product, desk),
    maxLength: name === 'logo' ? 2048 : 80,
    fault: faultOf(name, desk, product.market),
    read(typed) {
      const value = readTerm(name, typed.trim(), product.currency);
      return value === null && !(term?.isNullable && typed.trim() === '') ? null : { value };
    },
  };
}

function firstValue(name: ProductField, product: VersionFacts, desk: OpenDesk): string {
  const value = product[name];
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  switch (termOf(name)?.kind) {
    case 'ratio':
      return percentInField(value, desk);
    case 'amount':
      return desk.amountField(value, product.currency);
    default:
      return String(value);
  }
}

function readTerm(
  name: ProductField,
  typed: string,
  currency: Currency,
): number | string | boolean | readonly number[] | null {
  const term = termOf(name);
  switch (term?.kind) {
    case undefined:
      return name === 'logo' || /^[^\p{Cc}]{1,80}$/u.test(typed) ? typed : null;
    case 'flag':
      return typed === 'yes';
    case 'choice':
      return term.choices.find((each) => each === typed) ?? term.choices[0] ?? null;
    case 'ratio':
      return percentFromText(typed);
    case 'amount':
      return amountFromText(typed, currency);
    case 'days':
      return daysFromText(typed);
    default:
      return countFromText(typed);
  }
}

/** Reads a sent product; null if a field is refused or the terms contradict each other. */
export function readProductForm(
  desk: OpenDesk,
  form: FormData,
  { productId, market }: Pick<ProductFacts, 'productId' | 'market'>,
): { readonly sent: SentForm; readonly product: ProductFacts | null } {
  const currency = currencyOf(market);
  const { sent, values } = productForm(desk, { market, currency }).read(form);
  const penaltyBands = readBands(form);
  const refuse = (field: string, faults = sent.faults) => ({
    sent: { ...sent, faults: { ...faults, [field]: faultOf(field, desk, market) } },
    product: null,
  });
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(productId)) return refuse('productId');
  if (!penaltyBands) return refuse('penaltyBands');
  if (!values) return { sent, product: null };
  const terms = Object.entries(values).map(([name, { value }]) => [name, value]);
  const read = Object.fromEntries(terms);
  const dailyInterestPpm = dailyInterestOf(read.annualInterestPpm);
  const product: ProductFacts = { productId, market, currency, penaltyBands, dailyInterestPpm, ...read };
  const [problem] = problemsOfProduct(product);
  return problem === undefined ? { sent, product } : refuse(fieldOfProblem(problem) ?? 'name');
}

/** Null where a row cannot be read. Empty rows are left out. */
function readBands(form: FormData): PenaltyBand[] | null {
  const rows = Array.from({ length: bandsMax }, (_, row) =>
    [`from-${row}`, `rate-${row}`].map((name) => fieldOf(form, name).trim()),
  );
  const bands = rows
    .filter(([from, rate]) => from !== '' || rate !== '')
    .map(([from = '', rate = '']) => ({ fromDay: countFromText(from), dailyPpm: percentFromText(rate) }));
  const isRead = (band: (typeof bands)[number]): band is PenaltyBand =>
    band.fromDay !== null && band.dailyPpm !== null;
  return bands.every(isRead) ? bands : null;
}

export function faultOf(field: string, desk: OpenDesk, market: Market): string {
  const text = deskCatalogueText[desk.language];
  const [from, until] = marketOf[market].collection.hours;
  const why: Readonly<Record<string, string>> = {
    instalmentCount: text.check_term,
    instalmentDays: text.check_term,
    maximumMinor: text.check_range,
    minimumMinor: text.check_range,
    stepMinor: text.check_range,
    penaltyBands: text.bandHint,
    productId: text.productIdHint,
    reminderDays: fill(text.check_reminder, { days: reminderDayMax }),
    reminderFromHour: fill(text.check_hours, { from, until }),
    reminderUntilHour: fill(text.check_hours, { from, until }),
  };
  const words = fill(text.check, { field: field in text ? text[field as ProductField] : field });
  return why[field] ? `${words} ${why[field]}` : words;
}

/** The fields that differ between two products, in words. */
export function changesOf(before: VersionFacts, after: VersionFacts, desk: OpenDesk): Change[] {
  return productFields
    .map((field) => ({
      name: deskCatalogueText[desk.language][field],
      before: wordsOf(field, before, desk),
      after: wordsOf(field, after, desk),
    }))
    .filter((change) => change.before !== change.after);
}

export function wordsOf(field: ProductField, product: VersionFacts, desk: OpenDesk): string {
  const text = deskCatalogueText[desk.language];
  const value = product[field];
  if (value === undefined) return text.none;
  if (value === null) return text.bySettings;
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  if (typeof value === 'object') {
    if (value.length === 0) return text.none;
    return value
      .map((each) =>
        typeof each === 'number'
          ? String(each)
          : fill(text.bandWords, { day: each.fromDay, rate: desk.percent(each.dailyPpm) }),
      )
      .join(field === 'penaltyBands' ? '; ' : ', ');
  }
  if (typeof value === 'string') {
    if (value === '') return text.none;
    return termOf(field)?.kind === 'choice' ? text[`choice-${value as Choice}`] : value;
  }
  switch (termOf(field)?.kind) {
    case 'ratio':
      return desk.percent(value);
    case 'amount':
      return desk.money(value, product.currency);
    default:
      return String(value);
  }
}

function countFromText(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** Days relative to the due date, such as `-3, 0, 5`. */
function daysFromText(text: string): number[] | null {
  const parts = text.replaceAll('\u2212', '-').split(/[\s,;]+/);
  return parts.every((part) => /^[-+]?\d{1,3}$/.test(part)) ? parts.map(Number) : null;
}

/** Parts per million of a typed percentage such as `18`, `0.5` or `0,0493`; null for anything else. */
export function percentFromText(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,5})(?:[.,](\d{1,4}))?$/.exec(text.replace(/[\s%]/g, '')) ?? [];
  return whole === undefined ? null : Number(whole + fraction.padEnd(4, '0'));
}

/** Parts per million as an ungrouped percentage: `0,0493`. */
export function percentInField(ppm: number, { decimalMark }: Pick<OpenDesk, 'decimalMark'>): string {
  const digits = String(ppm).padStart(5, '0');
  const [whole, fraction] = [digits.slice(0, -4), digits.slice(-4).replace(/0+$/, '')];
  return fraction === '' ? whole : `${whole}${decimalMark}${fraction}`;
}
