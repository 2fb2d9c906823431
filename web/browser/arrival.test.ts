// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { announceConfirmation, thank } from './arrival.ts';
import { type BridgeOutcome, sendToHost } from './bridge.ts';

vi.mock('./bridge.ts', () => ({ sendToHost: vi.fn<() => BridgeOutcome>(() => 'sent') }));
const sent = () => vi.mocked(sendToHost).mock.calls.map(([, action]) => action);

beforeEach(() => {
  vi.mocked(sendToHost).mockReset().mockReturnValue('sent');
  history.replaceState(null, '', '/order?orderId=o-1&from=confirm&thanks=5&lang=2');
});

/** Greets a rating of so many stars; gives its dialog. */
function thankFor(stars: number): HTMLDialogElement {
  document.body.innerHTML = `<dialog data-thanks-score="${stars}"></dialog>`;
  const dialog = document.querySelector('dialog') as HTMLDialogElement;
  thank(dialog);
  return dialog;
}

test('[CONFIRM-4] an accepted loan is reported to the host once, with its product', () => {
  document.body.innerHTML = '<main data-confirmed-product="mx-120"></main>';
  announceConfirmation(document.querySelector('main') as HTMLElement);
  expect(sent()).toEqual([{ name: 'burialPointConfirmation', productId: 'mx-120' }]);
  expect(location.search).toBe('?orderId=o-1&thanks=5&lang=2');
});

test.each([1, 2, 3, 4])('[ORDER-6] %i stars get the thanks and no native prompt', (stars) => {
  expect(thankFor(stars).open).toBe(true);
  expect(sent()).toEqual([]);
  expect(location.search).toBe('?orderId=o-1&from=confirm&lang=2');
});

test('[ORDER-6] five stars get the native rating prompt', () => {
  expect(thankFor(5).open).toBe(false);
  expect(sent()).toEqual([{ name: 'ratingPrompt' }]);
  expect(location.search).toBe('?orderId=o-1&from=confirm&lang=2');
});

test('[ORDER-6] five stars where no host can ask get the thanks', () => {
  vi.mocked(sendToHost).mockReturnValue('fallback');
  expect(thankFor(5).open).toBe(true);
});
