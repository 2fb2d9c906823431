// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneTimeCode } from './one-time-code.ts';

const get = vi.fn<(request: unknown) => Promise<unknown>>();

beforeEach(() => {
  get.mockResolvedValue(null);
  vi.stubGlobal('OTPCredential', class {});
  vi.stubGlobal('navigator', { credentials: { get } });
  document.body.innerHTML = `<input value="" autofocus data-one-time-code='{"min":6,"max":6}'>`;
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

test.each([
  ['Su código es 123456. No lo comparta.', '123456'],
  ['123-456', '123456'],
  ['१२३४५६', '123456'],
  ['12345', '12345'],
  ['1234567', '1234567'],
])('of a pasted "%s" %s stays', (pasted, shown) => {
  oneTimeCode(field());
  field().value = pasted;
  field().dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste' }));
  expect(field().value).toBe(shown);
});

test('[PROMO-2] a key beyond the code is not taken', () => {
  oneTimeCode(field());
  field().value = '123456';
  const key = new InputEvent('beforeinput', { inputType: 'insertText', data: '7', cancelable: true });
  field().setSelectionRange(6, 6);
  expect(field().dispatchEvent(key)).toBe(false);
});
