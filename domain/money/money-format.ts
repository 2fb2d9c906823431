import { markets } from '#markets/markets.ts';
import type { Language } from '../language.ts';
import { type Currency, type MinorAmount, minorAmount } from './money.ts';

/** How amounts are written: `dot` groups with a dot in both languages, `locale` follows the language (MONEY-2). */
export type AmountStyle = 'dot' | 'locale';

const noBreakSpace = '\u00a0';
const threes = /\B(?=(?:\d{3})+$)/g;
const threeThenTwos = /\B(?=\d{3}$|(?:\d{2})+\d{3}$)/g;

/**
 * Writes the integer `scaled` divided by 10^decimals, grouped, without any loss (MONEY-2).
 * @param scaled an integer within ±(2^53-1).
 * @param decimals 0 or more; 0 writes no decimal mark.
 * @throws MoneyError for anything but such an integer.
 */
export function formatScaled(
  scaled: number,
  decimals: number,
  language: Language,
  style: AmountStyle,
): string {
  const digits = String(Math.abs(minorAmount(scaled))).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  const groupMark = style === 'dot' ? '.' : ',';
  const decimalMark = style === 'dot' ? ',' : '.';
  const grouped = whole.replace(style === 'locale' && language === 'en' ? threeThenTwos : threes, groupMark);
  return (scaled < 0 ? '-' : '') + grouped + (decimals > 0 ? decimalMark + fraction : '');
}

type Markets = (typeof markets)[keyof typeof markets];

/** How a currency is written, or where none is known the one of the first market that speaks the language (LANG-2, MONEY-4). */
function currencyFacts(language: Language, currency: Currency | null): Markets['currency'] {
  const all = Object.values(markets) as [Markets, ...Markets[]];
  const isIts = (each: Markets) =>
    currency === null ? each.language === language : each.currency.code === currency;
  return (all.find(isIts) ?? all[0]).currency;
}

/**
 * The amount after its symbol and a no-break space with the decimals of its currency, a minus sign before the symbol (LANG-2; LOOK.md, Voice).
 * @param currency null where it is not known: the symbol is then the language's (MONEY-4).
 */
export function formatMoney(
  amountMinor: MinorAmount,
  language: Language,
  style: AmountStyle,
  currency: Currency | null,
): string {
  const { sign, decimals } = currencyFacts(language, currency);
  const amount = formatScaled(amountMinor, decimals, language, style);
  const minus = amount.startsWith('-') ? '-' : '';
  return minus + sign + noBreakSpace + amount.slice(minus.length);
}
