// @vitest-environment happy-dom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Market } from '#domain/market.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { type PhoneTyping, pasted, phoneTyping, regrouped } from './phone-typing.ts';

const own = phoneRuleOf(null);
const mexico = phoneRuleOf('MX');

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

test('[PROMO-8] deleting over a blank goes on to the next digit, either way', () => {
  expect(marked(regrouped(own, field('138|0013 8000'), true))).toBe('138 |0013 8000');
  expect(marked(regrouped(own, field('138|0013 8000')))).toBe('138| 0013 8000');
});

test('[PROMO-8] a pasted number comes without its calling code, at the caret', () => {
  expect(marked(pasted(mexico, '', '+52 (55) 4821-7736', ''))).toBe('55 4821 7736|');
  expect(marked(pasted(mexico, '55 ', '4821', ''))).toBe('55 4821|');
  expect(marked(pasted(own, '138 ', '0013', '8000'))).toBe('138 0013| 8000');
  expect(marked(pasted(own, '', '+86 138 0013 8000', ''))).toBe('138 0013 8000|');
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

test.each([
  ['', '1380013800099x', '138 0013 8000'],
  ['MX', '55482177369', '55 4821 7736'],
  ['IN', '98-455', '98455'],
])('[PROMO-8] in the field of market "%s" %s becomes %s', (market, typed, shown) => {
  const input = phoneField(market);
  input.value = typed;
  input.dispatchEvent(new InputEvent('input', { inputType: 'insertText' }));
  expect(input.value).toBe(shown);
  expect(input.selectionStart).toBe(shown.length);
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

test('[PROMO-8] a number is taken out of what is pasted, in the place of what was selected', () => {
  const input = phoneField('');
  input.value = '139';
  input.setSelectionRange(0, 3);
  const paste = Object.assign(new Event('paste', { cancelable: true }), {
    clipboardData: { getData: () => '+86 (138) 0013-8000' },
  });
  input.dispatchEvent(paste);
  expect(paste.defaultPrevented).toBe(true);
  expect(input.value).toBe('138 0013 8000');
});
