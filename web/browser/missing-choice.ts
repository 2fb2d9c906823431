import { showToast } from './toast.ts';

/** Says in a toast that a choice is missing, in the page's language instead of the browser's: `data-missing` (ORDER-6). */
export function missingChoice(form: HTMLElement): void {
  const tell = (event: Event): void => {
    event.preventDefault();
    showToast(form.dataset.missing ?? '');
  };
  form.addEventListener('invalid', tell, { capture: true });
}
