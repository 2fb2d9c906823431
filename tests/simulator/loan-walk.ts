import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { readPaymentInstruction, readRepayment } from '#contract/calls/repayment.ts';
import { putBorrower } from '#contract/host/borrower.ts';
import { decideApplication, listLoans, readLoanStatement, recordDisbursal } from '#contract/host/loan.ts';
import { putOffer } from '#contract/host/offer.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import type { HostCall } from '#contract/host-call.ts';
import type { Database } from '#db/database.ts';
import { minorAmount } from '#domain/money/money.ts';
import type { Random } from '#lending/ports.ts';
import type { StripeStandIn } from '#tests/providers/stripe-stand-in.ts';
import type { CorrectedLoanModel } from '#tests/setup/corrected-loan-model.ts';
import { anyStep, CorrectedLoanWalk, type Step } from '#tests/setup/corrected-loan-walk.ts';
import { serviceAt, type TestSession } from '#tests/setup/lending-service.ts';
import type { TestSmsGateway } from '#tests/setup/sms-gateway.ts';
import type { WalkWorld } from '#tests/setup/walk-world.ts';
import { cardBankOf } from './card-bank.ts';
import { type ModelProductId, modelOf, modelProducts } from './products.ts';
import type { RunRecord } from './run-record.ts';
import type { ShiftedClock } from './shifted-clock.ts';

/** What all loans of a run share. */
export interface World {
  /** Of the proxy. */
  readonly address: string;
  /** The test's own sessions on the database, to look and never to write. */
  readonly database: Database;
  readonly clock: ShiftedClock;
  readonly stripe: StripeStandIn;
  readonly gateway: TestSmsGateway;
  readonly record: RunRecord;
}

/** A loan that a borrower, the lender, banks and providers walk through, with a model of what it owes beside it. */
export interface SimulatedLoan {
  readonly orderNumber: string;
  /** What happens to the loan on one day; then it is compared with the model. */
  visit(): Promise<void>;
  /** Compares it once more. */
  finish(): Promise<void>;
}

/** Whether anything is charged to an instalment of a model. */
const isCharged = ({ slots }: CorrectedLoanModel['instalments'][number]) =>
  components.some((part) => slots[part].charged > 0);
const components = ['penalty', 'fee', 'vat', 'interest', 'principal'] as const;
const stepsMax = 400;
const stepsADay = 4;
/** How long it is waited at the end until the service knows what became of a charge. */
const [decidingTries, decidingPauseMs] = [60, 500];

/** The steps of a loan, each told on its day: what comes late comes by steps of its own, since time is the same for all. */
function stepsOf(seed: number): Step[] {
  return fc
    .sample(anyStep, { seed, numRuns: stepsMax })
    .filter(({ kind }) => kind !== 'accrue')
    .map((step) => ('daysUntilReport' in step ? { ...step, daysUntilReport: 0 } : step));
}

/** The calls of one caller that asks until it is answered: the lender's under one id each, some of them twice at once. */
function patientCalls(
  { database, record }: World,
  service: ReturnType<typeof serviceAt>,
  random: Random,
): WalkWorld['service'] {
  const sent = async (path: string, body: unknown, isAnsweredAnew: boolean) => {
    const messageId = `msg_${random.id()}`;
    const send = () => record.persistAnswer(path, () => service.host(path, body, messageId));
    const [first, second] = await Promise.all(random.below(4) === 0 ? [send(), send()] : [send()]);
    if (second && !isAnsweredAnew)
      assert.deepEqual([second.status, second.body], [first.status, first.body], `${path}, sent twice`);
    return first;
  };
  return {
    database,
    host: (path, body) => sent(path, body, false),
    async tell<Request, Answer>(
      { path, isRead }: HostCall<Request, Answer>,
      request: Request,
    ): Promise<Answer> {
      const { status, body } = await sent(path, request, isRead === true);
      if (!body.success) throw new Error(`${path} refused with ${status} ${body.code}: ${body.message}`);
      return body.data as Answer;
    },
    ask: (call, request, session, language) =>
      record.persist(call.path, () => service.ask(call, request, session, language)),
    post: (path, body, session) => record.persistAnswer(path, () => service.post(path, body, session)),
  };
}

/** Has a borrower accept an offer and the lender decide on it and pay it out. */
export async function beginLoan(
  world: World,
  productId: ModelProductId,
  { random, seed, number }: { readonly random: Random; readonly seed: number; readonly number: number },
): Promise<SimulatedLoan> {
  const { address, clock, record } = world;
  const { market, currency, principalMinor } = modelProducts[productId];
  const chance = (percent: number) => random.below(100) < percent;
  const direct = serviceAt(address);
  const service = patientCalls(world, direct, random);
  const mobilePhone = `${market === 'MX' ? '55' : '98'}${String(10_000_000 + number)}`;
  const { borrowerId } = await service.tell(putBorrower, {
    ...{
      lenderBorrowerId: `person-${number}`,
      name: 'Prueba Pérez',
      address: 'Calle Uno 1',
      mobilePhone,
      market,
    },
  });
  await service.tell(putOffer, {
    ...{ borrowerId, productId, amountMinor: minorAmount(principalMinor), couponCount: 0 },
    ...{ depositAccountEnding: '4821', validFrom: null, validThrough: null, isWithdrawn: false },
  });
  const signIn = () => record.persist('session', () => direct.session(borrowerId));
  const session = await signIn();

  const offer = await service.ask(readOffer, { productId, isReload: true }, session);
  const { amountMinor, term, quote } = offer;
  const accepted = { productId, amountMinor, term, quoteId: quote?.quoteId ?? null };
  const push = () => service.ask(acceptOffer, accepted, session);
  const [{ detailLink }] = await Promise.all(chance(30) ? [push(), push()] : [push()]);
  const orderId = new URL(detailLink, 'http://lender.test').searchParams.get('orderId') ?? '';
  const { loans } = await service.tell(listLoans, { borrowerId, limit: 10 });
  assert.deepEqual(
    loans.map(({ loanId }) => loanId),
    [orderId],
    'an offer that was accepted is one loan',
  );
  const orderNumber = loans[0]?.orderNumber ?? '';
  record.counts.loans += 1;

  const isDeclined = chance(8);
  const early = !isDeclined && chance(20) ? 10_000 + random.below(50_000) : 0;
  const earlyId = `early-${orderNumber}`;
  if (early > 0) {
    const money = {
      ...{ provider: 'walk', eventId: earlyId, trackingKey: earlyId, orderNumber, currency },
      anotherPayment: true,
    };
    await service.tell(recordPayment, { ...money, amountMinor: minorAmount(early) });
  }
  await service.tell(decideApplication, { orderNumber, decision: isDeclined ? 'decline' : 'approve' });
  const payOut = () => service.tell(recordDisbursal, { orderNumber, reference: `transfer ${orderNumber}` });
  if (isDeclined) return { orderNumber, visit: async () => {}, finish: () => compare(null) };
  await Promise.all(chance(30) ? [payOut(), payOut()] : [payOut()]);

  const owner = { borrowerId, telephone: `${market === 'MX' ? '+52' : '+91'}${mobilePhone}` };
  const bank = cardBankOf(owner, { ...world, service, direct, random });
  const walked: WalkWorld = {
    service,
    asksOnce: false,
    beginDay() {},
    momentOn: (day) => (day === clock.today ? clock.now().toISOString() : `${day}T18:00:00Z`),
    ...bank,
    settleCharges: async () => {},
    accrue: async () => {},
  };
  const model = modelOf(productId, clock.today);
  const walk = new CorrectedLoanWalk(
    walked,
    { productId, orderId, orderNumber },
    session,
    model,
    clock.today,
  );
  if (early > 0) walk.paid(earlyId, { amount: early, isKeyOfBank: true });
  const steps = stepsOf(seed);

  /** Pays a voucher of a shop at its counter, or by one of the lender's own codes. */
  async function payByCode(session: TestSession): Promise<void> {
    const loan = { productId, orderId };
    // More than is due may pay back principal before its dates; no code is given for more than settles the loan.
    const mostMinor = Math.max(model.due(), model.settlement());
    const beyond = chance(40) ? random.below(Math.max(1, mostMinor - model.due())) : 0;
    const asked = Math.max(1_000, Math.min(1_000_000, model.due() + beyond));
    if (market === 'MX' && asked <= mostMinor && chance(50)) {
      const since = world.stripe.events.length;
      const request = {
        ...loan,
        amountMinor: minorAmount(asked),
        payCode: 'store' as const,
        purpose: 'repay' as const,
      };
      const { payCode } = await service.ask(readPaymentInstruction, request, session);
      const voucher = world.stripe.references.vouchers.find(({ next_action }) =>
        JSON.stringify(next_action).includes(`"${payCode}"`),
      );
      if (payCode === '' || voucher?.status !== 'requires_action') return;
      world.stripe.references.payVoucher(voucher.id);
      await bank.deliver(since, ({ id }) => id === voucher.id);
      const money = {
        provider: 'stripe',
        amount: voucher.amount,
        channel: 'store',
        isKeyOfBank: true,
      } as const;
      walk.paid(voucher.id, money);
      return;
    }
    const { channelGroups } = await service.ask(readRepayment, loan, session);
    const codes = channelGroups.flatMap(({ channels }) => channels).filter(({ payCode }) => payCode !== '');
    const code = codes[random.below(Math.max(1, codes.length))];
    if (!code || code.kind === 'store') return;
    const eventId = random.id();
    const money = {
      ...{ provider: 'bank', eventId, trackingKey: eventId, reference: code.payCode, currency },
      anotherPayment: true,
    };
    const paidAt = clock.now().toISOString();
    await service.tell(recordPayment, { ...money, amountMinor: minorAmount(asked), paidAt });
    walk.paid(eventId, { provider: 'bank', amount: asked, channel: code.kind ?? 'other', isKeyOfBank: true });
  }

  async function compare(model: CorrectedLoanModel | null): Promise<void> {
    const statement = await service.tell(readLoanStatement, { orderNumber });
    record.counts.checks += 1;
    const { loan, instalments, payments, entries } = statement;
    const on = (account: string) =>
      entries
        .flatMap(({ postings }) => postings)
        .reduce(
          (sum, posting) => sum + (posting.account.split(':')[0] === account ? posting.amountMinor : 0),
          0,
        );
    const isClosed = model?.isWrittenOff || model?.isSold;
    const has = {
      ...{
        status: loan.status,
        owed: loan.owedMinor,
        held: loan.heldMinor,
        cash: on('cash'),
        clearing: on('clearing'),
      },
      ...{ refunding: on('refund-payable'), waived: on('waiver-expense'), recovered: on('recovery-income') },
      ...{ derecognised: on('derecognised-receivable') },
      sum: entries.flatMap(({ postings }) => postings).reduce((sum, { amountMinor: each }) => sum + each, 0),
      instalments: instalments.map(({ dueDate, chargedMinor, paidMinor }) => [
        dueDate,
        ...components.map((part) => `${part} ${chargedMinor[part]}-${paidMinor[part]}`),
      ]),
      payments: payments.map(({ amountMinor, outcome }) => `${outcome} ${amountMinor}`).sort(),
    };
    const expectation = {
      ...{ status: model?.status ?? 'declined', owed: model?.owed() ?? 0, held: model?.heldMinor ?? 0 },
      ...{
        cash: model?.cash ?? 0,
        clearing: model?.clearing ?? 0,
        refunding: 0 - (model?.refundPayable ?? 0),
      },
      ...{
        waived: Object.values(model?.waived ?? {}).reduce((sum, amount) => sum + amount, 0),
        recovered: 0 - (model?.recovered ?? 0),
      },
      ...{ derecognised: isClosed ? 0 - (model?.owed() ?? 0) : 0, sum: 0 },
      // What a new plan took the place of is listed no more.
      instalments: (model?.instalments ?? [])
        .filter(isCharged)
        .map(({ dueDate, slots }) => [
          dueDate,
          ...components.map((part) => `${part} ${slots[part].charged}-${slots[part].paid}`),
        ]),
      payments: [...(model?.payments.values() ?? [])]
        .map(({ amount, isReversed }) => `${isReversed ? 'reversed' : 'posted'} ${amount}`)
        .sort(),
    };
    const [said, expected] = [JSON.stringify(has), JSON.stringify(expectation)];
    if (said !== expected)
      record.violate(`${orderNumber} is ${said} on ${clock.today}, the model says ${expected}`);
    const names = payments.map(({ provider, eventId }) => `${provider} ${eventId}`);
    if (new Set(names).size !== names.length)
      record.violate(`${orderNumber} credits a payment twice: ${names}`);
  }

  let isLost = false;
  const day = async (isLast: boolean) => {
    if (isLost) return;
    // What one step broke breaks all after it.
    isLost = true;
    const paymentsBefore = model.payments.size;
    const prepaymentsBefore = model.prepaymentCount;
    walk.session = await signIn();
    walk.beginDay(clock.today);
    await walk.look();
    await walk.decide();
    for (let tries = isLast ? decidingTries : 0; walk.undecided && tries > 0; tries -= 1) {
      await pause(decidingPauseMs);
      await walk.decide();
    }
    if (isLast && walk.undecided) record.violate(`${orderNumber} never knows what became of a charge`);
    for (let count = 1 + random.below(stepsADay); count > 0 && !isLast && !walk.undecided; count -= 1) {
      const step = steps.shift();
      if (step === undefined || step.kind === 'wait') break;
      record.counts.steps += 1;
      await walk.take(step);
    }
    const isOwed = ['to-repay', 'overdue'].includes(model.status);
    if (isOwed && !isLast && !walk.undecided && chance(20)) await payByCode(walk.session);
    await walk.look();
    record.counts.payments += model.payments.size - paymentsBefore;
    record.counts.prepayments += Math.max(0, model.prepaymentCount - prepaymentsBefore);
    if (!walk.undecided) await compare(model);
    isLost = false;
  };
  return { orderNumber, visit: () => day(false), finish: () => day(true) };
}
