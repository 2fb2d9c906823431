import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { CodedError } from '#domain/error-code.ts';
import {
  internationalPhone,
  isMobilePhone,
  type PhoneRule,
  phoneDigits,
} from '#domain/registration/mobile-phone.ts';

/**
 * The number a visitor gives, in E.164 form: it has to satisfy the template's rule and to be a mobile number in the
 * numbering plan of the rule's country, so that a message goes to no other country (PROMO-3).
 * @throws CodedError 'request-invalid'.
 */
export function mobilePhoneOf(rule: PhoneRule, text: string): string {
  const digits = phoneDigits(rule, text);
  const number = internationalPhone(rule, digits);
  const parsed = isMobilePhone(rule, digits) ? parsePhoneNumberFromString(number) : undefined;
  if (parsed?.country !== rule.country || !parsed.isValid()) throw new CodedError('request-invalid', 'phone');
  return number;
}
