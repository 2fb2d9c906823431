import { addDays, type LocalDate } from '../calendar.ts';
import { earnedThrough, interestSpans } from '../loan/earned-charges.ts';
import { dueNow, remainingTotal } from '../loan/instalment-state.ts';
import { isRunning } from '../loan/loan-status.ts';
import { dayIn } from '../market.ts';
import { addMinor, type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import { lateToleranceOf, nonAccrualDaysLateOf } from '../offer/product-terms.ts';
import { add, book, type Draft } from './booking.ts';
import { chargesOfLoan } from './charge-list.ts';
import { dayOf } from './loan-day.ts';
import { type Deferral, deferrals, negated, type Posting, totalOn } from './movement.ts';
import { newPlanKey } from './new-plan.ts';
import { savedInterest } from './saved-interest.ts';
import type { Circumstances, EarningPeriod, InstalmentRecord, Loan, LoanState } from './state.ts';

interface EarnedCharge {
  readonly component: 'interest' | 'fee';
  readonly fromDay: LocalDate;
  readonly throughDay: LocalDate;
  readonly chargedMinor: MinorAmount;
}

function agreementDays({
  loan,
  newPlans,
  journal,
}: Pick<LoanState, 'loan' | 'newPlans' | 'journal'>): ReadonlyMap<number, LocalDate> {
  const days = new Map<number, LocalDate>();
  for (const { id, state, sequences } of newPlans) {
    if (state !== 'agreed' || sequences.length === 0) continue;
    const booked = journal.find(({ key }) => key === newPlanKey(id));
    if (booked) days.set(Math.min(...sequences), dayOf(loan, booked.occurredAt));
  }
  return days;
}

/**
 * Charges of each instalment that are earned by days: interest and fee over the period up to the original due date, the fee of an
 * extension from there to the new date, interest after a prepayment over the days left. Charges that a rescheduling moved are earned from
 * its agreement on.
 */
function earnedCharges(state: LoanState): Map<string, readonly EarnedCharge[]> {
  const { loan, instalments, journal } = state;
  const { disbursedOn } = loan;
  if (disbursedOn === null) return new Map();
  const hasExtension = instalments.some(({ extendedFrom }) => extendedFrom !== null);
  const extensionFees = hasExtension
    ? chargesOfLoan({ instalments, entries: journal }).filter(({ kind }) => kind === 'extension-fee')
    : [];
  const agreedOn = agreementDays(state);
  const saved = savedInterest({ terms: loan.terms, instalments, entries: journal });
  return new Map(
    instalments.map((record, index): [string, readonly EarnedCharge[]] => {
      const throughDay = agreedDayOf(record) ?? record.dueDate;
      const start = agreedOn.get(record.sequence) ?? agreedDayOf(instalments[index - 1]) ?? disbursedOn;
      const fromDay = start < throughDay ? start : addDays(throughDay, -1);
      const own = extensionFees.find(({ sequence }) => sequence === record.sequence);
      const extensionMinor = record.extendedFrom === null || !own ? zeroMinor : own.chargedMinor;
      const { interest, fee } = record.charged;
      const period = {
        interestMinor: interest,
        dueDate: throughDay,
        saved: saved.get(record.sequence) ?? [],
      };
      const parts: EarnedCharge[] = [
        ...interestSpans(period, fromDay).map(({ interestMinor, ...days }): EarnedCharge => {
          return { component: 'interest', ...days, chargedMinor: interestMinor };
        }),
        { component: 'fee', fromDay, throughDay, chargedMinor: subtractMinor(fee, extensionMinor) },
        {
          component: 'fee',
          fromDay: throughDay,
          throughDay: record.dueDate,
          chargedMinor: extensionMinor,
        },
      ];
      return [record.id, parts.filter(({ chargedMinor }) => chargedMinor > 0)];
    }),
  );
}

const agreedDayOf = (record: InstalmentRecord | undefined): LocalDate | undefined =>
  record?.extendedFrom ?? record?.dueDate;

function earnedOf(
  { fromDay, throughDay, chargedMinor }: EarnedCharge,
  { terms }: Pick<Loan, 'terms'>,
  day: LocalDate,
): MinorAmount {
  const charges = { interestMinor: chargedMinor, feeMinor: zeroMinor, vatMinor: zeroMinor };
  const period = { sequence: 1, dueDate: throughDay, ...charges };
  const [earned] = earnedThrough([period], { disbursedOn: fromDay, terms }, day);
  return earned?.interestMinor ?? zeroMinor;
}

interface Deferred {
  readonly amountMinor: MinorAmount;
  readonly unpaidMinor: MinorAmount;
}

/**
 * Balance of each account of `deferrals` at the end of a day. A running loan defers what its days have not earned. A loan in non-accrual
 * earns nothing from then on; what it had earned and is unpaid is suspended, and becomes income when paid. Other loans defer nothing.
 */
function deferredOn(state: LoanState, day: LocalDate): Map<Deferral, Deferred> {
  const amounts = new Map<Deferral, Deferred>(
    deferrals.map((deferral) => [deferral, { amountMinor: zeroMinor, unpaidMinor: zeroMinor }]),
  );
  const { loan, instalments } = state;
  if (!isRunning(loan.status)) return amounts;
  const charges = earnedCharges(state);
  const { nonAccrualSince } = loan;
  const defer = (account: Deferral['account'], component: Deferral['component'], deferredOf: Deferred) => {
    const deferral = deferrals.find((each) => each.account === account && each.component === component);
    const before = deferral && amounts.get(deferral);
    if (!deferral || !before) return;
    amounts.set(deferral, {
      amountMinor: addMinor(before.amountMinor, deferredOf.amountMinor),
      unpaidMinor: addMinor(before.unpaidMinor, deferredOf.unpaidMinor),
    });
  };
  for (const { id, charged, paid } of instalments) {
    for (const component of ['interest', 'fee'] as const) {
      const own = (charges.get(id) ?? []).filter((charge) => charge.component === component);
      const earnedMinor = addMinor(...own.map((charge) => earnedOf(charge, loan, nonAccrualSince ?? day)));
      const incomeMinor = minorAmount(Math.max(earnedMinor, nonAccrualSince === null ? 0 : paid[component]));
      const unearnedMinor = subtractMinor(charged[component], incomeMinor);
      const unpaidMinor = subtractMinor(charged[component], paid[component]);
      defer(component === 'interest' ? 'unearned-interest' : 'unearned-fee', component, {
        amountMinor: unearnedMinor,
        unpaidMinor: minorAmount(Math.min(unearnedMinor, unpaidMinor)),
      });
      const suspendedMinor = subtractMinor(incomeMinor, paid[component]);
      if (nonAccrualSince !== null)
        defer('suspended-income', component, { amountMinor: suspendedMinor, unpaidMinor: suspendedMinor });
    }
    const penaltyMinor = subtractMinor(charged.penalty, paid.penalty);
    if (nonAccrualSince !== null)
      defer('suspended-income', 'penalty', { amountMinor: penaltyMinor, unpaidMinor: penaltyMinor });
  }
  return amounts;
}

function periodsOf(state: LoanState): EarningPeriod[] {
  const { loan, instalments } = state;
  if (!isRunning(loan.status) || loan.nonAccrualSince !== null) return [];
  const charges = earnedCharges(state);
  return instalments.flatMap(({ id: instalmentId }) => {
    const periods = new Map<string, EarningPeriod>();
    for (const { component, fromDay, throughDay, chargedMinor } of charges.get(instalmentId) ?? []) {
      if (throughDay <= fromDay) continue;
      const place = `${fromDay} ${throughDay}`;
      const period = periods.get(place) ?? {
        instalmentId,
        fromDay,
        throughDay,
        interestMinor: zeroMinor,
        feeMinor: zeroMinor,
      };
      periods.set(place, { ...period, [`${component}Minor`]: chargedMinor });
    }
    return [...periods.values()];
  });
}

const latest = (...days: readonly LocalDate[]): LocalDate => days.toSorted().at(-1) as LocalDate;

/**
 * Day on which income is booked now. Normally today; an earlier day while later days await confirmation. Never a closed day, and never
 * before the latest booking, even if the clock went back.
 */
function dayOfIncome({ loan }: LoanState, { now, bookableThrough, closedThrough }: Circumstances): LocalDate {
  const today = dayIn(loan.market, now);
  const reached = bookableThrough !== null && bookableThrough < today ? bookableThrough : today;
  const open = closedThrough === null ? reached : latest(reached, addDays(closedThrough, 1));
  return loan.earningSince === null ? open : latest(open, loan.earningSince);
}

/**
 * A loan enters non-accrual when it is as many days late as its product says. It leaves it when everything due by the original dates is
 * paid, and the first instalment of any later rescheduling; or when it no longer runs.
 */
function nonAccrualSinceOf(state: LoanState, day: LocalDate): LocalDate | null {
  const { loan, instalments } = state;
  if (!isRunning(loan.status)) return null;
  const toleranceMinor = lateToleranceOf(loan.terms);
  if (loan.nonAccrualSince === null) {
    const daysLate = dueNow(instalments, day, toleranceMinor)?.daysLate ?? 0;
    return daysLate >= nonAccrualDaysLateOf(loan.terms) ? day : null;
  }
  const { nonAccrualSince } = loan;
  const agreedOn = agreementDays(state);
  const toBePaid = instalments.filter((record) => {
    const agreed = agreedOn.get(record.sequence);
    const isProof = agreed !== undefined && agreed >= nonAccrualSince;
    return isProof || (agreedDayOf(record) ?? day) < day;
  });
  const owedMinor = remainingTotal(toBePaid);
  return owedMinor > 0 && owedMinor >= toleranceMinor ? nonAccrualSince : null;
}

function movedTo(
  draft: Draft,
  amounts: readonly (readonly [Deferral, MinorAmount])[],
  circumstances: Circumstances,
): Draft {
  const lines = amounts.flatMap(([{ account, component, income }, amountMinor]): Posting[] => [
    { account, component, amountMinor: negated(amountMinor) },
    { account: income, component, amountMinor },
  ]);
  const byPlace = Map.groupBy(lines, ({ account, component }) => `${account} ${component}`);
  const postings = [...byPlace.values()].flatMap((of): Posting[] => {
    const amountMinor = addMinor(...of.map((line) => line.amountMinor));
    return of[0] === undefined || amountMinor === 0 ? [] : [{ ...of[0], amountMinor }];
  });
  if (postings.length === 0) return draft;
  const { now, nextId } = circumstances;
  const key = `earning:${draft.after.loan.id}:${nextId()}`;
  return book(draft, [{ kind: 'earning', occurredAt: now, key, postings }], circumstances);
}

const isSamePlan = (one: readonly EarningPeriod[], other: readonly EarningPeriod[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Books the change of deferred income that a decision causes; from the next day on the loan earns by its new periods. Days in between are
 * earned without a booking on the loan (`earnedBetween`). A loan older than these accounts starts with what it had not earned.
 * @param before the loan as it was read.
 */
export function followIncome(before: LoanState, draft: Draft, circumstances: Circumstances): Draft {
  const day = dayOfIncome(before, circumstances);
  const nonAccrualSince = nonAccrualSinceOf(draft.after, day);
  const marked =
    nonAccrualSince === draft.after.loan.nonAccrualSince ? draft : add(draft, { facts: { nonAccrualSince } });
  const isOpened = before.loan.earningSince !== null;
  const [stood, stands] = [deferredOn(before, day), deferredOn(marked.after, day)];
  const amounts = deferrals.map((deferral) => {
    const { account, component } = deferral;
    const of = marked.booking.movements.map(({ postings }) => ({
      postings: postings.filter((posting) => posting.component === component),
    }));
    const beforeMinor = isOpened ? (stood.get(deferral)?.amountMinor ?? zeroMinor) : zeroMinor;
    const bookedMinor = subtractMinor(beforeMinor, totalOn(account, of));
    return [deferral, subtractMinor(stands.get(deferral)?.amountMinor ?? zeroMinor, bookedMinor)] as const;
  });
  const followed = movedTo(marked, amounts, circumstances);
  const all = periodsOf(marked.after);
  const periods = all.filter(({ throughDay }) => throughDay > day);
  const planned = draft.booking.earnings.at(-1)?.periods;
  const isSame = planned ? isSamePlan(planned, periods) : isSamePlan(isOpened ? periodsOf(before) : [], all);
  const opens = !isOpened && isRunning(marked.after.loan.status);
  if (!opens && isSame) return followed;
  return add(followed, { earnings: [{ since: day, periods }], facts: { earningSince: day } });
}

/** Postings that clear the deferred interest, fees and penalties of a loan that stops being an asset. */
export function clearDeferred(state: LoanState, circumstances: Circumstances): Posting[] {
  return [...deferredOn(state, dayOfIncome(state, circumstances))].flatMap(
    ([{ account, component }, { unpaidMinor }]): Posting[] =>
      unpaidMinor === 0 ? [] : [{ account, component, amountMinor: unpaidMinor }],
  );
}
