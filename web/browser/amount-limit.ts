import { minorUnitsTyped } from '#domain/money/typed-amount.ts';
import { selectorOf } from './marks.ts';
import { takeKeys } from './typed-keys.ts';

/** Has a field of an amount take no letters while it is typed (PAYWAY-6); what is pasted or filled in stays whole, for its reader to judge. */
export function amountKeys(root: HTMLElement): void {
  takeKeys(root as HTMLInputElement, (key) => /[\p{Nd}.,'\u2019\s\p{Sc}]/u.test(key));
}

/**
 * Checks an amount against the debt as it is written: says below the field why it cannot be paid, in the page's own words
 * (`data-too-much`, `data-not-an-amount`), and has the browser refuse to send it.
 */
export function amountLimit(root: HTMLElement): void {
  const field = root as HTMLInputElement;
  const says = field.form?.querySelector<HTMLElement>(selectorOf('amountSays'));
  const { largestMinor, decimals = '2', writings = '[]', tooMuch = '', notAnAmount = '' } = field.dataset;
  const notation = { decimals: Number(decimals), writings: JSON.parse(writings) as string[] };
  amountKeys(field);
  const check = () => {
    const minor = minorUnitsTyped(field.value, notation);
    const fault = minor === null || minor === 0 ? notAnAmount : minor > Number(largestMinor) ? tooMuch : '';
    field.setCustomValidity(fault);
    if (fault) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
    if (says) says.textContent = fault;
  };
  field.addEventListener('input', check);
  field.addEventListener('invalid', (event) => {
    // The browser's own bubble would stand over the button.
    event.preventDefault();
    check();
    field.focus();
  });
}
