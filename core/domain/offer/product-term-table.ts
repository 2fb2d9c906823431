import { maximumExtensionDays } from '../extension/extension-price.ts';
import type { PenaltyBand } from '../loan/penalty.ts';
import { type Market, marketOf } from '../market.ts';
import { type MinorAmount, minorAmount } from '../money/money.ts';
import { reminderDayMax } from '../reminder/reminder-channel.ts';
import { loanTermsFigures } from '../site/legal-figures.ts';

/** Cost of paying off early: interest for the days used, or the whole plan. */
export const earlyRepayments = ['days-used', 'whole-plan'] as const;
export type EarlyRepayment = (typeof earlyRepayments)[number];

export const earlyRepaymentFees = ['kept', 'days-used'] as const;
export type EarlyRepaymentFee = (typeof earlyRepaymentFees)[number];

/**
 * Use of money beyond the amount due: it pays the next instalments, or repays principal on that day, which removes the last instalments
 * or lowers all that remain.
 */
export const prepaymentRules = ['next-payments', 'shortens', 'lowers'] as const;
export type PrepaymentRule = (typeof prepaymentRules)[number];

export type Choice = EarlyRepayment | EarlyRepaymentFee | PrepaymentRule;

interface TermBase<Value> {
  readonly meaning?: string;
  readonly usual?: Value | null;
  /** The same, by market. */
  readonly usualIn?: (market: Market) => Value;
  /** Value of rows written before the column existed. */
  readonly columnDefault?: Value;
  /** Quotes and versions made before the term existed lack it. */
  readonly isMissingFromOldTerms?: true;
  /** Null leaves it to the lender's settings. */
  readonly isNullable?: true;
  /** Bounds that a market sets. */
  readonly leastIn?: (market: Market) => number;
  readonly mostIn?: (market: Market) => number;
}

interface CountTerm extends TermBase<number> {
  readonly kind: 'count';
  readonly least: number;
  readonly most: number;
}

/** Parts per million. `most` is 1,000,000 by default. */
interface RatioTerm extends TermBase<number> {
  readonly kind: 'ratio';
  readonly most?: number;
}

/** Minor units of the product's currency. `most` is the market's limit by default. */
interface AmountTerm extends TermBase<MinorAmount> {
  readonly kind: 'amount';
  readonly least: number;
  readonly most?: number;
}

interface FlagTerm extends TermBase<boolean> {
  readonly kind: 'flag';
}

interface ChoiceTerm extends TermBase<Choice> {
  readonly kind: 'choice';
  readonly choices: readonly Choice[];
}

interface DaysTerm extends TermBase<readonly number[]> {
  readonly kind: 'days';
  readonly least: number;
  readonly most: number;
}

interface BandsTerm extends TermBase<readonly PenaltyBand[]> {
  readonly kind: 'bands';
}

/** A term of a product: its kind decides type, column, CHECK, contract field and form field. */
export type ProductTerm = CountTerm | RatioTerm | AmountTerm | FlagTerm | ChoiceTerm | DaysTerm | BandsTerm;

const { maximumTermDays } = loanTermsFigures;
const wholePpm = 1_000_000;
const noAmount = minorAmount(0);

/**
 * Terms that a loan keeps from its quote, in the order of the desk's form. Labels are in `content/messages/desk-catalogue.ts`; `npm run
 * migration` adds the column of a new term.
 */
export const quotedTerms = {
  instalmentCount: { kind: 'count', least: 1, most: maximumTermDays },
  instalmentDays: {
    kind: 'count',
    least: 1,
    most: maximumTermDays,
    meaning: 'Days from one payment to the next; the whole term is 91 to 365 days',
  },
  minimumMinor: { kind: 'amount', least: 1 },
  maximumMinor: { kind: 'amount', least: 1 },
  stepMinor: { kind: 'amount', least: 1 },
  annualInterestPpm: { kind: 'ratio', most: 100_000_000 },
  dailyInterestPpm: { kind: 'ratio' },
  feePpm: { kind: 'ratio' },
  vatPpm: { kind: 'ratio' },
  allowsPrepayment: {
    kind: 'flag',
    usual: true,
    columnDefault: true,
    meaning: 'Whether pages take more than the amount due before its date',
  },
  earlyRepayment: {
    kind: 'choice',
    choices: earlyRepayments,
    usual: 'days-used',
    columnDefault: 'days-used',
    isMissingFromOldTerms: true,
    meaning:
      'What a loan costs that is paid off before its dates: interest for the days used, or its whole plan where the market allows it',
  },
  earlyRepaymentFee: {
    kind: 'choice',
    choices: earlyRepaymentFees,
    usual: 'kept',
    columnDefault: 'kept',
    isMissingFromOldTerms: true,
    meaning: 'How much of the fee is charged then: all of it, or the share of the days used',
  },
  prepayment: {
    kind: 'choice',
    choices: prepaymentRules,
    usual: 'next-payments',
    columnDefault: 'next-payments',
    isMissingFromOldTerms: true,
    meaning:
      'What money does that is paid beyond the amount due: it pays the next payments, or repays principal on that day and so removes the last payments or lowers all that remain, as far as the market allows it',
  },
  pausesPenaltyOnClaim: {
    kind: 'flag',
    usual: false,
    columnDefault: false,
    meaning: 'No penalty is charged while a payment that the borrower reported is being looked for',
  },
  pausesPenaltyOnDispute: {
    kind: 'flag',
    usual: false,
    columnDefault: false,
    meaning:
      'A disputed charge carries no penalty, and a disputed penalty does not grow, until it is answered',
  },
  penaltyBands: {
    kind: 'bands',
    usual: [],
    meaning: 'Penalty for each day late, by the day from which it applies; ascending from day 1',
  },
  lateToleranceMinor: {
    kind: 'amount',
    least: 0,
    most: 100_000,
    usualIn: (market) => minorAmount(marketOf[market].usualLateToleranceMinor),
    columnDefault: minorAmount(100),
    isMissingFromOldTerms: true,
    meaning: 'An unpaid amount counts as late only where all that is due together reaches this',
  },
  lateFeeNewMinor: {
    kind: 'amount',
    least: 0,
    usual: noAmount,
    meaning: 'Charged once when a new borrower is late; 0 for none',
  },
  lateFeeRepeatMinor: {
    kind: 'amount',
    least: 0,
    usual: noAmount,
    meaning: 'Charged once when a borrower is late who settled a loan before; 0 for none',
  },
  penaltyMaxOfPaymentPpm: {
    kind: 'ratio',
    mostIn: (market) => marketOf[market].penaltyMax.ofPaymentPpm,
    usual: wholePpm,
    columnDefault: wholePpm,
    isMissingFromOldTerms: true,
    meaning: 'Cap on penalties and late fees of a payment, in parts per million of that payment',
  },
  penaltyMaxOfLoanPpm: {
    kind: 'ratio',
    mostIn: (market) => marketOf[market].penaltyMax.ofLoanPpm,
    usual: wholePpm,
    columnDefault: wholePpm,
    isMissingFromOldTerms: true,
    meaning: 'Cap on penalties and late fees of a loan, in parts per million of its principal',
  },
  extensionDailyPpm: { kind: 'ratio', usual: 0 },
  extensionMaxDays: {
    kind: 'count',
    least: 0,
    most: maximumExtensionDays,
    usual: 0,
    meaning: '0 for no extensions, at most 7',
  },
  extensionCostMaxPpm: {
    kind: 'ratio',
    usual: 0,
    columnDefault: 0,
    meaning:
      'Penalties so far and fee of an extension as a part of what is due, in parts per million, above which it is not sold; 0 for no threshold',
  },
  nonAccrualDaysLate: {
    kind: 'count',
    least: 1,
    most: 365,
    usual: 90,
    columnDefault: 90,
    isMissingFromOldTerms: true,
    meaning:
      'Days late from which on interest, fees and penalties are income only when they are paid; 1 to 365',
  },
} as const satisfies Readonly<Record<string, ProductTerm>>;

const contactHour = {
  kind: 'count',
  least: 0,
  most: 24,
  leastIn: (market) => marketOf[market].collection.hours[0],
  mostIn: (market) => marketOf[market].collection.hours[1],
  usual: null,
  isNullable: true,
} as const satisfies ProductTerm;

/** Terms of the product itself: a change applies to all its loans and creates no version. */
export const serviceTerms = {
  proposalBusinessDays: {
    kind: 'count',
    least: 1,
    most: 30,
    usualIn: (market) => marketOf[market].proposal.usualBusinessDays,
    columnDefault: 3,
    meaning: "Business days of the market that a proposal holds, at least those of the market's law",
  },
  reminderDays: {
    kind: 'days',
    least: -reminderDayMax,
    most: reminderDayMax,
    usual: null,
    isNullable: true,
    meaning:
      'Days after the due day on which `REMINDERS=sms` reminds, from -30 to 30, below zero before it; null for `REMINDER_DAYS`',
  },
  reminderFromHour: {
    ...contactHour,
    meaning:
      'Hour of the day, where the borrower is, from which it reminds, within the contact hours of the market; null for `REMINDER_HOURS`',
  },
  reminderUntilHour: {
    ...contactHour,
    meaning: 'Hour before which it does; given together with `reminderFromHour`',
  },
} as const satisfies Readonly<Record<string, ProductTerm>>;

export const productTermTable = { ...quotedTerms, ...serviceTerms };
export type TermTable = typeof productTermTable;
export type TermName = keyof TermTable;
type ServiceTermName = keyof typeof serviceTerms;
export const serviceTermNames = Object.keys(serviceTerms) as ServiceTermName[];
export const termNames = Object.keys(productTermTable) as TermName[];

interface ValueOfKind {
  readonly count: number;
  readonly ratio: number;
  readonly amount: MinorAmount;
  readonly flag: boolean;
  readonly choice: Choice;
  readonly days: readonly number[];
  readonly bands: readonly PenaltyBand[];
}

export type TermValue<Term extends ProductTerm> =
  | (Term extends { choices: readonly (infer Own)[] } ? Own : ValueOfKind[Term['kind']])
  | (Term extends { isNullable: true } ? null : never);

type ValuesOf<Table extends Readonly<Record<string, ProductTerm>>> = {
  readonly [Name in keyof Table]: TermValue<Table[Name]>;
};

export type TermValues = ValuesOf<TermTable>;

export type QuotedTermName = keyof typeof quotedTerms;
type OldTermName = {
  [Name in TermName]: TermTable[Name] extends { isMissingFromOldTerms: true } ? Name : never;
}[TermName];

export type QuotedTermValues = Pick<TermValues, Exclude<QuotedTermName, OldTermName>> &
  Partial<Pick<TermValues, OldTermName>>;

export function serviceTermsOf(
  product: Pick<TermValues, ServiceTermName>,
): Pick<TermValues, ServiceTermName> {
  return pickTerms(serviceTerms, product);
}

export function quotedTermsOf(product: Pick<TermValues, QuotedTermName>): Pick<TermValues, QuotedTermName> {
  return pickTerms(quotedTerms, product);
}

function pickTerms<Name extends TermName>(
  table: Readonly<Record<Name, ProductTerm>>,
  product: Pick<TermValues, Name>,
): Pick<TermValues, Name> {
  const names = Object.keys(table) as Name[];
  return Object.fromEntries(names.map((name) => [name, product[name]])) as Pick<TermValues, Name>;
}

type UsualName = {
  [Name in TermName]: TermTable[Name] extends { usual: unknown } | { usualIn: unknown } ? Name : never;
}[TermName];

export function usualTerms(market: Market): Pick<TermValues, UsualName> {
  const values = Object.entries<ProductTerm>(productTermTable).flatMap(([name, { usual, usualIn }]) => {
    const value = usualIn ? usualIn(market) : usual;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(values) as Pick<TermValues, UsualName>;
}
