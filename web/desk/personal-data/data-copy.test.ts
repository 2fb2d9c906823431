import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { answerComplaint } from '#contract/host/complaint.ts';
import { exportBorrower } from '#contract/host/personal-data.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { borrowerPath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const manager = await person('Marta Ruiz', 'manager');

/** A borrower with a paid loan, a note and an answered complaint, each by staff with a name. */
async function borrowerWithHistory(market: 'MX' | 'IN') {
  const session = await newBorrower(service, market);
  const { borrowerId } = session;
  const loan = await paidOutLoan(service, session, market === 'MX' ? 'mx-120' : 'in-120');
  await pay(service, loan, 100_000);
  const staff = {
    personId: manager.personId,
    name: 'Marta Ruiz',
    roles: ['manager'],
    language: 'en',
  } as const;
  const text = '=HYPERLINK("http://x.test") Marta Ruiz spoke with the brother, 33 9876 5432.';
  await desk.cases.note(staff as never, borrowerId, {
    ...{ messageId: randomUUID(), kind: 'they-called', text, isPinned: false },
  });
  const { folio } = await service.ask(sendComplaint, { ...wholeDraft, images: [] }, session);
  await service.tell(answerComplaint, {
    folio,
    reply: 'Le escribe Marta Ruiz: ya está corregido.',
    images: [],
  });
  return { borrowerId, loan, folio, path: borrowerPath(borrowerId) };
}

test('a copy is read by the person: own data in own language and zone, nothing of others, each making logged', async () => {
  const stranger = await borrowerWithHistory('MX');
  for (const [market, words] of [
    ['MX', ['Debe', '$ 1.000,00', 'Nos llamó', 'nuestro personal', 'Con quién se compartieron sus datos']],
    ['IN', ['Owed', '₹ 1.000,00', 'You called us', 'Who your data were shared with']],
  ] as const) {
    const { borrowerId, loan, path } = await borrowerWithHistory(market);
    const csv = await manager.send(path, { part: 'copy', format: 'csv' });
    expect(csv.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('Cache-Control')).toBe('no-store');
    expect(csv.whole.startsWith('\ufeff"')).toBe(true);
    for (const word of [...words, loan.orderNumber, 'Prueba Pérez'])
      expect(csv.whole.replaceAll('\u00a0', ' ')).toContain(word);
    expect(csv.whole).not.toMatch(/Marta|9876|"=HYPER|_minor|_at\b|loan_id|mx-120|in-120/);
    expect(csv.whole).not.toContain(stranger.loan.orderNumber);
    // India's law asks for a summary, Mexico's for what is held.
    expect(csv.whole.includes('HYPERLINK')).toBe(market === 'MX');
    const pdf = await manager.send(path, { part: 'copy', format: 'pdf' });
    expect([pdf.status, pdf.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    const { rows } = await desk.audit({ subject: `borrower:${borrowerId}`, limit: 20 });
    const made = rows.filter(({ act }) => act === 'exported').map(({ detail }) => detail);
    expect(made).toEqual([{ fields: ['pdf'] }, { fields: ['csv'] }]);
    // Machines read the rows as before.
    expect((await service.tell(exportBorrower, { borrowerId })).tables.loans).toHaveLength(1);
  }
});
