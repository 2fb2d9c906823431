/** The landing's captcha image, from whichever backend answers the calls (PROMO-4). */
import { readCaptcha } from '#contract/calls/registration.ts';
import { openScreen, refusal } from '../open-screen.server.ts';
import type { Route } from './+types/captcha.ts';

/** The image is the same for as long as a visitor may guess at it, so a page that is written again still shows it. */
const cacheSeconds = 300;

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const screen = openScreen(args);
  const registrationId = (screen.parameters.get('sid') ?? '').slice(0, 64);
  const requestedAtMs = Number(screen.parameters.get('a'));
  const answer = await screen.call(readCaptcha, {
    registrationId,
    requestedAtMs: Number.isSafeInteger(requestedAtMs) ? requestedAtMs : screen.now().getTime(),
    kind: null,
    templateId: null,
  });
  if (!answer.success) throw refusal(answer);
  const type = /^image\/(png|jpeg|gif|webp|svg\+xml)$/.exec(answer.data.type)?.[0] ?? 'image/png';
  return new Response(answer.data, {
    headers: {
      'Content-Type': type,
      'Cache-Control': `private, max-age=${cacheSeconds}`,
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
