import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDesk } from '#tests/setup/desk.ts';
import { erasedPastYears } from '#tests/setup/erased-past-years.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
import { lendingService, testConfiguration } from '#tests/setup/lending-service.ts';
import { deskPaths } from '../paths.ts';

const { database } = await testLendingService();
const { companies } = testConfiguration;
const retention = { years: { loan: 10, complaint: 2, registration: 1 }, isConfirmed: true };
const service = lendingService(database, {
  companies: { ...companies, MX: { ...companies.MX, retention } },
});
service.setTime('2027-12-01T12:00:00-06:00');
const { person } = testDesk(service);
const path = deskPaths.retention;

test('what is past its years is counted, asked for by one and approved by another, in both languages', async () => {
  const marta = await person('Marta Ruiz', 'manager');
  const luis = await person('Luis Mora', 'manager');
  // Those of the demo are of no age.
  await database.execute(sql`update borrowers set created_at = '2100-01-01T12:00:00Z'`);
  const { borrowerId } = await newBorrower(service);
  await database.execute(
    sql`update borrowers set created_at = '2020-01-01T12:00:00Z' where id = ${borrowerId}`,
  );
  const before = await marta.open(path);
  expect(before.text).toContain('being counted');
  expect(before.text).toContain('RETENTION_CONFIRMED_IN');
  expect(before.html).not.toContain('name="reason"');
  await erasedPastYears(service);
  await marta.send(deskPaths.language, { language: 'es', to: path });
  const page = await marta.open(path);
  expect(page.text).toContain('10 años');
  expect(page.text).toMatch(/Personas 1 Registros 0 El más antiguo 2020-01-01/);
  const form = { market: 'MX', messageId: page.field('messageId'), reason: 'Plazo de la ley' };
  const unreasoned = await marta.send(path, { ...form, reason: 'a' });
  expect([unreasoned.status, unreasoned.text]).toEqual([422, expect.stringContaining('Escriba el motivo')]);
  expect((await marta.send(path, { ...form, market: 'IN' })).status).toBe(409);
  const approval = (await marta.send(path, form)).location ?? '';
  const waiting = await luis.open(approval);
  expect(waiting.text).toContain('Marta Ruiz asks: Erase data past their retention period each day');
  expect(waiting.text).toMatch(/Loans, since the last one ended 10 years/);
  expect(waiting.text).toMatch(/People 1/);
  const approve = { step: 'approve', seen: waiting.field('seen') };
  expect((await marta.send(approval, approve)).status).toBe(403);
  expect((await luis.send(approval, approve)).location).toBe(approval);
  expect((await luis.open(path)).text).toContain('Approved on 2027-12-01');
  expect(await erasedPastYears(service)).toBe(1);
});

test('an auditor reads it and asks for nothing, an agent does not see it', async () => {
  const auditor = await person('Vera', 'auditor');
  expect((await auditor.open(path)).html).not.toContain('name="reason"');
  expect((await auditor.send(path, { market: 'MX', reason: 'none at all' })).status).toBe(403);
  expect((await (await person('Ana', 'agent')).open(path)).status).toBe(403);
});
