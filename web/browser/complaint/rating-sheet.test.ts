// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { ratingSheet } from './rating-sheet.ts';

test('[COMP-6] the rating opens 3 s after the page has loaded, not earlier', () => {
  vi.useFakeTimers();
  document.body.innerHTML = '<dialog></dialog>';
  const dialog = document.querySelector('dialog') as HTMLDialogElement;
  const readyState = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  ratingSheet(dialog);
  vi.advanceTimersByTime(5000);
  expect(dialog.open).toBe(false);
  readyState.mockReturnValue('complete');
  dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(2999);
  expect(dialog.open).toBe(false);
  vi.advanceTimersByTime(1);
  expect(dialog.open).toBe(true);
  vi.useRealTimers();
});
