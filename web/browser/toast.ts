import { selectorOf } from './marks.ts';

/** How long a toast stays unless told otherwise, and the least it can be told (TOAST-1). */
const toastDefaultMs = 3000;
const toastLeastMs = 300;

/** Shows the toast at the top where it would lie over the note that says the same. */
function standClear(toast: HTMLElement, note: Element | null): void {
  toast.style.removeProperty('inset-block');
  if (!note) return;
  const [own, said] = [toast.getBoundingClientRect(), note.getBoundingClientRect()];
  if (own.top < said.bottom && own.bottom > said.top) toast.style.setProperty('inset-block', '24px auto');
}

/**
 * Shows a text for a while, 3000 ms unless given, at least 300 ms (TOAST-1). `isSaid` for a text that a screen reader has
 * read out where it stands. Over an open dialog the toast is part of it,
 * else it would lie behind. Its timer stands on it, since a page and its island each have a copy of this module. Without
 * script the server puts a note on the next page instead.
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
