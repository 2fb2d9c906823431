import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { fill } from '#content/text-pack.ts';
import type { HostProduct } from '#contract/host/product.ts';
import type { PenaltyBand } from '#domain/loan/penalty.ts';
import { allMarkets, currencyOf } from '#domain/market.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import type { Currency } from '#domain/money/money.ts';
import { fieldOfProblem, problemsOfProduct } from '#domain/offer/product-problems.ts';
import {
  type Choice,
  type ProductTerm,
  productTermTable,
  type TermName,
  type TermValues,
  termNames,
} from '#domain/offer/product-term-table.ts';
import { fieldOf } from '#pages/open-screen.ts';
import type { OpenDesk } from '../open-desk.ts';
import type { Change } from '../ui/before-after.tsx';

/** What can be said of a product, without what it is called by systems and its version. */
export type ProductFacts = Omit<HostProduct, 'version'>;

/** Terms of a version, which lacks those that did not exist when it was made. */
export type VersionFacts = Pick<ProductFacts, 'market' | 'currency'> & {
  readonly [Name in keyof ProductFacts]?: ProductFacts[Name] | undefined;
};

/** The fields of the form, in its order. */
export const productFields = ['name', 'logo', 'isActive', ...termNames] as const;
export type ProductField = (typeof productFields)[number];

/** The term that a field holds; undefined for a text. */
export function termOf(field: ProductField): ProductTerm | undefined {
  if (field === 'isActive') return { kind: 'flag' };
  return field === 'name' || field === 'logo' ? undefined : productTermTable[field];
}

const bandsMax = 20;

/** How many rows of penalty bands a form has: those there are and two more. */
export function bandRowsOf(values: ProductValues): number {
  const used = Array.from({ length: bandsMax }, (_, row) => row).filter((row) => values[`from-${row}`]);
  return Math.min(bandsMax, (used.at(-1) ?? -1) + 3);
}

/** A form as it was typed, by the names of its fields. */
export type ProductValues = Readonly<Record<string, string>>;

/** A product as it stands in the form at first. */
export function valuesOf(product: VersionFacts, desk: OpenDesk): ProductValues {
  const { productId = '', market, name = '', logo = '', penaltyBands = [] } = product;
  const fields = productFields
    .filter((field) => field !== 'penaltyBands')
    .map((field) => [field, fieldValue(field, product, desk)]);
  const bands = penaltyBands.flatMap(({ fromDay, dailyPpm }, row) => [
    [`from-${row}`, String(fromDay)],
    [`rate-${row}`, percentInField(dailyPpm, desk)],
  ]);
  return { ...Object.fromEntries([...fields, ...bands]), productId, market, name, logo };
}

function fieldValue(field: ProductField, product: VersionFacts, desk: OpenDesk): string {
  const value = product[field];
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  switch (termOf(field)?.kind) {
    case 'ratio':
      return percentInField(value, desk);
    case 'amount':
      return desk.amountField(value, product.currency);
    default:
      return String(value);
  }
}

/** Every field of a form that was sent. */
export function typedValues(form: FormData): ProductValues {
  return Object.fromEntries([...form.keys()].map((name) => [name, fieldOf(form, name)]));
}

/** What a form says, or the field that cannot be read or taken. */
export function productOf(values: ProductValues): ProductFacts | { readonly field: string } {
  const unread: string[] = [];
  const read: ReadField = (name, value, instead) => {
    if (value === null) unread.push(name);
    return value ?? instead;
  };
  const of = (name: string) => (values[name] ?? '').trim();
  const market = allMarkets.find((each) => each === of('market')) ?? allMarkets[0];
  const currency = currencyOf(market);
  const readAny = (name: TermName) => {
    const term: ProductTerm = productTermTable[name];
    if (term.kind === 'bands') return readBands(of, read);
    const typed = of(name);
    return typed === '' && term.isNullable ? null : read(name, readTerm(term, typed, currency), 0);
  };
  const product: ProductFacts = {
    productId: read('productId', /^[A-Za-z0-9._-]{1,64}$/.test(of('productId')) ? of('productId') : null, ''),
    name: read('name', /^[^\p{Cc}]{1,80}$/u.test(of('name')) ? of('name') : null, ''),
    logo: of('logo'),
    market,
    currency,
    isActive: of('isActive') === 'yes',
    ...(Object.fromEntries(termNames.map((name) => [name, readAny(name)])) as unknown as TermValues),
  };
  const [first] = unread;
  if (first !== undefined) return { field: first };
  const [problem] = problemsOfProduct(product);
  return problem === undefined ? product : { field: fieldOfProblem(problem) ?? 'name' };
}

/** Keeps the name of a field whose value is null, and gives another value instead. */
type ReadField = <Value>(name: string, value: Value | null, instead: Value) => Value;

function readTerm(
  term: ProductTerm,
  typed: string,
  currency: Currency,
): number | string | boolean | readonly number[] | null {
  switch (term.kind) {
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

function readBands(of: (name: string) => string, read: ReadField): PenaltyBand[] {
  return Array.from({ length: bandsMax }, (_, row) => [of(`from-${row}`), of(`rate-${row}`)] as const)
    .filter(([from, rate]) => from !== '' || rate !== '')
    .map(([from, rate]) => ({
      fromDay: read('penaltyBands', countFromText(from), 0),
      dailyPpm: read('penaltyBands', percentFromText(rate), 0),
    }));
}

/** What differs between two products, in the words of the form. */
export function changesOf(before: VersionFacts, after: VersionFacts, desk: OpenDesk): Change[] {
  return productFields
    .map((field) => ({
      name: deskCatalogueText[desk.language][field],
      before: wordsOf(field, before, desk),
      after: wordsOf(field, after, desk),
    }))
    .filter((change) => change.before !== change.after);
}

/** A figure of a product in words. */
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

/** Days around a due day as they are written: `-3, 0, 5`. */
function daysFromText(text: string): number[] | null {
  const parts = text.replaceAll('\u2212', '-').split(/[\s,;]+/);
  return parts.every((part) => /^[-+]?\d{1,3}$/.test(part)) ? parts.map(Number) : null;
}

/** Parts per million of what is written as `18`, `0.5` or `0,0493`; null for anything else. */
export function percentFromText(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,5})(?:[.,](\d{1,4}))?$/.exec(text.replace(/[\s%]/g, '')) ?? [];
  return whole === undefined ? null : Number(whole + fraction.padEnd(4, '0'));
}

/** Parts per million as they stand in a field, ungrouped: `0,0493`. */
export function percentInField(ppm: number, { decimalMark }: Pick<OpenDesk, 'decimalMark'>): string {
  const digits = String(ppm).padStart(5, '0');
  const [whole, fraction] = [digits.slice(0, -4), digits.slice(-4).replace(/0+$/, '')];
  return fraction === '' ? whole : `${whole}${decimalMark}${fraction}`;
}
