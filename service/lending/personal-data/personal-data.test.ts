import { createDecipheriv, createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { readOffer } from '#contract/calls/offer.ts';
import {
  blockBorrower,
  listBorrowers,
  putBorrower,
  readBorrower,
  unblockBorrower,
} from '#contract/host/borrower.ts';
import { answerComplaint, closeComplaint, uploadReplyImage } from '#contract/host/complaint.ts';
import { listEvents } from '#contract/host/event.ts';
import { decideApplication } from '#contract/host/loan.ts';
import { putOffer } from '#contract/host/offer.ts';
import {
  eraseBorrower,
  exportBorrower,
  listErasureRequests,
  listErasures,
  requestErasure,
  withdrawErasureRequest,
} from '#contract/host/personal-data.ts';
import { listRegistrations } from '#contract/host/registration.ts';
import { putSavedCard } from '#contract/host/saved-card.ts';
import { issueSession } from '#contract/host/session.ts';
import { type Database, queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import {
  promotionClicks,
  registrationSessions,
  registrations,
  waitingCodes,
} from '#db/schema/registration.ts';
import { smsCodes, smsSends } from '#db/schema/sms.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { smallImage } from '#fixtures/images.ts';
import { openImage, uploadedImage, wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay, rowCounts } from '#tests/setup/lending-journeys.ts';
import { testConfiguration } from '#tests/setup/lending-service.ts';
import { reconcileAll } from '../ledger/reconcile.ts';
import { derivedKey, keyedHash } from '../secrets.ts';
import { carryOutErasures } from './erasure.ts';
import { impersonalTables, personalTables } from './store.ts';

const service = await testLendingService();
const [secret] = testConfiguration.masterSecrets;

/** What the person of this test is known by; each stands in what is kept of them. */
const personalFacts = {
  lenderBorrowerId: 'lender-customer-77120',
  name: 'Xóchitl Quetzalli Ñañez',
  address: 'Callejón del Pozo Hondo 917',
  phone: '5548210099',
  device: 'device-of-xochitl-1',
  user: 'user-of-xochitl-1',
  deposit: 'Q7X9',
  complaint: 'Me cobraron dos veces en la papelería Las Golondrinas.',
  reply: 'Estimada Xóchitl, ya lo devolvimos.',
  cardNumber: '417288********9977',
  cardToken: 'tok_of_xochitl_55501',
  bank: 'Banco de las Golondrinas',
  declineReason: 'income of the household at Pozo Hondo',
  blockReason: 'asked by her cousin',
  numberHash: keyedHash(secret, 'number', '+525548210099'),
  typedHash: keyedHash(secret, 'number', '5548210099'),
};

/** The tables in which a text stands, whatever the column, sealed answers included. */
async function tablesWith(database: Database, text: string): Promise<string[]> {
  const places: string[] = [];
  for (const table of Object.keys(await rowCounts(database))) {
    const rows = await queryRows<{ row: string; sealed: string | null }>(
      database,
      sql`select row_to_json(searched)::text as row, to_jsonb(searched) ->> 'sealed_answer' as sealed
        from ${sql.identifier(table)} as searched`,
    );
    const isIn = ({ row, sealed }: { row: string; sealed: string | null }) =>
      row.includes(text) || (sealed ? opened(sealed).includes(text) : false);
    if (rows.some(isIn)) places.push(table);
  }
  return places;
}

function opened(sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', derivedKey(secret, 'host answers'), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}

/** A person of whom everything is kept that the service keeps of anybody, with a settled and a declined loan. */
async function personWithHistory() {
  const putMessage = `msg_${newId()}`;
  const facts = {
    lenderBorrowerId: personalFacts.lenderBorrowerId,
    name: personalFacts.name,
    address: personalFacts.address,
    mobilePhone: personalFacts.phone,
    market: 'MX' as const,
  };
  const put = await service.host(putBorrower.path, facts, putMessage);
  const { borrowerId } = put.body.data as { borrowerId: string };
  const offered = { borrowerId, depositAccountEnding: personalFacts.deposit };
  await service.host(putOffer.path, { ...offered, productId: 'mx-120', amountMinor: 500_000 });
  await service.host(putOffer.path, { ...offered, productId: 'mx-90-steps', amountMinor: 300_000 });
  const bound = { borrowerId, deviceId: personalFacts.device, userId: personalFacts.user };
  await service.tell(issueSession, { ...bound, ticket: true, mobilePhone: personalFacts.phone });
  const { sessionId = '' } = await service.tell(issueSession, { ...bound, keepsOthers: true });
  const session = { borrowerId, sessionId, userId: personalFacts.user, deviceId: personalFacts.device };
  const declined = await applyForLoan(service, session, 'mx-90-steps');
  const decision = { decision: 'decline' as const, reason: personalFacts.declineReason };
  await service.tell(decideApplication, { orderNumber: declined.orderNumber, ...decision });
  const { orderNumber } = await paidOutLoan(service, session);

  const card = { bankName: personalFacts.bank, bankCode: '40012', maskedNumber: personalFacts.cardNumber };
  await service.tell(putSavedCard, { borrowerId, ...card, cardToken: personalFacts.cardToken });
  await service.tell(blockBorrower, { borrowerId, reason: personalFacts.blockReason });
  await service.tell(unblockBorrower, { borrowerId, reason: personalFacts.blockReason });

  const image = await uploadedImage(service, session);
  const draft = {
    typeId: '2' as const,
    subtypeId: null,
    content: personalFacts.complaint,
    orderNumber: null,
  };
  const { folio } = await service.ask(sendComplaint, { ...draft, images: [image] }, session);
  const imageBase64 = Buffer.from(smallImage('jpeg')).toString('base64');
  const replyImage = (await service.tell(uploadReplyImage, { folio, imageBase64 })).image;
  await keepTracesOfNumber();
  return { borrowerId, session, orderNumber, folio, image, replyImage, putMessage, facts };
}

/** What a registration under way, one that is done and messages to the number leave behind. */
async function keepTracesOfNumber(): Promise<void> {
  const now = new Date();
  const origin = { appFrom: '', userFrom: '', utmTag: '' };
  const mobilePhone = `+52${personalFacts.phone}`;
  const sessionId = newId();
  const expiresAt = new Date(now.getTime() + 60_000);
  const { database } = service;
  await database
    .insert(registrationSessions)
    .values({ id: sessionId, sidHash: newId(), createdAt: now, expiresAt });
  await database.insert(registrations).values({
    ...{ id: newId(), mobilePhone, templateId: '2', sessionId, appName: '', merchantNumber: '' },
    ...{ inviteCode: '', ...origin, registeredAt: now },
  });
  await database.insert(promotionClicks).values({
    ...{ id: newId(), pageId: '2', clientType: 'ios', ...origin },
    ...{ phoneHash: personalFacts.typedHash, clickedAt: now },
  });
  const sendId = newId();
  await database.insert(smsSends).values({
    ...{ id: sendId, purpose: 'registration', numberHash: personalFacts.numberHash, prefixHash: 'prefix' },
    ...{ sentAt: now, outcome: 'waiting' },
  });
  await database.insert(waitingCodes).values({
    ...{ sendId, sessionId, mobilePhone, language: 'es', pageId: '2', ...origin, sendAt: now },
  });
  await database
    .insert(smsCodes)
    .values({ purpose: 'registration', subject: sessionId, codeHash: newId(), issuedAt: now });
}

test('every table is declared as having personal data or none', async () => {
  const named = [...personalTables.map(({ table }) => table), ...Object.keys(impersonalTables)];
  expect(named.toSorted()).toEqual(Object.keys(await rowCounts(service.database)).toSorted());
  for (const { table, erasure, reason } of personalTables) {
    expect([table, erasure === 'remove' || Boolean(reason)]).toEqual([table, true]);
  }
});

test('a person is exported whole and without secrets, is erased only when nothing is open, and then is nowhere', async () => {
  const { borrowerId, session, orderNumber, folio, image, replyImage, putMessage, facts } =
    await personWithHistory();
  const erase = { borrowerId, reason: 'request 12', actor: 'Ana' };
  const refusalOf = async () => {
    const { status, body } = await service.host(eraseBorrower.path, erase);
    return [status, body.message];
  };
  const stranger = await newBorrower(service);
  const strangersLoan = await paidOutLoan(service, stranger);

  expect(await refusalOf()).toEqual([409, expect.stringContaining('loan')]);
  await pay(service, { productId: 'mx-120', orderId: '', orderNumber }, 556_252);
  expect(await refusalOf()).toEqual([409, expect.stringContaining('complaint')]);
  await service.tell(answerComplaint, { folio, reply: personalFacts.reply, images: [replyImage] });
  await service.tell(closeComplaint, { folio });

  const everywhere = await Promise.all(
    Object.values(personalFacts).map((text) => tablesWith(service.database, text)),
  );
  expect(everywhere.map((tables, index) => [Object.keys(personalFacts)[index], tables.length > 0])).toEqual(
    Object.keys(personalFacts).map((name) => [name, true]),
  );
  expect(await tablesWith(service.database, personalFacts.name)).toEqual([
    'borrowers',
    'host_messages',
    'loan_agreements_accepted',
  ]);

  const copy = await service.tell(exportBorrower, { borrowerId });
  const words = JSON.stringify(copy);
  const { cardToken, numberHash, typedHash, ...visible } = personalFacts;
  for (const text of Object.values(visible)) expect(words).toContain(text);
  for (const text of [cardToken, numberHash, typedHash, session.sessionId]) expect(words).not.toContain(text);
  expect(copy.tables.loans).toHaveLength(2);
  expect(copy.images).toHaveLength(2);
  for (const { link } of copy.images) expect((await openImage(service, link)).status).toBe(200);
  expect(words).not.toContain(stranger.borrowerId);
  expect(words).not.toContain(strangersLoan.orderNumber);

  const strangersBefore = await service.tell(exportBorrower, { borrowerId: stranger.borrowerId });
  const ledgerBefore = await ledgerRows();
  const files = service.dependencies.files.files.size;
  const erasure = await service.tell(eraseBorrower, erase);
  expect(erasure).toMatchObject({ borrowerId, reason: 'request 12', erasedBy: 'host:Ana' });
  expect(erasure.counts).toMatchObject({
    borrowers: 1,
    complaints: 1,
    registrations: 1,
    files: 2,
    sessions: 1,
  });
  const { erasureId, reason, erasedAt, erasedBy, counts } = erasure;
  const proven = [erasureId, borrowerId, reason, erasedAt, erasedBy, ...Object.entries(counts).sort()];
  expect(erasure.hash).toBe(createHash('sha256').update(JSON.stringify(proven)).digest('hex'));

  for (const [name, text] of Object.entries(personalFacts)) {
    expect([name, await tablesWith(service.database, text)]).toEqual([name, []]);
  }
  expect(service.dependencies.files.files.size).toBe(files - 2);
  for (const { link } of copy.images) expect((await openImage(service, link)).status).toBe(404);
  expect((await openImage(service, image, session)).status).toBe(401);
  expect(await ledgerRows()).toEqual(ledgerBefore);
  expect(await reconcileAll(service.database)).toEqual([]);
  expect(await service.tell(exportBorrower, { borrowerId: stranger.borrowerId })).toMatchObject({
    tables: strangersBefore.tables,
  });

  expect((await service.post(readOffer.path, { productId: 'mx-120' }, session)).status).toBe(401);
  expect((await service.host(putBorrower.path, facts, putMessage)).status).toBe(409);
  const offer = { borrowerId, productId: 'mx-120', amountMinor: 500_000, depositAccountEnding: '0000' };
  expect((await service.host(putOffer.path, offer)).status).toBe(404);
  expect(await service.tell(readBorrower, { borrowerId })).toMatchObject({
    name: '',
    lenderBorrowerId: null,
  });
  const { erasures } = await service.tell(listErasures, {});
  expect(erasures).toContainEqual(erasure);
  expect((await service.tell(putBorrower, facts)).borrowerId).not.toBe(borrowerId);
});

test('who registered and never borrowed is erased by telephone, in any of its forms, and a borrower’s telephone is not', async () => {
  await keepTracesOfNumber();
  const { numberHash, phone } = personalFacts;
  const [found] = (await service.tell(listRegistrations, { mobilePhone: '55 4821 0099' })).registrations;
  expect(found?.mobilePhone).toBe(`+52${phone}`);
  const { lenderBorrowerId, name, address } = personalFacts;
  await service.tell(putBorrower, { lenderBorrowerId, name, address, mobilePhone: phone, market: 'MX' });
  const request = { mobilePhone: `+52 ${phone}`, reason: 'call 77' };
  const refused = await service.host(eraseBorrower.path, request);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('borrowerId')]);
  const { borrowers } = await service.tell(listBorrowers, { mobilePhone: phone });
  for (const { borrowerId } of borrowers)
    await service.tell(eraseBorrower, { borrowerId, reason: 'request 15' });
  await keepTracesOfNumber();
  const [again] = (await service.tell(listRegistrations, { mobilePhone: phone })).registrations;
  const registrationId = again?.registrationId ?? '';
  const message = `msg_${newId()}`;
  const erased = await service.host(eraseBorrower.path, request, message);
  expect(erased.body.data).toMatchObject({
    ...{ borrowerId: null, registrationId, erasedBy: 'host', reason: 'call 77' },
    counts: {
      registrations: 1,
      registration_sessions: 1,
      waiting_codes: 1,
      promotion_clicks: 1,
      sms_sends: 1,
    },
  });
  expect((await service.host(eraseBorrower.path, request, message)).body).toEqual(erased.body);
  for (const text of [phone, numberHash]) expect(await tablesWith(service.database, text)).toEqual([]);
  const { events } = await service.tell(listEvents, { limit: 100 });
  expect(events.filter(({ type }) => type === 'registration.erased').map(({ data }) => data)).toEqual([
    { registrationId, erasureId: (erased.body.data as { erasureId: string }).erasureId },
  ]);
  expect((await service.host(eraseBorrower.path, request)).status).toBe(404);
  for (const named of [{}, { borrowerId: newId(), mobilePhone: phone }])
    expect((await service.host(eraseBorrower.path, { ...named, reason: 'none' })).status).toBe(422);
});

test('an overpayment that is held keeps a person from being erased, and nobody is no person', async () => {
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  await pay(service, loan, minorAmount(556_253));
  const { status, body } = await service.host(eraseBorrower.path, {
    borrowerId: session.borrowerId,
    reason: 'request 13',
  });
  expect([status, body.message]).toEqual([409, expect.stringContaining('held')]);
  for (const { path } of [eraseBorrower, exportBorrower]) {
    expect((await service.host(path, { borrowerId: newId(), reason: 'none' })).status).toBe(404);
  }
});

test('a request for erasure waits with its reason and the earliest day, and is carried out once nothing keeps the person', async () => {
  const session = await newBorrower(service);
  const { borrowerId } = session;
  const loan = await paidOutLoan(service, session);
  const request = { borrowerId, reason: 'request 14', actor: 'Ana' };
  const first = await service.host(requestErasure.path, request);
  expect([first.status, first.body.data]).toEqual([
    202,
    {
      ...{ erasureRequestId: expect.any(String), borrowerId, reason: 'request 14', requestedBy: 'host:Ana' },
      ...{ requestedAt: '2026-11-20T18:00:00.000Z', notBefore: null, state: 'waiting', waitsFor: 'loan' },
      ...{ earliestOn: '2027-03-20', endedAt: null, erasureId: null },
    },
  ]);
  const again = await service.host(requestErasure.path, { borrowerId, reason: 'once more' });
  expect([again.status, again.body.data]).toEqual([202, first.body.data]);

  await pay(service, loan, 556_252);
  const folio = (await service.ask(sendComplaint, wholeDraft, session)).folio;
  service.setTime('2026-11-20T12:59:00-06:00');
  expect(await carryOutErasures(service.dependencies)).toBe(0);
  service.setTime('2026-11-20T13:01:00-06:00');
  expect(await carryOutErasures(service.dependencies)).toBe(0);
  const waiting = await service.tell(listErasureRequests, { state: 'waiting' });
  expect(waiting.erasureRequests).toMatchObject([{ borrowerId, waitsFor: 'complaint', earliestOn: null }]);

  await service.tell(answerComplaint, { folio, reply: personalFacts.reply, images: [] });
  await service.tell(closeComplaint, { folio });
  service.setTime('2026-11-20T14:02:00-06:00');
  expect(await carryOutErasures(service.dependencies)).toBe(1);
  expect(await carryOutErasures(service.dependencies)).toBe(0);
  const { erasureRequests } = await service.tell(listErasureRequests, { state: 'done' });
  const { erasures } = await service.tell(listErasures, {});
  const proof = erasures.find((erasure) => erasure.borrowerId === borrowerId);
  expect(proof).toMatchObject({ reason: 'request 14', erasedBy: 'host:Ana', counts: { borrowers: 1 } });
  expect(erasureRequests).toMatchObject([
    { borrowerId, waitsFor: null, endedAt: '2026-11-20T20:02:00.000Z', erasureId: proof?.erasureId },
  ]);
  expect(await service.tell(readBorrower, { borrowerId })).toMatchObject({ name: '' });
  const words = (await service.tell(listEvents, { limit: 100 })).events.filter(
    ({ type, data }) => type === 'borrower.erased' && data.borrowerId === borrowerId,
  );
  expect(words.map(({ data }) => data)).toEqual([
    { borrowerId, lenderBorrowerId: null, erasureId: proof?.erasureId },
  ]);
});

test('a request waits for a day that the lender gave, can be withdrawn, and nothing waits where nothing keeps the person', async () => {
  service.setTime('2026-11-21T12:00:00-06:00');
  const { borrowerId } = await newBorrower(service);
  const request = { borrowerId, reason: 'request 15' };
  expect(
    await service.tell(requestErasure, { ...request, notBefore: localDate('2026-12-01') }),
  ).toMatchObject({
    ...{ state: 'waiting', waitsFor: 'day', earliestOn: '2026-12-01' },
  });
  expect(await service.tell(withdrawErasureRequest, { borrowerId })).toMatchObject({ state: 'withdrawn' });
  expect((await service.host(withdrawErasureRequest.path, { borrowerId })).status).toBe(404);
  service.setTime('2026-12-02T12:00:00-06:00');
  expect(await carryOutErasures(service.dependencies)).toBe(0);
  const done = await service.host(requestErasure.path, request);
  expect([done.status, done.body.data]).toMatchObject([
    200,
    { state: 'done', erasureId: expect.any(String) },
  ]);
  expect((await service.host(requestErasure.path, { borrowerId: newId(), reason: 'none' })).status).toBe(404);
});

function ledgerRows() {
  return queryRows(service.database, sql`select row_to_json(p)::text from ledger_postings p order by id`);
}
