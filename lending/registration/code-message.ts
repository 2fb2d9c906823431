import { registrationSmsText } from '#content/messages/registration-sms.ts';
import { fill } from '#content/text-pack.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';
import type { RegistrationConfiguration } from '../dependencies.ts';

/** The message with a registration's code; its last line names the pages' origin, for the browser to offer the code there (WICG, SMS one-time codes). */
export function codeMessageText(
  language: PromotionLanguage,
  { appName, pagesHost }: RegistrationConfiguration,
  code: string,
): string {
  const originLine = pagesHost === '' ? '' : `\n\n@${pagesHost} #${code}`;
  return fill(registrationSmsText[language].message, { appName, code, originLine });
}
