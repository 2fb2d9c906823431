import { codeLength, codeLengths, typedCode } from '../sms/sms-code.ts';
import { captchaLength } from './captcha.ts';
import { mayBeMobilePhone, type PhoneRule } from './mobile-phone.ts';

export interface RegistrationFields {
  readonly mobile: string;
  readonly captcha: string;
  readonly smsCode: string;
}

export const registrationFieldNames = [
  'mobile',
  'captcha',
  'smsCode',
] as const satisfies readonly (keyof RegistrationFields)[];

export type RegistrationFieldName = (typeof registrationFieldNames)[number];

export type RegistrationIntent = 'send' | 'apply';

/** Longest value of each field but the phone's; the rest is ignored (PROMO-2). */
export const fieldCaps = { captcha: captchaLength, smsCode: codeLength } as const;

/** Fields as they count: the whole number, the captcha without blanks and cut at its cap, the code extracted from its message (PROMO-2). */
export function registrationFields(typed: RegistrationFields): RegistrationFields {
  return {
    mobile: typed.mobile.trim(),
    captcha: [...typed.captcha.replace(/\s/g, '')].slice(0, fieldCaps.captcha).join(''),
    smsCode: typedCode(typed.smsCode, codeLengths),
  };
}

/** The first field that prevents an intent; null if the server may judge it (PROMO-3). */
export function faultyField(
  rule: PhoneRule,
  fields: RegistrationFields,
  intent: RegistrationIntent,
): RegistrationFieldName | null {
  if (!mayBeMobilePhone(rule, fields.mobile)) return 'mobile';
  if (fields.captcha === '') return 'captcha';
  return intent === 'apply' && !mayBeCode(fields.smsCode) ? 'smsCode' : null;
}

/** At most the digits of a code; a backend's codes may be shorter. */
function mayBeCode(text: string): boolean {
  return /^\d+$/.test(text) && text.length <= fieldCaps.smsCode;
}
