import { expect, test } from 'vitest';
import { readComplaint } from '#contract/calls/complaint.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { readOffer } from '#contract/calls/offer.ts';
import { readPaymentInstruction, readRepayment } from '#contract/calls/repayment.ts';
import {
  addressProblem,
  addressTolerances,
  createNamedOrigins,
  namedAddresses,
  originsText,
} from './named-origins.ts';

test('origins of images and of links are gathered apart, as the settings that allow them', () => {
  const origins = createNamedOrigins();
  expect(originsText(origins.origins)).toBe('');
  origins.add(readLoan, {
    productLogo: 'https://cdn.example/a.png',
    isNewContract: 'https://lender.example/terms',
  });
  origins.add(readRepayment, { repayList: [{ list: [{ BARcodeImg: 'https://codes.example/1?x=2' }] }] });
  origins.add(readPaymentInstruction, { imgList: [{ content: ['https://cdn.example/b.png'] }] });
  origins.add(readLoan, { noticeDesText: 'See https://no.example', h5Url: '/order', productLogo: null });
  origins.add(readLoan, undefined);
  expect(originsText(origins.origins)).toBe(
    [
      'Origins in its answers. What the pages may show and lead to has to be allowed, but for their own:',
      'IMAGE_ORIGINS=https://cdn.example,https://codes.example',
      'REDIRECT_ORIGINS=https://lender.example',
      '',
    ].join('\n'),
  );
});

test('each address is found where it stands, and a code beside its image is none', () => {
  const instruction = {
    repayDetail: { repayCode: '999180010023456788', vCode: '/i/7.png' },
    imgList: [{ content: ['a.png'] }],
  };
  expect(namedAddresses(readPaymentInstruction, instruction)).toEqual([
    { field: 'repayDetail.vCode', shows: 'image', address: '/i/7.png' },
    { field: 'imgList[0].content[0]', shows: 'image', address: 'a.png' },
  ]);
  expect(namedAddresses(readComplaint, { disposeImages: '/1.png,/2.png' }).map(({ field }) => field)).toEqual(
    [...['disposeImages[0]', 'disposeImages[1]']],
  );
  expect(namedAddresses(readComplaint, { images: ['/1.png'], disposeImages: null })).toEqual([
    { field: 'images[0]', shows: 'image', address: '/1.png' },
  ]);
});

const allowed = {
  apiBase: 'https://api.example/base',
  imageOrigins: ['https://cdn.example'],
  redirectOrigins: ['https://pay.example'],
};

test.each([
  ['image', 'https://cdn.example/a.png', null],
  ['image', 'data:image/png;base64,iVBORw0KGgo=', null],
  ['image', 'https://pay.example/a.png', 'it is on https://pay.example, which IMAGE_ORIGINS does not name'],
  ['image', '/a.png', 'it is on https://api.example, which IMAGE_ORIGINS does not name'],
  ['image', 'i/a.png', 'it is on https://api.example, which IMAGE_ORIGINS does not name'],
  ['link', '/contract?orderNo=7', null],
  ['link', 'https://pay.example/1', null],
  ['link', '/contratos/7.pdf', 'it is on https://api.example, which REDIRECT_ORIGINS does not name'],
  ['link', '//evil.example/a', 'it is no address that the pages follow'],
  ['link', 'javascript:alert(1)', 'it is no address that the pages follow'],
] as const)('the %s %s', (shows, address, problem) => {
  expect(addressProblem({ field: 'it', shows, address }, allowed)).toBe(problem);
});

test.each([
  ['/contratos/7.pdf', []],
  ['https://api.example/c', []],
  ['/contract?orderNo=7', []],
  ['https://elsewhere.example/c', ['agreement-own']],
  ['1', ['agreement-own']],
  ['', ['agreement-own']],
])('[CONFIRM-2] %j as the agreement: the kit says what the page does', (isNewContract, ids) => {
  const taken = addressTolerances(readOffer, { isNewContract }, allowed).map(({ id }) => id);
  expect(taken.filter((id) => id === 'agreement-own')).toEqual(ids);
});
