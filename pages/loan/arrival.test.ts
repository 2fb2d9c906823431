import { expect, test, vi } from 'vitest';
import { type Arrival, greet } from './arrival.ts';

function arrive(arrival: Partial<Arrival>, outcome: 'sent' | 'fallback' = 'sent') {
  const surroundings = { send: vi.fn(() => outcome), openThanks: vi.fn(), forget: vi.fn() };
  greet({ productId: 'mx-120', isConfirmed: false, thanksScore: null, ...arrival }, surroundings);
  return surroundings;
}

test('[CONFIRM-4] a loan that was just accepted is told to the host once, with its product', () => {
  const { send, forget } = arrive({ isConfirmed: true });
  expect(send.mock.calls).toEqual([[{ name: 'burialPointConfirmation', productId: 'mx-120' }]]);
  expect(forget).toHaveBeenCalledOnce();
});

test.each([1, 2, 3, 4] as const)('[ORDER-6] %i stars get the thanks and no native prompt', (thanksScore) => {
  const { send, openThanks, forget } = arrive({ thanksScore });
  expect(send).not.toHaveBeenCalled();
  expect(openThanks).toHaveBeenCalledOnce();
  expect(forget).toHaveBeenCalledOnce();
});

test('[ORDER-6] five stars get the native rating prompt', () => {
  const { send, openThanks } = arrive({ thanksScore: 5 });
  expect(send.mock.calls).toEqual([[{ name: 'ratingPrompt' }]]);
  expect(openThanks).not.toHaveBeenCalled();
});

test('[ORDER-6] five stars where no host can ask get the thanks', () => {
  expect(arrive({ thanksScore: 5 }, 'fallback').openThanks).toHaveBeenCalledOnce();
});

test('a page opened in any other way greets nobody and keeps its address', () => {
  const { send, openThanks, forget } = arrive({});
  expect([send, openThanks, forget].every((act) => act.mock.calls.length === 0)).toBe(true);
});
