import { expect, test } from 'vitest';
import { z } from 'zod';
import { wireSamples } from '#fixtures/wire-samples.ts';
import { type ComplaintDraft, openComplaint, readComplaint, sendComplaint } from './complaint.ts';

const draft: ComplaintDraft = {
  typeId: '2',
  subtypeId: null,
  content: 'Pagué dos veces',
  images: [],
  orderNumber: null,
};

test('a complaint without subtype, order and images sends them empty', () => {
  expect(z.encode(sendComplaint.request, draft)).toEqual({
    problemType: '2',
    problemSonType: '',
    problemDetail: 'Pagué dos veces',
    problemImage: '',
    orderNo: '',
  });
});

test('an image address with a comma stays one address', () => {
  const wire = z.encode(sendComplaint.request, { ...draft, images: ['/c/a,b.jpg', '/c/d.jpg'] });
  expect(wire.problemImage).toBe('/c/a%2Cb.jpg,/c/d.jpg');
});

test('a draft with more than nine images does not travel', () => {
  const images = Array.from({ length: 10 }, (_, index) => `/c/${index}.jpg`);
  expect(z.safeEncode(sendComplaint.request, { ...draft, images }).success).toBe(false);
});

test('images are read from a list and from a joined text alike', () => {
  const { response } = wireSamples.readComplaint();
  const listed = z.decode(readComplaint.response as z.ZodType<unknown, unknown>, response);
  const joined = z.decode(readComplaint.response as z.ZodType<unknown, unknown>, {
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
])('[COMP-6] isNeedScore %j asks for a rating: %j', (isNeedScore, asksForRating) => {
  const { response } = wireSamples.readComplaint({ response: { isNeedScore } });
  expect(z.decode(readComplaint.response as z.ZodType<unknown, unknown>, response)).toMatchObject({
    asksForRating,
  });
});

test('an order without its number is none to complain about', () => {
  const { response } = wireSamples.openComplaint({
    response: { orderList: [{ status: '180' }, { orderNo: '' }] },
  });
  expect(z.decode(openComplaint.response as z.ZodType<unknown, unknown>, response)).toMatchObject({
    orders: [],
  });
});

test.each(['', [], {}, null, undefined])(
  'the order a complaint starts from can be empty: %j',
  (orderDetail) => {
    const { response } = wireSamples.openComplaint({ response: { orderDetail } });
    expect(z.decode(openComplaint.response as z.ZodType<unknown, unknown>, response)).toMatchObject({
      order: null,
    });
  },
);
