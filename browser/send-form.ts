import { bodyOf, documentOf } from './answer.ts';
import { selectorOf } from './marks.ts';
import { shrinkImage } from './shrink-image.ts';

/** The longest a submission may take: what a call may take (CALL-3). */
const submissionTimeoutMs = 60_000;

/**
 * Told on the form when its answer leads on, with the link as `detail`. A listener that prevents it goes there in its own time;
 * the form stays held.
 */
export const leavingEvent = 'leaving';

/** What became of a form that was sent. */
export type SentForm =
  | { readonly kind: 'left'; readonly link: string; readonly isReplacing: boolean }
  | {
      readonly kind: 'answered';
      readonly answer: Document;
      /** Whether it says that a backend did not answer the page. */
      readonly isUnanswered: boolean;
    }
  | { readonly kind: 'failed'; readonly problem: 'network' | 'unreachable' | 'timeout' };

/**
 * Sends a form as it stands, as if `button` had been pressed: the same POST as without script, with the names of its slots,
 * so that the server answers with these alone. An answer from another address of the page gives the page that address. Never rejects.
 */
export async function sendForm(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<SentForm> {
  const body = await withSmallImages(bodyOf(form, button));
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), submissionTimeoutMs);
  try {
    const response = await fetch(
      button?.formAction && button.hasAttribute('formaction') ? button.formAction : form.action,
      {
        method: 'POST',
        body,
        headers: { 'X-Enhanced-Form': slotNames(form).join() || 'whole' },
        signal: controller.signal,
      },
    );
    const { headers, status } = response;
    const link = headers.get('X-Go-To');
    if (link) return { kind: 'left', link, isReplacing: headers.has('X-Go-To-Replace') };
    const answer = documentOf(await response.text());
    const isUnanswered = status >= 502 && status <= 504;
    if (isUnanswered && !answer.querySelector(selectorOf('slot'))) {
      return { kind: 'failed', problem: status === 504 ? 'timeout' : 'unreachable' };
    }
    if (response.redirected) history.replaceState(null, '', response.url);
    return { kind: 'answered', answer, isUnanswered };
  } catch {
    return { kind: 'failed', problem: controller.signal.aborted ? 'timeout' : 'network' };
  } finally {
    clearTimeout(timer);
  }
}

/** The body with its photos made small. */
async function withSmallImages<Body extends FormData | URLSearchParams>(body: Body): Promise<Body> {
  if (!(body instanceof FormData)) return body;
  for (const [name, value] of [...body]) {
    // A field with several files sends each alone, as it is.
    if (value instanceof File && value.size > 0 && body.getAll(name).length === 1)
      body.set(name, await shrinkImage(value), value.name);
  }
  return body;
}

/** Goes on to where the answer of `form` leads. */
export function goOn(
  form: HTMLFormElement,
  { link, isReplacing }: { readonly link: string; readonly isReplacing: boolean },
): void {
  const leaving = new CustomEvent(leavingEvent, { bubbles: true, cancelable: true, detail: link });
  if (!form.dispatchEvent(leaving)) return;
  if (isReplacing) location.replace(link);
  else location.assign(link);
}

/** The slots that an answer to the form writes anew: the one that it stands in, else those in it. */
export function slotNames(form: HTMLFormElement): (string | undefined)[] {
  const around = form.closest<HTMLElement>(selectorOf('slot'));
  return around ? [around.dataset.slot] : slotsIn(form).map(({ dataset }) => dataset.slot);
}

/** The slots that stand in no other one. */
export function slotsIn(root: Document | HTMLFormElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selectorOf('slot'))].filter(
    (slot) => !slot.parentElement?.closest(selectorOf('slot')),
  );
}
