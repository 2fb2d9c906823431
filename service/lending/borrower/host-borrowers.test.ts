import { expect, test } from 'vitest';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import {
  blockBorrower,
  type HostBorrower,
  listBorrowers,
  putBorrower,
  readBorrower,
  unblockBorrower,
} from '#contract/host/borrower.ts';
import { putOffer } from '#contract/host/offer.ts';
import { newId } from '#db/new-id.ts';
import { demoBorrowers } from '#fixtures/demo-data.ts';
import { allRows } from '#tests/setup/all-rows.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { phoneInputs } from '#tests/setup/phone-inputs.ts';

const service = await testLendingService();

async function host<Body = unknown>(path: string, body: unknown, messageId?: string) {
  const { status, body: answer } = await service.host(path, body, messageId);
  return { status, code: answer.code, message: answer.message, data: answer.data as Body };
}

function person(more: object = {}) {
  return {
    lenderBorrowerId: newId(),
    name: 'Lucía Ortega',
    address: 'Calle Dos 2',
    mobilePhone: '+52 55 4821 7736',
    market: 'MX',
    ...more,
  };
}

test("a borrower is known by the lender's id and told ours", async () => {
  const facts = person({ actor: 'onboarding' });
  const { data } = await host<HostBorrower>(putBorrower.path, facts);
  expect(data).toMatchObject({
    lenderBorrowerId: facts.lenderBorrowerId,
    mobilePhone: '5548217736',
    language: 'es',
    changedBy: 'host:onboarding',
    blockedAt: null,
  });
  for (const key of [{ borrowerId: data.borrowerId }, { lenderBorrowerId: facts.lenderBorrowerId }]) {
    expect((await host(readBorrower.path, key)).data).toEqual({
      ...data,
      blockChanges: [],
      holdChanges: [],
      changes: [],
      links: [],
    });
  }
  expect(await host(readBorrower.path, { lenderBorrowerId: newId() })).toMatchObject({ status: 404 });
  expect(await host(readBorrower.path, {})).toMatchObject({ status: 422 });
});

test('the same id again changes the person, also when both arrive at once', async () => {
  const facts = person({ language: 'en' });
  const both = await Promise.all([
    host<HostBorrower>(putBorrower.path, facts),
    host<HostBorrower>(putBorrower.path, { ...facts, address: 'Calle Dos 2' }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const [{ data }] = both;
  const moved = { ...facts, language: undefined, address: 'Calle Tres 3' };
  const changed = await host<HostBorrower>(putBorrower.path, moved);
  expect(changed.data).toMatchObject({
    borrowerId: data.borrowerId,
    address: 'Calle Tres 3',
    language: 'en',
    createdAt: data.createdAt,
  });
});

test.each([
  ['mobilePhone', { mobilePhone: '123' }],
  ['mobilePhone', { mobilePhone: '+1 202 555 0143' }],
  ['name', { name: '' }],
  ['market', { market: 'BR' }],
  ['language', { language: 'fr' }],
  ['lenderBorrowerId', { lenderBorrowerId: 'x'.repeat(65) }],
])('a borrower with a bad %s is refused by that name', async (field, bad) => {
  expect(await host(putBorrower.path, person(bad))).toMatchObject({
    status: 422,
    message: expect.stringContaining(field),
  });
});

test('[PROMO-8] a telephone is read whole: its own ten digits are kept, another country’s number, a long one and two are refused', async () => {
  for (const { market, typed, says } of phoneInputs.filter(({ typed }) => typed.trim() !== '')) {
    const answer = await host<HostBorrower>(putBorrower.path, person({ market, mobilePhone: typed }));
    if (typeof says === 'string' && /^\d/.test(says)) expect(answer.data.mobilePhone, typed).toBe(says);
    else
      expect(answer, typed).toMatchObject({ status: 422, message: expect.stringContaining('mobilePhone') });
  }
  expect(await host(putBorrower.path, person({ mobilePhone: '+91 98455 01276' }))).toMatchObject({
    message:
      'mobilePhone: This number is from another country (India). Enter a mobile number from Mexico, with 10 digits.',
  });
});

test('a name is kept without blanks around it and without marks that turn its direction', async () => {
  const facts = person({ name: ' \u202eLucía\u2066 Ortega\u202c\u00a0' });
  expect((await host<HostBorrower>(putBorrower.path, facts)).data.name).toBe('Lucía Ortega');
  expect(await host(putBorrower.path, person({ name: '\u202e \u202c' }))).toMatchObject({ status: 422 });
});

test('a market can be mended until something was quoted in it', async () => {
  const facts = person({ market: 'IN', mobilePhone: '9845501276' });
  const { data } = await host<HostBorrower>(putBorrower.path, facts);
  const mended = { ...facts, market: 'MX', mobilePhone: '5548217736' };
  expect((await host(putBorrower.path, mended)).status).toBe(200);
  const { borrowerId } = data;
  const offered = { borrowerId, productId: 'mx-120', amountMinor: 500_000, depositAccountEnding: '4821' };
  expect((await host(putOffer.path, offered)).status).toBe(200);
  const session = await service.session(borrowerId);
  await service.ask(readOffer, { productId: 'mx-120', isReload: false }, session);
  expect(await host(putBorrower.path, facts)).toMatchObject({
    status: 422,
    message: expect.stringContaining('market'),
  });
});

test('borrowers are listed by phone and in pages, oldest first', async () => {
  const facts = person({ mobilePhone: '5548210001' });
  const { data } = await host<HostBorrower>(putBorrower.path, facts);
  const found = (mobilePhone: string) => service.tell(listBorrowers, { mobilePhone });
  expect((await found('+97 55 4821 0001')).borrowers).toEqual([]);
  for (const mobilePhone of ['5548210001', '+52 55 4821 0001', '52 1 55 4821 0001', '044 55 4821 0001']) {
    const { borrowers } = await found(mobilePhone);
    expect(borrowers.map(({ borrowerId }) => borrowerId)).toEqual([data.borrowerId]);
  }
  const ids = await allRows(
    (next) => service.tell(listBorrowers, { limit: 2, ...next }),
    ({ borrowers }) => borrowers.map(({ borrowerId }) => borrowerId),
  );
  expect(ids).toEqual([...new Set(ids)].sort());
  expect(ids).toEqual(expect.arrayContaining([demoBorrowers.rosa.id, data.borrowerId]));
});

test('a blocked borrower takes nothing new, not even what was quoted, and sees and pays what is owed', async () => {
  const session = await newBorrower(service);
  const { borrowerId } = session;
  const loan = await paidOutLoan(service, session);
  const quoted = { productId: 'mx-90-steps', isReload: true };
  const { amountMinor, term, quote } = await service.ask(readOffer, quoted, session);
  const blocked = await host(blockBorrower.path, { borrowerId, reason: 'suspected fraud', actor: 'Ana' });
  expect(blocked.data).toMatchObject({ blockedBy: 'host:Ana', blockReason: 'suspected fraud' });
  const fields = { productId: 'mx-90-steps', amount: amountMinor, periods: term.count, termUnit: term.unit };
  for (const [path, body] of [
    [readOffer.path, { productId: 'mx-90-steps' }],
    [acceptOffer.path, { ...fields, quoteId: quote?.quoteId }],
  ] as const) {
    const { status, body: answer } = await service.post(path, body, session);
    expect([path, status, answer.code]).toEqual([path, 403, '403001']);
  }
  const owed = await service.ask(
    readRepayment,
    { productId: loan.productId, orderId: loan.orderId },
    session,
  );
  expect(owed.amountMinor).toBeGreaterThan(0);
  expect((await pay(service, loan, 1000)).outcome).toBe('posted');

  expect((await service.tell(listBorrowers, { isBlocked: true })).borrowers).toMatchObject([{ borrowerId }]);
  const again = await host(blockBorrower.path, { borrowerId, reason: 'once more' });
  expect(again).toMatchObject({ status: 409, code: '409' });
  await host(unblockBorrower.path, { borrowerId, reason: 'cleared', actor: 'Eva' });
  expect((await service.tell(listBorrowers, { isBlocked: true })).borrowers).toEqual([]);
  expect((await service.ask(readOffer, quoted, session)).amountMinor).toBe(amountMinor);
  expect(await service.tell(readBorrower, { borrowerId })).toMatchObject({
    blockedAt: null,
    blockChanges: [
      { isBlocked: true, reason: 'suspected fraud', by: 'host:Ana' },
      { isBlocked: false, reason: 'cleared', by: 'host:Eva' },
    ],
  });
  expect(await host(unblockBorrower.path, { borrowerId: newId(), reason: 'x' })).toMatchObject({
    status: 404,
  });
});
