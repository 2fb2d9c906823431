import { expect, test } from 'vitest';
import { serverPart } from './server-part.ts';

test('the value is there for the server and in nothing that is sent on', () => {
  const part = serverPart({ amount: '$ 5.000,00' });
  expect(part.value.amount).toBe('$ 5.000,00');
  expect(Object.keys(part)).toEqual([]);
  expect(JSON.stringify(part)).toBe('{}');
});
