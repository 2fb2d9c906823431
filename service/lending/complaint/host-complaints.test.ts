import { expect, test } from 'vitest';
import { readComplaint, sendComplaint } from '#contract/calls/complaint.ts';
import {
  answerComplaint,
  closeComplaint,
  listComplaints,
  reviewComplaint,
  sendInterimAnswer,
  uploadReplyImage,
} from '#contract/host/complaint.ts';
import { interimAnswersMax } from '#domain/complaint/complaint.ts';
import { smallImage } from '#fixtures/images.ts';
import { openImage, uploadedImage, wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { effectCounts, newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { send, signedRequest } from '#tests/setup/lending-service.ts';

const service = await testLendingService();

test('the lender lists complaints by state, oldest first, page by page, with links to their images', async () => {
  const rosa = await newBorrower(service);
  const { orderNumber } = await paidOutLoan(service, rosa);
  const image = await uploadedImage(service, rosa);
  const filed = [
    await service.ask(
      sendComplaint,
      { typeId: '1', subtypeId: '13', content: 'Uno.', images: [image], orderNumber },
      rosa,
    ),
    await service.ask(sendComplaint, { ...wholeDraft, content: 'Dos.' }, rosa),
    await service.ask(sendComplaint, { ...wholeDraft, content: 'Tres.' }, rosa),
  ];
  const first = await service.tell(listComplaints, { state: 'received', limit: 2 });
  expect(first.complaints.map(({ folio }) => folio)).toEqual(filed.slice(0, 2).map(({ folio }) => folio));
  expect(first.complaints[0]).toEqual({
    complaintId: filed[0]?.complaintId,
    folio: filed[0]?.folio,
    borrowerId: rosa.borrowerId,
    orderNumber,
    typeId: '1',
    subtypeId: '13',
    content: 'Uno.',
    state: 'received',
    filedAt: '2026-11-20T18:00:00.000Z',
    reviewedAt: null,
    answeredAt: null,
    closedAt: null,
    dueAt: null,
    reply: null,
    interimAnswers: [],
    score: null,
    images: [expect.stringContaining(image)],
    replyImages: [],
  });
  const second = await service.tell(listComplaints, {
    state: 'received',
    limit: 2,
    cursor: first.nextCursor ?? '',
  });
  expect(second.complaints.map(({ content }) => content)).toEqual(['Tres.']);
  expect(second.nextCursor).toBeNull();
  expect((await service.tell(listComplaints, { state: 'closed' })).complaints).toEqual([]);
});

test('[COMP-6] an answer with images reaches the borrower, who can open them', async () => {
  const [rosa, other] = [await newBorrower(service), await newBorrower(service)];
  const { folio, complaintId } = await service.ask(sendComplaint, wholeDraft, rosa);
  const upload = () =>
    service.tell(uploadReplyImage, { folio, imageBase64: smallImage('webp').toString('base64') });
  const images = [(await upload()).image, (await upload()).image];
  expect(await service.tell(answerComplaint, { folio, reply: ' Ya está.\r\n', images })).toEqual({
    folio,
    state: 'answered',
  });
  const detail = await service.ask(readComplaint, { complaintId: complaintId ?? '' }, rosa);
  expect(detail.reply).toBe('Ya está.');
  expect(detail.replyImages).toEqual(images.map((name) => `/user-problem/problem-img/${name}`));
  expect((await openImage(service, detail.replyImages[0] ?? '', rosa)).status).toBe(200);
  expect((await openImage(service, detail.replyImages[0] ?? '', other)).status).toBe(404);
});

test('a complaint goes from received to closed by way of an answer, and no other way', async () => {
  const rosa = await newBorrower(service);
  const { folio } = await service.ask(sendComplaint, wholeDraft, rosa);
  const reply = 'Listo.';
  const statuses = [];
  for (const [path, body] of [
    [closeComplaint.path, { folio }],
    [reviewComplaint.path, { folio }],
    [reviewComplaint.path, { folio }],
    [answerComplaint.path, { folio, reply }],
    [answerComplaint.path, { folio, reply }],
    [reviewComplaint.path, { folio }],
    [closeComplaint.path, { folio }],
    [closeComplaint.path, { folio }],
  ] as const) {
    statuses.push((await service.host(path, body)).status);
  }
  expect(statuses).toEqual([409, 200, 409, 200, 409, 409, 200, 409]);
});

test('[COMP-6] interim answers reach the borrower and leave state, answer and deadline alone', async () => {
  const rosa = await newBorrower(service);
  const { folio, complaintId } = await service.ask(sendComplaint, wholeDraft, rosa);
  expect(await service.tell(sendInterimAnswer, { folio, text: ' Falta un dato. ' })).toEqual({
    folio,
    state: 'received',
  });
  await service.tell(reviewComplaint, { folio });
  for (let sent = 1; sent < interimAnswersMax; sent += 1)
    await service.tell(sendInterimAnswer, { folio, text: `Aviso ${sent}.` });
  const statusOf = async (text: string) =>
    (await service.host(sendInterimAnswer.path, { folio, text })).status;
  expect(await statusOf('Uno más.')).toBe(409);
  expect(await statusOf(' ')).toBe(422);
  const detail = await service.ask(readComplaint, { complaintId: complaintId ?? '' }, rosa);
  expect(detail.interimAnswers).toHaveLength(interimAnswersMax);
  expect(detail.interimAnswers[0]).toEqual({ time: '2026-11-20 12:00:00', text: 'Falta un dato.' });
  expect([detail.reply, detail.asksForRating]).toEqual(['', false]);
  const listed = (await service.tell(listComplaints, { state: 'in-review' })).complaints.find(
    (each) => each.folio === folio,
  );
  expect(listed).toMatchObject({ answeredAt: null, reply: null });
  await service.tell(answerComplaint, { folio, reply: 'Listo.' });
  expect(await statusOf('Tarde.')).toBe(409);
});

test('a message delivered twice has one effect and one answer', async () => {
  const { folio } = await service.ask(sendComplaint, wholeDraft, await newBorrower(service));
  const body = { folio, reply: 'Una vez.' };
  const [first, second] = [
    await service.host(answerComplaint.path, body, 'msg-complaint-1'),
    await service.host(answerComplaint.path, body, 'msg-complaint-1'),
  ];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body).toEqual(first.body);
});

test('what is not right is refused, and nothing is written', async () => {
  const [rosa, other] = [await newBorrower(service), await newBorrower(service)];
  const { folio } = await service.ask(sendComplaint, wholeDraft, rosa);
  const elsewhere = await service.ask(sendComplaint, wholeDraft, other);
  const { image } = await service.tell(uploadReplyImage, {
    folio: elsewhere.folio,
    imageBase64: smallImage('jpeg').toString('base64'),
  });
  const uploaded = (await uploadedImage(service, rosa)).split('/').at(-1);
  const before = await effectCounts(service.database);
  const refusals: [string, unknown, number][] = [
    [answerComplaint.path, { folio: `${folio.slice(0, -1)}x`, reply: 'x' }, 422],
    [answerComplaint.path, { folio: 'QJ-2026-000123-38', reply: 'x' }, 404],
    [answerComplaint.path, { folio, reply: ' \n' }, 422],
    [answerComplaint.path, { folio, reply: 'x'.repeat(4001) }, 422],
    [answerComplaint.path, { folio, reply: 'x', images: [image] }, 422],
    [answerComplaint.path, { folio, reply: 'x', images: [uploaded] }, 422],
    [answerComplaint.path, { folio, reply: 'x', images: ['../x'] }, 422],
    [uploadReplyImage.path, { folio, imageBase64: 'not base64!' }, 422],
    [uploadReplyImage.path, { folio, imageBase64: Buffer.from('<svg/>').toString('base64') }, 422],
    [uploadReplyImage.path, { folio, imageBase64: 'A'.repeat(13 * 1024 * 1024) }, 413],
    [listComplaints.path, { state: 'lost' }, 422],
    [listComplaints.path, { state: 'received', limit: 101 }, 422],
  ];
  for (const [path, body, status] of refusals) {
    expect((await service.host(path, body)).status, JSON.stringify(body).slice(0, 90)).toBe(status);
  }
  const forged = signedRequest(
    listComplaints.path,
    { state: 'received' },
    { secret: `whsec_${btoa('not the secret at all')}` },
  );
  expect((await send(service.api, forged)).status).toBe(401);
  expect(await effectCounts(service.database)).toEqual(before);
});
