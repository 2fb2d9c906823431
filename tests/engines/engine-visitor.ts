import { expect, onTestFinished } from 'vitest';
import { screenLink } from '#contract/page-query.ts';
import type { TestLlano } from '#tests/setup/llano.ts';
import { queryOf } from '#tests/setup/visitor.ts';
import type { Engine, Tab, TabOptions } from './tab.ts';

/** A borrower with a browser of any engine, who sees what is shown and presses it. */
export interface EngineVisitor {
  readonly tab: Tab;
  /** Opens a path of ours with its own parameters, the session and the language. */
  open(path: string, own?: Readonly<Record<string, string | number>>): Promise<void>;
  /** Opens an address. */
  openAddress(address: string): Promise<void>;
  /** Presses the first shown part that a selector finds, with a text where one is given. */
  press(selector: string, text?: string): Promise<void>;
  /** Presses what leads to another document, and waits for it. */
  follow(selector: string, text?: string): Promise<void>;
  /** Ticks a box that is not ticked. */
  tick(selector: string): Promise<void>;
  /** Types into a field in the place of what stands there. */
  fill(selector: string, text: string): Promise<void>;
  /** Waits until the page shows a text. */
  see(text: string | RegExp): Promise<void>;
  /** Waits until the page is at a path. */
  arrive(path: string): Promise<URL>;
  /** How many shown parts a selector finds, with a text where one is given. */
  count(selector: string, text?: string): Promise<number>;
  /** All that the page shows, every blank a plain one. */
  text(): Promise<string>;
}

const patienceMs = 20_000;
const pauseMs = 50;

/**
 * Opens a tab of an engine for the running test. At its end the tab is closed, and an error in its console fails the test.
 * @param base where the pages are, the Llano's own address unless given.
 */
export async function visitIn(
  engine: Engine,
  llano: TestLlano,
  options: TabOptions,
  base = llano.address,
): Promise<EngineVisitor> {
  const tab = await engine.open(llano, options);
  onTestFinished(async () => {
    await tab.close();
    const { expectedFaults = [] } = options;
    expect(tab.faults.filter((fault) => !expectedFaults.some((pattern) => pattern.test(fault)))).toEqual([]);
  });
  const check = async () => {
    await tab.check?.();
    // The next document may be on its way.
    const wide = await until('the width', () => tab.read(() => document.body.scrollWidth - innerWidth));
    expect(wide).toBeLessThanOrEqual(0);
  };
  const visitor: EngineVisitor = {
    tab,
    open: (path, own) => visitor.openAddress(base + screenLink(path, queryOf(options), own)),
    async openAddress(address) {
      await tab.go(address);
      await check();
    },
    async press(selector, text = '') {
      const [x, y] = await until(`${selector} ${text}`, async () => {
        return (await tab.read(find, selector, text)).place;
      });
      await tab.tap(x, y);
    },
    async follow(selector, text) {
      const before = await tab.read(documentTime);
      await visitor.press(selector, text);
      await until(`a document after ${selector}`, async () => {
        const after = await tab.read(documentTime);
        return after === null || after === before ? null : after;
      });
      await check();
    },
    async tick(selector) {
      if (!(await tab.read((css) => document.querySelector<HTMLInputElement>(css)?.checked, selector))) {
        await visitor.press(selector);
      }
    },
    async fill(selector, text) {
      await visitor.press(selector);
      await tab.read((css) => document.querySelector<HTMLInputElement>(css)?.select(), selector);
      await tab.type(text);
    },
    async see(text) {
      const isSeen = (shown: string) =>
        text instanceof RegExp ? text.test(shown) : shown.includes(text.replace(/\s+/g, ' '));
      let shown = '';
      await until(`the text ${text}`, async () => {
        shown = await visitor.text();
        return isSeen(shown) || null;
      }).catch((cause) => {
        throw new Error(`${cause.message} on: ${shown}`, { cause });
      });
    },
    async arrive(path) {
      return until(`the path ${path}`, async () => {
        const url = new URL(await tab.read(() => location.href));
        return url.pathname === path ? url : null;
      });
    },
    count: async (selector, text = '') => (await tab.read(find, selector, text)).count,
    // biome-ignore lint/performance/useDomNodeTextContent: the text content has the hidden parts too.
    text: () => tab.read(() => document.body.innerText.replace(/\s+/g, ' ')),
  };
  return visitor;
}

/** What is looked for, once it is there; a look that fails while a document gives way to the next is taken again. */
async function until<Found>(name: string, look: () => Promise<Found | null>): Promise<Found> {
  const end = performance.now() + patienceMs;
  let cause: unknown;
  while (performance.now() < end) {
    try {
      const found = await look();
      if (found !== null) return found;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`Not within ${patienceMs / 1000} s: ${name}`, { cause });
}

/** When the document was begun, once it has loaded. */
function documentTime(): number | null {
  return document.readyState === 'complete' ? performance.timeOrigin : null;
}

interface Found {
  /** How many shown parts there are. */
  readonly count: number;
  /** Where to press the first of them; null while there is none, or another part lies over it. */
  readonly place: readonly [number, number] | null;
}

/** Runs in the page: looks for the shown parts that a selector finds, and brings the first into view. */
function find(selector: string, text: string): Found {
  const parts = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (part) =>
      part.getClientRects().length > 0 &&
      !part.hasAttribute('aria-hidden') &&
      // biome-ignore lint/performance/useDomNodeTextContent: the text content has the hidden parts too.
      part.innerText.replace(/\s+/g, ' ').includes(text),
  );
  const [first] = parts;
  first?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const [box] = first?.getClientRects() ?? [];
  if (!first || !box) return { count: 0, place: null };
  const x = Math.floor(box.left + box.width / 2);
  const y = Math.floor(box.top + box.height / 2);
  const top = document.elementFromPoint(x, y);
  const isUnder = top !== null && (first.contains(top) || top.contains(first));
  return { count: parts.length, place: isUnder ? [x, y] : null };
}
