import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { payWithCard, readSavedCards } from '#contract/calls/card-payment.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { queryRows } from '#db/database.ts';
import { cardPayments, savedCards } from '#db/schema/card-payment.ts';
import { smsCodes } from '#db/schema/sms.ts';
import { minorAmount } from '#domain/money/money.ts';
import { type CardHolder, newCardHolder } from '#tests/setup/card-holders.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { pay } from '#tests/setup/lending-journeys.ts';
import { lendingService } from '#tests/setup/lending-service.ts';
import { reconcileAll } from '../ledger/reconcile.ts';
import { forgetExpired } from '../retention.ts';
import { settlePendingCharges } from './charge.ts';
import { cancelForgotten } from './store.ts';

const service = await testLendingService();
const firstDueMinor = 142_281;
let holder: CardHolder;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  holder = await newCardHolder(service);
});

function wait(seconds: number): void {
  service.setTime(new Date(service.dependencies.clock.now().getTime() + seconds * 1000).toISOString());
}

async function paidMinor(): Promise<number | undefined> {
  const order = await service.ask(readLoan, holder.loan, holder.session);
  return order.balance?.paidMinor;
}

async function paymentState(repaymentId: string): Promise<string | undefined> {
  const [row] = await service.database.select().from(cardPayments).where(eq(cardPayments.id, repaymentId));
  return row?.state;
}

/** Commits and gives the id of the payment that waits for its code. */
async function committed(card: Parameters<CardHolder['commit']>[0]['card'] = 'approve') {
  const answer = await holder.commit({ card, amountMinor: firstDueMinor });
  if (!answer.success || !answer.data.needsCode) throw new Error('no code is asked for');
  return answer.data.repaymentId;
}

function wrongCode(): string {
  return holder.lastCode() === '000000' ? '000001' : '000000';
}

test('[PAYWAY-1] the way lists the borrower’s own cards, masked, with a token', async () => {
  const other = await newCardHolder(service);
  const { cards, repayToken, openPayment } = await holder.ways();
  expect(cards.map(({ bankName, cardNumber }) => `${bankName} ${cardNumber}`)).toEqual([
    'BBVA México 4152********4417',
    'Banorte 5493********9052',
    'Santander 5579********1386',
    'Citibanamex 5204********7730',
    'HSBC 4213********2268',
  ]);
  expect(cards.map(({ cardId }) => cardId)).not.toContain(other.cardId('approve'));
  expect(repayToken).toMatch(/^[\w-]{32}$/);
  expect(openPayment).toBeNull();
});

test('[PAYWAY-2] [PAYWAY-3] a commit sends a code, the code pays once, and the loan shows it', async () => {
  const repaymentId = await committed();
  expect(await paidMinor()).toBe(0);
  expect(await holder.confirm(repaymentId, holder.lastCode())).toMatchObject({
    success: true,
    data: { isPending: false },
  });
  expect(await paidMinor()).toBe(firstDueMinor);
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('[PAYWAY-2] whether a code is needed is the service’s decision, not the page’s wish', async () => {
  for (const asksForCode of [false, true]) {
    const fresh = await newCardHolder(service);
    const answer = await fresh.commit({ card: 'approve', amountMinor: 1_000, asksForCode });
    expect(answer).toMatchObject({ data: { needsCode: true } });
    const confirmedHolder = await newCardHolder(service, { isConfirmed: true });
    const plain = await confirmedHolder.commit({ card: 'approve', amountMinor: 1_000, asksForCode });
    expect(plain).toMatchObject({ data: { needsCode: false, isPending: false } });
    const large = await confirmedHolder.commit({ card: 'approve', amountMinor: 100_001, asksForCode });
    expect(large).toMatchObject({ data: { needsCode: true } });
  }
});

test('[PAYWAY-4] a token commits once: the second commit is refused and takes no money', async () => {
  holder = await newCardHolder(service, { isConfirmed: true });
  const repayToken = await holder.token();
  const payment = { card: 'approve', amountMinor: 1_000, repayToken } as const;
  expect(await holder.commit(payment)).toMatchObject({ success: true });
  for (const asksForCode of [false, true]) {
    expect(await holder.commit({ ...payment, asksForCode })).toMatchObject({
      success: false,
      errorCode: 'submission-repeated',
      code: '800005',
    });
  }
  expect(await paidMinor()).toBe(1_000);
});

test('[PAYWAY-4] a wrong code answers 800006, and after five the right one serves no more', async () => {
  const repaymentId = await committed();
  for (let guess = 1; guess <= 5; guess += 1) {
    expect(await holder.confirm(repaymentId, wrongCode())).toMatchObject({
      errorCode: 'sms-code-wrong',
      code: '800006',
      message: 'El código no coincide. Revise el SMS y escríbalo otra vez.',
    });
  }
  expect(await holder.confirm(repaymentId, holder.lastCode())).toMatchObject({ errorCode: 'sms-code-spent' });
  expect(await paidMinor()).toBe(0);
});

test('[PAYWAY-3] a text that is no code is refused and costs no try', async () => {
  const repaymentId = await committed();
  for (let guess = 1; guess <= 7; guess += 1) {
    expect(await holder.confirm(repaymentId, '12345')).toMatchObject({ errorCode: 'sms-code-wrong' });
  }
  expect(await holder.confirm(repaymentId, holder.lastCode())).toMatchObject({ success: true });
});

test('a code serves five minutes', async () => {
  const repaymentId = await committed();
  wait(300);
  expect(await holder.confirm(repaymentId, holder.lastCode())).toMatchObject({ errorCode: 'sms-code-spent' });
});

test('an attempt is offered no longer than its code serves, nor once the debt is another', async () => {
  const repaymentId = await committed();
  const offered = async () => (await holder.ways()).openPayment?.repaymentId;
  expect(await offered()).toBe(repaymentId);
  wait(299);
  expect(await offered()).toBe(repaymentId);
  wait(1);
  expect(await offered()).toBeUndefined();
  const next = await committed();
  expect(await offered()).toBe(next);
  await pay(service, holder.loan, 100);
  expect(await offered()).toBeUndefined();
  expect(await holder.confirm(next, holder.lastCode())).toMatchObject({ errorCode: 'status-conflict' });
});

test('[PAYWAY-4] a payment is confirmed once: the same code again is refused and takes no money', async () => {
  const repaymentId = await committed();
  const code = holder.lastCode();
  await holder.confirm(repaymentId, code);
  expect(await holder.confirm(repaymentId, code)).toMatchObject({ code: '800005' });
  expect(await paidMinor()).toBe(firstDueMinor);
});

test('a code of one payment confirms no other: not another amount, not another card', async () => {
  const first = await committed();
  const firstCode = holder.lastCode();
  wait(60);
  const second = await holder.committed({ card: 'decline', amountMinor: firstDueMinor });
  expect(await holder.confirm(first, firstCode)).toMatchObject({ errorCode: 'status-conflict' });
  expect(await holder.confirm(second, firstCode)).toMatchObject({
    errorCode: 'sms-code-wrong',
  });
  expect(await paymentState(first)).toBe('cancelled');
});

test('[PAYWAY-2] a commit repeated with sendMsg 1 sends another code after 60 s, and the one before is void', async () => {
  const repayToken = await holder.token();
  const payment = { card: 'approve', amountMinor: firstDueMinor, repayToken } as const;
  const first = await holder.commit(payment);
  const oldCode = holder.lastCode();
  const resend = () => holder.commit({ ...payment, asksForCode: true });
  wait(17);
  expect(await resend()).toMatchObject({
    errorCode: 'sms-too-soon',
    message: 'Ya le enviamos un código. Puede pedir otro en 43 s.',
  });
  expect((await holder.ways()).openPayment).toMatchObject({ resendWaitSeconds: 43, isCodeOpen: true });
  wait(43);
  const second = await resend();
  expect(second).toEqual(first);
  const newCode = holder.lastCode();
  if (!first.success) throw new Error('refused');
  if (newCode !== oldCode) {
    expect(await holder.confirm(first.data.repaymentId, oldCode)).toMatchObject({ code: '800006' });
  }
  expect(await holder.confirm(first.data.repaymentId, newCode)).toMatchObject({ success: true });
});

test('[PAYWAY-2] a second tab and a reload see the same payment and the same seconds', async () => {
  const repaymentId = await committed();
  wait(20);
  const view = {
    repaymentId,
    cardId: holder.cardId('approve'),
    amountMinor: firstDueMinor,
    state: 'awaiting-code',
    phoneEnding: holder.mobilePhone.slice(-3),
    resendWaitSeconds: 40,
    isCodeOpen: true,
    actionLink: '',
    purpose: 'repay',
  };
  expect((await holder.ways()).openPayment).toEqual(view);
  expect((await holder.ways()).openPayment).toEqual(view);
  const again = await holder.commit({ card: 'approve', amountMinor: firstDueMinor });
  expect(again).toMatchObject({ data: { needsCode: true, repaymentId } });
  expect(
    service.dependencies.sms.messages().filter(({ to }) => to.endsWith(holder.mobilePhone)),
  ).toHaveLength(1);
});

test('[PAYWAY-4] a declined card is a clear refusal, and the borrower can use another', async () => {
  const repaymentId = await committed('decline');
  expect(await holder.confirm(repaymentId, holder.lastCode())).toMatchObject({
    errorCode: 'card-declined',
    message: 'Su banco rechazó el pago y no se cobró nada. Use otra tarjeta o pague de otra forma.',
  });
  expect(await paidMinor()).toBe(0);
  expect((await holder.ways()).openPayment).toBeNull();
  // The code of the card before was entered, so it was received: the next card's own goes out at once.
  wait(6);
  const other = await committed('approve');
  expect((await holder.ways()).openPayment).toMatchObject({ repaymentId: other, resendWaitSeconds: 60 });
  const resend = { card: 'approve', amountMinor: firstDueMinor, asksForCode: true } as const;
  expect(await holder.commit(resend)).toMatchObject({ errorCode: 'sms-too-soon' });
  expect(await holder.confirm(other, holder.lastCode())).toMatchObject({ success: true });
  expect(await paidMinor()).toBe(firstDueMinor);
});

test('another card waits its minute while the code of the first is not entered, and the day’s budget holds', async () => {
  await committed('decline');
  expect(await holder.commit({ card: 'approve', amountMinor: firstDueMinor })).toMatchObject({
    errorCode: 'sms-too-soon',
  });
  wait(60);
  const outcomes = [];
  for (let round = 0; round < 5; round += 1) {
    const input = await holder.commit({ card: 'decline', amountMinor: firstDueMinor + round + 1 });
    outcomes.push(input.success ? 'sent' : input.errorCode);
    if (input.success) await holder.confirm(input.data.repaymentId, holder.lastCode());
  }
  expect(outcomes).toEqual(['sent', 'sent', 'sent', 'sent', 'sms-limit-reached']);
});

test('an answer that is late leaves the payment pending, which every page shows, until it comes', async () => {
  const repaymentId = await committed('answer-late');
  expect(await holder.confirm(repaymentId, holder.lastCode())).toMatchObject({ data: { isPending: true } });
  expect((await holder.ways()).openPayment).toMatchObject({ repaymentId, state: 'pending' });
  const order = await service.ask(readLoan, holder.loan, holder.session);
  expect(order.statement).toMatchObject({ pendingMinor: 142_281, isPendingToExtend: false });
  expect(order.notices).toEqual([]);
  expect(await holder.commit({ card: 'approve', amountMinor: 1_000 })).toMatchObject({ code: '800005' });
  wait(30);
  await settlePendingCharges(service.dependencies, null);
  expect(await paymentState(repaymentId)).toBe('pending');
  wait(30);
  await settlePendingCharges(service.dependencies, null);
  expect(await paymentState(repaymentId)).toBe('succeeded');
  expect(await paidMinor()).toBe(firstDueMinor);
});

test('an answer that got lost is found by asking, and a late one counts from when the borrower paid', async () => {
  service.setTime('2026-12-20T23:50:00-06:00');
  const repaymentId = await committed('lose-answer');
  expect(await holder.confirm(repaymentId, holder.lastCode())).toMatchObject({ data: { isPending: true } });
  wait(1_200);
  expect((await service.ask(readLoan, holder.loan, holder.session)).balance?.penaltyMinor).toBe(4_268);
  expect((await holder.ways()).openPayment).toBeNull();
  const { balance, status } = await service.ask(readLoan, holder.loan, holder.session);
  expect({ status, paid: balance?.paidMinor, penalty: balance?.penaltyMinor }).toEqual({
    status: 'to-repay',
    paid: firstDueMinor,
    penalty: 0,
  });
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('a loan that its pending payment settles meanwhile offers no card any more', async () => {
  holder = await newCardHolder(service, { isConfirmed: true });
  await pay(service, holder.loan, 555_252);
  const answer = await holder.commit({ card: 'answer-late', amountMinor: 1_000 });
  expect(answer).toMatchObject({ data: { isPending: true } });
  wait(60);
  const shown = await holder.call(readSavedCards, { orderId: holder.loan.orderId });
  expect(shown).toMatchObject({ success: false, errorCode: 'status-conflict' });
  expect((await service.ask(readLoan, holder.loan, holder.session)).status).toBe('settled');
});

test('a provider is queried about a charge at most once in five seconds', async () => {
  let askedCount = 0;
  const slow = lendingService(
    service.database,
    {},
    {
      cards: {
        charge: async () => 'pending',
        query: async () => {
          askedCount += 1;
          return 'pending';
        },
        listen: () => undefined,
        approvedCount: () => 0,
      },
    },
  );
  holder = await newCardHolder(slow, { isConfirmed: true });
  await holder.commit({ card: 'approve', amountMinor: 1_000 });
  const loan = { id: holder.loan.orderId, borrowerId: holder.session.borrowerId };
  const askAt = async (second: string) => {
    slow.setTime(`2026-11-20T12:00:${second}-06:00`);
    await Promise.all([holder.token(), settlePendingCharges(slow.dependencies, loan)]);
    return askedCount;
  };
  expect([await askAt('04'), await askAt('06'), await askAt('10'), await askAt('12')]).toEqual([0, 1, 1, 2]);
});

test('a charge that the provider never heard of fails after 15 minutes and not before', async () => {
  const deaf = lendingService(
    service.database,
    {},
    {
      cards: {
        charge: () => Promise.reject(new Error('connection lost')),
        query: async () => 'unknown',
        listen: () => undefined,
        approvedCount: () => 0,
      },
    },
  );
  holder = await newCardHolder(deaf, { isConfirmed: true });
  const answer = await holder.commit({ card: 'approve', amountMinor: 1_000 });
  if (!answer.success) throw new Error('refused');
  const { repaymentId, isPending } = answer.data;
  expect(isPending).toBe(true);
  deaf.setTime('2026-11-20T12:14:59-06:00');
  await settlePendingCharges(deaf.dependencies, null);
  expect(await paymentState(repaymentId)).toBe('pending');
  deaf.setTime('2026-11-20T12:15:05-06:00');
  await settlePendingCharges(deaf.dependencies, null);
  expect(await paymentState(repaymentId)).toBe('declined');
});

test('a page from before another payment cannot pay the same again', async () => {
  holder = await newCardHolder(service, { isConfirmed: true });
  const repayToken = await holder.token();
  await pay(service, holder.loan, firstDueMinor);
  expect(await holder.commit({ card: 'approve', amountMinor: 1_000, repayToken })).toMatchObject({
    errorCode: 'status-conflict',
  });
  expect(await paidMinor()).toBe(firstDueMinor);
});

test('a token is good for its borrower, its loan and 30 minutes', async () => {
  holder = await newCardHolder(service, { isConfirmed: true });
  const other = await newCardHolder(service, { isConfirmed: true });
  const payment = { card: 'approve', amountMinor: 1_000 } as const;
  for (const repayToken of ['', 'made-up', await other.token()]) {
    expect(await holder.commit({ ...payment, repayToken })).toMatchObject({
      errorCode: 'request-invalid',
      message: 'Esta página ya no es actual. Ábrala otra vez para pagar.',
    });
  }
  const repayToken = await holder.token();
  wait(1_800);
  expect(await holder.commit({ ...payment, repayToken })).toMatchObject({ errorCode: 'status-conflict' });
});

test('an amount of 0 or beyond the debt, another’s card, another’s loan and a coupon are refused', async () => {
  const other = await newCardHolder(service);
  const commit = async (change: object) =>
    holder.call(payWithCard, {
      orderId: holder.loan.orderId,
      amountMinor: minorAmount(1_000),
      cardId: holder.cardId('approve'),
      cardNumber: '',
      bankName: '',
      bankCode: '',
      couponId: null,
      repayToken: await holder.token(),
      asksForCode: false,
      ...change,
    });
  const refusals = [
    [{ amountMinor: minorAmount(0) }, 'request-invalid'],
    [{ amountMinor: minorAmount(556_253) }, 'request-invalid'],
    [{ amountMinor: minorAmount(-1) }, 'request-invalid'],
    [{ cardId: other.cardId('approve') }, 'request-invalid'],
    [{ cardId: 'x' }, 'request-invalid'],
    [{ orderId: other.loan.orderId }, 'not-found'],
    [{ couponId: '7' }, 'request-invalid'],
  ] as const;
  for (const [change, errorCode] of refusals) expect(await commit(change)).toMatchObject({ errorCode });
  const gone = await commit({ cardId: 'x' });
  expect(gone).toMatchObject({ message: 'Esa tarjeta ya no está guardada. Elija otra.' });
  const foreign = await committed();
  expect(await other.confirm(foreign, holder.lastCode())).toMatchObject({ errorCode: 'not-found' });
  expect(await holder.confirm('nothing', '123456')).toMatchObject({ errorCode: 'not-found' });
  expect(
    await service.database.select().from(cardPayments).where(eq(cardPayments.loanId, other.loan.orderId)),
  ).toEqual([]);
});

test('a code that cannot be sent cancels the payment, and another can be started at once', async () => {
  let outcome: 'not-sent' | 'accepted' = 'not-sent';
  const inbox = service.dependencies.sms;
  const broken = lendingService(
    service.database,
    {},
    {
      sms: {
        send: (message) =>
          outcome === 'accepted'
            ? inbox.send(message)
            : Promise.resolve({ outcome, gateway: null, gatewayMessageId: null }),
        messages: inbox.messages,
      },
    },
  );
  holder = await newCardHolder(broken);
  const payment = { card: 'approve', amountMinor: firstDueMinor } as const;
  expect(await holder.commit(payment)).toMatchObject({ errorCode: 'sms-unavailable', status: 503 });
  expect((await holder.ways()).openPayment).toBeNull();
  outcome = 'accepted';
  expect(await holder.commit(payment)).toMatchObject({ data: { needsCode: true } });
});

test('a payment whose code is never entered is forgotten, and no money moved', async () => {
  const repaymentId = await committed();
  wait(1_801);
  expect((await holder.ways()).openPayment).toBeNull();
  await cancelForgotten(service.database, service.dependencies.clock.now());
  expect(await paymentState(repaymentId)).toBe('cancelled');
  wait(86_400);
  await forgetExpired(service.database, service.dependencies.clock.now());
  expect(await service.database.select().from(smsCodes).where(eq(smsCodes.subject, repaymentId))).toEqual([]);
});

test('neither codes nor numbers nor tokens are readable in the database or in the log', async () => {
  const repayToken = await holder.token();
  const commit = { card: 'approve', amountMinor: firstDueMinor, repayToken } as const;
  const repaymentId = await holder.committed(commit);
  const code = holder.lastCode();
  await holder.confirm(repaymentId, wrongCode());
  const [stored] = await queryRows<{ text: string }>(
    service.database,
    sql`select coalesce(string_agg(t::text, ' '), '') as text from (
      select to_jsonb(sms_codes) from sms_codes union all select to_jsonb(sms_sends) from sms_sends
      union all select to_jsonb(repay_tokens) from repay_tokens) as t(t)`,
  );
  expect(stored?.text).toContain('"purpose"');
  const text = `${stored?.text}${JSON.stringify(service.reported)}`;
  for (const secret of [`"${code}"`, repayToken, holder.mobilePhone]) expect(text).not.toContain(secret);
});

test('a confirmed card is known as such', async () => {
  const repaymentId = await committed();
  await holder.confirm(repaymentId, holder.lastCode());
  const [card] = await service.database
    .select()
    .from(savedCards)
    .where(eq(savedCards.id, holder.cardId('approve')));
  expect(card?.confirmedAt).toEqual(service.dependencies.clock.now());
});
