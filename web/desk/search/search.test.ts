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
  ['an order', loan.orderNumber.toLowerCase(), loanPath(loan.orderNumber)],
  ['a folio', ` ${folio.toLowerCase()} `, complaintPath(folio)],
  ['a CLABE', clabe, loanPath(loan.orderNumber)],
  ['a CLABE in fours', clabe.replace(/(\d{4})/g, '$1 '), loanPath(loan.orderNumber)],
  ['a tracking key', '2701190077820144', loanPath(loan.orderNumber)],
  ['a provider’s id', 'BNX-2027 0041', loanPath(loan.orderNumber)],
  ['a reference without a loan', '6461 8011 8240 007', unmatchedPath(lost)],
])('%s opens what it names', async (_what, text, path) => {
  expect((await find(text)).location).toBe(path);
});

test('what names several is a list, each with why, and nobody is named in it', async () => {
  const others = await Promise.all([newBorrower(service), newBorrower(service, 'IN')]);
  for (const other of others)
    await service.database.execute(
      sql`update borrowers set mobile_phone = '5548217736' where id = ${other.borrowerId}::uuid`,
    );
  const page = await find('48217736');
  expect(page.status).toBe(200);
  expect(page.text).toContain('3 results');
  expect(page.text.match(/End of the phone number/g)).toHaveLength(3);
  expect(page.text).toMatch(/R••• P••• MX/);
  for (const secret of ['Rosa', '5548217736', 'Prueba']) expect(page.html).not.toContain(secret);
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
  await find('Rosa Nunez', agent);
  await find('+52 55 4821 7736 1', agent);
  const { rows } = await desk.audit({ personId: agent.personId, limit: 10 });
  const searches = rows.filter(({ act }) => act === 'searched');
  expect(searches).toMatchObject([
    { detail: { found: 0 }, borrowerId: null },
    { detail: { by: ['name'], found: 1 }, borrowerId },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/Rosa|4821|N[uú][nñ]ez/);
});

test('everybody searches among what their roles may see; an auditor too, by telephone, and reads the words of a complaint', async () => {
  const auditor = await person('Vera Luna', 'auditor');
  const list = await find('55 4821 7736', auditor);
  expect(list.text).toContain('R••• P•••');
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
