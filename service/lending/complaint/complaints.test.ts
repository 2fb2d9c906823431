import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  type ComplaintTab,
  openComplaint,
  readComplaint,
  readComplaints,
  sendComplaint,
} from '#contract/calls/complaint.ts';
import { sendRating } from '#contract/calls/loan.ts';
import { answerComplaint, closeComplaint, reviewComplaint } from '#contract/host/complaint.ts';
import { queryRows } from '#db/database.ts';
import { complaints } from '#db/schema/complaint.ts';
import { loans } from '#db/schema/loan.ts';
import { isFolio } from '#domain/complaint/complaint-folio.ts';
import { loanStatuses } from '#domain/loan/loan-status.ts';
import { uploadedImage, wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan, rowCounts } from '#tests/setup/lending-journeys.ts';
import { listComplaintsOf } from './store.ts';

const service = await testLendingService();

test('[COMP-1] the start lists types, subtypes of collection, and the orders with what each allows', async () => {
  const rosa = await newBorrower(service);
  const paidOut = await paidOutLoan(service, rosa);
  const underReview = await applyForLoan(service, rosa, 'mx-90-steps');
  const start = await service.ask(openComplaint, { orderId: null }, rosa);
  expect(start.types[0]).toEqual({ typeId: '1', title: 'Cobranza' });
  expect(start.collectionSubtypes.map(({ title }) => title)).toContain('Llamadas a familiares o conocidos');
  expect(start.order).toBeNull();
  expect(
    start.orders.map(({ orderNumber, allowsCollection, productName }) => [
      orderNumber,
      allowsCollection,
      productName,
    ]),
  ).toEqual([
    [underReview.orderNumber, false, 'Llano 91'],
    [paidOut.orderNumber, true, 'Llano 120'],
  ]);
  expect(start.orders[1]?.details).toEqual([
    { label: 'Pidió', value: '$\u00a05.000,00' },
    { label: 'Fecha de solicitud', value: '2026-11-20' },
  ]);
  const english = await service.ask(openComplaint, { orderId: paidOut.orderNumber }, rosa, 'en');
  expect(english.types[0]?.title).toBe('Debt collection');
  expect(english.order).toMatchObject({ orderNumber: paidOut.orderNumber, allowsCollection: true });
  expect(await service.ask(openComplaint, { orderId: paidOut.orderId }, rosa)).toMatchObject({
    order: { orderNumber: paidOut.orderNumber },
  });
});

test('[SESS-4] the order of another borrower is as one that does not exist', async () => {
  const [rosa, other] = [await newBorrower(service), await newBorrower(service)];
  const { orderNumber } = await paidOutLoan(service, rosa);
  const answers = [
    await service.post(openComplaint.path, { orderId: orderNumber }, other),
    await service.post(openComplaint.path, { orderId: 'LL-2026-000000' }, other),
    await service.post(openComplaint.path, { orderId: rosa.borrowerId }, other),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test('[COMP-2] a complaint is filed under a folio, with its images, and shown as it was sent', async () => {
  const rosa = await newBorrower(service);
  const { orderNumber } = await paidOutLoan(service, rosa);
  const images = [await uploadedImage(service, rosa), await uploadedImage(service, rosa)];
  const filed = await service.ask(
    sendComplaint,
    { typeId: '1', subtypeId: '11', content: ' Llaman\r\nde noche 👩‍👧. ', images, orderNumber },
    rosa,
  );
  expect(isFolio(filed.folio)).toBe(true);
  expect(filed.folio).toMatch(/^QJ-2026-/);
  expect(filed.answerBy).toBe('2027-01-05');
  const detail = await service.ask(readComplaint, { complaintId: filed.complaintId ?? '' }, rosa);
  expect(detail).toEqual({
    complaintId: filed.complaintId,
    type: 'Cobranza',
    subtype: 'Llamadas a familiares o conocidos',
    content: 'Llaman\nde noche 👩‍👧.',
    images,
    reply: '',
    replyImages: [],
    interimAnswers: [],
    asksForRating: false,
    folio: filed.folio,
    // Thirty days on which banks of Mexico are open.
    answerBy: '2027-01-05',
    orderNumber,
    progress: [{ state: 'received', time: '2026-11-20 12:00:00' }],
    score: null,
  });
});

test('the same complaint sent again is the same, until it is answered', async () => {
  const rosa = await newBorrower(service);
  const images = [await uploadedImage(service, rosa)];
  const draft = { ...wholeDraft, images };
  const first = await service.ask(sendComplaint, draft, rosa);
  expect(await service.ask(sendComplaint, draft, rosa)).toEqual(first);
  const other = await service.ask(sendComplaint, { ...draft, images: [], typeId: '3' }, rosa);
  expect(other.folio).not.toBe(first.folio);
  const photographed = { ...draft, images: [await uploadedImage(service, rosa)] };
  expect((await service.ask(sendComplaint, photographed, rosa)).folio).not.toBe(first.folio);
  await service.tell(answerComplaint, { folio: first.folio, reply: 'Le devolvimos el segundo pago.' });
  const later = await service.ask(sendComplaint, wholeDraft, rosa);
  await service.tell(answerComplaint, { folio: later.folio, reply: 'Otra vez.' });
  expect((await service.ask(sendComplaint, wholeDraft, rosa)).folio).not.toBe(later.folio);
});

test('[COMP-1] isShow is served as the number 1 for a loan that was paid out and as 0 for every other', async () => {
  const rosa = await newBorrower(service);
  const { orderId } = await applyForLoan(service, rosa);
  const served: unknown[] = [];
  for (const status of loanStatuses) {
    await service.database.update(loans).set({ status }).where(eq(loans.id, orderId));
    const { body } = await service.post(openComplaint.path, { orderId }, rosa);
    const { orderDetail, orderList } = body.data as { orderDetail: unknown; orderList: unknown[] };
    expect(orderList).toEqual([orderDetail]);
    served.push(orderDetail);
  }
  const isShown = (status: string) => ({ status, isShow: ['174', '180', '200'].includes(status) ? 1 : 0 });
  expect(served).toMatchObject(
    ['21', '151', '110', '174', '180', '200', '110', '180', '200'].map((status) => isShown(status)),
  );
});

test('[COMP-1] [COMP-2] a draft that breaks a rule is refused with its reason, and nothing is written', async () => {
  const [rosa, other] = [await newBorrower(service), await newBorrower(service)];
  const notPaidOut = (await applyForLoan(service, rosa)).orderNumber;
  const foreignOrder = (await paidOutLoan(service, other)).orderNumber;
  const foreignImage = await uploadedImage(service, other);
  const rosasImage = await uploadedImage(service, rosa);
  const before = await rowCounts(service.database);
  const whole = { problemType: '2', problemDetail: 'Pagué dos veces.' };
  const collection = { problemType: '1', problemSonType: '11', problemDetail: 'Llaman.' };
  const tooLong = 'El texto tiene más de 200 caracteres. Acórtelo y envíelo otra vez.';
  const imageGone = 'Una de las imágenes ya no está. Quítela y agréguela otra vez.';
  const refusals: [Record<string, unknown>, number, string][] = [
    [{ ...collection, orderNo: notPaidOut }, 409, 'El préstamo elegido no admite quejas de cobranza.'],
    [{ ...collection, problemSonType: '' }, 422, 'El dato problemSonType no es válido.'],
    [{ ...whole, problemSonType: '11' }, 422, 'El dato problemSonType no es válido.'],
    [{ ...whole, problemType: '77' }, 422, 'El dato problemType no es válido.'],
    [{ ...whole, problemDetail: ' \n ' }, 422, 'Escriba su opinión y sus sugerencias.'],
    [{ ...whole, problemDetail: 'ñ'.repeat(201) }, 422, tooLong],
    [{ ...whole, problemDetail: 'x'.repeat(7000) }, 422, 'El dato problemDetail no es válido.'],
    [{ ...whole, orderNo: foreignOrder }, 404, 'No encontramos lo que busca.'],
    [
      { ...whole, problemImage: Array(10).fill(rosasImage).join() },
      422,
      'El dato problemImage no es válido.',
    ],
    ...[
      foreignImage,
      ...[`${rosasImage},${foreignImage}`, `${rosasImage}/../x`],
      ...[`https://evil.test${rosasImage}`, `//evil.test${rosasImage}`],
    ].map((problemImage): (typeof refusals)[number] => [{ ...whole, problemImage }, 422, imageGone]),
  ];
  for (const [fields, status, message] of refusals) {
    const answer = await service.post(sendComplaint.path, fields, rosa);
    expect([answer.status, answer.body.message], JSON.stringify(fields)).toEqual([status, message]);
  }
  expect(await rowCounts(service.database)).toEqual(before);
  const english = await service.api.fetch(
    new Request(`http://lender.test${sendComplaint.path}?lang=1`, {
      method: 'POST',
      headers: { 'X-Session-Id': rosa.sessionId, 'X-Device-Id': rosa.deviceId },
      body: new URLSearchParams({ ...collection, orderNo: notPaidOut }),
    }),
  );
  expect(await english.json()).toMatchObject({
    message: 'The selected order does not support sending collection types',
  });
});

test('[COMP-2] 200 of the longest characters a person would type fit into one complaint', async () => {
  const content = '👨‍👩‍👧‍👦'.repeat(200);
  const filed = await service.ask(sendComplaint, { ...wholeDraft, content }, await newBorrower(service));
  expect(isFolio(filed.folio)).toBe(true);
});

test('[COMP-5] the list has a tab of open and one of answered complaints, newest first', async () => {
  const rosa = await newBorrower(service);
  const file = (content: string) => service.ask(sendComplaint, { ...wholeDraft, content }, rosa);
  const [first, second, third] = [await file('Uno.'), await file('Dos.'), await file('Tres.')];
  await service.tell(reviewComplaint, { folio: second.folio });
  await service.tell(answerComplaint, { folio: first.folio, reply: 'Resuelto.' });
  const { tabs } = await service.ask(readComplaints, { tabId: null, cursor: null }, rosa);
  expect(tabs.map(({ title, tabId, nextCursor }) => [title, tabId, nextCursor])).toEqual([
    ['En curso', 'open', null],
    ['Respondidas', 'handled', null],
  ]);
  expect(tabs[0]?.entries).toEqual([
    {
      complaintId: third.complaintId,
      time: '2026-11-20 12:00:00',
      type: 'Pagos y cargos',
      content: 'Tres.',
      folio: third.folio,
      answerBy: '2027-01-05',
      state: 'received',
    },
    expect.objectContaining({ content: 'Dos.', state: 'in-review' }),
  ]);
  expect(tabs[1]?.entries).toEqual([
    expect.objectContaining({ content: 'Uno.', state: 'answered', answerBy: '' }),
  ]);
});

test('a tab or cursor that was never given is refused', async () => {
  const rosa = await newBorrower(service);
  for (const fields of [
    { tab: 'all' },
    { cursor: '5' },
    { tab: 'open', cursor: "1' or 1=1" },
    { tab: 'open', cursor: '-1' },
  ]) {
    expect((await service.post(readComplaints.path, fields, rosa)).status, JSON.stringify(fields)).toBe(422);
  }
});

test('[COMP-6] an answered complaint shows the answer and its times, and is rated once', async () => {
  const rosa = await newBorrower(service);
  const { complaintId, folio } = await service.ask(sendComplaint, wholeDraft, rosa);
  const key = { complaintId: complaintId ?? '' };
  const rate = (score: number) => service.post(sendRating.path, { score, problemId: complaintId }, rosa);
  expect((await rate(4)).status).toBe(409);
  await service.tell(reviewComplaint, { folio });
  await service.tell(answerComplaint, { folio, reply: 'Le devolvimos el segundo pago.' });
  expect(await service.ask(readComplaint, key, rosa)).toMatchObject({
    reply: 'Le devolvimos el segundo pago.',
    asksForRating: true,
    score: null,
  });
  await service.tell(closeComplaint, { folio });
  expect((await service.ask(readComplaint, key, rosa)).asksForRating).toBe(true);
  for (const wrong of [0, 6, 2.5, 'many']) expect((await rate(wrong as number)).status).toBe(422);
  expect((await rate(4)).status).toBe(200);
  expect((await rate(1)).status).toBe(200);
  const detail = await service.ask(readComplaint, key, rosa);
  expect(detail).toMatchObject({ asksForRating: false, score: 4 });
  expect(detail.progress.map(({ state }) => state)).toEqual(['received', 'in-review', 'answered', 'closed']);
});

test('[SESS-4] the complaint of another borrower is as one that does not exist', async () => {
  const [rosa, other] = [await newBorrower(service), await newBorrower(service)];
  const { complaintId, folio } = await service.ask(sendComplaint, wholeDraft, rosa);
  await service.tell(answerComplaint, { folio, reply: 'Resuelto.' });
  for (const problemId of [complaintId, '4021', '0197f6a2-5c3e-7d41-9b0a-2f6d8c1e4a70', folio]) {
    const detail = await service.post(readComplaint.path, { problemId }, other);
    const rating = await service.post(sendRating.path, { score: 5, problemId }, other);
    expect([detail.status, rating.status]).toEqual([404, 404]);
    expect(detail.body).toEqual({ code: '404', message: 'No encontramos lo que busca.', data: null });
  }
  expect(
    (await service.ask(readComplaints, { tabId: null, cursor: null }, other)).tabs.flatMap(
      ({ entries }) => entries,
    ),
  ).toEqual([]);
  const [record] = await service.database.select().from(complaints).where(eq(complaints.folio, folio));
  expect(record?.score).toBeNull();
});

test('[SESS-4] without a session no call about complaints answers', async () => {
  for (const { path } of [openComplaint, readComplaints, readComplaint, sendComplaint]) {
    expect((await service.post(path, { problemId: '1', problemType: '2', problemDetail: 'x' })).status).toBe(
      401,
    );
  }
});

test('10,000 complaints page by cursor, each once, and the last page costs what the first does', async () => {
  const rosa = await newBorrower(service);
  await service.database.execute(sql`insert into complaints
    (id, serial_number, folio, borrower_id, type_id, content, state, submission_hash, filed_at)
    select gen_random_uuid(), 1000000 + n, 'load-' || n, ${rosa.borrowerId}::uuid, '2', 'Queja ' || n, 'received', 'hash-' || n, now()
    from generate_series(1, 10000) n`);
  await service.database.execute(sql`analyze complaints`);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { tabs: readonly ComplaintTab[] } = await service.ask(
      readComplaints,
      { tabId: 'open', cursor },
      rosa,
    );
    seen.push(...(page.tabs[0]?.entries ?? []).map(({ content }) => content));
    cursor = page.tabs[0]?.nextCursor ?? null;
  } while (cursor !== null);
  expect(seen).toHaveLength(10_000);
  expect(seen[0]).toBe('Queja 10000');
  expect(new Set(seen).size).toBe(10_000);

  const blocksRead = async (below: number | null): Promise<number> => {
    const query = listComplaintsOf(service.database, rosa.borrowerId, 'open', { below, limit: 21 });
    const [plan] = await queryRows<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      service.database,
      sql`explain (analyze, buffers, format json) ${query}`,
    );
    const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } =
      plan?.['QUERY PLAN'][0].Plan ?? {};
    return hit + read;
  };
  const [firstPage, lastPage] = [await blocksRead(null), await blocksRead(1_000_021)];
  expect(firstPage).toBeLessThan(100);
  expect(lastPage).toBeLessThanOrEqual(firstPage + 10);
});

test('no text, session or folio of a complaint reaches the log', async () => {
  const rosa = await newBorrower(service);
  const content = 'Algo muy privado';
  await service.ask(sendComplaint, { ...wholeDraft, content }, rosa);
  await service.post(readComplaint.path, { problemId: 'x'.repeat(65) }, rosa);
  expect(JSON.stringify(service.reported)).not.toContain(content);
  expect(JSON.stringify(service.reported)).not.toContain(rosa.sessionId);
});
