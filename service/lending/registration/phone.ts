import { phoneFaultWords } from '#content/messages/phone-fault.ts';
import { CodedError } from '#domain/error-code.ts';
import { allMarkets } from '#domain/market.ts';
import { internationalPhone, type PhoneRule } from '#domain/registration/mobile-phone.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';
import { readPhone } from '#domain/registration/read-phone.ts';
import { WordedError } from '../http/answer.ts';

/** The numbers, E.164, that a text may be: one of each market. */
export function writtenPhones(text: string): string[] {
  return [...allMarkets, null].flatMap((market) => {
    const rule = phoneRuleOf(market);
    const reading = readPhone(rule, text);
    return reading.kind === 'number' ? [internationalPhone(rule, reading.digits)] : [];
  });
}

/**
 * The digits of the mobile number that a text is, without the calling code: it has to satisfy the rule and to be an assigned mobile number
 * of the rule's country, so that a message goes to no other country and to no stranger (PROMO-3, PROMO-8).
 * @throws CodedError 'request-invalid' on `field`, which says why where the number is another country's, too long, or one of two.
 */
export function mobileDigitsOf(
  rule: PhoneRule,
  text: string,
  {
    language,
    field,
    isFieldNamed = false,
  }: {
    readonly language: PromotionLanguage;
    readonly field: string;
    readonly isFieldNamed?: boolean;
  },
): string {
  const reading = readPhone(rule, text);
  if (reading.kind === 'number' && reading.isAssigned) return reading.digits;
  const words = reading.kind === 'number' ? null : phoneFaultWords(language, rule, reading);
  const error = new CodedError('request-invalid', field);
  throw words === null ? error : new WordedError(error, isFieldNamed ? `${field}: ${words}` : words);
}
