import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MoneyError, minorAmount } from '../money/money.ts';
import { isUpiAddress, readUpiIntent, UpiError, upiIntent } from './upi.ts';

const payment = {
  payeeAddress: 'llano.repay@examplebank',
  payeeName: 'Llano Loans',
  amountMinor: minorAmount(142_281),
  currency: 'INR',
  transactionReference: 'L20261220-0001',
} as const;

test('the link carries payee, amount, currency and reference', () => {
  expect(upiIntent(payment)).toBe(
    'upi://pay?pa=llano.repay@examplebank&pn=Llano%20Loans&am=1422.81&cu=INR&tr=L20261220-0001',
  );
  expect(upiIntent({ ...payment, note: 'Instalment 1 of 4' })).toMatch(/&tn=Instalment%201%20of%204$/);
});

test.each([
  [1, '0.01'],
  [10, '0.10'],
  [100, '1.00'],
  [1_234_567_890, '12345678.90'],
  [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
])('[MONEY-1] %i paise are am=%s', (amount, shown) => {
  expect(upiIntent({ ...payment, amountMinor: minorAmount(amount) })).toContain(`&am=${shown}&`);
});

test('no name or note can add or change a parameter', () => {
  const text = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 40 })
    .filter((value) => value.trim() !== '');
  fc.assert(
    fc.property(text, text, (payeeName, note) => {
      const parameters = new URL(upiIntent({ ...payment, payeeName, note })).searchParams;
      expect([...parameters.keys()]).toEqual(['pa', 'pn', 'am', 'cu', 'tr', 'tn']);
      expect(parameters.get('pn')).toBe(payeeName.toWellFormed());
      expect(parameters.get('tn')).toBe(note.toWellFormed());
      expect(parameters.get('am')).toBe('1422.81');
    }),
  );
});

test.each([
  ['payee-address', { payeeAddress: 'nobody' }],
  ['payee-address', { payeeAddress: 'a@b&am=1' }],
  ['payee-name', { payeeName: ' ' }],
  ['payee-name', { payeeName: 'x'.repeat(100) }],
  ['amount', { amountMinor: minorAmount(0) }],
  ['amount', { amountMinor: minorAmount(-1) }],
  ['transaction-reference', { transactionReference: '' }],
  ['transaction-reference', { transactionReference: 'a&am=1' }],
  ['transaction-reference', { transactionReference: 'x'.repeat(36) }],
  ['note', { note: 'x'.repeat(81) }],
] as const)('a wrong part is refused as %s: %j', (code, change) => {
  expect(() => upiIntent({ ...payment, ...change })).toThrow(expect.objectContaining({ code }));
  expect(() => upiIntent({ ...payment, ...change })).toThrow(UpiError);
});

test('[MONEY-3] a fractional amount is refused', () => {
  expect(() => upiIntent({ ...payment, amountMinor: JSON.parse('1.5') })).toThrow(MoneyError);
});

test('an address is a name, an at sign and a handle', () => {
  for (const text of ['ab@ybl', 'asha.rao-1@okhdfcbank', '9876543210@paytm', 'x_y@upi2']) {
    expect(isUpiAddress(text)).toBe(true);
  }
  for (const text of [
    '',
    'a@b',
    '@ybl',
    'ab@',
    'ab@y@z',
    'a b@ybl',
    'ab@ybl.com',
    'ab@ybl\n',
    '.ab@ybl',
    'ab@1x',
  ]) {
    expect(isUpiAddress(text)).toBe(false);
  }
});

test('a link that somebody else built is read, and what is none is not', () => {
  const link = 'upi://pay?pa=q.shop@bank&pn=A%20Shop&tr=RZP1qrv2&tn=note&am=100&cu=INR&mc=5411';
  expect(readUpiIntent(link)).toEqual({
    ...{ payeeAddress: 'q.shop@bank', payeeName: 'A Shop', amountMinor: 10_000 },
    transactionReference: 'RZP1qrv2',
  });
  expect(readUpiIntent('upi://pay?pa=q.shop@bank')).toEqual({
    ...{ payeeAddress: 'q.shop@bank', payeeName: '', amountMinor: null, transactionReference: '' },
  });
  expect(readUpiIntent(link.replace('am=100', 'am=100.5'))?.amountMinor).toBe(10_050);
  for (const other of [
    link.replace('cu=INR', 'cu=USD'),
    link.replace('am=100', 'am=1.005'),
    link.replace('am=100', 'am=-1'),
    link.replace('q.shop@bank', 'nobody'),
    link.replace('upi://pay', 'https://pay'),
    `${link} `,
    '',
  ]) {
    expect(readUpiIntent(other)).toBeNull();
  }
});

test('[MONEY-1] what is built is read back to the paisa', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (amount) => {
      const amountMinor = minorAmount(amount);
      expect(readUpiIntent(upiIntent({ ...payment, amountMinor }))).toEqual({
        ...{ payeeAddress: payment.payeeAddress, payeeName: payment.payeeName, amountMinor },
        transactionReference: payment.transactionReference,
      });
    }),
  );
});
