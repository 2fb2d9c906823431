import { expect, test } from 'vitest';
import { complaintNextText } from '#content/messages/complaint-next.ts';
import { lendingText } from '#content/messages/lending.ts';
import { listComplaints } from '#contract/host/complaint.ts';
import { issueSession } from '#contract/host/session.ts';
import { sessionParameterNames } from '#contract/page-query.ts';
import { locatedPhoto } from '#fixtures/images.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { acceptShownOffer } from '#tests/setup/offer-page.ts';
import { testProductionLlano } from '#tests/setup/production-llano.ts';
import type { Visitor } from '#tests/setup/visitor.ts';

const llano = await testProductionLlano({
  variables: { SESSION_IN_ADDRESS: 'off', LOG_LEVEL: 'debug' },
  withheld: [],
});

const deviceId = 'phone-of-the-journey';
const secrets = new Set<string>();
/** Addresses and referrers that held a session or a ticket once it was a cookie. */
const leaks: string[] = [];

async function ticketFor(borrowerId: string): Promise<string> {
  const { ticket = '' } = await llano.tell(issueSession, { borrowerId, deviceId, ticket: true });
  secrets.add(ticket);
  return ticket;
}

/** Opens a page with a ticket, as the lender's app does, and watches for addresses and referrers that hold a secret since. */
async function enter(visitor: Visitor, borrowerId: string, path: string, own: Record<string, string>) {
  const lang = visitor.language === 'en' ? '1' : '2';
  const ticket = await ticketFor(borrowerId);
  const parameters = new URLSearchParams({ ...own, ticket, clientType: 'h5', appVersion: '2.4.1', lang });
  const response = await visitor.openAddress(`${path}?${parameters}`);
  visitor.context.on('request', async (request) => {
    const { referer = '' } = await request.allHeaders().catch(() => ({ referer: '' }));
    for (const leakedSecrets of [request.url(), referer]) {
      const names = URL.canParse(leakedSecrets) ? [...new URL(leakedSecrets).searchParams.keys()] : [];
      if (names.some(isSessionName) || [...secrets].some((secret) => leakedSecrets.includes(secret)))
        leaks.push(leakedSecrets);
    }
  });
  return response;
}

const isSessionName = (name: string) => (sessionParameterNames as readonly string[]).includes(name);

async function cookieOf(visitor: Visitor) {
  const cookies = await visitor.context.cookies();
  const match = cookies.find(({ name }) => name === '__Host-session');
  const sessionId = new URLSearchParams(match?.value).get('sessionId');
  if (sessionId) secrets.add(sessionId);
  return match;
}

const ways = [
  { language: 'es', market: 'MX', productId: 'mx-120', hasScript: true },
  { language: 'es', market: 'MX', productId: 'mx-120', hasScript: false },
  { language: 'en', market: 'IN', productId: 'in-120', hasScript: true },
  { language: 'en', market: 'IN', productId: 'in-120', hasScript: false },
] as const;

test.each(ways)(
  '[CONFIRM-2] [COMP-3] with a ticket a loan is accepted and complained about with a photo, in $language, script $hasScript',
  async ({ language, market, productId, hasScript }) => {
    const { borrowerId } = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript });
    const { page } = visitor;
    await enter(visitor, borrowerId, '/confirmLoan', { productId });
    expect(page.url()).toBe(
      `${llano.address}/confirmLoan?productId=${productId}&lang=${language === 'en' ? 1 : 2}`,
    );
    expect(await cookieOf(visitor)).toMatchObject({
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    });

    await acceptShownOffer(visitor);
    await visitor.see(lendingText[language].underReviewTitle);
    if (hasScript) {
      const status = await page.evaluate(async () => {
        const { headers } = await fetch(location.href, { method: 'HEAD' });
        return headers.get('X-Order-Status');
      });
      expect(status).toBe(await page.locator('[data-live-status]').getAttribute('data-live-status'));
    }
    await visitor.follow(page.locator('a[href*="/customerService"]').first());
    if (hasScript) expect(await page.evaluate(() => document.referrer)).toBe(`${llano.address}/`);

    const text = complaintNextText[language];
    await visitor.openAddress(`/complainPageNext?problemType=2&lang=${language === 'en' ? 1 : 2}`);
    await page.getByLabel(text.content).fill('2 pagos.');
    const photo = { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: locatedPhoto() };
    await page.locator('input[type=file]').setInputFiles(photo);
    if (!hasScript) await visitor.follow(page.getByRole('button', { name: text.upload }));
    await expect.poll(() => page.locator('input[name=image]').count(), { timeout: 20_000 }).toBe(1);
    // With script it is drawn from the telephone's own file.
    if (!hasScript) await expect.poll(() => shownImages(visitor), { timeout: 20_000 }).toEqual([true]);
    await page.getByRole('button', { name: text.submit }).click();
    await visitor.see(/QJ-\d{4}-\d{6}-\d{2}/);
    const { complaints } = await llano.tell(listComplaints, { state: 'received', limit: 100 });
    expect(complaints.filter((each) => each.borrowerId === borrowerId)).toMatchObject([
      { content: '2 pagos.', images: [expect.any(String)] },
    ]);

    await visitor.openAddress(`/complaintList?lang=${language === 'en' ? 1 : 2}`);
    await visitor.follow(page.locator('main a[href*="complainDetails"]').first());
    await expect.poll(() => shownImages(visitor), { timeout: 20_000 }).toEqual([true]);
  },
);

/** Of each image of a complaint, whether the browser could draw it. */
async function shownImages({ page }: Visitor): Promise<boolean[]> {
  const images = await page.locator('img[src*="problem-img"]').all();
  return Promise.all(
    images.map((image) => image.evaluate((each) => (each as HTMLImageElement).naturalWidth > 0)),
  );
}

test('[SESS-1] where sessions in the address are off, one there gives no data', async () => {
  const session = await newBorrower(llano);
  secrets.add(session.sessionId);
  const loan = await paidOutLoan(llano, session);
  const visitor = await llano.visit({ language: 'es', hasScript: false });
  visitor.expectFault(/status of 401/);
  const { sessionId, userId } = session;
  const own = {
    orderId: loan.orderId,
    productId: loan.productId,
    sessionId,
    userId,
    deviceId: session.deviceId,
  };
  const response = await visitor.page.goto(`/order?${new URLSearchParams({ ...own, lang: '2' })}`);
  expect(response?.status()).toBe(401);
  expect(await visitor.page.content()).not.toContain(sessionId);
});

test('no ticket and no session was in a later address or a referrer, or written to the log at its most talkative', () => {
  expect(leaks).toEqual([]);
  expect(secrets.size).toBeGreaterThan(7);
  expect(llano.logged.filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(50);
  const leakedSecrets = [...secrets].filter((secret) => llano.logged.some((line) => line.includes(secret)));
  expect(leakedSecrets).toEqual([]);
});
