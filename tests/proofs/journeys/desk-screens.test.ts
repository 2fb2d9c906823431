import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deskText } from '#content/messages/desk.ts';
import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { deskComplaintText } from '#content/messages/desk-complaint.ts';
import { deskUnmatchedText } from '#content/messages/desk-unmatched.ts';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { newId } from '#db/new-id.ts';
import { recordPaymentPath, unmatchedPath } from '#desk/paths.ts';
import { minorAmount } from '#domain/money/money.ts';
import { smallImage } from '#fixtures/images.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { deskOf, sittings } from '#tests/setup/desk-journey.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { visibleText } from '#tests/setup/page-checks.ts';

const llano = await testLlano({ DESK: 'local' });
const sitDown = deskOf(llano);
const rosa = await newBorrower(llano);
const loan = await paidOutLoan(llano, rosa);
await pay(llano, loan, 123_456);
await llano.database.execute(sql`
  insert into promotion_visits (id, page_id, client_type, app_from, user_from, utm_tag, visited_at)
  select gen_random_uuid(), 'template-with-a-long-name', 'ios', 'app-' || n, '', 'spring',
    timestamptz '2026-11-10T12:00:00Z' from generate_series(1, 60) n`);
await llano.database.execute(sql`
  insert into contact_messages (id, name, telephone, email, remark, state, received_at)
  values (gen_random_uuid(), 'Luz Pardo', '5512345678', 'luz@correo.example', 'No puedo entrar.', 'open', now())`);

test.each(sittings)(
  'a manager reads figures, promotions, products, people and messages: %o',
  async (sitting) => {
    const { language } = sitting;
    const { page, check } = await sitDown(sitting, 'Marta Ruiz');
    const main = page.getByRole('main');
    await page.goto('/desk/figures');
    await check();
    expect(await visibleText(main)).toContain('1.234,56');
    await page.goto('/desk/promotions?since=2026-11-01&through=2026-11-30');
    await check();
    expect(await visibleText(main)).toContain('template-with-a-long-name');
    await main.getByRole('link', { name: /50/ }).click();
    expect(await visibleText(main)).toMatch(/app-\d+ · spring/);
    await page.goto('/desk/products');
    await check();
    await main.getByRole('link', { name: 'Llano 120' }).first().click();
    await main.locator('summary').filter({ hasText: deskCatalogueText[language].change }).click();
    await check();
    for (const path of [
      '/desk/new-product',
      '/desk/offers',
      '/desk/people',
      '/desk/audit',
      '/desk/search?q=LL',
      '/desk/borrowers',
    ]) {
      expect([path, (await page.goto(path))?.status()]).toEqual([path, 200]);
      await check();
    }
    await main
      .getByRole('link', { name: /[0-9a-f]{8}-/ })
      .first()
      .click();
    await check();
    await page.goto('/desk/messages');
    expect(await visibleText(main)).not.toContain('Luz');
    await main.getByRole('row').last().getByRole('link').click();
    await check();
    await main.getByRole('button', { name: deskText[language].showLogged }).click();
    await check();
    expect(await visibleText(main)).toContain('Luz Pardo');
  },
);

test.each(sittings)('an answer with a photo is kept as a draft, then handed over: %o', async (sitting) => {
  const text = deskComplaintText[sitting.language];
  const content = `Pagué y no aparece (${newId()}).`;
  const { folio } = await llano.ask(sendComplaint, { ...wholeDraft, content }, rosa);
  const marta = await sitDown(sitting, 'Marta Ruiz');
  const { page, check } = await sitDown(sitting, 'Ana Gómez');
  await page.goto(`/desk/complaints/${folio}`);
  await page.getByLabel(text.reply).fill('Su recibo va en la foto.');
  const photo = { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: smallImage('jpeg') };
  await page.getByLabel(text.photos).setInputFiles(photo);
  await page.getByRole('button', { name: text.attach }).click();
  await check();
  await page.getByRole('button', { name: text.keep }).click();
  await check();
  expect(await page.getByLabel(text.reply).inputValue()).toBe('Su recibo va en la foto.');
  await page.getByText(text.handOver, { exact: true }).click();
  await page.getByLabel(text.handTo, { exact: true }).selectOption('Marta Ruiz');
  await check();
  await page.getByRole('button', { name: text.hand, exact: true }).click();
  await marta.page.goto('/desk/complaints?show=mine');
  await marta.check();
  expect(await visibleText(marta.page.getByRole('main'))).toContain(folio);
});

test.each(sittings)('a payment rests, and is then asked to be sent back: %o', async (sitting) => {
  const text = deskUnmatchedText[sitting.language];
  const eventId = newId();
  await llano.tell(recordPayment, {
    ...{ provider: 'bank', eventId, reference: 'de nadie', currency: 'MXN' },
    amountMinor: minorAmount(300_000),
  });
  const { page, check } = await sitDown(sitting, 'Ana Gómez');
  expect((await page.goto(recordPaymentPath(loan.orderNumber)))?.status()).toBe(200);
  await check();
  await page.goto(unmatchedPath({ provider: 'bank', eventId }));
  const fold = (name: string) => page.locator('main details').filter({ hasText: name });
  const hold = fold(text.hold).first();
  await hold.locator('summary').click();
  await hold.getByLabel(text.until).fill('2026-12-01');
  await hold.getByRole('textbox').last().fill('Waits for a word from the bank');
  await hold.getByRole('button', { name: text.doHold }).click();
  expect(new URL(page.url()).pathname).toBe('/desk/queue');
  await check();
  await page.goto(unmatchedPath({ provider: 'bank', eventId }));
  const back = fold(text.back);
  await back.locator('summary').click();
  await check();
  await back.getByRole('textbox').fill('Nobody here knows this money');
  await back.getByRole('button').click();
  await check();
  expect(new URL(page.url()).pathname).toMatch(/^\/desk\/approvals\//);
});
