import { expect, test } from 'vitest';
import { complaintNextText, dataRequestText } from '#content/messages/complaint-next.ts';
import { complaintStartText } from '#content/messages/complaint-start.ts';
import { complaintTypeText } from '#content/messages/complaint-types.ts';
import { customerServiceText } from '#content/messages/customer-service.ts';
import { otherLanguageText } from '#content/messages/other-language.ts';
import { listComplaints } from '#contract/host/complaint.ts';
import { locatedPhoto } from '#fixtures/images.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
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
  // The form, the parts of pages, and React, which islands share.
  const sizes = assets.map(({ encodedBodySize }) => encodedBodySize).sort((a, b) => a - b);
  const [form = 0, parts = 0, react = 0] = sizes;
  expect(sizes).toHaveLength(3);
  expect(Math.min(...assets.map(({ startTime }) => startTime))).toBeGreaterThanOrEqual(loadedAt);
  expect(form + parts).toBeLessThan(8_000);
  expect(form + parts + react).toBeLessThan(75_000);
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

test.each(ways)(
  'a copy of the data is asked for from customer service, in $language, script $hasScript',
  async ({ language, market, hasScript }) => {
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    await visitor.open('/customerService');
    await visitor.follow(page.getByRole('link', { name: customerServiceText[language].personalData }));
    await visitor.follow(page.getByRole('link', { name: complaintTypeText[language][41] }));
    await visitor.check();
    await page.getByLabel(dataRequestText[language].content).fill('Todo.');
    await page.getByRole('button', { name: dataRequestText[language].submit }).click();
    await visitor.see(complaintStartText[language].filedRequest);
    const { complaints } = await llano.tell(listComplaints, { state: 'received', limit: 100 });
    const mine = complaints.filter(({ borrowerId }) => borrowerId === session.borrowerId);
    expect(mine).toMatchObject([{ typeId: '4', subtypeId: '41', dueAt: expect.any(String) }]);
  },
);
