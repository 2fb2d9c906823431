import { showToast } from './toast.ts';

/** Shows `data-missing` in a toast instead of the browser's own message (ORDER-6). */
export function missingChoice(form: HTMLElement): void {
  const tell = (event: Event): void => {
    event.preventDefault();
    showToast(form.dataset.missing ?? '');
  };
  form.addEventListener('invalid', tell, { capture: true });
}
