// @vitest-environment happy-dom
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerBehaviours } from './hydrate-behaviours.ts';
import { hydrateIsland } from './hydrate-island.tsx';

interface CounterProperties {
  readonly start: number;
  /** Count at which rendering fails; on the server nothing fails. */
  readonly failsAt?: number;
}

let isInBrowser = false;

function Counter({ start, failsAt }: CounterProperties): ReactNode {
  const [count, setCount] = useState(start);
  if (isInBrowser && count === failsAt) throw new Error('a mistake of the component');
  return (
    <form>
      <input name="note" defaultValue="" />
      <input type="radio" name="size" value="s" defaultChecked />
      <input type="radio" name="size" value="l" />
      <button type="button" onClick={() => setCount(count + 1)}>
        {count}
      </button>
    </form>
  );
}

const reported = vi.fn<(error: unknown) => void>();
const behaved = vi.fn<(form: HTMLElement) => void>();

beforeEach(() => {
  isInBrowser = false;
  // Reported by throwing where nobody catches.
  vi.stubGlobal('setTimeout', (run: () => void) => {
    try {
      run();
    } catch (error) {
      reported(error);
    }
  });
  registerBehaviours({ form: behaved });
});

afterEach(() => {
  vi.unstubAllGlobals();
  reported.mockReset();
  behaved.mockReset();
});

/** The server's HTML, in which somebody typed before the island came. */
function rootOf(properties: CounterProperties): HTMLElement {
  document.body.innerHTML = `<div data-island="" data-properties='${JSON.stringify(properties)}'>${renderToString(<Counter {...properties} />)}</div>`;
  const root = document.querySelector('div') as HTMLElement;
  note(root).value = 'typed early';
  large(root).checked = true;
  isInBrowser = true;
  return root;
}

const note = (root: HTMLElement) => root.querySelector('[name=note]') as HTMLInputElement;
const large = (root: HTMLElement) => root.querySelector('[value=l]') as HTMLInputElement;
const button = (root: HTMLElement) => root.querySelector('button') as HTMLButtonElement;
const settle = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

test('an island takes over the server’s HTML, keeps what was typed and chosen, and is marked', () => {
  const root = rootOf({ start: 1 });
  const before = note(root);
  hydrateIsland(root, Counter);
  expect(note(root)).toBe(before);
  expect([before.value, large(root).checked]).toEqual(['typed early', true]);
  expect(root.dataset.hydrated).toBe('');
  flushSync(() => button(root).click());
  expect(button(root).textContent).toBe('2');
  expect(before.value).toBe('typed early');
  expect(reported).not.toHaveBeenCalled();
});

test('an error while hydrating leaves the server’s form with what was typed, working, and is reported', async () => {
  const root = rootOf({ start: 1, failsAt: 1 });
  hydrateIsland(root, Counter);
  await settle();
  expect([note(root).value, large(root).checked]).toEqual(['typed early', true]);
  expect(button(root).textContent).toBe('1');
  expect(root.dataset.plain).toBe('');
  expect(root.dataset.hydrated).toBeUndefined();
  expect(reported.mock.calls.flat()).toContainEqual(new Error('a mistake of the component'));
  expect(behaved).toHaveBeenCalledWith(root.querySelector('form'));
});

test('an error after hydrating puts the server’s form back with what was typed since', async () => {
  const root = rootOf({ start: 1, failsAt: 3 });
  hydrateIsland(root, Counter);
  note(root).value = 'typed late';
  flushSync(() => button(root).click());
  expect(root.dataset.plain).toBeUndefined();
  flushSync(() => button(root).click());
  await settle();
  expect(note(root).value).toBe('typed late');
  expect(button(root).textContent).toBe('1');
  expect(root.dataset.plain).toBe('');
  expect(reported.mock.calls.flat()).toEqual([new Error('a mistake of the component')]);
});
