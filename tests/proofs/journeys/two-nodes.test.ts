import { sql } from 'drizzle-orm';
import type { BrowserContext } from 'playwright';
import { beforeEach, expect, test } from 'vitest';
import { complaintListText } from '#content/messages/complaint-list.ts';
import { complaintNextText } from '#content/messages/complaint-next.ts';
import { deskText } from '#content/messages/desk.ts';
import { deskComplaintText } from '#content/messages/desk-complaint.ts';
import { lendingText } from '#content/messages/lending.ts';
import { wayText } from '#content/messages/ways-to-pay.ts';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { listComplaints } from '#contract/host/complaint.ts';
import { queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { complaintPath, deskPaths, loanPath } from '#desk/paths.ts';
import { locatedPhoto } from '#fixtures/images.ts';
import { deskOf, openRail, type SignsIn } from '#tests/setup/desk-journey.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { serviceAt } from '#tests/setup/lending-service.ts';
import { nodeSeenFrom } from '#tests/setup/node-seen-from.ts';
import { acceptShownOffer } from '#tests/setup/offer-page.ts';
import { visibleText } from '#tests/setup/page-checks.ts';
import { type ProductionNode, testProductionLlano } from '#tests/setup/production-llano.ts';
import { letCodesBeDue, openLanding } from '#tests/setup/registrant.ts';

const llano = await testProductionLlano({
  nodeCount: 2,
  deskPeople: { ana: { name: 'Ana Gómez', groups: ['llano-agents'] } },
});
const [a, b] = llano.nodes as [ProductionNode, ProductionNode];

beforeEach(() => llano.serveFrom('all'));

const mexico = { language: 'es', market: 'MX', productId: 'mx-120' } as const;
const india = { language: 'en', market: 'IN', productId: 'in-120' } as const;
const ways = [
  { ...mexico, hasScript: true },
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
    await acceptShownOffer(visitor);
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
    // A photo has no width before it has come.
    await expect.poll(widths, { timeout: 20_000 }).toEqual([expect.toSatisfy((width) => width > 0)]);
  },
);

/** The first payment of the loan that is offered, and how it is shown. */
const firstPayments = {
  'mx-120': { amountMinor: 142_281, currency: 'MXN', shown: /1\.422,81/ },
  'in-120': { amountMinor: 338_993, currency: 'INR', shown: /3\.389,93/ },
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
    expect(await visitor.text()).toMatch(shown);
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
    await visitor.follow(visitor.page.getByRole('link', { name: wayText[language].otherWay }));
    await killed;
    await visitor.open('/loanDetail', { productId, orderId });
    await a.restart();
    llano.serveFrom('all');
    expect((await Promise.all(reports)).map(({ status }) => status)).toEqual(Array(20).fill(200));

    const posted = await queryRows<{ cash: string }>(
      llano.database,
      sql`select amount_minor::text as cash from ledger_postings
        where loan_id = ${orderId} and account like 'clearing:%' and amount_minor > 0`,
    );
    expect(posted).toEqual([{ cash: String(amountMinor) }]);
    for (const node of [a, b]) {
      llano.serveFrom(node);
      await visitor.open('/loanDetail', { productId, orderId });
      expect(await visitor.page.getByText(/^(Pagado el|Paid on) \d{4}-\d{2}-\d{2}$/).count()).toBe(1);
    }
  },
);

/** Signs in by way of the identity provider: one node sends people there, the other takes them when they come back. */
const signIn: SignsIn = async (page, name, { language }) => {
  llano.serveFrom(a);
  await page.getByRole('link', { name: deskText[language].signIn }).click();
  llano.serveFrom(b);
  await page.getByRole('link', { name }).click();
};

const sitDown = deskOf(llano, signIn);

/** Without script, as the desk ships none. */
const sittings = [
  { language: 'es', hasScript: false, widthPx: 412 },
  { language: 'en', hasScript: false, widthPx: 1280 },
] as const;

/** The cookies that a browser has of ours: those of the provider, on a port of the same machine, are not counted. */
async function cookiesOfNodes(context: BrowserContext) {
  const cookies = await context.cookies(llano.address);
  return cookies.filter(({ name }) => !/^_(session|interaction)/.test(name));
}

/** A complaint about a loan of a new borrower. */
async function newComplaint(): Promise<{ readonly orderNumber: string; readonly folio: string }> {
  const rosa = await newBorrower(llano);
  const { orderNumber } = await paidOutLoan(llano, rosa);
  const fields = { typeId: '2', subtypeId: null, content: 'Pagué en el banco.', images: [], orderNumber };
  const { folio } = await llano.ask(sendComplaint, fields, rosa);
  return { orderNumber, folio };
}

/** The sessions of the desk, as if the person had done nothing for longer than one may. */
async function restTooLong(): Promise<void> {
  await llano.database.execute(sql`update desk_sessions set used_at = used_at - interval '16 minutes'`);
}

test.each(sittings)(
  'somebody at the desk signs in on both nodes, and each takes the forms of the other: %o',
  async (sitting) => {
    const text = deskComplaintText[sitting.language];
    const { orderNumber, folio } = await newComplaint();
    const { page, check, context } = await sitDown(sitting, 'Ana Gómez');
    const addresses: string[] = [];
    context.on('request', (request) => addresses.push(request.url()));
    const cookies = await cookiesOfNodes(context);
    expect(cookies).toEqual([
      expect.objectContaining({
        ...{ name: '__Host-desk', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' },
        domain: new URL(llano.address).hostname,
      }),
    ]);
    llano.serveFrom(a);
    await page.goto(deskPaths.loans);
    await check();
    await page.getByRole('link', { name: orderNumber }).click();
    await check();
    await page.goto(complaintPath(folio));
    llano.serveFrom(b);
    await page.getByRole('button', { name: text.review }).click();
    await check();
    const photo = { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: locatedPhoto() };
    await page.locator('input[type=file]').setInputFiles(photo);
    await page.getByLabel(text.reply).fill('Lo revisamos con el banco.');
    llano.serveFrom(a);
    await page.getByRole('button', { name: text.send }).click();
    await check();
    llano.serveFrom(b);
    await page.goto(`${complaintPath(folio)}?photos=shown`);
    expect(await visibleText(page.locator('main'))).toContain('Lo revisamos con el banco.');
    const widthPx = await page
      .locator('main a > img')
      .evaluate((image) => (image as HTMLImageElement).naturalWidth);
    expect(widthPx).toBeGreaterThan(0);
    llano.serveFrom(a);
    await page.getByRole('button', { name: text.close }).click();
    await check();
    const [{ value: token = '' } = {}] = cookies;
    expect(token).toMatch(/^[\w-]{43}$/);
    expect([...addresses, ...llano.logged].filter((line) => line.includes(token))).toEqual([]);
    const acts = await queryRows<{ act: string }>(
      llano.database,
      sql`select act from audit_entries where subject = ${`complaint:${folio}`} and outcome = 'done'
        and act not in ('opened', 'shown') order by serial_number`,
    );
    expect(acts.map(({ act }) => act)).toEqual([
      'reviewComplaint',
      'uploadReplyImage',
      'answerComplaint',
      'closeComplaint',
    ]);
  },
);

test('after a node is killed its users continue at the other', async () => {
  const { orderNumber } = await newComplaint();
  const people = [];
  for (const sitting of sittings) people.push(await sitDown(sitting, 'Ana Gómez'));
  llano.serveFrom(a);
  for (const { page } of people) await page.goto(deskPaths.loans);
  llano.serveFrom('all');
  await a.kill();
  for (const { page, check } of people) {
    await page.getByRole('link', { name: orderNumber }).click();
    expect(new URL(page.url()).pathname).toBe(loanPath(orderNumber));
    await check();
  }
  await a.restart();
});

test.each(sittings)(
  'a session of the desk ends on both nodes, by rest and by signing out, and nothing written is lost: %o',
  async (sitting) => {
    const { language } = sitting;
    const text = deskComplaintText[language];
    const { folio } = await newComplaint();
    const { page, check, context } = await sitDown(sitting, 'Ana Gómez');
    const pathOf = (address: string) => new URL(address).pathname;
    llano.serveFrom(a);
    await page.goto(complaintPath(folio));
    await page.getByLabel(text.reply).fill('Lo revisamos con el banco.');
    await restTooLong();
    llano.serveFrom(b);
    await page.getByRole('button', { name: text.send }).click();
    expect(pathOf(page.url())).toBe(deskPaths.signIn);
    expect(await visibleText(page.locator('main'))).toContain(deskText[language].ended);
    await check();
    for (const node of [a, b]) {
      llano.serveFrom(node);
      await page.goto(complaintPath(folio));
      expect(pathOf(page.url())).toBe(deskPaths.signIn);
    }
    // Whoever rested is asked by the provider who they are.
    await signIn(page, 'Ana Gómez', sitting);
    expect(pathOf(page.url())).toBe(complaintPath(folio));
    expect(await page.getByLabel(text.reply).inputValue()).toBe('Lo revisamos con el banco.');

    const [cookie] = await cookiesOfNodes(context);
    await openRail(page, sitting);
    llano.serveFrom(a);
    await page.getByRole('button', { name: deskText[language].signOut }).click();
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    expect(pathOf(page.url())).toBe(deskPaths.signIn);
    expect(await cookiesOfNodes(context)).toEqual([]);
    const headers = { Cookie: `${cookie?.name}=${cookie?.value}` };
    for (const node of [a, b]) {
      const answer = await fetch(node.address + deskPaths.loans, { headers, redirect: 'manual' });
      expect([answer.status, answer.headers.get('Location')]).toEqual([
        303,
        `${deskPaths.signIn}?to=${encodeURIComponent(deskPaths.loans)}&ended=1`,
      ]);
    }
  },
);

test('a form of the desk that another site sends is refused by both nodes, whatever it says of itself', async () => {
  const { folio } = await newComplaint();
  const { context } = await sitDown(sittings[1], 'Ana Gómez');
  const send = async (headers: Record<string, string>) => {
    const form = { messageId: newId(), do: 'review' };
    const answer = await context.request.post(complaintPath(folio), { form, headers, maxRedirects: 0 });
    return answer.status();
  };
  const isUntouched = async () =>
    (await llano.tell(listComplaints, { state: 'received', limit: 100 })).complaints.some(
      (each) => each.folio === folio,
    );
  for (const node of [a, b]) {
    llano.serveFrom(node);
    for (const headers of [
      { Origin: 'https://elsewhere.example' },
      { Origin: llano.address.replace('https:', 'http:') },
      { Origin: node.address },
      { Origin: 'null' },
      { Origin: 'https://elsewhere.example', 'X-Forwarded-Host': new URL(llano.address).host },
      {},
    ]) {
      expect([headers, await send(headers)]).toEqual([headers, 403]);
    }
  }
  expect(await isUntouched()).toBe(true);
  expect(await send({ Origin: llano.address })).toBe(303);
  expect(await isUntouched()).toBe(false);
});

/** Asks again until it is taken, as a provider does whose report meets a node that dies, or one that puts it off: full, or for a loan that is locked. */
async function untilTaken<Answer extends { readonly status: number }>(
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const answer = await attempt().catch(() => null);
    if (answer !== null && answer.status !== 503) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
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
      // A full node puts some off before it counts them.
      const response = await untilTaken(async () => {
        const answer = await from.fetch(new Request('http://lender.test/openapi.json'));
        await answer.arrayBuffer();
        return answer;
      });
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
  await letCodesBeDue(llano.database);
  for (const number of visitors) {
    await expect.poll(() => llano.gateway.messageCount(number), { timeout: 90_000, interval: 500 }).toBe(1);
  }
  // Both jobs have looked again by now.
  await new Promise((resolve) => setTimeout(resolve, 5000));
  for (const number of visitors) expect(llano.gateway.messageCount(number)).toBe(1);
});
