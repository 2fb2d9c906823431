import { count } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readComplaint, sendComplaint } from '#contract/calls/complaint.ts';
import { answerComplaint } from '#contract/host/complaint.ts';
import { complaints } from '#db/schema/complaint.ts';
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
