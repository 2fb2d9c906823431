import { expect, test } from 'vitest';
import { typedDay } from './calendar.ts';
import { trackingKeyOf } from './repayment/payment-claim.ts';
import { digitsOf, plainText } from './typed-text.ts';

test('digits of every script are read by their value', () => {
  const zeros = Array.from({ length: 0x1_ff_ff }, (_, code) => code).filter((code) =>
    /\p{Nd}/u.test(String.fromCodePoint(code)),
  );
  expect(zeros.length % 10).toBe(0);
  for (const [index, code] of zeros.entries()) {
    expect(plainText(String.fromCodePoint(code))).toBe(String(index % 10));
  }
  expect(digitsOf('९८४५५ ०१२७६')).toBe('9845501276');
  expect(digitsOf('５５ ４８２１ ７７３６')).toBe('5548217736');
});

test('marks of direction and other unseen characters go, superscripts and fractions stay', () => {
  expect(plainText('\u202a+52\u00a055\u2066 4821\u2069 7736\u202c\ufeff')).toBe('+52 55 4821 7736');
  for (const text of ['5²', '1½', '①']) expect(plainText(text)).toBe(text);
});

test('a day and a tracking key are read in digits of any script', () => {
  expect(typedDay(' \u200e२०२७-०२-१८ ')).toBe('2027-02-18');
  for (const text of ['2027-02-30', '18/02/2027', '']) expect(typedDay(text)).toBeNull();
  expect(trackingKeyOf('ｕｔｒ ४१२३-\u202a45')).toBe('UTR412345');
});
