// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { reloadDialog } from './reload-dialog.ts';

test('[CONFIRM-3] the dialog opens at once, and after 5.5 s the page that asks again takes the place of this one', () => {
  vi.useFakeTimers();
  document.body.innerHTML = '<dialog data-reload-link="/confirmLoan?isType=1"></dialog>';
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
  const dialog = document.querySelector('dialog') as HTMLDialogElement;
  reloadDialog(dialog);
  expect(dialog.open).toBe(true);
  vi.advanceTimersByTime(5499);
  expect(replace).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(replace.mock.calls).toEqual([['/confirmLoan?isType=1']]);
  vi.useRealTimers();
});
