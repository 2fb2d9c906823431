import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import {
  assignPayment,
  listUnmatchedPayments,
  matchPayments,
  recordPayment,
  reversePayment,
} from '#contract/host/repayment.ts';
import { paymentReferences } from '#db/schema/repayment.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { providerByHand } from '#domain/repayment/payment-by-hand.ts';
import { reconcileAll } from '#lending/ledger/reconcile.ts';
import { lenderSources } from '#providers/references/lender-codes.ts';
import { createSpeiNotices } from '#providers/references/spei/notices.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, type TestLoan } from '#tests/setup/lending-journeys.ts';
import {
  type LendingService,
  lendingService,
  type TestSession,
  testConfiguration,
} from '#tests/setup/lending-service.ts';
import { speiStandIn } from '../tests/providers/spei-stand-in.ts';

// A borrower and the bank's statement know a deposit by its tracking key, the notice of it by an id of its own.

const { database } = await testLendingService();
const bank = speiStandIn();
const at = new Date('2026-11-25T12:00:00-06:00');
let service: LendingService;
let session: TestSession;
let loan: TestLoan;
let clabe: string;

beforeEach(async () => {
  const notifiers = [createSpeiNotices(bank.publicKey, () => at)];
  service = lendingService(
    database,
    {},
    { references: { sources: lenderSources(testConfiguration), providers: [], notifiers } },
  );
  service.setTime('2026-11-20T12:00:00-06:00');
  session = await newBorrower(service);
  loan = await paidOutLoan(service, session);
  service.setTime(at.toISOString());
  session = await service.session(session.borrowerId);
  const codes = await database
    .select()
    .from(paymentReferences)
    .where(eq(paymentReferences.loanId, loan.orderId));
  clabe =
    codes.find(({ channelKind, purpose }) => channelKind === 'bank-transfer' && purpose === 'repay')?.code ??
    '';
});

const noticeOf = (code: string) =>
  bank.notice({ clabe: code, pesos: 1000, at: new Date(at.getTime() - 3_600_000) });
const deliver = async (notice: ReturnType<typeof noticeOf>) =>
  (await service.api.fetch(bank.request(notice, { at }))).status;
const statementNow = async () => (await service.ask(readLoan, loan, session)).statement;

test('a deposit that a person recorded by its tracking key is that payment when its notice comes, and is shown by the key', async () => {
  const notice = noticeOf(clabe);
  const key = String(notice.claveRastreo);
  await service.tell(recordPayment, {
    ...{ provider: providerByHand('bank-transfer'), eventId: key, orderNumber: loan.orderNumber },
    ...{ amountMinor: minorAmount(100_000), currency: 'MXN', reason: 'on the statement of the bank' },
  });
  expect([await deliver(notice), await deliver(notice)]).toEqual([200, 200]);
  expect((await statementNow())?.payments.map(({ trackingKey }) => trackingKey)).toEqual([key]);
  expect(await reconcileAll(database)).toEqual([]);
});

test('a claim with the tracking key is answered by the notice, whatever the amount', async () => {
  const notice = noticeOf(clabe);
  const { productId, orderId } = loan;
  const claim = { amountMinor: minorAmount(99_900), paidOn: localDate('2026-11-21') };
  const trackingKey = String(notice.claveRastreo);
  await service.ask(
    claimPayment,
    { productId, orderId, ...claim, channel: 'bank-transfer', trackingKey, image: null },
    session,
  );
  expect(await deliver(notice)).toBe(200);
  expect((await statementNow())?.claims?.map(({ state }) => state)).toEqual(['received']);
});

test('a deposit that came without its loan keeps the key, so that it is not booked beside what was recorded by hand', async () => {
  const notice = noticeOf(`646180115700000${'000'}`);
  expect(await deliver(notice)).toBe(200);
  await service.tell(recordPayment, {
    ...{ provider: providerByHand('bank-transfer'), eventId: String(notice.claveRastreo) },
    ...{ orderNumber: loan.orderNumber, amountMinor: minorAmount(100_000), currency: 'MXN' },
  });
  const { orderNumber } = loan;
  const named = { provider: 'spei', eventId: String(notice.id), orderNumber, reason: 'it is theirs' };
  expect((await service.host(assignPayment.path, named)).status).toBe(409);
  expect((await statementNow())?.payments).toHaveLength(1);
});

test('one clave of another bank a week later is other money: both are booked, and each once', async () => {
  const first = noticeOf(clabe);
  const { claveRastreo } = first;
  const second = { ...noticeOf(clabe), claveRastreo, institucionOrdenante: 40_072, cuentaOrdenante: '0' };
  const third = { ...noticeOf(clabe), claveRastreo, fechaOperacion: 20_261_127, monto: '70.50' };
  for (const notice of [first, second, third, first, second, third]) expect(await deliver(notice)).toBe(200);
  const paid = (await statementNow())?.payments.map(({ amountMinor }) => amountMinor);
  expect(paid?.sort()).toEqual([100_000, 100_000, 7_050].sort());
  expect(await reconcileAll(database)).toEqual([]);
});

test('one clave of one bank and day with another amount is confirmed only once it is kept, and waits for a person', async () => {
  const first = noticeOf(clabe);
  const odd: ReturnType<typeof noticeOf> = {
    ...noticeOf(clabe),
    claveRastreo: first.claveRastreo,
    monto: 333,
  };
  expect([await deliver(first), await deliver(odd), await deliver(odd)]).toEqual([200, 200, 200]);
  expect((await statementNow())?.payments).toHaveLength(1);
  const { payments } = await service.tell(listUnmatchedPayments, {});
  expect(payments.filter(({ eventId }) => eventId === String(odd.id))).toMatchObject([
    { amountMinor: 33_300 },
  ]);
});

test.each([
  ['separators of thousands', { monto: '1,000.00' }],
  ['an amount of more decimals', { monto: '1000.000' }],
  ['a blank in the clave', { claveRastreo: ' MBAN 0100 77 ' }],
  ['a NUL', { cuentaOrdenante: '0121800\u000015', claveRastreo: 'MBAN0\u00001' }],
  ['a clave that is a number', { claveRastreo: 4_411_223_344 }],
])('a notice with %s is read', async (_what, change) => {
  expect(await deliver({ ...noticeOf(clabe), ...change })).toBe(200);
  expect((await statementNow())?.payments).toMatchObject([{ amountMinor: 100_000 }]);
});

test.each([
  ['no time', { tsLiquidacion: null }],
  ['a time beyond all dates', { tsLiquidacion: '99999999999999999' }],
  ['no id', { id: '' }],
])('a notice with %s waits for a person, and its repetition is none of its own', async (what, change) => {
  const odd = { ...noticeOf(clabe), ...change };
  expect([await deliver(odd), await deliver(odd)]).toEqual([200, 200]);
  const { payments } = await service.tell(listUnmatchedPayments, {});
  const kept = payments.filter(({ reference }) => reference === clabe);
  if (what === 'no id') expect((await statementNow())?.payments).toHaveLength(1);
  else expect(kept).toMatchObject([{ amountMinor: 100_000 }]);
});

test.each([
  ['monto', { monto: 'mil' }],
  ['monto', { monto: 0 }],
  ['cuentaBeneficiario', { cuentaBeneficiario: '5512345678' }],
  ['cuentaBeneficiario', { cuentaBeneficiario: '4111111111111111' }],
])(
  'a notice whose %s cannot be read is refused and logged with its place, never with what stands there',
  async (place, change) => {
    expect(await deliver({ ...noticeOf(clabe), ...change })).toBe(422);
    const line = service.reported.find(({ message }) => message.includes('cannot be read'));
    expect(line).toMatchObject({ level: 'error', fields: { provider: 'spei', places: [place] } });
    expect(JSON.stringify(service.reported)).not.toMatch(/5512345678|4111111111111111/);
  },
);

test('[MONEY-3] a deposit beyond all money is no 500 and not lost: it waits for a person, who cannot book it, and the log raises the alarm', async () => {
  const absurd = bank.notice({ clabe, pesos: 999_999_999_999, at: new Date(at.getTime() - 3_600_000) });
  expect([await deliver(absurd), await deliver(absurd)]).toEqual([200, 200]);
  const alarm = { level: 'error', message: 'a payment is too large to be booked, and waits' };
  expect(service.reported.filter(({ level }) => level === 'error')).toMatchObject([alarm]);
  expect(await deliver(noticeOf(clabe))).toBe(200);
  expect((await statementNow())?.payments).toMatchObject([{ amountMinor: 100_000 }]);

  const named = { provider: 'spei', eventId: String(absurd.id), reason: 'looked into' };
  const { payments } = await service.tell(listUnmatchedPayments, {});
  expect(payments).toContainEqual(
    expect.objectContaining({ eventId: named.eventId, amountMinor: 99_999_999_999_900 }),
  );
  const assigned = await service.host(assignPayment.path, { ...named, orderNumber: loan.orderNumber });
  expect([assigned.status, assigned.body.message]).toEqual([422, 'The value of amountMinor is not valid.']);
  await service.tell(matchPayments, {});
  expect((await statementNow())?.payments).toHaveLength(1);
  await service.tell(reversePayment, named);
  expect(await reconcileAll(database)).toEqual([]);
});
