import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { allHostCalls } from '#contract/all-host-calls.ts';
import { disputeCharge } from '#contract/calls/charge-dispute.ts';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { decideReminder } from '#contract/calls/reminder.ts';
import { callsSummedWith, daySumOf, deskActOf, needsPreview } from '#contract/doors.ts';
import * as accounting from '#contract/host/accounting.ts';
import { addAgreementVersion, listAgreementVersions } from '#contract/host/agreement-version.ts';
import * as borrowers from '#contract/host/borrower.ts';
import { listBurialPoints } from '#contract/host/burial-point.ts';
import * as disputes from '#contract/host/charge-dispute.ts';
import * as complaints from '#contract/host/complaint.ts';
import { listContacts, putContact } from '#contract/host/contact.ts';
import { listDeadEvents, listEvents, redeliverEvents } from '#contract/host/event.ts';
import { readJobs } from '#contract/host/job.ts';
import * as ledger from '#contract/host/ledger.ts';
import * as loanCalls from '#contract/host/loan.ts';
import { listLoanFiles, readLoanFile } from '#contract/host/loan-file.ts';
import { proposeNewPlan, undoNewPlan } from '#contract/host/new-plan.ts';
import { listOffers, putOffer } from '#contract/host/offer.ts';
import * as claims from '#contract/host/payment-claim.ts';
import * as references from '#contract/host/payment-reference.ts';
import * as personalData from '#contract/host/personal-data.ts';
import * as products from '#contract/host/product.ts';
import { readPromotionFigures } from '#contract/host/promotion-figures.ts';
import { listPromotionTemplates, putPromotionTemplate } from '#contract/host/promotion-template.ts';
import { listRegistrations } from '#contract/host/registration.ts';
import { listReminderConsents } from '#contract/host/reminder.ts';
import * as repayment from '#contract/host/repayment.ts';
import { readRetention, startRetention } from '#contract/host/retention.ts';
import { listSavedCards, putSavedCard, removeSavedCard } from '#contract/host/saved-card.ts';
import { issueSession, revokeSessions } from '#contract/host/session.ts';
import * as settlement from '#contract/host/settlement.ts';
import { listSmsMessages } from '#contract/host/sms.ts';
import { answerContactMessage, closeContactMessage, listContactMessages } from '#contract/host/support.ts';
import type { HostCall } from '#contract/host-call.ts';
import { type HostExample, hostExamples } from '#contract/openapi-host.ts';
import { connectDatabase, type DatabaseConnection } from '#db/connect.ts';
import { queryRows } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { localDate } from '#domain/calendar.ts';
import { effectKey } from '#domain/desk/effect.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { receiptNumber } from '#domain/loan/receipt-number.ts';
import { marketOf } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { plainProduct } from '#tests/setup/host-product.ts';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import {
  type LendingService,
  lendingService,
  type TestSession,
  testConfiguration,
} from '#tests/setup/lending-service.ts';
import { memoryFiles } from '#tests/setup/memory-files.ts';
import { seededRandom } from '#tests/setup/seeded-random.ts';
import type { LendingDependencies } from './dependencies.ts';
import { makeLoanFiles } from './offer/loan-files.ts';
import { erasePastYears } from './past-years/erase-past-years.ts';

// Takes long: it makes every call of the lender's systems, one after another.

const examplesFile = fileURLToPath(new URL('../../core/contract/host-examples.json', import.meta.url));
/** A picture of one pixel. */
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let connection: DatabaseConnection;
let service: LendingService;
/** The same on another database, for the walk at the desk. */
let walked: LendingService;
const postgres = await openPostgresDatabase();
afterAll(postgres.close);
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
  const put = async (bytes: Uint8Array) => {
    await files.put(bytes);
    return `${String(count).padStart(32, '0')}.jpg`;
  };
  // No market of the examples has one, and the call is shown all the same.
  const MX = { ...testConfiguration.companies.MX, coolingOffDays: 3 };
  const retention = { years: marketOf.IN.retentionYears, isConfirmed: true };
  const companies = {
    ...testConfiguration.companies,
    MX,
    IN: { ...testConfiguration.companies.IN, retention },
  };
  // The first bytes of a file alone: a whole one would be most of the document.
  const printKeptText: LendingDependencies['printKeptText'] = async ({ kind }) =>
    new TextEncoder().encode(`%PDF-1.7 ${kind}`);
  const random = { bytes, below, id };
  service = lendingService(connection.db, { companies }, { random, files: { ...files, put }, printKeptText });
  const named = { files: { ...files, put: async (bytes: Uint8Array) => `${await files.put(bytes)}.jpg` } };
  walked = lendingService(postgres.db, { companies }, { ...named, printKeptText });
});
afterAll(() => connection.close());

/** Makes a call, expects success, and keeps the first of its kind as its example. */
async function playExample<Request, Answer>(
  call: HostCall<Request, Answer>,
  request: object,
): Promise<Answer> {
  const { status, body } = await service.host(call.path, request);
  if (!body.success) throw new Error(`${call.name} was refused with ${status} ${body.code}: ${body.message}`);
  made[call.name] ??= { request, status, response: body.data };
  return body.data as Answer;
}

let play = playExample;

interface PlayedLoan {
  readonly session: TestSession;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly actor: string;
}

/** How loans are corrected and end, and what the accounts then say. */
async function playEnds({ session, orderId, orderNumber, actor }: PlayedLoan): Promise<void> {
  await play(repayment.waiveCharge, { orderNumber, component: 'penalty', reason: 'goodwill', actor });
  const { settlesMinor } = await play(loanCalls.quoteSettlement, { orderNumber });
  await play(loanCalls.listLoans, { dueFrom: '2026-12-01', dueThrough: '2026-12-31' });
  const key = { productId: 'mx-120', orderId };
  await service.ask(disputeCharge, { ...key, chargeId: '2-fee', reason: 'not-agreed', words: '' }, session);
  const claim = { amountMinor: minorAmount(30_000), paidOn: localDate('2026-12-23'), image: null };
  await service.ask(claimPayment, { ...key, ...claim, channel: 'store', trackingKey: '4821 0007' }, session);
  await play(loanCalls.writeOffLoan, { orderNumber, reason: 'no contact', actor });
  const recovery = { orderNumber, recoveryKey: 'agency-0017', amountMinor: settlesMinor + 10_000 };
  await play(repayment.recordRecovery, { ...recovery, currency: 'MXN', reason: 'paid to the agency', actor });
  await play(loanCalls.readLoanStatement, { orderNumber });
  const refund = { orderNumber, refundKey: 'refund-0004', amountMinor: 10_000 };
  await play(repayment.requestRefund, { ...refund, reason: 'paid too much', actor });
  await play(repayment.markRefundSent, { refundKey: 'refund-0004', reference: 'SPEI-880031', actor });
  await play(repayment.listRefunds, { state: 'sent' });
  await play(repayment.markRefundFailed, { refundKey: 'refund-0004', reason: 'account closed', actor });
  const unwanted = await applyForLoan(service, session);
  await play(loanCalls.cancelLoan, { orderNumber: unwanted.orderNumber, reason: 'asked by phone', actor });
  const returned = await paidOutLoan(service, session);
  await service.tell(repayment.recordPayment, {
    ...{ provider: 'stp', eventId: 'evt-000123', orderNumber: returned.orderNumber },
    ...{ amountMinor: minorAmount(500_000), currency: 'MXN' },
  });
  await play(loanCalls.endCoolingOff, {
    orderNumber: returned.orderNumber,
    reason: 'asked for the next day',
    actor,
  });
  const sold = await paidOutLoan(service, session);
  const byHand = { provider: 'by-hand:bank-transfer', eventId: 'MBAN01002512230001' };
  await play(repayment.uploadPaymentProof, { orderNumber: sold.orderNumber, imageBase64: onePixel });
  const entered = { ...byHand, orderNumber: sold.orderNumber, amountMinor: minorAmount(20_000) };
  await service.tell(repayment.recordPayment, {
    ...entered,
    currency: 'MXN',
    reason: 'seen on the statement',
  });
  await play(repayment.changePayment, {
    ...byHand,
    amountMinor: 25_000,
    reason: 'the statement says 250.00',
    actor,
  });
  const to = { orderNumber: returned.orderNumber, reason: 'the transfer names the other loan' };
  await play(repayment.movePayment, { ...byHand, ...to, actor });
  const dispute = async (chargeId: string) => {
    const request = {
      productId: 'mx-120',
      orderId: sold.orderId,
      chargeId,
      reason: 'told-otherwise',
      words: '',
    } as const;
    return (await service.ask(disputeCharge, request, session)).disputeId;
  };
  const disputeId = await dispute('1-fee');
  await play(disputes.listChargeDisputes, { state: 'open' });
  await play(disputes.readChargeDispute, { disputeId });
  await play(disputes.upholdChargeDispute, {
    ...{ disputeId, amountMinor: 2_500, answer: 'Su oferta decía 50,00.', actor },
  });
  await play(disputes.rejectChargeDispute, {
    ...{ disputeId: await dispute('1-interest'), answer: 'La tasa es la de su contrato.', actor },
  });
  const plan = { spread: { count: 6, days: 15 }, moratoriumDays: 20, waivesPenalties: true };
  const proposal = { orderNumber: sold.orderNumber, ...plan, reason: 'lost their job', actor };
  const { planId } = await play(proposeNewPlan, proposal);
  await play(undoNewPlan, { orderNumber: sold.orderNumber, planId, reason: 'asked by phone', actor });
  const sale = { orderNumber: sold.orderNumber, priceMinor: 400_000, reason: 'portfolio of December' };
  const buyer = { name: 'Cobranza Uno, S.A. de C.V.', contact: '55 5555 0101' };
  await play(loanCalls.closeLoan, { ...sale, buyer, actor });
  const days = { currency: 'MXN', fromDay: '2026-12-01', throughDay: '2026-12-31' };
  await play(accounting.readTrialBalance, days);
  await play(accounting.exportJournal, { ...days, format: 'ledger', limit: 2 });
  await play(accounting.readAging, { currency: 'MXN' });
  await play(accounting.readRollRates, days);
  await play(accounting.reconcileProviders, days);
}

/** A loan from its product to its end, with everything else a lender's systems tell and ask. */
async function playAll(): Promise<void> {
  const actor = 'ana.ruiz';
  await play(products.putProduct, { productId: 'mx-120', ...plainProduct, actor });
  await play(products.readProduct, { productId: 'mx-120' });
  await play(products.listProducts, { limit: 10 });
  const { borrowerId } = await play(borrowers.putBorrower, {
    lenderBorrowerId: 'C-20881',
    name: 'Lucía Ortega',
    address: 'Calle Dos 2, Puebla',
    mobilePhone: '+52 55 1234 5678',
    market: 'MX',
    actor,
  });
  await play(borrowers.readBorrower, { lenderBorrowerId: 'C-20881' });
  await play(borrowers.listBorrowers, { mobilePhone: '5512345678' });
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
  const { orderId, orderNumber } = await applyForLoan(service, session);
  await makeLoanFiles(service.dependencies);
  await play(listLoanFiles, { orderNumber });
  await play(readLoanFile, { orderNumber, kind: 'key-facts' });

  await play(loanCalls.decideApplication, { orderNumber, decision: 'approve', actor });
  await play(loanCalls.recordDisbursal, { orderNumber, reference: 'SPEI-771204', disbursedOn: '2026-11-20' });
  await play(repayment.recordPayment, {
    provider: 'stp',
    eventId: 'evt-000121',
    trackingKey: 'MBAN01002511200087654321',
    orderNumber,
    amountMinor: 50_000,
    currency: 'MXN',
    paidAt: '2026-11-20T11:30:00-06:00',
  });
  const named = { orderNumber, purpose: 'repay', channel: 'store' } as const;
  const validUntil = '2026-12-20T23:59:59-06:00';
  await play(references.putReference, {
    ...named,
    code: '93000262276908',
    validUntil,
    chainName: 'OXXO',
    actor,
  });
  await play(references.listReferences, { orderNumber });
  await play(references.withdrawReference, { ...named, actor });
  await play(repayment.matchPayments, {});
  await play(repayment.listPayments, { limit: 10 });
  const lost = { provider: 'stp', eventId: 'evt-000122' };
  const amount = { amountMinor: minorAmount(20_000), currency: 'MXN' as const };
  await service.tell(repayment.recordPayment, { ...lost, ...amount, reference: 'PAGO LUCIA' });
  await play(repayment.listUnmatchedPayments, {});
  await play(repayment.assignPayment, { ...lost, orderNumber, reason: 'named in the transfer', actor });
  const [shown] =
    (await service.ask(readLoan, { productId: '', orderId }, session)).statement?.payments ?? [];
  const checkCode = shown?.checkCode ?? '';
  await play(repayment.verifyReceipt, {
    orderNumber,
    receiptNumber: receiptNumber(shown?.paymentId ?? ''),
    checkCode,
  });
  await play(repayment.unmatchPayment, { ...lost, reason: 'of another borrower of this name', actor });
  await service.tell(repayment.assignPayment, { ...lost, orderNumber, reason: 'named in the transfer' });
  await play(repayment.reversePayment, { ...lost, reason: 'returned by the bank', actor });
  await play(repayment.readPayment, lost);

  const card = { borrowerId, bankName: 'BBVA México', bankCode: '012', maskedNumber: '4152********4417' };
  const { cardId } = await play(putSavedCard, { ...card, cardToken: 'tok_4417', actor });
  await play(listSavedCards, { borrowerId });
  await play(removeSavedCard, { cardId, actor });

  const complaint = { typeId: '1', subtypeId: '13', content: 'Me llaman de noche.', images: [], orderNumber };
  const { folio } = await service.ask(sendComplaint, complaint, session);
  await play(complaints.listComplaints, { state: 'received' });
  await play(complaints.reviewComplaint, { folio });
  const { image } = await play(complaints.uploadReplyImage, { folio, imageBase64: onePixel });
  await play(complaints.sendInterimAnswer, {
    folio,
    text: 'Estamos revisando su queja. Le escribimos el lunes.',
  });
  await play(complaints.answerComplaint, {
    folio,
    reply: 'Ya no le llamarán después de las 20 horas.',
    images: [image],
  });
  await play(complaints.closeComplaint, { folio });
  await play(complaints.exportComplaints, { limit: 100 });

  service.setTime('2026-12-23T12:00:00-06:00');
  const { claimId } = await service.ask(
    claimPayment,
    {
      ...{ productId: 'mx-120', orderId, amountMinor: minorAmount(99_000), paidOn: '2026-12-22' },
      ...{ channel: 'bank-transfer' as const, trackingKey: 'ABONO 7799', image: null },
    },
    session,
  );
  await play(claims.listPaymentClaims, { state: 'waiting' });
  await play(claims.readPaymentClaim, { claimId });
  await play(claims.answerPaymentClaim, { claimId, answer: 'Esa clave es de otro banco.', actor });
  await service.ask(readLoan, { productId: 'mx-120', orderId }, session);
  await play(ledger.stepPenalties, { day: '2026-12-23' });
  await play(ledger.reversePenalties, {
    orderNumber,
    fromDay: '2026-12-21',
    throughDay: '2026-12-22',
    reason: 'the bank was closed',
    actor,
  });
  await play(ledger.readReconciliation, { orderNumber });
  await play(ledger.compareBooks, {});
  await playEnds({ session, orderId, orderNumber, actor });

  await play(borrowers.blockBorrower, { borrowerId, reason: 'a lost telephone', actor });
  const proof = { proofKind: 'proof-of-address', proofReference: 'CFE bill of November', actor } as const;
  const requestChange = (value: string) =>
    play(borrowers.requestBorrowerChange, { borrowerId, kind: 'address', value, ...proof });
  const { changeId } = await requestChange('Calle Sur 4, Puebla');
  await play(borrowers.makeBorrowerChange, { borrowerId, changeId, actor });
  const dropped = await requestChange('Calle Sur 5, Puebla');
  await play(borrowers.dropBorrowerChange, { borrowerId, changeId: dropped.changeId, actor });
  await play(borrowers.unblockBorrower, { borrowerId, reason: 'found again', actor });
  const leaving = await service.tell(borrowers.putBorrower, {
    lenderBorrowerId: 'C-20882',
    name: 'Inés Robles',
    address: 'Calle Tres 3, Puebla',
    mobilePhone: '5548210099',
    market: 'MX',
  });
  const pair = {
    borrowerId,
    otherBorrowerId: leaving.borrowerId,
    reason: 'came back under a new number',
    actor,
  };
  await play(borrowers.linkBorrowers, pair);
  await play(borrowers.unlinkBorrowers, { ...pair, reason: 'a sister' });
  const credentials = await service.session(borrowerId);
  await service.ask(decideReminder, { channel: 'whatsapp', isGranted: true }, credentials);
  await play(listReminderConsents, { borrowerId, isStanding: true });
  await erasePastYears(service.dependencies);
  await play(readRetention, {});
  await play(startRetention, { market: 'IN', years: marketOf.IN.retentionYears, actor });
  await play(borrowers.holdBorrower, { borrowerId, reason: 'court file 12', actor });
  await play(borrowers.releaseBorrower, { borrowerId, reason: 'the court file was closed', actor });
  await play(personalData.exportBorrower, { borrowerId: leaving.borrowerId });
  await play(personalData.eraseBorrower, { borrowerId: leaving.borrowerId, reason: 'request 12', actor });
  await play(personalData.listErasures, {});
  const owing = { borrowerId };
  await play(personalData.requestErasure, { ...owing, reason: 'request 13', notBefore: '2027-06-01', actor });
  await play(personalData.listErasureRequests, { state: 'waiting' });
  await play(personalData.withdrawErasureRequest, { ...owing, actor });
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

  await service.api.keepContactMessage({
    ...{ name: 'Eva Luna', telephone: '55 1234 0000', email: 'eva@correo.example', remark: '¿Dónde pago?' },
  });
  const { contactMessages } = await play(listContactMessages, { state: 'open' });
  const { contactMessageId = '' } = contactMessages[0] ?? {};
  await play(answerContactMessage, { contactMessageId, actor });
  await play(closeContactMessage, { contactMessageId, actor });
  const since = '2026-11-20T00:00:00Z';
  const days = { market: 'MX', fromDay: '2026-11-01', throughDay: '2026-11-30' };
  await play(readPromotionFigures, { ...days, by: 'channel' });
  await play(listRegistrations, { since });
  await play(listBurialPoints, { since });
  await play(listSmsMessages, { since });
  const { events } = await play(listEvents, { orderNumber, limit: 2 });
  await play(listDeadEvents, {});
  await play(redeliverEvents, { eventIds: events.map(({ eventId }) => eventId), actor });
  const amountMinor = minorAmount(90_000);
  const reported = { provider: 'conekta', eventId: 'ch-2', currency: 'MXN', reference: '4821 0042' } as const;
  await service.tell(repayment.recordPayment, { ...reported, amountMinor });
  const statement = {
    ...{ source: 'conekta', name: 'liq_20261120.csv', actor },
    text: 'id,charge,amount,fee,currency,created_at,type\nt-1,ch-1,150000,4640,MXN,1795197600,capture\nt-2,ch-2,85000,0,MXN,1795197600,capture\n',
  };
  const { file } = await play(settlement.readSettlementFile, statement);
  const { fileId } = file;
  await play(settlement.listSettlementFiles, {});
  await play(settlement.decideSettlementLine, {
    ...{ fileId, lineNumber: 2, decision: 'unmatched', reason: 'no message came of it', actor },
  });
  await play(settlement.correctSettlementLine, {
    ...{ fileId, lineNumber: 3, reason: 'the bank statement shows less', actor },
  });
  await play(settlement.showSettlementFile, { fileId, show: 'matched' });
  await play(settlement.closeSettlementDay, { fileId, day: '2026-11-20', actor });
  const request = {
    typeId: '4',
    subtypeId: '41',
    content: 'Quiero una copia.',
    images: [],
    orderNumber: null,
  };
  await play(complaints.extendDataRequest, {
    folio: (await service.ask(sendComplaint, request, session)).folio,
    text: 'Reunimos sus datos de tres préstamos. Por eso ampliamos el plazo.',
  });
  await play(readJobs, {});
  await play(revokeSessions, { borrowerId, deviceId: 'device-1' });
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

/** What leaves rows of money at the desk and is neither previewed nor limited, and why. */
const exempt: Readonly<Record<string, string>> = {
  '/desk/loan': 'books the penalties of days that have passed, as each reading of a loan does',
};

/** How many rows of money there are. */
async function moneyRows(): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    postgres.db,
    sql`select ((select count(*) from ledger_transactions) + (select count(*) from cash_movements)
      + (select count(*) from refunds) + (select count(*) from refunds where state <> 'requested'))::integer as count`,
  );
  return row?.count ?? 0;
}

test('each call of the desk that leaves rows of money is previewed and limited, or exempt with its reason', async () => {
  service = walked;
  const limits = { MXN: 0, INR: 0 };
  const { desk, person } = testDesk(service, undefined, {
    secondApproverAboveMinor: limits,
    daySumAboveMinor: limits,
  });
  const roles = ['agent', 'treasury', 'manager'] as const;
  const { personId } = await person('Bea Both', ...roles);
  const somebody: DeskPerson = { personId, name: 'Bea Both', roles: [...roles], language: 'en' };
  const moving = new Set<string>();
  const open = new Set<string>();
  play = async (call, request) => {
    const { actor: _actor, ...fields } = request as Readonly<Record<string, unknown>>;
    const before = await moneyRows();
    let outcome = 'free';
    if (deskActOf(call.name) !== null && !call.isRead) {
      const orderNumber = typeof fields.orderNumber === 'string' ? fields.orderNumber : null;
      const target = orderNumber === null ? { orderNumber, subject: 'walk' } : { orderNumber };
      const correction = { call: call as HostCall, fields, ...target };
      const step = { messageId: service.dependencies.random.id(), reason: 'walk' };
      const effect = await desk.corrections.preview(somebody, correction).catch(() => null);
      if (effect && effect.amountMinor > 0)
        outcome = await desk.corrections.carryOut(somebody, correction, { ...step, seen: effectKey(effect) });
      if (needsPreview(call.name))
        await expect(
          desk.ask(somebody, call, fields, { messageId: step.messageId, subject: 'walk' }),
        ).rejects.toThrow('needs-second-person');
    }
    expect([call.name, await moneyRows()]).toEqual([call.name, before]);
    const { status, body } = await service.host(call.path, request);
    if (!body.success) throw new Error(`${call.name} was refused with ${status}: ${body.message}`);
    if ((await moneyRows()) > before) {
      moving.add(call.name);
      if (outcome !== 'waiting') open.add(call.name);
    }
    return body.data as never;
  };
  await playAll();
  const late = await paidOutLoan(service, await newBorrower(service));
  service.setTime('2027-03-01T12:00:00-06:00');
  await service.tell(ledger.stepPenalties, { day: '2027-03-01' });
  const before = await moneyRows();
  await desk.loans.read(somebody, late.orderNumber);
  if ((await moneyRows()) > before) open.add('/desk/loan');
  const free = [...open].filter((name) => deskActOf(name) !== null);
  expect(free).toEqual(Object.keys(exempt));
  const toLoans = [
    ...['assignPayment', 'changePayment', 'correctSettlementLine', 'movePayment', 'recordPayment'],
    'recordRecovery',
  ];
  const sharing = [...moving].filter((name) => daySumOf(name) === 'received');
  expect(sharing.toSorted()).toEqual(toLoans);
  for (const name of toLoans) expect(callsSummedWith(name)).toEqual(expect.arrayContaining(toLoans));
});
