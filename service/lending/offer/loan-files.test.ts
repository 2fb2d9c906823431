import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readAgreement, sendAgreement } from '#contract/calls/loan.ts';
import { listEvents } from '#contract/host/event.ts';
import { listLoanFiles, readLoanFile } from '#contract/host/loan-file.ts';
import { loanAgreementsAccepted, loanFiles } from '#db/schema/loan.ts';
import { products } from '#db/schema/product.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower } from '#tests/setup/lending-journeys.ts';
import { lendingService, testConfiguration } from '#tests/setup/lending-service.ts';
import { readPdf } from '#tests/setup/pdf-text.ts';
import { makeLoanFiles } from './loan-files.ts';

const service = await testLendingService();

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test.each([
  ['MX', 'mx-120', 'es'],
  ['MX', 'mx-120', 'en'],
  ['IN', 'in-120', 'en'],
  ['IN', 'in-120', 'es'],
] as const)(
  '[LEGAL-6] in %s what was accepted of %s in %s is a file of the very text that was shown, told to the lender once, and stays as it is',
  async (market, productId, language) => {
    const session = await newBorrower(service, market);
    const { orderNumber, orderId } = await applyForLoan(service, session, productId, language);
    const shown = await service.ask(readAgreement, { orderNumber }, session, language);
    expect(shown.paper).toMatchObject({ language, acceptedAt: expect.stringMatching(/^2026-11-2\d /) });
    expect(sha256(Buffer.from(shown.paper?.text ?? ''))).toBe(shown.paper?.hash);
    expect(await service.tell(listLoanFiles, { orderNumber })).toEqual({ files: [] });

    expect(await makeLoanFiles(service.dependencies)).toBeGreaterThan(0);
    const { files } = await service.tell(listLoanFiles, { orderNumber });
    expect(files).toMatchObject([
      { kind: 'agreement', number: shown.accepted?.version, language },
      { kind: 'key-facts', number: shown.paper?.proposalNumber, language },
    ]);
    const { events } = await service.tell(listEvents, { orderNumber });
    const told = events.filter(({ type }) => type === 'loan.files-made');
    expect(told).toMatchObject([
      { data: { orderNumber, files: files.map(({ madeAt: _at, ...file }) => file) } },
    ]);

    for (const [place, kind] of (['agreement', 'key-facts'] as const).entries()) {
      const file = await service.tell(readLoanFile, { orderNumber, kind });
      const bytes = Buffer.from(file.content, 'base64');
      expect([sha256(bytes), file.mediaType]).toEqual([files[place]?.sha256, 'application/pdf']);
      const { text, pageCount } = await readPdf(new Uint8Array(bytes));
      const kept = kind === 'agreement' ? shown.accepted : shown.paper;
      const letters = (words: string) => words.replace(/[\s|:·•-]+/g, '');
      const printed = letters(text);
      expect(printed).toContain(letters(kept?.hash ?? ''));
      const cells = (kept?.text ?? '')
        .split('\n')
        .slice(1)
        .flatMap((line) => line.split(/ \| |: /));
      // One that goes on at the next page has the foot of its page within.
      const broken = cells.filter((cell) => !printed.includes(letters(cell)));
      expect(broken.length).toBeLessThan(pageCount);
    }

    expect(told[0]?.data).toMatchObject({
      link: expect.stringMatching(`/contract\\?orderNo=${orderNumber}$`),
    });

    // Asked for again it is told again, once in an hour.
    const tellings = async () => {
      const { events: all } = await service.tell(listEvents, { orderNumber });
      return all.filter(({ type }) => type === 'loan.files-made').length;
    };
    expect(shown.sendsFiles).toBe(false);
    await service.ask(sendAgreement, { orderNumber }, session, language);
    expect(await tellings()).toBe(1);
    await service.database
      .update(loanAgreementsAccepted)
      .set({ filesMadeAt: new Date('2026-11-19T00:00:00Z') })
      .where(eq(loanAgreementsAccepted.loanId, orderId));
    for (let asked = 0; asked < 2; asked += 1) {
      await service.ask(sendAgreement, { orderNumber }, session, language);
      expect(await tellings()).toBe(2);
    }
    expect((await service.ask(readAgreement, { orderNumber }, session, language)).sendsFiles).toBe(true);
    const stranger = await newBorrower(service, market);
    await expect(service.ask(sendAgreement, { orderNumber }, stranger, language)).rejects.toThrow();

    // Neither another lender's name nor other terms nor a second run changes them.
    await service.database.update(products).set({ feePpm: 240_000 }).where(eq(products.productId, productId));
    const { MX, IN } = testConfiguration.companies;
    const later = lendingService(service.database, {
      companies: { MX: { ...MX, lenderName: 'Otra' }, IN: { ...IN, lenderName: 'Otra' } },
    });
    expect(await makeLoanFiles(later.dependencies)).toBe(0);
    expect(await later.tell(listLoanFiles, { orderNumber })).toEqual({ files });
    await service.database.update(products).set({ feePpm: 60_000 }).where(eq(products.productId, productId));
    expect(await service.database.$count(loanFiles, eq(loanFiles.loanId, orderId))).toBe(2);
  },
);

test('[LEGAL-6] what is accepted is what was shown before, of the paper too', async () => {
  const session = await newBorrower(service, 'IN');
  const { orderNumber, orderId } = await applyForLoan(service, session, 'in-120', 'en');
  const [kept] = await service.database
    .select()
    .from(loanAgreementsAccepted)
    .where(eq(loanAgreementsAccepted.loanId, orderId));
  expect(kept?.paperText).toContain('Cobra Recoveries');
  await service.database
    .update(loanAgreementsAccepted)
    .set({ paperText: `${kept?.paperText} ` })
    .where(eq(loanAgreementsAccepted.loanId, orderId));
  const { status } = await service.post(readAgreement.path, { orderNo: orderNumber }, session);
  expect(status).toBe(500);
});

test('files of a loan that is not there, or of none made, are not found', async () => {
  for (const path of [listLoanFiles.path, readLoanFile.path]) {
    expect((await service.host(path, { orderNumber: 'LL-2026-999999', kind: 'agreement' })).status).toBe(404);
  }
  const { orderNumber } = await applyForLoan(service, await newBorrower(service));
  expect((await service.host(readLoanFile.path, { orderNumber, kind: 'key-facts' })).status).toBe(404);
  expect((await service.host(readLoanFile.path, { orderNumber, kind: 'letter' })).status).toBe(422);
});
