import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { putBorrower } from '#contract/host/borrower.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { borrowerPath, complaintPath, deskPaths, loanPath, unmatchedPath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const rosa = await newBorrower(service);
const { borrowerId } = rosa;
await service.database.execute(sql`update borrowers set name = 'Rosa María Núñez Peña', mobile_phone = '5548217736',
  lender_borrower_id = 'CL-4471' where id = ${borrowerId}::uuid`);
const loan = await paidOutLoan(service, rosa);
const { folio } = await service.ask(
  sendComplaint,
  { typeId: '2', subtypeId: null, content: 'Pagué.', images: [], orderNumber: loan.orderNumber },
  rosa,
);
await pay(service, loan, 50_000, { eventId: 'BNX-2027 0041' });
await service.database.execute(
  sql`update provider_events set tracking_key = '2701190077820144' where event_id = 'BNX-2027 0041'`,
);
const lost = { provider: 'bank', eventId: 'entry 9' };
await service.tell(recordPayment, {
  ...{ ...lost, reference: '646180118240007', currency: 'MXN', amountMinor: minorAmount(1_234) },
});
const manager = await person('Marta Ruiz', 'manager');
const clabe =
  /Bank transfer[^<]*<\/dt><dd>(\d{18})</.exec((await manager.open(loanPath(loan.orderNumber))).html)?.[1] ??
  '';
const find = (text: string, by = manager) => by.open(`${deskPaths.search}?q=${encodeURIComponent(text)}`);

test.each([
  ['a name, whatever its accents and letters', 'rosa nunez', borrowerPath(borrowerId)],
  ['a part of a name', 'PEÑ', borrowerPath(borrowerId)],
  ['a telephone', '5548217736', borrowerPath(borrowerId)],
  ['a telephone with spaces', '55 4821 7736', borrowerPath(borrowerId)],
  ['a telephone with its calling code', '+52 (55) 4821-7736', borrowerPath(borrowerId)],
  ['the end of a telephone', '4821.7736', borrowerPath(borrowerId)],
  ['the lender’s id', 'CL-4471', borrowerPath(borrowerId)],
  ['our id', borrowerId.toUpperCase(), borrowerPath(borrowerId)],
  ['the last four digits of a telephone', '7736', borrowerPath(borrowerId)],
  ['an order', loan.orderNumber.toLowerCase(), loanPath(loan.orderNumber)],
  ['an order without marks', loan.orderNumber.replaceAll('-', ''), loanPath(loan.orderNumber)],
  ['an order with other dashes', loan.orderNumber.replaceAll('-', '–'), loanPath(loan.orderNumber)],
  ['the end of an order', loan.orderNumber.split('-')[2] ?? '', loanPath(loan.orderNumber)],
  ['a folio', ` ${folio.toLowerCase()} `, complaintPath(folio)],
  ['a folio without marks', folio.replaceAll('-', ' '), complaintPath(folio)],
  ['the amount of a payment', '$ 12.34 MXN', unmatchedPath(lost)],
  ['a CLABE', clabe, loanPath(loan.orderNumber)],
  ['a CLABE in fours', clabe.replace(/(\d{4})/g, '$1 '), loanPath(loan.orderNumber)],
  ['a tracking key', '2701190077820144', loanPath(loan.orderNumber)],
  ['a provider’s id', 'BNX-2027 0041', loanPath(loan.orderNumber)],
  ['a reference without a loan', '6461 8011 8240 007', unmatchedPath(lost)],
])('%s opens what it names', async (_what, text, path) => {
  expect((await find(text)).location).toBe(path);
});

test.each([
  ['Latin', 'Őry Zsófia', 'ory ZSOFIA'],
  ['Latin letters that have no accent to lose', 'Łukasz Ørsted', 'lukasz orst'],
  ['Devanagari', 'मीनाक्षी कुमारी', 'कुमारी मीना'],
  ['Tamil', 'வீரமணி செல்வி', 'வீரமணி'],
  ['Bengali', 'রবীন্দ্রনাথ ঠাকুর', 'ঠাকুর'],
  ['Arabic', 'أحمد مُحَمَّد', 'محمد احمد'],
  ['Cyrillic', 'Андрій ЁЖИКОВ', 'андрій ежиков'],
  ['two letters a word', 'Ng Li', 'li ng'],
  ['a digit', 'Juan 23', 'juan 23'],
  ['an apostrophe', 'Sean O’Connor', "o'connor"],
])('finds a name in %s', async (_script, name, typed) => {
  const facts = {
    lenderBorrowerId: name,
    address: 'Calle 1',
    market: 'MX',
    mobilePhone: '5512345678',
  } as const;
  const { borrowerId: id } = await service.tell(putBorrower, { ...facts, name });
  expect((await find(typed)).location).toBe(borrowerPath(id));
});

test('a name with one wrong letter is listed with that reason and not opened', async () => {
  for (const typed of ['rosa nunes', 'roza nunez', 'rosa nuez', 'rosa nuñezz', 'roas nuñez']) {
    const page = await find(typed);
    expect(page, typed).toMatchObject({ status: 200 });
    expect(page.text, typed).toContain('One letter of the name differs');
    expect(page.html, typed).toContain(borrowerPath(borrowerId));
  }
  expect((await find('roza nunes')).html, 'one in each word').toContain(borrowerPath(borrowerId));
  for (const typed of ['rosa nunxy', 'osar nunez'])
    expect((await find(typed)).text, typed).toContain('No results');
});

test('people with the same name are listed apart, counted and paged, and each page logs its ids', async () => {
  await service.database.execute(sql`insert into borrowers (id, name, address, mobile_phone, market, language, created_at)
    select gen_random_uuid(), 'Inés Villaseñor', '', '5520000' || lpad(n::text, 3, '0'), 'MX', 'es', now()
    from generate_series(1, 1010) as n`);
  await service.database.execute(
    sql`update borrowers set name = 'Ines Villasenor' where id = ${borrowerId}::uuid`,
  );
  const agent = await person('Eva Paz', 'agent');
  const first = await find('villasenor', agent);
  expect(first.text).toContain('More than can be shown: 1000+');
  const next = /href="([^"]*from=[^"]*)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const second = await agent.open(next);
  const [idsOfFirst, idsOfSecond] = [first, second].map(({ html }) =>
    [...html.matchAll(/desk\/borrowers\/([0-9a-f-]{36})/g)].map(([, id]) => id ?? ''),
  );
  expect(new Set([idsOfFirst, idsOfSecond].flat()).size).toBe(100);
  const { rows } = await desk.audit({ personId: agent.personId, limit: 2 });
  expect(rows.map(({ detail }) => detail)).toEqual(
    [idsOfSecond, idsOfFirst].map((ids) => ({ by: ['name'], found: 1000, borrowers: ids })),
  );
  await service.database.execute(sql`delete from borrowers where name = 'Inés Villaseñor'`);
  await service.database.execute(sql`insert into borrowers (id, name, address, mobile_phone, market, language, created_at)
    values (gen_random_uuid(), 'Rosa Villaseñor', '', '5520000111', 'MX', 'es', now())`);
  const list = await find('villasenor', agent);
  expect(list.text).toContain('Results: 2');
  expect(list.text).toMatch(/I••• V••• MX 55 •••• ••36 LL-\d{4}-\d+ /);
  expect(list.text).toMatch(/R••• V••• MX 55 •••• ••11 No open loans Name matches/);
  expect((await agent.open(`${deskPaths.search}?q=villasenor&from=x`)).status).toBe(422);
});

test('what names several is a list, each with why, and nobody is named in it', async () => {
  const others = await Promise.all([newBorrower(service), newBorrower(service, 'IN')]);
  for (const other of others)
    await service.database.execute(
      sql`update borrowers set mobile_phone = '5548217736' where id = ${other.borrowerId}::uuid`,
    );
  const page = await find('48217736');
  expect(page.status).toBe(200);
  expect(page.text).toContain('Results: 3');
  expect(page.text.match(/End of the phone number/g)).toHaveLength(3);
  expect(page.text).toMatch(/I••• V••• MX/);
  for (const secret of ['Ines', '5548217736', 'Prueba']) expect(page.html).not.toContain(secret);
  const byName = await find('prueba');
  expect(byName.text).toMatch(/Name matches/);
  const none = await find("' or 1=1 --");
  expect(none).toMatchObject({ status: 200 });
  expect(none.text).toContain('No results');
  expect((await find('%')).status).toBe(200);
  expect((await find('a:* | b')).status).toBe(200);
});

test('a search is logged with how much it found and whom, and not with what was looked for', async () => {
  const agent = await person('Ana Gómez', 'agent');
  await find('Ines Villasenor', agent);
  await find('+52 55 4821 7736 1', agent);
  const { rows } = await desk.audit({ personId: agent.personId, limit: 10 });
  const searches = rows.filter(({ act }) => act === 'searched');
  expect(searches).toMatchObject([
    { detail: { found: 0 }, borrowerId: null },
    { detail: { by: ['name'], found: 1 }, borrowerId },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/Ines|4821|Villa/);
});

test('everybody searches among what their roles may see; an auditor too, by telephone, and reads the words of a complaint', async () => {
  const auditor = await person('Vera Luna', 'auditor');
  const list = await find('55 4821 7736', auditor);
  expect(list.text).toContain('I••• V•••');
  const complaint = await auditor.open(complaintPath(folio));
  expect(complaint.text).toContain('Pagué.');
  const agent = await person('Ana Gómez', 'agent');
  expect((await find('6461 8011 8240 007', agent)).text).toContain('No results');
  const treasurer = await person('Tomás Ávila', 'treasury');
  expect((await find(folio, treasurer)).text).toContain('No results');
});

test('a borrower that the lender’s systems changed is found by the new name', async () => {
  const facts = { lenderBorrowerId: 'CL-9', address: 'Calle 1', market: 'MX' as const };
  const put = (name: string) => service.tell(putBorrower, { ...facts, name, mobilePhone: '5512345600' });
  const { borrowerId: id } = await put('Zoé Ortega');
  expect((await find('zoe ort')).location).toBe(borrowerPath(id));
  await put('Zoé Quiroz');
  expect((await find('ortega')).text).toContain('No results');
  expect((await find('quiroz zo')).location).toBe(borrowerPath(id));
});
