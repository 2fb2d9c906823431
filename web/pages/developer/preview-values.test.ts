import { expect, test } from 'vitest';
import { readPageQuery } from '#contract/page-query.ts';
import {
  chosenBorrower,
  deviceIdOf,
  editableNames,
  otherSessionNames,
  previewLink,
  readPreviewValues,
} from './preview-values.ts';
import type { SandboxBorrower } from './sandbox-lender.ts';

const rosa: SandboxBorrower = {
  borrowerId: 'b-rosa',
  name: 'Rosa Medina',
  market: 'MX',
  userId: 'u-rosa',
  sessionId: 's-rosa',
  mobilePhone: '5512345678',
  hasSavedCard: false,
  today: '2026-11-20',
  products: [{ productId: 'mx-120', name: 'Llano 120' }],
  loans: [
    {
      loanId: 'l-2',
      productId: 'mx-90',
      currency: 'MXN',
      orderNumber: 'LL-2',
      status: 'under-review',
      dueMinor: 0,
      settlesMinor: 0,
      dueDate: '',
      extension: null,
      daysLate: 0,
      happened: [],
    },
    {
      loanId: 'l-1',
      productId: 'mx-120',
      currency: 'MXN',
      orderNumber: 'LL-1',
      status: 'settled',
      dueMinor: 0,
      settlesMinor: 0,
      dueDate: '',
      extension: null,
      daysLate: 0,
      happened: [],
    },
  ],
};
const ananya: SandboxBorrower = {
  ...rosa,
  borrowerId: 'b-ananya',
  market: 'IN',
  userId: 'u-ananya',
  sessionId: 's-ananya',
  products: [{ productId: 'in-120', name: 'Llano 120' }],
  loans: [],
};

test('[TEST-2] the borrower is the one named, else the owner of the session, else who has a loan and speaks the language', () => {
  const luis: SandboxBorrower = {
    ...rosa,
    borrowerId: 'b-luis',
    userId: 'u-luis',
    loans: rosa.loans.map((loan) => ({ ...loan, status: 'overdue' })),
  };
  const chosen = (search: string, language: 'es' | 'en' = 'es') =>
    chosenBorrower([rosa, luis, ananya], new URLSearchParams(search), language)?.borrowerId;
  expect(chosen('borrower=b-ananya&userId=u-rosa')).toBe('b-ananya');
  expect(chosen('userId=u-ananya')).toBe('b-ananya');
  expect(chosen('borrower=nobody')).toBe('b-luis');
  expect(chosen('', 'en')).toBe('b-ananya');
  expect(chosenBorrower([rosa], new URLSearchParams(), 'en')?.borrowerId).toBe('b-rosa');
  expect(chosenBorrower([], new URLSearchParams(), 'es')).toBeUndefined();
});

test('[TEST-1] a bare address opens with a fresh session, the newest loan and its product', () => {
  expect(readPreviewValues(new URLSearchParams(), rosa)).toMatchObject({
    sessionId: 's-rosa',
    userId: 'u-rosa',
    mobilePhone: '5512345678',
    productId: 'mx-90',
    orderId: 'l-2',
    deviceId: deviceIdOf(new URLSearchParams()),
  });
  expect(readPreviewValues(new URLSearchParams('productId=mx-120'), rosa)).toMatchObject({ orderId: 'l-1' });
  expect(readPreviewValues(new URLSearchParams(), ananya)).toMatchObject({
    productId: 'in-120',
    orderId: '',
  });
  expect(readPreviewValues(new URLSearchParams(), undefined)).toMatchObject({ sessionId: '', productId: '' });
});

test('[TEST-1] every value of the form is taken from the address, an empty one too', () => {
  const names = [...editableNames, ...otherSessionNames];
  const typed = Object.fromEntries(names.map((name) => [name, `typed-${name}`]));
  expect(readPreviewValues(new URLSearchParams(typed), rosa)).toEqual(typed);
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  expect(readPreviewValues(new URLSearchParams(empty), rosa)).toEqual(empty);
});

test('a session that was typed is not mixed with the demo borrower', () => {
  expect(readPreviewValues(new URLSearchParams('sessionId=mine'), rosa)).toMatchObject({
    sessionId: 'mine',
    userId: '',
    mobilePhone: '',
  });
});

test('an overlong value counts as absent', () => {
  const parameters = new URLSearchParams({ sessionId: 'x'.repeat(257), deviceId: 'x'.repeat(257) });
  expect(readPreviewValues(parameters, rosa).sessionId).toBe('s-rosa');
  expect(deviceIdOf(parameters)).toBe(deviceIdOf(new URLSearchParams()));
});

test('[TEST-1] a link carries the session, the language and every other value that is not empty', () => {
  const names = [...editableNames, ...otherSessionNames];
  const values = readPreviewValues(new URLSearchParams(names.map((name) => [name, `a&${name}`])), undefined);
  const link = new URL(previewLink('/carpmm', values, 'en', { requestType: 1 }), 'https://h5.example');
  expect(link.pathname).toBe('/carpmm');
  for (const name of names) expect(link.searchParams.get(name)).toBe(`a&${name}`);
  expect(link.searchParams.get('requestType')).toBe('1');
  expect(readPageQuery(link.searchParams)).toMatchObject({ language: 'en', sessionId: 'a&sessionId' });
  const bare = previewLink('/repay', { ...values, orderId: '', advertisingId: '' }, 'es');
  expect(bare).not.toMatch(/orderId|advertisingId/);
});
