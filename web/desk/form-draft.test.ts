import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { correctLoanPath, loanPath } from './paths.ts';

const service = await testLendingService();
service.setTime('2026-11-20T12:00:00-06:00');
const loan = await paidOutLoan(service, await newBorrower(service));
service.setTime('2027-02-02T12:00:00-06:00');
const { desk, person } = testDesk(service);
const treasurer = await person('Tomás Ávila', 'treasury');
const colleague = await person('Ana Ruiz', 'treasury');
const path = correctLoanPath(loan.orderNumber);
const typed = { amount: '10.00', reason: 'Transfer came with a wrong reference' };
const preview = { kind: 'waive-penalty', step: 'preview', ...typed };

const draftOf = async (form: Readonly<Record<string, string>>) => {
  const page = await treasurer.send(path, form);
  const newest = sql`select id, sealed from desk_form_drafts order by expires_at desc, id desc limit 1`;
  const kept = JSON.stringify(await service.database.execute(newest));
  const [, id, sealed = ''] = /"id":"([^"]+)","sealed":"([^"]+)"/.exec(kept) ?? [];
  return { page, address: `${path}?draft=${id}`, sealed };
};

test('a preview is at an address, which reloads alike, for its reader alone and for 15 minutes', async () => {
  const { page, address, sealed } = await draftOf(preview);
  expect(page.text).toContain('Waive $ 10,00');
  const again = await treasurer.open(address);
  expect([again.status, again.text]).toEqual([200, page.text]);
  expect(sealed).toMatch(/^[A-Za-z0-9+/=]{100,}$/);
  const other = await colleague.open(address);
  expect(other.html).not.toContain(typed.reason);
  const page2 = await treasurer.open(address.replace(path, loanPath(loan.orderNumber)));
  expect(page2.html).not.toContain(typed.reason);
  service.setTime('2027-02-02T12:10:00-06:00');
  expect((await treasurer.open(address)).html).toContain(typed.reason);
  service.setTime('2027-02-02T12:15:01-06:00');
  expect((await treasurer.open(address)).html).not.toContain(typed.reason);
});

test('going back shows the form as it was typed, without its outcome, until it is done', async () => {
  const refused = await draftOf({ ...preview, amount: '999999.99' });
  expect([refused.page.status, refused.page.text.includes('at most')]).toEqual([422, true]);
  expect((await treasurer.open(refused.address)).status).toBe(422);
  const back = await treasurer.open(path);
  expect([back.status, back.html.includes('value="999999.99"'), back.text.includes('at most')]).toEqual([
    200,
    true,
    false,
  ]);
  const { page, address } = await draftOf(preview);
  const hidden = (name: string) =>
    new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(
      page.html.slice(page.html.indexOf(' open=""')),
    )?.[1] ?? '';
  const form = { ...preview, step: 'do', seen: hidden('seen'), messageId: hidden('messageId') };
  expect((await treasurer.send(path, form)).location).toBe(loanPath(loan.orderNumber));
  for (const each of [path, address]) expect((await treasurer.open(each)).html).not.toContain(typed.reason);
  expect(
    await desk.drafts.read(
      { ...(await desk.people.find(treasurer.cookies.get('__Host-desk') ?? '')) } as never,
      path,
      'x',
    ),
  ).toBe(null);
});
