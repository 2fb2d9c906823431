import { count } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readComplaint, sendComplaint } from '#contract/calls/complaint.ts';
import { answerComplaint } from '#contract/host/complaint.ts';
import { complaints } from '#db/schema/complaint.ts';
import { complaintLimits } from '#domain/complaint/complaint.ts';
import { uploadedImage, wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
import { sweepUnattachedImages } from './images.ts';

const service = await testLendingService();

async function countComplaints(): Promise<number> {
  const [row] = await service.database.select({ all: count() }).from(complaints);
  return row?.all ?? 0;
}

test('100 parallel submissions of one complaint make one, with all its images, and all learn its folio', async () => {
  const rosa = await newBorrower(service);
  const images = [await uploadedImage(service, rosa), await uploadedImage(service, rosa)];
  const before = await countComplaints();
  const filed = await Promise.all(
    Array.from({ length: 100 }, () => service.ask(sendComplaint, { ...wholeDraft, images }, rosa)),
  );
  expect(new Set(filed.map(({ folio }) => folio)).size).toBe(1);
  expect(await countComplaints()).toBe(before + 1);
  const detail = await service.ask(readComplaint, { complaintId: filed[0]?.complaintId ?? '' }, rosa);
  expect(detail.images).toEqual(images);
});

test('of 20 different complaints that claim one image at once, one gets it and 19 are refused', async () => {
  const rosa = await newBorrower(service);
  const problemImage = await uploadedImage(service, rosa);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      service.post(
        sendComplaint.path,
        { problemType: '2', problemDetail: `Queja ${index}`, problemImage },
        rosa,
      ),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array(19).fill(422)]);
});

test('of 20 answers to one complaint at once, one stands', async () => {
  const rosa = await newBorrower(service);
  const { folio, complaintId } = await service.ask(sendComplaint, wholeDraft, rosa);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      service.host(answerComplaint.path, { folio, reply: `Respuesta ${index}` }),
    ),
  );
  const accepted = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
  expect(accepted).toHaveLength(1);
  const detail = await service.ask(readComplaint, { complaintId: complaintId ?? '' }, rosa);
  expect(detail.reply).toBe(`Respuesta ${accepted[0]}`);
});

test('a sweep and a submission at once: the complaint has its image, or is refused', async () => {
  for (let round = 0; round < 10; round += 1) {
    service.setTime('2026-11-20T12:00:00-06:00');
    const rosa = await newBorrower(service);
    const image = await uploadedImage(service, rosa);
    service.setTime('2026-11-22T12:00:00-06:00');
    const [answer] = await Promise.all([
      service.post(
        sendComplaint.path,
        { problemType: '2', problemDetail: 'Al mismo tiempo', problemImage: image },
        rosa,
      ),
      sweepUnattachedImages(service.dependencies),
    ]);
    const isKept = service.dependencies.files.files.has(image.split('/').at(-1) ?? '');
    expect([answer.status, isKept]).toEqual(isKept ? [200, true] : [422, false]);
  }
});

test('of 60 different complaints at once five are filed, and the text of every other is added to one of them', async () => {
  const rosa = await newBorrower(service);
  const before = await countComplaints();
  const contents = Array.from({ length: 60 }, (_, index) => `Queja ${index}.`);
  const file = () =>
    Promise.all(contents.map((content) => service.ask(sendComplaint, { ...wholeDraft, content }, rosa)));
  const filed = await file();
  expect(new Set(filed.map(({ folio }) => folio)).size).toBe(complaintLimits.inAnHour);
  expect(await countComplaints()).toBe(before + complaintLimits.inAnHour);
  const wholeTexts = async () =>
    Promise.all(
      [...new Set(filed.map(({ complaintId }) => complaintId ?? ''))].map(
        async (complaintId) => (await service.ask(readComplaint, { complaintId }, rosa)).content,
      ),
    );
  const texts = await wholeTexts();
  for (const content of contents) expect(texts.some((each) => each.includes(content))).toBe(true);
  // What is sent again is there already.
  await file();
  expect(await wholeTexts()).toEqual(texts);
});

test('what is added brings its images as far as there is room, and a text without end is refused', async () => {
  const rosa = await newBorrower(service);
  const image = () => uploadedImage(service, rosa);
  const file = (content: string, images: string[] = []) =>
    service.post(
      sendComplaint.path,
      {
        problemType: '2',
        problemDetail: content,
        ...(images.length > 0 && { problemImage: images.join(',') }),
      },
      rosa,
    );
  for (let at = 0; at < complaintLimits.inAnHour; at += 1)
    expect((await file(`Queja ${at}`)).status).toBe(200);
  const images = await Promise.all(Array.from({ length: 9 }, image));
  expect((await file('Con una foto', images.slice(0, 1))).status).toBe(200);
  expect((await file('Con nueve fotos', images.slice(1).concat(await image()))).status).toBe(200);
  const texts = Array.from({ length: 120 }, (_, at) => `${at} ${'x'.repeat(190)}`);
  const statuses = [];
  for (const text of texts) statuses.push((await file(text)).status);
  expect([...new Set(statuses)]).toEqual([200, 429]);
});
