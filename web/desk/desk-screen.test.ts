import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { type DeskRole, deskRoles, mayDo } from '#domain/desk/role.ts';
import { minorAmount } from '#domain/money/money.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import {
  borrowerPath,
  complaintPath,
  correctLoanPath,
  deskPaths,
  loanPath,
  queuePath,
  unmatchedPath,
} from './paths.ts';

const service = await testLendingService();
const { desk, visitor, person } = testDesk(service);

test('nobody sees a page of the desk without having signed in', async () => {
  for (const path of ['/desk', '/desk/audit', '/desk/nowhere']) {
    const page = await visitor().open(path);
    expect(page).toMatchObject({ status: 303, location: `/desk/sign-in?to=${encodeURIComponent(path)}` });
    expect(page.headers.get('Cache-Control')).toBe('no-store');
  }
});

test.each(deskRoles)(
  '%s is refused the audit log unless the table says so, and finds no link to it',
  async (role: DeskRole) => {
    const somebody = await person(role, role);
    const page = await somebody.open(deskPaths.audit);
    expect(page.status).toBe(mayDo([role], 'see-audit') ? 200 : 403);
    const overview = await somebody.open(deskPaths.overview);
    expect(overview.html.includes(`href="${deskPaths.audit}"`)).toBe(mayDo([role], 'see-audit'));
  },
);

test('an address where nothing is says so in the frame', async () => {
  const page = await (await person('Lost', 'agent')).open('/desk/nowhere');
  expect(page.status).toBe(404);
  expect(page.text).toContain('We could not find it');
});

test('the log shows who of the desk did what by full name, and can be read by person and subject', async () => {
  const auditor = await person('Vera Luna', 'auditor');
  const page = await auditor.open(deskPaths.audit);
  expect(page.text).toContain('Vera Luna Signed in');
  const own = await auditor.open(`${deskPaths.audit}?person=${auditor.personId}`);
  expect(own.text).toContain('roles Auditor');
  const treasurer = await person('Tomás Ávila', 'treasury');
  const loan = await paidOutLoan(service, await newBorrower(service));
  await treasurer.send(loanPath(loan.orderNumber), { show: 'phone' });
  await auditor.send(deskPaths.language, { language: 'es', to: deskPaths.audit });
  const inSpanish = await auditor.open(`${deskPaths.audit}?person=${treasurer.personId}`);
  expect(inSpanish.text).toContain('Vio datos personales datos celular');
  expect(inSpanish.text).toContain('Entró papeles Tesorería');
  await auditor.send(deskPaths.language, { language: 'en', to: deskPaths.audit });
  expect((await auditor.open(`${deskPaths.audit}?about=loan:none`)).text).toContain('Nothing here.');
});

test.each(deskRoles)(
  'whatever page or form %s is refused, that it was tried is logged once',
  async (role) => {
    const somebody = await person(`refused ${role}`, role);
    const { orderNumber } = await paidOutLoan(service, await newBorrower(service));
    const parts: Record<string, string> = {
      order: orderNumber,
      product: 'mx-120',
      file: 'registrations.csv',
    };
    const pathOf = (pattern: string) =>
      pattern.replace(/:(\w+)/g, (_, name: string) => parts[name] ?? randomUUID());
    const refusals = async () => {
      const { rows } = await desk.audit({ personId: somebody.personId, limit: 1000 });
      return rows.filter(({ outcome }) => outcome === 'refused');
    };
    const screens = Object.values(deskPaths).filter((path) => !/sign-|language/.test(path));
    const tries = [
      ...screens.map((pattern) => ({ pattern, form: null })),
      ...screens.map((pattern) => ({ pattern, form: { step: randomUUID() } })),
      { pattern: deskPaths.borrower, form: { step: 'erase' } },
      { pattern: deskPaths.message, form: { do: 'show' } },
      { pattern: deskPaths.correctLoan, form: { kind: 'write-off', step: randomUUID() } },
      { pattern: deskPaths.correctLoan, form: { kind: 'approve', step: randomUUID() } },
      { pattern: deskPaths.loan, form: { show: 'phone' } },
    ];
    let refusedCount = 0;
    for (const { pattern, form } of tries) {
      const before = await refusals();
      const path = pathOf(pattern);
      const { status, text } = form ? await somebody.send(path, form) : await somebody.open(path);
      if (status !== 403) continue;
      refusedCount += 1;
      const after = await refusals();
      expect(text).toContain('The attempt was logged');
      expect(after.length - before.length, `${form ? 'POST' : 'GET'} ${path}`).toBe(1);
      expect(after[0]?.subject, path).not.toBeNull();
    }
    expect(refusedCount).toBeGreaterThan(0);
  },
);

test('what is logged of a page that is refused is which it was, and whether it was opened or sent', async () => {
  const agent = await person('Ana', 'agent');
  await agent.open(`${deskPaths.audit}?about=loan:7`);
  await agent.send(deskPaths.jobs, { step: 'a' });
  const { rows } = await desk.audit({ personId: agent.personId, limit: 2 });
  expect(rows).toMatchObject([
    { act: 'sent', subject: 'page:/desk/jobs', outcome: 'refused', detail: { needs: 'see-operations' } },
    { act: 'opened', subject: 'page:/desk/audit', outcome: 'refused', detail: { needs: 'see-audit' } },
  ]);
  const auditor = await person('Vera', 'auditor');
  const log = await auditor.open(`${deskPaths.audit}?person=${agent.personId}`);
  expect(log.text).toContain('Sent a form: refused');
});

test('the address of a page that is opened by its parameters outlives the other language and a session', async () => {
  const { borrowerId = '' } = await newBorrower(service);
  const manager = await person('Lena', 'manager');
  const path = `${deskPaths.offers}?borrower=${borrowerId}&product=mx-120`;
  const to = (await manager.open(path)).field('to').replaceAll('&amp;', '&');
  expect(to).toBe(path);
  expect((await manager.send(deskPaths.language, { language: 'en', to })).location).toBe(path);
  manager.cookies.set('__Host-desk', 'over');
  expect((await manager.send(path, { step: 'preview' })).location).toBe(
    `${deskPaths.signIn}?to=${encodeURIComponent(path)}&ended=1`,
  );
});

test.each([
  ['/desk/loans?q=%00', 404],
  ['/desk/loans/%00', 404],
  ['/desk/complaints/%00', 404],
  ['/desk/unmatched/payment?provider=%00&event=x', 404],
  ['/desk/audit?about=%00', 404],
  [`/desk/audit?person=${'-'.repeat(36)}`, 200],
  ['/desk/promotions?since=9999-12-31&through=9999-12-31', 200],
  ['/desk/exports/journal.csv?from=9999-12-31&through=9999-12-31', 422],
])('%s, by which nothing can be found, is no fault', async (path, status) => {
  expect((await (await person('Nulo', 'manager')).open(path)).status).toBe(status);
});

test('a form with what no database keeps is refused, also when the session has ended meanwhile', async () => {
  const { folio } = (await service.ask(
    sendComplaint,
    { ...wholeDraft, content: 'Hola.' },
    await newBorrower(service),
  )) as { folio: string };
  const agent = await person('Nulo', 'agent');
  const form = { messageId: 'one', do: 'keep', reply: 'a\0b' };
  expect((await agent.send(complaintPath(folio), form)).status).toBe(422);
  service.setTime(new Date(service.dependencies.clock.now().getTime() + 16 * 60_000).toISOString());
  expect((await agent.send(complaintPath(folio), form)).status).toBe(303);
});

test('times of a borrower in India are in India’s time, on pages and in lists', async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  const asha = await newBorrower(service, 'IN');
  const theirs = sql`where id = ${asha.borrowerId}`;
  await service.database.execute(sql`update borrowers set created_at = '2026-11-20T18:00:00Z' ${theirs}`);
  const loan = await paidOutLoan(service, asha, 'in-120');
  const { folio } = await service.ask(
    sendComplaint,
    { ...wholeDraft, orderNumber: loan.orderNumber },
    asha,
    'en',
  );
  const upi = { provider: 'bank', eventId: 'upi-777' };
  await service.tell(recordPayment, {
    ...upi,
    reference: 'UPI777',
    currency: 'INR',
    amountMinor: minorAmount(90_000),
    paidAt: '2026-11-19T19:00:00Z',
  });
  const everybody = await person('Todo Puede', 'agent', 'treasury', 'manager');
  const atNight = '2026-11-20 23:30';
  const complaint = await everybody.open(complaintPath(folio));
  for (const words of [
    `filed ${atNight}`,
    'until 2026-11-21 23:30',
    `${atNight} Received`,
    `Todo Puede, ${atNight}`,
  ]) {
    expect(complaint.text).toContain(words);
  }
  await everybody.send(complaintPath(folio), { messageId: 'a', do: 'keep', reply: 'x' });
  expect((await everybody.open(complaintPath(folio))).text).toContain(`saved ${atNight}`);
  await everybody.send(complaintPath(folio), { messageId: 'b', do: 'send', reply: 'Yes.' });
  const answered = await everybody.open(`${queuePath('complaint')}&show=ended`);
  expect(answered.text).toContain(folio);
  expect(answered.text).toContain(`${atNight} IN`);

  const [payment, payments] = [
    await everybody.open(unmatchedPath(upi)),
    await everybody.open(queuePath('unmatched')),
  ];
  expect(payment.text).toContain('2026-11-20 00:30');
  for (const { text } of [payment, payments]) expect(text).toContain(atNight);
  expect((await everybody.open(borrowerPath(asha.borrowerId ?? ''))).text).toContain(atNight);
  expect((await everybody.open(deskPaths.borrowers)).text).toContain(`IN ${atNight}`);
  const writeOff = { kind: 'write-off', reason: 'Has left the country' };
  const path = correctLoanPath(loan.orderNumber);
  const preview = await everybody.send(path, { ...writeOff, step: 'preview' });
  const [seen, messageId] = ['seen', 'messageId'].map((name) => {
    const form = preview.html.split('<details').find((each) => each.includes('value="write-off"')) ?? '';
    return new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(form)?.[1] ?? '';
  }) as [string, string];
  const answer = await everybody.send(path, { ...writeOff, step: 'do', seen, messageId });
  expect((await everybody.open(answer.location ?? '')).text).toContain(`· ${atNight}`);
  expect((await everybody.open(queuePath('approval'))).text).toContain(atNight);
  const approver = await person('Marta Ruiz', 'manager');
  expect((await approver.open(deskPaths.overview)).text).toContain('Requests to approve');
});
