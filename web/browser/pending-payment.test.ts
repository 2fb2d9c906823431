// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { pendingPayment } from './pending-payment.ts';

const link = 'https://paginas.example/payWay?repaymentId=payment-1';
const look = vi.fn<(address: string, init: RequestInit) => Promise<{ readonly type: string }>>();

let replace: MockInstance<(address: string | URL) => void>;

beforeEach(() => {
  vi.useFakeTimers();
  replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
  vi.stubGlobal('fetch', look);
  document.body.innerHTML = `<a href="${link}">Revisar ahora</a>`;
  pendingPayment(document.querySelector('a') as HTMLElement);
});

afterEach(() => {
  look.mockReset();
  vi.useRealTimers();
});

test('it checks every 10 s and continues once the payment has ended', async () => {
  look.mockResolvedValueOnce({ type: 'basic' }).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(9_999);
  expect(look).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_001);
  expect(look.mock.calls).toEqual([
    [link, { method: 'HEAD', redirect: 'manual' }],
    [link, { method: 'HEAD', redirect: 'manual' }],
  ]);
  expect(replace).not.toHaveBeenCalled();
  look.mockResolvedValue({ type: 'opaqueredirect' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(replace.mock.calls).toEqual([[link]]);
});

test('a page that is not seen does not look', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(look).not.toHaveBeenCalled();
});
