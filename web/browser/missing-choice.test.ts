// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { missingChoice } from './missing-choice.ts';

test('[ORDER-6] a form sent without a choice says so in the page’s words, and the browser says nothing', () => {
  document.body.innerHTML = `<form data-missing="Elija de 1 a 5 estrellas."><input type="radio" required></form>
    <output data-toast></output>`;
  missingChoice(document.querySelector('form') as HTMLElement);
  const invalid = new Event('invalid', { cancelable: true });
  document.querySelector('input')?.dispatchEvent(invalid);
  expect(invalid.defaultPrevented).toBe(true);
  expect(document.querySelector('output')?.textContent).toBe('Elija de 1 a 5 estrellas.');
});
