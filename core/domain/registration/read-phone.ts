import {
  type CountryCode,
  findPhoneNumbersInText,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/mobile';
import { plainText } from '../typed-text.ts';
import { isMobilePhone, ownDigits, type PhoneRule } from './mobile-phone.ts';

export type PhoneFault =
  | { readonly kind: 'not-a-mobile' }
  /** A foreign number: its ISO 3166 code, null where several countries share the calling code. */
  | { readonly kind: 'foreign'; readonly country: string | null; readonly callingCode: string }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'two-numbers' };

export type PhoneReading =
  | { readonly kind: 'number'; readonly digits: string; readonly isAssigned: boolean }
  | PhoneFault;

/**
 * Reads a whole text as one mobile number of the rule's country; no digit is dropped, except that template CN ignores digits after its
 * eleven (PROMO-2, PROMO-8). Extensions are dropped, since messages go to the number itself.
 */
export function readPhone(rule: PhoneRule, typed: string): PhoneReading {
  const text = plainText(typed).trim();
  const { country, callingCode } = rule;
  const found = numberIn(text, rule);
  if (found && found.countryCallingCode !== callingCode && (/^\+/.test(text) || found.isPossible())) {
    return { kind: 'foreign', country: found.country ?? null, callingCode: found.countryCallingCode };
  }
  const own = found?.countryCallingCode === callingCode ? found.nationalNumber : text;
  const digits = ownDigits(rule, own);
  if (country === 'CN') return judged(rule, digits.slice(0, rule.digits));
  if (hasTwoNumbers(text, rule) || digits.length >= 2 * rule.digits) return { kind: 'two-numbers' };
  return digits.length > rule.digits ? longerNumber(rule, text, digits) : judged(rule, digits);
}

/** A text with more digits than the rule's number: foreign without its plus sign, in a former form, or too long. */
function longerNumber(rule: PhoneRule, text: string, digits: string): PhoneReading {
  const abroad = parsePhoneNumberFromString(`+${text.replace(/\D/g, '')}`);
  if (abroad?.isValid() && abroad.countryCallingCode !== rule.callingCode) {
    return { kind: 'foreign', country: abroad.country ?? null, callingCode: abroad.countryCallingCode };
  }
  const { formerPrefix } = rule;
  const isFormer =
    formerPrefix !== '' &&
    digits.startsWith(formerPrefix) &&
    digits.length === formerPrefix.length + rule.digits;
  return isFormer ? judged(rule, digits.slice(formerPrefix.length)) : { kind: 'too-long' };
}

function judged(rule: PhoneRule, digits: string): PhoneReading {
  if (!isMobilePhone(rule, digits)) return { kind: 'not-a-mobile' };
  const parsed = parsePhoneNumberFromString(`+${rule.callingCode}${digits}`);
  const isAssigned = parsed?.country === rule.country && parsed.isValid();
  return { kind: 'number', digits, isAssigned };
}

/** The number that is the whole text, or the only number among words; an extension may follow it. */
function numberIn(text: string, { country }: PhoneRule): PhoneNumber | undefined {
  const whole = parsePhoneNumberFromString(text.replace(/^tel:/i, ''), {
    ...homeOf(country),
    extract: false,
  });
  if (whole) return whole;
  const [first, ...others] = findPhoneNumbersInText(text, homeOf(country));
  if (!first || others.length > 0) return undefined;
  const beside = text.slice(0, first.startsAt) + text.slice(first.endsAt);
  return /\d/.test(beside) ? undefined : first.number;
}

function hasTwoNumbers(text: string, { country }: PhoneRule): boolean {
  const numbers = findPhoneNumbersInText(text, homeOf(country)).map(({ number }) => number.number);
  return new Set(numbers).size > 1;
}

/** Reads national numbers of a country; without it only numbers with a calling code are found. */
function homeOf(country: string): { readonly defaultCountry?: CountryCode } {
  return isSupportedCountry(country) ? { defaultCountry: country } : {};
}
