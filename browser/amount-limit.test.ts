// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { amountLimit } from './amount-limit.ts';

test('an amount is checked against the debt as it is typed, and the browser holds back a wrong one', () => {
  document.body.innerHTML = `<form><input value="927.48" data-largest-minor="366583" data-too-much="Es más de lo que debe."
    data-not-an-amount="Escriba un monto."><output data-amount-says></output></form>`;
  const field = document.querySelector('input') as HTMLInputElement;
  amountLimit(field);
  const typing = (value: string) => {
    field.value = value;
    field.dispatchEvent(new Event('input'));
    return [field.validationMessage, document.querySelector('output')?.textContent];
  };
  expect(typing('3665.84')).toEqual(['Es más de lo que debe.', 'Es más de lo que debe.']);
  expect(typing('3665.83')).toEqual(['', '']);
  expect(typing('3.665,8')).toEqual(['', '']);
  for (const none of ['', '0', 'mil', '1.2.3']) {
    expect(typing(none)).toEqual(['Escriba un monto.', 'Escriba un monto.']);
  }
});
