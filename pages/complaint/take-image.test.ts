import { expect, test } from 'vitest';
import { smallImage } from '#fixtures/images.ts';
import { failure, type PageOptions, refused, requestPage } from '#tests/setup/open-page.ts';

const address = '/complainImage?sessionId=s-1&lang=2';

async function send(image: Uint8Array<ArrayBuffer>, answers: PageOptions['answers'] = {}) {
  const body = new FormData();
  body.append('problemImage', new File([image], 'foto.jpg'));
  const { response } = await requestPage(address, {
    answers: { openComplaint: {}, ...answers },
    body: { method: 'POST', body },
  });
  return { status: response.status, answer: await response.json() };
}

test('[COMP-3] an image that is taken is answered with its address', async () => {
  expect(await send(smallImage('jpeg'), { sendComplaintImage: { link: '/a.jpg' } })).toEqual({
    status: 200,
    answer: { address: '/a.jpg', message: '' },
  });
});

test('[COMP-3] an image that is refused is answered with the backend’s message, or ours for its size', async () => {
  const refusal = refused('image-type', 'Solo JPEG, PNG o WebP.');
  expect(await send(smallImage('jpeg'), { sendComplaintImage: refusal })).toEqual({
    status: 422,
    answer: { address: '', message: 'Solo JPEG, PNG o WebP.' },
  });
  expect((await send(new Uint8Array(8 * 1024 * 1024 + 1))).answer).toEqual({
    address: '',
    message: 'La imagen pesa más de 8 MB. Elija otra más ligera.',
  });
});

test('[CALL-8] where the backend did not answer neither does this, so that the image can be sent again', async () => {
  const { answer } = await send(smallImage('jpeg'), {
    sendComplaintImage: failure({ failure: 'network' }),
  });
  expect(answer).toEqual({ address: '', message: '' });
});

test('there is nothing to see at its address', async () => {
  const { response } = await requestPage(address, { answers: {} });
  expect(response.status).toBe(405);
});
