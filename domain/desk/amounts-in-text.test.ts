import { expect, test } from 'vitest';
import { amountsInText } from './amounts-in-text.ts';

test.each([
  ['Hoy debe $ 1.527,48; vence el 2027-02-18.', [152_748]],
  ['$1,527.48 and $\u00a0126', [152_748, 12_600]],
  ['₹ 1,20,000.5 o MXN 1.401', [12_000_050, 140_100]],
  ['Rs. 42,04.', [4_204]],
  ['El 19 de enero, folio QJ-2026-000123-38', []],
])('%s', (text, amounts) => {
  expect(amountsInText(text).map(({ amountMinor }) => amountMinor)).toEqual(amounts);
});
