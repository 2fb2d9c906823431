import { useEffect, useRef, useState } from 'react';
import { documentOf } from './answer.ts';
import { islandHeader, selectorOf } from './marks.ts';

/** Pause after the last key before the server is asked, ms. */
const typingMs = 250;

export interface ServerView<View> {
  readonly view: View;
  /** Whether `view` answers something older than what is in the form. */
  readonly isStale: boolean;
  /** Asks the page for this island as the form's fields would show it. Later calls replace earlier ones. */
  ask(form: HTMLFormElement): void;
}

/**
 * Properties of an island that follow its form: the first from the page, later ones from the page's own server, as a GET of the
 * form would show them. Without an answer the last ones stay, marked stale.
 */
export function useServerView<View>(first: View): ServerView<View> {
  const [view, setView] = useState(first);
  const [isStale, setStale] = useState(false);
  const asking = useRef<AbortController>(null);
  useEffect(() => () => asking.current?.abort(), []);
  return {
    view,
    isStale,
    ask(form) {
      asking.current?.abort();
      const controller = new AbortController();
      asking.current = controller;
      setStale(true);
      const ask = async (): Promise<void> => {
        const answer = await viewOf<View>(form, controller.signal).catch(() => null);
        if (controller.signal.aborted || answer === null) return;
        setView(answer);
        setStale(false);
      };
      setTimeout(() => !controller.signal.aborted && void ask(), typingMs);
    },
  };
}

/** @throws Error for a lost network, a refusal, or an answer that is not ours. */
async function viewOf<View>(form: HTMLFormElement, signal: AbortSignal): Promise<View> {
  const { slot = '' } = form.closest<HTMLElement>(selectorOf('island'))?.dataset ?? {};
  const parameters = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const response = await fetch(`${location.pathname}?${new URLSearchParams(parameters)}`, {
    headers: { [islandHeader]: slot },
    signal,
  });
  const island = documentOf(await response.text()).querySelector<HTMLElement>(selectorOf('slot', slot));
  if (!response.ok || !island?.dataset.properties) throw new Error(`No view of ${slot}.`);
  return JSON.parse(island.dataset.properties) as View;
}
