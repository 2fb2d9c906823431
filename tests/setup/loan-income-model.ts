import type { CorrectedLoanModel } from './corrected-loan-model.ts';

// What of a loan's interest, fees and penalties is income on a day, from the requirements alone: interest and fees are earned in equal
// parts a day, those of an extension over the days it moves; a loan too late earns no more, and what it had earned waits until it is paid.

type Day = string;
const incomeParts = ['interest', 'fee', 'penalty'] as const;
type IncomePart = (typeof incomeParts)[number];
type Amounts = Record<IncomePart, number>;

/** What is no income yet on a day, and what of that is not paid. */
interface ModelDeferral {
  readonly unearned: Amounts;
  readonly suspended: Amounts;
  readonly unpaid: Amounts;
}

const nothing = (): Amounts => ({ interest: 0, fee: 0, penalty: 0 });
const dayBefore = (day: Day) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
const daysFrom = (from: Day, to: Day) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** amount × days / span, half to the even one; all of it at the end. */
export function earnedPart(amount: number, from: Day, to: Day, day: Day): number {
  const [days, span] = [daysFrom(from, day), daysFrom(from, to)];
  if (day >= to) return amount;
  if (days <= 0) return 0;
  const product = BigInt(amount) * BigInt(days);
  const [whole, rest] = [product / BigInt(span), 2n * (product % BigInt(span))];
  return Number(whole) + (rest > BigInt(span) || (rest === BigInt(span) && whole % 2n === 1n) ? 1 : 0);
}

/** The income of a modelled loan, command by command. */
export class LoanIncomeModel {
  /** Since when the loan is too late to earn. */
  suspendedSince: Day | null = null;
  /** What a write-off or a sale took off the loss, since it had been no income. */
  cleared = nothing();
  private readonly loan: CorrectedLoanModel;
  private readonly daysLateMax: number;
  private status = 'under-review';
  private paymentCount = 0;
  /** By the place of the first payment that a new plan made: the day it was agreed on, and which plan it is. */
  private readonly starts = new Map<number, { readonly day: Day; readonly plan: number }>();

  constructor(loan: CorrectedLoanModel, daysLateMax: number) {
    this.loan = loan;
    this.daysLateMax = daysLateMax;
  }

  private isRunning(status = this.loan.status): boolean {
    return status === 'to-repay' || status === 'overdue';
  }

  private get unpaidPayments() {
    return this.loan.instalments.filter(({ slots }) =>
      Object.values(slots).some(({ charged, paid }) => charged > paid),
    );
  }

  private paymentAt(place: number) {
    const payment = this.loan.instalments[place];
    if (!payment) throw new Error('no such payment');
    return payment;
  }

  /** The day from which the payments of a plan that stands are earned, at its first. */
  private startOf(place: number): Day | undefined {
    const start = this.starts.get(place);
    return start && this.loan.plans[start.plan]?.state === 'agreed' ? start.day : undefined;
  }

  private follow(day: Day): void {
    const unpaid = this.unpaidPayments;
    const since = this.loan.lateSince(day);
    const late = since === null ? 0 : daysFrom(since, day);
    if (this.suspendedSince === null) {
      if (late >= this.daysLateMax) this.suspendedSince = day;
    } else {
      const since = this.suspendedSince;
      const unproven = [...this.starts].flatMap(([place, { day: agreed }]) =>
        this.startOf(place) !== undefined && agreed >= since ? [this.paymentAt(place)] : [],
      );
      const toBePaid = unpaid.filter(
        (payment) => unproven.includes(payment) || (payment.extendedFrom ?? payment.dueDate) < day,
      );
      const owed = toBePaid.flatMap(({ slots }) =>
        Object.values(slots).map(({ charged, paid }) => charged - paid),
      );
      const owedTotal = owed.reduce((sum, amount) => sum + amount, 0);
      if (owedTotal === 0 || owedTotal < this.loan.tolerance) this.suspendedSince = null;
    }
  }

  /** Follows a command that was carried out. @param day through which income counts. */
  after(day: Day, today: Day): void {
    const { instalments, plans } = this.loan;
    const isOfPlan = this.paymentCount > 0 && instalments.length > this.paymentCount;
    const plan = plans.findLastIndex(({ state }) => state === 'agreed');
    if (isOfPlan) this.starts.set(this.paymentCount, { day: today, plan });
    this.paymentCount = instalments.length;
    const before = this.status;
    this.status = this.loan.status;
    if (this.isRunning(before) && (this.status === 'written-off' || this.status === 'sold')) {
      this.follow(day);
      this.cleared = this.deferred(day, true).unpaid;
    }
    if (!this.loan.isWrittenOff && this.status !== 'sold') this.cleared = nothing();
    if (this.isRunning()) this.follow(day);
    else this.suspendedSince = null;
  }

  /** What is deferred at the end of a day. @param runs whether the loan is taken to run. */
  deferred(day: Day, runs = this.isRunning()): ModelDeferral {
    const [unearned, suspended, unpaid] = [nothing(), nothing(), nothing()];
    if (!runs) return { unearned, suspended, unpaid };
    const { instalments, disbursedOn } = this.loan;
    const until = this.suspendedSince ?? day;
    for (const [index, { dueDate, extendedFrom, slots }] of instalments.entries()) {
      const before = instalments[index - 1];
      const to = extendedFrom ?? dueDate;
      const ended = before ? (before.extendedFrom ?? before.dueDate) : (disbursedOn ?? dueDate);
      const start = this.startOf(index) ?? ended;
      const from = start < to ? start : dayBefore(to);
      const extension = extendedFrom === null ? 0 : this.loan.chargeOf(index, 'extension-fee');
      const earned: Amounts = {
        interest: this.loan.interestEarned(index, from, to, until),
        fee:
          earnedPart(slots.fee.charged - extension, from, to, until) +
          earnedPart(extension, to, dueDate, until),
        penalty: slots.penalty.charged,
      };
      for (const part of incomeParts) {
        const { charged, paid } = slots[part];
        const open = charged - paid;
        if (this.suspendedSince === null) {
          unearned[part] += charged - earned[part];
          unpaid[part] += Math.min(open, charged - earned[part]);
        } else {
          const waits = Math.max(0, earned[part] - paid);
          suspended[part] += waits;
          unearned[part] += open - waits;
          unpaid[part] += open;
        }
      }
    }
    return { unearned, suspended, unpaid };
  }
}
