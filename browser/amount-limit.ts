import { minorUnitsTyped } from '#domain/money/typed-amount.ts';

/**
 * Checks an amount against the debt as it is typed: says below the field why it cannot be paid, in the page's own words
 * (`data-too-much`, `data-not-an-amount`), and has the browser refuse to send it.
 */
export function amountLimit(root: HTMLElement): void {
  const field = root as HTMLInputElement;
  const says = field.form?.querySelector<HTMLElement>('[data-amount-says]');
  const { largestMinor, tooMuch = '', notAnAmount = '' } = field.dataset;
  field.addEventListener('input', () => {
    const minor = minorUnitsTyped(field.value);
    const fault = minor === null || minor === 0 ? notAnAmount : minor > Number(largestMinor) ? tooMuch : '';
    field.setCustomValidity(fault);
    if (says) says.textContent = fault;
  });
}
