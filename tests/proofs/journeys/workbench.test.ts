import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { workbenchText } from '#content/messages/workbench.ts';
import { startContractBackend } from '#tests/setup/contract-backend.ts';
import { startExampleBackend } from '#tests/setup/example-backend.ts';
import { startTestPages, type TestPages } from '#tests/setup/llano.ts';

let example: Awaited<ReturnType<typeof startExampleBackend>>;
let pages: TestPages;

beforeAll(async () => {
  example = await startExampleBackend(0);
  pages = await startTestPages(example.address, {
    IMAGE_ORIGINS: 'https://files.example',
    REDIRECT_ORIGINS: 'https://pay.example',
  });
});

afterAll(async () => {
  await pages.close();
  await example.close();
});

const session = { sessionId: 'of-the-lender', userId: '90817', deviceId: 'device-1' };
const order = { productId: 'mx-120', orderId: '0197f6a2', orderNo: 'LL-1' };

test.each([
  { language: 'es', hasScript: true },
  { language: 'en', hasScript: false },
] as const)(
  '[TEST-1] an integrator sees the calls, has the backend checked and puts a fault in: $language, script $hasScript',
  async ({ language, hasScript }) => {
    const text = workbenchText[language];
    const visitor = await pages.visit({ language, hasScript, session });
    const { page } = visitor;
    await visitor.open('/confirmLoan', { productId: 'mx-120' });
    await visitor.open('/order', order);
    await visitor.openAddress(`/testPreview/backend?lang=${visitor.query.language === 'en' ? 1 : 2}`);
    const call = page.locator('details', { hasText: 'readLoan' }).first();
    await call.locator('summary').click();
    const notice = await visitor.text(call);
    expect(notice).toContain('currency is not given');
    expect(notice).toContain('openapi.json#/components/schemas/readLoanData/properties/currency');
    const whole = await page.content();
    for (const secret of ['0197f6a2', 'LL-1"', 'Rosa']) expect(whole.split('<main')[1]).not.toContain(secret);

    await visitor.follow(page.getByRole('button', { name: text.check, exact: true }));
    await expect
      .poll(
        async () => {
          await visitor.openAddress(`/testPreview/backend?lang=${visitor.query.language === 'en' ? 1 : 2}`);
          return visitor.text();
        },
        { timeout: 60_000 },
      )
      .toMatch(/2[0-9] (de|of) 25/);
    expect(await visitor.text()).toContain('Machines can register, or learn who is known');

    await page.locator('#fault').selectOption('every value null');
    await page.locator('#call').selectOption('readLoan');
    visitor.expectFault(/./);
    const response = await visitor.follow(page.getByRole('button', { name: /\/order$/ }));
    expect(response.status()).toBe(200);
    await visitor.openAddress(`/testPreview/backend?lang=${visitor.query.language === 'en' ? 1 : 2}`);
    const faulty = page.locator('details', { hasText: 'every value null' }).first();
    await faulty.locator('summary').click();
    expect(await visitor.text(faulty)).toContain('orderStatus is none of 21, 151, 110, 174, 180, 200');
    await page.locator('#fault').selectOption('HTML with 502');
    const broken = await visitor.follow(page.getByRole('button', { name: /\/order$/ }));
    expect(broken.status()).toBeGreaterThanOrEqual(500);

    await visitor.openAddress(`/testPreview/backend?lang=${visitor.query.language === 'en' ? 1 : 2}`);
    await visitor.follow(page.getByRole('button', { name: text.takeOut, exact: true }));
    expect((await visitor.open('/order', order)).status()).toBe(200);

    if (!hasScript) return;
    await visitor.openAddress(`/testPreview/backend?lang=${visitor.query.language === 'en' ? 1 : 2}`);
    const before = await page.locator('details').count();
    const other = await page.context().newPage();
    await other.goto(`${pages.address}${visitor.link('/repay', order)}`);
    await expect.poll(() => page.locator('details').count(), { timeout: 20_000 }).toBeGreaterThan(before);
  },
);

test('the workbench explains the faults of a backend in words, without script', async () => {
  const backend = await startContractBackend();
  onTestFinished(backend.close);
  const longWord = 'm'.repeat(200);
  const entry = { id: '1', time: longWord, type: longWord, content: longWord };
  backend.change('readComplaints', { tabs: [{ title: longWord.slice(0, 30), items: [entry] }] });
  backend.change('readComplaint', { type: longWord, content: longWord, disposeDetail: longWord });
  backend.change('readLoan', { isDelay: true, orderStatus: 'PENDING', productLogo: 'files/logo.png' });
  const wrong = await startTestPages(backend.address);
  onTestFinished(wrong.close);
  const visitor = await wrong.visit({ language: 'en', hasScript: false, session });
  // Each page is looked at for what scrolls sideways.
  await visitor.open('/complaintList');
  await visitor.open('/complainDetails', { problemId: '1' });
  await visitor.open('/order', order);
  await visitor.openAddress('/testPreview/backend?lang=1');
  await visitor.page.locator('details summary').first().click();
  const notice = await visitor.text();
  for (const words of [
    'orderStatus is none of 21, 151, 110, 174, 180, 200 The page shows the loan with your words alone',
    'isDelay is none of 0, 1',
    'drops productLogo is not shown as it came The page shows the page without the image.',
  ]) {
    expect(notice).toContain(words);
  }
  await visitor.follow(visitor.page.getByRole('button', { name: 'Check', exact: true }));
  await expect
    .poll(
      async () => {
        await visitor.openAddress('/testPreview/backend?lang=1');
        return visitor.text();
      },
      { timeout: 60_000 },
    )
    .toContain('A loan is shown to other borrowers');
});
