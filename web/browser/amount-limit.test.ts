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

test('a wrong amount shows only our message, and the field gets the focus', () => {
  document.body.innerHTML = `<form><input required value="9999" data-largest-minor="366583" data-too-much="Es más de lo que debe."
    data-writings="[]" data-not-an-amount="Escriba un monto."><output data-amount-says></output></form>`;
  const field = document.querySelector('input') as HTMLInputElement;
  amountLimit(field);
  const refused = (value: string) => {
    field.value = value;
    field.blur();
    const event = new Event('invalid', { cancelable: true });
    field.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    expect(document.activeElement).toBe(field);
    return [document.querySelector('output')?.textContent, field.getAttribute('aria-invalid')];
  };
  expect(refused('9999')).toEqual(['Es más de lo que debe.', 'true']);
  expect(refused('')).toEqual(['Escriba un monto.', 'true']);
  field.value = '10';
  field.dispatchEvent(new Event('input'));
  expect(field.hasAttribute('aria-invalid')).toBe(false);
});
