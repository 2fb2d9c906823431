// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { island } from './island.ts';

const hydrated = vi.fn<(root: HTMLElement) => void>();
const moduleAddress = 'data:text/javascript,export const hydrate = (root) => globalThis.hydrated(root)';

let whenIdle: (() => void)[];

beforeEach(() => {
  whenIdle = [];
  vi.stubGlobal('hydrated', hydrated);
  vi.stubGlobal('requestIdleCallback', (run: () => void) => whenIdle.push(run));
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
});

afterEach(() => hydrated.mockReset());

function rootWith(address: string): HTMLElement {
  document.body.innerHTML =
    '<div><input type="file"><button type="button">+</button><button type="button" data-never-held>Send</button></div>';
  const root = document.querySelector('div') as HTMLElement;
  root.dataset.island = address;
  island(root);
  return root;
}

/** Lets an import end, whatever came of it. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

test('an island is fetched only once the page has loaded and the browser is idle', async () => {
  const root = rootWith(moduleAddress);
  await settle();
  expect(whenIdle).toEqual([]);
  dispatchEvent(new Event('load'));
  await settle();
  expect(hydrated).not.toHaveBeenCalled();
  for (const run of whenIdle) run();
  await expect.poll(() => hydrated.mock.calls).toEqual([[root]]);
});

test.each(['pointerdown', 'focusin'])('a %s on it fetches it at once, and only once', async (sign) => {
  const root = rootWith(moduleAddress);
  root.querySelector('input')?.dispatchEvent(new Event(sign, { bubbles: true }));
  await expect.poll(() => hydrated.mock.calls).toEqual([[root]]);
  dispatchEvent(new Event('load'));
  for (const run of whenIdle) run();
  await settle();
  expect(hydrated).toHaveBeenCalledOnce();
});

test('a browser that cannot tell when it is idle waits 200 ms after the page has loaded', async () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  rootWith(moduleAddress);
  dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(199);
  expect(hydrated).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.poll(() => hydrated).toHaveBeenCalledOnce();
});

test('where it cannot be fetched the plain form is left, and marked', async () => {
  const root = rootWith('data:text/javascript,throw new Error("no network")');
  expect(root.dataset.plain).toBeUndefined();
  root.dispatchEvent(new Event('pointerdown'));
  await expect.poll(() => root.dataset.plain).toBe('');
  expect(hydrated).not.toHaveBeenCalled();
});

test('[COMP-3] a browser that saves data never fetches it, and the plain form is marked at once', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  const root = rootWith(moduleAddress);
  expect(root.dataset.plain).toBe('');
  root.dispatchEvent(new Event('pointerdown'));
  dispatchEvent(new Event('load'));
  for (const run of whenIdle) run();
  await settle();
  expect(hydrated).not.toHaveBeenCalled();
});

test('a form that was sent before its island was there stays plain, and one sent after does not become so', async () => {
  const root = rootWith(moduleAddress);
  root.dispatchEvent(new Event('pointerdown'));
  root.querySelector('input')?.dispatchEvent(new Event('submit', { bubbles: true }));
  await settle();
  expect(root.dataset.plain).toBe('');
  expect(hydrated).not.toHaveBeenCalled();

  const other = rootWith(moduleAddress);
  other.dispatchEvent(new Event('pointerdown'));
  await expect.poll(() => hydrated.mock.calls).toEqual([[other]]);
  other.querySelector('input')?.dispatchEvent(new Event('submit', { bubbles: true }));
  expect(other.dataset.plain).toBeUndefined();
});

/** A button of the island that counts its presses, as a listener of the server's form or of React would. */
function countedButton(root: HTMLElement, selector: string) {
  const button = root.querySelector(selector) as HTMLButtonElement;
  const presses = vi.fn<() => void>();
  button.addEventListener('click', presses);
  return { button, presses };
}

test('a press before the island is there is held, marked busy, and made again once it is', async () => {
  const root = rootWith(moduleAddress);
  hydrated.mockImplementation((each) => {
    each.dataset.hydrated = '';
  });
  const { button, presses } = countedButton(root, 'button');
  button.click();
  button.click();
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(presses).not.toHaveBeenCalled();
  await expect.poll(() => presses.mock.calls.length).toBe(1);
  expect(hydrated).toHaveBeenCalledOnce();
  expect(button.getAttribute('aria-busy')).toBeNull();
  button.click();
  expect(presses).toHaveBeenCalledTimes(2);
});

test('a press that waited 2.5 s goes to the server’s form, which keeps the place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const root = rootWith('data:text/javascript,await new Promise(() => {})');
  const { button, presses } = countedButton(root, 'button');
  button.click();
  await vi.advanceTimersByTimeAsync(2_499);
  expect(presses).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  expect(presses).toHaveBeenCalledOnce();
  expect(root.dataset.plain).toBe('');
  expect(button.getAttribute('aria-busy')).toBeNull();
});

test('a press is made at once where the island cannot be fetched, and the page’s main button never waits', async () => {
  const root = rootWith('data:text/javascript,throw new Error("no network")');
  const main = countedButton(root, '[data-never-held]');
  main.button.click();
  expect(main.presses).toHaveBeenCalledOnce();
  const { button, presses } = countedButton(root, 'button');
  button.click();
  expect(presses).not.toHaveBeenCalled();
  await expect.poll(() => presses.mock.calls.length).toBe(1);
  expect(root.dataset.plain).toBe('');
});
