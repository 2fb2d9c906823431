import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readReconciliation } from '#contract/host/ledger.ts';
import { inTransaction } from '#db/database.ts';
import { loans } from '#db/schema/loan.ts';
import { providerEvents } from '#db/schema/repayment.ts';
import { localDate } from '#domain/calendar.ts';
import { providerByHand } from '#domain/repayment/payment-by-hand.ts';
import type { Deposit } from '#providers/ports/payment-references.ts';
import { comparedBooks } from '#tests/setup/compared-books.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { effectCounts, newBorrower, paidOutLoan, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { hostOutcomes } from '#tests/setup/lending-service.ts';
import { takeDeposits } from './deposits.ts';
import { codesOf } from './store.ts';

// A transfer of 500.00 on a loan that owes 5,562.52. Its bank knows it by its tracking key.

const service = await testLendingService();
const host = hostOutcomes(service);
const owedMinor = 556_252;
let loan: TestLoan;
let key: string;
let code: string;
let loanCount = 0;

beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  loan = await nextLoan();
  service.setTime('2026-11-25T12:00:00-06:00');
});

/** The loan of another borrower, and the key of what comes for it. */
async function nextLoan(): Promise<TestLoan> {
  const session = await newBorrower(service);
  const made = await paidOutLoan(service, session);
  loanCount += 1;
  key = `MBAN0100221${String(loanCount).padStart(4, '0')}`;
  const codes = await codesOf(service.database, { id: made.orderId, borrowerId: session.borrowerId });
  code = codes.find(({ purpose }) => purpose === 'repay')?.code ?? '';
  return made;
}

function report(change: Record<string, unknown> = {}) {
  const eventId = crypto.randomUUID();
  return {
    ...{ provider: 'bank', eventId, orderNumber: loan.orderNumber, amountMinor: 50_000, currency: 'MXN' },
    ...change,
  };
}

const byHand = (change: Record<string, unknown> = {}) =>
  report({ provider: providerByHand('bank-transfer'), eventId: key, reason: 'on the statement', ...change });

/** What a provider tells by itself, in a message or when it is asked. */
function deposit(change: Partial<Deposit> = {}): Deposit {
  return {
    ...{ id: `pay_${key}`, referenceId: null, providerReference: null, code, amountMinor: 50_000 },
    ...{ currency: 'MXN', paidAt: new Date('2026-11-25T11:00:00-06:00'), ...change },
  };
}

const take = (...deposits: Deposit[]) =>
  inTransaction(service.database, (transaction) =>
    takeDeposits(transaction, 'spei', deposits, {
      ...service.dependencies,
      now: service.dependencies.clock.now(),
    }),
  );

async function creditedMinor(): Promise<number> {
  const [row] = await service.database.select().from(loans).where(eq(loans.id, loan.orderId));
  return owedMinor - Number(row?.balanceMinor);
}

const doublesOf = async ({ orderNumber }: TestLoan) =>
  (await service.tell(readReconciliation, { orderNumber })).suspectedDoubles;

test('the runbook: money with a wrong reference is assigned, and credited once though it is reported again', async () => {
  const lost = report({ orderNumber: undefined, reference: 'PAGO LUCIA', trackingKey: key });
  expect(await host('/host/payments', lost)).toMatchObject({ status: 202 });
  const { provider, eventId } = lost;
  const named = { provider, eventId, orderNumber: loan.orderNumber, reason: 'the payer sent the slip' };
  expect(await host('/host/payments/assign', named)).toMatchObject({ status: 200 });
  const again = report({ eventId: `${eventId}-matched`, trackingKey: key });
  expect(await host('/host/payments', again)).toMatchObject({
    status: 200,
    data: { outcome: 'posted', isRepeated: true, orderNumber: loan.orderNumber },
  });
  expect(await host('/host/payments/assign', named)).toMatchObject({ status: 409 });
  expect(await creditedMinor()).toBe(50_000);
});

test('reported again before it is assigned, it is booked then, once', async () => {
  const lost = report({ orderNumber: undefined, reference: 'PAGO LUCIA', trackingKey: key });
  await host('/host/payments', lost);
  expect(await host('/host/payments', report({ trackingKey: key }))).toMatchObject({
    data: { outcome: 'posted', isRepeated: true, orderNumber: loan.orderNumber },
  });
  expect(await host('/host/payments/match', {})).toMatchObject({ data: { matchedCount: 0 } });
  expect(await creditedMinor()).toBe(50_000);
});

const spellings = (of: string) => [of, of.toLowerCase(), ` ${of.slice(0, 4)}-${of.slice(4)} `];

test('one tracking key is posted once, from every source, in any order and spelling', async () => {
  const reporters: readonly (() => Promise<unknown>)[] = [
    () => take(deposit({ trackingKey: key })),
    () => take(deposit({ trackingKey: key.toLowerCase(), id: `other_${key}` })),
    () => host('/host/payments', byHand()),
    () => host('/host/payments', byHand({ provider: providerByHand('other'), eventId: spellings(key)[2] })),
    ...[0, 1, 2].map((place) => () => host('/host/payments', report({ trackingKey: spellings(key)[place] }))),
    () => host('/host/payments', report({ trackingKey: key, provider: 'another' })),
  ];
  for (let first = 0; first < reporters.length; first += 1) {
    loan = await nextLoan();
    for (const tell of [...reporters.slice(first), ...reporters.slice(0, first)]) await tell();
    expect([first, await creditedMinor()]).toEqual([first, 50_000]);
  }
  const { disagreements, eventFaults } = await comparedBooks(service);
  expect({ disagreements, eventFaults }).toEqual({ disagreements: [], eventFaults: [] });
});

test('of many who report a key at once one is booked', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      host('/host/payments', index % 3 === 0 ? byHand() : report({ trackingKey: key })),
    ),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 200));
  expect(await creditedMinor()).toBe(50_000);
});

test('the id that a provider gives a payment is its key too', async () => {
  await take(deposit());
  expect(await host('/host/payments', report({ trackingKey: `pay_${key}` }))).toMatchObject({
    data: { outcome: 'posted', isRepeated: true },
  });
  expect(await creditedMinor()).toBe(50_000);
});

test('a key is one of its currency, and one without letters and figures is none', async () => {
  await host('/host/payments', report({ trackingKey: key }));
  const indian = await paidOutLoan(service, await newBorrower(service, 'IN'), 'in-120');
  const rupees = report({ trackingKey: key, currency: 'INR', orderNumber: indian.orderNumber });
  expect(await host('/host/payments', rupees)).toMatchObject({ data: { isRepeated: false } });
  for (const trackingKey of [' - ', '', 'ñ', 'x'.repeat(65)]) {
    expect(await host('/host/payments', report({ trackingKey }))).toMatchObject({ status: 422 });
  }
});

const rowsOf = async () => {
  const rows = await service.database
    .select()
    .from(providerEvents)
    .where(eq(providerEvents.trackingKey, key));
  return rows.sort((one, other) => (one.keyNumber ?? 0) - (other.keyNumber ?? 0));
};

test('another amount under a key that is known is asked about where the lender reports it, and books nothing', async () => {
  await host('/host/payments', byHand({ amountMinor: 5_000 }));
  const rows = await effectCounts(service.database);
  const other = report({ trackingKey: key });
  expect(await host('/host/payments', other)).toMatchObject({ status: 409, code: '409006' });
  expect(await effectCounts(service.database)).toEqual(rows);
  expect(await host('/host/payments', { ...other, anotherPayment: true })).toMatchObject({
    data: { outcome: 'posted', isRepeated: false },
  });
  expect(await creditedMinor()).toBe(55_000);
});

test('another amount under a known key from a provider waits for staff, and no job matches it', async () => {
  await host('/host/payments', byHand({ amountMinor: 5_000 }));
  await take(deposit({ trackingKey: key }));
  expect(service.reported.at(-1)?.level).toBe('error');
  const [first, second] = await rowsOf();
  expect(second).toMatchObject({
    outcome: 'unmatched',
    doubleOf: first?.id,
    amountMinor: 50_000,
    loanId: null,
  });
  expect(await host('/host/payments/match', {})).toMatchObject({ data: { matchedCount: 0 } });
  await take(deposit({ trackingKey: key }));
  expect(await rowsOf()).toHaveLength(2);
  expect(await creditedMinor()).toBe(5_000);
  const named = {
    provider: 'spei',
    eventId: `pay_${key}`,
    orderNumber: loan.orderNumber,
    reason: 'two banks',
  };
  expect(await host('/host/payments/assign', named)).toMatchObject({ status: 200 });
  expect(await creditedMinor()).toBe(55_000);
});

test('a record by hand that was taken back leaves its key to its bank', async () => {
  await host('/host/payments', byHand({ amountMinor: 5_000 }));
  const named = { provider: providerByHand('bank-transfer'), eventId: key };
  await host('/host/payments/reverse', { ...named, reason: 'typed wrongly' });
  await take(deposit({ trackingKey: key }));
  expect(await creditedMinor()).toBe(50_000);
});

const ofBank = (payerBank: string, operatingDay: string, change: Partial<Deposit> = {}) =>
  deposit({ trackingKey: key, payerBank, operatingDay: localDate(operatingDay), ...change });

test('one clave from two banks, or on two days of one bank, is two payments, each booked once however often it is reported', async () => {
  const each = [
    ofBank('012', '2026-11-24', { id: 'a1' }),
    ofBank('072', '2026-11-24', { id: 'a2' }),
    ofBank('012', '2026-11-25', { id: 'a3', amountMinor: 70_000 }),
  ];
  for (const told of [...each, ...each]) await take(told);
  for (const [index, told] of each.entries()) await take({ ...told, id: `again-${index}` });
  expect(await creditedMinor()).toBe(170_000);
});

test('a clave of one bank and day for another loan waits, and is not taken for a repetition', async () => {
  const theirs = { key, code };
  await take(deposit({ trackingKey: key, id: 'theirs' }));
  await nextLoan().then((made) => {
    loan = made;
  });
  key = theirs.key;
  await take(deposit({ trackingKey: key, id: 'mine' }));
  expect(await creditedMinor()).toBe(0);
  expect((await rowsOf()).map(({ outcome }) => outcome)).toEqual(['posted', 'unmatched']);
});

test('a lender that reports a key for another loan than its bank did is asked, and nothing is booked', async () => {
  const theirs = key;
  await take(deposit({ trackingKey: theirs }));
  loan = await nextLoan();
  const told = report({ trackingKey: theirs });
  expect(await host('/host/payments', told)).toMatchObject({ status: 409, code: '409006' });
  expect(await creditedMinor()).toBe(0);
});

const nobodys = '646180115799999993';

test.each([
  ['a CLABE of nobody after one of a loan', () => [code, nobodys]],
  ['a CLABE of a loan after one of nobody', () => [nobodys, code]],
  ['two CLABEs of nobody', () => [nobodys, '646180115799999980']],
])('one clave told of %s is two deposits, and the second waits', async (_what, codes) => {
  const told = codes().map((each, index) =>
    deposit({ trackingKey: key, id: `e${index}-${key}`, code: each ?? '' }),
  );
  for (const each of [...told, ...told]) await take(each);
  expect(await rowsOf()).toMatchObject([
    { doubleOf: null },
    { outcome: 'unmatched', putBy: 'provider:spei' },
  ]);
});

test('what a repeated report knows of its bank tells a later payment of another bank apart', async () => {
  await take(deposit({ trackingKey: key, id: 'b1' }));
  await take(ofBank('012', '2026-11-25', { id: 'b2' }));
  expect(await creditedMinor()).toBe(50_000);
  await take(ofBank('072', '2026-11-25', { id: 'b3' }));
  expect(await creditedMinor()).toBe(100_000);
});

test('of one clave told at once by reports that know more and less, one is kept, also where no loan makes them wait', async () => {
  const known = [{}, { payerBank: '012' }, { operatingDay: localDate('2026-11-25') }];
  const all = [...known, { payerBank: '012', operatingDay: localDate('2026-11-25') }].map((each, index) =>
    deposit({ trackingKey: key, code: '646180115799999993', id: `c${index}-${key}`, ...each }),
  );
  await Promise.all(all.map((told) => take(told)));
  expect(await rowsOf()).toHaveLength(1);
});

test.each(['---', 'ñ'])(
  'a clave without letters and figures, %s, is no key: two payments are two',
  async (clave) => {
    await take(deposit({ trackingKey: clave, id: `d1-${clave}` }));
    await take(deposit({ trackingKey: clave, id: `d2-${clave}` }));
    expect(await creditedMinor()).toBe(100_000);
  },
);

test('what is reported under the folio of a record by hand with another amount is no part of it: both are booked', async () => {
  await host('/host/payments', byHand({ amountMinor: 5_000 }));
  expect(await host('/host/payments', report({ eventId: key, amountMinor: 6_000 }))).toMatchObject({
    data: { outcome: 'posted', isRepeated: false },
  });
  expect(await creditedMinor()).toBe(11_000);
});

test('a payment that was taken back is not booked again under its key, unless the lender says that it is another', async () => {
  const first = report({ trackingKey: key });
  await host('/host/payments', first);
  const { provider, eventId } = first;
  await host('/host/payments/reverse', { provider, eventId, reason: 'it bounced' });
  const again = report({ trackingKey: key });
  expect(await host('/host/payments', again)).toMatchObject({
    data: { outcome: 'reversed', isRepeated: true },
  });
  expect(await creditedMinor()).toBe(0);
  expect(await host('/host/payments', { ...again, anotherPayment: true })).toMatchObject({
    data: { outcome: 'posted', isRepeated: false },
  });
  expect(await creditedMinor()).toBe(50_000);
});

test('a report without a key that equals a booked payment is refused with its name, until it is said to be another', async () => {
  const first = report();
  await host('/host/payments', first);
  const rows = await effectCounts(service.database);
  const second = report();
  expect(await service.host('/host/payments', second)).toMatchObject({
    status: 409,
    body: { code: '409006', message: expect.stringContaining(`${first.provider} ${first.eventId}`) },
  });
  expect(await effectCounts(service.database)).toEqual(rows);
  expect(await host('/host/payments', first)).toMatchObject({ status: 200, data: { isRepeated: true } });
  expect(await host('/host/payments', { ...second, anotherPayment: true })).toMatchObject({
    data: { outcome: 'posted', isRepeated: false },
  });
  expect(await host('/host/payments', second)).toMatchObject({ data: { isRepeated: true } });
  expect(await creditedMinor()).toBe(100_000);
  expect(await doublesOf(loan)).toEqual([]);
});

test('another amount, day or loan is another payment, and so is one that was taken back', async () => {
  await host('/host/payments', report());
  const elsewhere = await paidOutLoan(service, await newBorrower(service));
  for (const change of [
    { amountMinor: 50_001 },
    { paidAt: '2026-11-24T23:59:59-06:00' },
    { orderNumber: elsewhere.orderNumber },
  ]) {
    expect([change, (await host('/host/payments', report(change))).status]).toEqual([change, 200]);
  }
  const sameDay = report({ paidAt: '2026-11-25T00:00:00-06:00' });
  expect((await host('/host/payments', sameDay)).status).toBe(409);
  expect(await creditedMinor()).toBe(150_001);
});

test('of equal reports at once without a key one is booked', async () => {
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => host('/host/payments', report())));
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  expect(await creditedMinor()).toBe(50_000);
});

test('two equal payments of a day with keys of their own are two, and reconciliation is silent', async () => {
  await take(deposit(), deposit({ id: `pay_second_${key}` }));
  await host('/host/payments', report({ trackingKey: `HOST${key}` }));
  expect(await creditedMinor()).toBe(150_000);
  expect(await doublesOf(loan)).toEqual([]);
});

test('a pair that is not known by two keys is named by reconciliation until one is taken back or said to be another', async () => {
  const first = report();
  await host('/host/payments', first);
  await take(deposit());
  const later = { provider: 'spei', eventId: `pay_${key}` };
  const { provider, eventId } = first;
  expect(await doublesOf(loan)).toMatchObject([
    {
      ...{ orderNumber: loan.orderNumber, amountMinor: 50_000, currency: 'MXN' },
      payments: [later, { provider, eventId, paidAt: '2026-11-25T18:00:00.000Z' }],
    },
  ]);
  const { suspectedDoubles } = await service.tell(readReconciliation, {});
  expect(suspectedDoubles.filter(({ orderNumber }) => orderNumber === loan.orderNumber)).toHaveLength(1);
  await host('/host/payments', { ...first, anotherPayment: true });
  expect(await doublesOf(loan)).toEqual([]);

  await take(deposit({ id: `pay_third_${key}` }));
  expect(await doublesOf(loan)).toHaveLength(1);
  await host('/host/payments/reverse', { provider, eventId, reason: 'reported by two' });
  expect(await doublesOf(loan)).toEqual([]);
});

test('a typed key proves nothing: recording by hand what equals a booked payment is asked about', async () => {
  await take(deposit({ trackingKey: key }));
  const mistyped = byHand({ eventId: `${key}0` });
  expect(await host('/host/payments', mistyped)).toMatchObject({ status: 409, code: '409006' });
  expect(await host('/host/payments', { ...mistyped, anotherPayment: true })).toMatchObject({ status: 200 });
});

test('assigning what equals a booked payment is asked about, unless both are known by their keys', async () => {
  const lost = (change: object = {}) =>
    report({ orderNumber: undefined, reference: `lost ${crypto.randomUUID()}`, ...change });
  const [keyed, other] = [lost({ trackingKey: key }), lost({ trackingKey: `SECOND${key}` })];
  for (const each of [keyed, other]) await host('/host/payments', each);
  await host('/host/payments', report());
  const assign = ({ provider, eventId }: typeof keyed, change: object = {}) =>
    host('/host/payments/assign', {
      ...{ provider, eventId, orderNumber: loan.orderNumber, reason: 'theirs', ...change },
    });
  expect(await assign(keyed)).toMatchObject({ status: 409, code: '409006' });
  expect(await assign(keyed, { anotherPayment: true })).toMatchObject({ status: 200 });
  loan = await nextLoan();
  await host('/host/payments', report({ trackingKey: `THIRD${key}` }));
  expect(await assign(other)).toMatchObject({ status: 200 });
  expect(await creditedMinor()).toBe(100_000);
});

test('recording by hand what equals a payment that waits for a loan is asked about; what a provider tells is not', async () => {
  const amountMinor = 43_217;
  const lost = report({ orderNumber: undefined, reference: 'PAGO DE LUCIA', amountMinor, trackingKey: key });
  await host('/host/payments', lost);
  const typed = byHand({ eventId: `${key}0`, amountMinor });
  const rows = await effectCounts(service.database);
  expect(await service.host('/host/payments', typed)).toMatchObject({
    status: 409,
    body: { code: '409006', message: expect.stringContaining(`${lost.provider} ${lost.eventId}`) },
  });
  expect(await effectCounts(service.database)).toEqual(rows);
  for (const change of [{ amountMinor: amountMinor + 1 }, { paidAt: '2026-11-24T23:59:59-06:00' }]) {
    const other = { ...typed, eventId: `${key}${Object.keys(change)[0]}`, ...change };
    expect([change, (await host('/host/payments', other)).status]).toEqual([change, 200]);
  }
  expect(await host('/host/payments', report({ amountMinor }))).toMatchObject({ status: 200 });
  expect(await host('/host/payments', { ...typed, anotherPayment: true })).toMatchObject({ status: 200 });
  expect(await host('/host/payments', typed)).toMatchObject({ data: { isRepeated: true } });
  expect(await creditedMinor()).toBe(4 * amountMinor + 1);
});
