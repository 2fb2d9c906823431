import { allCurrencies } from '../market.ts';
import { notationOf } from '../money/amount-input.ts';
import type { Currency } from '../money/money.ts';
import { minorUnitsTyped } from '../money/typed-amount.ts';
import { plainText } from '../typed-text.ts';

const number = "\\d+(?:[.,'\u2019]\\d+|[ \u00a0\u202f]\\d{3}(?!\\d))*";

/** A word is one of its own: no part of a longer one. */
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

/** An amount of money that a person wrote, as written and in minor units; null where it has no one reading. */
export interface WrittenAmount {
  readonly text: string;
  readonly amountMinor: number | null;
}

/** The amounts in a text, in its order: digits beside the sign, the code or the word of a currency, read as a field reads them. */
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
