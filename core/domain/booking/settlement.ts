import { addDays, daysBetween, type LocalDate } from '../calendar.ts';
import { type ChargedPeriod, earnedThrough, taxOnPart } from '../loan/earned-charges.ts';
import { type DueNow, dueNow, outstandingOf, remainingTotal } from '../loan/instalment-state.ts';
import { isRunning } from '../loan/loan-status.ts';
import { rebalance } from '../loan/rebalance.ts';
import { addMinor, type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import { taxOf } from '../money/tax.ts';
import { lateToleranceOf } from '../offer/product-terms.ts';
import { redate } from '../offer/schedule.ts';
import {
  type Allocation,
  type AllocationLine,
  type Component,
  inDueOrder,
  type OutstandingInstalment,
} from '../repayment/allocation.ts';
import { type Charged, chargesOfLoan } from './charge-list.ts';
import { endingKinds, negated, type Posting } from './movement.ts';
import { prepaidOn, prepayments, savedInterest } from './saved-interest.ts';
import type { InstalmentRecord, Loan, LoanState } from './state.ts';

type Charges = InstalmentRecord['charged'];

export interface SettledLoan extends Charged {
  readonly loan: Pick<Loan, 'terms' | 'schedule' | 'status' | 'disbursedOn' | 'suspenseMinor'>;
  readonly entries: readonly (Charged['entries'][number] & {
    readonly isStanding: boolean;
    readonly occurredAt: Date;
  })[];
}

/** What settling a loan costs on one day, in minor units: all charges then, and the unpaid part. */
export interface Settlement extends Readonly<Record<`${Component}Minor`, MinorAmount>> {
  readonly day: LocalDate;
  /** Last day of the cooling-off period; null where there is none or it is over. */
  readonly exitUntil: LocalDate | null;
  /** Interest, fee and tax of days not used, which are no longer charged. */
  readonly forgivenMinor: MinorAmount;
  /** Total cost less payments and money held; below zero for a surplus. */
  readonly missingMinor: MinorAmount;
  /** Amount still to pay, at least 0; 0 for a sold loan. */
  readonly owedMinor: MinorAmount;
  /** Instalments with the reduced charges, payments reallocated. */
  readonly instalments: readonly InstalmentRecord[];
}

/**
 * The settlement of a loan on a day; the only function that calculates it (MONEY-5). Charges principal, interest for the days used, the
 * fee that the terms keep, tax on both, and penalties as booked; no fee or penalty in the cooling-off period; the whole plan where the
 * terms say so. For a loan that ended early, the charges that remain. Disputes count once answered.
 * @param loan with its penalties up to that day.
 */
export function settlementOn(loan: SettledLoan, day: LocalDate): Settlement {
  const { instalments: records, loan: facts } = loan;
  const { charges, exitUntil } = chargesOn(loan, day);
  const charged = records.map((record, index) => ({ ...record, charged: charges[index] ?? record.charged }));
  const sumOf = (component: Component, of: readonly InstalmentRecord[] = charged) =>
    addMinor(...of.map((record) => record.charged[component]));
  const parts = {
    principalMinor: sumOf('principal'),
    interestMinor: sumOf('interest'),
    feeMinor: sumOf('fee'),
    vatMinor: sumOf('vat'),
    penaltyMinor: sumOf('penalty'),
  };
  const costMinor = addMinor(...Object.values(parts));
  const beforeMinor = addMinor(...records.flatMap((record) => Object.values(record.charged)));
  const paidMinor = addMinor(...records.flatMap(({ paid }) => Object.values(paid)));
  // Held money may be near the highest amount; only whether it suffices matters then.
  const missingMinor = minorAmount(
    Math.max(-Number.MAX_SAFE_INTEGER, costMinor - facts.suspenseMinor - paidMinor),
  );
  return {
    day,
    exitUntil,
    ...parts,
    missingMinor,
    forgivenMinor: subtractMinor(beforeMinor, costMinor),
    owedMinor: minorAmount(facts.status === 'sold' ? 0 : Math.max(0, missingMinor)),
    instalments: withReallocatedPayments(charged, facts.suspenseMinor),
  };
}

export interface AmountDue {
  readonly due: DueNow | null;
  /** Instalments that are due, oldest first, with their charges then. */
  readonly instalments: readonly InstalmentRecord[];
  readonly settlesMinor: MinorAmount;
}

export const noAmountDue: AmountDue = { due: null, instalments: [], settlesMinor: zeroMinor };

/** Amount due of a loan on a day (`dueNow`), or the settlement amount where that is less. */
export function amountDueOn(loan: SettledLoan, day: LocalDate): AmountDue {
  const due = dueNow(loan.instalments, day, lateToleranceOf(loan.loan.terms));
  if (due === null) return noAmountDue;
  const settlement = settlementOn(loan, day);
  const { owedMinor: settlesMinor } = settlement;
  if (settlesMinor >= due.amountMinor) {
    const { instalmentSequences } = due;
    const instalments = inDueOrder(loan.instalments).filter((each) =>
      instalmentSequences.includes(each.sequence),
    );
    return { due, instalments, settlesMinor };
  }
  const instalments = inDueOrder(settlement.instalments).filter((each) => remainingTotal([each]) > 0);
  return {
    due: {
      ...due,
      amountMinor: settlesMinor,
      instalmentSequences: instalments.map(({ sequence }) => sequence),
      penaltyMinor: addMinor(...instalments.map((each) => outstandingOf(each).penaltyMinor)),
    },
    instalments,
    settlesMinor,
  };
}

export type DueThrough = Pick<DueNow, 'amountMinor' | 'instalmentSequences' | 'penaltyMinor'>;

/**
 * Amount that was due on or before a day, penalties included, or the settlement amount where that is less. Unlike `amountDueOn` it never
 * names a payment that is due later. Null when nothing is due.
 */
export function dueThrough(loan: SettledLoan, day: LocalDate): DueThrough | null {
  const due = inDueOrder(loan.instalments).filter(
    (each) => each.dueDate <= day && remainingTotal([each]) > 0,
  );
  const amountMinor = minorAmount(Math.min(remainingTotal(due), settlementOn(loan, day).owedMinor));
  if (amountMinor === 0) return null;
  return {
    amountMinor,
    instalmentSequences: due.map(({ sequence }) => sequence),
    penaltyMinor: addMinor(...due.map((each) => outstandingOf(each).penaltyMinor)),
  };
}

function chargesOn(
  { loan, instalments, entries }: SettledLoan,
  day: LocalDate,
): { readonly charges: readonly Charges[]; readonly exitUntil: LocalDate | null } {
  const { disbursedOn, terms, status } = loan;
  const isEnded = hasEnded({ entries });
  const exitUntil = isRunning(status) ? lastDayOfExit({ disbursedOn, terms }, day) : null;
  const isWholePlan = exitUntil === null && terms.earlyRepayment !== 'days-used';
  if (disbursedOn === null || isEnded || isWholePlan) {
    return { charges: instalments.map(({ charged }) => charged), exitUntil: isEnded ? null : exitUntil };
  }
  if (isRescheduled({ loan, instalments })) {
    const charges = chargesOfRescheduled({ loan, instalments, entries }, { disbursedOn, day, exitUntil });
    return { charges, exitUntil };
  }
  const periods = chargedPeriods({ loan, instalments, entries });
  const earned = earnedThrough(periods, { disbursedOn, terms }, day);
  const charges = instalments.map(({ charged }, index): Charges => {
    const period = periods[index];
    const days = earned[index];
    if (!period || !days) return charged;
    const { interestMinor: interest } = days;
    if (exitUntil !== null) {
      const vat = taxOnPart(terms, period, { interestMinor: interest, feeMinor: zeroMinor });
      return { ...charged, interest, fee: zeroMinor, penalty: zeroMinor, vat };
    }
    const isFeeByDays = terms.earlyRepaymentFee === 'days-used';
    const feeMinor = isFeeByDays ? days.feeMinor : period.feeMinor;
    const extensionTax = subtractMinor(charged.vat, period.vatMinor);
    return {
      ...charged,
      interest,
      fee: addMinor(feeMinor, period.extensionFee),
      vat: addMinor(taxOnPart(terms, period, { interestMinor: interest, feeMinor }), extensionTax),
    };
  });
  return { charges, exitUntil };
}

export function hasEnded({ entries }: Pick<SettledLoan, 'entries'>): boolean {
  return entries.some(({ kind, isStanding }) => isStanding && endingKinds.includes(kind));
}

/** An instalment as it is earned by days, without the fee of an extension. */
export interface PlanPeriod extends ChargedPeriod {
  readonly extensionFee: MinorAmount;
}

export function chargedPeriods({ loan: { terms }, instalments, entries }: PlannedLoan): PlanPeriod[] {
  const extensionFees = chargesOfLoan({ instalments, entries }).filter(
    ({ kind }) => kind === 'extension-fee',
  );
  const saved = savedInterest({ terms, instalments, entries });
  return instalments.map(({ sequence, dueDate, extendedFrom, charged }) => {
    const extensionFee = extensionFees.find((fee) => fee.sequence === sequence)?.chargedMinor ?? zeroMinor;
    const extensionTax = Math.min(charged.vat, taxOf(terms, { 'extension-fee': extensionFee }));
    return {
      sequence,
      dueDate: extendedFrom ?? dueDate,
      interestMinor: charged.interest,
      feeMinor: subtractMinor(charged.fee, extensionFee),
      extensionFee,
      vatMinor: minorAmount(charged.vat - extensionTax),
      saved: saved.get(sequence) ?? [],
    };
  });
}

type PlannedLoan = Pick<SettledLoan, 'instalments' | 'entries'> & { readonly loan: Pick<Loan, 'terms'> };

export function isRescheduled({ loan, instalments }: Pick<SettledLoan, 'loan' | 'instalments'>): boolean {
  const signed = loan.schedule.instalments.length;
  return instalments.some(
    ({ sequence, charged }) =>
      sequence > signed && Object.values(charged).some((amountMinor) => amountMinor > 0),
  );
}

/**
 * Charges of each instalment of a rescheduled loan that ends on a day. A rescheduling charges no new interest or fee, so the signed
 * plan's charges of unused days, less what prepayments saved, are removed from the newest instalments.
 */
function chargesOfRescheduled(
  { loan, instalments, entries }: Pick<SettledLoan, 'loan' | 'instalments' | 'entries'>,
  { disbursedOn, day, exitUntil }: { disbursedOn: LocalDate; day: LocalDate; exitUntil: LocalDate | null },
): Charges[] {
  const { terms } = loan;
  const isExit = exitUntil !== null;
  const prepaid = prepayments({ terms, instalments, entries });
  const saved = savedInterest({ terms, instalments, entries });
  const signed = redate(loan.schedule, disbursedOn).instalments.map((period) => {
    const { sequence } = period;
    const left = (component: Component, amountMinor: MinorAmount) =>
      minorAmount(Math.max(0, amountMinor + prepaidOn(prepaid, sequence, component)));
    return {
      sequence,
      dueDate: period.dueDate,
      saved: saved.get(sequence) ?? [],
      interestMinor: left('interest', period.interestMinor),
      feeMinor: left('fee', period.feeMinor),
      vatMinor: left('vat', period.vatMinor),
    };
  });
  const signedTotal = (part: 'interestMinor' | 'feeMinor' | 'vatMinor') =>
    addMinor(...signed.map((period) => period[part]));
  const earned = earnedThrough(signed, { disbursedOn, terms }, day);
  const kept = signed.map((period, index) => {
    const interestMinor = earned[index]?.interestMinor ?? zeroMinor;
    const feeByDaysMinor = earned[index]?.feeMinor ?? zeroMinor;
    const feeStaysMinor = terms.earlyRepaymentFee === 'days-used' ? feeByDaysMinor : period.feeMinor;
    const feeMinor = isExit ? zeroMinor : feeStaysMinor;
    return { interestMinor, feeMinor, vatMinor: taxOnPart(terms, period, { interestMinor, feeMinor }) };
  });
  const sumOf = (part: 'interestMinor' | 'feeMinor' | 'vatMinor') =>
    addMinor(...kept.map((each) => each[part]));
  const chargedOf = (component: Component) =>
    addMinor(...instalments.map(({ charged }) => charged[component]));
  const off = {
    penalty: isExit ? chargedOf('penalty') : zeroMinor,
    fee: isExit ? chargedOf('fee') : subtractMinor(signedTotal('feeMinor'), sumOf('feeMinor')),
    vat: subtractMinor(isExit ? chargedOf('vat') : signedTotal('vatMinor'), sumOf('vatMinor')),
    interest: subtractMinor(signedTotal('interestMinor'), sumOf('interestMinor')),
  };
  const left = new Map(
    Object.entries(off).map(([component, amountMinor]) => [component, Math.max(0, amountMinor)]),
  );
  const charges = new Map<number, Charges>();
  for (const { sequence, charged } of inDueOrder(instalments).toReversed()) {
    const parts = Object.entries(charged).map(([component, amountMinor]) => {
      const takenMinor = Math.min(left.get(component) ?? 0, amountMinor);
      left.set(component, (left.get(component) ?? 0) - takenMinor);
      return [component, minorAmount(amountMinor - takenMinor)] as const;
    });
    charges.set(sequence, Object.fromEntries(parts) as Record<Component, MinorAmount>);
  }
  return instalments.map(({ sequence, charged }) => charges.get(sequence) ?? charged);
}

/** Last day of the cooling-off period; null before the payout and after it. */
function lastDayOfExit(
  { disbursedOn, terms: { coolingOffDays = 0 } }: Pick<Loan, 'disbursedOn' | 'terms'>,
  day: LocalDate,
): LocalDate | null {
  if (disbursedOn === null || coolingOffDays <= 0) return null;
  const usedDays = daysBetween(disbursedOn, day);
  return usedDays < 0 || usedDays > coolingOffDays ? null : addDays(disbursedOn, coolingOffDays);
}

export function isWithinExit({ loan }: SettledLoan, day: LocalDate): boolean {
  return lastDayOfExit(loan, day) !== null;
}

export function withReallocatedPayments(
  records: readonly InstalmentRecord[],
  suspenseMinor: MinorAmount,
): InstalmentRecord[] {
  const { lines } = rebalance(records, suspenseMinor, { settlesDebt: true });
  return records.map((record) => {
    const paid = { ...record.paid };
    for (const { sequence, component, amountMinor } of lines) {
      if (sequence === record.sequence) paid[component] = addMinor(paid[component], amountMinor);
    }
    return { ...record, paid };
  });
}

/** The loan's debt to the lender, ready for allocation; none for a sold loan. */
export function owedHere({ loan, instalments }: LoanState): OutstandingInstalment[] {
  return loan.status === 'sold' ? [] : instalments.map(outstandingOf);
}

/** Postings that settle instalments, line by line, and hold the rest. */
export function settle(
  { lines, suspenseMinor }: Allocation,
  records: readonly InstalmentRecord[],
): Posting[] {
  const settled = lines.map((line) => settledLine(line, records));
  if (suspenseMinor === 0) return settled;
  return [...settled, { account: 'suspense', amountMinor: negated(suspenseMinor) }];
}

function settledLine(
  { sequence, component, amountMinor }: AllocationLine,
  records: readonly InstalmentRecord[],
): Posting {
  const instalment = records.find((record) => record.sequence === sequence);
  if (instalment === undefined) throw new Error('An allocation names an instalment the loan does not have.');
  return { account: 'receivable', component, instalmentId: instalment.id, amountMinor: negated(amountMinor) };
}
