// A loan by the plainest arithmetic: whole numbers, lists and days as texts. It shares no rule with the service, which is the point:
// where the two disagree, one of them is wrong. Its rules are docs/decisions/009, 010, 013, 052, 076, 078 and 082, in that order below, and those of new plans (052).

/** In the order in which a payment settles them. */
const parts = ['penalty', 'fee', 'vat', 'interest', 'principal'] as const;
export type Part = (typeof parts)[number];

/** A calendar day, `YYYY-MM-DD`. */
type Day = string;

/** What a product costs, as plain numbers: parts per million, minor units and days. */
export interface ModelTerms {
  readonly instalmentCount: number;
  readonly instalmentDays: number;
  readonly annualInterestPpm: number;
  readonly feePpm: number;
  readonly vatPpm: number;
  /** What the tax is on; interest and fee where the terms do not say. */
  readonly taxOn?: readonly ('interest' | 'fee' | 'extension-fee')[];
  /** What each day late adds, from that day late on. */
  readonly penaltyBands: readonly { readonly fromDay: number; readonly dailyPpm: number }[];
  /** Charged once on each payment of the plan that is late. */
  readonly lateFee: number;
  /** What is unpaid counts as late only where all that is due together comes to this; 1.00 where the terms do not say. */
  readonly lateToleranceMinor?: number;
  readonly extensionDailyPpm: number;
  readonly extensionMaxDays: number;
  /** Penalties and fee above this part of what is due are not sold; 0 for no such limit. */
  readonly extensionCostMaxPpm: number;
  /** Days after the disbursal within which the loan can be given back; 0 for never. */
  readonly coolingOffDays: number;
  /** Whether the terms name those days, so that money that reaches what gives the loan back gives it back. */
  readonly namesCoolingOffDays?: boolean;
  /** What paying the loan off early costs; all of the plan where the terms do not say. */
  readonly earlyRepayment?: 'days-used' | 'whole-plan';
  readonly earlyRepaymentFee?: 'kept' | 'days-used';
  /** What money beyond what is asked for does; it pays the next payments where the terms do not say. */
  readonly prepayment?: 'next-payments' | 'shortens' | 'lowers';
  /** Where penalties and late fees stop, of a payment of the plan and of the loan; nowhere where the terms do not say. */
  readonly penaltyMaxOfPaymentPpm?: number;
  readonly penaltyMaxOfLoanPpm?: number;
  readonly pausesPenaltyOnDispute: boolean;
  readonly pausesPenaltyOnClaim: boolean;
}

interface Slot {
  charged: number;
  paid: number;
}

interface ModelInstalment {
  dueDate: Day;
  /** When it was due before it was extended. */
  extendedFrom: Day | null;
  /** Days up to it are charged, or cost nothing for good. */
  chargedThrough: Day | null;
  hasLateFee: boolean;
  /** What of the penalties is its late fee, and what of the fee is for extending it. */
  lateFee: number;
  extensionFee: number;
  readonly slots: Record<Part, Slot>;
}

/** What a day charged to an instalment. */
export interface ModelPenalty {
  readonly index: number;
  readonly day: Day;
  readonly amount: number;
  readonly isLateFee: boolean;
}

interface ModelPause {
  readonly cause: string;
  readonly fromDay: Day;
  throughDay: Day | null;
  /** Null for the whole loan. */
  readonly charge: { readonly index: number; readonly part: Part; readonly amount: number } | null;
}

/** Money that arrived. */
export interface ModelMoney {
  readonly name: string;
  readonly amount: number;
  /** The day it counts from, and the one that its payer named. */
  readonly creditedOn: Day;
  readonly paidOn: Day;
  readonly purpose: 'repay' | 'extend';
  readonly provider: string;
  readonly eventId: string;
  readonly trackingKey: string | null;
  /** How it was paid. */
  readonly channel: string;
  /** The claim that a person says it answers; null for none. */
  readonly claimId?: string | null;
}

interface ModelPayment extends ModelMoney {
  /** What it settled, in the order of `slots()`, and what was held. */
  readonly settled: readonly number[];
  readonly heldMinor: number;
  recovered: number;
  isReversed: boolean;
  /** Where it paid the fee of an extension. */
  readonly feeIndex: number | null;
}

interface ModelExtension {
  readonly id: string;
  state: 'awaiting-payment' | 'in-effect';
  indexes: readonly number[];
  payment: string | null;
}

interface ModelClaim {
  readonly id: string;
  readonly amount: number;
  readonly paidOn: Day;
  readonly trackingKey: string;
  readonly channel: string;
  state: 'waiting' | 'received' | 'not-found';
  /** The payment that answered it. */
  payment?: string | undefined;
}

export type ModelChargeKind = 'penalty' | 'late-fee' | 'interest' | 'fee' | 'vat' | 'extension-fee';

interface ModelDispute {
  readonly id: string;
  readonly index: number;
  readonly kind: ModelChargeKind;
  state: 'open' | 'withdrawn' | 'upheld' | 'rejected';
}

/** What a dispute took off penalties. */
interface ModelRelief {
  readonly id: string;
  readonly index: number;
  readonly kind: ModelChargeKind;
  readonly amount: number;
  isReversed: boolean;
}

interface ModelWaiver {
  /** What it let off, by instalment. */
  readonly off: readonly Record<Part, number>[];
  /** Of a rest that was let go: the payments that had come by then. */
  readonly payments?: readonly string[];
  isReversed: boolean;
}

/** What was taken off a loan that ended before its dates, by instalment, and what it followed. */
interface ModelEnding {
  readonly cause: string;
  readonly kind: 'payment' | 'exit';
  /** The day that the days used count to. */
  readonly day: Day;
  readonly off: readonly Record<Part, number>[];
  /** What was then paid more or less on each slot, and held. */
  moved: readonly number[];
  movedHeld: number;
  /** Those that had come by then. */
  readonly payments: readonly string[];
}

/** What a payment paid back of principal to come, and what that changed: of each slot, in the order of `slots()`. */
interface ModelPrepayment {
  readonly payment: string;
  readonly day: Day;
  readonly charged: readonly number[];
  readonly moved: readonly number[];
  readonly movedHeld: number;
}

interface ModelRefund {
  readonly amount: number;
  state: 'requested' | 'sent' | 'failed';
  reference: string | null;
}

/** What a new plan gives: days without payments, payments so many days apart, and penalties let off. */
export interface ModelPlanTerms {
  readonly moratoriumDays: number;
  readonly spread: { readonly count: number; readonly days: number } | null;
  readonly waivesPenalties: boolean;
}

interface ModelPlan {
  readonly id: string;
  readonly terms: ModelPlanTerms;
  readonly validThrough: Day;
  state: 'proposed' | 'agreed' | 'declined' | 'expired' | 'undone';
  /** What each slot was charged more or less by it, in the order of `slots()`, and what was let off. */
  moved: readonly number[];
  waived: number;
}

/** What a new plan would make of what is owed. */
interface ModelPlanned {
  readonly owed: number;
  readonly waived: number;
  readonly payments: readonly { readonly dueDate: Day; readonly parts: Readonly<Record<Part, number>> }[];
}

/** What the lender is told. */
export interface ModelEvent {
  readonly type: string;
  readonly figures: Readonly<Record<string, unknown>>;
}

/** Why something is not done, and about which field. */
export interface Refused {
  readonly refused: readonly [code: string, field?: string];
}

const refused = (code: string, field?: string): Refused => ({
  refused: field === undefined ? [code] : [code, field],
});
const conflict = refused('status-conflict');

/** Most disputes of a loan that are open at once (082). */
const openDisputesMax = 10;

const dayMs = 86_400_000;
const later = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
const daysFrom = (from: Day, to: Day) => (Date.parse(to) - Date.parse(from)) / dayMs;
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** amount × numerator / denominator, half to even. */
function ratio(amount: number, numerator: number, denominator: number): number {
  const product = BigInt(amount) * BigInt(numerator);
  const by = BigInt(denominator);
  const twiceRest = (product % by) * 2n;
  const whole = product / by;
  return Number(whole + (twiceRest > by || (twiceRest === by && whole % 2n === 1n) ? 1n : 0n));
}

const share = (amount: number, ppm: number) => ratio(amount, ppm, 1_000_000);

/** What each part comes to. */
const partsBy = <Value>(of: (part: Part) => Value) =>
  Object.fromEntries(parts.map((part) => [part, of(part)])) as Record<Part, Value>;

/** Equal parts, the last with the remainder. */
function equalParts(total: number, count: number): number[] {
  const each = Math.floor(total / count);
  return Array.from({ length: count }, (_, index) => (index + 1 < count ? each : total - each * (count - 1)));
}

/** What letters and figures a tracking key is made of. */
const keyOf = (typed: string) => typed.toUpperCase().replace(/[^0-9A-Z]/g, '');

const running = ['to-repay', 'overdue'];

/** A loan that is applied for, paid out, paid, corrected and closed. A refusal leaves it as it was. */
export class CorrectedLoanModel {
  status = 'under-review';
  /** What is held for the borrower, and what is on its way back to them. */
  heldMinor = 0;
  refundPayable = 0;
  cash = 0;
  /** What providers hold of what they reported. */
  clearing = 0;
  /** What the lender's accounts have of a loan that was written off, sold or let off. */
  recovered = 0;
  lost = 0;
  lostBySale = 0;
  readonly waived = partsBy(() => 0);
  /** Whether it was written off and that stands, also where it was settled since. */
  isWrittenOff = false;
  isErased = false;
  correctedOn: Day | null = null;
  disbursedOn: Day | null = null;
  instalments: ModelInstalment[] = [];
  /** What days charged and was not taken back. */
  penalties: ModelPenalty[] = [];
  pauses: ModelPause[] = [];
  extensions: ModelExtension[] = [];
  readonly payments = new Map<string, ModelPayment>();
  readonly waivers = new Map<string, ModelWaiver>();
  readonly refunds = new Map<string, ModelRefund>();
  /** Oldest first. */
  readonly claims: ModelClaim[] = [];
  readonly disputes: ModelDispute[] = [];
  /** Oldest first. */
  readonly plans: ModelPlan[] = [];
  /** What the last command told the lender, with some of its figures. */
  events: ModelEvent[] = [];
  private readonly reliefs: ModelRelief[] = [];
  /** What stands of an end before its dates. */
  private ending: ModelEnding | null = null;
  /** Those that stand, as they came. */
  private prepaid: ModelPrepayment[] = [];
  private agreed: number[] = [];
  private readonly terms: ModelTerms;
  private readonly principal: number;
  private today: Day;
  private lastBookableDay: Day | null = null;
  private disbursalReference: string | null = null;
  private readonly appliedOn: Day;

  constructor(terms: ModelTerms, principal: number, appliedOn: Day) {
    this.terms = terms;
    this.principal = principal;
    this.appliedOn = appliedOn;
    this.today = appliedOn;
  }

  /** The day it is, and the last one that may be charged. */
  on(today: Day, lastBookableDay: Day | null = null): this {
    this.today = today;
    this.lastBookableDay = lastBookableDay;
    return this;
  }

  private carryOut<Answer>(rule: () => Answer | Refused): Answer | Refused {
    const instalments = this.instalments.map((one) => ({
      ...one,
      slots: partsBy((part) => ({ ...one.slots[part] })),
    }));
    const { penalties, status } = this;
    const [waived, waivers] = [{ ...this.waived }, new Map(this.waivers)];
    this.events = [];
    const outcome = rule();
    if (typeof outcome === 'object' && outcome !== null && 'refused' in outcome) {
      Object.assign(this, { instalments, penalties, status, waived, waivers, events: [] });
    }
    return outcome;
  }

  private tell(type: string, figures: ModelEvent['figures'] = {}): void {
    this.events.push({ type, figures });
  }

  // What stands.

  slots(): Slot[] {
    return this.instalments.flatMap(({ slots }) => parts.map((part) => slots[part]));
  }

  /** Which instalment comes first, second and so on: the calendar says so, and of one day the plan. */
  private turns(): number[] {
    const days = [...new Set(this.instalments.map(({ dueDate }) => dueDate))].sort();
    return days.flatMap((day) =>
      this.instalments.flatMap(({ dueDate }, index) => (dueDate === day ? [index] : [])),
    );
  }

  /** The slots in the order in which money reaches them. */
  private slotsInTurn(): Slot[] {
    return this.turns().flatMap((index) => parts.map((part) => this.at(index).slots[part]));
  }

  owed(): number {
    return sum(this.totals());
  }

  private owedOn({ slots }: ModelInstalment): number {
    return sum(parts.map((part) => slots[part].charged - slots[part].paid));
  }

  /** What each instalment still asks for. */
  totals(): number[] {
    return this.instalments.map((one) => this.owedOn(one));
  }

  /** What is asked for: what is late today, else the next instalment, or what settles the loan where that is less. */
  due(): number {
    const due = sum(this.dueIndexes(this.today).map((index) => this.owedOn(this.at(index))));
    return Math.min(due, this.settlement());
  }

  charged(part: Part): number {
    return sum(this.instalments.map(({ slots }) => slots[part].charged));
  }

  get tolerance(): number {
    return this.terms.lateToleranceMinor ?? 100;
  }

  private unpaidIndexes(): number[] {
    return this.turns().filter((index) => this.owedOn(this.at(index)) > 0);
  }

  /** The place among some amounts of the one with which they reach the tolerance; -1 while all of them stay below it. */
  private placeToReach(amounts: readonly number[]): number {
    return amounts.findIndex((_, place) => sum(amounts.slice(0, place + 1)) >= this.tolerance);
  }

  /** The place among the unpaid with which what they leave unpaid without penalties reaches it; of what lacks a penalty alone that counts. */
  private placeToCharge(): number {
    return this.placeToReach(
      this.unpaidIndexes().map((index) => {
        const one = this.at(index);
        const { penalty } = one.slots;
        const base = this.owedOn(one) - (penalty.charged - penalty.paid);
        return base > 0 ? base : this.owedOn(one);
      }),
    );
  }

  private placeToCount(): number {
    const place = this.placeToCharge();
    return place >= 0
      ? place
      : this.placeToReach(this.unpaidIndexes().map((index) => this.owedOn(this.at(index))));
  }

  private pastDate(place: number, day: Day): Day | null {
    const index = this.unpaidIndexes()[place];
    return index !== undefined && this.at(index).dueDate < day ? this.at(index).dueDate : null;
  }

  /** The due date after which it is late; null where it is not late on a day. */
  lateSince(day: Day): Day | null {
    return this.pastDate(this.placeToCount(), day);
  }

  /** The due date after which days are charged; null where this one is not. */
  private chargedSince(day: Day): Day | null {
    return this.pastDate(this.placeToCharge(), day);
  }

  /** What is late, else the unpaid payments up to the one with which they reach the tolerance. */
  private dueIndexes(day: Day): number[] {
    const unpaid = this.unpaidIndexes();
    if (this.lateSince(day) !== null) return unpaid.filter((index) => this.at(index).dueDate < day);
    const place = this.placeToCount();
    return place < 0 ? unpaid : unpaid.slice(0, place + 1);
  }

  /** The date of the payment with which what is unpaid reaches the tolerance, or the last one's. */
  private dateToCount(): Day | undefined {
    const unpaid = this.unpaidIndexes();
    const index = unpaid[this.placeToCount()] ?? unpaid.at(-1);
    return index === undefined ? undefined : this.at(index).dueDate;
  }

  /** What is left below the tolerance once all dates are over is let off. */
  private waiveRemainder(): void {
    const unpaid = this.unpaidIndexes();
    const isOver = unpaid.length > 0 && unpaid.every((index) => this.at(index).dueDate < this.today);
    if (!this.isRunning || !isOver || this.owed() >= this.tolerance) return;
    const off = this.instalments.map(({ slots }) =>
      partsBy((part) => slots[part].charged - slots[part].paid),
    );
    this.letOff(off, 1);
    const payments = [...this.payments.keys()];
    this.waivers.set(`rest-${this.waivers.size}`, { off, payments, isReversed: false });
  }

  private at(index: number): ModelInstalment {
    const instalment = this.instalments[index];
    if (!instalment) throw new Error('no such instalment');
    return instalment;
  }

  /** The date that the lender is told; null where nothing is due here. */
  dueDate(): Day | null {
    return this.status === 'sold' ? null : (this.dateToCount() ?? null);
  }

  get isSold(): boolean {
    return this.status === 'sold';
  }

  private get isRunning(): boolean {
    return running.includes(this.status);
  }

  private statusByPayments(): string {
    if (this.owed() === 0) return 'settled';
    return this.lateSince(this.today) === null ? 'to-repay' : 'overdue';
  }

  // From the application to the disbursal (009).

  approve(): Refused | undefined {
    return this.carryOut(() => {
      if (this.status !== 'under-review') return conflict;
      this.status = 'paying-out';
      this.tell('loan.approved');
    });
  }

  decline(): Refused | undefined {
    return this.carryOut(() => {
      if (this.status !== 'under-review') return conflict;
      this.status = 'declined';
      this.tell('loan.declined');
    });
  }

  cancel(): Refused | undefined {
    return this.carryOut(() => {
      if (this.status !== 'under-review' && this.status !== 'paying-out') return conflict;
      this.status = 'cancelled';
      this.tell('loan.cancelled');
    });
  }

  disburse(reference: string, day: Day): Refused | undefined {
    return this.carryOut(() => {
      if (reference === this.disbursalReference) return;
      if (this.status !== 'paying-out') return conflict;
      if (day > this.today || day < this.appliedOn) return refused('request-invalid', 'disbursedOn');
      Object.assign(this, { status: 'to-repay', disbursedOn: day, disbursalReference: reference });
      this.cash = -this.principal;
      this.instalments = this.plan().map((charged, index) => ({
        ...{ dueDate: later(day, (index + 1) * this.terms.instalmentDays), extendedFrom: null },
        ...{ chargedThrough: null, hasLateFee: false, lateFee: 0, extensionFee: 0 },
        slots: partsBy((part): Slot => ({ charged: charged[part], paid: 0 })),
      }));
      this.agreed = this.totals();
      this.tell('loan.disbursed');
      this.accrue();
    });
  }

  /** Equal principal, interest on what is unpaid of it in years of 365 days, equal fees, and tax on both, in all rounded once. */
  private plan(): Record<Part, number>[] {
    const { instalmentCount, instalmentDays, annualInterestPpm, feePpm } = this.terms;
    const principals = equalParts(this.principal, instalmentCount);
    const fees = equalParts(share(this.principal, feePpm), instalmentCount);
    let unpaid = this.principal;
    const interests = principals.map((principal) => {
      const interest = ratio(unpaid, annualInterestPpm * instalmentDays, 365_000_000);
      unpaid -= principal;
      return interest;
    });
    let tax = this.taxOn({ interest: sum(interests), fee: sum(fees) });
    return principals.map((principal, index) => {
      const [fee = 0, interest = 0] = [fees[index], interests[index]];
      const vat = index + 1 < instalmentCount ? Math.min(tax, this.taxOn({ interest, fee })) : tax;
      tax -= vat;
      return { penalty: 0, fee, vat, interest, principal };
    });
  }

  /** The tax on what bears it, rounded once. */
  private taxOn(charges: Readonly<Partial<Record<ModelChargeKind, number>>>): number {
    const { taxOn = ['interest', 'fee'], vatPpm } = this.terms;
    return share(sum(taxOn.map((charge) => charges[charge] ?? 0)), vatPpm);
  }

  // Penalties by day (010; LEGAL-2, LEGAL-3).

  /** Charges the days of a running loan up to today. */
  look(): undefined {
    this.carryOut(() => (this.isRunning ? this.accrue() : undefined));
  }

  private accrue(isAnew = false): void {
    this.chargeDays(this.today, isAnew);
    this.waiveRemainder();
    this.followPayments();
  }

  private upToDate(): void {
    if (this.isRunning) this.accrue();
  }

  /** Charges each day once, on what is unpaid then. */
  private chargeDays(lastDay: Day, isAnew = false): void {
    const { lastBookableDay } = this;
    const through = lastBookableDay !== null && lastBookableDay < lastDay ? lastBookableDay : lastDay;
    if (!this.isRunning) return;
    const open = this.turns().flatMap((index) => {
      const one = this.at(index);
      const first = later(one.chargedThrough ?? one.dueDate, 1);
      return first > through || this.owedOn(one) === 0 ? [] : [{ one, index, first }];
    });
    const [earliest = through] = open.map(({ first }) => first).sort();
    for (let day = earliest; day <= through; day = later(day, 1)) {
      const since = this.chargedSince(day);
      if (since === null) continue;
      for (const { index, first } of open) if (first <= day) this.chargeDay(index, day, isAnew, since);
    }
    for (const { one } of open) one.chargedThrough = through;
  }

  /** What penalties may still come to on an instalment: its cap and the loan's, less all that days and late fees charged (MONEY-6). */
  private room(index: number): number {
    const { penaltyMaxOfPaymentPpm: ofPayment, penaltyMaxOfLoanPpm: ofLoan } = this.terms;
    const chargedTo = (of: readonly ModelPenalty[]) => sum(of.map(({ amount }) => amount));
    const own = chargedTo(this.penalties.filter((penalty) => penalty.index === index));
    const left = [
      ofPayment === undefined || index >= this.agreed.length
        ? Number.POSITIVE_INFINITY
        : share(this.agreed[index] ?? 0, ofPayment) - own,
      ofLoan === undefined
        ? Number.POSITIVE_INFINITY
        : share(this.principal, ofLoan) - chargedTo(this.penalties),
    ];
    return Math.max(0, ...[Math.min(...left)]);
  }

  private chargeDay(index: number, day: Day, isAnew: boolean, since: Day): void {
    const one = this.at(index);
    const own = this.penalties.filter((penalty) => penalty.index === index);
    const hasLateFee = isAnew ? own.some(({ isLateFee }) => isLateFee) : one.hasLateFee;
    const add = (wanted: number, isLateFee: boolean) => {
      const amount = Math.min(wanted, this.room(index));
      if (amount === 0) return;
      if (isLateFee) Object.assign(one, { hasLateFee: true, lateFee: one.lateFee + amount });
      one.slots.penalty.charged += amount;
      this.penalties = [...this.penalties, { index, day, amount, isLateFee }];
    };
    if (this.baseOn(index, day) === 0) return;
    if (daysFrom(one.dueDate, day) === 1 && !hasLateFee && this.terms.lateFee > 0) {
      add(Math.min(this.terms.lateFee, this.baseOn(index, day)), true);
    }
    const isCharged = own.some((penalty) => penalty.day === day && !penalty.isLateFee);
    if (!isCharged) add(this.dailyCost(index, day, since), false);
  }

  /** @param since an older rest is as late as what it is asked for with. */
  private dailyCost(index: number, day: Day, since: Day): number {
    const { dueDate } = this.at(index);
    const late = daysFrom(dueDate > since ? dueDate : since, day);
    if (late < 1) return 0;
    const rate = this.terms.penaltyBands.filter(({ fromDay }) => fromDay <= late).at(-1)?.dailyPpm ?? 0;
    return share(this.baseOn(index, day), rate);
  }

  /** What is unpaid but for penalties, and for what is disputed and pauses; nothing where the penalty itself or the whole loan pauses. */
  private baseOn(index: number, day: Day): number {
    const { slots } = this.at(index);
    const holding = this.pauses.filter(
      (one) => one.fromDay <= day && (one.throughDay === null || day <= one.throughDay),
    );
    const own = holding.flatMap(({ charge }) => (charge?.index === index ? [charge] : []));
    if (holding.some(({ charge }) => charge === null) || own.some(({ part }) => part === 'penalty')) return 0;
    return sum(
      parts.slice(1).map((part) => {
        const paused = sum(own.filter((charge) => charge.part === part).map(({ amount }) => amount));
        return Math.max(0, slots[part].charged - slots[part].paid - paused);
      }),
    );
  }

  /** What the day after today adds to the instalments that are late, late fees left out. */
  nextDayCost(): number {
    if (this.status === 'written-off' || this.isSold) return 0;
    const since = this.chargedSince(this.today);
    const late = this.instalments.flatMap((one, index) =>
      since !== null && one.dueDate < this.today && this.owedOn(one) > 0 ? [index] : [],
    );
    const { penalties } = this;
    const cost = late.map((index) => {
      const wanted = this.dailyCost(index, later(this.today, 1), since ?? this.today);
      const amount = Math.min(wanted, this.room(index));
      this.penalties = [...this.penalties, { index, day: later(this.today, 1), amount, isLateFee: false }];
      return amount;
    });
    this.penalties = penalties;
    return sum(cost);
  }

  /** A loan that is owed is late, to repay or settled; one that was written off is only settled. */
  private followPayments(): void {
    if (!this.isRunning && this.status !== 'written-off') return;
    const to = this.statusByPayments();
    if (to === this.status || (this.status === 'written-off' && to !== 'settled')) return;
    this.status = to;
    if (to === 'overdue') this.tell('loan.overdue', { dueDate: this.dueDate() });
    else this.tell(to === 'settled' ? 'loan.settled' : 'loan.changed');
  }

  // Payments (052, 013).

  /** Settles the instalment whose day comes first, in it one part after the other. @returns what is left. */
  private settle(amount: number): number {
    let rest = amount;
    for (const slot of this.isSold ? [] : this.slotsInTurn()) {
      const taken = Math.min(rest, slot.charged - slot.paid);
      slot.paid += taken;
      rest -= taken;
    }
    return rest;
  }

  /** Money of today, or told some days after it came: then what later days charged is charged anew, unless it was paid or corrected. */
  receive(money: ModelMoney): undefined {
    this.carryOut(() => {
      const { name, amount, creditedOn, purpose } = money;
      const owedAtFirst = this.owed();
      const isAnew = this.takeBackDaysAfter(this.afterCorrection(creditedOn));
      this.chargeDays(creditedOn);
      const hasEnded = purpose === 'repay' && this.endEarly(creditedOn, amount, name, owedAtFirst);
      const prepaid = purpose === 'repay' && !hasEnded ? this.prepay(name, amount, creditedOn) : null;
      const owedBefore = hasEnded ? this.owed() : owedAtFirst;
      const before = this.slots().map(({ paid }) => paid);
      const extending = purpose === 'extend' ? this.payExtension(money) : null;
      const rest = this.settle(amount - (extending?.taken ?? 0));
      const settled = this.slots().map(({ paid }, place) => paid - (before[place] ?? 0));
      this.heldMinor += rest;
      this.clearing += amount;
      const recovered = this.followAssets(owedBefore, 'payment');
      const endsAfter = purpose === 'extend' && this.endEarly(creditedOn, 0, name);
      this.chargeDays(this.today, isAnew);
      const feeIndex = extending?.feeIndex ?? null;
      this.payments.set(name, { ...money, settled, heldMinor: rest, recovered, isReversed: false, feeIndex });
      this.waiveRemainder();
      this.tell('payment.received', { amountMinor: amount });
      if (extending)
        this.tell('loan.extended', {
          feeMinor: extending.fee,
          vatMinor: extending.tax,
          newDueDate: extending.newDueDate,
        });
      if (prepaid) this.tellOfPrepayment(prepaid);
      if (hasEnded || endsAfter) this.tellOfEnding();
      this.followPayments();
      this.answerClaim(money);
    });
  }

  /** Days up to the last correction stay unchanged. */
  private afterCorrection(day: Day): Day {
    return this.correctedOn !== null && this.correctedOn > day ? this.correctedOn : day;
  }

  /** @returns whether there were penalties of later days, and nothing of them was paid. */
  private takeBackDaysAfter(day: Day): boolean {
    const takenBack = this.penalties.filter((penalty) => penalty.day > day);
    const indexes = [...new Set(takenBack.map(({ index }) => index))];
    const chargedThen = (index: number) =>
      this.at(index).slots.penalty.charged -
      sum(takenBack.filter((one) => one.index === index).map(({ amount }) => amount));
    const isUnpaid = indexes.every((index) => this.at(index).slots.penalty.paid <= chargedThen(index));
    if (takenBack.length === 0 || !isUnpaid) return false;
    const ahead = indexes.filter((index) => (this.at(index).chargedThrough ?? '') > this.today);
    for (const index of indexes) {
      const one = this.at(index);
      one.slots.penalty.charged = chargedThen(index);
      one.lateFee -= sum(
        takenBack.filter((each) => each.index === index && each.isLateFee).map(({ amount }) => amount),
      );
      one.chargedThrough = day > one.dueDate ? day : null;
    }
    this.penalties = this.penalties.filter((penalty) => !takenBack.includes(penalty));
    for (const index of ahead) this.renewLateFee(index);
    return true;
  }

  /** Where days were taken back that come again, or that a person took back, a late fee is charged again unless one stands. */
  private renewLateFee(index: number): void {
    this.at(index).hasLateFee = this.penalties.some((each) => each.isLateFee && each.index === index);
  }

  /** What extending takes on a day, if it can be; penalties are charged through it. */
  private extensionOn(day: Day) {
    const { extensionMaxDays, extensionDailyPpm, extensionCostMaxPpm } = this.terms;
    const indexes = this.dueIndexes(day);
    const [first] = indexes;
    if (!this.isRunning || extensionMaxDays < 1 || first === undefined) return null;
    if (indexes.some((index) => this.at(index).extendedFrom !== null)) return null;
    const penaltyOf = ({ slots }: ModelInstalment) => slots.penalty.charged - slots.penalty.paid;
    const penalty = sum(indexes.map((index) => penaltyOf(this.at(index))));
    const base = sum(indexes.map((index) => this.owedOn(this.at(index)))) - penalty;
    if (base === 0) return null;
    const days = Math.min(7, extensionMaxDays);
    const fee = ratio(base, extensionDailyPpm * days, 1_000_000);
    const tax = this.taxOn({ 'extension-fee': fee });
    const isDear =
      BigInt(penalty + fee + tax) * 1_000_000n > BigInt(penalty + base) * BigInt(extensionCostMaxPpm);
    if (extensionCostMaxPpm > 0 && isDear) return null;
    const dueDate = this.dateToCount() ?? day;
    return {
      indexes,
      fee,
      tax,
      price: penalty + fee + tax,
      newDueDate: later(dueDate < day ? day : dueDate, days),
    };
  }

  /** What extending costs today; null where it cannot be. */
  extensionPrice(): number | null {
    return this.extensionOn(this.today)?.price ?? null;
  }

  /** An offer takes the place of the one before. @returns whether there can be one. */
  offerExtension(id: string): boolean {
    const offer = this.extensionOn(this.today);
    if (!offer) return false;
    this.extensions = this.extensions.filter(({ state }) => state === 'in-effect');
    this.extensions.push({ id, state: 'awaiting-payment', indexes: offer.indexes, payment: null });
    return true;
  }

  /** Penalties of what moves and the fee come first; what moves was asked for, and is due later. */
  private payExtension({ name, amount, creditedOn }: ModelMoney) {
    const offer = this.extensions.find(({ state }) => state === 'awaiting-payment');
    const current = this.extensionOn(creditedOn);
    const isSame = offer !== undefined && current !== null && offer.indexes.join() === current.indexes.join();
    if (!offer || !isSame || amount < current.price) {
      if (offer && !isSame) this.extensions = this.extensions.filter((one) => one !== offer);
      else if (offer) offer.payment = name;
      return null;
    }
    const [feeIndex = 0] = current.indexes;
    const { slots } = this.at(feeIndex);
    for (const index of current.indexes) {
      const { penalty } = this.at(index).slots;
      penalty.paid = penalty.charged;
    }
    slots.fee.charged += current.fee;
    slots.fee.paid += current.fee;
    slots.vat.charged += current.tax;
    slots.vat.paid += current.tax;
    this.at(feeIndex).extensionFee += current.fee;
    for (const index of current.indexes) {
      const one = this.at(index);
      const isCorrected = this.correctedOn !== null && this.correctedOn > current.newDueDate;
      const chargedThrough = isCorrected ? this.correctedOn : null;
      Object.assign(one, { extendedFrom: one.dueDate, dueDate: current.newDueDate, chargedThrough });
    }
    Object.assign(offer, { state: 'in-effect', indexes: current.indexes, payment: name });
    return {
      taken: current.price,
      fee: current.fee,
      tax: current.tax,
      feeIndex,
      newDueDate: current.newDueDate,
    };
  }

  // Principal that is paid back before its dates (MONEY-5).

  /** How many that money made stand. */
  get prepaymentCount(): number {
    return this.prepaid.length;
  }

  /** What of the interest of an instalment is earned through a day: what was saved is so of the days after it was. */
  interestEarned(
    index: number,
    from: Day,
    to: Day,
    day: Day,
    charged = this.at(index).slots.interest.charged,
  ): number {
    const linear = (amount: number, first: Day, last: Day, through: Day) =>
      through >= last
        ? amount
        : through <= first
          ? 0
          : ratio(amount, daysFrom(first, through), daysFrom(first, last));
    const place = parts.length * index + parts.indexOf('interest');
    const savings = this.prepaid.map((one) => ({ day: one.day, amount: -(one.charged[place] ?? 0) }));
    let unused = charged;
    let whole = unused + sum(savings.map(({ amount }) => amount));
    let first = from;
    let earned = 0;
    for (const saving of savings.filter(({ amount }) => amount !== 0)) {
      const used = linear(whole, first, to, saving.day);
      whole = Math.max(0, whole - used - saving.amount);
      if (saving.day <= first || saving.day >= to) continue;
      const own = Math.min(used, unused);
      earned += linear(own, first, saving.day, day);
      unused -= own;
      first = saving.day;
    }
    return earned + linear(unused, first, to, day);
  }

  /** What a prepayment that stands changed of a part of an instalment, up or down alone where it is asked so. */
  private prepaidOf(index: number, part: Part, isUpAlone = false): number {
    const place = parts.length * index + parts.indexOf(part);
    return sum(this.prepaid.map(({ charged }) => Math.max(isUpAlone ? 0 : -Infinity, charged[place] ?? 0)));
  }

  private isAnew(): boolean {
    const signed = this.terms.instalmentCount;
    return this.instalments.some(
      ({ slots }, index) => index >= signed && parts.some((part) => slots[part].charged > 0),
    );
  }

  /** Money beyond what is late and the next payment pays back principal of those after it, and their interest falls with it. */
  private prepay(payment: string, amount: number, paidOn: Day): ModelPrepayment | null {
    const { prepayment: rule, earlyRepayment, earlyRepaymentFee } = this.terms;
    if (rule === undefined || rule === 'next-payments' || earlyRepayment !== 'days-used') return null;
    if (!this.isRunning || this.ending !== null || this.isAnew() || amount >= this.owed()) return null;
    const [day = paidOn] = [paidOn, ...this.prepaid.map((one) => one.day)].sort().reverse();
    const turns = this.turns();
    const next = turns.find((index) => this.owedOn(this.at(index)) > 0 && this.at(index).dueDate >= day);
    if (next === undefined) return null;
    const comesLater = turns.slice(turns.indexOf(next) + 1);
    const late = this.instalments.filter(({ dueDate }) => dueDate < day);
    const beyond = amount - sum([...late, this.at(next)].map((one) => this.owedOn(one)));
    const lent = this.instalments.map(({ slots }, index) =>
      Math.max(0, slots.principal.charged - this.prepaidOf(index, 'principal', true)),
    );
    const free = comesLater.map((index) => {
      const { principal } = this.at(index).slots;
      return Math.min(lent[index] ?? 0, principal.charged - principal.paid);
    });
    const back = Math.min(beyond, sum(free));
    if (back <= 0) return null;
    const through = (turn: number) => sum(free.slice(0, turn));
    const takenOf = (turn: number) =>
      rule === 'shortens'
        ? Math.min(free[turn] ?? 0, Math.max(0, back - sum(free.slice(turn + 1))))
        : ratio(back, through(turn + 1), sum(free)) - ratio(back, through(turn), sum(free));
    const taken = this.instalments.map((_, index) =>
      comesLater.includes(index) ? takenOf(comesLater.indexOf(index)) : 0,
    );
    let start = this.disbursedOn ?? day;
    const charged = this.instalments.flatMap((one, index) => {
      const end = one.extendedFrom ?? one.dueDate;
      const used = this.interestEarned(index, start, end, day);
      const [daysUsed, allDays] = [daysFrom(start, day), daysFrom(start, end)];
      start = end;
      const rest = one.slots.interest.charged - used;
      const [before, fallen] = [sum(lent.slice(index)), sum(taken.slice(index))];
      const interest = used + (before === 0 ? rest : ratio(rest, before - fallen, before));
      const extending = this.chargeOf(index, 'extension-fee');
      const tax = one.slots.vat.charged;
      const ownTax = tax - Math.min(tax, this.taxOn({ 'extension-fee': extending }));
      const ownFee = one.slots.fee.charged - extending;
      const own = taken[index] ?? 0;
      const isGone = own > 0 && own === one.slots.principal.charged && interest === 0;
      const isFeeUnused = daysUsed < allDays && (daysUsed <= 0 || ratio(ownFee, daysUsed, allDays) === 0);
      const fee = isGone && earlyRepaymentFee === 'days-used' && isFeeUnused ? 0 : ownFee;
      const isSame = interest === one.slots.interest.charged && fee === ownFee;
      const vat = isSame ? ownTax : Math.min(ownTax, this.taxOn({ interest, fee }));
      const change = { penalty: 0, fee: fee - ownFee, vat: vat - ownTax };
      const brought = index === next ? back : 0;
      return parts.map(
        (part) =>
          ({ ...change, interest: interest - one.slots.interest.charged, principal: brought - own })[part],
      );
    });
    for (const [place, slot] of this.slots().entries()) slot.charged += charged[place] ?? 0;
    const { heldMinor } = this;
    const before = this.slots().map(({ paid }) => paid);
    this.putInOrder();
    const moved = this.slots().map(({ paid }, place) => paid - (before[place] ?? 0));
    const prepaid = { payment, day, charged, moved, movedHeld: this.heldMinor - heldMinor };
    this.prepaid.push(prepaid);
    return prepaid;
  }

  private tellOfPrepayment({ day, charged }: ModelPrepayment): void {
    const changes = (part: Part) => charged.filter((_, place) => parts[place % parts.length] === part);
    const off = (part: Part) => -sum(changes(part).filter((amount) => amount < 0));
    this.tell('loan.prepaid', {
      ...{ prepaidOn: day, principalMinor: off('principal'), interestMinor: off('interest') },
      ...{ feeMinor: off('fee'), vatMinor: off('vat') },
      savedMinor: off('interest') + off('fee') + off('vat'),
      payments: this.turns()
        .map((index) => this.at(index))
        .map((one) => ({ dueDate: one.dueDate, amountMinor: this.owedOn(one) }))
        .filter(({ amountMinor }) => amountMinor > 0),
    });
  }

  /** What a payment saved is charged again; not where nothing is left of what it paid back. */
  private undoPrepayment(payment: string): void {
    const prepaid = this.prepaid.find((one) => one.payment === payment);
    const slots = this.slots();
    if (!prepaid || slots.some(({ charged }, place) => charged < (prepaid.charged[place] ?? 0))) return;
    for (const [place, slot] of slots.entries()) {
      slot.charged -= prepaid.charged[place] ?? 0;
      slot.paid -= prepaid.moved[place] ?? 0;
    }
    this.heldMinor -= prepaid.movedHeld;
    this.prepaid = this.prepaid.filter((one) => one !== prepaid);
  }

  // How a loan ends before its dates (MONEY-5).

  /** The last day on which it can be given back, for a day on which it can. */
  private isExit(day: Day): boolean {
    const { coolingOffDays } = this.terms;
    const days = this.disbursedOn === null ? -1 : daysFrom(this.disbursedOn, day);
    return this.isRunning && coolingOffDays > 0 && days >= 0 && days <= coolingOffDays;
  }

  /** What each instalment costs of a loan that ends on a day; within the days in which it can be given back, without fee and penalty. */
  private costOn(day: Day, isExit: boolean): Record<Part, number>[] {
    const { earlyRepayment, earlyRepaymentFee } = this.terms;
    const isWhole = this.ending !== null || (!isExit && earlyRepayment !== 'days-used');
    let start = this.disbursedOn ?? day;
    if (!isWhole && this.isAnew()) return this.costAnew(day, isExit);
    return this.instalments.map((one, index) => {
      const amounts = partsBy((part) => one.slots[part].charged);
      if (isWhole) return amounts;
      const end = one.extendedFrom ?? one.dueDate;
      const [used, all] = [daysFrom(start, day), daysFrom(start, end)];
      const interest = this.interestEarned(index, start, end, day);
      start = end;
      const byDays = (amount: number) => (used >= all ? amount : used <= 0 ? 0 : ratio(amount, used, all));
      const extending = this.chargeOf(index, 'extension-fee');
      const extendingTax = Math.min(amounts.vat, this.taxOn({ 'extension-fee': extending }));
      const [fee, vat] = [amounts.fee - extending, amounts.vat - extendingTax];
      const feeStays = isExit ? 0 : earlyRepaymentFee === 'days-used' ? byDays(fee) : fee;
      const isAll = interest === amounts.interest && feeStays === fee;
      const tax = isAll ? vat : Math.min(vat, this.taxOn({ interest, fee: feeStays }));
      if (isExit) return { ...amounts, penalty: 0, fee: 0, interest, vat: tax };
      return { ...amounts, fee: feeStays + extending, interest, vat: tax + extendingTax };
    });
  }

  /** The same of a loan with a new plan: what the days left cost in the plan it was signed with, and was not saved, comes off, what is due last first. */
  private costAnew(day: Day, isExit: boolean): Record<Part, number>[] {
    const { instalmentDays, earlyRepaymentFee } = this.terms;
    const off = { penalty: isExit ? this.charged('penalty') : 0, fee: 0, vat: 0, interest: 0, principal: 0 };
    let keptTax = 0;
    for (const [index, signed] of this.plan().entries()) {
      const left = (part: Part) => Math.max(0, signed[part] + this.prepaidOf(index, part));
      const [interest, fee, vat] = [left('interest'), left('fee'), left('vat')];
      const from = later(this.disbursedOn ?? day, index * instalmentDays);
      const used = daysFrom(this.disbursedOn ?? day, day) - index * instalmentDays;
      const byDays = (amount: number) =>
        used >= instalmentDays ? amount : used <= 0 ? 0 : ratio(amount, used, instalmentDays);
      const interestStays = this.interestEarned(index, from, later(from, instalmentDays), day, interest);
      const feeStays = isExit ? 0 : earlyRepaymentFee === 'days-used' ? byDays(fee) : fee;
      off.interest += interest - interestStays;
      off.fee += fee - feeStays;
      const isAll = interestStays === interest && feeStays === fee;
      const tax = isAll ? vat : Math.min(vat, this.taxOn({ interest: interestStays, fee: feeStays }));
      off.vat += vat - tax;
      keptTax += tax;
    }
    if (isExit)
      Object.assign(off, { fee: this.charged('fee'), vat: Math.max(0, this.charged('vat') - keptTax) });
    const taken = this.instalments.map(() => partsBy(() => 0));
    for (const index of this.turns().reverse()) {
      const { slots } = this.at(index);
      taken[index] = partsBy((part) => Math.min(off[part], slots[part].charged));
      for (const part of parts) off[part] -= taken[index][part];
    }
    return this.instalments.map(({ slots }, index) =>
      partsBy((part) => slots[part].charged - (taken[index]?.[part] ?? 0)),
    );
  }

  /** What is missing to settle it on a day; below 0 for more than that. */
  private missingOn(day: Day, isExit: boolean): number {
    const cost = sum(this.costOn(day, isExit).flatMap((of) => Object.values(of)));
    return cost - sum(this.slots().map(({ paid }) => paid)) - this.heldMinor;
  }

  /** What settles it on a day, at least 0. */
  settlement(day: Day = this.today): number {
    return Math.max(0, this.missingOn(day, this.namesExit(day)));
  }

  private namesExit(day: Day): boolean {
    return this.terms.namesCoolingOffDays === true && this.isExit(day);
  }

  /** Ends the loan as of the first day on which there is enough money. @returns whether anything was taken off. */
  private endEarly(firstDay: Day, amount: number, cause: string, owedBefore = this.owed()): boolean {
    if (this.isSold || this.owed() === 0) return false;
    const others = [...this.payments.values()].filter(
      ({ isReversed, paidOn }) => !isReversed && paidOn > firstDay,
    );
    const days = [firstDay, ...others.map(({ paidOn }) => paidOn)].sort();
    const day = days.find((each) => {
      const comesLater = sum(others.filter(({ paidOn }) => paidOn > each).map((one) => one.amount));
      return this.missingOn(each, this.namesExit(each)) + comesLater <= amount;
    });
    if (day === undefined) return false;
    if (!this.takeOffUnused(day, this.namesExit(day), cause, 'payment')) return false;
    this.putEndInOrder();
    this.followAssets(owedBefore, 'correction');
    return true;
  }

  private takeOffUnused(day: Day, isExit: boolean, cause: string, kind: ModelEnding['kind']): boolean {
    const costs = this.costOn(day, isExit);
    const off = this.instalments.map(({ slots }, index) =>
      partsBy((part) => slots[part].charged - (costs[index]?.[part] ?? 0)),
    );
    if (off.every((of) => sum(Object.values(of)) === 0)) return false;
    this.ending = { cause, kind, day, off, moved: [], movedHeld: 0, payments: [...this.payments.keys()] };
    this.chargeUnused(-1);
    return true;
  }

  private chargeUnused(sign: 1 | -1): void {
    for (const [index, of] of (this.ending?.off ?? []).entries()) {
      for (const part of parts) this.at(index).slots[part].charged += sign * of[part];
    }
  }

  private putEndInOrder(): void {
    const { heldMinor } = this;
    const before = this.slots().map(({ paid }) => paid);
    this.putInOrder();
    if (!this.ending) return;
    this.ending.moved = this.slots().map(({ paid }, place) => paid - (before[place] ?? 0));
    this.ending.movedHeld = this.heldMinor - heldMinor;
  }

  /** What was taken off is charged again, and what was paid stands where it did. */
  private undoEnding(): void {
    this.chargeUnused(1);
    for (const [place, slot] of this.slots().entries()) slot.paid -= this.ending?.moved[place] ?? 0;
    this.heldMinor -= this.ending?.movedHeld ?? 0;
    this.ending = null;
  }

  private tellOfEnding(): void {
    const off = (part: Part) => sum((this.ending?.off ?? []).map((of) => of[part]));
    this.tell('loan.settled-early', {
      ...{ settledOn: this.ending?.day ?? null, interestMinor: off('interest'), feeMinor: off('fee') },
      ...{ vatMinor: off('vat'), penaltyMinor: off('penalty'), forgivenMinor: sum(parts.map(off)) },
    });
  }

  // Corrections (052): what they change, then what follows.

  /** Puts in order what is paid, where the assets stand and the status, and tells the lender. */
  private correct(
    change: () => void,
    {
      cause = 'correction',
      recoveredBefore = 0,
      isOfDaysToCome = false,
      name = 'correction',
      isEnd = false,
      isOldestFirst = false,
    }: {
      cause?: 'payment' | 'correction';
      recoveredBefore?: number;
      isOfDaysToCome?: boolean;
      name?: string;
      isEnd?: boolean;
      isOldestFirst?: boolean;
    } = {},
  ): void {
    const owedBefore = this.owed();
    const wasOwed = this.instalments.map((one) => this.owedOn(one) > 0);
    const wasSettled = this.status === 'settled';
    change();
    if (isEnd) this.putEndInOrder();
    else this.putInOrder(isOldestFirst);
    this.followAssets(owedBefore, cause, recoveredBefore);
    const hasEnded = this.endEarly(this.today, 0, name);
    for (const [index, one] of this.instalments.entries()) {
      // Days on which the books said that nothing was owed cost nothing.
      const isLate = one.dueDate < this.today && (one.chargedThrough ?? one.dueDate) < this.today;
      if (!wasOwed[index] && isLate && this.owedOn(one) > 0) one.chargedThrough = this.today;
    }
    if (hasEnded) this.tellOfEnding();
    if (!isOfDaysToCome) this.correctedOn = this.today;
    this.followCorrection();
    if (wasSettled && this.status !== 'settled' && this.isErased) this.pause('loan', null);
    this.tell('loan.changed');
  }

  /**
   * Nothing is paid beyond what is charged, nothing below zero, nothing held while something is owed. What is missing is taken from
   * what is due last; what was given back beyond all that came in is owed again.
   */
  private putInOrder(isOldestFirst = false): void {
    const slots = this.slotsInTurn();
    let pool = this.heldMinor;
    for (const slot of slots) {
      const right = Math.min(Math.max(slot.paid, 0), slot.charged);
      pool += slot.paid - right;
      slot.paid = right;
    }
    for (const place of [...slots.keys()].toReversed()) {
      const slot = slots[place];
      if (!slot) continue;
      // The first part of each is its penalty, which was charged after what was paid beside it.
      const isSame = (other: number) => Math.floor(other / parts.length) === Math.floor(place / parts.length);
      const before = slots.filter(
        (_, other) =>
          other < place && !(isSame(other) && (other % parts.length === 0 || place % parts.length === 0)),
      );
      const wanted = isOldestFirst ? sum(before.map((one) => one.charged - one.paid)) : 0;
      const taken = Math.min(slot.paid, Math.max(0, wanted - pool));
      slot.paid -= taken;
      pool += taken;
    }
    const last = slots.at(-1);
    if (pool < 0 && last) last.charged -= pool;
    this.heldMinor = this.settle(Math.max(0, pool));
  }

  /** What is owed more or less of a loan that is no asset was recovered or lost. @returns what money recovered. */
  private followAssets(owedBefore: number, cause: 'payment' | 'correction', recoveredBefore = 0): number {
    const change = this.owed() - owedBefore;
    if (this.isSold) {
      this.lostBySale += change;
      return 0;
    }
    if (!this.isWrittenOff) return 0;
    if (cause === 'payment' && change < 0) {
      this.recovered -= change;
      return -change;
    }
    const back = Math.min(recoveredBefore, Math.max(0, change));
    this.recovered -= back;
    this.lost += change - back;
    return 0;
  }

  /** A correction may open what was settled. */
  private followCorrection(): void {
    if (this.disbursedOn === null || this.isSold) return;
    const to = this.owed() > 0 && this.isWrittenOff ? 'written-off' : this.statusByPayments();
    if (to === this.status) return;
    this.status = to;
    if (to === 'settled') this.tell('loan.settled');
    if (to === 'written-off') this.tell('loan.written-off', { amountMinor: this.owed() });
  }

  /** A payment that bounced: what it paid is owed again, and what it extended is due when it was. */
  takeBack(name: string, isPutBack = false): Refused | undefined {
    return this.carryOut(() => {
      const payment = this.payments.get(name);
      if (!payment) throw new Error('no such payment');
      if (payment.isReversed) return conflict;
      if (isPutBack && this.isSold) return refused('status-conflict', 'loan-sold');
      if (isPutBack && this.isErased) return refused('status-conflict', 'borrower-erased');
      this.upToDate();
      const lapsed = this.extensions.find((one) => one.state === 'in-effect' && one.payment === name);
      this.extensions = this.extensions.filter((one) => one !== lapsed);
      for (const index of lapsed?.indexes ?? []) {
        const one = this.at(index);
        if (one.extendedFrom === null) continue;
        const chargedThrough = this.today > one.extendedFrom ? this.today : null;
        Object.assign(one, { dueDate: one.extendedFrom, extendedFrom: null, chargedThrough });
      }
      const isShort = this.owed() + payment.amount > this.heldMinor;
      const { ending } = this;
      const goes = ending !== null && (ending.cause === name || (isShort && ending.payments.includes(name)));
      const rests = [...this.waivers.values()].filter(
        ({ isReversed, payments = [] }) => !isReversed && payments.includes(name),
      );
      const change = () => {
        for (const [place, slot] of this.slots().entries()) slot.paid -= payment.settled[place] ?? 0;
        if (goes) this.undoEnding();
        if (goes || ending === null) this.undoPrepayment(name);
        for (const waiver of rests) {
          waiver.isReversed = true;
          this.letOff(waiver.off, -1);
        }
        this.heldMinor -= payment.heldMinor;
        this.clearing -= payment.amount;
        if (payment.feeIndex === null) return;
        const one = this.at(payment.feeIndex);
        const charge = this.chargeOf(payment.feeIndex, 'extension-fee');
        one.slots.fee.charged -= charge;
        one.slots.vat.charged -= Math.min(one.slots.vat.charged, this.taxOn({ 'extension-fee': charge }));
        one.extensionFee -= charge;
      };
      payment.isReversed = true;
      const recoveredBefore = payment.recovered;
      this.correct(change, { cause: 'payment', recoveredBefore, isOldestFirst: isPutBack });
      this.tell('payment.reversed', { amountMinor: payment.amount });
      if (isPutBack) this.reopenClaim(name);
    });
  }

  /** The claim that a payment answered waits again, unless the same was told again. */
  private reopenClaim(payment: string): void {
    const claim = this.claims.find((each) => each.state === 'received' && each.payment === payment);
    if (!claim) return;
    const isSame = (other: ModelClaim) =>
      claim.trackingKey !== '' && other.trackingKey !== ''
        ? claim.trackingKey === other.trackingKey
        : claim.amount === other.amount && claim.paidOn === other.paidOn;
    if (this.claims.some((other) => other.state === 'waiting' && isSame(other))) return;
    claim.state = 'waiting';
    for (const pause of this.pauses.filter(({ cause }) => cause === claim.id)) pause.throughDay = null;
  }

  /** What can be waived of a part. */
  waivable(part: 'penalty' | 'fee'): number {
    return sum(this.instalments.map(({ slots }) => slots[part].charged - slots[part].paid));
  }

  waive(
    name: string,
    part: 'penalty' | 'fee',
    { amount, index }: { readonly amount?: number | undefined; readonly index?: number | undefined } = {},
  ): { readonly waived: number } | Refused {
    return this.carryOut(() => {
      this.upToDate();
      if (index !== undefined && !this.instalments[index]) return refused('request-invalid', 'sequence');
      const owed = this.instalments.map(({ slots }, place) =>
        index === undefined || index === place ? slots[part].charged - slots[part].paid : 0,
      );
      if (sum(owed) === 0 || this.isSold) return conflict;
      const waived = amount ?? sum(owed);
      if (waived > sum(owed)) return refused('request-invalid', 'amountMinor');
      let left = waived;
      const amounts = owed.map(() => 0);
      for (const place of this.turns()) {
        amounts[place] = Math.min(left, owed[place] ?? 0);
        left -= amounts[place];
      }
      const off = amounts.map((amountOff, place) => {
        const { vat } = this.at(place).slots;
        const tax = part === 'fee' ? Math.min(vat.charged - vat.paid, this.taxOn({ fee: amountOff })) : 0;
        return { ...partsBy((of) => (of === part ? amountOff : 0)), vat: tax };
      });
      this.correct(() => this.letOff(off, 1), { name });
      this.waivers.set(name, { off, isReversed: false });
      return { waived };
    });
  }

  private letOff(off: ModelWaiver['off'], sign: 1 | -1): void {
    for (const [index, amounts] of off.entries()) {
      for (const part of parts) {
        this.at(index).slots[part].charged -= sign * amounts[part];
        // Tax that is let off is not owed to anybody.
        if (part !== 'vat') this.waived[part] += sign * amounts[part];
      }
    }
  }

  takeBackWaiver(name: string): { readonly waived: number } | Refused {
    return this.carryOut(() => {
      const waiver = this.waivers.get(name);
      if (!waiver || waiver.isReversed) return refused('not-found', 'transactionId');
      this.upToDate();
      const names = [...this.waivers.keys()];
      const later = names.slice(names.indexOf(name) + 1).flatMap((each) => this.waivers.get(each) ?? []);
      const rests = later.filter(({ isReversed, payments }) => !isReversed && payments !== undefined);
      this.correct(() => {
        for (const each of [waiver, ...rests]) {
          each.isReversed = true;
          this.letOff(each.off, -1);
        }
        if (this.ending?.cause === name) this.undoEnding();
      });
      return { waived: sum(waiver.off.map(({ vat, ...amounts }) => sum(Object.values(amounts)))) };
    });
  }

  requestRefund(name: string, amount: number): Refused | undefined {
    return this.carryOut(() => {
      if (amount > this.heldMinor) return refused('request-invalid', 'amountMinor');
      this.refunds.set(name, { amount, state: 'requested', reference: null });
      this.heldMinor -= amount;
      this.refundPayable += amount;
      this.tell('loan.changed');
    });
  }

  sendRefund(name: string, reference: string): Refused | undefined {
    return this.carryOut(() => {
      const refund = this.refunds.get(name);
      if (!refund) throw new Error('no such refund');
      if (refund.state === 'sent' && refund.reference === reference) return;
      if (refund.state !== 'requested') return conflict;
      Object.assign(refund, { state: 'sent', reference });
      this.refundPayable -= refund.amount;
      this.cash -= refund.amount;
      this.tell('payment.refunded', { amountMinor: refund.amount });
    });
  }

  failRefund(name: string): undefined {
    this.carryOut(() => {
      const refund = this.refunds.get(name);
      if (!refund) throw new Error('no such refund');
      if (refund.state === 'failed') return;
      this.upToDate();
      const wasSent = refund.state === 'sent';
      const change = () => {
        if (wasSent) this.cash += refund.amount;
        else this.refundPayable -= refund.amount;
        this.heldMinor += refund.amount;
      };
      this.correct(change, { cause: 'payment' });
      refund.state = 'failed';
      this.tell('payment.refund-failed', { amountMinor: refund.amount, wasSent });
    });
  }

  /**
   * Takes back what some days charged, and with it what disputes took off the late fees among that; where more goes than is charged
   * then, whatever else let the borrower off penalties of that instalment as well.
   */
  takeBackPenalties(
    fromDay: Day,
    throughDay: Day,
  ): { readonly reversed: number; readonly returned: number } | Refused {
    return this.carryOut(() => {
      this.upToDate();
      const { today } = this;
      const isBeyondToday = throughDay > today;
      const first = isBeyondToday && fromDay > later(today, 1) ? later(today, 1) : fromDay;
      const own = this.penalties.filter(({ day }) => first <= day && (isBeyondToday || day <= throughDay));
      if (own.length === 0) return { reversed: 0, returned: 0 };
      const charged = this.instalments.map(({ slots }) => slots.penalty.charged);
      const add = (index: number, amount: number) => {
        charged[index] = (charged[index] ?? 0) + amount;
      };
      for (const { index, amount } of own) add(index, -amount);
      const reliefs = this.reliefs.filter(({ isReversed }) => !isReversed);
      const ofLateFees = reliefs.filter(
        ({ index, kind }) => kind === 'late-fee' && own.some((one) => one.isLateFee && one.index === index),
      );
      for (const { index, amount } of ofLateFees) add(index, amount);
      const isShort = charged.map((amount) => amount < 0);
      const others = reliefs.filter((relief) => isShort[relief.index] && !ofLateFees.includes(relief));
      for (const { index, amount } of others) add(index, amount);
      const namedWaivers = [...this.waivers].filter(
        ([, { isReversed, off }]) =>
          !isReversed && off.some(({ penalty }, index) => penalty > 0 && isShort[index]),
      );
      const waivers = namedWaivers.map(([, waiver]) => waiver);
      const undone = [...ofLateFees, ...others]
        .map(({ id }) => id)
        .concat(namedWaivers.map(([name]) => name));
      for (const { off } of waivers) for (const [index, { penalty }] of off.entries()) add(index, penalty);
      if (charged.some((amount) => amount < 0)) return conflict;
      const returned = sum(
        this.instalments.map(({ slots }, index) => Math.max(0, slots.penalty.paid - (charged[index] ?? 0))),
      );

      this.penalties = this.penalties.filter((one) => !own.includes(one));
      for (const relief of [...ofLateFees, ...others]) relief.isReversed = true;
      for (const waiver of waivers) {
        waiver.isReversed = true;
        for (const { penalty } of waiver.off) this.waived.penalty -= penalty;
      }
      const change = () => {
        for (const { off } of waivers) {
          this.letOff(
            off.map((amounts) => ({ ...amounts, penalty: 0 })),
            -1,
          );
        }
        for (const [index, one] of this.instalments.entries()) {
          one.slots.penalty.charged = charged[index] ?? 0;
          const late = sum(
            own.filter((each) => each.isLateFee && each.index === index).map(({ amount }) => amount),
          );
          const relieved = [...ofLateFees, ...others].filter(
            (each) => each.kind === 'late-fee' && each.index === index,
          );
          one.lateFee += sum(relieved.map(({ amount }) => amount)) - late;
        }
        if (this.ending && undone.includes(this.ending.cause)) this.undoEnding();
      };
      this.correct(change, { isOfDaysToCome: first > today });
      for (const [index, one] of this.instalments.entries()) {
        const isAhead = (one.chargedThrough ?? today) > today;
        if (!isAhead && !own.some((each) => each.index === index)) continue;
        this.renewLateFee(index);
        if (isBeyondToday && isAhead) one.chargedThrough = today > one.dueDate ? today : null;
      }
      return { reversed: sum(own.map(({ amount }) => amount)), returned };
    });
  }

  // How a loan ends.

  writeOff(): { readonly owed: number } | Refused {
    return this.carryOut(() => {
      this.upToDate();
      if (!this.isRunning) return conflict;
      Object.assign(this, { status: 'written-off', isWrittenOff: true, correctedOn: this.today });
      this.lost += this.owed();
      this.tell('loan.written-off', { amountMinor: this.owed() });
      return { owed: this.owed() };
    });
  }

  /** It is an asset again and recovered nothing; the time between cost nothing. */
  reinstate(): { readonly owed: number } | Refused {
    return this.carryOut(() => {
      if (this.status !== 'written-off') return conflict;
      Object.assign(this, { isWrittenOff: false, correctedOn: this.today, lost: 0, recovered: 0 });
      for (const payment of this.payments.values()) payment.recovered = 0;
      for (const one of this.instalments) {
        // Days that a clock was ahead stay charged.
        if ((one.chargedThrough ?? one.dueDate) < this.today) one.chargedThrough = this.today;
      }
      this.followCorrection();
      this.tell('loan.changed');
      return { owed: this.owed() };
    });
  }

  /** Of a loan that was written off before, the price is recovered. */
  sell(price: number): { readonly owed: number } | Refused {
    return this.carryOut(() => {
      this.upToDate();
      if (!this.isRunning && this.status !== 'written-off') return conflict;
      Object.assign(this, { status: 'sold', correctedOn: this.today });
      this.cash += price;
      if (this.isWrittenOff) this.recovered += price;
      else this.lostBySale += this.owed() - price;
      this.tell('loan.sold', { amountMinor: this.owed(), priceMinor: price });
      return { owed: this.owed() };
    });
  }

  /** What is still to be paid to give the loan back on a day (076); null where it cannot be. */
  missingToGiveBack(day: Day): number | null {
    return this.isExit(day) && this.ending === null ? Math.max(0, this.missingOn(day, true)) : null;
  }

  /** Takes every charge off but the interest of those days and its tax; nothing more where a payment of such a day did. */
  coolOff(day: Day): { readonly forgiven: number } | Refused {
    return this.carryOut(() => {
      this.upToDate();
      if (day > this.today) return refused('request-invalid', 'returnedOn');
      const { ending } = this;
      const { coolingOffDays } = this.terms;
      const offOf = (of: ModelEnding | null) => sum((of?.off ?? []).flatMap((each) => Object.values(each)));
      if (ending?.kind === 'payment' && this.status === 'settled') {
        const days = daysFrom(this.disbursedOn ?? day, ending.day);
        if (coolingOffDays > 0 && days >= 0 && days <= coolingOffDays) return { forgiven: offOf(ending) };
      }
      if (this.missingToGiveBack(day) !== 0) return conflict;
      this.correct(() => this.takeOffUnused(day, true, 'exit', 'exit'), { isEnd: true });
      return { forgiven: offOf(this.ending) };
    });
  }

  // What a borrower says: that they paid (078), and that they do not agree with a charge (082).

  /** A payment that is looked for; while it is, nothing is charged, unless one was not there once. */
  claim(claim: Omit<ModelClaim, 'state'>, state: ModelClaim['state'] = 'waiting'): void {
    const isTrusted = this.claims.every((one) => one.state !== 'not-found');
    if (isTrusted && state === 'waiting' && this.terms.pausesPenaltyOnClaim) this.pause(claim.id, null);
    this.claims.push({ ...claim, state });
  }

  claimNotFound(id: string): void {
    const claim = this.claims.find((one) => one.id === id);
    if (claim) claim.state = 'not-found';
    this.endPause(id);
  }

  /** The claim that a person names, the one with the payment's key, else the one that waits longest; then one that was not there. */
  private answerClaim(money: ModelMoney): void {
    const { claimId } = money;
    if (claimId === null) return;
    const of = (state: ModelClaim['state']) => this.claims.filter((claim) => claim.state === state);
    const key = keyOf(money.trackingKey ?? money.eventId);
    const best = (claims: readonly ModelClaim[]) => {
      const meeting = claims.filter((claim) => meets(claim, money));
      return meeting.find(({ trackingKey }) => trackingKey === key) ?? meeting[0];
    };
    const waiting = of('waiting');
    const claim = waiting.find(({ id }) => id === claimId) ?? best(waiting) ?? best(of('not-found'));
    if (!claim) return;
    claim.state = 'received';
    claim.payment = money.name;
    this.endPause(claim.id);
  }

  /** The payment that another may be once more: of the same amount and day, where not both are known by their bank or provider. */
  doubleOf(money: ModelMoney): string | null {
    const isKnown = ({ provider, trackingKey }: ModelMoney) =>
      provider === 'card' || (trackingKey !== null && !provider.startsWith('by-hand:'));
    const isEqual = (one: ModelPayment) =>
      !one.isReversed &&
      one.name !== money.name &&
      one.amount === money.amount &&
      one.paidOn === money.paidOn;
    const equal = [...this.payments.values()].find(
      (one) => isEqual(one) && !(isKnown(one) && isKnown(money)),
    );
    return equal?.name ?? null;
  }

  private pause(cause: string, charge: ModelPause['charge'], throughDay: Day | null = null): void {
    if (this.pauses.some((pause) => pause.cause === cause)) return;
    this.pauses.push({ cause, fromDay: this.today, throughDay, charge });
  }

  private endPause(cause: string): void {
    const pause = this.pauses.find((one) => one.cause === cause && one.throughDay === null);
    if (pause) pause.throughDay = this.today;
  }

  /** What stands of a charge: a late fee is part of the penalties, the cost of extending part of the fee. */
  chargeOf(index: number, kind: ModelChargeKind): number {
    const one = this.instalments[index];
    if (!one) return 0;
    const { slots, lateFee, extensionFee } = one;
    const late = Math.max(0, Math.min(slots.penalty.charged, lateFee));
    const extension = Math.max(0, Math.min(slots.fee.charged, extensionFee));
    if (kind === 'late-fee') return late;
    if (kind === 'extension-fee') return extension;
    if (kind === 'penalty') return slots.penalty.charged - late;
    if (kind === 'fee') return slots.fee.charged - extension;
    return slots[kind].charged;
  }

  dispute(
    id: string,
    charge: { readonly index: number; readonly kind: ModelChargeKind } | undefined,
  ): { readonly disputeId: string; readonly isRepeated: boolean } | Refused {
    return this.carryOut(() => {
      if (this.disbursedOn === null || this.isSold) return conflict;
      this.upToDate();
      if (!charge || this.chargeOf(charge.index, charge.kind) === 0) return refused('not-found', 'chargeId');
      const { index, kind } = charge;
      const isThis = (one: ModelDispute) => one.index === index && one.kind === kind;
      const open = this.disputes.filter(({ state }) => state === 'open');
      const same = open.find(isThis);
      if (same) return { disputeId: same.id, isRepeated: true };
      if (open.length >= openDisputesMax) return refused('too-many-requests');
      const isTrusted = this.disputes.every(
        (one) => one.state !== 'rejected' && !(one.state === 'withdrawn' && isThis(one)),
      );
      const amount = this.chargeOf(index, kind);
      if (isTrusted && this.terms.pausesPenaltyOnDispute)
        this.pause(id, { index, part: partOf(kind), amount });
      this.disputes.push({ id, index, kind, state: 'open' });
      this.tell('charge.disputed', { disputeId: id, sequence: index + 1, kind, amountMinor: amount });
      return { disputeId: id, isRepeated: false };
    });
  }

  withdraw(id: string): Refused | undefined {
    return this.carryOut(() => {
      const dispute = this.disputeNamed(id);
      if (dispute.state === 'withdrawn') return;
      if (dispute.state !== 'open') return conflict;
      dispute.state = 'withdrawn';
      this.endPause(id);
      this.tell('charge.dispute-withdrawn', {
        disputeId: id,
        amountMinor: this.chargeOf(dispute.index, dispute.kind),
      });
    });
  }

  reject(id: string): Refused | undefined {
    return this.carryOut(() => {
      const dispute = this.disputeNamed(id);
      if (dispute.state !== 'open') return conflict;
      this.upToDate();
      const charge = this.chargeOf(dispute.index, dispute.kind);
      this.endDispute(dispute, 'rejected', { amountMinor: charge, takenOffMinor: 0, vatTakenOffMinor: 0 });
    });
  }

  /** Takes a charge off in full or in part, and the tax on it with it. */
  uphold(id: string, amount?: number): { readonly takenOff: number; readonly tax: number } | Refused {
    return this.carryOut(() => {
      const dispute = this.disputeNamed(id);
      const { index, kind } = dispute;
      if (dispute.state !== 'open') return conflict;
      this.upToDate();
      const charge = this.chargeOf(index, kind);
      if (charge === 0 || this.isSold) return conflict;
      const takenOff = amount ?? charge;
      if (takenOff > charge) return refused('request-invalid', 'amountMinor');
      const one = this.at(index);
      const tax = Math.min(one.slots.vat.charged, this.taxOn({ [kind]: takenOff }));
      if (partOf(kind) === 'penalty')
        this.reliefs.push({ id, index, kind, amount: takenOff, isReversed: false });
      if (kind === 'late-fee') one.lateFee -= takenOff;
      if (kind === 'extension-fee') one.extensionFee -= takenOff;
      this.correct(
        () => {
          one.slots[partOf(kind)].charged -= takenOff;
          one.slots.vat.charged -= tax;
        },
        { name: id },
      );
      this.endDispute(dispute, 'upheld', {
        amountMinor: charge,
        takenOffMinor: takenOff,
        vatTakenOffMinor: tax,
      });
      return { takenOff, tax };
    });
  }

  // New plans (052): what is unpaid becomes other payments, and nothing grows.

  /** What terms make of what is owed today; the field at fault where they cannot be carried out. */
  private planned(terms: ModelPlanTerms): ModelPlanned | string {
    const { moratoriumDays, spread, waivesPenalties } = terms;
    const unpaid = this.turns()
      .map((index) => this.at(index))
      .filter((one) => this.owedOn(one) > 0);
    const left = (one: ModelInstalment, part: Part) =>
      part === 'penalty' && waivesPenalties ? 0 : one.slots[part].charged - one.slots[part].paid;
    const owed = this.owed();
    const waived = waivesPenalties ? this.waivable('penalty') : 0;
    if (spread === null && moratoriumDays === 0 && waived === 0) return 'waivesPenalties';
    const oldest = unpaid[0]?.dueDate ?? this.today;
    const late = oldest < this.today ? daysFrom(oldest, this.today) : 0;
    const payments =
      spread === null
        ? unpaid
            .map((one) => ({
              dueDate: moratoriumDays === 0 ? one.dueDate : later(one.dueDate, late + moratoriumDays),
              parts: partsBy((part) => left(one, part)),
            }))
            .filter((payment) => sum(Object.values(payment.parts)) > 0)
        : Array.from({ length: spread.count }, (_, place) => ({
            dueDate: later(this.today, (moratoriumDays || spread.days) + place * spread.days),
            parts: partsBy(
              (part) => equalParts(sum(unpaid.map((one) => left(one, part))), spread.count)[place] ?? 0,
            ),
          }));
    if (payments.some((payment) => sum(Object.values(payment.parts)) === 0)) return 'count';
    const last = payments.at(-1)?.dueDate ?? this.today;
    if (daysFrom(this.today, last) > 365) return spread === null ? 'moratoriumDays' : 'days';
    return { owed, waived, payments };
  }

  private canBePlanned(): boolean {
    const isOwedHere = this.isRunning || this.status === 'written-off';
    return isOwedHere && this.disputes.every(({ state }) => state !== 'open');
  }

  proposePlan(
    id: () => string,
    terms: ModelPlanTerms,
    validDays: number,
  ): Refused | { readonly owed: number; readonly waived: number } {
    return this.carryOut(() => {
      this.upToDate();
      if (!this.canBePlanned()) return conflict;
      const planned = this.planned(terms);
      if (typeof planned === 'string') return refused('request-invalid', planned);
      const waiting = this.plans.filter(({ state }) => state === 'proposed');
      if (waiting.some(({ validThrough }) => validThrough >= this.today)) return conflict;
      for (const plan of waiting) this.endPlan(plan, 'expired');
      const plan = { id: id(), terms, validThrough: later(this.today, validDays) };
      this.plans.push({ ...plan, state: 'proposed', moved: [], waived: 0 });
      this.tell('plan.proposed', { planId: plan.id, ...this.toldOf(planned) });
      return { owed: planned.owed, waived: planned.waived };
    });
  }

  private toldOf({ owed, waived, payments }: ModelPlanned): ModelEvent['figures'] {
    const amounts = payments.map(({ dueDate, parts: of }) => ({
      dueDate,
      amountMinor: sum(Object.values(of)),
    }));
    return { owedMinor: owed, waivedMinor: waived, payments: amounts };
  }

  private endPlan(plan: ModelPlan, state: 'declined' | 'expired'): void {
    plan.state = state;
    this.tell(`plan.${state}`, { planId: plan.id });
  }

  private planNamed(id: string): ModelPlan {
    const plan = this.plans.find((one) => one.id === id);
    if (!plan) throw new Error('no such plan');
    return plan;
  }

  /** @param isAsSeen whether the payments are those that the borrower saw. */
  acceptPlan(id: string, isAsSeen: boolean): Refused | { readonly isRepeated: boolean } {
    return this.carryOut(() => {
      const plan = this.planNamed(id);
      if (plan.state === 'agreed') return { isRepeated: true };
      if (plan.state === 'expired') return refused('quote-expired');
      if (plan.state !== 'proposed') return conflict;
      if (plan.validThrough < this.today) return refused('quote-expired');
      this.upToDate();
      const planned = this.canBePlanned() ? this.planned(plan.terms) : 'nothing';
      if (typeof planned === 'string') return conflict;
      if (!isAsSeen) return refused('quote-mismatch');
      const { moratoriumDays, spread, waivesPenalties } = plan.terms;
      const isMoved = moratoriumDays > 0 || spread !== null;
      const before = this.slots().map(({ charged }) => charged);
      this.correct(() => {
        for (const { slots } of this.instalments) {
          for (const part of parts) {
            if (isMoved || (part === 'penalty' && waivesPenalties)) slots[part].charged = slots[part].paid;
          }
        }
        for (const { dueDate, parts: of } of isMoved ? planned.payments : []) {
          this.instalments.push({
            ...{ dueDate, extendedFrom: null, chargedThrough: null },
            ...{ hasLateFee: false, lateFee: 0, extensionFee: 0 },
            slots: partsBy((part): Slot => ({ charged: of[part], paid: 0 })),
          });
        }
        this.waived.penalty += planned.waived;
        const moved = this.slots().map(({ charged }, place) => charged - (before[place] ?? 0));
        Object.assign(plan, { state: 'agreed', moved, waived: planned.waived });
      });
      if (moratoriumDays > 0) this.pause(id, null, later(this.today, moratoriumDays));
      this.tell('plan.accepted', { planId: id, ...this.toldOf(planned) });
      return { isRepeated: false };
    });
  }

  declinePlan(id: string): Refused | undefined {
    return this.carryOut(() => {
      const plan = this.planNamed(id);
      if (plan.state === 'declined') return;
      if (plan.state !== 'proposed') return conflict;
      this.endPlan(plan, 'declined');
    });
  }

  expirePlan(id: string): undefined {
    this.carryOut(() => {
      const plan = this.planNamed(id);
      if (plan.state === 'proposed' && plan.validThrough < this.today) this.endPlan(plan, 'expired');
    });
  }

  /** What it moved is owed where it was. */
  undoPlan(id: string): Refused | { readonly moved: number } {
    return this.carryOut(() => {
      const plan = this.planNamed(id);
      if (plan.state === 'undone') return { moved: 0 };
      const wasAgreed = plan.state === 'agreed';
      if (!wasAgreed && plan.state !== 'proposed') return conflict;
      if (wasAgreed) {
        if (this.isSold) return conflict;
        this.upToDate();
        const places = this.slots();
        if (places.some(({ charged }, place) => charged < (plan.moved[place] ?? 0))) return conflict;
        this.correct(() => {
          for (const [place, amount] of plan.moved.entries()) {
            const slot = places[place];
            if (slot) slot.charged -= amount;
          }
          this.waived.penalty -= plan.waived;
        });
        const pause = this.pauses.find((one) => one.cause === id && (one.throughDay ?? '') > this.today);
        if (pause) pause.throughDay = this.today;
      }
      plan.state = 'undone';
      this.tell('plan.undone', { planId: id, wasAgreed });
      return { moved: sum(plan.moved.filter((amount) => amount < 0).map((amount) => -amount)) };
    });
  }

  private disputeNamed(id: string): ModelDispute {
    const dispute = this.disputes.find((one) => one.id === id);
    if (!dispute) throw new Error('no such dispute');
    return dispute;
  }

  private endDispute(
    dispute: ModelDispute,
    state: 'upheld' | 'rejected',
    figures: {
      readonly amountMinor: number;
      readonly takenOffMinor: number;
      readonly vatTakenOffMinor: number;
    },
  ): void {
    dispute.state = state;
    this.endPause(dispute.id);
    const isPart = state === 'upheld' && figures.takenOffMinor < figures.amountMinor;
    this.tell('charge.dispute-answered', { ...figures, decision: isPart ? 'upheld-in-part' : state });
  }
}

function partOf(kind: ModelChargeKind): Exclude<Part, 'principal'> {
  if (kind === 'late-fee') return 'penalty';
  return kind === 'extension-fee' ? 'fee' : kind;
}

/** Whether money is what a claim tells of: its key, or with no other key of its bank's the way, the amount and the day, give or take one. */
function meets(claim: Omit<ModelClaim, 'state'>, money: ModelMoney): boolean {
  const key = keyOf(money.trackingKey ?? money.eventId);
  if (claim.trackingKey !== '' && claim.trackingKey === key) return true;
  if (claim.trackingKey !== '' && money.trackingKey !== null && key !== '') return false;
  const transfers = ['bank-transfer', 'virtual-account'];
  const isSameWay =
    claim.channel === money.channel ||
    money.channel === 'other' ||
    (claim.channel === 'other' && money.channel !== 'card') ||
    (transfers.includes(claim.channel) && transfers.includes(money.channel));
  const isNear = Math.abs(daysFrom(claim.paidOn, money.paidOn)) <= 1;
  return isSameWay && isNear && claim.amount === money.amount;
}
