// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { showToast } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<main></main><dialog></dialog><output data-toast></output>';
  return () => vi.useRealTimers();
});

const toast = () => document.querySelector('output') as HTMLOutputElement;

test.each([
  [undefined, 3000],
  [5000, 5000],
  [300, 300],
  [299, 300],
  [0, 300],
])('[TOAST-1] a toast told %o ms stays %i ms', (durationMs, staysMs) => {
  showToast('Copiado', { durationMs });
  vi.advanceTimersByTime(staysMs - 1);
  expect(toast().textContent).toBe('Copiado');
  vi.advanceTimersByTime(1);
  expect(toast().textContent).toBe('');
});

test('[TOAST-1] a second toast takes the place of the first and stays its own time', () => {
  showToast('Uno');
  vi.advanceTimersByTime(2000);
  showToast('Dos');
  vi.advanceTimersByTime(2999);
  expect(toast().textContent).toBe('Dos');
  vi.advanceTimersByTime(1);
  expect(toast().textContent).toBe('');
});

test('over an open dialog the toast is part of it, else of the page', () => {
  const dialog = document.querySelector('dialog') as HTMLDialogElement;
  dialog.showModal();
  showToast('Copiado');
  expect(toast().parentElement).toBe(dialog);
  dialog.close();
  showToast('Copiado');
  expect(toast().parentElement).toBe(document.body);
});

test('a text that was read out where it stands is hidden from a screen reader, and the next is not', () => {
  showToast('No se pudo.', { isSaid: true });
  expect(toast().ariaHidden).toBe('true');
  showToast('Copiado');
  expect(toast().ariaHidden).toBeNull();
});
