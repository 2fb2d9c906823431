// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveStatus } from './live-status.ts';

const look = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
const reload = vi.fn();
let isHidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', look);
  vi.spyOn(location, 'reload').mockImplementation(reload);
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  isHidden = false;
  document.body.innerHTML = '<section data-live-status="under-review"></section>';
  liveStatus(document.querySelector('section') as HTMLElement);
});

afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  look.mockReset();
  reload.mockReset();
});

const status = (name: string) =>
  new Response(null, { headers: { 'X-Request-Id': 'r-1', 'X-Order-Status': name } });

test('the status is looked at every 15 s, and the page loads anew only when it differs', async () => {
  look.mockImplementation(async () => status('under-review'));
  await vi.advanceTimersByTimeAsync(14_999);
  expect(look).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(look.mock.calls).toEqual([[location.href, { method: 'HEAD' }]]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(look).toHaveBeenCalledTimes(3);
  expect(reload).not.toHaveBeenCalled();
  look.mockImplementation(async () => status('paying-out'));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(reload).toHaveBeenCalledOnce();
});

test('an answer that tells no status, such as one that asks to sign in, is shown', async () => {
  look.mockImplementation(
    async () => new Response(null, { status: 401, headers: { 'X-Request-Id': 'r-1' } }),
  );
  await vi.advanceTimersByTimeAsync(15_000);
  expect(reload).toHaveBeenCalledOnce();
});

test('[CALL-8] an answer of a network that asks to sign in changes nothing', async () => {
  look.mockImplementation(async () => new Response('<h1>Wi-Fi</h1>'));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reload).not.toHaveBeenCalled();
});

test('[CALL-8] a look that fails changes nothing, and the next one is made', async () => {
  look.mockRejectedValue(new TypeError('no connection'));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(look).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
});

test('a hidden page does not look, and one that was left stops', async () => {
  look.mockImplementation(async () => status('paying-out'));
  isHidden = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(look).not.toHaveBeenCalled();
  isHidden = false;
  document.body.replaceChildren();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(look).not.toHaveBeenCalled();
});
