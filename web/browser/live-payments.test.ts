// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { livePayments } from './live-payments.ts';

const look = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', look);
  vi.spyOn(location, 'reload').mockImplementation(reload);
  document.body.innerHTML = `<input><section data-live-payments="1-0" data-news="Llegó un pago." data-other-news="Hay novedades.">
    <output data-live-news>Esta página avisa sola.</output></section>`;
  livePayments(document.querySelector('section') as HTMLElement);
});

afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  look.mockReset();
  reload.mockReset();
});

const mark = (value: string) => new Response(null, { headers: { 'X-Loan-Payments': value } });
const says = () => document.querySelector('output')?.textContent;

test('a payment that arrives is announced, and the page loads anew', async () => {
  look.mockResolvedValueOnce(mark('1-0')).mockRejectedValueOnce(new Error('no network'));
  look.mockResolvedValueOnce(new Response(null));
  look.mockResolvedValue(mark('2-0'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(look.mock.calls[0]).toEqual([location.href, { method: 'HEAD' }]);
  expect([says(), reload.mock.calls.length]).toEqual(['Esta página avisa sola.', 0]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(says()).toBe('Llegó un pago.');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(reload).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(look).toHaveBeenCalledTimes(4);
});

test.each(['0-0', '1-1', '1-0-1-1', '1-0-d1-0'])(
  'where no payment arrived, as at the mark %s, only news of the loan is announced',
  async (value) => {
    look.mockResolvedValue(mark(value));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(says()).toBe('Hay novedades.');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(reload).toHaveBeenCalledOnce();
  },
);

test('while something is typed it is only announced', async () => {
  look.mockResolvedValue(mark('2-1'));
  document.querySelector('input')?.focus();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(says()).toBe('Llegó un pago.');
  expect(reload).not.toHaveBeenCalled();
});

test('while something typed is not sent it is only announced', async () => {
  look.mockResolvedValue(mark('2-1'));
  const field = document.querySelector('input') as HTMLInputElement;
  field.value = 'MBAN01002611230012';
  await vi.advanceTimersByTimeAsync(30_000);
  expect(says()).toBe('Llegó un pago.');
  expect(reload).not.toHaveBeenCalled();
});

test('where another page says what arrived, that one is looked at and gone to', async () => {
  document.body.innerHTML = `<section data-live-payments="1-0" data-live-at="/order?orderId=1"></section>`;
  livePayments(document.querySelector('section') as HTMLElement);
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  look.mockResolvedValue(mark('2-0'));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(look.mock.calls).toEqual([['/order?orderId=1', { method: 'HEAD' }]]);
  expect(assign.mock.calls).toEqual([['/order?orderId=1']]);
  expect(reload).not.toHaveBeenCalled();
});
