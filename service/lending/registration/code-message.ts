import { registrationSmsText } from '#content/messages/registration-sms.ts';
import { fill } from '#content/text-pack.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';
import type { RegistrationConfiguration } from '../dependencies.ts';
import type { CodeWords } from '../sms/send-code.ts';

/**
 * The message with a registration's code; its last line names the pages' origin, so that the browser offers the code there (WICG, SMS
 * one-time codes).
 */
export function registrationCodeWords(
  language: PromotionLanguage,
  { appName, pagesHost }: RegistrationConfiguration,
  code: string,
): CodeWords {
  const originLine = pagesHost === '' ? '' : `\n\n@${pagesHost} #${code}`;
  const text = fill(registrationSmsText[language].message, { appName, code, originLine });
  return { language, text, values: { appName, amount: '', originLine } };
}
