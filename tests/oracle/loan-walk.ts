import { isDeepStrictEqual } from 'node:util';
import { type Booking, evolve } from '#domain/booking/booking.ts';
import { type Command, decide, journalOf } from '#domain/booking/decide.ts';
import { amountDueAt, settlementOf } from '#domain/booking/early-settlement.ts';
import { currentExtension } from '#domain/booking/extension.ts';
import type { Movement } from '#domain/booking/movement.ts';
import { plannedToday } from '#domain/booking/new-plan.ts';
import { nextDayPenalty } from '#domain/booking/penalties.ts';
import {
  type Circumstances,
  type Dispute,
  type EarningPeriod,
  type EarningPlan,
  type JournalEntry,
  type JournalPart,
  journalKinds,
  type LoanState,
  type NewPlan,
  nothingHappened,
  type Payment,
} from '#domain/booking/state.ts';
import { addDays, type LocalDate, localDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { chargeKinds } from '#domain/loan/charge-dispute.ts';
import { remainingTotal } from '#domain/loan/instalment-state.ts';
import { type NewPlanTerms, plannedDebtKey } from '#domain/loan/new-plan.ts';
import { allMarkets, currencyOf, dayIn, type Market, marketOf, startOfDayIn } from '#domain/market.ts';
import { type MinorAmount, minorAmount, zeroMinor } from '#domain/money/money.ts';
import type { QuotedTermName, QuotedTermValues } from '#domain/offer/product-term-table.ts';
import { type ProductTerms, prepaymentRuleOf } from '#domain/offer/product-terms.ts';
import { buildSchedule } from '#domain/offer/schedule.ts';
import { type ClaimChannel, claimChannels } from '#domain/repayment/payment-claim.ts';
import {
  CorrectedLoanModel,
  type ModelChargeKind,
  type ModelEvent,
  type ModelMoney,
  type ModelTerms,
  type Refused,
} from '#tests/setup/corrected-loan-model.ts';
import { earnedPart, LoanIncomeModel } from '#tests/setup/loan-income-model.ts';
import { seededRandom } from '#tests/setup/seeded-random.ts';

// One loan through random commands, decided by the service's rules and by the model, which are compared after each.

const parts = ['penalty', 'fee', 'vat', 'interest', 'principal'] as const;
const reason = 'walk';
const firstDay = localDate('2026-11-20');

/** A command and what the model makes of it; none where the loan has nothing to ask it of. */
interface Step {
  readonly command: Command;
  readonly expect: () => unknown;
}

/** What is decided otherwise than the model says, or breaks what holds of every booking. */
export class Disagreement extends Error {}

const json = (value: unknown) => JSON.stringify(value);

function expectSame(what: string, real: unknown, model: unknown): void {
  if (json(real) !== json(model)) {
    throw new Disagreement(`${what}\n  decided: ${json(real)}\n  model:   ${json(model)}`);
  }
}

function expectTrue(what: string, isTrue: boolean): void {
  if (!isTrue) throw new Disagreement(what);
}

export type Chance = ReturnType<typeof chanceOf>;

export function chanceOf(seed: number) {
  const { below } = seededRandom(seed);
  const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  return { below, oneOf, isOneIn: (count: number) => below(count) === 0 };
}

const daysOfCount: Readonly<Record<number, number>> = { 1: 91, 3: 31, 4: 30, 6: 17, 12: 30 };
const walkedFee = ({ below, oneOf }: Chance) => minorAmount(oneOf([0, 10_000, below(100_000)]));

/** How each quoted term is drawn; undefined leaves it out, as old quotes do. */
const draws: {
  readonly [Name in QuotedTermName]: (
    chance: Chance,
    drawn: Partial<QuotedTermValues>,
  ) => QuotedTermValues[Name] | undefined;
} = {
  instalmentCount: ({ oneOf }) => oneOf(Object.keys(daysOfCount).map(Number)),
  instalmentDays: (_, { instalmentCount = 1 }) => daysOfCount[instalmentCount],
  minimumMinor: () => minorAmount(1),
  maximumMinor: () => minorAmount(2_000_000),
  stepMinor: () => minorAmount(1),
  annualInterestPpm: ({ below, oneOf }) => oneOf([0, 180_000, below(900_000)]),
  dailyInterestPpm: () => 493,
  feePpm: ({ below, oneOf }) => oneOf([0, 60_000, below(200_000)]),
  vatPpm: ({ oneOf }) => oneOf([0, 160_000, 180_000]),
  allowsPrepayment: () => true,
  earlyRepayment: ({ oneOf }) =>
    oneOf([undefined, 'whole-plan', 'days-used', 'days-used', 'days-used', 'days-used']),
  earlyRepaymentFee: ({ oneOf }, { earlyRepayment }) =>
    earlyRepayment === 'days-used'
      ? oneOf([undefined, undefined, 'kept', 'days-used', 'days-used'])
      : undefined,
  prepayment: ({ oneOf }) => oneOf([undefined, 'next-payments', 'shortens', 'shortens', 'lowers', 'lowers']),
  pausesPenaltyOnClaim: ({ isOneIn }) => !isOneIn(3),
  pausesPenaltyOnDispute: ({ isOneIn }) => !isOneIn(3),
  penaltyBands: ({ below, oneOf }) =>
    oneOf([
      [],
      [{ fromDay: 1, dailyPpm: 30_000 }],
      [
        { fromDay: 1, dailyPpm: 50_000 },
        { fromDay: 3, dailyPpm: 40_000 },
        { fromDay: 31, dailyPpm: below(30_000) },
      ],
    ]),
  lateToleranceMinor: ({ below, oneOf }) =>
    oneOf([undefined, undefined, minorAmount(oneOf([0, 1, below(100_000)]))]),
  lateFeeNewMinor: walkedFee,
  lateFeeRepeatMinor: walkedFee,
  penaltyMaxOfPaymentPpm: ({ below, oneOf }) => oneOf([undefined, oneOf([0, 1_000_000, below(1_000_000)])]),
  penaltyMaxOfLoanPpm: ({ below, oneOf }) => oneOf([undefined, oneOf([0, 1_000_000, below(500_000)])]),
  extensionDailyPpm: ({ below, oneOf }) => oneOf([0, 10_000, 10_000, below(30_000)]),
  extensionMaxDays: ({ oneOf }) => oneOf([0, 3, 7, 7, 7]),
  extensionCostMaxPpm: ({ oneOf }) => oneOf([0, 0, 300_000]),
  nonAccrualDaysLate: ({ below, oneOf }) => oneOf([undefined, 1 + below(60), 30]),
};

export function drawnTerms(chance: Chance): ProductTerms {
  const { oneOf } = chance;
  const market = oneOf(allMarkets);
  const taxOn = oneOf([undefined, marketOf[market].tax.on, ['interest'] as const]);
  const drawn: Partial<QuotedTermValues> = {};
  for (const name of Object.keys(draws) as QuotedTermName[]) {
    const value = draws[name](chance, drawn);
    if (value !== undefined) Object.assign(drawn, { [name]: value });
  }
  return {
    productId: 'walked',
    market,
    currency: currencyOf(market),
    deadlineZone: marketOf[market].timeZone,
    ...(taxOn && { taxOn }),
    ...(drawn as QuotedTermValues),
  };
}

/** Codes that the loan is paid with. */
const references = [
  { code: 'CODE-BANK', channelKind: 'bank-transfer' },
  { code: 'CODE-STORE', channelKind: 'store' },
] as const;

/** How often each command was carried out, and how often it was refused and why. */
export type Decisions = Map<string, number>;

/** A loan by the terms that decide it, and by what its borrower was told of them. */
export interface ToldLoan {
  readonly terms: ProductTerms;
  readonly isRepeatBorrower: boolean;
  readonly principal: MinorAmount;
  readonly told: ModelTerms;
}

/** A loan that is walked, by the service's rules and by the model. */
class LoanWalk {
  readonly lines: string[] = [];
  private readonly decisions: Decisions;
  private readonly chance: Chance;
  private readonly model: CorrectedLoanModel;
  private state: LoanState;
  private journal: JournalEntry[] = [];
  private readonly accounts = new Map<string, number>();
  /** What of the accounts is of one part of what was charged. */
  private readonly partsOfAccounts = new Map<string, number>();
  private readonly income: LoanIncomeModel;
  /** The periods that the loan earned and earns by. */
  private periods: {
    readonly of: EarningPeriod;
    readonly since: LocalDate;
    readonly until: LocalDate | null;
  }[] = [];
  private readonly startsOfDays = new Map<LocalDate, number>();
  private readonly payments = new Map<string, Payment>();
  private readonly coolingOffDays: number;
  /** How far behind today the last bookable day stays, while the clock leaps; null for a clock that does not. */
  private readonly bookableLag: number | null;
  private readonly canGoBack: boolean;
  private readonly theme: readonly (() => Step | null)[];
  private readonly market: Market;
  private readonly hourMs: number;
  private today = firstDay;
  private latest = firstDay;
  private seconds = 0;
  private bookableThrough: LocalDate | null = null;
  private count = 0;
  private ids = 0;

  /** @param toldLoan drawn where it is not given; its model knows only what the borrower was told. */
  constructor(seed: number, decisions: Decisions, toldLoan?: ToldLoan) {
    this.decisions = decisions;
    this.chance = chanceOf(seed);
    const { below, oneOf, isOneIn } = this.chance;
    this.coolingOffDays = toldLoan?.told.coolingOffDays ?? oneOf([0, 3, 40]);
    const namesCoolingOffDays = isOneIn(2);
    const terms: ProductTerms = toldLoan?.terms ?? {
      ...drawnTerms(this.chance),
      ...(namesCoolingOffDays && { coolingOffDays: this.coolingOffDays }),
    };
    const { market, currency } = terms;
    this.market = market;
    this.bookableLag = isOneIn(10) ? below(8) : null;
    this.canGoBack = isOneIn(4);
    this.hourMs = oneOf([0, 12, 23]) * 3_600_000;
    this.theme = this.drawnTheme();
    const isRepeatBorrower = toldLoan?.isRepeatBorrower ?? isOneIn(2);
    const principal =
      toldLoan?.principal ?? minorAmount(oneOf([500_000, 1 + below(2_000_000), 1 + below(100)]));
    const loan: LoanState['loan'] = {
      ...{ id: 'loan', borrowerId: 'borrower', serialNumber: 1, orderNumber: 'LL-1', productId: 'walked' },
      ...{ market, currency, status: 'under-review', principalMinor: principal, termDays: 120 },
      ...{ balanceMinor: zeroMinor, suspenseMinor: zeroMinor, appliedAt: this.moment(firstDay) },
      ...{ isRepeatBorrower, terms, schedule: buildSchedule(terms, principal, firstDay) },
      ...{
        declineReason: null,
        reapplyOn: null,
        disbursedOn: null,
        disbursalReference: null,
        settledAt: null,
      },
      ...{ writtenOffAt: null, soldAt: null, buyerName: null, buyerContact: null, reopenedAt: null },
      correctedOn: null,
      ...{ nonAccrualSince: null, earningSince: null },
    };
    this.state = { ...nothingHappened, loan, references };
    this.model = new CorrectedLoanModel(
      toldLoan?.told ?? {
        ...terms,
        lateFee: terms[isRepeatBorrower ? 'lateFeeRepeatMinor' : 'lateFeeNewMinor'],
        coolingOffDays: this.coolingOffDays,
        namesCoolingOffDays,
      },
      principal,
      firstDay,
    );
    // 90 days where a product says nothing.
    this.income = new LoanIncomeModel(this.model, terms.nonAccrualDaysLate ?? 90);
  }

  private moment(day: LocalDate): Date {
    const entry = this.startsOfDays.get(day) ?? startOfDayIn(this.market, day).getTime();
    this.startsOfDays.set(day, entry);
    return new Date(entry + this.hourMs + this.seconds * 1000);
  }

  private readonly nextId = () => {
    this.ids += 1;
    return `id-${String(this.ids).padStart(9, '0')}`;
  };

  private get circumstances(): Circumstances {
    const { bookableThrough, nextId } = this;
    return { now: this.moment(this.today), bookableThrough, closedThrough: null, actor: 'host', nextId };
  }

  /** Lets time pass and carries out a command, where there is anything to ask. */
  step(): void {
    this.count += 1;
    this.passTime();
    const step = this.count <= 2 ? this.begin() : this.draw();
    if (step) this.carryOut(step);
  }

  /** Pays the loan out on the day it was asked for, and comes to days on which nothing else happens: what is late, settles and extends it. */
  visit(daysAfter: readonly number[]): ReadonlyMap<number, number> {
    const { model } = this;
    this.carryOut({ command: { act: 'approve' }, expect: () => model.approve() });
    this.carryOut(this.disburse('T1', firstDay));
    return new Map(
      daysAfter.map((days) => {
        this.today = addDays(firstDay, days);
        this.carryOut(this.look());
        this.expectExtension();
        return [days, this.state.instalments.reduce((sum, { charged }) => sum + charged.penalty, 0)];
      }),
    );
  }

  private expectExtension(): void {
    const { loan, instalments } = this.state;
    const current = currentExtension(loan, instalments, this.today);
    const price = typeof current === 'string' ? null : current.offer.payTodayMinor;
    expectSame('what extending costs', price, this.model.extensionPrice());
  }

  private passTime(): void {
    const { below, oneOf, isOneIn } = this.chance;
    const untilDue = this.count === 3 && isOneIn(2) ? this.state.loan.terms.instalmentDays : 0;
    const ahead = untilDue + oneOf([0, 0, 0, 1, 1, 2, below(10), below(40)]) + (isOneIn(60) ? 90 : 0);
    const isBack = this.canGoBack && this.today > addDays(firstDay, 8) && isOneIn(8);
    this.today = addDays(this.today, isBack ? -1 - below(5) : ahead);
    if (this.today > this.latest) this.latest = this.today;
    this.seconds = ahead > 0 || isBack ? this.count : this.seconds + 1;
    if (this.bookableLag === null) return;
    const through = addDays(this.today, -this.bookableLag);
    if (this.bookableThrough === null || through > this.bookableThrough) this.bookableThrough = through;
  }

  private begin(): Step {
    const { isOneIn, below } = this.chance;
    const { model } = this;
    if (this.count === 1 && isOneIn(50)) return this.decide();
    if (this.count === 1) return { command: { act: 'approve' }, expect: () => model.approve() };
    const disbursedOn = isOneIn(4) ? undefined : addDays(this.today, -below(3));
    return this.disburse('T1', disbursedOn);
  }

  private disburse(reference: string, disbursedOn: LocalDate | undefined): Step {
    return {
      command: { act: 'disburse', reference, disbursedOn },
      expect: () => this.model.disburse(reference, disbursedOn ?? this.today),
    };
  }

  /** What there is to pay, in part, whole or more. */
  private drawnAmount(): MinorAmount {
    const { oneOf, below } = this.chance;
    const owed = this.model.owed();
    const settles = this.model.on(this.today, this.bookableThrough).settlement();
    const [first] = this.model.instalments.flatMap(({ slots }) => {
      const unpaid = parts.reduce((total, part) => total + slots[part].charged - slots[part].paid, 0);
      return unpaid > 0 ? [unpaid] : [];
    });
    const percent = (share: number) => Math.floor((Math.max(owed, 1_000) * share) / 100);
    return minorAmount(
      Math.max(
        1,
        oneOf([
          1,
          percent(1),
          percent(10),
          percent(30),
          percent(below(100)),
          first ?? 1,
          first ?? 1,
          owed,
          owed,
          ...[settles, settles, settles - 1, settles + below(50)],
          ...[(first ?? 1) + percent(below(40)), (first ?? 1) + percent(below(40)), (first ?? 1) + 1],
          percent(150),
        ]),
      ),
    );
  }

  private draw(): Step | null {
    const { oneOf, below, isOneIn } = this.chance;
    // While a clock is behind what was booked penalties that were charged ahead are taken back, by a person or a payment, and it is written off and opened again.
    if (this.today < this.latest) {
      return oneOf([
        ...[() => this.look(), () => this.takeBackPenalties(), () => this.receive()],
        ...[() => this.writeOff(), () => this.reinstate()],
      ])();
    }
    // Principal is prepaid while there is some.
    if (this.count < 12 && prepaymentRuleOf(this.state.loan.terms) !== 'next-payments' && isOneIn(3)) {
      return this.prepay();
    }
    if (isOneIn(2)) return oneOf(this.theme)();
    const seldom = [
      ...[() => this.writeOff(), () => this.writeOff(), () => this.reinstate(), () => this.sell()],
      ...[() => this.erase(), () => this.cancel(), () => this.decide(), () => this.giveBack()],
      () => this.disburse(oneOf(['T1', 'T2']), addDays(this.today, below(5) - 3)),
    ];
    if (isOneIn(12)) return oneOf(seldom)();
    return oneOf([
      ...[
        () => this.look(),
        () => this.look(),
        () => this.receive(),
        () => this.receive(),
        () => this.receive(),
      ],
      ...[() => this.receiveLate(), () => this.receiveLate(), () => this.takeBack(), () => this.takeBack()],
      ...[
        () => this.waive(),
        () => this.takeBackWaiver(),
        () => this.takeBackPenalties(),
        () => this.requestRefund(),
      ],
      ...[() => this.sendRefund(), () => this.failRefund(), () => this.dispute(), () => this.answer()],
      ...[() => this.offerThenPay(), () => this.claim(), () => this.notFound(), () => this.receiveClaim()],
      ...[() => this.proposePlan(), () => this.acceptPlan(), () => this.acceptPlan(), () => this.endPlan()],
    ])();
  }

  /** What a loan is drawn half of its commands from, so that those that bear on each other meet. */
  private drawnTheme(): readonly (() => Step | null)[] {
    return this.chance.oneOf([
      [() => this.receive(), () => this.receiveLate(), () => this.receiveLate(), () => this.takeBack()],
      [
        () => this.claim(),
        () => this.claim(),
        () => this.receiveClaim(),
        () => this.receiveClaim(),
        () => this.notFound(),
      ],
      [
        () => this.dispute(),
        () => this.dispute(),
        () => this.answer(),
        () => this.answer(),
        () => this.takeBackPenalties(),
      ],
      [
        () => this.correctExtension(),
        () => this.correctExtension(),
        () => this.correctExtension(),
        () => this.answer(),
        () => this.waive(),
      ],
      [
        () => this.writeOff(),
        () => this.reinstate(),
        () => this.receive(),
        () => this.takeBack(),
        () => this.takeBack(),
      ],
      [
        () => this.offerThenPay(),
        () => this.offerThenPay(),
        () => this.takeBackPenalties(),
        () => this.reinstate(),
        () => this.writeOff(),
      ],
      [() => this.waive(), () => this.waive(), () => this.takeBackWaiver(), () => this.takeBackPenalties()],
      [
        () => this.receiveMore(),
        () => this.requestRefund(),
        () => this.sendRefund(),
        () => this.failRefund(),
        () => this.takeBack(),
      ],
      [() => this.giveBack(), () => this.giveBack(), () => this.receive(), () => this.takeBack()],
      [
        ...[() => this.prepay(), () => this.prepay(), () => this.prepay(), () => this.takeBack()],
        ...[() => this.receive(), () => this.receiveLate(), () => this.correctExtension()],
      ],
      [
        ...[() => this.proposePlan(), () => this.acceptPlan(), () => this.acceptPlan(), () => this.receive()],
        ...[() => this.undoPlan(), () => this.takeBack(), () => this.receiveLate()],
      ],
    ]);
  }

  /** Pays the next payment and part of what comes after it, of today or some days ago. */
  private prepay(): Step | null {
    const { below, oneOf } = this.chance;
    const [first = 1, ...others] = this.model.totals().filter((amount) => amount > 0);
    const more = Math.floor((others.reduce((sum, amount) => sum + amount, 0) * (1 + below(90))) / 100);
    const paidOn = addDays(this.today, -oneOf([0, 0, 0, below(30)]));
    return this.money({ amount: minorAmount(first + more + below(3)), paidOn });
  }

  private receiveMore(): Step | null {
    return this.money({ amount: minorAmount(this.model.owed() + 1 + this.chance.below(100_000)) });
  }

  private look(): Step {
    const act = this.chance.oneOf(['look', 'accrue'] as const);
    return { command: { act }, expect: () => this.model.look() };
  }

  private decide(): Step {
    const { model } = this;
    return this.chance.isOneIn(2)
      ? { command: { act: 'approve' }, expect: () => model.approve() }
      : { command: { act: 'decline', reason, reapplyOn: null }, expect: () => model.decline() };
  }

  private cancel(): Step {
    return { command: { act: 'cancel', reason }, expect: () => this.model.cancel() };
  }

  private get isPaidOut(): boolean {
    return this.model.disbursedOn !== null;
  }

  private receive(): Step | null {
    return this.money({ amount: this.drawnAmount() });
  }

  private receiveLate(): Step | null {
    const { below } = this.chance;
    return this.money({ amount: this.drawnAmount(), paidOn: addDays(this.today, -below(20)) });
  }

  /** Money that arrived, of today unless it is said otherwise. */
  private money({
    amount,
    paidOn: day = this.today,
    purpose = 'repay',
    claimId,
    eventId,
    trackingKey,
    isOfNoWay = false,
  }: {
    readonly amount: MinorAmount;
    readonly paidOn?: LocalDate;
    readonly purpose?: 'repay' | 'extend';
    readonly claimId?: string | null | undefined;
    readonly eventId?: string | undefined;
    readonly trackingKey?: string | undefined;
    /** Whether it comes by no code and no hand, so that it may be what was paid in any way. */
    readonly isOfNoWay?: boolean;
  }): Step | null {
    const { disbursedOn } = this.model;
    if (disbursedOn === null) return null;
    const { oneOf, isOneIn, below } = this.chance;
    const id = `payment-${this.count}`;
    const paidOn = [localDate(disbursedOn), day].sort()[1] ?? day;
    // What a provider confirms late may count from an earlier day than it was confirmed on.
    const creditedOn = isOneIn(8)
      ? ([localDate(disbursedOn), addDays(paidOn, -below(4))].sort()[1] ?? paidOn)
      : paidOn;
    const drawn = [
      oneOf(['spei', 'spei', 'card', 'by-hand:store', 'recovery']),
      oneOf(['LL-1', 'CODE-BANK', 'CODE-STORE']),
    ];
    const [provider = '', reference = ''] = isOfNoWay ? ['spei', 'LL-1'] : drawn;
    const payment: Payment = {
      ...{ id, provider, eventId: eventId ?? `event-${this.count}`, reference, amountMinor: amount },
      ...{
        trackingKey: trackingKey ?? (isOneIn(2) ? `key-${this.count}` : null),
        paidAt: this.moment(paidOn),
        outcome: 'unmatched',
      },
    };
    const byCode = references.find(({ code }) => code === reference)?.channelKind;
    const byHand = provider === 'by-hand:store' ? 'store' : 'other';
    const money: ModelMoney = {
      ...{ name: id, amount, creditedOn, paidOn, purpose, provider, eventId: payment.eventId },
      ...{ trackingKey: payment.trackingKey, channel: provider === 'card' ? 'card' : (byCode ?? byHand) },
      ...(claimId === undefined ? {} : { claimId }),
    };
    this.payments.set(id, { ...payment, outcome: 'posted' });
    const isAnother = isOneIn(4);
    return {
      command: { act: 'receive', payment, creditedAt: this.moment(creditedOn), purpose, claimId, isAnother },
      expect: () => {
        this.expectedDouble = isAnother ? null : this.model.doubleOf(money);
        return this.model.receive(money);
      },
    };
  }

  private expectedDouble: string | null = null;

  private takeBack(): Step | null {
    const { oneOf, isOneIn } = this.chance;
    const all = [...this.model.payments.values()];
    const entry = isOneIn(15) ? all : all.filter(({ isReversed }) => !isReversed);
    const extending = entry.filter(({ feeIndex }) => feeIndex !== null);
    const among = extending.length > 0 && isOneIn(2) ? extending : entry;
    const pick = among.length > 0 ? oneOf(among) : undefined;
    const payment = pick && this.payments.get(pick.name);
    if (!payment) return null;
    const outcome = pick.isReversed ? 'reversed' : 'posted';
    const act = oneOf(['take-back', 'take-back', 'put-back'] as const);
    return {
      command: { act, payment: { ...payment, outcome }, reason },
      expect: () => this.model.takeBack(pick.name, act === 'put-back'),
    };
  }

  private waive(): Step {
    const { oneOf, below, isOneIn } = this.chance;
    const component = oneOf(['penalty', 'penalty', 'fee'] as const);
    const open = this.model.waivable(component);
    const amount = oneOf([undefined, open, 1 + below(Math.max(1, open)), open + (isOneIn(4) ? 1 : 0)]);
    const amountMinor = amount === undefined || amount === 0 ? undefined : minorAmount(amount);
    const sequence = isOneIn(2)
      ? undefined
      : 1 + below(this.model.instalments.length + (isOneIn(10) ? 1 : 0));
    const index = sequence === undefined ? undefined : sequence - 1;
    return {
      command: { act: 'waive', component, sequence, amountMinor, reason },
      expect: () => this.model.waive(`waiver-${this.count}`, component, { amount: amountMinor, index }),
    };
  }

  /** Movements of waivers, by what the model calls them. */
  private readonly waiverIds = new Map<string, string>();

  private takeBackWaiver(): Step | null {
    const { oneOf, isOneIn } = this.chance;
    const names = [...this.model.waivers].flatMap(([name, { isReversed }]) =>
      (isReversed && !isOneIn(10)) || name.startsWith('rest-') ? [] : [name],
    );
    if (names.length === 0 && !isOneIn(10)) return null;
    const name = names.length > 0 ? oneOf(names) : 'none';
    const other = this.journal.findLast(({ kind }) => kind !== 'waiver')?.id ?? 'none';
    return {
      command: { act: 'take-back-waiver', transactionId: this.waiverIds.get(name) ?? other, reason },
      expect: () => this.model.takeBackWaiver(name),
    };
  }

  private takeBackPenalties(): Step {
    const { oneOf, below } = this.chance;
    const fee = this.model.penalties.findLast(({ isLateFee }) => isLateFee);
    const near = addDays(this.today, oneOf([-40, -below(30), -below(5), 0, 1, 1 + below(3)]));
    const fromDay = fee && this.chance.isOneIn(3) ? localDate(fee.day) : near;
    const throughDay = addDays(fromDay, oneOf([0, below(3), below(30), 60]));
    return {
      command: { act: 'take-back-penalties', fromDay, throughDay, reason },
      expect: () => this.model.takeBackPenalties(fromDay, throughDay),
    };
  }

  /** What the borrower saw of a new plan last. */
  private seenPlan = { planId: 'none', key: 'none' };

  private proposePlan(): Step | null {
    const { oneOf, below, isOneIn } = this.chance;
    if ((!this.isPaidOut || this.model.owed() === 0) && !isOneIn(8)) return null;
    const count = oneOf([1, 2, 3, 12, 24]);
    const terms: NewPlanTerms = {
      moratoriumDays: oneOf([0, 0, 1 + below(40), 180]),
      spread: isOneIn(3) ? null : { count, days: 1 + below(30) },
      waivesPenalties: isOneIn(2),
    };
    const validDays = oneOf([0, 7, 30, 30]);
    if (terms.spread === null && terms.moratoriumDays === 0 && !terms.waivesPenalties) return null;
    return {
      command: { act: 'propose-plan', terms, validDays, reason },
      // The next id is the proposal's once the days that are missing are charged.
      expect: () => this.model.proposePlan(() => this.state.newPlans[0]?.id ?? 'none', terms, validDays),
    };
  }

  private drawnPlan(...states: readonly NewPlan['state'][]): NewPlan | undefined {
    const { oneOf, isOneIn } = this.chance;
    const plans = this.state.newPlans.filter(({ state }) => states.includes(state) || isOneIn(15));
    return plans.length === 0 ? undefined : oneOf(plans);
  }

  /** The borrower looks at a new plan, and agrees to what was seen then or before. */
  private acceptPlan(): Step | null {
    const { isOneIn } = this.chance;
    const isOpen = this.state.newPlans.some(
      ({ state, validThrough }) => state === 'proposed' && this.today <= validThrough,
    );
    const proposal = isOpen || isOneIn(5) ? null : this.proposePlan();
    if (proposal) this.carryOut(proposal);
    const plan = this.drawnPlan('proposed');
    if (!plan) return null;
    this.carryOut(this.look());
    const { id: planId } = plan;
    const planned = plannedToday(this.state, plan.terms, this.today);
    const now = planned instanceof CodedError ? 'none' : plannedDebtKey(planned, this.today);
    const isOld = isOneIn(2) && this.seenPlan.planId === planId;
    const seen = isOld ? this.seenPlan.key : now;
    this.seenPlan = { planId, key: now };
    if (isOneIn(3)) return null;
    return {
      command: { act: 'accept-plan', planId, seen },
      expect: () => this.model.acceptPlan(planId, seen === now),
    };
  }

  private endPlan(): Step | null {
    const { oneOf } = this.chance;
    const plan = this.drawnPlan('proposed');
    if (!plan) return null;
    const { id: planId } = plan;
    return oneOf([
      () => this.undoPlan(),
      () => ({
        command: { act: 'decline-plan' as const, planId },
        expect: () => this.model.declinePlan(planId),
      }),
      () => ({
        command: { act: 'expire-plan' as const, planId },
        expect: () => this.model.expirePlan(planId),
      }),
    ])();
  }

  private undoPlan(): Step | null {
    const plan = this.drawnPlan('proposed', 'agreed', 'agreed');
    if (!plan) return null;
    const { id: planId } = plan;
    return { command: { act: 'undo-plan', planId, reason }, expect: () => this.model.undoPlan(planId) };
  }

  private requestRefund(): Step | null {
    const { oneOf, below } = this.chance;
    const { heldMinor } = this.model;
    if (heldMinor === 0 && !this.chance.isOneIn(10)) return null;
    const amountMinor = minorAmount(
      oneOf([heldMinor, heldMinor, 1 + below(Math.max(1, heldMinor)), heldMinor + 1]) || 1,
    );
    const refund = {
      id: `refund-${this.count}`,
      amountMinor,
      state: 'requested' as const,
      reason,
      reference: null,
    };
    return {
      command: { act: 'request-refund', refund },
      expect: () => this.model.requestRefund(refund.id, amountMinor),
    };
  }

  /** A refund in a state, by its name. */
  private drawnRefund() {
    const { oneOf, isOneIn } = this.chance;
    const all = [...this.model.refunds].filter(([, { state }]) => state !== 'failed' || isOneIn(10));
    if (all.length === 0) return null;
    const [id, { amount, state, reference }] = oneOf(all);
    return { id, amountMinor: minorAmount(amount), state, reason, reference };
  }

  private sendRefund(): Step | null {
    const refund = this.drawnRefund();
    if (!refund) return null;
    const reference = this.chance.isOneIn(10) ? 'out' : `out ${refund.id}`;
    return {
      command: { act: 'send-refund', refund, reference },
      expect: () => this.model.sendRefund(refund.id, reference),
    };
  }

  private failRefund(): Step | null {
    const refund = this.drawnRefund();
    if (!refund) return null;
    return {
      command: { act: 'fail-refund', refund, reason },
      expect: () => this.model.failRefund(refund.id),
    };
  }

  private dispute(): Step | null {
    if (!this.isPaidOut && !this.chance.isOneIn(10)) return null;
    const { oneOf, below, isOneIn } = this.chance;
    const drawn = { sequence: 1 + below(this.model.instalments.length + 1), kind: oneOf(chargeKinds) };
    const charges = [0, 1].flatMap((index) =>
      chargeKinds
        .filter((kind) => this.model.chargeOf(index, kind) > 0)
        .map((kind) => ({ sequence: index + 1, kind })),
    );
    const extending = charges.filter(({ kind }) => kind === 'extension-fee');
    const fees = extending.length > 0 ? extending : charges.filter(({ kind }) => kind === 'late-fee');
    const among = fees.length > 0 && !isOneIn(3) ? fees : charges;
    const charge = isOneIn(30) ? undefined : isOneIn(6) || among.length === 0 ? drawn : oneOf(among);
    return this.disputeOf(charge);
  }

  private disputeOf(charge: Pick<Dispute, 'sequence' | 'kind'> | undefined): Step {
    // The next id is the dispute's once the days that are missing are charged.
    return {
      command: { act: 'dispute-charge', charge, reason: 'other', words: 'x', language: 'es' },
      expect: () => {
        const filed = this.state.disputes.find(
          (each) => !this.model.disputes.some(({ id }) => id === each.id),
        );
        return this.model.dispute(
          filed?.id ?? 'none',
          charge && { index: charge.sequence - 1, kind: charge.kind as ModelChargeKind },
        );
      },
    };
  }

  private answer(): Step | null {
    const { oneOf, isOneIn } = this.chance;
    const all = this.state.disputes.filter(({ state }) => state === 'open' || isOneIn(20));
    if (all.length === 0) return null;
    const dispute: Dispute = oneOf(all);
    const { id } = dispute;
    const how = oneOf(['withdraw', 'reject', 'uphold', 'uphold', 'uphold']);
    if (how === 'withdraw') {
      return { command: { act: 'withdraw-dispute', dispute }, expect: () => this.model.withdraw(id) };
    }
    if (how === 'reject') {
      const command = { act: 'answer-dispute', dispute, answer: 'no', amountMinor: null } as const;
      return { command, expect: () => this.model.reject(id) };
    }
    return this.uphold(dispute);
  }

  private uphold(dispute: Dispute): Step {
    const { oneOf, below } = this.chance;
    const { id, sequence, kind } = dispute;
    const charges = this.model.chargeOf(sequence - 1, kind);
    const part = 1 + below(Math.max(1, charges));
    const amount = oneOf([undefined, undefined, part, part, Math.max(1, charges + below(2))]);
    const amountMinor = amount === undefined ? undefined : minorAmount(amount);
    return {
      command: { act: 'answer-dispute', dispute, answer: 'yes', amountMinor },
      expect: () => this.model.uphold(id, amountMinor),
    };
  }

  /** Extends a loan, takes off what that cost, and takes the payment back: the next of these that there is. */
  private correctExtension(): Step | null {
    const index = this.model.instalments.findIndex(
      (_, place) => this.model.chargeOf(place, 'extension-fee') > 0,
    );
    if (index < 0) return this.offerThenPay();
    const named = { sequence: index + 1, kind: 'extension-fee' as const };
    const own = this.state.disputes.filter(
      (each) => each.sequence === named.sequence && each.kind === named.kind,
    );
    const open = own.find(({ state }) => state === 'open');
    if (open) return this.uphold(open);
    return own.length === 0 ? this.disputeOf(named) : this.takeBack();
  }

  private writeOff(): Step {
    return { command: { act: 'write-off', reason }, expect: () => this.model.writeOff() };
  }

  private reinstate(): Step {
    return { command: { act: 'reinstate', reason }, expect: () => this.model.reinstate() };
  }

  private sell(): Step {
    const { oneOf, isOneIn } = this.chance;
    const owed = this.model.owed();
    const priceMinor = minorAmount(oneOf([0, Math.floor(owed / 3), owed, owed + 100]));
    const buyer = isOneIn(2) ? { name: 'Buyer' } : undefined;
    return { command: { act: 'sell', buyer, priceMinor, reason }, expect: () => this.model.sell(priceMinor) };
  }

  /** Pays what is missing to give the loan back, or gives it back. */
  private giveBack(): Step {
    const { isOneIn, oneOf, below } = this.chance;
    const { disbursedOn } = this.model;
    const day =
      isOneIn(3) || disbursedOn === null
        ? undefined
        : addDays(localDate(disbursedOn), below(this.coolingOffDays + 2));
    const missing = this.model.missingToGiveBack(day ?? this.today);
    const paying =
      missing !== null && missing > 0 && isOneIn(2) ? this.money({ amount: minorAmount(missing) }) : null;
    if (paying) return paying;
    const days = oneOf([this.coolingOffDays]);
    return {
      command: {
        act: 'cool-off',
        returnedOn: day,
        coolingOffDays: { [this.state.loan.market]: days },
        reason,
      },
      expect: () => this.model.coolOff(day ?? this.today),
    };
  }

  /** Asks for an extension, if there can be one, or pays the one that was asked for: enough, too little, or told late. */
  private offerThenPay(): Step | null {
    const { oneOf, below, isOneIn } = this.chance;
    const { model } = this;
    const isOffered = model.extensions.some(({ state }) => state === 'awaiting-payment');
    if (!isOffered || isOneIn(4)) {
      this.carryOut(this.look());
      const id = `extension-${this.count}`;
      this.expectExtension();
      if (!model.offerExtension(id)) return null;
      const sequences = model.extensions.at(-1)?.indexes.map((index) => index + 1) ?? [];
      const others = this.state.extensions.filter(({ state }) => state === 'in-effect');
      const offer = { id, state: 'awaiting-payment' as const, sequences, paymentEventId: null };
      this.state = { ...this.state, extensions: [...others, offer] };
      this.lines.push(`${this.today} offered ${id}`);
      if (isOneIn(2)) return null;
    }
    const price = Math.max(1, model.on(this.today, this.bookableThrough).extensionPrice() ?? 5_000);
    const half = Math.floor(model.owed() / 2);
    const amount = minorAmount(
      Math.max(1, oneOf([price, price, price, price - 1, price + below(2_000), price + half])),
    );
    const paidOn = addDays(this.today, -oneOf([0, 0, 0, 1, below(15), below(15)]));
    return this.money({ amount, paidOn, purpose: 'extend' });
  }

  /** A borrower says that they paid, which has the loan looked at first. */
  private claim(): Step | null {
    const { oneOf, below, isOneIn } = this.chance;
    const { model } = this;
    if (!this.isPaidOut || model.claims.filter(({ state }) => state === 'waiting').length > 4) return null;
    this.carryOut(this.look());
    const id = `claim-${this.count}`;
    const like = this.state.claims.length > 0 && isOneIn(2) ? oneOf(this.state.claims) : null;
    const amount = like?.amountMinor ?? this.drawnAmount();
    const paidOn = like?.paidOn ?? addDays(this.today, -below(3));
    const channel: ClaimChannel = like?.channel ?? oneOf(claimChannels);
    const trackingKey = isOneIn(2) ? '' : `KEY${this.count}`;
    const before = model.pauses.length;
    model.claim({ id, amount, paidOn, trackingKey, channel });
    const claim = { id, amountMinor: amount, paidOn, trackingKey, channel, state: 'waiting' as const };
    const pause = { causeId: id, fromDay: this.today, throughDay: null, part: null };
    const pauses = model.pauses.length > before ? [...this.state.pauses, pause] : this.state.pauses;
    this.state = { ...this.state, claims: [claim, ...this.state.claims], pauses };
    this.lines.push(`${this.today} claimed ${id}`);
    return null;
  }

  private notFound(): Step | null {
    const { oneOf, isOneIn } = this.chance;
    const waiting = this.state.claims.filter(({ state }) => state === 'waiting');
    if (waiting.length === 0 || !isOneIn(2)) return null;
    const { id } = oneOf(waiting);
    this.model.on(this.today).claimNotFound(id);
    this.state = {
      ...this.state,
      claims: this.state.claims.map((claim) => (claim.id === id ? { ...claim, state: 'not-found' } : claim)),
      pauses: this.state.pauses.map((pause) =>
        pause.causeId === id && pause.throughDay === null ? { ...pause, throughDay: this.today } : pause,
      ),
    };
    this.lines.push(`${this.today} not found ${id}`);
    return null;
  }

  /** Money that is, or may be, what a claim tells of. */
  private receiveClaim(): Step | null {
    const { oneOf, isOneIn, below } = this.chance;
    const { claims } = this.state;
    if (claims.length === 0) return null;
    const { id, amountMinor, paidOn, trackingKey } = isOneIn(2)
      ? (claims[0] ?? oneOf(claims))
      : oneOf(claims);
    const day = [addDays(paidOn, oneOf([0, 0, -1, 1, 2])), this.today].sort()[0] ?? paidOn;
    const key = trackingKey.toLowerCase().replace('key', 'key-');
    return this.money({
      ...{ amount: isOneIn(5) ? minorAmount(amountMinor + below(2)) : amountMinor, paidOn: day },
      ...{ claimId: oneOf([undefined, undefined, undefined, id, null, 'none']), isOfNoWay: isOneIn(2) },
      ...(trackingKey !== '' && !isOneIn(3) ? oneOf([{ trackingKey: key }, { eventId: key }]) : {}),
    });
  }

  /** Once a loan is settled, its borrower may be erased. */
  private erase(): null {
    if (this.model.status !== 'settled') return null;
    this.model.isErased = true;
    this.state = { ...this.state, isErased: true };
    this.lines.push(`${this.today} erased`);
    return null;
  }

  /** What of the history a command is decided on (`journalOf`), as the ledger reads it. */
  private journalPart({ since, keys = [] }: JournalPart): JournalEntry[] {
    const unpaid = this.state.instalments.filter(({ charged, paid }) =>
      parts.some((part) => charged[part] > paid[part]),
    );
    const missing = unpaid.map(({ accruedThrough, dueDate }) => Date.parse(accruedThrough ?? dueDate));
    const from = Math.min(...missing, since?.getTime() ?? Number.POSITIVE_INFINITY);
    return this.journal.filter(
      ({ kind, occurredAt, key }) =>
        (journalKinds as readonly string[]).includes(kind) ||
        (kind === 'accrual' && occurredAt.getTime() > from) ||
        keys.includes(key),
    );
  }

  private carryOut({ command, expect }: Step): void {
    const { model, circumstances } = this;
    const { payment, ...rest } = 'payment' in command ? command : { payment: undefined, ...command };
    this.lines.push(`${this.today} ${json(payment ? { ...rest, ...payment } : rest)}`);
    const before: LoanState = { ...this.state, journal: this.journalPart(journalOf(command, circumstances)) };
    const untouched = this.chance.isOneIn(20) ? structuredClone(before) : before;
    const decision = decide(before, command, circumstances);
    expectTrue('the state that was decided on is changed', isDeepStrictEqual(before, untouched));
    const isRefused = decision instanceof CodedError;
    if (!isRefused) {
      const { booking, after } = decision;
      this.record(booking.movements);
      this.earn(booking.earnings);
      if (this.chance.isOneIn(4)) this.expectEvolved(before, booking, after);
      this.state = { ...after, journal: [] };
    }
    const what = isRefused ? `${command.act}: ${decision.code}` : command.act;
    const isPrepayment = !isRefused && decision.booking.movements.some(({ kind }) => kind === 'prepayment');
    for (const each of isPrepayment ? [what, `${what}: prepayment`] : [what]) {
      this.decisions.set(each, (this.decisions.get(each) ?? 0) + 1);
    }
    model.on(this.today, this.bookableThrough);
    const expected = expect() as Refused | object | undefined;
    const refused = typeof expected === 'object' && 'refused' in expected ? expected.refused : null;
    // The model knows no causes of a conflict but those that a lender's system reads.
    const isWhyOpen = isRefused && decision.code === 'status-conflict' && refused?.length === 1;
    const code = isRefused
      ? [decision.code, ...(decision.field === undefined || isWhyOpen ? [] : [decision.field])]
      : null;
    expectSame('refusal', code, refused);
    if (!isRefused) {
      const { booking, answer } = decision;
      this.income.after(this.incomeDay, this.today);
      this.expectAnswer(command, answer, expected, booking);
      this.expectEvents(booking);
      this.expectSound(booking);
      this.expectPrepaid(before, command, decision.after, booking);
      if (this.chance.isOneIn(4)) this.expectUndone(before, command);
    }
    this.expectFigures();
  }

  private record(movements: readonly Movement[]): void {
    for (const movement of movements) {
      this.journal.push({ ...movement, isStanding: movement.reversesId === undefined });
      for (const { account, component, amountMinor } of movement.postings) {
        this.accounts.set(account, (this.accounts.get(account) ?? 0) + amountMinor);
        const part = `${account} ${component ?? ''}`;
        this.partsOfAccounts.set(part, (this.partsOfAccounts.get(part) ?? 0) + amountMinor);
      }
    }
    const reversed = new Set(movements.flatMap(({ reversesId }) => reversesId ?? []));
    if (reversed.size > 0) {
      this.journal = this.journal.map((entry) =>
        reversed.has(entry.id) ? { ...entry, isStanding: false } : entry,
      );
    }
  }

  private earn(plans: readonly EarningPlan[]): void {
    const plan = plans.at(-1);
    if (!plan) return;
    const { since } = plan;
    const ended = this.periods.map((each) => (each.until === null ? { ...each, until: since } : each));
    this.periods = [...ended, ...plan.periods.map((of) => ({ of, since, until: null }))];
  }

  /** Through which day income counts now. */
  private get incomeDay(): LocalDate {
    const { earningSince } = this.state.loan;
    const [today = this.today] = [this.bookableThrough ?? this.today, this.today].sort();
    return [earningSince ?? today, today].sort()[1] ?? today;
  }

  /** What days earned by themselves through one. */
  private earnedByDays(part: 'interest' | 'fee', day: LocalDate): number {
    const amounts = this.periods.map(({ of, since, until }) => {
      const earned = (on: LocalDate) => earnedPart(of[`${part}Minor`], of.fromDay, of.throughDay, on);
      const last = until !== null && until < day ? until : day;
      return Math.max(0, earned(last) - earned(since));
    });
    return amounts.reduce((sum, amount) => sum + amount, 0);
  }

  /** The state follows from what is written, and each movement stands that was not taken back. */
  private expectEvolved(before: LoanState, booking: Booking, after: LoanState): void {
    expectTrue('evolve gives another state than decide', isDeepStrictEqual(evolve(before, booking), after));
    const charges = new Map(this.journal.map(({ id, isStanding }) => [id, isStanding]));
    const isSame = after.journal.every(({ id, isStanding }) => charges.get(id) === isStanding);
    expectTrue('a movement stands that was taken back, or takes another back', isSame);
  }

  /** What holds of every booking. */
  private expectSound({ movements, statuses }: Booking): void {
    for (const { postings, kind } of movements) {
      const total = postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      expectTrue(`a ${kind} is not balanced`, total === 0 && postings.length > 0);
      expectTrue(
        `a ${kind} posts nothing`,
        postings.every(({ amountMinor }) => amountMinor !== 0),
      );
    }
    for (const written of [movements, statuses]) {
      const ids = written.map(({ id }) => id);
      expectTrue(
        'ids do not rise',
        ids.every((id, place) => place === 0 || id > (ids[place - 1] ?? '')),
      );
    }
    const keys = new Set(this.journal.map(({ key }) => key));
    expectTrue('a movement is booked twice', keys.size === this.journal.length);
    const { correctedOn, settledAt, writtenOffAt, status } = this.state.loan;
    expectSame('corrected on', correctedOn, this.model.correctedOn);
    expectSame('written off', writtenOffAt !== null, this.model.isWrittenOff);
    expectTrue('a settled loan has no time', status !== 'settled' || settledAt !== null);
  }

  private expectAnswer(
    command: Command,
    answer: unknown,
    expected: unknown,
    { movements, payments }: Booking,
  ): void {
    const figures = (answer ?? {}) as Record<string, unknown>;
    const day = (expected ?? {}) as Record<string, unknown>;
    const same = (name: string, of: string) => expectSame(`${command.act}: ${name}`, figures[name], day[of]);
    if (command.act === 'waive' || command.act === 'take-back-waiver') same('waivedMinor', 'waived');
    if (command.act === 'waive') this.waiverIds.set(`waiver-${this.count}`, String(figures.transactionId));
    if (command.act === 'take-back-penalties') {
      same('reversedMinor', 'reversed');
      same('returnedMinor', 'returned');
    }
    if (command.act === 'dispute-charge') {
      same('isRepeated', 'isRepeated');
      same('disputeId', 'disputeId');
    }
    if (command.act === 'answer-dispute' && command.amountMinor !== null) {
      same('takenOffMinor', 'takenOff');
      same('vatTakenOffMinor', 'tax');
    }
    if (command.act === 'propose-plan') {
      same('owedMinor', 'owed');
      same('waivedMinor', 'waived');
    }
    if (command.act === 'accept-plan') same('isRepeated', 'isRepeated');
    if (command.act === 'undo-plan') same('movedMinor', 'moved');
    if (command.act === 'write-off' || command.act === 'reinstate' || command.act === 'sell')
      same('owedMinor', 'owed');
    if (command.act === 'cool-off') same('forgivenMinor', 'forgiven');
    if (command.act !== 'receive') return;
    const [paid] = movements.filter(({ kind }) => kind === 'payment');
    const settled = this.state.instalments.flatMap(({ id }) =>
      parts.map((part) => {
        const own =
          paid?.postings.filter((each) => each.instalmentId === id && each.component === part) ?? [];
        return own.reduce((sum, { amountMinor }) => sum - amountMinor, 0);
      }),
    );
    expectSame('what it settled', settled, this.model.payments.get(command.payment.id)?.settled);
    expectSame('whose double it is', payments[0]?.doubleOf, this.expectedDouble);
  }

  private expectEvents({ events }: Booking): void {
    const { model } = this;
    const types = (of: readonly { readonly type: string }[]) => of.map(({ type }) => type);
    expectSame('events', types(events), types(model.events));
    for (const [place, { type, figures }] of model.events.entries()) {
      const data = events[place]?.data as unknown as Record<string, unknown>;
      const real = Object.fromEntries(Object.keys(figures).map((name) => [name, data[name]]));
      expectSame(type, real, figures satisfies ModelEvent['figures']);
    }
    const last = events.findLast(({ type }) => type === 'loan.changed' || type === 'payment.received');
    const isClosed = events.some(({ type }) => type === 'loan.written-off' || type === 'loan.sold');
    if (
      last === undefined ||
      (isClosed && last.type === 'loan.changed' && events.indexOf(last) < events.length - 1)
    )
      return;
    const { status, balanceMinor, suspenseMinor, dueDate } = last.data as unknown as Record<string, unknown>;
    const stands = [model.status, model.owed(), model.heldMinor, model.dueDate()];
    expectSame(`how it stands in ${last.type}`, [status, balanceMinor, suspenseMinor, dueDate], stands);
  }

  /** What settles it today and later, and what is asked for, which is never more. */
  private expectSettlement(): void {
    if (this.state.loan.status === 'sold') return;
    const model = this.model.on(this.today, this.bookableThrough);
    const state: LoanState = { ...this.state, journal: this.journal };
    const days = [0, 1 + this.chance.below(20), 40 + this.chance.below(300)];
    let beforeMinor = 0;
    for (const day of days.map((each) => addDays(this.today, each))) {
      const { owedMinor } = settlementOf(state, day);
      expectSame(`what settles it on ${day}`, owedMinor, model.settlement(day));
      if (day < (state.loan.disbursedOn ?? day)) continue;
      expectTrue(`what settles it falls by ${day}`, owedMinor >= beforeMinor);
      beforeMinor = owedMinor;
    }
    const { due, instalments } = amountDueAt(state, this.circumstances.now);
    expectSame('what is asked for', due?.amountMinor ?? 0, model.due());
    expectSame('what its payments ask for', remainingTotal(instalments), due?.amountMinor ?? 0);
    const penalties = instalments.reduce((sum, { charged, paid }) => sum + charged.penalty - paid.penalty, 0);
    expectSame('penalties among it', penalties, due?.penaltyMinor ?? 0);
  }

  private expectFigures(): void {
    const { model, state } = this;
    const { loan, instalments, pauses, claims, disputes, extensions } = state;
    const stands = [loan.status, loan.balanceMinor, loan.suspenseMinor];
    expectSame('status, balance and held', stands, [model.status, model.owed(), model.heldMinor]);
    expectSame(
      'instalments: due, due before, charged and paid of each part',
      instalments.map(({ dueDate, extendedFrom, charged, paid }) => [
        ...[dueDate, extendedFrom],
        ...parts.flatMap((part) => [charged[part], paid[part]]),
      ]),
      model.instalments.map(({ dueDate, extendedFrom, slots }) => [
        ...[dueDate, extendedFrom],
        ...parts.flatMap((part) => [slots[part].charged, slots[part].paid]),
      ]),
    );
    this.expectAccounts();
    this.expectSettlement();
    expectSame(
      'pauses',
      pauses.map(({ causeId, fromDay, throughDay, part }) => [
        ...[causeId, fromDay, throughDay],
        part && [part.sequence, part.component, part.amountMinor],
      ]),
      model.pauses.map(({ cause, fromDay, throughDay, charge }) => [
        ...[cause, fromDay, throughDay],
        charge && [charge.index + 1, charge.part, charge.amount],
      ]),
    );
    const statesOf = (all: readonly { readonly id: string; readonly state: string }[]) =>
      all.map(({ id, state: of }) => [id, of]);
    expectSame('claims', statesOf(claims.toReversed()), statesOf(model.claims));
    expectSame('new plans', statesOf(state.newPlans.toReversed()), statesOf(model.plans));
    expectSame('disputes', statesOf(disputes.toReversed()), statesOf(model.disputes));
    expectSame(
      'extensions',
      extensions.map(({ id, state: of, sequences, paymentEventId }) => [id, of, sequences, paymentEventId]),
      model.extensions.map(({ id, state: of, indexes, payment }) => [
        id,
        of,
        indexes.map((index) => index + 1),
        payment,
      ]),
    );
    if (loan.status !== 'overdue' || this.canGoBack) return;
    expectSame(
      'what the next day adds',
      nextDayPenalty({ loan, instalments, pauses, entries: this.journal, today: this.today }),
      model.nextDayCost(),
    );
  }

  private expectAccounts(): void {
    const { model } = this;
    const day = this.incomeDay;
    const earned = { interest: this.earnedByDays('interest', day), fee: this.earnedByDays('fee', day) };
    const byDays: Record<string, number> = {
      ...{ 'unearned-interest': earned.interest, 'interest-income': 0 - earned.interest },
      ...{ 'unearned-fee': earned.fee, 'fee-income': 0 - earned.fee },
    };
    const held = [...this.accounts].filter(([account]) => account.startsWith('clearing:'));
    byDays.clearing = held.reduce((sum, [, amount]) => sum + amount, 0);
    const on = (account: string) => (this.accounts.get(account) ?? 0) + (byDays[account] ?? 0);
    const { unearned, suspended } = this.income.deferred(day);
    const { cleared } = this.income;
    const noIncome = (part: 'interest' | 'fee' | 'penalty') =>
      unearned[part] + suspended[part] + cleared[part];
    const clearedTotal = cleared.interest + cleared.fee + cleared.penalty;
    expectSame('non-accrual since', this.state.loan.nonAccrualSince, this.income.suspendedSince);
    for (const part of ['interest', 'fee', 'penalty'] as const) {
      const real = this.partsOfAccounts.get(`suspended-income ${part}`) ?? 0;
      expectSame(`suspended ${part}`, real, 0 - suspended[part]);
    }
    const waived = Object.values(model.waived).reduce((sum, amount) => sum + amount, 0);
    const isOut = model.isWrittenOff || model.isSold;
    const expected: Readonly<Record<string, number>> = {
      ...{
        receivable: model.owed(),
        cash: model.cash,
        clearing: model.clearing,
        suspense: 0 - model.heldMinor,
      },
      'refund-payable': 0 - model.refundPayable,
      'unearned-interest': 0 - unearned.interest,
      'unearned-fee': 0 - unearned.fee,
      'suspended-income': 0 - suspended.interest - suspended.fee - suspended.penalty,
      'interest-income': 0 - model.charged('interest') - model.waived.interest + noIncome('interest'),
      'fee-income': 0 - model.charged('fee') - model.waived.fee + noIncome('fee'),
      'penalty-income': 0 - model.charged('penalty') - model.waived.penalty + noIncome('penalty'),
      'vat-payable': 0 - model.charged('vat'),
      'waiver-expense': waived,
      'write-off-expense': model.lost - (model.isWrittenOff ? clearedTotal : 0),
      'recovery-income': 0 - model.recovered,
      'derecognised-receivable': isOut ? 0 - model.owed() : 0,
      'sale-loss': model.lostBySale - (model.isWrittenOff ? 0 : clearedTotal),
    };
    const real = Object.fromEntries(Object.keys(expected).map((account) => [account, on(account)]));
    expectSame('accounts', real, expected);
  }

  /** What is prepaid costs no less and no more to settle on that day than what was not, and nothing rises. */
  private expectPrepaid(before: LoanState, command: Command, after: LoanState, { movements }: Booking): void {
    const prepaid = movements.find(({ kind, reversesId }) => kind === 'prepayment' && !reversesId);
    if (!prepaid || command.act !== 'receive') return;
    const of = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
    const added = (isOf: (component: string) => boolean) =>
      of(
        prepaid.postings
          .filter(({ account, component = '' }) => account === 'receivable' && isOf(component))
          .map(({ amountMinor }) => amountMinor),
      );
    expectSame(
      'what a prepayment adds to principal',
      added((part) => part === 'principal'),
      0,
    );
    expectTrue('a prepayment costs more', added((part) => part !== 'principal') <= 0);
    const isOfToday = dayIn(this.market, command.creditedAt) === this.today;
    const isPlain = movements.every(({ kind }) =>
      ['prepayment', 'reallocation', 'payment', 'earning'].includes(kind),
    );
    if (!isOfToday || !isPlain || dayIn(this.market, prepaid.occurredAt) !== this.today) return;
    const missing = (state: LoanState) => settlementOf(state, this.today).missingMinor;
    expectSame('what settles it', missing(after), missing(before) - command.payment.amountMinor);
  }

  /** What is undone at once leaves every figure as it was. */
  private expectUndone(before: LoanState, command: Command): void {
    const { circumstances } = this;
    const whole = {
      ...before,
      journal: this.journal.filter(({ id }) => before.journal.some((entry) => entry.id === id)),
    };
    const decided = (state: LoanState, act: Command) => {
      const decision = decide(state, act, circumstances);
      if (decision instanceof CodedError)
        throw new Disagreement(`${act.act} is refused after ${command.act}: ${decision.code}`);
      return decision;
    };
    const isOfToday =
      command.act !== 'receive' || dayIn(before.loan.market, command.creditedAt) === this.today;
    // Days that a clock was ahead are charged anew when they come.
    if (!isOfToday || this.canGoBack) return;
    const upToDate = decided({ ...whole, journal: before.journal }, { act: 'look' }).after;
    const { booking, after } = decided(upToDate, command);
    const undo = undoOf(command, booking);
    if (!undo) return;
    const back = decided(after, undo).after;
    expectSame(`${command.act} and ${undo.act}`, figuresOf(back), figuresOf(upToDate));
  }

  /** What days charged, day by day. */
  expectPenalties(): void {
    const { market } = this.state.loan;
    const ids = this.state.instalments.map(({ id }) => id);
    const real = this.journal
      .filter(({ kind, isStanding }) => isStanding && (kind === 'accrual' || kind === 'late-fee'))
      .map(({ kind, occurredAt, postings: [posting] }) => [
        ...[ids.indexOf(posting?.instalmentId ?? ''), dayIn(market, occurredAt)],
        ...[kind === 'late-fee', posting?.amountMinor],
      ]);
    const model = this.model.penalties.map(({ index, day, isLateFee, amount }) => [
      index,
      day,
      isLateFee,
      amount,
    ]);
    const without = (all: readonly string[], others: readonly string[]) => {
      const entry = new Set(others);
      return all.filter((one) => !entry.has(one)).sort();
    };
    const [booked, charged] = [real.map(json), model.map(json)];
    expectSame('penalties by day', without(booked, charged), without(charged, booked));
  }
}

function undoOf(command: Command, { movements }: Booking): Command | null {
  switch (command.act) {
    case 'receive':
      return { act: 'take-back', payment: { ...command.payment, outcome: 'posted' }, reason };
    case 'waive':
      return {
        act: 'take-back-waiver',
        transactionId: movements.find(({ kind }) => kind === 'waiver')?.id ?? '',
        reason,
      };
    case 'request-refund':
    case 'send-refund':
      return command.act === 'send-refund' ? null : { act: 'fail-refund', refund: command.refund, reason };
    case 'accept-plan':
      return movements.some(({ kind }) => kind === 'new-plan')
        ? { act: 'undo-plan', planId: command.planId, reason }
        : null;
    case 'write-off':
      return { act: 'reinstate', reason };
    default:
      return null;
  }
}

const figuresOf = ({ loan, instalments, derecognised }: LoanState) => [
  ...[loan.status, loan.balanceMinor, loan.suspenseMinor, derecognised, loan.writtenOffAt],
  // Payments that a new plan made and that was undone charge nothing.
  instalments
    .filter(isCharged)
    .map(({ dueDate, extendedFrom, charged, paid }) => [dueDate, extendedFrom, charged, paid]),
];

const isCharged = ({ charged }: LoanState['instalments'][number]) => parts.some((part) => charged[part] > 0);

/** How often something is asked of a loan. */
const stepsPerLoan = 40;

/**
 * Walks a loan through random commands, the same for the same seed.
 * @param decisions counts what was decided.
 * @throws Disagreement with the seed, what differs and what was done.
 */
function walkLoan(seed: number, decisions: Decisions): void {
  const walk = new LoanWalk(seed, decisions);
  takeSteps(walk, seed);
}

/**
 * The same of a loan whose model knows only what its borrower was told.
 * @param daysAfter it was paid out: days on which it is looked at before anything happens.
 * @returns penalties by those days, in minor units.
 */
export function walkToldLoan(
  seed: number,
  loan: ToldLoan,
  daysAfter: readonly number[],
): ReadonlyMap<number, number> {
  const untouched = new LoanWalk(seed, new Map(), loan);
  const penalties = untouched.visit(daysAfter);
  untouched.expectPenalties();
  takeSteps(new LoanWalk(seed, new Map(), loan), seed);
  return penalties;
}

function takeSteps(walk: LoanWalk, seed: number): void {
  try {
    for (let step = 0; step < stepsPerLoan; step += 1) walk.step();
    walk.expectPenalties();
  } catch (error) {
    const what = error instanceof Disagreement ? error.message : error instanceof Error ? error.stack : error;
    throw new Disagreement(`Seed ${seed}: ${what}\n${walk.lines.join('\n')}`);
  }
}

/** How many commands `npm test` decides: some 20 s. */
export const fastCommands = 30_000;

/** Walks one loan after the other, from a seed on, until so many commands were decided. */
export function walkLoans(firstSeed: number, commands: number): Decisions {
  const decisions: Decisions = new Map();
  const count = () => [...decisions.values()].reduce((total, each) => total + each, 0);
  for (let seed = firstSeed; count() < commands; seed += 1) walkLoan(seed, decisions);
  return decisions;
}
