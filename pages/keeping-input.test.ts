import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepingInput } from './keeping-input.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('an answer is passed on', async () => {
  expect(await keepingInput({ serverAction: async () => ({ done: true }) })).toEqual({ done: true });
  expect(vi.getTimerCount()).toBe(0);
});

test('[CALL-8] a server that cannot be reached becomes a problem for the page to show', async () => {
  const serverAction = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await keepingInput({ serverAction })).toEqual({ problem: { kind: 'network', message: '' } });
});

test('[CALL-3] [CALL-8] after 60 s without an answer the page gets its time-out', async () => {
  const answer = keepingInput({ serverAction: () => new Promise<never>(() => {}) });
  let isSettled = false;
  void answer.then(() => {
    isSettled = true;
  });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toEqual({ problem: { kind: 'timeout', message: '' } });
});

test('a redirect and an answer that is an error page pass through', async () => {
  const redirect = new Response(null, { status: 303 });
  const refused = new ErrorResponse(404, '', { kind: 'not-found', message: '' });
  await expect(keepingInput({ serverAction: () => Promise.reject(redirect) })).rejects.toBe(redirect);
  await expect(keepingInput({ serverAction: () => Promise.reject(refused) })).rejects.toBe(refused);
});
