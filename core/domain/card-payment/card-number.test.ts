import { expect, test } from 'vitest';
import { groupedCardNumber } from './card-number.ts';

test('[PAYWAY-6] a card number is shown in groups of 4, however the backend masks and groups it', () => {
  for (const shown of [
    '4152********4417',
    '4152 **** **** 4417',
    '4152-xxxx-XXXX-4417',
    '4152••••••••4417',
  ]) {
    expect(groupedCardNumber(shown)).toBe('4152 •••• •••• 4417');
  }
  expect(groupedCardNumber('4152313412344417')).toBe('•••• •••• •••• 4417');
  expect(groupedCardNumber('4152 3134 1234 4417')).toBe('•••• •••• •••• 4417');
  expect(groupedCardNumber('371449*****8431')).toBe('3714 49•• •••8 431');
  expect(groupedCardNumber('4417')).toBe('4417');
  expect(groupedCardNumber('')).toBe('');
});
