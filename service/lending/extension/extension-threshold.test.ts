import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { readExtension } from '#contract/calls/extension.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { createContractClient } from '#contract/client.ts';
import { products } from '#db/schema/product.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, type TestLoan } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { openPage } from '#tests/setup/open-page.ts';

const service = await testLendingService();
const client = createContractClient({
  fetch: async (request) => service.api.fetch(request),
  apiBase: 'http://lending.test',
  defaultMerchantNumber: '1000',
});
const started = '2026-11-20T12:00:00-06:00';
// The first payment of 1,422.81 was due on 2026-12-20. Three days late extending takes 15.7 % of what is due, four days late 18 %.
const third = '2026-12-23T12:00:00-06:00';
const fourth = '2026-12-24T12:00:00-06:00';
const priceOnThird = 3 * 4_268 + 9_960 + 1_594;
const priceOnFourth = 4 * 4_268 + 9_960 + 1_594;

beforeAll(async () => {
  await service.database
    .update(products)
    .set({ extensionCostMaxPpm: 160_000 })
    .where(eq(products.productId, 'mx-120'));
});

async function newLoan(): Promise<{ readonly session: TestSession; readonly loan: TestLoan }> {
  service.setTime(started);
  const session = await newBorrower(service);
  return { session, loan: await paidOutLoan(service, session) };
}

function show(path: string, loan: TestLoan, session: TestSession, lang: '1' | '2') {
  const { sessionId, userId, deviceId } = session;
  const { productId, orderId } = loan;
  const query = new URLSearchParams({ productId, orderId, sessionId, userId, deviceId, lang });
  return openPage(`${path}?${query}`, { dependencies: { client } });
}

async function codeOnThird(loan: TestLoan, session: TestSession): Promise<string> {
  service.setTime(third);
  const { channelGroups } = await service.ask(readExtension, loan, session);
  return channelGroups[0]?.channels[0]?.payCode ?? '';
}

test('up to the threshold an extension is sold; above it the call refuses and the statement says what it would cost', async () => {
  const { session, loan } = await newLoan();
  service.setTime(third);
  expect(await service.ask(readExtension, loan, session)).toMatchObject({ amountMinor: priceOnThird });
  const before = await service.ask(readLoan, loan, session);
  expect(before).toMatchObject({ isExtendable: true, statement: { dearExtension: null } });
  service.setTime(fourth);
  const { status, body } = await service.post('/v3/installment/loan-play-delay-detail', loan, session);
  expect(`${status} ${body.code}`).toBe('409 409010');
  const after = await service.ask(readLoan, loan, session);
  expect(after).toMatchObject({ isExtendable: false, options: [], balance: { extension: null } });
  // 1,593.53 due: the payment and four days of penalty.
  expect(after.statement?.dearExtension).toEqual({
    ...{ days: 7, feeMinor: 9_960, vatMinor: 1_594, payTodayMinor: priceOnFourth },
  });
  const { statement } = await service.ask(readRepayment, loan, session);
  expect(statement?.dearExtension).toEqual(after.statement?.dearExtension);
});

test('above the threshold order, repay and extension say why in both languages, and sell no extension', async () => {
  const { session, loan } = await newLoan();
  const code = await codeOnThird(loan, session);
  service.setTime(fourth);
  for (const path of ['/order', '/repay', '/repayDelay']) {
    const spanish = await show(path, loan, session, '2');
    expect(spanish.status).toBe(200);
    for (const read of [spanish.text, spanish.textWithoutScript]) {
      expect(read).toContain(
        'Aplazar 7 días le costaría $ 286,26 = recargo pendiente $ 170,72 + aplazar $ 99,60 + IVA $ 15,94. Es demasiado para lo que debe',
      );
    }
    expect(spanish.html).toMatch(/href="\/customerService\?[^"]*"[^>]*>Hablar con nosotros/);
    expect(spanish.html).not.toContain(code);
    if (path !== '/repayDelay') expect(spanish.html).not.toContain('href="/repayDelay');
    const english = await show(path, loan, session, '1');
    expect(english.text).toContain(
      'Extending by 7 days would cost you $ 286,26 = outstanding penalty $ 170,72',
    );
    expect(english.text).toContain('Talk to us');
  }
});
