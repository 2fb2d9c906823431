// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copy } from './copy.ts';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<button data-copy="032180000118359719" data-copied="Copiado"
    data-not-copied="No se pudo copiar"><span aria-live="polite">Copiar</span> CLABE</button><output data-toast></output>`;
  copy(button());
});

afterEach(() => {
  vi.useRealTimers();
});

const button = () => document.querySelector('button') as HTMLButtonElement;
const toast = () => document.querySelector('output')?.textContent;

/** A copy command that asks the document's listeners what to copy, as browsers do. */
function allowCopy() {
  const setData = vi.fn();
  document.execCommand = (command) => {
    const event = Object.assign(new Event(command, { cancelable: true }), { clipboardData: { setData } });
    return !document.dispatchEvent(event);
  };
  return setData;
}

test('[REPAY-3] the copy button writes the digits without spaces, and its own label says so for 3 s', () => {
  const setData = allowCopy();
  button().click();
  expect(setData.mock.calls).toEqual([['text/plain', '032180000118359719']]);
  expect(button().textContent).toBe('Copiado CLABE');
  expect(toast()).toBe('');
  button().click();
  vi.advanceTimersByTime(2_999);
  expect(button().textContent).toBe('Copiado CLABE');
  vi.advanceTimersByTime(1);
  expect(button().textContent).toBe('Copiar CLABE');
  expect(setData).toHaveBeenCalledTimes(2);
  document.execCommand('copy');
  expect(setData).toHaveBeenCalledTimes(2);
});

test('where copying is forbidden the page explains how to copy by hand', () => {
  document.execCommand = () => false;
  button().click();
  expect(toast()).toBe('No se pudo copiar');
});

test('a click on anything else does nothing', () => {
  const setData = allowCopy();
  document.body.click();
  expect(setData).not.toHaveBeenCalled();
  expect(toast()).toBe('');
});
