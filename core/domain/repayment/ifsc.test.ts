import { expect, test } from 'vitest';
import { isIfsc } from './ifsc.ts';

test.each(['HDFC0000001', 'SBIN0005943', 'ICIC0AB12C3'])('%s is a branch code', (text) => {
  expect(isIfsc(text)).toBe(true);
});

test.each([
  '',
  'HDFC1000001',
  'hdfc0000001',
  'HDF00000001',
  'HDFC000001',
  'HDFC00000011',
  'HDFC0000001\n',
  'HDFC0-00001',
])('%j is not a branch code', (text) => {
  expect(isIfsc(text)).toBe(false);
});
