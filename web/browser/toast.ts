import { selectorOf } from './marks.ts';

/** Default and shortest time of a toast (TOAST-1). */
const toastDefaultMs = 3000;
const toastLeastMs = 300;

/** Moves the toast to the top if it would cover the note that it repeats. */
function standClear(toast: HTMLElement, note: Element | null): void {
  toast.style.removeProperty('inset-block');
  if (!note) return;
  const [own, said] = [toast.getBoundingClientRect(), note.getBoundingClientRect()];
  if (own.top < said.bottom && own.bottom > said.top) toast.style.setProperty('inset-block', '24px auto');
}

/**
 * Shows a toast for 3 s (TOAST-1). `isSaid` if screen readers have read the text already. Inside an open dialog it becomes part
 * of it, as it would lie behind. The timer is on the element, since page and island have a copy of this module each. Without
 * script the server puts a note on the next page.
 */
export function showToast(
  text: string,
  { durationMs = toastDefaultMs, isSaid = false }: { durationMs?: number | undefined; isSaid?: boolean } = {},
): void {
  const toast = document.querySelector<HTMLElement>(selectorOf('toast'));
  if (!toast) return;
  (document.querySelector('dialog[open]') ?? document.body).append(toast);
  toast.ariaHidden = isSaid ? 'true' : null;
  toast.textContent = text;
  standClear(toast, isSaid ? document.querySelector(selectorOf('toastToo')) : null);
  const hide = (): void => {
    toast.textContent = '';
  };
  clearTimeout(Number(toast.dataset.hiding));
  toast.dataset.hiding = String(window.setTimeout(hide, Math.max(toastLeastMs, durationMs)));
}
