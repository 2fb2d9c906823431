import { expect, test } from 'vitest';
import { isEnoughWork, proofLevel, waitingSlot } from './proof-of-work.ts';

const none = { network: 0, country: 0, total: 0 };
const now = new Date('2026-11-20T12:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test('work doubles with the volume of a network, a country and all, up to 64 times', () => {
  expect(proofLevel(none)).toBe(0);
  expect(proofLevel({ ...none, network: 5 })).toBe(0);
  expect(proofLevel({ ...none, network: 6 })).toBe(1);
  expect(proofLevel({ ...none, network: 20 })).toBe(2);
  expect(proofLevel({ ...none, country: 1_500 })).toBe(3);
  expect(proofLevel({ ...none, total: 2_000 })).toBe(3);
  expect(proofLevel({ network: 10, country: 800, total: 300 })).toBe(2);
  expect(proofLevel({ ...none, network: 1_000_000 })).toBe(6);
});

test('a proof of work may be one level below the current one, no more', () => {
  expect(isEnoughWork(0, 1)).toBe(true);
  expect(isEnoughWork(0, 2)).toBe(false);
  expect(isEnoughWork(6, 0)).toBe(true);
});

test('who proves no work waits: longer with volume, 20 s apart, at most ten minutes', () => {
  expect(waitingSlot(0, null, now, false)).toEqual({ isAllowed: true, sendAt: after(30) });
  expect(waitingSlot(2, null, now, false)).toEqual({ isAllowed: true, sendAt: after(120) });
  expect(waitingSlot(6, null, now, false)).toEqual({ isAllowed: true, sendAt: after(600) });
  expect(waitingSlot(0, after(100), now, false)).toEqual({ isAllowed: true, sendAt: after(120) });
  const waitingAtMost = (isReturning: boolean) => {
    let last: Date | null = null;
    for (let waiting = 0; ; waiting += 1) {
      const slot = waitingSlot(0, last, now, isReturning);
      if (!slot.isAllowed) {
        expect(slot.retryAt).toEqual(after(10));
        return waiting;
      }
      last = slot.sendAt;
    }
  };
  expect(waitingAtMost(false)).toBe(29);
  expect(waitingAtMost(true), 'of networks that were sent one already').toBe(14);
});
