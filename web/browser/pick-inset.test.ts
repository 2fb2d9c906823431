// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { pickInset } from './pick-inset.ts';

test('[PAYWAY-2] the code hides while another card is chosen, and is back with its own', () => {
  document.body.innerHTML = `<div>
    <label><input type="radio" name="card" value="31"></label>
    <label><input type="radio" name="card" value="32" checked></label>
    <div data-pick-inset><input name="verifyCode"></div></div>`;
  const inset = document.querySelector('[data-pick-inset]') as HTMLElement;
  const choose = (value: string) => document.querySelector<HTMLElement>(`[value="${value}"]`)?.click();
  pickInset(inset);
  expect(inset.hidden).toBe(false);
  choose('31');
  expect(inset.hidden).toBe(true);
  choose('32');
  expect(inset.hidden).toBe(false);
});

test('[PAYWAY-2] it is hidden from the start where another card is chosen already', () => {
  document.body.innerHTML = `<div><label><input type="radio" name="card" value="32"></label>
    <div data-pick-inset></div></div>`;
  const inset = document.querySelector('[data-pick-inset]') as HTMLElement;
  pickInset(inset);
  expect(inset.hidden).toBe(true);
});
