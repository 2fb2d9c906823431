import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { complaintListText } from '#content/messages/complaint-list.ts';
import { complaintNextText } from '#content/messages/complaint-next.ts';
import { lendingText } from '#content/messages/lending.ts';
import { queryRows } from '#db/database.ts';
import { locatedPhoto } from '#fixtures/images.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { serviceAt } from '#tests/setup/lending-service.ts';
import { nodeSeenFrom } from '#tests/setup/node-seen-from.ts';
import { type ProductionNode, testProductionLlano } from '#tests/setup/production-llano.ts';
import { openLanding } from '#tests/setup/registrant.ts';

const llano = await testProductionLlano({ nodeCount: 2 });
const [a, b] = llano.nodes as [ProductionNode, ProductionNode];

beforeEach(() => llano.serveFrom('all'));

const mexico = { language: 'es', market: 'MX', productId: 'mx-120' } as const;
const india = { language: 'en', market: 'IN', productId: 'in-120' } as const;
const ways = [
  { ...mexico, hasScript: true },
  { ...mexico, hasScript: false },
  { ...india, hasScript: true },
  { ...india, hasScript: false },
] as const;

test.each(ways)(
  '[CONFIRM-2] a session that one node gave opens a loan on the other, in $language, script $hasScript',
  async ({ language, market, productId, hasScript }) => {
    const session = await newBorrower({ ...llano, ...serviceAt(a.address) }, market);
    const visitor = await llano.visit({ language, hasScript, session });
    llano.serveFrom(b);
    await visitor.open('/confirmLoan', { productId });
    // What one node quoted, the other takes.
    llano.serveFrom(a);
    await visitor.follow(visitor.page.locator('main form button:not([type=button])'));
    llano.serveFrom(b);
    await visitor.see(lendingText[language].underReviewTitle);
    await visitor.openAddress(visitor.page.url());
    await visitor.see(lendingText[language].underReviewTitle);
  },
);

test.each(ways)(
  '[COMP-3] [COMP-6] a photo that one node took is shown by the other, in $language, script $hasScript',
  async ({ language, market, hasScript }) => {
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    const text = complaintNextText[language];
    llano.serveFrom(a);
    await visitor.open('/complainPageNext', { problemType: 2 });
    await page.getByLabel(text.content).fill('2 + 2.');
    const photo = { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: locatedPhoto() };
    await page.locator('input[type=file]').setInputFiles(photo);
    if (!hasScript) await visitor.follow(page.getByRole('button', { name: text.upload }));
    await expect.poll(() => page.locator('input[name=image]').count(), { timeout: 20_000 }).toBe(1);
    llano.serveFrom(b);
    await page.getByRole('button', { name: text.submit }).click();
    await visitor.see(/QJ-\d{4}-\d{6}-\d{2}/);
    await visitor.open('/complaintList');
    expect(await visitor.text()).toContain(complaintListText[language].title);
    await visitor.follow(page.getByRole('link', { name: /QJ-\d{4}-\d{6}-\d{2}/ }));
    const widths = () =>
      page
        .locator('main li img')
        .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
    await expect.poll(widths).toEqual([expect.any(Number)]);
    expect((await widths())[0]).toBeGreaterThan(0);
  },
);

/** The first payment of the loan that is offered, and how it is shown. */
const firstPayments = {
  'mx-120': { amountMinor: 142_281, currency: 'MXN', shown: /1\.422,81/ },
  'in-120': { amountMinor: 341_473, currency: 'INR', shown: /3\.414,73/ },
} as const;

test.each(ways)(
  '[REPAY-1] [ORDER-2] a node is killed while a borrower pays, and the payment counts once, in $language, script $hasScript',
  async ({ language, market, productId, hasScript }) => {
    const session = await newBorrower(llano, market);
    const loan = await paidOutLoan({ ...llano, ...serviceAt(b.address) }, session, productId);
    const { orderId, orderNumber } = loan;
    const { amountMinor, currency, shown } = firstPayments[productId];
    const visitor = await llano.visit({ language, hasScript, session });
    await visitor.open('/loanDetail', { productId, orderId });
    const event = {
      provider: 'stand-in',
      eventId: orderNumber,
      orderNumber,
      amountMinor,
      currency,
    };
    const reports = Array.from({ length: 20 }, (_, index) =>
      untilTaken(() => serviceAt((index % 2 === 0 ? a : b).address).host('/host/payments', event)),
    );
    await Promise.race(reports);
    const killed = a.kill();
    await visitor.follow(visitor.page.getByRole('link').filter({ hasText: shown }).first());
    await killed;
    await visitor.open('/loanDetail', { productId, orderId });
    await a.restart();
    llano.serveFrom('all');
    expect((await Promise.all(reports)).map(({ status }) => status)).toEqual(Array(20).fill(200));

    const posted = await queryRows<{ cash: string }>(
      llano.database,
      sql`select amount_minor::text as cash from ledger_postings
        where loan_id = ${orderId} and account = 'cash' and amount_minor > 0`,
    );
    expect(posted).toEqual([{ cash: String(amountMinor) }]);
    for (const node of [a, b]) {
      llano.serveFrom(node);
      await visitor.open('/loanDetail', { productId, orderId });
      expect(await visitor.page.getByText(/^(Pagado el|Paid on) \d{4}-\d{2}-\d{2}$/).count()).toBe(1);
    }
  },
);

/** Asks again until it is answered, as a provider does whose report meets a node that dies. */
async function untilTaken<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await attempt();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** A whole number below a limit, so that a test that is run again finds nothing of its first run. */
const drawn = (limit: number) => Math.floor(Math.random() * limit);

test('the nodes admit together what one may admit', async () => {
  const limit = 600;
  const statuses: number[] = [];
  const address = `2001:db8:${drawn(0x1_0000).toString(16)}::1`;
  const asking = Array.from({ length: 10 }, async (_, caller) => {
    for (let request = 0; request < 70; request += 1) {
      const from = nodeSeenFrom((caller + request) % 2 === 0 ? a : b, address);
      const response = await from.fetch(new Request('http://lender.test/openapi.json'));
      await response.arrayBuffer();
      statuses.push(response.status);
    }
  });
  await Promise.all(asking);
  expect(statuses.filter((status) => status === 200)).toHaveLength(limit);
  expect(statuses.filter((status) => status === 429)).toHaveLength(700 - limit);
});

test('[PROMO-5] of the nodes’ jobs one sends a code that waits, and the captcha of one node is solved on the other', async () => {
  const visitors = await Promise.all(
    [81, 82].map(async (host) => {
      const phone = `5548${String(drawn(10_000)).padStart(4, '0')}${host}`;
      const address = `198.51.${drawn(256)}.${host}`;
      const nodes = [nodeSeenFrom(a, address), nodeSeenFrom(b, address)];
      let turn = 0;
      const inTurn = {
        fetch(request: Request) {
          turn += 1;
          return (nodes[turn % 2] as (typeof nodes)[number]).fetch(request);
        },
      };
      const visitor = await openLanding(inTurn, { phone });
      const { body } = await visitor.sendCode({ capcode: await visitor.solveCaptcha(), proof: '' });
      expect(body.code).toBe('0');
      return `+52${phone}`;
    }),
  );
  for (const number of visitors) {
    await expect.poll(() => llano.gateway.messageCount(number), { timeout: 90_000, interval: 500 }).toBe(1);
  }
  // Both jobs have looked again by now.
  await new Promise((resolve) => setTimeout(resolve, 5000));
  for (const number of visitors) expect(llano.gateway.messageCount(number)).toBe(1);
});
