import { minorUnitsTyped } from '#domain/money/typed-amount.ts';
import { selectorOf } from './marks.ts';
import { takeKeys } from './typed-keys.ts';

/** Ignores letters typed into an amount field (PAYWAY-6). Pasted text stays whole for the server to judge. */
export function amountKeys(root: HTMLElement): void {
  takeKeys(root as HTMLInputElement, (key) => /[\p{Nd}.,'\u2019\s\p{Sc}]/u.test(key));
}

/** Checks the amount against the debt while it is typed, and says below the field why it cannot be paid. */
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
