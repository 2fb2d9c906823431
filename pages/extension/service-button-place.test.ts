import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clearTop, readPlace, type ScreenBox, shareOf } from './service-button-place.ts';

const box: ScreenBox = { left: 300, top: 700, width: 96, height: 48 };

test('[DELAY-2] a place is a share of the room, held inside the screen', () => {
  expect(shareOf(158, 316)).toBe(0.5);
  expect(shareOf(-40, 316)).toBe(0);
  expect(shareOf(400, 316)).toBe(1);
  expect(shareOf(10, 0)).toBe(0);
});

test('[DELAY-2] a remembered place is read back, and nothing else is', () => {
  expect(readPlace('0.25 1')).toEqual({ x: 0.25, y: 1 });
  for (const text of [null, '', '0.5', '2 0', '-1 0', 'NaN 0', 'a b', '{"x":0}']) {
    expect(readPlace(text)).toBeNull();
  }
});

test('[DELAY-2] the button never covers a code where there is a place that does not', () => {
  const code = (top: number, left = 20) => ({ left, top, width: 340, height: 40 });
  expect(clearTop(box, [], 752)).toBe(700);
  expect(clearTop(box, [code(690)], 752)).toBe(738);
  expect(clearTop(box, [code(710)], 752)).toBe(654);
  expect(clearTop(box, [code(690, 400)], 752)).toBe(700);
  const codes = fc.array(
    fc.integer({ min: -200, max: 900 }).map((top) => code(top)),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(codes, fc.integer({ min: 0, max: 752 }), (shown, top) => {
      const cleared = clearTop({ ...box, top }, shown, 752);
      const covers = (at: number) => shown.some((one) => one.top < at + 48 && one.top + 40 > at);
      expect(cleared).toBeGreaterThanOrEqual(0);
      expect(cleared).toBeLessThanOrEqual(752);
      if (!covers(top)) expect(cleared).toBe(top);
      if (covers(cleared)) expect(cleared).toBe(top);
    }),
  );
});
