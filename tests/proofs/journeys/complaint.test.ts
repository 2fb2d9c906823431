import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { complaintListText } from '#content/messages/complaint-list.ts';
import { complaintNextText } from '#content/messages/complaint-next.ts';
import { complaintStartText } from '#content/messages/complaint-start.ts';
import { complaintTabText, complaintTypeText } from '#content/messages/complaint-types.ts';
import { errorText } from '#content/messages/errors.ts';
import { otherLanguageText } from '#content/messages/other-language.ts';
import { fill } from '#content/text-pack.ts';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { listComplaints } from '#contract/host/complaint.ts';
import { hostileImages } from '#fixtures/hostile-images.ts';
import { locatedPhoto } from '#fixtures/images.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { applyForLoan, newBorrower } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import type { Visitor } from '#tests/setup/visitor.ts';

const llano = await testLlano();

const ways = [
  { language: 'es', market: 'MX', productId: 'mx-120', hasScript: true },
  { language: 'es', market: 'MX', productId: 'mx-120', hasScript: false },
  { language: 'en', market: 'IN', productId: 'in-120', hasScript: true },
  { language: 'en', market: 'IN', productId: 'in-120', hasScript: false },
] as const;

/** Each language and each way once, where more would prove no more. */
const twoWays = ways.filter(({ language, hasScript }) => (language === 'es') === hasScript);

const scripted = ways.filter(({ hasScript }) => hasScript);

function photos(count: number): { name: string; mimeType: string; buffer: Buffer }[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `foto-${index}.jpg`,
    mimeType: 'image/jpeg',
    buffer: locatedPhoto(),
  }));
}

function picker({ page }: Visitor) {
  return page.locator('input[type=file]');
}

function tiles({ page }: Visitor) {
  return page.locator('li > img');
}

/** Adds photos in the way the page offers, and waits until they are uploaded. */
async function addPhotos(visitor: Visitor, count: number): Promise<void> {
  const before = await uploadedCount(visitor);
  await picker(visitor).setInputFiles(photos(count));
  if (!visitor.hasScript) {
    await visitor.follow(
      visitor.page.getByRole('button', { name: complaintNextText[visitor.language].upload }),
    );
  }
  await expect.poll(() => uploadedCount(visitor), { timeout: 20_000 }).toBe(Math.min(9, before + count));
}

function uploadedCount({ page }: Visitor): Promise<number> {
  return page.locator('input[name=image]').count();
}

function submit(visitor: Visitor) {
  return visitor.page.getByRole('button', { name: complaintNextText[visitor.language].submit });
}

function isPictured({ page }: Visitor): Promise<boolean> {
  return page
    .locator('main li img')
    .evaluateAll(
      (images) => images.length > 0 && images.every((image) => (image as HTMLImageElement).naturalWidth > 0),
    );
}

test.each(twoWays)(
  '[COMP-1] an order that does not support collection says so, and where else to turn, in $language, script $hasScript',
  async ({ language, market, productId, hasScript }) => {
    const session = await newBorrower(llano, market);
    const { orderId, orderNumber } = await applyForLoan(llano, session, productId);
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    await visitor.open('/complaint', { orderId });
    await page.locator('summary').getByText(complaintTypeText[language][1]).click();
    await visitor.see(complaintStartText[language].unsupported);
    expect(await page.getByText(complaintTypeText[language][11]).count()).toBe(0);
    await page.getByRole('link', { name: complaintStartText[language].service }).waitFor();
    expect(await page.locator('a[href^="tel:"]').count()).toBe(1);
    await visitor.check();
    await visitor.open('/complainPageNext', { problemType: 1, problemSonType: 11, orderNo: orderNumber });
    expect(page.url()).toContain('/complaint?');
    await visitor.see(complaintStartText[language].unsupported);
    await visitor.follow(page.getByRole('link', { name: complaintTypeText[language][2] }));
    expect(page.url()).toContain(`/complainPageNext?problemType=2&orderNo=${orderNumber}&`);

    // The way round it: abuse is reported about no order, and reaches the lender's people.
    await visitor.open('/complaint', { orderId, problemType: 1 });
    await visitor.follow(page.getByRole('link', { name: complaintStartText[language].reportAnyway }));
    await visitor.check();
    await visitor.follow(page.getByRole('link', { name: complaintTypeText[language][11] }));
    const content = `+52 55 0000 ${orderNumber}`;
    await page.getByLabel(complaintNextText[language].content).fill(content);
    if (hasScript) {
      await submit(visitor).click();
      await visitor.see(complaintNextText[language].sentTitle);
    } else {
      await visitor.follow(submit(visitor));
    }
    const { complaints } = await llano.tell(listComplaints, { state: 'received', limit: 100 });
    expect(complaints.find((each) => each.content === content)).toMatchObject({
      ...{ typeId: '1', subtypeId: '11', orderNumber: null },
    });
  },
);

test.each(twoWays)(
  '[COMP-2] nine images are taken and a tenth is not, in $language, script $hasScript',
  async ({ language, market, hasScript }) => {
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript, session });
    await visitor.open('/complainPageNext', { problemType: 2 });
    await addPhotos(visitor, 4);
    await addPhotos(visitor, 6);
    expect(await tiles(visitor).count()).toBe(9);
    expect(await picker(visitor).isDisabled()).toBe(true);
    expect(await picker(visitor).getAttribute('accept')).toBe('image/*');
    expect(await visitor.text()).toContain('9/9');
    const tops = await tiles(visitor).evaluateAll((images) =>
      images.map((image) => image.getBoundingClientRect().top),
    );
    expect(new Set(tops.slice(0, 3)).size).toBe(1);
    expect(tops[3]).toBeGreaterThan(tops[0] ?? 0);
  },
);

test.each(twoWays)(
  '[COMP-2] an empty text is refused, and the images stay, in $language, script $hasScript',
  async ({ language, market, hasScript }) => {
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript, session });
    visitor.expectFault(/status of 422/);
    await visitor.open('/complainPageNext', { problemType: 2 });
    await addPhotos(visitor, 1);
    await visitor.page.getByLabel(complaintNextText[language].content).fill(' \n ');
    if (hasScript) await submit(visitor).click();
    else expect((await visitor.follow(submit(visitor))).status()).toBe(422);
    await visitor.see(complaintNextText[language].empty);
    expect(await uploadedCount(visitor)).toBe(1);
    await visitor.check();
  },
);

test.each(scripted)(
  '[COMP-2] the counter counts what a person would, and the 201st character is ignored, in $language',
  async ({ language, market }) => {
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript: true, session });
    await visitor.open('/complainPageNext', { problemType: 2 });
    const area = visitor.page.getByLabel(complaintNextText[language].content);
    const family = '👨‍👩‍👧‍👦';
    await area.fill(`ñ${family}`);
    await visitor.see(/2\/200/);
    await area.fill(family.repeat(200));
    await visitor.see(/200\/200/);
    await visitor.see(fill(complaintNextText[language].left, { count: 0 }));
    await area.press('End');
    await area.pressSequentially('xy');
    expect(await area.inputValue()).toBe(family.repeat(200));
    await submit(visitor).click();
    await visitor.see(complaintNextText[language].sentTitle);
  },
);

test('[COMP-2] without script a text of more than 200 characters is refused by the server, and stays', async () => {
  const session = await newBorrower(llano);
  const visitor = await llano.visit({ language: 'es', hasScript: false, session });
  visitor.expectFault(/status of 422/);
  await visitor.open('/complainPageNext', { problemType: 2 });
  const area = visitor.page.getByLabel(complaintNextText.es.content);
  expect(await area.getAttribute('maxlength')).toBe('200');
  await area.evaluate((element) => element.removeAttribute('maxlength'));
  await area.fill('ñ'.repeat(201));
  expect((await visitor.follow(submit(visitor))).status()).toBe(422);
  await visitor.see(complaintNextText.es.tooLong);
  expect(await area.inputValue()).toBe('ñ'.repeat(201));
  expect(await visitor.text()).toContain('201/200');
});

test.each(scripted)(
  '[COMP-3] [CALL-8] with the network gone a photo can be tried again and the text is sent later, in $language',
  async ({ language, market }) => {
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript: true, session });
    const { page, context } = visitor;
    visitor.expectFault(/ERR_INTERNET_DISCONNECTED/);
    await visitor.open('/complainPageNext', { problemType: 2 });
    await page.getByLabel(complaintNextText[language].content).fill('2 pagos.');
    await addPhotos(visitor, 1);
    await context.setOffline(true);
    await picker(visitor).setInputFiles(photos(1));
    await visitor.see(complaintNextText[language].notUploaded);
    await visitor.check();
    await submit(visitor).click();
    await visitor.see(complaintNextText[language].unfinished);
    await context.setOffline(false);
    await page.getByRole('button', { name: complaintNextText[language].retry }).click();
    await expect.poll(() => uploadedCount(visitor)).toBe(2);
    await context.setOffline(true);
    await submit(visitor).click();
    await visitor.see(complaintNextText[language].network);
    expect(await page.getByLabel(complaintNextText[language].content).inputValue()).toBe('2 pagos.');
    await context.setOffline(false);
    await submit(visitor).click();
    await visitor.see(complaintNextText[language].sentTitle);
    const { complaints } = await llano.tell(listComplaints, { state: 'received', limit: 100 });
    const mine = complaints.filter(({ borrowerId }) => borrowerId === session.borrowerId);
    expect(mine).toHaveLength(1);
    expect(mine[0]?.images).toHaveLength(2);
  },
);

test.each([true, false])(
  '[LANG-4] what was written stays while the page goes to the other language and back, script %s',
  async (hasScript) => {
    const session = await newBorrower(llano);
    const visitor = await llano.visit({ language: 'es', hasScript, session });
    const { page } = visitor;
    await visitor.open('/complainPageNext', { problemType: 2 });
    await page.getByLabel(complaintNextText.es.content).fill('Pagué dos veces.');
    await page.getByRole('button', { name: otherLanguageText.es.name }).press('Enter');
    const english = page.getByLabel(complaintNextText.en.content);
    expect(await english.inputValue()).toBe('Pagué dos veces.');
    expect(await page.locator('html').getAttribute('lang')).toBe('en-IN');
    expect(new URL(page.url()).searchParams.get('lang')).toBe('1');
    await english.fill('Pagué 2 veces.');
    await page.getByRole('button', { name: otherLanguageText.en.name }).press('Enter');
    const spanish = page.getByLabel(complaintNextText.es.content);
    expect(await spanish.inputValue()).toBe('Pagué 2 veces.');
    await visitor.check();
    await submit(visitor).click();
    await page.waitForURL(hasScript ? /complain/ : /filed=/);
    await expect
      .poll(async () => {
        const { complaints } = await llano.tell(listComplaints, { state: 'received', limit: 100 });
        return complaints.filter(({ borrowerId }) => borrowerId === session.borrowerId).length;
      })
      .toBe(1);
  },
);

test("[COMP-4] a draft survives a reload and a change of type, and is another borrower's secret", async () => {
  const [session, other] = [await newBorrower(llano), await newBorrower(llano)];
  const visitor = await llano.visit({ language: 'es', hasScript: true, session });
  const { page } = visitor;
  await visitor.open('/complainPageNext', { problemType: 2 });
  await page.getByLabel(complaintNextText.es.content).fill('Pagué dos veces.');
  await addPhotos(visitor, 1);
  await visitor.open('/complainPageNext', { problemType: 3 });
  expect(await page.getByLabel(complaintNextText.es.content).inputValue()).toBe('Pagué dos veces.');
  await visitor.see(/16\/200/);
  await expect.poll(() => isPictured(visitor)).toBe(true);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(session.sessionId);

  const theirs = { ...visitor.query, ...other };
  const address = visitor.link('/complainPageNext', { problemType: 2 });
  await page.goto(
    address
      .replaceAll(session.sessionId, theirs.sessionId)
      .replaceAll(session.userId, theirs.userId)
      .replaceAll(session.deviceId, theirs.deviceId),
  );
  expect(await page.getByLabel(complaintNextText.es.content).inputValue()).toBe('');

  await visitor.open('/complainPageNext', { problemType: 3 });
  await submit(visitor).click();
  await visitor.see(complaintNextText.es.sentTitle);
  await visitor.open('/complainPageNext', { problemType: 3 });
  expect(await page.getByLabel(complaintNextText.es.content).inputValue()).toBe('');
  expect(await tiles(visitor).count()).toBe(0);
});

test.each(twoWays)(
  '[COMP-3] a file that is no image says why, and the others stay, in $language, script $hasScript',
  async ({ language, market, hasScript }) => {
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript, session });
    visitor.expectFault(/status of 4(13|22)/);
    await visitor.open('/complainPageNext', { problemType: 2 });
    await addPhotos(visitor, 1);
    const reasons: Record<string, string> = {
      SVG: errorText[language]['image-type'],
      '9 MB of nothing': complaintNextText[language].imageTooLarge,
      'bomb of 900 megapixels': errorText[language]['image-pixels-exceeded'],
    };
    for (const { bytes, name } of hostileImages.filter((image) => image.name in reasons)) {
      await picker(visitor).setInputFiles({
        name: '../../x.jpg',
        mimeType: 'image/jpeg',
        buffer: bytes(),
      });
      if (!hasScript) {
        const upload = visitor.page.getByRole('button', { name: complaintNextText[language].upload });
        expect((await visitor.follow(upload)).status(), name).toBe(422);
      }
      await visitor.see(reasons[name] ?? '');
      expect(await uploadedCount(visitor), name).toBe(1);
      // What was refused is taken out by itself.
      expect(await visitor.page.locator('ul img').count(), name).toBe(1);
    }
  },
);

test.each(twoWays)(
  "[SESS-4] another borrower's complaint is a page that does not exist, in $language, script $hasScript",
  async ({ language, market, hasScript }) => {
    const [session, other] = [await newBorrower(llano, market), await newBorrower(llano, market)];
    const { complaintId } = await llano.ask(sendComplaint, wholeDraft, other);
    const visitor = await llano.visit({ language, hasScript, session });
    visitor.expectFault(/status of 404/);
    const foreign = await visitor.open('/complainDetails', { problemId: complaintId ?? '' });
    const foreignText = await visitor.text();
    const missing = await visitor.open('/complainDetails', {
      problemId: '0197f6a2-5c3e-7d41-9b0a-2f6d8c1e4a70',
    });
    expect([foreign.status(), missing.status()]).toEqual([404, 404]);
    expect(await visitor.text()).toBe(foreignText);
  },
);

test.each(twoWays)(
  '[COMP-5] an empty list offers to file a complaint, a long one goes on page by page, in $language, script $hasScript',
  async ({ language, market, hasScript }) => {
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    await visitor.open('/complaintList');
    await visitor.see(complaintListText[language].emptyHeading);
    await llano.ask(sendComplaint, { ...wholeDraft, content: 'N.º 1.' }, session);
    // As over some days: no borrower files so many at once.
    await llano.database.execute(sql`
      insert into complaints
        (id, serial_number, folio, borrower_id, type_id, content, state, submission_hash, filed_at)
      select gen_random_uuid(), more.serial, 'QJ-2026-' || more.serial, borrower_id, type_id,
        'N.º ' || more.number || '.', state, submission_hash || more.number, filed_at
      from complaints, (
        select number, nextval('complaint_serial_numbers') as serial from generate_series(2, 21) as number
      ) as more
      where borrower_id = ${session.borrowerId}`);
    await visitor.open('/complaintList');
    expect(await page.locator('main li').count()).toBe(20);
    await visitor.follow(page.getByRole('link', { name: complaintListText[language].more }));
    expect(await page.locator('main li').count()).toBe(1);
    await visitor.see('N.º 1.');
    await visitor.follow(page.getByRole('link', { name: complaintTabText[language].handled }));
    await visitor.see(complaintListText[language].emptyHeading);
    expect(await page.locator('script[type=module]').count()).toBe(0);
  },
);

test('[COMP-2] the form comes to life only after the page has loaded, and looks as the server wrote it', async () => {
  const session = await newBorrower(llano);
  const visitor = await llano.visit({ language: 'es', hasScript: true, session });
  const { page } = visitor;
  await visitor.open('/complainPageNext', { problemType: 2 });
  await addPhotos(visitor, 1);
  const { loadedAt, assets } = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return {
      loadedAt: navigation?.loadEventStart ?? Number.NaN,
      assets: resources
        .filter(({ name }) => name.includes('/assets/'))
        .map(({ startTime, encodedBodySize }) => ({ startTime, encodedBodySize })),
    };
  });
  // The form, and React, which islands share.
  const [form = 0, react = 0] = assets.map(({ encodedBodySize }) => encodedBodySize).sort((a, b) => a - b);
  expect(assets).toHaveLength(2);
  expect(Math.min(...assets.map(({ startTime }) => startTime))).toBeGreaterThanOrEqual(loadedAt);
  expect(form).toBeLessThan(8_000);
  expect(react).toBeLessThan(69_000);
  const scripted = await tileStyle(visitor);

  const plain = await llano.visit({ language: 'es', hasScript: false, session });
  await plain.open('/complainPageNext', { problemType: 2 });
  await addPhotos(plain, 1);
  expect(await tileStyle(plain)).toEqual(scripted);
});

/** What the styles make of the first image. */
function tileStyle({ page }: Visitor) {
  return page
    .locator('li:has(> img)')
    .first()
    .evaluate((tile) => {
      const { position, aspectRatio, borderRadius, backgroundColor } = getComputedStyle(tile);
      return { position, aspectRatio, borderRadius, backgroundColor, name: tile.className };
    });
}

test.each(scripted)(
  '[COMP-3] [CALL-8] where the island cannot be fetched the photos go with the form, in $language',
  async ({ language, market }) => {
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript: true, session });
    const { page, context } = visitor;
    visitor.expectFault(/ERR_FAILED/);
    await context.route('**/assets/**', (route) => route.abort());
    await visitor.open('/complainPageNext', { problemType: 2 });
    await page.locator('[data-plain]').waitFor();
    await visitor.check();
    await page.getByLabel(complaintNextText[language].content).fill('2 pagos.');
    await picker(visitor).setInputFiles(photos(2));
    await submit(visitor).click();
    await visitor.see(complaintNextText[language].sentTitle);
    const { complaints } = await llano.tell(listComplaints, { state: 'received', limit: 100 });
    const mine = complaints.filter(({ borrowerId }) => borrowerId === session.borrowerId);
    expect(mine.map(({ images }) => images.length)).toEqual([2]);
  },
);

test.each(scripted)(
  '[COMP-2] [COMP-4] what was typed and chosen before the form comes to life stays, with the caret, in $language',
  async ({ language, market }) => {
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript: true, session });
    const { page, context } = visitor;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await context.route('**/assets/**', async (route) => {
      await released;
      await route.continue();
    });
    await visitor.open('/complainPageNext', { problemType: 2 });
    const area = page.getByLabel(complaintNextText[language].content);
    await area.pressSequentially('2 pagos');
    await picker(visitor).setInputFiles(photos(1));
    await area.focus();
    await area.press('Home');
    expect(await area.getAttribute('maxlength')).toBe('200');
    release();
    await expect.poll(() => uploadedCount(visitor)).toBe(1);
    expect(await area.getAttribute('maxlength')).toBeNull();
    await visitor.see(/7\/200/);
    await page.keyboard.type('¡');
    expect(await area.inputValue()).toBe('¡2 pagos');
    await submit(visitor).click();
    await visitor.see(complaintNextText[language].sentTitle);
    const { complaints } = await llano.tell(listComplaints, { state: 'received', limit: 100 });
    const mine = complaints.filter(({ borrowerId }) => borrowerId === session.borrowerId);
    expect(mine.map(({ content, images }) => [content, images.length])).toEqual([['¡2 pagos', 1]]);
  },
);

test.each(scripted)(
  '[COMP-3] a browser that saves data fetches no island, and the photos go with the form, in $language',
  async ({ language, market }) => {
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript: true, session });
    const { page, context } = visitor;
    visitor.expectFault(/status of 422/);
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    const assets: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/assets/')) assets.push(request.url());
    });
    await visitor.open('/complainPageNext', { problemType: 2 });
    await page.locator('[data-plain]').waitFor();
    await picker(visitor).setInputFiles(photos(2));
    await submit(visitor).click();
    // The server took the photos and refused the empty text.
    await visitor.see(complaintNextText[language].empty);
    expect(await uploadedCount(visitor)).toBe(2);
    const area = page.getByLabel(complaintNextText[language].content);
    await expect.poll(() => area.evaluate((element) => element === document.activeElement)).toBe(true);
    await visitor.check();
    await area.fill('2 pagos.');
    await submit(visitor).click();
    await visitor.see(complaintNextText[language].sentTitle);
    const { complaints } = await llano.tell(listComplaints, { state: 'received', limit: 100 });
    const mine = complaints.filter(({ borrowerId }) => borrowerId === session.borrowerId);
    expect(mine.map(({ images }) => images.length)).toEqual([2]);
    expect(assets).toEqual([]);
  },
);
