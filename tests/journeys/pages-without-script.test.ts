import { expect, test } from 'vitest';
import { marketText } from '#content/market-words.ts';
import { agreementText } from '#content/messages/agreement.ts';
import { failureText } from '#content/messages/failure.ts';
import { instructionText } from '#content/messages/instruction.ts';
import { borrowerWithLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import type { Visitor } from '#tests/setup/visitor.ts';

const llano = await testLlano({ PROVIDER_FEES_URL: 'https://provider.example/fees' });

const languages = ['es', 'en'] as const;

/** A visitor whose browser would run script, with a loan to repay. */
async function arrive(language: 'es' | 'en') {
  const { session, loan, order } = await borrowerWithLoan(llano, language);
  const visitor = await llano.visit({ language, hasScript: true, session });
  return { visitor, loan, order };
}

/** Opens a page, and expects it to be one document that asks for nothing else. */
async function openAlone(visitor: Visitor, open: () => Promise<unknown>): Promise<void> {
  const requested: string[] = [];
  visitor.context.on('request', (request) => requested.push(request.resourceType()));
  await open();
  expect(requested.filter((type) => type !== 'image')).toEqual(['document']);
}

/** Opens a page that is one document without script. */
async function openWithoutScript(visitor: Visitor, open: () => Promise<unknown>): Promise<void> {
  await openAlone(visitor, open);
  expect(await visitor.page.locator('script, link[rel=modulepreload], link[rel=preload]').count()).toBe(0);
}

test.each(languages)(
  '[FAIL-1] the failure page says so in words, without script, in %s',
  async (language) => {
    const visitor = await llano.visit({ language, hasScript: true });
    await openWithoutScript(visitor, () => visitor.open('/error'));
    const heading = visitor.page.getByRole('heading', { level: 1 });
    expect(await visitor.text(heading)).toBe(language === 'es' ? 'Fracaso' : 'Failure');
    await visitor.see(failureText[language].note);
  },
);

test.each(languages)(
  '[CONTRACT-1] [DATE-1] the agreement has its 13 fields, without script, in %s',
  async (language) => {
    const { visitor, loan, order } = await arrive(language);
    await openWithoutScript(visitor, () =>
      visitor.open('/contract', { ...order, orderNo: loan.orderNumber }),
    );
    // The tables of the text below have rows of their own.
    const fields = visitor.page.getByRole('table').first();
    const labels = await fields.getByRole('rowheader').allTextContents();
    const text = agreementText[language];
    expect(labels).toEqual([
      text.lenderName,
      text.borrowerName,
      text.borrowerAddress,
      text.productName,
      text.agreementDate,
      text.amount,
      text.disbursed,
      text.disbursalDate,
      text.interest,
      text.fee,
      marketText(language === 'es' ? 'MX' : 'IN', language).taxName,
      text.contractAmount,
      text.lastPaymentDate,
    ]);
    const values = await visitor.page.getByRole('cell').allTextContents();
    expect(values.filter((value) => value.trim() === '')).toEqual([]);
    expect(values).toContain('2026-11-20');
    // Accepted at noon in Mexico, in the time of the borrower's market.
    await visitor.see(
      language === 'es' ? /Aceptado el 2026-11-20 12:\d\d:\d\d/ : /Accepted on 2026-11-20 23:[345]\d:\d\d/,
    );
  },
);

test.each(languages)(
  '[INSTR-1] [DATE-1] the instructions for a code are one document, in %s',
  async (language) => {
    const { visitor, order } = await arrive(language);
    const { page } = visitor;
    const text = instructionText[language];
    await visitor.open('/repay', order);
    const due = page.locator('time[datetime="2026-12-20"]');
    expect(await visitor.text(due)).toBe(language === 'es' ? '20 dic' : '20 Dec');
    expect(await page.locator('main details').filter({ hasText: '2026-12-20' }).count()).toBeGreaterThan(0);
    const link = await page.locator('#way-0 a[href^="/carpmm"]').first().getAttribute('href');
    const query = new URL(link ?? '', llano.address).searchParams;
    expect(query.get('requestType')).toBe('1');
    await openAlone(visitor, () => visitor.openAddress(link ?? ''));
    const amount = language === 'es' ? '$ 1.422,81' : '₹ 3.389,93';
    // A shop's slip has the amount alone, large.
    expect(await visitor.text()).toContain(language === 'es' ? amount : `${text.total} ${amount}`);
    if (language === 'es') await page.getByText(text.slipData, { exact: true }).click();
    const codes = await page.locator('code').allTextContents();
    expect(codes.map((code) => code.replace(/\s/g, ''))).toContain(query.get('payCode'));
    await visitor.see(text.company);
    expect(await page.getByRole('link', { name: text.fees }).getAttribute('href')).toBe(
      'https://provider.example/fees',
    );
  },
);

test('[INSTR-1] an amount that is none, or a code of nobody, is a clear page', async () => {
  const { visitor, order } = await arrive('es');
  visitor.expectFault(/status of (404|422)/);
  const ask = (amount: string, payCode: string) =>
    visitor.open('/carpmm', { ...order, requestType: 1, amount, payCode });
  for (const amount of ['', '-1', '1.5', 'abc', '99999999999999999999']) {
    expect((await ask(amount, '999180000000000005')).status(), amount).toBe(422);
  }
  expect((await ask('142281', '000000000000000000')).status()).toBe(404);
});
