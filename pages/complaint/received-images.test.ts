import { expect, test } from 'vitest';
import { sendComplaintImage } from '#contract/calls/complaint.ts';
import { smallImage } from '#fixtures/images.ts';
import type { OpenScreen } from '../open-screen.server.ts';
import { receiveForm } from './received-images.server.ts';

function backend(answers: readonly ('taken' | 'refused' | 'network')[] = []) {
  const sizes: number[] = [];
  const call = async (called: unknown, { image }: { image: File }) => {
    expect(called).toBe(sendComplaintImage);
    sizes.push(image.size);
    const answer = answers[sizes.length - 1] ?? 'taken';
    if (answer === 'taken') return { success: true, data: { link: `/new-${sizes.length}.jpg` } };
    return {
      success: false,
      failure: answer,
      errorCode: answer === 'refused' ? 'image-type' : null,
      message: answer === 'refused' ? 'No es una imagen.' : '',
    };
  };
  return { sizes, screen: { call } as unknown as Pick<OpenScreen, 'call'> };
}

function formOf(...entries: readonly (readonly [string, string | File])[]): Request {
  const body = new FormData();
  for (const [name, value] of entries) body.append(name, value);
  return new Request('http://llano.test/complainPageNext', { method: 'POST', body });
}

const photo = (bytes: Uint8Array<ArrayBuffer> = smallImage('jpeg')) => new File([bytes], 'foto.jpg');

test('[COMP-3] the images of a form are sent on, after those that were there', async () => {
  const { screen, sizes } = backend();
  const received = await receiveForm(
    screen,
    formOf(
      ['readComplaint', 'Algo.'],
      ['image', '/old.jpg'],
      ['problemImage', photo()],
      ['problemImage', photo()],
    ),
  );
  expect(received).toMatchObject({
    images: ['/old.jpg', '/new-1.jpg', '/new-2.jpg'],
    takenCount: 2,
    problem: null,
  });
  expect(received.form.get('readComplaint')).toBe('Algo.');
  expect(sizes).toEqual([smallImage('jpeg').length, smallImage('jpeg').length]);
});

test('[COMP-2] of ten images nine are taken, and an empty picker sends none', async () => {
  const { screen, sizes } = backend();
  const ten = Array.from({ length: 10 }, () => ['problemImage', photo()] as const);
  expect((await receiveForm(screen, formOf(...ten))).images).toHaveLength(9);
  expect(sizes).toHaveLength(9);
  const none = await receiveForm(
    screen,
    formOf(['problemImage', new File([], '')], ['problemImage', 'text']),
  );
  expect(none).toMatchObject({ images: [], takenCount: 0, problem: null });
  const more = Array.from({ length: 12 }, (_, index) => ['image', `/${index}.jpg`] as const);
  expect((await receiveForm(screen, formOf(...more))).images).toHaveLength(9);
});

test('[COMP-3] an image that is refused says why, and the others are taken', async () => {
  const { screen } = backend(['taken', 'refused', 'taken']);
  const three = Array.from({ length: 3 }, () => ['problemImage', photo()] as const);
  expect(await receiveForm(screen, formOf(...three))).toMatchObject({
    images: ['/new-1.jpg', '/new-3.jpg'],
    problem: { kind: 'image-type', message: 'No es una imagen.' },
  });
  expect((await receiveForm(backend(['network']).screen, formOf(['problemImage', photo()]))).problem).toEqual(
    {
      kind: 'network',
      message: '',
    },
  );
});

test('an image of more than 8 MB is not sent on', async () => {
  const { screen, sizes } = backend();
  const received = await receiveForm(
    screen,
    formOf(['problemImage', photo(new Uint8Array(8 * 1024 * 1024 + 1))]),
  );
  expect(received).toMatchObject({ images: [], problem: { kind: 'image-too-large' } });
  expect(sizes).toEqual([]);
});

test('a file beyond all bounds, and a body that is no form, end the reading with a status', async () => {
  const { screen } = backend();
  await expect(
    receiveForm(screen, formOf(['problemImage', photo(new Uint8Array(33 * 1024 * 1024))])),
  ).rejects.toMatchObject({ init: { status: 413 } });
  const malformed = new Request('http://llano.test/', {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    body: '--b\r\nContent-Disposition: form-data; name="problemImage"; filename="a"\r\n\r\nx',
  });
  await expect(receiveForm(screen, malformed)).rejects.toMatchObject({ init: { status: 400 } });
});

test('a form without files may come in the other encoding', async () => {
  const request = new Request('http://llano.test/', {
    method: 'POST',
    body: new URLSearchParams({ readComplaint: 'Algo.', image: '/old.jpg' }),
  });
  expect(await receiveForm(backend().screen, request)).toMatchObject({ images: ['/old.jpg'] });
});
