// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countdown } from './countdown.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function started(attributes = 'data-holds'): HTMLButtonElement {
  document.body.innerHTML = `<form><button data-wait-seconds="60" data-wait-text="Otro código en {time}"
    data-ready-text="Obtener código" ${attributes}>Otro código en 1:00</button></form>`;
  const button = document.querySelector('button') as HTMLButtonElement;
  countdown(button);
  return button;
}

test('[PAYWAY-2] [PAYWAY-3] 60 s are counted down in the label, which then is the one that gets a code', () => {
  const button = started();
  expect(button).toMatchObject({ textContent: 'Otro código en 1:00', disabled: true });
  vi.advanceTimersByTime(18_000);
  expect(document.querySelector('output.sr')?.textContent).toBe('');
  expect(button).toMatchObject({ textContent: 'Otro código en 0:42', disabled: true });
  vi.advanceTimersByTime(41_750);
  expect(button).toMatchObject({ textContent: 'Otro código en 0:01', disabled: true });
  vi.advanceTimersByTime(250);
  expect(button).toMatchObject({ textContent: 'Obtener código', disabled: false });
  expect(button.dataset.waitSeconds).toBeUndefined();
  expect(document.querySelector('output.sr')?.textContent).toBe('Obtener código');
  expect(vi.getTimerCount()).toBe(0);
});

test('[PROMO-5] a button that does not hold takes a press while it counts', () => {
  const button = started('');
  vi.advanceTimersByTime(1000);
  expect(button).toMatchObject({ textContent: 'Otro código en 0:59', disabled: false });
});

test('[CALL-4] while the form is being sent the label is the form’s, and the end waits for it', () => {
  const button = started('');
  const form = button.form as HTMLFormElement;
  form.dataset.isSending = '1';
  button.textContent = 'Enviando';
  vi.advanceTimersByTime(61_000);
  expect(button.textContent).toBe('Enviando');
  delete form.dataset.isSending;
  vi.advanceTimersByTime(250);
  expect(button.textContent).toBe('Obtener código');
});

test('a button that an answer took out of the page counts no more', () => {
  started().remove();
  vi.advanceTimersByTime(250);
  expect(vi.getTimerCount()).toBe(0);
});
