import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

test('without a trusted proxy a forged X-Forwarded-For changes nothing', () => {
  expect(clientAddress('10.0.0.1', '1.2.3.4', 0)).toBe('10.0.0.1');
});

test('behind proxies, only the entries they added count', () => {
  expect(clientAddress('10.0.0.1', '6.6.6.6, 1.2.3.4', 1)).toBe('1.2.3.4');
  expect(clientAddress('10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2', 2)).toBe('1.2.3.4');
  expect(clientAddress('10.0.0.1', '1.2.3.4', 2)).toBe('10.0.0.1');
});

test.each([
  ['1.2.3.4:40001', '1.2.3.4'],
  ['[2001:db8::1]:40001', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['unknown', '10.0.0.1'],
  ['', '10.0.0.1'],
])('of %j a proxy tells %s, whatever port it writes after it', (entry, address) => {
  expect(clientAddress('10.0.0.1', `6.6.6.6, ${entry}`, 1)).toBe(address);
});
