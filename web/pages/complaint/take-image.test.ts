import { expect, test } from 'vitest';
import { pngOf, smallImage } from '#fixtures/images.ts';
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

test.each([
  ['jpeg', smallImage('jpeg'), 'image.jpg', 'image/jpeg'],
  ['png', pngOf({ width: 2, height: 2 }), 'image.png', 'image/png'],
  ['webp', smallImage('webp'), 'image.webp', 'image/webp'],
  ['animatedGif', smallImage('animatedGif'), 'image.gif', 'image/gif'],
  ['avif', smallImage('avif'), 'image.avif', 'image/avif'],
  ['text', Buffer.from('no image'), 'image', 'application/octet-stream'],
] as const)(
  '[COMP-3] a lender’s own backend gets the image with the name and type of what it is: %s',
  async (_format, bytes, name, type) => {
    const sent: object[] = [];
    const backend = async (request: Request) => {
      if (!request.url.includes('upload-problem-img')) {
        return Response.json({ code: 0, data: { problemType: [], problemSonType: [], orderList: [] } });
      }
      const file = (await request.formData()).get('problemImage') as File;
      sent.push({ name: file.name, type: file.type, size: file.size });
      return Response.json({ code: 0, data: { url: 'https://files.example/1' } });
    };
    const body = new FormData();
    body.append('problemImage', new File([bytes], 'foto.txt', { type: 'text/plain' }));
    const { response } = await requestPage(address, {
      backend,
      body: { method: 'POST', body },
    });
    expect(await response.json()).toEqual({ address: 'https://files.example/1', message: '' });
    expect(sent).toEqual([{ name, type, size: bytes.byteLength }]);
  },
);

test('there is nothing to see at its address', async () => {
  const { response } = await requestPage(address, { answers: {} });
  expect(response.status).toBe(405);
});
