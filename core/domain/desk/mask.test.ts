import { expect, test } from 'vitest';
import { maskedName, maskedPhone, maskedText } from './mask.ts';

test('a name shows the first letters of its first and last word', () => {
  expect(maskedName('Rosa Medina')).toBe('R••• M•••');
  expect(maskedName('  Ángel de la  Cruz ')).toBe('Á••• C•••');
  expect(maskedName('Rosa')).toBe('R•••');
  expect(maskedName('')).toBe('');
});

test('a number shows two digits at each end, and a short one nothing', () => {
  expect(maskedPhone('+52 55 1234 5618')).toBe('52 •••• ••18');
  expect(maskedPhone('1234567')).toBe('•••');
});

test('other texts show only whether there is one', () => {
  expect(maskedText('Calle 5 número 12')).toBe('•••');
  expect(maskedText('')).toBe('');
});
