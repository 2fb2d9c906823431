// @vitest-environment happy-dom
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { clearTop, readPlace, type ScreenBox, serviceButton, shareOf } from './service-button.ts';

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

/** A screen of 400 by 800 px with a button of 100 by 48 px, first in its corner; `codes` are on the screen. */
function shown(codes: readonly ScreenBox[] = []): HTMLAnchorElement {
  document.body.innerHTML = `<a id="service-button" href="/customerService">Ayuda</a>${'<code></code>'.repeat(codes.length)}`;
  const button = document.querySelector('a') as HTMLAnchorElement;
  const px = (text: string, first: number) => (text === '' ? first : Number.parseFloat(text));
  const boxOf = (): ScreenBox => ({
    left: px(button.style.left, 284),
    top: px(button.style.top, 736),
    width: 100,
    height: 48,
  });
  Object.defineProperties(button, { offsetWidth: { value: 100 }, offsetHeight: { value: 48 } });
  Object.defineProperty(document.documentElement, 'clientWidth', { value: 400, configurable: true });
  vi.stubGlobal('innerHeight', 800);
  button.getBoundingClientRect = () => boxOf() as DOMRect;
  button.setPointerCapture = () => {};
  document.querySelectorAll('code').forEach((code, index) => {
    code.getBoundingClientRect = () => codes[index] as unknown as DOMRect;
  });
  serviceButton(button);
  return button;
}

const place = ({ style }: HTMLElement) => [style.left, style.top];

function point(button: HTMLElement, type: string, x: number, y: number): void {
  button.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1 }));
}

function isFollowed(button: HTMLElement): boolean {
  return button.dispatchEvent(new MouseEvent('click', { cancelable: true }));
}

beforeEach(() => localStorage.clear());

test('[DELAY-2] it is dragged where the finger goes, which is no press, and is there again on the next page', () => {
  const button = shown();
  expect(button.getAttribute('aria-describedby')).toBe('service-button-hint');
  point(button, 'pointerdown', 300, 750);
  point(button, 'pointermove', 116, 114);
  point(button, 'pointermove', -500, 114);
  expect(place(button)).toEqual(['0px', '100px']);
  point(button, 'pointerup', -500, 114);
  expect(isFollowed(button)).toBe(false);
  expect(isFollowed(button)).toBe(true);
  point(button, 'pointermove', 300, 300);
  expect(place(button)).toEqual(['0px', '100px']);
  expect(place(shown())).toEqual(['0px', '100px']);
});

test('[DELAY-2] a press that trembles is still a press', () => {
  const button = shown();
  point(button, 'pointerdown', 300, 750);
  point(button, 'pointermove', 303, 752);
  point(button, 'pointerup', 303, 752);
  // It stays in its dock.
  expect(place(button)).toEqual(['', '']);
  expect(button.style.position).toBe('');
  expect(isFollowed(button)).toBe(true);
});

test('[DELAY-2] arrow keys move it and scroll nothing; other keys are the page’s', () => {
  const button = shown();
  const press = (key: string) =>
    button.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
  expect(press('ArrowLeft')).toBe(false);
  expect(press('ArrowUp')).toBe(false);
  expect(press('Enter')).toBe(true);
  expect(place(button)).toEqual(['268px', '720px']);
  expect(place(shown())).toEqual(['268px', '720px']);
});

test('[DELAY-2] it goes out of the way of a code and back when the page is scrolled on', () => {
  const code = { left: 0, top: 740, width: 400, height: 40 };
  localStorage.setItem('service-button', `${284 / 300} ${736 / 752}`);
  const button = shown([code]);
  expect(place(button)).toEqual(['284px', '684px']);
  code.top = 100;
  dispatchEvent(new Event('scroll'));
  expect(place(button)).toEqual(['284px', '736px']);
});
