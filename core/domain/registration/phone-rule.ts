import { allMarkets, type Market, marketOf } from '../market.ts';
import type { PhoneRule } from './mobile-phone.ts';

/** The specification's own rule (PROMO-3, PROMO-8). */
const specificationRule: PhoneRule = {
  country: 'CN',
  callingCode: '86',
  digits: 11,
  pattern: '^1[3-9]\\d{9}$',
  trunkPrefixes: ['0'],
  formerPrefix: '',
  groups: [{ start: '^', lengths: [3, 4, 4] }],
};

/** Null is the specification's own rule of 11 digits (PROMO-3). */
export function phoneRuleOf(market: Market | null): PhoneRule {
  return market === null ? specificationRule : { country: market, ...marketOf[market].telephone };
}

/** Market of an E.164 number; the first one for a number of another country. */
export function marketOfPhone(phone: string): Market {
  const market = allMarkets.find((each) => phone.startsWith(`+${marketOf[each].telephone.callingCode}`));
  return market ?? allMarkets[0];
}
