// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { amountKeys, amountLimit } from './amount-limit.ts';

test('[PAYWAY-6] no letter is taken of keys, and nothing away from what is pasted or filled in', () => {
  document.body.innerHTML = '<form><input value=""></form>';
  const field = document.querySelector('input') as HTMLInputElement;
  amountKeys(field);
  const takes = (inputType: string, data: string) =>
    field.dispatchEvent(new InputEvent('beforeinput', { inputType, data, cancelable: true }));
  for (const key of ['a', 'e', '-', 'ñ']) expect(takes('insertText', key), key).toBe(false);
  for (const key of ['1', '५', '.', ',', ' ', '$', "'"]) expect(takes('insertText', key), key).toBe(true);
  for (const inputType of ['insertFromPaste', 'insertReplacementText', 'insertFromDrop']) {
    expect(takes(inputType, '$1,000.00 MXN'), inputType).toBe(true);
  }
  // Some browsers fill in as if keys had typed the whole.
  expect(takes('insertText', '1000 pesos')).toBe(true);
  field.value = '$ 1,422.81 MXN';
  field.dispatchEvent(new Event('input'));
  expect(field.value).toBe('$ 1,422.81 MXN');
});

test('an amount is checked against the debt as it is typed, and the browser holds back a wrong one', () => {
  document.body.innerHTML = `<form><input value="927.48" data-largest-minor="366583" data-too-much="Es más de lo que debe."
    data-writings='["$","MXN","pesos"]' data-not-an-amount="Escriba un monto."><output data-amount-says></output></form>`;
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
  expect(typing('$3,665.83 MXN')).toEqual(['', '']);
  expect(typing('3000 pesos')).toEqual(['', '']);
  expect(typing('US$ 30')).toEqual(['Escriba un monto.', 'Escriba un monto.']);
  for (const none of ['', '0', 'mil', '1.2.3']) {
    expect(typing(none)).toEqual(['Escriba un monto.', 'Escriba un monto.']);
  }
});
