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
