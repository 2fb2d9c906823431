import { expect, test } from 'vitest';
import { z } from 'zod';
import { wireSamples } from '#fixtures/wire-samples.ts';
import { type ComplaintDraft, problemInit, problemSave } from './complaint.ts';
import { problemDetail } from './complaint-history.ts';

const draft: ComplaintDraft = {
  typeId: '2',
  subtypeId: null,
  content: 'Pagué dos veces',
  images: [],
  orderNumber: null,
};

test('a complaint without subtype, order and images sends them empty', () => {
  expect(z.encode(problemSave.request, draft)).toEqual({
    problemType: '2',
    problemSonType: '',
    problemDetail: 'Pagué dos veces',
    problemImage: '',
    orderNo: '',
  });
});

test('an image address with a comma stays one address', () => {
  const wire = z.encode(problemSave.request, { ...draft, images: ['/c/a,b.jpg', '/c/d.jpg'] });
  expect(wire.problemImage).toBe('/c/a%2Cb.jpg,/c/d.jpg');
});

test('a draft with more than nine images does not travel', () => {
  const images = Array.from({ length: 10 }, (_, index) => `/c/${index}.jpg`);
  expect(z.safeEncode(problemSave.request, { ...draft, images }).success).toBe(false);
});

test('images are read from a list and from a joined text alike', () => {
  const { response } = wireSamples.problemDetail();
  const listed = z.decode(problemDetail.response as z.ZodType<unknown, unknown>, response);
  const joined = z.decode(problemDetail.response as z.ZodType<unknown, unknown>, {
    ...(response as object),
    images: (response as { images: string[] }).images.join(', '),
    disposeImages: '',
  });
  expect(joined).toStrictEqual(listed);
});

test.each([
  [0, false],
  ['0', false],
  ['', false],
  [null, false],
  [false, false],
  [1, true],
  [2, true],
  ['3', true],
  [true, true],
])('isNeedScore %j asks for a rating: %j', (isNeedScore, asksForRating) => {
  const { response } = wireSamples.problemDetail({ response: { isNeedScore } });
  expect(z.decode(problemDetail.response as z.ZodType<unknown, unknown>, response)).toMatchObject({
    asksForRating,
  });
});

test.each(['', [], {}, null, undefined])(
  'the order a complaint starts from can be empty: %j',
  (orderDetail) => {
    const { response } = wireSamples.problemInit({ response: { orderDetail } });
    expect(z.decode(problemInit.response as z.ZodType<unknown, unknown>, response)).toMatchObject({
      order: null,
    });
  },
);
