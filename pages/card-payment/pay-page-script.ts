import { useEffect } from 'react';
import { fill, type Text } from '#content/text-pack.ts';
import { countdownText, secondsLeft } from '#domain/sms/countdown.ts';

/** Ids that the page's script finds its parts by. */
export const codeFieldId = 'verify-code';
export const cardFieldId = 'card';
export const resendButtonId = 'resend';

/** How often a page whose payment is pending looks whether it is over. */
const pendingLookMs = 10_000;

/** Loads the page anew once its payment is over; a look that fails changes nothing. Without script there is a link. */
export function usePendingLook(isPending: boolean): void {
  useEffect(() => {
    if (!isPending) return;
    const timer = setInterval(async () => {
      if (document.hidden) return;
      const look = await fetch(location.href, { method: 'HEAD', redirect: 'manual' }).catch(() => null);
      if (look?.type === 'opaqueredirect') location.reload();
    }, pendingLookMs);
    return () => clearInterval(timer);
  }, [isPending]);
}

/** Counts the server's seconds down in the button that asks for another code, and holds it until they are over (PAYWAY-2). */
export function useCodeCountdown(
  waitSeconds: number,
  text: { readonly getCode: string; readonly getCodeIn: Text<'time'> },
): void {
  useEffect(() => {
    const button = document.getElementById(resendButtonId) as HTMLButtonElement | null;
    if (!button) return;
    const startedAt = performance.now();
    const count = () => {
      const left = secondsLeft(waitSeconds, performance.now() - startedAt);
      button.disabled = left > 0;
      button.textContent = left > 0 ? fill(text.getCodeIn, { time: countdownText(left) }) : text.getCode;
    };
    count();
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [waitSeconds, text]);
}

/** Puts what an answer says is wrong into the places that the server left for it, as a page written anew has it. */
export function useErrorPlaces(
  answer: { readonly cardError?: string; readonly codeError?: string } | undefined,
): void {
  useEffect(() => {
    if (!answer) return;
    put(cardFieldId, answer.cardError);
    put(codeFieldId, answer.codeError);
  }, [answer]);
}

function put(fieldId: string, error = ''): void {
  const place = document.getElementById(`${fieldId}-error`);
  if (place) place.textContent = error;
  document.getElementById(fieldId)?.setAttribute('aria-invalid', String(error !== ''));
}
