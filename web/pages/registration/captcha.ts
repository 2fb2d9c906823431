import { readCaptcha } from '#contract/calls/registration.ts';
import { Refusal } from '../problem.ts';
import { resource } from '../screen.tsx';
import { promotionPaths } from './promotion-address.ts';

/** The image stays the same while it may be guessed, so a page that is rendered again still shows it. */
const cacheSeconds = 300;

/** The landing's captcha image, from the built-in or the lender's backend (PROMO-4). */
export const captchaImage = resource({
  path: () => promotionPaths.captcha,
  async get(open) {
    const requestedAtMs = Number(open.parameter('a'));
    const request = {
      registrationId: open.parameter('sid').slice(0, 64),
      requestedAtMs: Number.isSafeInteger(requestedAtMs) ? requestedAtMs : open.now().getTime(),
      kind: null,
      templateId: null,
    };
    // An address without a language is a Chinese page's, whose calls name none (LANG-5).
    const query = { ...open.query, isLanguageUnnamed: open.query.isLanguageAbsent === true };
    const answer = await open.client.call(readCaptcha, request, query);
    if (!answer.success) throw Refusal.of(answer);
    const image = answer.data;
    const type = /^image\/(png|jpeg|gif|webp|svg\+xml)$/.exec(image.type)?.[0] ?? 'image/png';
    return new Response(image, {
      headers: {
        'Content-Type': type,
        'Cache-Control': `private, max-age=${cacheSeconds}`,
        'X-Content-Type-Options': 'nosniff',
      },
    });
  },
});
