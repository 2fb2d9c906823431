import { expect, test } from 'vitest';
import { payerName, payerNameRules } from './payer-name.ts';

test.each([
  ['Rosa Medina', 'Rosa Medina', 'Rosa Medina'],
  ['Sean O’Brien', "Sean O'Brien", "Sean O'Brien"],
  ['Luis Johnson`s', "Luis Johnson's", "Luis Johnson's"],
  ['José Muñoz-Ávila', 'José Muñoz-Ávila', 'José Muñoz-Ávila'],
  ['Luis 2 Soto', 'Luis Soto', 'Luis Soto'],
  ['अनन्या राव', 'Cliente', 'अनन्या राव'],
  ['Madonna', 'Madonna', 'Cliente Madonna'],
  ['X', 'Cliente X', 'Cliente Llano X'],
  ['', 'Cliente', 'Cliente Llano'],
])('"%s" is sent to Conekta as "%s" and for OXXO as "%s"', (name, conekta, oxxo) => {
  expect(payerName(name, payerNameRules.conekta)).toBe(conekta);
  expect(payerName(name, payerNameRules.oxxo)).toBe(oxxo);
});
