// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneTimeCode } from './one-time-code.ts';

const get = vi.fn<(request: unknown) => Promise<unknown>>();

beforeEach(() => {
  vi.stubGlobal('OTPCredential', class {});
  vi.stubGlobal('navigator', { credentials: { get } });
  document.body.innerHTML = '<input value="">';
});

afterEach(() => {
  get.mockReset();
  vi.unstubAllGlobals();
});

const field = () => document.querySelector('input') as HTMLInputElement;

test('the code of the SMS is put into the field', async () => {
  get.mockResolvedValue({ code: '123456' });
  oneTimeCode(field());
  await expect.poll(() => field().value).toBe('123456');
  expect(document.activeElement).toBe(field());
  expect(get.mock.calls).toEqual([[{ otp: { transport: ['sms'] } }]]);
});

test('a borrower who says no types the code', async () => {
  get.mockRejectedValue(new DOMException('aborted', 'AbortError'));
  field().value = '12';
  oneTimeCode(field());
  await new Promise((resolve) => setTimeout(resolve));
  expect(field().value).toBe('12');
});

test('a browser that offers no codes is not asked', () => {
  Reflect.deleteProperty(window, 'OTPCredential');
  oneTimeCode(field());
  expect(get).not.toHaveBeenCalled();
});
