import { expect, test } from 'vitest';
import { amountsInText } from './amounts-in-text.ts';

test.each([
  ['Hoy debe $ 1.527,48; vence el 2027-02-18.', [152_748]],
  ['$1,527.48 and $\u00a0126', [152_748, 12_600]],
  ['₹ 1,20,000.5 o MXN 1.401', [12_000_050, 140_100]],
  ['Rs. 42,04.', [4_204]],
  ['Son 150.00 pesos, o 150 pesos.', [15_000, 15_000]],
  ['150 MXN, $150.00 M.N. y 1,500 PESOS', [15_000, 15_000, 150_000]],
  ['₹ 500/- or 500 rupees', [50_000, 50_000]],
  ['Pague ₹ ५०० hoy', [50_000]],
  ["$ 1'527.48", [152_748]],
  ['$ 1.2.3', [null]],
  ['500 hrs 20', []],
  ['El 19 de enero, folio QJ-2026-000123-38', []],
])('%s', (text, amounts) => {
  expect(amountsInText(text).map(({ amountMinor }) => amountMinor)).toEqual(amounts);
});
