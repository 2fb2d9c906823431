import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listOffers } from '#contract/host/offer.ts';
import { readProduct } from '#contract/host/product.ts';
import { fieldsOf, testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
import { approvalPath, deskPaths, productPath } from '../paths.ts';
import { percentFromText, percentInField } from './product-form.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const manager = await person('Marta Ruiz', 'manager');
const agent = await person('Ana Gómez', 'agent');
const second = await person('Luis Mora', 'manager');
const reason = 'As the committee of terms decided';

/** Has the second person approve what waits at an address. */
async function approve(location: string | null) {
  const page = await second.open(location ?? '');
  const form = { step: 'approve', seen: page.field('seen') };
  expect((await second.send(location ?? '', form)).location).toBe(location);
  return page;
}

const path = productPath('mx-120');

const read = () => service.tell(readProduct, { productId: 'mx-120' });

test('percentages are read and written without loss', () => {
  for (const ppm of [0, 1, 493, 5000, 180_000, 1_000_000, 12_345_678]) {
    for (const decimalMark of [',', '.'] as const)
      expect(percentFromText(percentInField(ppm, { decimalMark }))).toBe(ppm);
  }
  for (const text of ['', '-1', '1,23456', '1e3', 'x']) expect(percentFromText(text)).toBeNull();
});

test('products are listed; who may not change them is offered no form and refused one', async () => {
  const list = await agent.open(deskPaths.products);
  expect(list.html).toContain(`href="${path}"`);
  expect(list.html).not.toContain(deskPaths.newProduct);
  const page = await agent.open(path);
  expect(page.html).not.toContain('<form method="post" action="/desk/products');
  const fields = fieldsOf((await manager.open(`${path}?draft=none`)).html);
  const before = await read();
  const refused = await agent.send(path, { ...fields, feePpm: '9', step: 'make' });
  expect(refused.status).toBe(403);
  expect(await read()).toEqual(before);
  expect((await agent.open(deskPaths.newProduct)).status).toBe(403);
  expect((await manager.open(productPath('no-such'))).status).toBe(404);
});

test('a change shows before and after, waits for a second approver, and makes the next version once, in the requester’s name', async () => {
  const before = await read();
  const fields = fieldsOf((await manager.open(`${path}?draft=none`)).html);
  const preview = await manager.send(path, { ...fields, extensionDailyPpm: '0,75', step: 'preview' });
  expect(preview.status).toBe(200);
  expect(preview.text).toContain('becomes');
  expect(preview.text).toContain('0,75 %');
  expect(await read()).toEqual(before);
  const typed = fieldsOf(preview.html);
  expect(typed.extensionDailyPpm).toBe('0,75');
  const unseen = await manager.send(path, { ...typed, extensionDailyPpm: '0.8', step: 'make' });
  expect(unseen.status).toBe(200);
  expect(await read()).toEqual(before);
  const silent = await manager.send(path, { ...typed, step: 'make' });
  expect(silent.status).toBe(422);
  expect(silent.text).toContain('Enter the reason');
  const made = await Promise.all([
    manager.send(path, { ...typed, reason, step: 'make' }),
    manager.send(path, { ...typed, reason, step: 'make' }),
  ]);
  const waitsAt = approvalPath(typed.messageId ?? '');
  expect(made.map(({ location }) => location)).toEqual([waitsAt, waitsAt]);
  expect(await read()).toEqual(before);
  const own = { step: 'approve', seen: (await second.open(waitsAt)).field('seen') };
  expect((await manager.send(waitsAt, own)).status).toBe(403);
  expect(await read()).toEqual(before);
  const asked = await approve(waitsAt);
  expect(asked.text).toContain('Marta Ruiz asks: Change a product');
  expect(asked.text).toMatch(/1 % → 0,75 %/);
  const after = await read();
  expect(after.product).toEqual({
    ...before.product,
    version: before.product.version + 1,
    extensionDailyPpm: 7500,
  });
  expect(after.versions[0]?.madeBy).toBe(`desk:${manager.personId}`);
  const { rows } = await desk.audit({ subject: 'product:mx-120', limit: 10 });
  const done = rows.filter(({ outcome }) => outcome === 'done').map(({ act, name }) => `${name} ${act}`);
  expect(done).toEqual(['Luis Mora approved', 'Marta Ruiz asked']);
  expect((await manager.open(path)).text).toMatch(/MX Marta Ruiz [^|]*Extension, % a day: 1 % → 0,75 %/);
  const stale = await manager.send(path, { ...typed, reason, step: 'make', messageId: 'another' });
  expect(stale.status).toBe(409);
  expect(stale.text).toContain('Somebody has changed the product');
});

test('what cannot be taken is named, and what was typed is shown again', async () => {
  const fields = fieldsOf((await manager.open(`${path}?draft=none`)).html);
  for (const [name, value, words] of [
    ['annualInterestPpm', '9x', 'Check “Interest a year, %”'],
    ['instalmentDays', '400', '91 to 365 days'],
    ['minimumMinor', '1.234', 'Smallest amount'],
    ['name', '', 'Check “Name”'],
    ['from-0', '2', 'the first is of day 1'],
  ] as const) {
    const page = await manager.send(path, { ...fields, [name]: value, step: 'make' });
    expect([name, page.status]).toEqual([name, 422]);
    expect(page.text).toContain(words);
    expect(fieldsOf(page.html)[name]).toBe(value);
  }
});

test('the daily rate follows the typed yearly one, beside the field and in the preview', async () => {
  const page = await manager.open(`${path}?draft=none`);
  const fields = fieldsOf(page.html);
  expect(fields).not.toHaveProperty('dailyInterestPpm');
  expect(page.text).toMatch(/divided by 365: 0,0493\s%/);
  const preview = await manager.send(path, { ...fields, annualInterestPpm: '20', step: 'preview' });
  expect(preview.text).toMatch(/divided by 365: 0,0548\s%/);
  expect(preview.text).toMatch(/Interest a day, % 0,0493\s% → becomes 0,0548\s%/);
});

test('days and hours of reminders are shown, changed without a new version, and refused outside contact hours', async () => {
  const before = await read();
  await manager.send(deskPaths.language, { language: 'es', to: path });
  expect((await manager.open(path)).text).toContain(
    'Recordar por SMS, en días desde el vencimiento Como en los ajustes',
  );
  await manager.send(deskPaths.language, { language: 'en', to: path });
  const fields = fieldsOf((await manager.open(`${path}?draft=none`)).html);
  for (const [name, value, words] of [
    ['reminderDays', '0, 31', 'Different days from −30 to 30'],
    ['reminderDays', 'three', 'Different days from −30 to 30'],
    ['reminderFromHour', '6', 'within contact hours: 7 to 22'],
    ['reminderUntilHour', '', 'Both hours, the earlier first'],
  ] as const) {
    const hours = { reminderFromHour: '9', reminderUntilHour: '12' };
    const page = await manager.send(path, { ...fields, ...hours, [name]: value, step: 'make' });
    expect([name, value, page.status]).toEqual([name, value, 422]);
    expect(page.text).toContain(words);
  }
  const reminders = { reminderDays: '−3, 0,5', reminderFromHour: '9', reminderUntilHour: '12' };
  const preview = await manager.send(path, { ...fields, ...reminders, step: 'preview' });
  expect(preview.text).toMatch(/As in the settings\W*becomes\W*-3, 0, 5/);
  expect(preview.text).not.toContain(`Make version ${before.product.version + 1}`);
  const made = await manager.send(path, { ...fieldsOf(preview.html), reason, step: 'make' });
  await approve(made.location);
  const after = await read();
  expect(after.product).toEqual({
    ...before.product,
    reminderDays: [-3, 0, 5],
    reminderFromHour: 9,
    reminderUntilHour: 12,
  });
  const cleared = { ...fieldsOf((await manager.open(`${path}?draft=none`)).html), reminderDays: '' };
  const again = await manager.send(path, { ...cleared, step: 'preview' });
  expect(again.text).toMatch(/-3, 0, 5\W*becomes\W*As in the settings/);
});

test('a product is added by two people, withdrawn by one, and not added over another', async () => {
  const facts = fieldsOf((await manager.open(`${path}?draft=none`)).html);
  const form = { ...facts, productId: 'mx-new', market: 'MX', name: 'Nuevo', version: '0' };
  const preview = await manager.send(deskPaths.newProduct, { ...form, step: 'preview' });
  const typed = fieldsOf(preview.html);
  const made = await manager.send(deskPaths.newProduct, { ...typed, reason, step: 'make' });
  expect(made.location).toBe(approvalPath(typed.messageId ?? ''));
  await approve(made.location);
  const again = await manager.send(deskPaths.newProduct, {
    ...typed,
    reason,
    messageId: 'other',
    step: 'make',
  });
  expect(again.status).toBe(409);
  expect(again.text).toContain('A product with that id already exists');
  const page = await manager.open(productPath('mx-new'));
  const withdrawn = await manager.send(productPath('mx-new'), { ...fieldsOf(page.html, 1), step: 'make' });
  expect(withdrawn.status).toBe(303);
  const { product } = await service.tell(readProduct, { productId: 'mx-new' });
  expect(product).toMatchObject({ isActive: false, version: 1, name: 'Nuevo' });
});

test('an offer is previewed, made and withdrawn; who may not is refused, a stale one shown again', async () => {
  const { borrowerId = '' } = await newBorrower(service);
  const address = `${deskPaths.offers}?borrower=${borrowerId}&product=mx-120`;
  const offer = async () => {
    const offers = await service.tell(listOffers, { borrowerId, productId: 'mx-120' });
    return offers.offers[0];
  };
  const fields = fieldsOf((await manager.open(address)).html);
  expect(fields.amountMinor).toBe('5.000,00');
  const inCapitals = await manager.open(address.replace(borrowerId, ` ${borrowerId.toUpperCase()} `));
  expect(fieldsOf(inCapitals.html).amountMinor).toBe('5.000,00');
  const bad = await manager.send(address, { ...fields, amountMinor: '1', step: 'preview' });
  expect(bad.status).toBe(422);
  const preview = await manager.send(address, { ...fields, amountMinor: '4000', step: 'preview' });
  const typed = fieldsOf(preview.html);
  expect(preview.text).toContain('Offer $ 4.000,00');
  expect((await agent.send(address, { ...typed, step: 'make' })).status).toBe(403);
  expect((await offer())?.amountMinor).toBe(500_000);
  for (const _click of [1, 2]) {
    expect((await manager.send(address, { ...typed, step: 'make' })).status).toBe(303);
  }
  expect(await offer()).toMatchObject({ amountMinor: 400_000, changedBy: `desk:${manager.personId}` });
  const colleague = await person('Nora Paz', 'manager');
  for (const late of [
    await colleague.send(address, { ...typed, messageId: 'other', step: 'make' }),
    await manager.send(address, { ...typed, messageId: 'other', amountMinor: '3000.00', step: 'make' }),
  ]) {
    expect(late.status).toBe(409);
  }
  const withdraw = fieldsOf((await manager.open(address)).html, 1);
  for (const _click of [1, 2]) {
    expect((await manager.send(address, { ...withdraw, step: 'withdraw' })).status).toBe(303);
  }
  expect((await colleague.send(address, { ...withdraw, step: 'withdraw' })).status).toBe(409);
  expect((await offer())?.withdrawnAt).not.toBeNull();
});

test('an offer that its product has no longer is withdrawn, and nothing else is made of it', async () => {
  const { borrowerId = '' } = await newBorrower(service);
  const amountMinor = 9_900_000;
  await service.database.execute(
    sql`update offers set amount_minor = ${amountMinor} where borrower_id = ${borrowerId}::uuid and product_id = 'mx-120'`,
  );
  const address = `${deskPaths.offers}?borrower=${borrowerId}&product=mx-120`;
  const { html } = await manager.open(address);
  expect((await manager.send(address, { ...fieldsOf(html), step: 'preview' })).status).toBe(422);
  const form = { ...fieldsOf(html, 1), step: 'withdraw' };
  expect((await manager.send(address, form)).status).toBe(303);
  const { offers } = await service.tell(listOffers, { borrowerId, productId: 'mx-120' });
  expect(offers[0]).toMatchObject({ amountMinor, withdrawnAt: expect.any(String) });
  const colleague = await person('Nora Paz', 'manager');
  expect((await colleague.send(address, { ...form, messageId: 'other' })).status).toBe(409);
});

test('an offer is withdrawn while one of another product is previewed', async () => {
  const { borrowerId = '' } = await newBorrower(service);
  const address = `${deskPaths.offers}?borrower=${borrowerId}&product=mx-120`;
  const typed = { ...fieldsOf((await manager.open(address)).html), productId: 'mx-90-steps' };
  const preview = await manager.send(address, { ...typed, amountMinor: '2000', step: 'preview' });
  expect(preview.status).toBe(200);
  const form = { ...fieldsOf(preview.html, 1), step: 'withdraw' };
  expect((await manager.send(address, form)).status).toBe(303);
  const { offers } = await service.tell(listOffers, { borrowerId });
  const withdrawn = offers.filter(({ withdrawnAt }) => withdrawnAt !== null);
  expect(withdrawn.map(({ productId }) => productId)).toEqual(['mx-120']);
});
