import { markets } from '#markets/markets.ts';

const writings = Object.values(markets).flatMap(({ currency }) => [
  currency.sign,
  currency.code,
  ...currency.spellings,
]);
const amount = new RegExp(
  `(?:${writings.map((writing) => writing.replace(/[.$]/g, '\\$&')).join('|')})\\s*(\\d+(?:[.,\\u00a0\\u202f ]\\d+)*)`,
  'gu',
);

/** An amount of money that somebody wrote, as written and in minor units. */
export interface WrittenAmount {
  readonly written: string;
  readonly amountMinor: number;
}

/**
 * The amounts in a text: digits after the sign or the code of a currency, grouped and with decimals in either style. Three
 * digits after the last mark are a group; one or two are decimals.
 */
export function amountsInText(text: string): WrittenAmount[] {
  return [...text.matchAll(amount)].map(([written, number = '']) => {
    const [, whole = number, decimals = ''] = /^(.*)[.,](\d{1,2})$/u.exec(number) ?? [];
    const digits = whole.replace(/\D/gu, '') + decimals.padEnd(2, '0');
    return { written, amountMinor: Number(digits) };
  });
}
