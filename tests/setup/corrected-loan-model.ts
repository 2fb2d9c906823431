const parts = ['penalty', 'fee', 'vat', 'interest', 'principal'] as const;
type Part = (typeof parts)[number];

interface Slot {
  charged: number;
  paid: number;
}

interface ModelInstalment {
  dueDate: string;
  /** A late fee is charged once on an instalment, also when it was extended and is late again (LEGAL-2). */
  hasLateFee: boolean;
  readonly slots: Record<Part, Slot>;
}

interface Effect {
  /** What it settled, in the order of `slots()`. */
  readonly settled: number[];
  held: number;
  recovered: number;
  /** What extending cost, and what disputes took off that. */
  fee: { readonly index: number; readonly amount: number; takenOff: number } | null;
  moved: { readonly index: number; readonly from: string; readonly to: string }[];
  isReversed: boolean;
  readonly amount: number;
}

interface ModelWaiver {
  readonly part: 'penalty' | 'fee';
  readonly amounts: number[];
  isReversed: boolean;
}

/** What each instalment was charged by its disbursal. */
export type ModelCharges = { readonly dueDate: string } & Readonly<Record<Part, number>>;

/** Terms as plain numbers. */
export interface ModelTerms {
  readonly bands: readonly { readonly fromDay: number; readonly dailyPpm: number }[];
  readonly lateFee: number;
  readonly vatPpm: number;
  readonly annualInterestPpm: number;
  /** Days after the disbursal within which the loan can be given back; 0 for never. */
  readonly coolingOffDays: number;
  /** Whether no penalty is charged on a disputed charge. */
  readonly pausesOnDispute: boolean;
  /** Whether no penalty is charged while a payment is looked for. */
  readonly pausesOnClaim: boolean;
}

/** What a day charged to an instalment. */
interface ModelPenalty {
  readonly index: number;
  readonly day: string;
  readonly amount: number;
  readonly isLateFee: boolean;
}

/** What a dispute took off a charge of penalties. */
interface ModelRelief {
  readonly index: number;
  readonly amount: number;
  readonly isLateFee: boolean;
  isReversed: boolean;
}

interface ModelDispute {
  readonly index: number;
  readonly part: Part;
  readonly amount: number;
  readonly isPausing: boolean;
  readonly fromDay: string;
  throughDay: string | null;
}

const dayMs = 86_400_000;

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
}

/** amount × ppm / 10^6, half to even, apart from the domain's. */
function share(amount: number, ppm: number): number {
  const product = BigInt(amount) * BigInt(ppm);
  const whole = product / 1_000_000n;
  const rest = product % 1_000_000n;
  return Number(whole + (rest > 500_000n || (rest === 500_000n && whole % 2n === 1n) ? 1n : 0n));
}

/**
 * A loan under payments, reversals, refunds, waivers, disputes, write-offs and extensions, as a list of slots that are charged and
 * paid: no ledger, no database and none of the domain's arithmetic, so that the two check each other.
 */
export class CorrectedLoanModel {
  held = 0;
  refundPayable = 0;
  cash = 0;
  recovered = 0;
  lost = 0;
  waived = 0;
  isWrittenOff = false;
  isSold = false;
  /** What a sale did not bring of what was owed. */
  lostBySale = 0;
  readonly instalments: ModelInstalment[];
  private readonly terms: ModelTerms;
  private readonly lent: number;
  /** What days charged and was not taken back. */
  private penalties: ModelPenalty[] = [];
  /** Days up to it stay as they are charged. */
  private correctedOn = '';
  private readonly disputes = new Map<string, ModelDispute>();
  private readonly wholePauses = new Map<string, { readonly fromDay: string; throughDay: string | null }>();
  private readonly reliefs: ModelRelief[] = [];
  readonly payments = new Map<string, Effect>();
  readonly waivers = new Map<string, ModelWaiver>();
  readonly refunds = new Map<string, { readonly amount: number; state: 'requested' | 'sent' | 'failed' }>();

  constructor(charges: readonly ModelCharges[], terms: ModelTerms) {
    this.terms = terms;
    this.instalments = charges.map((charge) => ({
      dueDate: charge.dueDate,
      hasLateFee: false,
      slots: Object.fromEntries(parts.map((part) => [part, { charged: charge[part], paid: 0 }])) as Record<
        Part,
        Slot
      >,
    }));
    this.lent = charges.reduce((sum, { principal }) => sum + principal, 0);
    this.cash = -this.lent;
  }

  private slots(): Slot[] {
    return this.instalments.flatMap(({ slots }) => parts.map((part) => slots[part]));
  }

  owed(): number {
    return this.slots().reduce((sum, { charged, paid }) => sum + charged - paid, 0);
  }

  private owedOn({ slots }: ModelInstalment): number {
    return parts.reduce((sum, part) => sum + slots[part].charged - slots[part].paid, 0);
  }

  status(today: string): string {
    if (this.isSold) return 'sold';
    if (this.owed() === 0) return 'settled';
    if (this.isWrittenOff) return 'written-off';
    const isLate = this.instalments.some((one) => one.dueDate < today && this.owedOn(one) > 0);
    return isLate ? 'overdue' : 'to-repay';
  }

  /** Adds what a new day costs, unless the loan is written off. */
  beginDay(today: string): void {
    if (this.isWrittenOff || this.isSold || this.owed() === 0) return;
    for (const [index, instalment] of this.instalments.entries()) {
      this.charge(index, today, instalment.hasLateFee);
    }
  }

  /** What the day after `today` adds to the instalments that are late, late fees left out. */
  nextDayCost(today: string): number {
    if (this.isWrittenOff || this.isSold) return 0;
    return this.instalments.reduce((sum, one, index) => {
      const isLate = one.dueDate < today && this.owedOn(one) > 0;
      return isLate ? sum + this.dailyCost(index, dayAfter(today)) : sum;
    }, 0);
  }

  private daysLate(index: number, day: string): number {
    return (Date.parse(day) - Date.parse(this.instalments[index]?.dueDate ?? day)) / dayMs;
  }

  private dailyCost(index: number, day: string): number {
    const late = this.daysLate(index, day);
    if (late < 1) return 0;
    const rate = this.terms.bands.filter(({ fromDay }) => fromDay <= late).at(-1)?.dailyPpm ?? 0;
    return share(this.baseOn(index, day), rate);
  }

  /** What a day's penalty is charged on: what is unpaid but for penalties and for what is disputed and pauses. */
  private baseOn(index: number, day: string): number {
    const slots = this.instalments[index]?.slots;
    const holds = (one: { readonly fromDay: string; readonly throughDay: string | null }) =>
      one.fromDay <= day && (one.throughDay === null || day <= one.throughDay);
    const pausing = [...this.disputes.values()].filter(
      (one) => one.isPausing && one.index === index && holds(one),
    );
    if (!slots || pausing.some(({ part }) => part === 'penalty')) return 0;
    if ([...this.wholePauses.values()].some(holds)) return 0;
    return parts.slice(1).reduce((sum, part) => {
      const unpaid = slots[part].charged - slots[part].paid;
      const paused = pausing.filter((one) => one.part === part).reduce((all, { amount }) => all + amount, 0);
      return sum + Math.max(0, unpaid - paused);
    }, 0);
  }

  private charge(index: number, day: string, hasLateFee: boolean): void {
    const instalment = this.instalments[index];
    const late = this.daysLate(index, day);
    if (!instalment || late < 1 || this.baseOn(index, day) === 0) return;
    const add = (amount: number, isLateFee: boolean) => {
      if (amount === 0) return;
      instalment.slots.penalty.charged += amount;
      this.penalties.push({ index, day, amount, isLateFee });
    };
    if (late === 1 && !hasLateFee) {
      instalment.hasLateFee = true;
      add(this.terms.lateFee, true);
    }
    add(this.dailyCost(index, day), false);
  }

  private settle(amount: number): { readonly settled: number[]; readonly rest: number } {
    let rest = amount;
    const settled = this.slots().map((slot) => {
      const taken = this.isSold ? 0 : Math.min(rest, slot.charged - slot.paid);
      slot.paid += taken;
      rest -= taken;
      return taken;
    });
    return { settled, rest };
  }

  /** What the balance changed by was recovered or lost, where the loan is written off. */
  private follow(before: number, cause: 'payment' | 'correction', recoveredBefore = 0): number {
    const change = this.owed() - before;
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

  /** A payment of a day before today: what days after it charged is charged anew, unless it was paid by then or corrected. */
  payLate(name: string, amount: number, paidOn: string, today: string): void {
    const from = paidOn > this.correctedOn ? paidOn : this.correctedOn;
    const takenBack = this.penalties.filter(({ day }) => day > from);
    const after = this.instalments.map(({ slots }, index) => {
      const own = takenBack.filter((one) => one.index === index);
      return slots.penalty.charged - own.reduce((sum, one) => sum + one.amount, 0);
    });
    const isUnpaid = this.instalments.every(({ slots }, index) => {
      const isConcerned = takenBack.some((one) => one.index === index);
      return !isConcerned || slots.penalty.paid <= (after[index] ?? 0);
    });
    if (!isUnpaid || takenBack.length === 0) {
      this.pay(name, amount);
      return;
    }
    this.penalties = this.penalties.filter(({ day }) => day <= from);
    for (const [index, { slots }] of this.instalments.entries()) slots.penalty.charged = after[index] ?? 0;
    this.pay(name, amount);
    for (let day = dayAfter(from); day <= today; day = dayAfter(day)) {
      for (const index of new Set(takenBack.map((one) => one.index))) {
        const hasLateFee = this.penalties.some((one) => one.index === index && one.isLateFee);
        this.charge(index, day, hasLateFee);
      }
    }
  }

  pay(name: string, amount: number): void {
    const before = this.owed();
    const { settled, rest } = this.settle(amount);
    this.held += rest;
    this.cash += amount;
    const recovered = this.follow(before, 'payment');
    this.payments.set(name, {
      settled,
      held: rest,
      recovered,
      fee: null,
      moved: [],
      isReversed: false,
      amount,
    });
  }

  /** A payment that extends: penalties of what moves and the fee first, then the usual order. */
  extend(name: string, amount: number, fee: number, newDueDate: string, today: string): void {
    const late = this.instalments.filter((one) => one.dueDate < today && this.owedOn(one) > 0);
    const next = this.instalments.find((one) => this.owedOn(one) > 0);
    const moving = late.length > 0 ? late : next ? [next] : [];
    const before = this.slots().map(({ paid }) => paid);
    let rest = amount;
    for (const { slots } of moving) {
      const penalty = slots.penalty.charged - slots.penalty.paid;
      slots.penalty.paid += penalty;
      rest -= penalty;
    }
    const [first] = moving;
    if (!first) throw new Error('nothing to extend');
    first.slots.fee.charged += fee;
    first.slots.fee.paid += fee;
    rest -= fee;
    const settled = this.settle(rest);
    this.held += settled.rest;
    this.cash += amount;
    this.payments.set(name, {
      settled: this.slots().map(({ paid }, index) => paid - (before[index] ?? 0)),
      held: settled.rest,
      recovered: 0,
      fee: { index: this.instalments.indexOf(first), amount: fee, takenOff: 0 },
      moved: moving.map((one) => ({
        index: this.instalments.indexOf(one),
        from: one.dueDate,
        to: newDueDate,
      })),
      isReversed: false,
      amount,
    });
    for (const one of moving) one.dueDate = newDueDate;
  }

  reverse(name: string, today: string): void {
    this.correctedOn = today;
    const payment = this.payments.get(name);
    if (!payment || payment.isReversed) throw new Error('no such payment');
    payment.isReversed = true;
    const before = this.owed();
    for (const [index, slot] of this.slots().entries()) slot.paid -= payment.settled[index] ?? 0;
    this.held -= payment.held;
    this.cash -= payment.amount;
    const feeSlot = payment.fee && this.instalments[payment.fee.index]?.slots.fee;
    if (feeSlot && payment.fee) {
      // What was let off without saying of which comes off the agreed commission first.
      feeSlot.charged -= Math.min(feeSlot.charged, payment.fee.amount - payment.fee.takenOff);
    }
    for (const { index, from } of payment.moved) {
      const instalment = this.instalments[index];
      if (instalment) instalment.dueDate = from;
    }
    this.putInOrder();
    this.follow(before, 'payment', payment.recovered);
  }

  /** A dispute of a charge: while it is open, its product says so and its borrower is trusted, nothing is charged on it. */
  dispute(
    name: string,
    { isTrusted, ...charge }: Pick<ModelDispute, 'index' | 'part' | 'amount'> & { isTrusted: boolean },
    today: string,
  ): void {
    const isPausing = this.terms.pausesOnDispute && isTrusted;
    this.disputes.set(name, { ...charge, isPausing, fromDay: today, throughDay: null });
  }

  /** No penalty is charged from today on, where the terms say so. */
  pauseAll(name: string, today: string): void {
    if (this.terms.pausesOnClaim) this.wholePauses.set(name, { fromDay: today, throughDay: null });
  }

  endPause(name: string, today: string): void {
    const pause = this.wholePauses.get(name);
    if (pause) pause.throughDay = today;
  }

  endDispute(name: string, today: string): void {
    const dispute = this.disputes.get(name);
    if (!dispute) throw new Error('no such dispute');
    dispute.throughDay = today;
  }

  /** Takes part of a charge off, and the tax on it with it where it is taxed. @returns that tax. */
  takeOff(
    {
      index,
      part,
      amount,
      isTaxed,
      isExtensionFee,
      isLateFee,
    }: Pick<ModelDispute, 'index' | 'part' | 'amount'> & {
      isTaxed: boolean;
      isExtensionFee: boolean;
      isLateFee: boolean;
    },
    today: string,
  ): number {
    const slots = this.instalments[index]?.slots;
    if (!slots) throw new Error('no such charge');
    const before = this.owed();
    const tax = isTaxed ? Math.min(slots.vat.charged, share(amount, this.terms.vatPpm)) : 0;
    slots[part].charged -= amount;
    slots.vat.charged -= tax;
    const extending = [...this.payments.values()].find((one) => !one.isReversed && one.fee?.index === index);
    if (isExtensionFee && extending?.fee) extending.fee.takenOff += amount;
    if (part === 'penalty') this.reliefs.push({ index, amount, isLateFee, isReversed: false });
    this.putInOrder();
    this.follow(before, 'correction');
    this.correctedOn = today;
    return tax;
  }

  /**
   * Takes back what some days charged, and with it what disputes took off the late fees among that; where more goes than is charged then, whatever else let the
   * borrower off penalties of that instalment as well. @returns what those days had charged; null where even so more would go than is charged.
   */
  reversePenalties(fromDay: string, throughDay: string, today: string): number | null {
    const own = this.penalties.filter(({ day }) => fromDay <= day && day <= throughDay);
    if (own.length === 0) return 0;
    const charged = this.instalments.map(({ slots }) => slots.penalty.charged);
    const add = (index: number, amount: number) => {
      charged[index] = (charged[index] ?? 0) + amount;
    };
    for (const { index, amount } of own) add(index, -amount);
    const standing = this.reliefs.filter(({ isReversed }) => !isReversed);
    const ofLateFees = standing.filter(
      ({ index, isLateFee }) => isLateFee && own.some((one) => one.isLateFee && one.index === index),
    );
    for (const { index, amount } of ofLateFees) add(index, amount);
    const short = charged.map((amount) => amount < 0);
    const others = standing.filter((relief) => short[relief.index] && !ofLateFees.includes(relief));
    for (const { index, amount } of others) add(index, amount);
    const waivers = [...this.waivers.values()].filter(
      ({ part, isReversed, amounts }) =>
        part === 'penalty' && !isReversed && amounts.some((amount, index) => amount > 0 && short[index]),
    );
    for (const { amounts } of waivers) for (const [index, amount] of amounts.entries()) add(index, amount);
    if (charged.some((amount) => amount < 0)) return null;

    const before = this.owed();
    this.penalties = this.penalties.filter((one) => !own.includes(one));
    for (const relief of [...ofLateFees, ...others]) relief.isReversed = true;
    for (const waiver of waivers) {
      waiver.isReversed = true;
      this.waived -= waiver.amounts.reduce((sum, amount) => sum + amount, 0);
    }
    for (const [index, instalment] of this.instalments.entries()) {
      instalment.slots.penalty.charged = charged[index] ?? 0;
      if (own.some((one) => one.isLateFee && one.index === index)) instalment.hasLateFee = false;
    }
    this.putInOrder();
    this.follow(before, 'correction');
    this.correctedOn = today;
    return own.reduce((sum, { amount }) => sum + amount, 0);
  }

  private putInOrder(): void {
    const slots = this.slots();
    let pool = this.held;
    for (const slot of slots) {
      const kept = Math.min(Math.max(slot.paid, 0), slot.charged);
      pool += slot.paid - kept;
      slot.paid = kept;
    }
    for (const slot of [...slots].reverse()) {
      const taken = Math.min(slot.paid, Math.max(0, -pool));
      slot.paid -= taken;
      pool += taken;
    }
    if (pool < 0) {
      const last = slots.at(-1);
      if (last) last.charged -= pool;
      pool = 0;
    }
    this.held = this.settle(pool).rest;
  }

  /** What can be waived of a part. */
  waivable(part: 'penalty' | 'fee'): number {
    return this.instalments.reduce((sum, { slots }) => sum + slots[part].charged - slots[part].paid, 0);
  }

  waive(name: string, part: 'penalty' | 'fee', amount: number, today: string): void {
    this.correctedOn = today;
    const before = this.owed();
    let left = amount;
    const amounts = this.instalments.map(({ slots }) => {
      const taken = Math.min(left, slots[part].charged - slots[part].paid);
      slots[part].charged -= taken;
      left -= taken;
      return taken;
    });
    this.waived += amount;
    this.waivers.set(name, { part, amounts, isReversed: false });
    this.putInOrder();
    this.follow(before, 'correction');
  }

  unwaive(name: string, today: string): void {
    this.correctedOn = today;
    const waiver = this.waivers.get(name);
    if (!waiver || waiver.isReversed) throw new Error('no such waiver');
    waiver.isReversed = true;
    const before = this.owed();
    for (const [index, { slots }] of this.instalments.entries()) {
      slots[waiver.part].charged += waiver.amounts[index] ?? 0;
      this.waived -= waiver.amounts[index] ?? 0;
    }
    this.putInOrder();
    this.follow(before, 'correction');
  }

  requestRefund(name: string, amount: number): void {
    this.refunds.set(name, { amount, state: 'requested' });
    this.held -= amount;
    this.refundPayable += amount;
  }

  sendRefund(name: string): void {
    const refund = this.refunds.get(name);
    if (refund?.state !== 'requested') throw new Error('no such refund');
    refund.state = 'sent';
    this.refundPayable -= refund.amount;
    this.cash -= refund.amount;
  }

  failRefund(name: string, today: string): void {
    this.correctedOn = today;
    const refund = this.refunds.get(name);
    if (!refund || refund.state === 'failed') throw new Error('no such refund');
    if (refund.state === 'sent') this.cash += refund.amount;
    else this.refundPayable -= refund.amount;
    refund.state = 'failed';
    const before = this.owed();
    this.held += refund.amount;
    this.putInOrder();
    this.follow(before, 'payment');
  }

  writeOff(today: string): void {
    this.correctedOn = today;
    this.isWrittenOff = true;
    this.lost += this.owed();
  }

  /** Sells what is owed; of a loan that was written off before, the price is recovered. */
  sell(price: number, today: string): void {
    this.correctedOn = today;
    this.isSold = true;
    this.cash += price;
    if (this.isWrittenOff) this.recovered += price;
    else this.lostBySale += this.owed() - price;
  }

  /** What gives the loan back that many days after it was paid out; null once the days are over. */
  private givenBackFor(days: number): { readonly interest: number; readonly vat: number } | null {
    const { annualInterestPpm, coolingOffDays, vatPpm } = this.terms;
    if (days > coolingOffDays || coolingOffDays === 0) return null;
    const product = BigInt(this.lent) * BigInt(annualInterestPpm) * BigInt(days);
    const whole = product / 365_000_000n;
    const twiceRest = (product % 365_000_000n) * 2n;
    const isUp = twiceRest > 365_000_000n || (twiceRest === 365_000_000n && whole % 2n === 1n);
    const interest = Number(whole) + (isUp ? 1 : 0);
    return { interest, vat: share(interest, vatPpm) };
  }

  /** What is still to be paid to give the loan back, after so many days; null where it cannot be. */
  missingToGiveBack(days: number, today: string): number | null {
    const exit = this.givenBackFor(days);
    const isRunning = ['to-repay', 'overdue'].includes(this.status(today));
    if (exit === null || !isRunning) return null;
    const paid = this.slots().reduce((sum, slot) => sum + slot.paid, 0) + this.held;
    return Math.max(0, this.lent + exit.interest + exit.vat - paid);
  }

  /** Takes every charge off but the interest of those days and its tax. */
  giveBack(days: number, today: string): void {
    const exit = this.givenBackFor(days);
    if (!exit) throw new Error('the days are over');
    const before = this.owed();
    const keep = (part: Part, amount: number) => {
      let left = amount;
      for (const { slots } of this.instalments) {
        slots[part].charged = Math.min(left, slots[part].charged);
        left -= slots[part].charged;
      }
    };
    keep('penalty', 0);
    keep('fee', 0);
    keep('interest', exit.interest);
    keep('vat', exit.vat);
    this.putInOrder();
    this.follow(before, 'correction');
    this.correctedOn = today;
  }

  reinstate(today: string): void {
    this.correctedOn = today;
    this.isWrittenOff = false;
    this.lost = 0;
    this.recovered = 0;
  }
}
