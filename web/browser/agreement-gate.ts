import { answeredEvent } from './enhanced-form.ts';

/** Disables the form's button while a required box is not ticked (CONFIRM-2). Browser and server check it too. */
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
