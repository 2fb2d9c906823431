import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { marketText } from '#content/market-words.ts';
import { confirmText } from '#content/messages/confirm.ts';
import { documentsText } from '#content/messages/documents.ts';
import { loanAgreementsAccepted, loans, quotes } from '#db/schema/loan.ts';
import { products } from '#db/schema/product.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';

const llano = await testLlano();

const readers = [
  { language: 'es', market: 'MX', productId: 'mx-120' },
  { language: 'en', market: 'IN', productId: 'in-120' },
] as const;

test.each(readers.flatMap((each) => [true, false].map((hasScript) => ({ ...each, hasScript }))))(
  '[LEGAL-6] the paper is read whole and kept, and binds when the product got dearer meanwhile, in $language, script $hasScript',
  async ({ language, market, productId, hasScript }) => {
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    await visitor.open('/confirmLoan', { productId });
    const shown = await visitor.text();
    const [number = ''] = /\b(?:CA|KFS)-2026-\d{6}\b/.exec(await page.content()) ?? [];
    expect(number).not.toBe('');
    const { paper } = marketText(market, language);
    await page.locator('summary', { hasText: paper }).click();
    await visitor.check();
    await page.getByRole('link', { name: confirmText[language].wholePaper }).click();
    await visitor.see(number);
    await visitor.check();
    const pdf = await page.getByRole('link', { name: documentsText[language].savePdf }).getAttribute('href');
    const file = await page.request.get(new URL(pdf ?? '', llano.address).href);
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);

    const { feePpm } = await llano.database
      .select({ feePpm: products.feePpm })
      .from(products)
      .where(eq(products.productId, productId))
      .then(([row]) => row ?? { feePpm: 0 });
    await llano.database.update(products).set({ feePpm: 240_000 }).where(eq(products.productId, productId));
    try {
      await visitor.open('/confirmLoan', { productId });
      expect((await visitor.text()).replace(/\s+/g, ' ')).toBe(shown.replace(/\s+/g, ' '));
      await page.getByRole('checkbox').check();
      await page.locator('main form button:not([type=button])').click();
      await page.waitForURL(/loanDetail/);
    } finally {
      await llano.database.update(products).set({ feePpm }).where(eq(products.productId, productId));
    }
    const [made] = await llano.database
      .select({ kept: loanAgreementsAccepted, orderNumber: loans.orderNumber, quote: quotes.proposalNumber })
      .from(loans)
      .innerJoin(quotes, eq(quotes.id, loans.quoteId))
      .innerJoin(loanAgreementsAccepted, eq(loanAgreementsAccepted.loanId, loans.id))
      .where(eq(loans.borrowerId, session.borrowerId));
    expect(made?.quote).toBe(number);
    expect(made?.kept).toMatchObject({ paperNumber: number, paperLanguage: language });
    const text = made?.kept.paperText ?? '';
    expect(createHash('sha256').update(text).digest('hex')).toBe(made?.kept.paperHash);
    await visitor.open('/contract', { orderNo: made?.orderNumber ?? '' });
    await page.getByRole('link', { name: paper, exact: true }).click();
    await visitor.see(made?.kept.paperHash ?? '');
  },
);
