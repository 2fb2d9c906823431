// @vitest-environment happy-dom
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { useServerView } from './use-server-view.ts';

interface SumProperties {
  readonly sum: string;
}

function Sum(first: SumProperties): ReactNode {
  const { view, isStale, ask } = useServerView(first);
  const form = useRef<HTMLFormElement>(null);
  return (
    <form ref={form} onInput={() => form.current && ask(form.current)}>
      <input type="hidden" name="lang" value="2" />
      <input name="amount" defaultValue="100" />
      <output aria-busy={isStale}>{view.sum}</output>
    </form>
  );
}

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  document.body.innerHTML = '<div data-slot="sum" data-island=""></div>';
  const root = createRoot(document.querySelector('div') as HTMLElement);
  flushSync(() => root.render(<Sum sum="one" />));
});

const field = () => document.querySelector('[name=amount]') as HTMLInputElement;
const output = () => document.querySelector('output') as HTMLElement;
const shown = () => [output().textContent, output().getAttribute('aria-busy')];

function type(amount: string): void {
  field().value = amount;
  flushSync(() => field().dispatchEvent(new Event('input', { bubbles: true })));
}

const answerOf = (sum: string) =>
  new Response(
    `<!DOCTYPE html><title>Sum</title><div data-slot="sum" data-island="" data-properties='${JSON.stringify({ sum })}'></div>`,
  );

/** An answer that comes when it is told to. */
function laterAnswer(): (response: Response) => void {
  const { promise, resolve } = Promise.withResolvers<Response>();
  fetched.mockReturnValueOnce(promise);
  return resolve;
}

test('the page is asked once typing pauses, as its form would be sent, for this island alone', async () => {
  fetched.mockResolvedValueOnce(answerOf('two'));
  type('20');
  expect(shown()).toEqual(['one', 'true']);
  await vi.advanceTimersByTimeAsync(200);
  type('200');
  await vi.advanceTimersByTimeAsync(249);
  expect(fetched).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(fetched).toHaveBeenCalledOnce();
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect(address).toBe(`${location.pathname}?lang=2&amount=200`);
  expect(init?.headers).toEqual({ 'X-Island': 'sum' });
  await vi.waitFor(() => expect(shown()).toEqual(['two', 'false']));
  expect(field().value).toBe('200');
});

test('the last question wins, in whatever order the answers come', async () => {
  const first = laterAnswer();
  const second = laterAnswer();
  type('200');
  await vi.advanceTimersByTimeAsync(250);
  type('300');
  await vi.advanceTimersByTimeAsync(250);
  second(answerOf('of 300'));
  await vi.waitFor(() => expect(shown()).toEqual(['of 300', 'false']));
  first(answerOf('of 200'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown()).toEqual(['of 300', 'false']);
});

test.each([
  ['a lost network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a refusal', () => Promise.resolve(new Response('<h1>Too many requests</h1>', { status: 429 }))],
  ['another page', () => Promise.resolve(new Response('<h1>Sign in to this network</h1>'))],
])('%s leaves the last figures, marked as not of what is typed', async (_name, answer) => {
  fetched.mockImplementationOnce(answer);
  type('200');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched).toHaveBeenCalledOnce();
  expect(shown()).toEqual(['one', 'true']);
});
