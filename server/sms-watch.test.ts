import { expect, test } from 'vitest';
import { createSmsWatch } from './sms-watch.ts';

test('messages are counted by outcome, and an exhausted shared budget is reported', () => {
  const warned: unknown[] = [];
  const warn = (_message: string, fields?: unknown) => void warned.push(fields);
  const watch = createSmsWatch({ info() {}, warn, error() {} });
  watch.concluded('registration', 'accepted');
  watch.concluded('card-payment', 'accepted');
  watch.refused('registration', 'number');
  expect(warned).toEqual([]);
  watch.refused('registration', 'prefix');
  watch.refused('registration', 'prefix');
  expect(warned).toHaveLength(2);
  expect(warned[0]).toEqual({ purpose: 'registration', scope: 'prefix' });
  expect([...watch.counts]).toEqual([
    ['registration accepted', 1],
    ['card-payment accepted', 1],
    ['registration refused number', 1],
    ['registration refused prefix', 2],
  ]);
});
