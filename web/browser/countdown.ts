import { countdownText, secondsLeft } from '#domain/sms/countdown.ts';

const tickMs = 250;

/**
 * Counts `data-wait-seconds` down in a button's label (PAYWAY-2, PROMO-5): `data-wait-text` with `{time}`, then
 * `data-ready-text`, which is read out. With `data-holds` the button is disabled meanwhile. While the form is being sent, the
 * form sets the label.
 */
export function countdown(root: HTMLElement): void {
  const button = root as HTMLButtonElement;
  const { waitSeconds, waitText = '', readyText = '', holds } = button.dataset;
  const startedAtMs = Date.now();
  button.style.minWidth = `min(100%, ${button.offsetWidth}px)`;
  const says = document.createElement('output');
  says.className = 'sr';
  button.after(says);
  const count = (): void => {
    if (!button.isConnected) clearInterval(timer);
    if (button.form?.dataset.isSending) return;
    const left = secondsLeft(Number(waitSeconds), Date.now() - startedAtMs);
    button.disabled = holds !== undefined && left > 0;
    button.textContent = left > 0 ? waitText.replace('{time}', countdownText(left)) : readyText;
    if (left > 0) return;
    delete button.dataset.waitSeconds;
    clearInterval(timer);
    says.textContent = readyText;
  };
  const timer = setInterval(count, tickMs);
  count();
}
