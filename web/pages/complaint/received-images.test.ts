import { expect, test } from 'vitest';
import { sendComplaintImage } from '#contract/calls/complaint.ts';
import { readPageQuery } from '#contract/page-query.ts';
import { smallImage } from '#fixtures/images.ts';
import { pagesDependencies } from '#tests/setup/open-page.ts';
import type { OpenScreen } from '../open-screen.ts';
import { receiveForm } from './received-images.ts';

const { formReader } = pagesDependencies;
const query = readPageQuery(new URLSearchParams());

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
  return { sizes, call: call as unknown as OpenScreen['call'] };
}

function receive(call: OpenScreen['call'], ...entries: readonly (readonly [string, string | File])[]) {
  const body = new FormData();
  for (const [name, value] of entries) body.append(name, value);
  const request = new Request('http://llano.test/complainPageNext', { method: 'POST', body });
  return receiveForm({ call, request, query, formReader, language: 'es' }, 9);
}

const photo = (bytes: Uint8Array<ArrayBuffer> = smallImage('jpeg')) => new File([bytes], 'foto.jpg');

const photos = (count: number) => Array.from({ length: count }, () => ['problemImage', photo()] as const);

test('[COMP-3] the images of a form are sent on, after those that were there', async () => {
  const { call, sizes } = backend();
  const received = await receive(call, ['content', 'Algo.'], ['image', '/old.jpg'], ...photos(2));
  expect(received).toMatchObject({
    images: ['/old.jpg', '/new-1.jpg', '/new-2.jpg'],
    takenCount: 2,
    problem: null,
  });
  expect(received.form.get('content')).toBe('Algo.');
  expect(sizes).toEqual([smallImage('jpeg').length, smallImage('jpeg').length]);
});

test('[COMP-2] of ten images nine are taken, and an empty picker sends none', async () => {
  const { call, sizes } = backend();
  expect((await receive(call, ...photos(10))).images).toHaveLength(9);
  expect(sizes).toHaveLength(9);
  const none = await receive(call, ['problemImage', new File([], '')], ['problemImage', 'text']);
  expect(none).toMatchObject({ images: [], takenCount: 0, problem: null });
  const more = Array.from({ length: 12 }, (_, index) => ['image', `/${index}.jpg`] as const);
  expect((await receive(call, ...more)).images).toHaveLength(9);
});

test('[COMP-3] an image that is refused says why, and the others are taken', async () => {
  const { call } = backend(['taken', 'refused', 'taken']);
  expect(await receive(call, ...photos(3))).toMatchObject({
    images: ['/new-1.jpg', '/new-3.jpg'],
    problem: { kind: 'image-type', message: 'No es una imagen.' },
  });
  const lost = await receive(backend(['network']).call, ...photos(1));
  expect(lost.problem).toEqual({ kind: 'unreachable', message: '' });
});

test('an image of more than 8 MB is not sent on', async () => {
  const { call, sizes } = backend();
  const received = await receive(call, ['problemImage', photo(new Uint8Array(8 * 1024 * 1024 + 1))]);
  expect(received).toMatchObject({ images: [], problem: { kind: 'image-too-large' } });
  expect(sizes).toEqual([]);
});

test('a file beyond all bounds leaves what was typed, and a body that is no form ends the reading', async () => {
  const { call } = backend();
  const large = photo(new Uint8Array(33 * 1024 * 1024));
  const received = await receive(call, ['content', 'Algo.'], ['problemImage', large]);
  expect(received).toMatchObject({ images: [], problem: { kind: 'image-too-large' } });
  expect(received.form.get('content')).toBe('Algo.');
  const request = new Request('http://llano.test/', {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    body: '--b\r\nContent-Disposition: form-data; name="problemImage"; filename="a"\r\n\r\nx',
  });
  await expect(receiveForm({ call, request, query, formReader, language: 'es' }, 9)).rejects.toMatchObject({
    status: 400,
  });
});

test('a form without files may come in the other encoding', async () => {
  const request = new Request('http://llano.test/', {
    method: 'POST',
    body: new URLSearchParams({ content: 'Algo.', image: '/old.jpg' }),
  });
  expect(
    await receiveForm({ call: backend().call, request, query, formReader, language: 'es' }, 9),
  ).toMatchObject({
    images: ['/old.jpg'],
  });
});
