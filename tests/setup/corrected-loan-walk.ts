import assert from 'node:assert/strict';
import { asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { disputeCharge, withdrawDispute } from '#contract/calls/charge-dispute.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { acceptNewPlan } from '#contract/calls/new-plan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { rejectChargeDispute, upholdChargeDispute } from '#contract/host/charge-dispute.ts';
import { reversePenalties } from '#contract/host/ledger.ts';
import { closeLoan, endCoolingOff, writeOffLoan } from '#contract/host/loan.ts';
import { proposeNewPlan, undoNewPlan } from '#contract/host/new-plan.ts';
import { answerPaymentClaim } from '#contract/host/payment-claim.ts';
import {
  assignPayment,
  markRefundFailed,
  markRefundSent,
  recordPayment,
  recordRecovery,
  requestRefund,
  reversePayment,
  waiveCharge,
} from '#contract/host/repayment.ts';
import type { HostRequestOf } from '#contract/host-call.ts';
import { queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { products } from '#db/schema/product.ts';
import { instalments } from '#db/schema/repayment.ts';
import { addDays, type LocalDate, localDate } from '#domain/calendar.ts';
import { componentOfCharge, openDisputesMax } from '#domain/loan/charge-dispute.ts';
import { marketOf } from '#domain/market.ts';
import { type MinorAmount, minorAmount } from '#domain/money/money.ts';
import { channelOfPayment, providerByHand } from '#domain/repayment/payment-by-hand.ts';
import {
  type ClaimChannel,
  type ClaimState,
  matchesClaim,
  type PaymentClaim,
  trackingKeyOf,
  waitingClaimsMax,
} from '#domain/repayment/payment-claim.ts';
import { CorrectedLoanModel, type ModelPlanTerms } from './corrected-loan-model.ts';
import { newBorrower, type OfferedProduct, paidOutLoan, type TestLoan } from './lending-journeys.ts';
import type { LendingService, TestSession } from './lending-service.ts';
import { type WalkWorld, worldIn } from './walk-world.ts';

const startDay = localDate('2026-11-20');

/** What may happen to a loan. */
export type Step =
  /** Days pass, and their penalties are booked where somebody looks at the loan then. */
  | { readonly kind: 'wait'; readonly days: number; readonly isLookedAt: boolean }
  | { readonly kind: 'pay' | 'recover'; readonly share: number }
  | { readonly kind: 'pay-late'; readonly share: number; readonly daysAgo: number }
  /** A report comes once more, or the job charges what is late. */
  | { readonly kind: 'report-again'; readonly pick: number }
  | { readonly kind: 'accrue' }
  /** Paid today and told some days later. */
  | { readonly kind: 'extend'; readonly extra: number; readonly daysUntilReport: number }
  | { readonly kind: 'extend-by-card'; readonly daysUntilReport: number }
  | { readonly kind: 'pay-by-card'; readonly share: number; readonly daysUntilReport: number }
  /** The holder of the card disputes a payment at the bank, or the lender wins that. */
  | { readonly kind: 'charge-back' | 'win-back'; readonly pick: number }
  /** A payment of today that names no loan, and is assigned some days later. */
  | { readonly kind: 'pay-unnamed'; readonly share: number; readonly daysUntilReport: number }
  /** The borrower says that they paid. */
  | { readonly kind: 'claim'; readonly share: number; readonly daysAgo: number }
  /** A claim is answered: it is not there, or recorded by hand. */
  | { readonly kind: 'not-found' | 'by-hand'; readonly pick: number }
  /** A provider reports what was recorded by hand. */
  | { readonly kind: 'report-by-hand'; readonly pick: number }
  | { readonly kind: 'dispute'; readonly isOfPenalty: boolean; readonly pick: number }
  | { readonly kind: 'withdraw' | 'reject'; readonly pick: number }
  | { readonly kind: 'uphold'; readonly pick: number; readonly share: number }
  | { readonly kind: 'reverse' | 'reverse-again' | 'unwaive' | 'send' | 'fail'; readonly pick: number }
  | { readonly kind: 'waive'; readonly part: 'penalty' | 'fee'; readonly share: number }
  | { readonly kind: 'reverse-penalties'; readonly daysAgo: number; readonly days: number }
  | { readonly kind: 'refund'; readonly share: number }
  | { readonly kind: 'write-off' }
  | { readonly kind: 'sell'; readonly share: number }
  /** So many days after it was paid out. */
  | { readonly kind: 'give-back'; readonly days: number }
  | { readonly kind: 'reinstate' }
  /** The lender proposes a new plan, and the borrower agrees; or one is undone. */
  | { readonly kind: 'agree-plan'; readonly terms: ModelPlanTerms }
  | { readonly kind: 'undo-plan'; readonly pick: number };

const share = fc.constantFrom(1, 30, 100, 100, 150, 400, 1000);
const pick = fc.nat({ max: 1000 });
const daysUntilReport = fc.constantFrom(0, 0, 0, 1, 4);
const days = {
  weight: 6,
  arbitrary: fc.record({
    kind: fc.constant('wait' as const),
    days: fc.integer({ min: 1, max: 40 }),
    isLookedAt: fc.boolean(),
  }),
};
const latePayment = {
  weight: 3,
  arbitrary: fc.record({
    kind: fc.constant('pay-late' as const),
    share: fc.constantFrom(1, 30, 100, 150, 400, 1000),
    daysAgo: fc.integer({ min: 1, max: 30 }),
  }),
};
const repeats = [
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('report-again' as const), pick }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'accrue' as const }) },
];

/** Payments and days alone. */
export const anyPayment: fc.Arbitrary<Step> = fc.oneof(days, latePayment, ...repeats, {
  weight: 6,
  arbitrary: fc.record({ kind: fc.constant('pay' as const), share }),
});

/** Any of it, weighted so that corrections meet payments. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  days,
  latePayment,
  ...repeats,
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('pay' as const, 'recover' as const), share }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('extend' as const),
      extra: fc.constantFrom(0, 0, 500, 500_000),
      daysUntilReport,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('extend-by-card' as const), daysUntilReport }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('pay-by-card' as const, 'pay-unnamed' as const),
      share,
      daysUntilReport,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('claim' as const),
      share,
      daysAgo: fc.constantFrom(0, 0, 1, 10),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('charge-back', 'win-back', 'not-found', 'by-hand', 'report-by-hand'),
      pick,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('dispute' as const), isOfPenalty: fc.boolean(), pick }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('withdraw' as const, 'reject' as const), pick }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('uphold' as const),
      pick,
      share: fc.constantFrom(1, 50, 100, 100),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'reverse',
        'reverse',
        'reverse',
        'reverse-again',
        'unwaive',
        'send',
        'fail',
        'fail',
      ),
      pick,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('waive' as const),
      part: fc.constantFrom('penalty' as const, 'fee' as const),
      share: fc.constantFrom(10, 50, 100),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('reverse-penalties' as const),
      daysAgo: fc.integer({ min: 0, max: 40 }),
      days: fc.constantFrom(0, 1, 3, 10, 60),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), share: fc.constantFrom(40, 100, 100) }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'write-off' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reinstate' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('agree-plan' as const),
      terms: fc.record({
        moratoriumDays: fc.constantFrom(0, 0, 15, 45),
        spread: fc.constantFrom(null, { count: 1, days: 30 }, { count: 3, days: 30 }, { count: 6, days: 7 }),
        waivesPenalties: fc.boolean(),
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo-plan' as const), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('sell' as const), share: fc.constantFrom(0, 40, 100, 120) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('give-back' as const), days: fc.integer({ min: 0, max: 4 }) }),
  },
);

/** A product as a walk may have it. */
export interface WalkedProduct {
  readonly productId: OfferedProduct;
  readonly pausesPenaltyOnDispute: boolean;
  readonly pausesPenaltyOnClaim: boolean;
  /** Above it no extension is sold; 0 for none. */
  readonly extensionCostMaxPpm: number;
  /** What paying early costs, as far as the market allows it to be all of the plan. */
  readonly earlyRepayment: 'days-used' | 'whole-plan';
  readonly earlyRepaymentFee: 'kept' | 'days-used';
  /** What is paid beyond what is asked for; it lowers where it may not shorten, as payments that fall away keep no fee. */
  readonly prepayment: 'next-payments' | 'shortens' | 'lowers';
}

export const anyWalkedProduct: fc.Arbitrary<WalkedProduct> = fc.record({
  productId: fc.constantFrom<OfferedProduct>('mx-120', 'mx-90-steps', 'in-120'),
  pausesPenaltyOnDispute: fc.boolean(),
  pausesPenaltyOnClaim: fc.boolean(),
  extensionCostMaxPpm: fc.constantFrom(0, 0, 300_000),
  earlyRepayment: fc.constantFrom('days-used', 'whole-plan'),
  earlyRepaymentFee: fc.constantFrom('kept', 'days-used'),
  prepayment: fc.constantFrom('next-payments', 'shortens', 'lowers'),
});

/** A dispute of a walk: what was charged when it ended, and what was taken off. */
interface WalkedDispute {
  readonly chargeId: string;
  readonly sequence: number;
  state: 'open' | 'withdrawn' | 'rejected' | 'upheld';
  chargedMinor: number;
  takenOffMinor: number;
  vatTakenOffMinor: number;
  endedOn: LocalDate | null;
}

/** What the borrower of a walk says they paid. */
interface WalkedClaim extends PaymentClaim {
  state: ClaimState;
}

/** A payment of a walk, by the name it is kept under by now. */
interface WalkedPayment {
  provider: string;
  eventId: string;
  readonly amountMinor: MinorAmount;
  readonly paidOn: LocalDate;
  /** How it was paid; `other` where the service cannot know. */
  channel: ClaimChannel;
  /** Whether it has a key, which no claim of a walk has. */
  readonly isKeyOfBank: boolean;
  isClaimed: boolean;
}

/** A loan that is walked through steps by signed calls, with the model beside it. */
export class CorrectedLoanWalk {
  readonly world: WalkWorld;
  readonly loan: TestLoan;
  session: TestSession;
  readonly model: CorrectedLoanModel;
  readonly payments = new Map<string, WalkedPayment>();
  readonly claims = new Map<string, WalkedClaim>();
  /** What was recorded by hand, taken back, and reported by a provider after that. */
  private readonly reportedAnew = new Set<string>();
  private readonly reports: HostRequestOf<typeof recordPayment>[] = [];
  readonly disputes = new Map<string, WalkedDispute>();
  private readonly plans: string[] = [];
  today: LocalDate;
  private readonly firstDay: LocalDate;
  /** What is looked at while a bank confirms an extension, at its price. */
  whilePending: (priceMinor: number) => Promise<void> = async () => {};
  /** A charge of which it is not certain yet whether money was taken. */
  undecided: {
    readonly name: string;
    readonly amount: number;
    readonly paidOn: LocalDate;
    readonly purpose: 'repay' | 'extend';
  } | null = null;
  /** The day on which a card payment was last begun, which a code goes with. */
  private codeAskedOn: LocalDate | null = null;

  /** @param today the day on which it was paid out. */
  constructor(
    world: WalkWorld,
    loan: TestLoan,
    session: TestSession,
    model: CorrectedLoanModel,
    today: LocalDate,
  ) {
    this.world = world;
    this.loan = loan;
    this.session = session;
    this.model = model;
    this.today = today;
    this.firstDay = today;
  }

  private get service(): WalkWorld['service'] {
    return this.world.service;
  }

  static async begin(
    service: LendingService,
    { productId, earlyRepayment: wanted, prepayment: rule, ...terms }: WalkedProduct,
  ): Promise<CorrectedLoanWalk> {
    service.setTime(`${startDay}T18:00:00Z`);
    const isProduct = eq(products.productId, productId);
    const market = productId === 'in-120' ? 'IN' : 'MX';
    const earlyRepayment = marketOf[market].allowsWholePlan ? wanted : 'days-used';
    const ofDays = rule === 'shortens' && terms.earlyRepaymentFee === 'kept' ? 'lowers' : rule;
    const prepayment = earlyRepayment === 'days-used' ? ofDays : 'next-payments';
    await service.database
      .update(products)
      .set({ ...terms, earlyRepayment, prepayment })
      .where(isProduct);
    const session = await newBorrower(service, market);
    const loan = await paidOutLoan(service, session, productId);
    const [product] = await service.database.select().from(products).where(isProduct);
    if (product === undefined) throw new Error('no such product');
    const rows = await instalmentsOf(service, loan);
    const principal = rows.reduce((sum, row) => sum + row.principalChargedMinor, 0);
    const coolingOffDays = productId === 'in-120' ? 3 : 0;
    const taxOn = marketOf[product.market].tax.on;
    const own = {
      ...{ ...product, taxOn, lateFee: product.lateFeeNewMinor },
      ...{ coolingOffDays, namesCoolingOffDays: true },
    };
    const model = new CorrectedLoanModel(own, principal, startDay);
    model.approve();
    model.disburse(loan.orderNumber, startDay);
    return new CorrectedLoanWalk(worldIn(service), loan, session, model, startDay);
  }

  private get currency() {
    return this.loan.productId.startsWith('in-') ? ('INR' as const) : ('MXN' as const);
  }

  private chosen(names: Iterable<string>, index: number): string | undefined {
    const all = [...names];
    return all[index % Math.max(1, all.length)];
  }

  private async refusedWith(status: number, path: string, body: object): Promise<void> {
    assert.equal((await this.service.host(path, body)).status, status, path);
  }

  /** Takes a step. @returns whether the books are through with it: days may have passed without a look. */
  async take(step: Step): Promise<boolean> {
    await this.act(step);
    if (step.kind === 'wait' && !step.isLookedAt) return false;
    await this.look();
    return true;
  }

  /** Looks at the loan's page, which charges what is late. */
  async look(): Promise<void> {
    await this.service.ask(readLoan, this.loan, this.session);
    this.model.look();
  }

  private async act(step: Step): Promise<void> {
    const { orderNumber } = this.loan;
    const { service, model, currency } = this;
    const reason = 'a walk';
    const { status } = model;
    const isRunning = status === 'to-repay' || status === 'overdue';
    if (step.kind === 'wait') {
      this.wait(step.days);
    } else if (step.kind === 'pay' || step.kind === 'recover') {
      const amount = Math.max(1, Math.floor((Math.max(model.owed(), 1_000) * step.share) / 400));
      if (step.kind === 'pay') {
        await this.pay(amount);
      } else {
        const name = newId();
        const recovery = { orderNumber, recoveryKey: name, amountMinor: amount, currency, reason };
        if (status !== 'written-off') return this.refusedWith(409, recordRecovery.path, recovery);
        await service.tell(recordRecovery, { ...recovery, amountMinor: minorAmount(amount) });
        this.paid(name, { provider: 'recovery', amount });
      }
    } else if (step.kind === 'pay-late') {
      await this.payLate(step);
    } else if (step.kind === 'report-again') {
      const report = this.reports[step.pick % Math.max(1, this.reports.length)];
      if (report === undefined) return;
      assert.partialDeepStrictEqual(await service.tell(recordPayment, report), { isRepeated: true });
    } else if (step.kind === 'accrue') {
      await this.world.accrue(this.today);
    } else if (step.kind === 'extend') {
      await this.extend(step);
    } else if (step.kind === 'extend-by-card') {
      await this.extendByCard(step.daysUntilReport);
    } else if (step.kind === 'pay-by-card') {
      await this.payByCard(step);
    } else if (step.kind === 'charge-back' || step.kind === 'win-back') {
      await this.takeCardDispute(step);
    } else if (step.kind === 'pay-unnamed') {
      await this.payUnnamed(step);
    } else if (step.kind === 'claim') {
      await this.claim(step);
    } else if (step.kind === 'not-found' || step.kind === 'by-hand') {
      await this.answerClaim(step);
    } else if (step.kind === 'report-by-hand') {
      await this.reportByHand(step.pick);
    } else if (step.kind === 'dispute') {
      await this.dispute(step);
    } else if (step.kind === 'withdraw' || step.kind === 'reject' || step.kind === 'uphold') {
      await this.answer(step);
    } else if (step.kind === 'reverse' || step.kind === 'reverse-again') {
      const isAgain = step.kind === 'reverse-again';
      const names = [...model.payments].filter(([, one]) => one.isReversed === isAgain).map(([name]) => name);
      const name = this.chosen(names, step.pick);
      if (name === undefined) return;
      const { provider = '', eventId = '' } = this.payments.get(name) ?? {};
      const request = { provider, eventId, reason };
      if (isAgain) return this.refusedWith(409, reversePayment.path, request);
      await service.tell(reversePayment, request);
      model.takeBack(name);
    } else if (step.kind === 'waive') {
      const amount = Math.floor((model.waivable(step.part) * step.share) / 100);
      if (amount === 0) return;
      const waiver = { orderNumber, component: step.part, amountMinor: minorAmount(amount), reason };
      if (status === 'sold') return this.refusedWith(409, waiveCharge.path, waiver);
      const { transactionId } = await service.tell(waiveCharge, waiver);
      model.waive(transactionId, step.part, { amount });
    } else if (step.kind === 'unwaive') {
      const names = [...model.waivers].filter(([, one]) => !one.isReversed).map(([name]) => name);
      const reversesId = this.chosen(names, step.pick);
      if (reversesId === undefined) return;
      await service.tell(waiveCharge, { orderNumber, reversesId, reason });
      model.takeBackWaiver(reversesId);
      await this.refusedWith(404, waiveCharge.path, { orderNumber, reversesId, reason });
    } else if (step.kind === 'reverse-penalties') {
      const fromDay = addDays(this.today, -step.daysAgo);
      const throughDay = addDays(fromDay, step.days);
      const days = { orderNumber, fromDay, throughDay, reason };
      const taken = model.takeBackPenalties(fromDay, throughDay);
      if ('refused' in taken) return this.refusedWith(409, reversePenalties.path, days);
      const { reversed: reversedMinor, returned: returnedMinor } = taken;
      assert.partialDeepStrictEqual(await service.tell(reversePenalties, days), {
        reversedMinor,
        returnedMinor,
      });
    } else if (step.kind === 'refund') {
      const amount = Math.floor((model.heldMinor * step.share) / 100);
      const refundKey = newId();
      const tooMuch = { orderNumber, refundKey, amountMinor: model.heldMinor + 1, reason };
      if (amount === 0) return this.refusedWith(422, requestRefund.path, tooMuch);
      const request = { orderNumber, refundKey, amountMinor: minorAmount(amount), reason };
      await service.tell(requestRefund, request);
      assert.partialDeepStrictEqual(await service.tell(requestRefund, request), { state: 'requested' });
      model.requestRefund(refundKey, amount);
    } else if (step.kind === 'send') {
      const names = [...model.refunds].filter(([, { state }]) => state === 'requested').map(([name]) => name);
      const refundKey = this.chosen(names, step.pick);
      if (refundKey === undefined) return;
      await service.tell(markRefundSent, { refundKey, reference: `out ${refundKey}` });
      assert.partialDeepStrictEqual(
        await service.tell(markRefundSent, { refundKey, reference: `out ${refundKey}` }),
        {
          state: 'sent',
        },
      );
      model.sendRefund(refundKey, `out ${refundKey}`);
    } else if (step.kind === 'fail') {
      const names = [...model.refunds].filter(([, { state }]) => state !== 'failed').map(([name]) => name);
      const refundKey = this.chosen(names, step.pick);
      if (refundKey === undefined) return;
      await service.tell(markRefundFailed, { refundKey, reason });
      model.failRefund(refundKey);
    } else if (step.kind === 'agree-plan') {
      await this.agreePlan(step.terms);
    } else if (step.kind === 'undo-plan') {
      await this.undoPlan(step.pick);
    } else if (step.kind === 'write-off') {
      if (!isRunning) return this.refusedWith(409, writeOffLoan.path, { orderNumber, reason });
      await service.tell(writeOffLoan, { orderNumber, reason });
      model.writeOff();
    } else if (step.kind === 'sell') {
      const priceMinor = minorAmount(Math.floor((model.owed() * step.share) / 100));
      const sale = { orderNumber, priceMinor, reason };
      if (status === 'settled' || status === 'sold') return this.refusedWith(409, closeLoan.path, sale);
      await service.tell(closeLoan, sale);
      model.sell(priceMinor);
    } else if (step.kind === 'give-back') {
      const returnedOn = addDays(this.firstDay, step.days);
      const exit = { orderNumber, returnedOn, reason };
      if (returnedOn > this.today) return this.refusedWith(422, endCoolingOff.path, exit);
      const missing = model.missingToGiveBack(returnedOn);
      // A payment of such a day has given it back.
      const isGivenBack = missing === null && !('refused' in model.coolOff(returnedOn));
      if (isGivenBack) return void (await service.tell(endCoolingOff, exit));
      if (missing !== 0) await this.refusedWith(409, endCoolingOff.path, exit);
      if (missing === null || missing >= model.owed()) return;
      if (missing > 0) await this.pay(missing);
      await service.tell(endCoolingOff, exit);
      model.coolOff(returnedOn);
    } else {
      const request = { orderNumber, reason, isReversed: true };
      if (status !== 'written-off') return this.refusedWith(409, writeOffLoan.path, request);
      await service.tell(writeOffLoan, request);
      model.reinstate();
    }
  }

  private async pay(amount: number): Promise<void> {
    this.paid(await this.report(amount), { amount });
  }

  /** Reports a payment of today, or of the day it was made. @returns its name. */
  private async report(amount: number, paidOn = this.today): Promise<string> {
    const { currency } = this;
    const { orderNumber } = this.loan;
    const eventId = newId();
    const report = {
      ...{
        provider: 'walk',
        eventId,
        orderNumber,
        currency,
        paidAt: this.world.momentOn(paidOn),
        anotherPayment: true,
      },
      amountMinor: minorAmount(amount),
    };
    await this.service.tell(recordPayment, report);
    this.reports.push(report);
    return eventId;
  }

  /** Has the model take a payment that was reported, by its name and as a claim can tell of it, and notes which claim it answers. */
  paid(
    name: string,
    {
      amount,
      provider = 'walk',
      eventId = name,
      paidOn = this.today,
      channel = channelOfPayment(provider, undefined),
      claimId,
      purpose = 'repay',
      isKeyOfBank = provider.startsWith('by-hand:'),
    }: {
      readonly amount: number;
      readonly provider?: string;
      readonly eventId?: string;
      readonly paidOn?: LocalDate;
      readonly channel?: ClaimChannel;
      readonly claimId?: string;
      readonly purpose?: 'repay' | 'extend';
      /** Whether its bank or provider knows it by that id. */
      readonly isKeyOfBank?: boolean;
    },
  ): void {
    const { model } = this;
    model.receive({
      ...{ name, amount, purpose, provider, eventId, channel, creditedOn: paidOn, paidOn },
      trackingKey: isKeyOfBank ? eventId : null,
      ...(claimId === undefined ? {} : { claimId }),
    });
    const met = model.claims.find(
      ({ id, state }) => state === 'received' && this.claims.get(id)?.state !== state,
    );
    const claim = met && this.claims.get(met.id);
    if (claim) claim.state = 'received';
    const payment = { provider, eventId, amountMinor: minorAmount(amount), paidOn, channel, isKeyOfBank };
    this.payments.set(name, { ...payment, isClaimed: met !== undefined });
  }

  private claimsOf(state: ClaimState): [string, WalkedClaim][] {
    return [...this.claims].filter(([, claim]) => claim.state === state);
  }

  private wait(days: number): void {
    this.beginDay(addDays(this.today, days));
    this.world.beginDay(this.today);
  }

  /** It is another day. */
  beginDay(day: LocalDate): void {
    this.today = day;
    this.model.on(day);
  }

  private async payLate({
    share: ofOwed,
    daysAgo,
  }: Extract<Step, { readonly kind: 'pay-late' }>): Promise<void> {
    const { model, today } = this;
    const paidOn = [this.firstDay, addDays(today, -daysAgo)].sort().at(-1) ?? this.firstDay;
    const amount = Math.max(1, Math.floor((Math.max(model.owed(), 1_000) * ofOwed) / 400));
    const name = await this.report(amount, paidOn);
    this.paid(name, { amount, paidOn });
  }

  private async payUnnamed({
    share: ofOwed,
    daysUntilReport: days,
  }: Extract<Step, { readonly kind: 'pay-unnamed' }>): Promise<void> {
    const { service, model, today: paidOn, currency } = this;
    const { orderNumber } = this.loan;
    const amount = Math.max(1, Math.floor((Math.max(model.owed(), 1_000) * ofOwed) / 400));
    const name = newId();
    const payment = { provider: 'walk', eventId: name };
    const unnamed = { ...payment, reference: `nobody ${name}`, currency, amountMinor: minorAmount(amount) };
    assert.partialDeepStrictEqual(await service.tell(recordPayment, unnamed), { outcome: 'unmatched' });
    await this.untilTold(days);
    await service.tell(assignPayment, { ...payment, orderNumber, reason: 'a walk', anotherPayment: true });
    await this.refusedWith(409, assignPayment.path, { ...payment, orderNumber, reason: 'a walk' });
    this.paid(name, { amount, paidOn });
  }

  private async claim({ share: ofOwed, daysAgo }: Extract<Step, { readonly kind: 'claim' }>): Promise<void> {
    const { service, model, loan, session, today } = this;
    const { productId, orderId } = loan;
    const paidOn = [this.firstDay, addDays(today, -daysAgo)].sort().at(-1) ?? this.firstDay;
    const amountMinor = minorAmount(Math.max(1, Math.floor((Math.max(model.owed(), 1_000) * ofOwed) / 400)));
    const trackingKey = trackingKeyOf(newId());
    const claim = { amountMinor, paidOn, trackingKey, channel: 'bank-transfer' } as const;
    const request = { ...claim, productId, orderId, image: null };
    const isOwed = ['to-repay', 'overdue', 'written-off'].includes(model.status);
    if (!isOwed || this.claimsOf('waiting').length >= waitingClaimsMax) {
      const answer = await service.post(claimPayment.path, { ...request, image: null }, session);
      assert.notEqual(answer.status, 200);
      return;
    }
    const newestFirst = [...this.payments].sort(([, a], [, b]) => b.paidOn.localeCompare(a.paidOn));
    const arrived = newestFirst.find(
      ([name, { isClaimed, ...payment }]) =>
        !isClaimed &&
        !model.payments.get(name)?.isReversed &&
        matchesClaim(claim, { ...payment, trackingKey: trackingKeyOf(payment.eventId) }),
    );
    // The page with the form books the penalty of today.
    await this.look();
    const { claimId, state } = await service.ask(claimPayment, request, session);
    assert.equal(state, arrived ? 'received' : 'waiting');
    this.claims.set(claimId, { ...claim, state });
    model.claim({ ...claim, id: claimId, amount: amountMinor }, state);
    if (arrived) arrived[1].isClaimed = true;
  }

  private async answerClaim(step: Extract<Step, { readonly kind: 'not-found' | 'by-hand' }>): Promise<void> {
    const { service, model, currency, loan } = this;
    const waiting = this.claimsOf('waiting');
    const [claimId, claim] = waiting[step.pick % Math.max(1, waiting.length)] ?? [];
    if (claimId === undefined || claim === undefined) return;
    const request = { claimId, answer: 'a walk' };
    if (step.kind === 'not-found') {
      await service.tell(answerPaymentClaim, request);
      claim.state = 'not-found';
      model.claimNotFound(claimId);
      return this.refusedWith(409, answerPaymentClaim.path, request);
    }
    const { amountMinor, paidOn, trackingKey: name } = claim;
    const provider = providerByHand('bank-transfer');
    const { orderNumber } = loan;
    const byHand = {
      provider,
      eventId: name,
      orderNumber,
      currency,
      amountMinor,
      paidAt: this.world.momentOn(paidOn),
      claimId,
      anotherPayment: true,
    };
    assert.partialDeepStrictEqual(await service.tell(recordPayment, byHand), {
      outcome: 'posted',
      isRepeated: false,
    });
    await this.refusedWith(409, recordPayment.path, byHand);
    this.paid(name, { provider, amount: amountMinor, paidOn, claimId });
  }

  /** A provider tells of what was recorded by hand: it is that payment, unless that was taken back before. */
  private async reportByHand(index: number): Promise<void> {
    const { service, model, currency, loan } = this;
    const byHand = [...this.payments].filter(
      ([name, { provider }]) => provider.startsWith('by-hand:') && !this.reportedAnew.has(name),
    );
    const [name, payment] = byHand[index % Math.max(1, byHand.length)] ?? [];
    if (name === undefined || payment === undefined) return;
    const { amountMinor, paidOn } = payment;
    const reported = { provider: 'walk', eventId: name.toLowerCase() };
    const isKnown = !model.payments.get(name)?.isReversed;
    const report = {
      ...reported,
      orderNumber: loan.orderNumber,
      currency,
      amountMinor,
      paidAt: this.world.momentOn(paidOn),
      anotherPayment: true,
    };
    assert.partialDeepStrictEqual(await service.tell(recordPayment, report), {
      outcome: 'posted',
      isRepeated: isKnown,
    });
    assert.partialDeepStrictEqual(await service.tell(recordPayment, report), {
      outcome: 'posted',
      isRepeated: true,
    });
    if (isKnown) {
      Object.assign(payment, { ...reported, channel: 'other' });
    } else {
      this.reportedAnew.add(name);
      this.paid(reported.eventId, { amount: amountMinor, paidOn });
    }
  }

  private async extend({
    extra,
    daysUntilReport,
  }: Extract<Step, { readonly kind: 'extend' }>): Promise<void> {
    const { service, today } = this;
    const { status } = await service.post(readExtension.path, this.loan, this.session);
    if (status !== 200) return;
    const offer = await service.ask(readExtension, this.loan, this.session);
    this.model.look();
    const channels = offer.channelGroups.flatMap((group) => group.channels);
    const channel = channels.find(({ payCode }) => payCode !== '');
    const reference = channel?.payCode ?? '';
    const row = await this.extensionIn('awaiting-payment');
    const name = newId();
    const amount = row.price + extra;
    assert.equal(row.price, this.model.extensionPrice());
    this.model.offerExtension(name);
    const { currency } = this;
    await this.untilTold(daysUntilReport);
    await service.tell(recordPayment, {
      ...{ provider: 'walk', eventId: name, reference, amountMinor: minorAmount(amount), currency },
      ...{ paidAt: this.world.momentOn(today), anotherPayment: true },
    });
    this.paid(name, { amount, paidOn: today, channel: channel?.kind ?? 'other', purpose: 'extend' });
  }

  /**
   * Pays an extension with a card at its price of today; its bank answers at once, or some days later. Not twice on a day: a walk's
   * day is one moment, and a second code is refused so soon after the first.
   */
  private async extendByCard(days: number): Promise<void> {
    const { service, loan, session, model } = this;
    if (this.codeAskedOn === this.today || this.undecided) return;
    const { status } = await service.post(readExtension.path, loan, session);
    if (status !== 200) return;
    const { amountMinor, takesCards } = await service.ask(readExtension, loan, session);
    model.look();
    assert.equal(takesCards, this.world.takesCards(loan), 'cards are offered where one is taken');
    if (!takesCards) return;
    assert.equal(amountMinor, model.extensionPrice());
    await this.charge(amountMinor, 'extend', days);
  }

  /** A plan that waits is answered at once. */
  private async agreePlan(terms: ModelPlanTerms): Promise<void> {
    const { service, loan, model, session } = this;
    const { orderNumber, productId, orderId } = loan;
    const name = `plan ${this.plans.length}`;
    const proposed = model.proposePlan(() => name, terms, 7);
    const fields = { orderNumber, ...terms, reason: 'a walk' };
    if ('refused' in proposed) {
      assert.notEqual((await service.host(proposeNewPlan.path, fields)).status, 200);
      return;
    }
    const { planId, owedMinor, waivedMinor } = await service.tell(proposeNewPlan, fields);
    assert.deepEqual([owedMinor, waivedMinor], [proposed.owed, proposed.waived]);
    const { statement } = await service.ask(readLoan, { productId, orderId }, session);
    const seen = statement?.newPlans?.find((plan) => plan.planId === planId)?.seen ?? '';
    await service.ask(acceptNewPlan, { productId, orderId, planId, seen }, session);
    assert.deepEqual(model.acceptPlan(name, true), { isRepeated: false });
    this.plans.push(planId);
  }

  private async undoPlan(picked: number): Promise<void> {
    const { service, loan, model, plans } = this;
    const planId = this.chosen(plans, picked);
    if (planId === undefined) return;
    const undone = model.undoPlan(`plan ${plans.indexOf(planId)}`);
    const fields = { orderNumber: loan.orderNumber, planId, reason: 'a walk' };
    if ('refused' in undone) return this.refusedWith(409, undoNewPlan.path, fields);
    assert.equal((await service.tell(undoNewPlan, fields)).movedMinor, undone.moved);
  }

  /** Pays debt with a card, whose bank answers at once, or some days later; not twice on a day, as an extension. */
  private async payByCard({
    share: ofOwed,
    daysUntilReport: days,
  }: Extract<Step, { readonly kind: 'pay-by-card' }>): Promise<void> {
    const { model, today } = this;
    const isOwed = ['to-repay', 'overdue', 'written-off'].includes(model.status);
    if (this.codeAskedOn === today || this.undecided || !isOwed) return;
    // No more can be paid with a card than what settles the loan.
    const wanted = Math.max(1, Math.floor((model.owed() * ofOwed) / 400));
    const amountMinor = Math.min(wanted, model.on(today).settlement());
    if (amountMinor < 1) return;
    await this.charge(amountMinor, 'repay', days);
  }

  private async charge(amount: number, purpose: 'repay' | 'extend', days: number): Promise<void> {
    const { world, loan, session, model, today: paidOn } = this;
    const charge = await world.charge(loan, session, { amount, purpose, isLate: days > 0 });
    this.codeAskedOn = paidOn;
    if (charge === null) return;
    const { name } = charge;
    if (purpose === 'extend') model.offerExtension(name);
    if (!charge.isDecided) {
      this.undecided = { name, amount, paidOn, purpose };
      return;
    }
    if (days > 0) {
      await this.untilTold(days);
      if (purpose === 'extend') await this.whilePending(amount);
      await world.settleCharges(loan);
    }
    this.paid(name, { provider: 'card', amount, paidOn, purpose });
  }

  /** Learns what became of a charge that was not certain. */
  async decide(): Promise<void> {
    const { undecided, world, loan, session } = this;
    if (undecided === null) return;
    const became = await world.outcomeOf(loan, session, undecided.name);
    if (became === 'undecided') return;
    this.undecided = null;
    if (became === 'paid') this.paid(undecided.name, { ...undecided, provider: 'card' });
  }

  /** The bank takes a payment with a card back, or gives it back after that; told twice, and of none else. */
  private async takeCardDispute(
    step: Extract<Step, { readonly kind: 'charge-back' | 'win-back' }>,
  ): Promise<void> {
    const { world, model, today, currency } = this;
    const isBack = step.kind === 'win-back';
    const cards = [...this.payments].filter(([, { provider }]) => provider === 'card');
    const familyOf = (reference: string) => cards.filter(([name]) => name.split(':')[0] === reference);
    const standingOf = (reference: string) =>
      familyOf(reference).find(([name]) => !model.payments.get(name)?.isReversed)?.[0];
    const references = cards
      .map(([name]) => name)
      .filter((name) => !name.includes(':') && (standingOf(name) === undefined) === isBack);
    const reference = this.chosen(references, step.pick);
    const payment = reference === undefined ? undefined : this.payments.get(reference);
    if (reference === undefined || payment === undefined) return;
    const balance = standingOf(reference);
    const { amountMinor } = payment;
    const disputeId = await world.tellDispute(
      { reference, amountMinor, currency, number: familyOf(reference).length },
      isBack ? ['left', 'came-back'] : ['left'],
      today,
    );
    if (balance !== undefined) {
      model.takeBack(balance);
      return;
    }
    const name = `${reference}:${disputeId}`;
    const { provider, channel } = payment;
    const money = {
      name,
      amount: amountMinor,
      provider,
      channel,
      eventId: name,
      creditedOn: today,
      paidOn: today,
    } as const;
    model.receive({ ...money, purpose: 'repay', trackingKey: null, claimId: null });
    this.payments.set(name, { ...payment, eventId: name, paidOn: today, isClaimed: false });
  }

  /** Days in which what was paid is not reported, and its penalties are booked. */
  private async untilTold(days: number): Promise<void> {
    if (days === 0) return;
    this.wait(days);
    await this.look();
  }

  private async extensionIn(state: 'awaiting-payment' | 'in-effect') {
    const [row] = await queryRows<{ fee: string; price: string; due: string }>(
      this.service.database,
      sql`select fee_minor::text as fee, pay_today_minor::text as price, new_due_date::text as due from extensions
        where loan_id = ${this.loan.orderId} and state = ${state} order by id desc limit 1`,
    );
    if (!row) throw new Error(`no extension is ${state}`);
    return { fee: Number(row.fee), price: Number(row.price), due: row.due };
  }

  private async charges() {
    const { statement } = await this.service.ask(readLoan, this.loan, this.session);
    return statement?.charges ?? [];
  }

  private openDisputes(): [string, WalkedDispute][] {
    return [...this.disputes].filter(([, { state }]) => state === 'open');
  }

  private async dispute({
    isOfPenalty,
    pick: index,
  }: Extract<Step, { readonly kind: 'dispute' }>): Promise<void> {
    const { service, loan, session, model } = this;
    const { productId, orderId } = loan;
    const all = await this.charges();
    const penalties = all.filter(({ kind }) => componentOfCharge[kind] === 'penalty');
    const of = isOfPenalty && penalties.length > 0 ? penalties : all;
    const charge = of[index % Math.max(1, of.length)];
    if (charge === undefined) return;
    const { chargeId, sequence, kind, chargedMinor } = charge;
    const match = this.openDisputes().find(([, each]) => each.chargeId === chargeId);
    if (!match && this.openDisputes().length >= openDisputesMax) return;
    const request = { productId, orderId, chargeId, reason: 'not-agreed', words: '' } as const;
    const { disputeId, isRepeated } = await service.ask(disputeCharge, request, session);
    if (match || this.world.asksOnce) assert.equal(isRepeated, match !== undefined);
    assert.equal(disputeId, match?.[0] ?? disputeId);
    if (match) return;
    const figures = { chargedMinor, takenOffMinor: 0, vatTakenOffMinor: 0 };
    this.disputes.set(disputeId, { chargeId, sequence, state: 'open', ...figures, endedOn: null });
    model.dispute(disputeId, { index: sequence - 1, kind });
  }

  /** Ends an open dispute, by its borrower or by the lender. */
  private async answer(
    step: Extract<Step, { readonly kind: 'withdraw' | 'reject' | 'uphold' }>,
  ): Promise<void> {
    const { service, session, model, today } = this;
    const { productId, orderId } = this.loan;
    const open = this.openDisputes();
    const [disputeId, dispute] = open[step.pick % Math.max(1, open.length)] ?? [];
    if (disputeId === undefined || dispute === undefined) return;
    const { chargeId } = dispute;
    const charge = (await this.charges()).find((each) => each.chargeId === chargeId);
    dispute.chargedMinor = charge?.chargedMinor ?? 0;
    const words = { disputeId, answer: 'a walk' };
    const percent = 'share' in step ? step.share : 0;
    if (step.kind === 'withdraw') {
      await service.ask(withdrawDispute, { productId, orderId, disputeId }, session);
      dispute.state = 'withdrawn';
      model.withdraw(disputeId);
    } else if (step.kind === 'reject') {
      await service.tell(rejectChargeDispute, words);
      dispute.state = 'rejected';
      model.reject(disputeId);
    } else if (charge === undefined) {
      return this.refusedWith(409, upholdChargeDispute.path, words);
    } else {
      const amount = Math.max(1, Math.floor((dispute.chargedMinor * percent) / 100));
      const tooMuch = { ...words, amountMinor: dispute.chargedMinor + 1 };
      await this.refusedWith(422, upholdChargeDispute.path, tooMuch);
      const answer = await service.tell(upholdChargeDispute, { ...words, amountMinor: minorAmount(amount) });
      const taken = model.uphold(disputeId, amount);
      const tax = 'tax' in taken ? taken.tax : -1;
      assert.deepEqual([answer.takenOffMinor, answer.vatTakenOffMinor], [amount, tax]);
      Object.assign(dispute, { state: 'upheld', takenOffMinor: amount, vatTakenOffMinor: tax });
    }
    dispute.endedOn = today;
  }
}

/** The instalments of a loan as kept. */
export function instalmentsOf(service: Pick<LendingService, 'database'>, { orderId }: TestLoan) {
  return service.database
    .select()
    .from(instalments)
    .where(eq(instalments.loanId, orderId))
    .orderBy(asc(instalments.sequence));
}
