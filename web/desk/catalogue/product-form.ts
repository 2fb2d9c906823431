import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { fill } from '#content/text-pack.ts';
import type { HostProduct } from '#contract/host/product.ts';
import { allMarkets, currencyOf } from '#domain/market.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import { type MinorAmount, minorAmount } from '#domain/money/money.ts';
import { annualCostProblems } from '#domain/offer/annual-cost.ts';
import {
  earlyRepaymentFees,
  earlyRepayments,
  prepaymentRules,
  productProblems,
} from '#domain/offer/product-terms.ts';
import { proposalProblems } from '#domain/offer/proposal.ts';
import { fieldOf } from '#pages/open-screen.ts';
import type { OpenDesk } from '../open-desk.ts';
import type { Change } from '../ui/before-after.tsx';

/** What can be said of a product, without what it is called by systems and its version. */
export type ProductFacts = Omit<HostProduct, 'version'>;

type LaterTerm =
  | 'earlyRepayment'
  | 'earlyRepaymentFee'
  | 'prepayment'
  | 'penaltyMaxOfPaymentPpm'
  | 'penaltyMaxOfLoanPpm'
  | 'lateToleranceMinor';

/** The same of a version, which may have been made before a term was there. */
export type VersionFacts = Omit<ProductFacts, LaterTerm> & {
  readonly [Name in LaterTerm]?: ProductFacts[Name] | undefined;
};

const amounts = [
  'minimumMinor',
  'maximumMinor',
  'stepMinor',
  'lateToleranceMinor',
  'lateFeeNewMinor',
  'lateFeeRepeatMinor',
] as const;
const percents = [
  'annualInterestPpm',
  'dailyInterestPpm',
  'feePpm',
  'vatPpm',
  'extensionDailyPpm',
  'extensionCostMaxPpm',
  'penaltyMaxOfPaymentPpm',
  'penaltyMaxOfLoanPpm',
] as const;
/** Fields with a few values, each with its own words. */
export const choices = {
  earlyRepayment: earlyRepayments,
  earlyRepaymentFee: earlyRepaymentFees,
  prepayment: prepaymentRules,
} as const;
const choiceNames = ['earlyRepayment', 'earlyRepaymentFee', 'prepayment'] as const;
const counts = [
  'instalmentCount',
  'instalmentDays',
  'extensionMaxDays',
  'nonAccrualDaysLate',
  'proposalBusinessDays',
] as const;
const flags = ['isActive', 'allowsPrepayment', 'pausesPenaltyOnClaim', 'pausesPenaltyOnDispute'] as const;

/** The fields of the form, in its order. */
export const productFields = [
  'name',
  'logo',
  'isActive',
  'instalmentCount',
  'instalmentDays',
  'minimumMinor',
  'maximumMinor',
  'stepMinor',
  'annualInterestPpm',
  'dailyInterestPpm',
  'feePpm',
  'vatPpm',
  'allowsPrepayment',
  'earlyRepayment',
  'earlyRepaymentFee',
  'prepayment',
  'pausesPenaltyOnClaim',
  'pausesPenaltyOnDispute',
  'penaltyBands',
  'lateToleranceMinor',
  'lateFeeNewMinor',
  'lateFeeRepeatMinor',
  'penaltyMaxOfPaymentPpm',
  'penaltyMaxOfLoanPpm',
  'extensionDailyPpm',
  'extensionMaxDays',
  'extensionCostMaxPpm',
  'nonAccrualDaysLate',
  'proposalBusinessDays',
] as const;
export type ProductField = (typeof productFields)[number];

/** Whether a field is answered with yes or no. */
export function isFlag(name: ProductField): boolean {
  return (flags as readonly string[]).includes(name);
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
export function valuesOf(product: ProductFacts, desk: OpenDesk): ProductValues {
  return {
    productId: product.productId,
    market: product.market,
    name: product.name,
    logo: product.logo,
    ...Object.fromEntries(choiceNames.map((name) => [name, product[name]])),
    ...Object.fromEntries(flags.map((name) => [name, product[name] ? 'yes' : 'no'])),
    ...Object.fromEntries(counts.map((name) => [name, String(product[name])])),
    ...Object.fromEntries(percents.map((name) => [name, percentInField(product[name], desk)])),
    ...Object.fromEntries(amounts.map((name) => [name, desk.amountField(product[name], product.currency)])),
    ...Object.fromEntries(
      product.penaltyBands.flatMap(({ fromDay, dailyPpm }, row) => [
        [`from-${row}`, String(fromDay)],
        [`rate-${row}`, percentInField(dailyPpm, desk)],
      ]),
    ),
  };
}

/** Every field of a form that was sent. */
export function typedValues(form: FormData): ProductValues {
  return Object.fromEntries([...form.keys()].map((name) => [name, fieldOf(form, name)]));
}

/** What a form says, or the field that cannot be read or taken. */
export function productOf(values: ProductValues): ProductFacts | { readonly field: string } {
  const unread: string[] = [];
  const read = <Value>(name: string, value: Value | null, instead: Value): Value => {
    if (value === null) unread.push(name);
    return value ?? instead;
  };
  const of = (name: string) => (values[name] ?? '').trim();
  const all = <Name extends string, Value>(names: readonly Name[], each: (name: Name) => Value) =>
    Object.fromEntries(names.map((name) => [name, each(name)])) as Record<Name, Value>;
  const market = allMarkets.find((each) => each === of('market')) ?? allMarkets[0];
  const rows = Array.from({ length: bandsMax }, (_, row) => [of(`from-${row}`), of(`rate-${row}`)] as const);
  const product: ProductFacts = {
    productId: read('productId', /^[A-Za-z0-9._-]{1,64}$/.test(of('productId')) ? of('productId') : null, ''),
    name: read('name', /^[^\p{Cc}]{1,80}$/u.test(of('name')) ? of('name') : null, ''),
    logo: of('logo'),
    market,
    currency: currencyOf(market),
    ...all(flags, (name) => of(name) === 'yes'),
    earlyRepayment: earlyRepayments.find((each) => each === of('earlyRepayment')) ?? earlyRepayments[0],
    earlyRepaymentFee:
      earlyRepaymentFees.find((each) => each === of('earlyRepaymentFee')) ?? earlyRepaymentFees[0],
    prepayment: prepaymentRules.find((each) => each === of('prepayment')) ?? prepaymentRules[0],
    ...all(counts, (name) => read(name, countFromText(of(name)), 0)),
    ...all(percents, (name) => read(name, percentFromText(of(name)), 0)),
    ...all(amounts, (name) =>
      read<MinorAmount>(name, amountFromText(of(name), currencyOf(market)), minorAmount(0)),
    ),
    penaltyBands: rows
      .filter(([from, rate]) => from !== '' || rate !== '')
      .map(([from, rate]) => ({
        fromDay: read('penaltyBands', countFromText(from), 0),
        dailyPpm: read('penaltyBands', percentFromText(rate), 0),
      })),
  };
  const [first] = unread;
  if (first !== undefined) return { field: first };
  const terms = [...productProblems(product), ...proposalProblems(product)];
  const [problem] = terms.length > 0 ? terms : annualCostProblems(product);
  if (problem === undefined) return product;
  return {
    field: /^the term /.test(problem) ? 'instalmentDays' : (/^[A-Za-z]+/.exec(problem)?.[0] ?? 'name'),
  };
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
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  if (typeof value === 'object') {
    if (value.length === 0) return text.none;
    return value
      .map(({ fromDay, dailyPpm }) => fill(text.bandWords, { day: fromDay, rate: desk.percent(dailyPpm) }))
      .join('; ');
  }
  if (typeof value === 'string') {
    if (value === '') return text.none;
    const choice = choiceNames.flatMap((name) => (name === field ? [product[name]] : []))[0];
    return choice === undefined ? value : text[`choice-${choice}`];
  }
  if (field.endsWith('Minor')) return desk.money(value, product.currency);
  return field.endsWith('Ppm') ? desk.percent(value) : String(value);
}

function countFromText(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
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
