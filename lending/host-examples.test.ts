import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { allHostCalls } from '#contract/all-host-calls.ts';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { addAgreementVersion, listAgreementVersions } from '#contract/host/agreement-version.ts';
import {
  blockBorrower,
  listBorrowers,
  putBorrower,
  readBorrower,
  unblockBorrower,
} from '#contract/host/borrower.ts';
import {
  answerComplaint,
  closeComplaint,
  listComplaints,
  reviewComplaint,
  uploadReplyImage,
} from '#contract/host/complaint.ts';
import { listContacts, putContact } from '#contract/host/contact.ts';
import { readReconciliation, reversePenalties, stepPenalties } from '#contract/host/ledger.ts';
import { decideApplication, recordDisbursal } from '#contract/host/loan.ts';
import { listOffers, putOffer } from '#contract/host/offer.ts';
import { eraseBorrower, exportBorrower, listErasures } from '#contract/host/personal-data.ts';
import { listProducts, putProduct, readProduct } from '#contract/host/product.ts';
import { listPromotionTemplates, putPromotionTemplate } from '#contract/host/promotion-template.ts';
import { matchPayments, recordPayment } from '#contract/host/repayment.ts';
import { listSavedCards, putSavedCard, removeSavedCard } from '#contract/host/saved-card.ts';
import { issueSession, revokeSessions } from '#contract/host/session.ts';
import type { HostCall } from '#contract/host-call.ts';
import { type HostExample, hostExamples } from '#contract/openapi-host.ts';
import { connectDatabase, type DatabaseConnection } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { loans } from '#db/schema/loan.ts';
import { type LendingService, lendingService } from '#tests/setup/lending-service.ts';
import { memoryFiles } from '#tests/setup/memory-files.ts';
import { seededRandom } from '#tests/setup/seeded-random.ts';

const examplesFile = fileURLToPath(new URL('../contract/host-examples.json', import.meta.url));
/** A picture of one pixel. */
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let connection: DatabaseConnection;
let service: LendingService;
const made: Record<string, HostExample> = {};
beforeAll(async () => {
  connection = await connectDatabase({ memory: true });
  await migrate(connection.db);
  // Chance and time that come out the same each time, so that what is answered does.
  const { bytes, below } = seededRandom(7);
  let count = 0;
  const id = () => {
    count += 1;
    return `01938f5e-7c00-7000-8000-${String(count).padStart(12, '0')}`;
  };
  const files = memoryFiles(() => new Date('2026-11-20T18:00:00Z'));
  const put = async (given: Uint8Array) => {
    await files.put(given);
    return `${String(count).padStart(32, '0')}.jpg`;
  };
  service = lendingService(connection.db, {}, { random: { bytes, below, id }, files: { ...files, put } });
});
afterAll(() => connection.close());

/** Makes a call, expects success, and keeps the first of its kind as its example. */
async function play<Wanted, Given>(call: HostCall<Wanted, Given>, request: object): Promise<Given> {
  const { status, body } = await service.host(call.path, request);
  if (!body.success) throw new Error(`${call.name} was refused with ${status} ${body.code}: ${body.message}`);
  made[call.name] ??= { request, status, response: body.data };
  return body.data as Given;
}

const product = {
  productId: 'mx-120',
  name: 'Llano 120',
  market: 'MX',
  currency: 'MXN',
  instalmentCount: 4,
  instalmentDays: 30,
  annualInterestPpm: 180_000,
  dailyInterestPpm: 493,
  feePpm: 60_000,
  vatPpm: 160_000,
  penaltyBands: [{ fromDay: 1, dailyPpm: 30_000 }],
  extensionDailyPpm: 10_000,
  extensionMaxDays: 7,
  minimumMinor: 100_000,
  maximumMinor: 1_000_000,
  stepMinor: 10_000,
};

/** A loan from its product to its end, with everything else a lender's systems tell and ask. */
async function playAll(): Promise<void> {
  const actor = 'ana.ruiz';
  await play(putProduct, { ...product, actor });
  await play(readProduct, { productId: 'mx-120' });
  await play(listProducts, { limit: 10 });
  const { borrowerId } = await play(putBorrower, {
    lenderBorrowerId: 'C-20881',
    name: 'Lucía Ortega',
    address: 'Calle Dos 2, Puebla',
    mobilePhone: '+52 55 1234 5678',
    market: 'MX',
    actor,
  });
  await play(readBorrower, { lenderBorrowerId: 'C-20881' });
  await play(listBorrowers, { mobilePhone: '5512345678' });
  await play(putOffer, {
    borrowerId,
    productId: 'mx-120',
    amountMinor: 500_000,
    depositAccountEnding: '4821',
    validThrough: '2026-12-31',
    actor,
  });
  await play(listOffers, { borrowerId });
  await play(issueSession, { borrowerId, deviceId: 'device-1', ttlMinutes: 30 });
  await play(revokeSessions, { borrowerId, deviceId: 'device-1' });

  const session = await service.session(borrowerId);
  const offer = await service.ask(readOffer, { productId: 'mx-120', isReload: true }, session);
  const { amountMinor, term, quote } = offer;
  const accepted = { productId: 'mx-120', amountMinor, term, quoteId: quote?.quoteId ?? null };
  const { detailLink } = await service.ask(acceptOffer, accepted, session);
  const orderId = new URL(detailLink, 'http://lender.test').searchParams.get('orderId') ?? '';
  const [loan] = await service.database.select().from(loans).where(eq(loans.id, orderId));
  const orderNumber = loan?.orderNumber ?? '';

  await play(decideApplication, { orderNumber, decision: 'approve', actor });
  await play(recordDisbursal, { orderNumber, reference: 'SPEI-771204', disbursedOn: '2026-11-20' });
  await play(recordPayment, {
    provider: 'stp',
    eventId: 'evt-000121',
    orderNumber,
    amountMinor: 50_000,
    currency: 'MXN',
    paidAt: '2026-11-20T11:30:00-06:00',
  });
  await play(matchPayments, {});

  const card = { borrowerId, bankName: 'BBVA México', bankCode: '012', maskedNumber: '4152********4417' };
  const { cardId } = await play(putSavedCard, { ...card, cardToken: 'tok_4417', actor });
  await play(listSavedCards, { borrowerId });
  await play(removeSavedCard, { cardId, actor });

  const complaint = { typeId: '1', subtypeId: '13', content: 'Me llaman de noche.', images: [], orderNumber };
  const { folio } = await service.ask(sendComplaint, complaint, session);
  await play(listComplaints, { state: 'received' });
  await play(reviewComplaint, { folio });
  const { image } = await play(uploadReplyImage, { folio, imageBase64: onePixel });
  await play(answerComplaint, {
    folio,
    reply: 'Ya no le llamarán después de las 20 horas.',
    images: [image],
  });
  await play(closeComplaint, { folio });

  service.setTime('2026-12-23T12:00:00-06:00');
  await service.ask(readLoan, { productId: 'mx-120', orderId }, session);
  await play(stepPenalties, { day: '2026-12-23' });
  await play(reversePenalties, {
    orderNumber,
    fromDay: '2026-12-21',
    throughDay: '2026-12-22',
    reason: 'the bank was closed',
    actor,
  });
  await play(readReconciliation, { orderNumber });

  await play(blockBorrower, { borrowerId, reason: 'a lost telephone', actor });
  await play(unblockBorrower, { borrowerId, reason: 'found again', actor });
  const leaving = await service.tell(putBorrower, {
    lenderBorrowerId: 'C-20882',
    name: 'Inés Robles',
    address: 'Calle Tres 3, Puebla',
    mobilePhone: '5548210099',
    market: 'MX',
  });
  await play(exportBorrower, { borrowerId: leaving.borrowerId });
  await play(eraseBorrower, { borrowerId: leaving.borrowerId, reason: 'request 12', actor });
  await play(listErasures, {});
  const contact = {
    market: 'MX',
    telephone: '+52 55 5000 0100',
    whatsapp: '',
    email: 'ayuda@lender.example',
  };
  await play(putContact, { ...contact, actor });
  await play(listContacts, {});
  await play(putPromotionTemplate, { templateId: 'spring', language: 'es', market: 'MX', actor });
  await play(listPromotionTemplates, {});
  const sections = [
    { heading: 'El préstamo', paragraphs: ['Usted recibe el monto y lo paga en cuatro pagos.'] },
  ];
  await play(addAgreementVersion, {
    market: 'MX',
    version: '2027-01',
    effectiveFrom: '2027-01-01',
    texts: { es: { title: 'Contrato de préstamo', summary: 'Lo que firma.', sections } },
    actor,
  });
  await play(listAgreementVersions, {});
}

test('every call of the lender’s systems is made, and its example is what was asked and answered', async () => {
  await playAll();
  expect(Object.keys(made).sort()).toEqual(allHostCalls.map(({ name }) => name).sort());
  const inOrder = Object.fromEntries(allHostCalls.map(({ name }) => [name, made[name]]));
  await expect(`${JSON.stringify(inOrder, null, 2)}\n`).toMatchFileSnapshot(examplesFile);
});

test.each(allHostCalls)('the example of $name fits its call', ({ name, request, response }) => {
  const example = hostExamples[name];
  expect(z.safeParse(request, example?.request).error).toBeUndefined();
  expect(z.safeDecode(response as z.ZodType<unknown, unknown>, example?.response).error).toBeUndefined();
});
