import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awaitReload } from './reload-timer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('[CONFIRM-3] the dialog opens at once, and after 5.5 s the page that asks again takes the place of this one', () => {
  const surroundings = { openDialog: vi.fn(), replace: vi.fn() };
  awaitReload('/confirmLoan?isType=1', surroundings);
  expect(surroundings.openDialog).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(5499);
  expect(surroundings.replace).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(surroundings.replace.mock.calls).toEqual([['/confirmLoan?isType=1']]);
});

test('a page that is left does not go on', () => {
  const surroundings = { openDialog: vi.fn(), replace: vi.fn() };
  awaitReload('/confirmLoan?isType=1', surroundings)();
  vi.advanceTimersByTime(60_000);
  expect(surroundings.replace).not.toHaveBeenCalled();
});
