import { allCurrencies } from '../market.ts';
import { notationOf } from '../money/amount-input.ts';
import type { Currency } from '../money/money.ts';
import { minorUnitsTyped } from '../money/typed-amount.ts';
import { plainText } from '../typed-text.ts';

const number = "\\d+(?:[.,'\u2019]\\d+|[ \u00a0\u202f]\\d{3}(?!\\d))*";

/** Matches whole words only. */
function alternatives(currency: Currency): string {
  const writings = notationOf(currency).writings.toSorted((a, b) => b.length - a.length);
  const escaped = writings.map((writing) => writing.replace(/[.$/]/g, '\\$&'));
  return `(?<!\\p{L})(?:${escaped.join('|')})(?!\\p{L})`;
}

const patterns = allCurrencies.map((currency) => {
  const writing = alternatives(currency);
  return {
    currency,
    pattern: new RegExp(`${writing}\\s*${number}(?:\\s*${writing})?|${number}\\s*${writing}`, 'giu'),
  };
});

/** An amount in a text, as written and in minor units; null where it is ambiguous. */
export interface WrittenAmount {
  readonly text: string;
  readonly amountMinor: number | null;
}

/** Amounts in a text, in order: digits beside a currency's sign, code or word. */
export function amountsInText(text: string): WrittenAmount[] {
  const plain = plainText(text);
  const found = patterns.flatMap(({ currency, pattern }) =>
    [...plain.matchAll(pattern)].map(({ 0: written, index }) => ({
      index,
      text: written,
      amountMinor: minorUnitsTyped(written, notationOf(currency)),
    })),
  );
  return found
    .toSorted((a, b) => a.index - b.index)
    .map(({ text: written, amountMinor }) => ({ text: written, amountMinor }));
}
