import { minorUnitsTyped } from '#domain/money/typed-amount.ts';
import { selectorOf } from './marks.ts';

/** What is in no amount, however it is written. */
const notOfAnAmount = /[^\d.,\s\p{Sc}]/gu;

/**
 * Takes digits and marks alone into an amount (PAYWAY-6). Checks it against the debt as typed: says below the field why it cannot be paid, in the page's own words
 * (`data-too-much`, `data-not-an-amount`), and has the browser refuse to send it.
 */
export function amountLimit(root: HTMLElement): void {
  const field = root as HTMLInputElement;
  const says = field.form?.querySelector<HTMLElement>(selectorOf('amountSays'));
  const { largestMinor, decimals = '2', tooMuch = '', notAnAmount = '' } = field.dataset;
  field.addEventListener('input', () => {
    const written = field.value.replace(notOfAnAmount, '');
    if (written !== field.value) {
      const caret = field.value.slice(0, field.selectionStart ?? 0).replace(notOfAnAmount, '').length;
      field.value = written;
      field.setSelectionRange(caret, caret);
    }
    const minor = minorUnitsTyped(field.value, Number(decimals));
    const fault = minor === null || minor === 0 ? notAnAmount : minor > Number(largestMinor) ? tooMuch : '';
    field.setCustomValidity(fault);
    if (says) says.textContent = fault;
  });
}
