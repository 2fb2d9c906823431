import { allMarkets, marketOf } from '../market.ts';

const currencies = allMarkets.map((market) => marketOf[market].currency);
const writingsOf = ({ sign, code, spellings }: (typeof currencies)[number]): string[] => [
  sign,
  code,
  ...spellings,
];
const amount = new RegExp(
  `(${currencies
    .flatMap(writingsOf)
    .map((writing) => writing.replace(/[.$]/g, '\\$&'))
    .join('|')})\\s*(\\d+(?:[.,\\u00a0\\u202f ]\\d+)*)`,
  'gu',
);

/** An amount of money that a person wrote, as written and in minor units. */
export interface WrittenAmount {
  readonly text: string;
  readonly amountMinor: number;
}

/**
 * The amounts in a text: digits after the sign or the code of a currency, grouped and with decimals in either style. As many
 * digits after the last mark as the currency has decimals, or fewer, are decimals; any other number of them is a group.
 */
export function amountsInText(text: string): WrittenAmount[] {
  return [...text.matchAll(amount)].map(([amountText, writing = '', number = '']) => {
    const decimals = currencies.find((currency) => writingsOf(currency).includes(writing))?.decimals ?? 0;
    const fraction =
      decimals === 0 ? '' : (new RegExp(`[.,](\\d{1,${decimals}})$`, 'u').exec(number)?.[1] ?? '');
    const whole = fraction === '' ? number : number.slice(0, -fraction.length);
    return {
      text: amountText,
      amountMinor: Number(whole.replace(/\D/gu, '') + fraction.padEnd(decimals, '0')),
    };
  });
}
