import type { MarketDefinition } from '#markets/definition.ts';
import { markets } from '#markets/markets.ts';
import type { Language } from '../language.ts';
import { type Currency, type MinorAmount, minorAmount } from './money.ts';

/** `dot` groups by threes with a dot; `locale` has a decimal point and the currency's grouping (MONEY-2). */
export type AmountStyle = 'dot' | 'locale';

const noBreakSpace = '\u00a0';

type Grouping = MarketDefinition['currency']['grouping'];

const groupEnds: Readonly<Record<Grouping, RegExp>> = {
  thousands: /\B(?=(?:\d{3})+$)/g,
  lakhs: /\B(?=\d{3}$|(?:\d{2})+\d{3}$)/g,
};

/**
 * Formats the integer `scaled` divided by 10^decimals, grouped, without loss (MONEY-2).
 * @param scaled an integer within ±(2^53-1).
 * @param decimals 0 or more; 0 writes no decimal mark.
 * @param grouping of the style `locale`.
 * @throws MoneyError for anything but such an integer.
 */
export function formatScaled(
  scaled: number,
  decimals: number,
  style: AmountStyle,
  grouping: Grouping = 'thousands',
): string {
  const digits = String(Math.abs(minorAmount(scaled))).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  const groupMark = style === 'dot' ? '.' : ',';
  const decimalMark = style === 'dot' ? ',' : '.';
  const grouped = whole.replace(groupEnds[style === 'dot' ? 'thousands' : grouping], groupMark);
  return (scaled < 0 ? '-' : '') + grouped + (decimals > 0 ? decimalMark + fraction : '');
}

type Markets = (typeof markets)[keyof typeof markets];

/** For an unknown currency, that of the first market that speaks the language (LANG-2, MONEY-4). */
function currencyFacts(language: Language, currency: Currency | null): Markets['currency'] {
  const all = Object.values(markets) as [Markets, ...Markets[]];
  const isIts = (each: Markets) =>
    currency === null ? each.language === language : each.currency.code === currency;
  return (all.find(isIts) ?? all[0]).currency;
}

/**
 * The amount after its symbol and a no-break space, a minus sign before the symbol (LANG-2; LOOK.md, Voice).
 * @param currency null if unknown: the symbol is then the language's (MONEY-4).
 */
export function formatMoney(
  amountMinor: MinorAmount,
  language: Language,
  style: AmountStyle,
  currency: Currency | null,
): string {
  const { sign } = currencyFacts(language, currency);
  const amount = formatAmount(amountMinor, language, style, currency);
  const minus = amount.startsWith('-') ? '-' : '';
  return minus + sign + noBreakSpace + amount.slice(minus.length);
}

export function formatAmount(
  amountMinor: number,
  language: Language,
  style: AmountStyle,
  currency: Currency | null,
  decimals?: number,
): string {
  const facts = currencyFacts(language, currency);
  return formatScaled(amountMinor, decimals ?? facts.decimals, style, facts.grouping);
}
