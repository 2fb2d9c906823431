// @vitest-environment happy-dom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Market } from '#domain/market.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { type PhoneTyping, phoneTyping, regrouped, takesKey } from './phone-typing.ts';

const own = phoneRuleOf(null);
const mexico = phoneRuleOf('MX');
const india = phoneRuleOf('IN');

/** A field from a text in which `|` is the caret, and back. */
const field = (marked: string): PhoneTyping => ({
  value: marked.replace('|', ''),
  caret: marked.indexOf('|'),
});
const marked = ({ value, caret }: PhoneTyping): string => `${value.slice(0, caret)}|${value.slice(caret)}`;

test.each([
  ['1380|', '138 0|'],
  ['138 00138|', '138 0013 8|'],
  ['13|8 0013 8000', '13|8 0013 8000'],
  ['139|8 0013 800', '139| 8001 3800'],
  ['138|0013 8000', '138| 0013 8000'],
  ['abc1|', '1|'],
  ['|', '|'],
])('[PROMO-8] %s becomes %s: grouped 3-4-4, the caret behind its digit', (typed, shown) => {
  expect(marked(regrouped(own, field(typed)))).toBe(shown);
});

test('[PROMO-8] deleting a blank deletes the next digit, in both directions', () => {
  expect(marked(regrouped(own, field('138|0013 8000'), true))).toBe('138 |0013 8000');
  expect(marked(regrouped(own, field('138|0013 8000')))).toBe('138| 0013 8000');
});

test('[PROMO-2] [PROMO-8] of keys a field takes digits, as many as a number has after its calling code', () => {
  expect(takesKey(own, '1380013800', '0')).toBe(true);
  expect(takesKey(own, '13800138000', '9')).toBe(false);
  expect(takesKey(mexico, '55 4821 7736', '9')).toBe(false);
  expect(takesKey(mexico, '525 548 2177', '3')).toBe(true);
  expect(takesKey(mexico, '044 554 8217', '7')).toBe(true);
  expect(takesKey(india, '98455 0127', '६')).toBe(true);
  expect(takesKey(india, '', '+')).toBe(true);
  for (const key of ['a', ' ', '-']) expect(takesKey(india, '98455', key)).toBe(false);
});

test('[PROMO-8] typing digits one by one gives them all, wherever the caret stands', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,11}$/), fc.nat(11), fc.nat(9), (digits, at, digit) => {
      const before = regrouped(own, { value: digits, caret: Math.min(at, digits.length) });
      if (digits.length === 11) return;
      const value = `${before.value.slice(0, before.caret)}${digit}${before.value.slice(before.caret)}`;
      const after = regrouped(own, { value, caret: before.caret + 1 });
      expect(after.value.replaceAll(' ', '')).toBe(value.replaceAll(' ', ''));
      expect(after.value[after.caret - 1]).toBe(String(digit));
    }),
  );
});

/** A phone field in the page, as the markup of a market has it. */
function phoneField(market: string): HTMLInputElement {
  document.body.innerHTML = '<input type="tel">';
  const input = document.querySelector('input') as HTMLInputElement;
  input.dataset.phoneRule = JSON.stringify(phoneRuleOf((market || null) as Market | null));
  phoneTyping(input);
  return input;
}

/** Types keys at the end of a field, as a browser does. */
function typeKeys(input: HTMLInputElement, keys: string): void {
  for (const data of keys) {
    const init = { inputType: 'insertText', data, cancelable: true };
    input.setSelectionRange(input.value.length, input.value.length);
    if (!input.dispatchEvent(new InputEvent('beforeinput', init))) continue;
    input.value += data;
    input.dispatchEvent(new InputEvent('input', init));
  }
}

test.each([
  ['', '1380013800099x', '138 0013 8000'],
  ['MX', '55482177369', '55 4821 7736'],
  ['MX', '5255482177369', '55 4821 7736'],
  ['IN', '98-455', '98455'],
  ['IN', '०९८४५५०१२७६', '98455 01276'],
])('[PROMO-8] in the field of market "%s" keys %s give %s', (market, keys, shown) => {
  const input = phoneField(market);
  typeKeys(input, keys);
  expect(input.value).toBe(shown);
  expect(input.selectionStart).toBe(shown.length);
});

test.each([
  ['MX', '+52 (55) 4821-7736', '55 4821 7736'],
  ['MX', '+91 98455 01276', '+91 98455 01276'],
  ['IN', '9845501276 / 9845501277', '9845501276 / 9845501277'],
  ['IN', '98455 012761', '98455 012761'],
])('[PROMO-8] what is pasted into the field of market %s stays whole: %s', (market, text, shown) => {
  const input = phoneField(market);
  const before = new InputEvent('beforeinput', {
    inputType: 'insertFromPaste',
    data: text,
    cancelable: true,
  });
  expect(input.dispatchEvent(before)).toBe(true);
  input.value = text;
  input.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste' }));
  expect(input.value).toBe(shown);
  // No browser says how a field was filled in.
  input.value = text;
  input.dispatchEvent(new Event('input'));
  expect(input.value).toBe(shown);
});

test('[PROMO-8] deleting forward meets the next digit, and what is still being composed is left alone', () => {
  const input = phoneField('');
  input.value = '138 0013 8000';
  input.setSelectionRange(3, 3);
  input.dispatchEvent(new InputEvent('input', { inputType: 'deleteContentForward' }));
  expect(input.selectionStart).toBe(4);
  input.value = '１38';
  input.dispatchEvent(new InputEvent('input', { isComposing: true }));
  expect(input.value).toBe('１38');
});
