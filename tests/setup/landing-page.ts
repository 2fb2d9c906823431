import type { ChannelTemplate } from '#contract/calls/registration.ts';
import { openPage } from './open-page.ts';

/** The specification's own template. */
export const own: ChannelTemplate = {
  templateId: '1',
  language: 'zh',
  market: null,
  color: null,
  heading: '',
  line: '',
};
/** Mexico's. */
export const mexico: ChannelTemplate = { ...own, templateId: '2', language: 'es', market: 'MX' };
/** India's. */
export const india: ChannelTemplate = {
  ...own,
  templateId: '3',
  language: 'en',
  market: 'IN',
  color: '#4b3f8f',
};

/** The landing's address with everything a promotion link says. */
export const landingAddress =
  '/registerTemplate?id=2&app_from=web&user_from=feria&utm_tag=nov&invite_code=AB12&links_id=9';
/** What a backend answers on which all is fine. */
export const landingAnswers = {
  readPromotionTemplate: mexico,
  trackVisit: null,
  startPromotionVisit: { registrationId: 'sid-1', challenge: '' },
  trackClick: null,
  requestRegistrationCode: { sendsInSeconds: 0, challenge: '' },
  registerBorrower: null,
};
/** What a visitor of Mexico's template typed, with the fields that the form keeps to itself. */
export const typed = {
  mobile: '55 4821 7736',
  captcha: 'A7KX',
  smsCode: '071304',
  sid: 'sid-1',
  captchaAt: '17',
};
/** The same on the specification's own template. */
export const typedInChina = { ...typed, mobile: '138 0013 8000' };

/** Opens the landing, or sends `form` to it, over a backend whose answers are fine but for the `known`. */
export const openLandingPage = (
  form?: Record<string, string>,
  facts: Record<string, unknown> = {},
  at = landingAddress,
) => openPage(at, { answers: { ...landingAnswers, ...facts }, ...(form && { form }) });

/** The value of a field as the page shows it. */
export function shownIn(html: string, name: string): string {
  const [tag = ''] = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html) ?? [];
  return /value="([^"]*)"/.exec(tag)?.[1] ?? '';
}

/** What stands under a field that is at fault; what the page only keeps for script is left out. */
export function faultOf(html: string, name: string): string {
  const shown = html.replace(/<template.*?<\/template>/gs, '');
  return new RegExp(`id="${name}-error"[^>]*>([^<]*)<`).exec(shown)?.[1] ?? '';
}
