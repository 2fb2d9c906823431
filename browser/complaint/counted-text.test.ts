// @vitest-environment happy-dom
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { countGraphemes } from '#domain/graphemes.ts';
import { answeredEvent } from '../enhanced-form.ts';
import { countedText, limitText } from './counted-text.ts';

test('[COMP-2] what is typed beyond the limit at the end is ignored', () => {
  expect(limitText({ value: 'abcdef', caret: 6 }, 5)).toEqual({ value: 'abcde', caret: 5 });
  expect(limitText({ value: 'abcde', caret: 2 }, 5)).toEqual({ value: 'abcde', caret: 2 });
});

test('[COMP-2] what is pasted too much in the middle goes, and nothing written earlier', () => {
  expect(limitText({ value: 'abXYZcde', caret: 5 }, 6)).toEqual({ value: 'abXcde', caret: 3 });
});

test('[COMP-2] an emoji is one character, and never cut in two', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(limitText({ value: family.repeat(3), caret: family.length * 3 }, 2)).toEqual({
    value: family.repeat(2),
    caret: family.length * 2,
  });
});

test('[COMP-2] no edit leaves more than the limit, and the caret stays within the text', () => {
  const characters = fc.array(fc.constantFrom('a', ' ', 'é', 'e\u0301', '👍🏽', '🇲🇽', '\n'), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(characters, characters, fc.nat({ max: 20 }), (before, after, limit) => {
      const head = before.join('');
      const limited = limitText({ value: head + after.join(''), caret: head.length }, limit);
      expect(countGraphemes(limited.value)).toBeLessThanOrEqual(limit);
      expect(limited.caret).toBeLessThanOrEqual(head.length);
      const isWhole = countGraphemes(head + after.join('')) <= limit;
      if (isWhole) expect(limited.value).toBe(head + after.join(''));
    }),
  );
});

beforeEach(() => {
  document.body.innerHTML = `<form>
    <textarea id="content" maxlength="200" data-left="Quedan {count}."></textarea>
    <p data-counter><span>Usados </span>0/200</p><output data-left-output></output>
    <div data-slot="content-error"></div>
  </form>`;
});

const element = <Kind extends Element>(selector: string) => document.querySelector(selector) as Kind;
const area = () => element<HTMLTextAreaElement>('textarea');
const counter = () => element('[data-counter]').textContent;
const said = () => element('output').textContent;

function type(text: string, event: Event = new Event('input')): void {
  area().value = text;
  area().setSelectionRange(text.length, text.length);
  area().dispatchEvent(event);
}

test('[COMP-2] the counter counts what a person would, and replaces the browser’s own limit', () => {
  type('antes');
  countedText(area());
  expect(counter()).toBe('Usados 5/200');
  expect(area().hasAttribute('maxlength')).toBe(false);
  type('ñ👨‍👩‍👧‍👦');
  expect(counter()).toBe('Usados 2/200');
});

test('[COMP-2] the 201st character is ignored', () => {
  countedText(area());
  type('a'.repeat(201));
  expect(area().value).toBe('a'.repeat(200));
  expect(counter()).toBe('Usados 200/200');
  type('b'.repeat(200));
  expect(area().value).toBe('b'.repeat(200));
});

test('[COMP-2] nothing is cut while a character is being composed', () => {
  countedText(area());
  type('a'.repeat(201), new InputEvent('input', { isComposing: true }));
  expect(area().value).toHaveLength(201);
  area().dispatchEvent(new Event('compositionend'));
  expect(area().value).toHaveLength(200);
});

test.each([
  [21, ''],
  [20, 'Quedan 20.'],
  [19, ''],
  [10, 'Quedan 10.'],
  [0, 'Quedan 0.'],
])('[COMP-2] with %i left it says "%s"', (left, text) => {
  countedText(area());
  type('a'.repeat(200 - left));
  expect(said()).toBe(text);
});

test('an answer that refuses the text marks it and leads back to it', () => {
  countedText(area());
  const answer = () => element('form').dispatchEvent(new Event(answeredEvent));
  answer();
  expect(area().getAttribute('aria-invalid')).toBe('false');
  expect(document.activeElement).not.toBe(area());
  element('[data-slot]').innerHTML = '<p id="content-error">Escriba algo.</p>';
  answer();
  expect(area().getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(area());
});
