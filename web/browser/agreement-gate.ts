import { answeredEvent } from './enhanced-form.ts';

/** Keeps a form's button inactive while a required box is not ticked (CONFIRM-2). The browser and the server refuse it too. */
export function agreementGate(form: HTMLElement): void {
  const follow = (): void => {
    const box = form.querySelector<HTMLInputElement>('input[type=checkbox][required]');
    const button = form.querySelector<HTMLButtonElement>('button:not([type=button])');
    if (box && button) button.disabled = !box.checked;
  };
  form.addEventListener('change', follow);
  form.addEventListener(answeredEvent, follow);
  follow();
}
