import { bodyOf, documentOf, isOurAnswer } from './answer.ts';
import { selectorOf } from './marks.ts';
import { shrinkImage } from './shrink-image.ts';

/** Timeout of a call (CALL-3). */
const submissionTimeoutMs = 60_000;

/**
 * Dispatched on the form before a redirect, with the link as `detail`. A listener that prevents it follows the link itself; the
 * form stays disabled.
 */
export const leavingEvent = 'leaving';

export type SentForm =
  | { readonly kind: 'left'; readonly link: string; readonly isReplacing: boolean }
  | {
      readonly kind: 'answered';
      readonly answer: Document;
      /** Whether the page's server got no answer from the backend. */
      readonly isUnanswered: boolean;
    }
  | { readonly kind: 'failed'; readonly problem: SendingProblem };

/** Why sending failed; the page contains a message for each (`KeptProblems`). */
export type SendingProblem = 'network' | 'unreachable' | 'timeout' | 'refused';

/**
 * Posts a form as `button` would, with the names of its slots, so that the server answers with those alone. Follows an answer
 * from another address of the page; fails for foreign answers. Never rejects.
 */
export async function sendForm(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<SentForm> {
  const body = bodyOf(form, button);
  const photos = photosIn(body);
  if (photos.length > 0) await shrinkIn(body as FormData, photos);
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
    const isRefusal = isUnanswered || status === 429;
    if (!isOurAnswer(answer) || (isRefusal && !answer.querySelector(selectorOf('slot')))) {
      return { kind: 'failed', problem: problemOf(status) };
    }
    if (response.redirected) history.replaceState(null, '', response.url);
    return { kind: 'answered', answer, isUnanswered };
  } catch {
    return { kind: 'failed', problem: controller.signal.aborted ? 'timeout' : 'network' };
  } finally {
    clearTimeout(timer);
  }
}

/** A foreign page with status 200 is a network's sign-in. */
function problemOf(status: number): SendingProblem {
  if (status === 504) return 'timeout';
  if (status >= 500) return 'unreachable';
  return status >= 400 ? 'refused' : 'network';
}

/** The files of a body by field; a field with several files sends them unshrunk. */
function photosIn(body: FormData | URLSearchParams): [string, File][] {
  return [...body].filter(
    (entry): entry is [string, File] =>
      entry[1] instanceof File && entry[1].size > 0 && body.getAll(entry[0]).length === 1,
  );
}

async function shrinkIn(body: FormData, photos: readonly [string, File][]): Promise<void> {
  for (const [name, photo] of photos) body.set(name, await shrinkImage(photo), photo.name);
}

export function followRedirect(
  form: HTMLFormElement,
  { link, isReplacing }: { readonly link: string; readonly isReplacing: boolean },
): void {
  const leaving = new CustomEvent(leavingEvent, { bubbles: true, cancelable: true, detail: link });
  if (!form.dispatchEvent(leaving)) return;
  if (isReplacing) location.replace(link);
  else location.assign(link);
}

/** The slots that an answer rewrites: the one around the form, else those in it. */
export function slotNames(form: HTMLFormElement): (string | undefined)[] {
  const around = form.closest<HTMLElement>(selectorOf('slot'));
  return around ? [around.dataset.slot] : slotsIn(form).map(({ dataset }) => dataset.slot);
}

export function slotsIn(root: Document | HTMLFormElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selectorOf('slot'))].filter(
    (slot) => !slot.parentElement?.closest(selectorOf('slot')),
  );
}
