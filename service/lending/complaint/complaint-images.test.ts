import { expect, test } from 'vitest';
import { readComplaint, sendComplaint, sendComplaintImage } from '#contract/calls/complaint.ts';
import { listComplaints } from '#contract/host/complaint.ts';
import { sessionCookie } from '#contract/session-cookie.ts';
import { hostileImages, truncations } from '#fixtures/hostile-images.ts';
import { locatedPhoto, smallImage } from '#fixtures/images.ts';
import { FilesUnavailableError } from '#providers/ports/files.ts';
import { openImage, sendImage, uploadedImage, wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, rowCounts } from '#tests/setup/lending-journeys.ts';
import { credentials, lendingService, send, type TestSession } from '#tests/setup/lending-service.ts';
import { sweepLostFiles, sweepUnattachedImages } from './images.ts';

const service = await testLendingService();

test('[COMP-3] an upload gives an address that opens the image, made anew, for its borrower', async () => {
  const rosa = await newBorrower(service);
  const { status, body } = await sendImage(service, rosa, locatedPhoto());
  expect(status).toBe(200);
  expect(body).toMatchObject({ code: 0 });
  const { url } = body.data as { url: string };
  expect(url).toMatch(/^\/user-problem\/problem-img\/[0-9a-f]{32}\.jpg$/);
  const image = await openImage(service, url, rosa);
  expect(image.status).toBe(200);
  expect(Object.fromEntries(image.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=3600',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const bytes = Buffer.from(await image.arrayBuffer());
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect(bytes.includes('CameraXYZ')).toBe(false);
});

test('[COMP-3] a failing image store is reported as busy, not as a failing database', async () => {
  const put = () => Promise.reject(new FilesUnavailableError('SlowDown'));
  const files = { ...service.dependencies.files, put };
  const own = lendingService(service.database, {}, { files: files as never });
  const rosa = await newBorrower(own);
  expect((await sendImage(own, rosa, locatedPhoto())).status).toBe(503);
  expect(own.reported).toContainEqual(
    expect.objectContaining({ level: 'warn', message: 'the image store could not serve a call' }),
  );
});

test('[SESS-4] to anyone else an image is as one that does not exist', async () => {
  const [rosa, other] = [await newBorrower(service), await newBorrower(service)];
  const address = await uploadedImage(service, rosa);
  const missing = `/user-problem/problem-img/${'0'.repeat(32)}.jpg`;
  const answers = await Promise.all(
    [address, missing].map(async (each) => (await openImage(service, each, other)).json()),
  );
  expect(answers[0]).toEqual({ code: '404', message: 'No encontramos lo que busca.', data: null });
  expect(answers[1]).toEqual(answers[0]);
  const anonymous = await openImage(service, address);
  expect(anonymous.status).toBe(401);
  expect(anonymous.headers.get('Cache-Control')).toBe('no-store');
  for (const path of ['..%2f..%2fetc%2fpasswd', '%2e%2e/secret.jpg', 'x.jpg', `${'0'.repeat(32)}.jpg%00`]) {
    expect((await openImage(service, `/user-problem/problem-img/${path}`, rosa)).status, path).toBe(404);
  }
});

test('only a signed link that still holds opens an image for the lender', async () => {
  const rosa = await newBorrower(service);
  const image = await uploadedImage(service, rosa);
  const { folio } = await service.ask(sendComplaint, { ...wholeDraft, images: [image] }, rosa);
  const listed = async () => {
    const { complaints } = await service.tell(listComplaints, { state: 'received', limit: 100 });
    return complaints.find((complaint) => complaint.folio === folio)?.images[0] ?? '';
  };
  const link = await listed();
  expect((await openImage(service, link)).status).toBe(200);
  const other = await uploadedImage(service, rosa);
  const changed = [
    link.replace(/signature=.{4}/, 'signature=0000'),
    link.replace(/expires=\d/, 'expires=9'),
    link.replace(image, other),
    link.replace(/&signature=.*/, ''),
  ];
  for (const address of changed) expect((await openImage(service, address)).status).toBe(401);
  service.setTime('2026-11-20T12:14:59-06:00');
  expect((await openImage(service, link)).status).toBe(200);
  service.setTime('2026-11-20T12:15:00-06:00');
  expect((await openImage(service, link)).status).toBe(401);
  service.setTime('2026-11-20T12:00:00-06:00');
});

test('[COMP-3] no hostile file gives more than a reason, none is kept, and the service answers on', async () => {
  const rosa = await newBorrower(service);
  const before = await rowCounts(service.database);
  const keptBefore = service.dependencies.files.files.size;
  const refused = hostileImages.filter(({ expected }) => expected !== 'clean');
  for (const { name, bytes } of refused) {
    const { status, body } = await sendImage(service, rosa, bytes());
    expect([413, 422], `${name}: ${status}`).toContain(status);
    expect(body.message, name).not.toBe('');
  }
  for (const bytes of truncations(smallImage('jpeg'))) {
    expect((await sendImage(service, rosa, bytes)).status).toBe(422);
  }
  expect(await rowCounts(service.database)).toEqual(before);
  expect(service.dependencies.files.files.size).toBe(keptBefore);
  expect(service.reported).toEqual([]);
  expect((await sendImage(service, rosa, smallImage('webp'))).status).toBe(200);
});

test('[COMP-3] a refused image says why, in the language of the page', async () => {
  const rosa = await newBorrower(service);
  const messageOf = async (bytes: Uint8Array) => (await sendImage(service, rosa, bytes)).body.message;
  expect(await messageOf(smallImage('animatedGif'))).toBe(
    'Ese archivo no es una imagen JPEG, PNG ni WebP. Elija otra o una captura de pantalla.',
  );
  expect(await messageOf(Buffer.concat([smallImage('jpeg'), Buffer.alloc(8 * 1024 * 1024)]))).toBe(
    'La imagen pesa más de 8 MB. Elija otra más ligera.',
  );
  expect(await messageOf(smallImage('jpeg').subarray(0, 200))).toBe(
    'La imagen está dañada o incompleta. Elija otra.',
  );
});

test('a file name with a path, a script or nothing in it changes nothing', async () => {
  const rosa = await newBorrower(service);
  for (const fileName of [
    '../../../etc/cron.d/x.jpg',
    'C:\\x.jpg',
    '<img onerror=alert(1)>.svg',
    '.jpg',
    'a\u202Egpj.exe',
  ]) {
    const { status, body } = await sendImage(service, rosa, smallImage('jpeg'), {
      fileName,
      contentType: 'text/html',
    });
    expect([status, JSON.stringify(body.data)], fileName).toEqual([
      200,
      expect.stringMatching(/^\{"url":"\/user-problem\/problem-img\/[0-9a-f]{32}\.jpg"\}$/),
    ]);
  }
});

test('a malformed multipart body is refused, never a failure of ours', async () => {
  const rosa = await newBorrower(service);
  const post = (contentType: string, body: string | Uint8Array<ArrayBuffer>) =>
    send(
      service.api,
      new Request(`http://lender.test${sendComplaintImage.path}`, {
        method: 'POST',
        headers: { ...credentials(rosa), 'Content-Type': contentType },
        body,
      }),
    );
  const form = 'multipart/form-data; boundary=b';
  const part = '--b\r\nContent-Disposition: form-data; name="problemImage"; filename="a.jpg"\r\n\r\n';
  const bodies: [string, string | Uint8Array<ArrayBuffer>][] = [
    [form, ''],
    [form, 'no boundary at all'],
    [form, part],
    [form, `${part}x\r\n--b`],
    [form, `${part.replace('\r\n\r\n', '')}x`],
    [form, new Uint8Array(70_000)],
    ['multipart/form-data', `${part}x\r\n--b--`],
    ['multipart/form-data; boundary=""', 'x'],
    [form, '--b\r\nContent-Disposition: form-data; name="other"\r\n\r\nx\r\n--b--\r\n'],
    [form, '--b\r\nContent-Disposition: form-data; name="problemImage"\r\n\r\ntext instead\r\n--b--\r\n'],
    ['application/json', '{"problemImage":"x"}'],
    ['application/x-www-form-urlencoded', 'problemImage=x'],
  ];
  for (const [contentType, body] of bodies) {
    const { status } = await post(contentType, body);
    expect([400, 422], `${contentType} ${String(body).slice(0, 80)}: ${status}`).toContain(status);
  }
  expect((await post(form, new Uint8Array(10 * 1024 * 1024))).status).toBe(413);
  expect(service.reported).toEqual([]);
});

test('an image belongs to one complaint only', async () => {
  const rosa = await newBorrower(service);
  const image = await uploadedImage(service, rosa);
  await service.ask(sendComplaint, { ...wholeDraft, images: [image, image] }, rosa);
  const again = await service.post(
    sendComplaint.path,
    { problemType: '3', problemDetail: 'Otra queja.', problemImage: image },
    rosa,
  );
  expect(again.status).toBe(422);
});

test('nine images are kept in their order', async () => {
  const rosa = await newBorrower(service);
  const images: string[] = [];
  for (let index = 0; index < 9; index += 1) images.push(await uploadedImage(service, rosa));
  images.reverse();
  const { complaintId } = await service.ask(sendComplaint, { ...wholeDraft, images }, rosa);
  const detail = await service.ask(readComplaint, { complaintId: complaintId ?? '' }, rosa);
  expect(detail.images).toEqual(images);
});

test('a borrower can leave only so many images unused', async () => {
  const rosa = await newBorrower(service);
  for (let index = 0; index < 36; index += 1) await uploadedImage(service, rosa);
  expect((await sendImage(service, rosa, smallImage('jpeg'))).status).toBe(429);
});

test('an image that no complaint took up is swept after a day, one in use is not', async () => {
  const rosa = await newBorrower(service);
  const [used, unused] = [await uploadedImage(service, rosa), await uploadedImage(service, rosa)];
  await service.ask(sendComplaint, { ...wholeDraft, images: [used] }, rosa);
  const { files } = service.dependencies;
  const nameIn = (address: string) => address.split('/').at(-1) ?? '';
  service.setTime('2026-11-21T11:59:59-06:00');
  await sweepUnattachedImages(service.dependencies);
  expect(files.files.has(nameIn(unused))).toBe(true);
  service.setTime('2026-11-21T12:00:01-06:00');
  await sweepUnattachedImages(service.dependencies);
  expect(files.files.has(nameIn(unused))).toBe(false);
  expect((await openImage(service, unused, rosa)).status).toBe(404);
  expect((await openImage(service, used, rosa)).status).toBe(200);
  service.setTime('2026-11-20T12:00:00-06:00');
});

test('a file that nobody noted is swept after a day, those that are noted are not', async () => {
  const rosa = await newBorrower(service);
  const noted = (await uploadedImage(service, rosa)).split('/').at(-1) ?? '';
  const { files } = service.dependencies;
  const lost = await files.put(smallImage('jpeg'));
  expect(await sweepLostFiles(service.dependencies)).toBe(0);
  service.setTime('2026-11-21T12:00:01-06:00');
  const recent = await files.put(smallImage('jpeg'));
  expect(await sweepLostFiles(service.dependencies)).toBe(1);
  expect([lost, noted, recent].map((name) => files.files.has(name))).toEqual([false, true, true]);
  service.setTime('2026-11-20T12:00:00-06:00');
});

test('the jobs of the service sweep', async () => {
  const rosa = await newBorrower(service);
  const unused = (await uploadedImage(service, rosa)).split('/').at(-1) ?? '';
  const lost = await service.dependencies.files.put(smallImage('jpeg'));
  service.setTime('2026-11-22T12:00:00-06:00');
  service.api.jobs.start();
  await service.api.jobs.stop();
  const { files: record } = service.dependencies.files;
  expect([record.has(unused), record.has(lost)]).toEqual([false, false]);
  service.setTime('2026-11-20T12:00:00-06:00');
});

test('[SESS-4] an image is shown to the cookie of its borrower, and to no other; its address needs no session', async () => {
  const [own, stranger] = [await newBorrower(service), await newBorrower(service)];
  const url = await uploadedImage(service, own);
  const openWith = (session: TestSession, { isHttps = false, search = '' } = {}) => {
    const rest = { appVersion: '', clientType: '', merchantNumber: '', mobilePhone: '' };
    const [cookie = ''] = sessionCookie({ ...session, ...rest }, { isHttps, seconds: 60 }).split(';');
    const headers = { Cookie: cookie };
    return service.api.fetch(new Request(`http://lender.test${url}${search}`, { headers }));
  };
  const shown = await openWith(own);
  expect([shown.status, shown.headers.get('Vary')]).toEqual([200, 'Cookie']);
  expect((await openWith(stranger)).status).toBe(404);
  expect((await openWith(own, { isHttps: true })).status).toBe(401);
  expect((await openWith(own, { search: '?sessionId=another&deviceId=d' })).status).toBe(401);
  const calls = lendingService(service.database, { sessionSources: { isHttps: false, isInAddress: false } });
  const search = new URLSearchParams({ sessionId: own.sessionId, deviceId: own.deviceId });
  expect((await calls.api.fetch(new Request(`http://lender.test${url}?${search}`))).status).toBe(401);
});
