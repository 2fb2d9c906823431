import { codeLength, codeLengths, typedCode } from '../sms/sms-code.ts';
import { captchaLength } from './captcha.ts';
import { mayBeMobilePhone, type PhoneRule } from './mobile-phone.ts';

/** What a visitor fills in on the landing page (PROMO-2). */
export interface RegistrationFields {
  /** As typed; `readPhone` reads it. */
  readonly mobile: string;
  readonly captcha: string;
  readonly smsCode: string;
}

/** The fields of the form, in their order. */
export const registrationFieldNames = [
  'mobile',
  'captcha',
  'smsCode',
] as const satisfies readonly (keyof RegistrationFields)[];

export type RegistrationFieldName = (typeof registrationFieldNames)[number];

/** What a visitor wants: a code by SMS, or to be registered. */
export type RegistrationIntent = 'send' | 'apply';

/** Most characters of each field beside the phone's; what is beyond is ignored (PROMO-2). */
export const fieldCaps = { captcha: captchaLength, smsCode: codeLength } as const;

/** The fields as they count: the number whole, the captcha without blanks and what is beyond its cap, the code out of its message (PROMO-2). */
export function registrationFields(typed: RegistrationFields): RegistrationFields {
  return {
    mobile: typed.mobile.trim(),
    captcha: [...typed.captcha.replace(/\s/g, '')].slice(0, fieldCaps.captcha).join(''),
    smsCode: typedCode(typed.smsCode, codeLengths),
  };
}

/** The first field that keeps an intent from being sent; null when the server may judge it (PROMO-3). */
export function faultyField(
  rule: PhoneRule,
  fields: RegistrationFields,
  intent: RegistrationIntent,
): RegistrationFieldName | null {
  if (!mayBeMobilePhone(rule, fields.mobile)) return 'mobile';
  if (fields.captcha === '') return 'captcha';
  return intent === 'apply' && !mayBeCode(fields.smsCode) ? 'smsCode' : null;
}

/** Digits, no more than a code has; a backend's own may have fewer. */
function mayBeCode(text: string): boolean {
  return /^\d+$/.test(text) && text.length <= fieldCaps.smsCode;
}
