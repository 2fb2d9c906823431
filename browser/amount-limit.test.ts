// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { amountLimit } from './amount-limit.ts';

test('[PAYWAY-6] letters are not taken, what stands is kept, and the caret stays where it was', () => {
  document.body.innerHTML = '<form><input value="" data-not-an-amount="Escriba un monto."></form>';
  const field = document.querySelector('input') as HTMLInputElement;
  amountLimit(field);
  const typing = (value: string, caret: number) => {
    field.value = value;
    field.setSelectionRange(caret, caret);
    field.dispatchEvent(new Event('input'));
    return [field.value, field.selectionStart];
  };
  expect(typing('a', 1)).toEqual(['', 0]);
  expect(typing('12a34.5', 3)).toEqual(['1234.5', 2]);
  expect(typing('$ 1,422.81 MXN', 14)).toEqual(['$ 1,422.81 ', 11]);
  expect(typing('1.422,81', 2)).toEqual(['1.422,81', 2]);
});

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
