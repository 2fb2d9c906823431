import { phoneFaultWords } from '#content/messages/phone-fault.ts';
import { CodedError } from '#domain/error-code.ts';
import { allMarkets } from '#domain/market.ts';
import { internationalPhone, type PhoneRule } from '#domain/registration/mobile-phone.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';
import { readPhone } from '#domain/registration/read-phone.ts';
import { WordedError } from '../http/answer.ts';

export function writtenPhones(text: string): string[] {
  return [...allMarkets, null].flatMap((market) => {
    const rule = phoneRuleOf(market);
    const reading = readPhone(rule, text);
    return reading.kind === 'number' ? [internationalPhone(rule, reading.digits)] : [];
  });
}

/**
 * Reads a mobile number without its calling code. It must satisfy the rule and be an assigned mobile number of its country, so that no
 * message goes abroad or to a stranger (PROMO-3, PROMO-8). @throws CodedError 'request-invalid' on `field`, with words for a number of
 * another country, one that is too long, or one with two readings.
 */
export function mobileDigitsOf(
  rule: PhoneRule,
  text: string,
  options: {
    readonly language: PromotionLanguage;
    readonly field: string;
    readonly isFieldNamed?: boolean;
  },
): string {
  const { language, field, isFieldNamed = false } = options;
  const reading = readPhone(rule, text);
  if (reading.kind === 'number' && reading.isAssigned) return reading.digits;
  const words = reading.kind === 'number' ? null : phoneFaultWords(language, rule, reading);
  const error = new CodedError('request-invalid', field);
  throw words === null ? error : new WordedError(error, isFieldNamed ? `${field}: ${words}` : words);
}
