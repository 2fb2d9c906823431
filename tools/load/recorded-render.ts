import type { ReactNode } from 'react';
import { renderToString as render } from 'react-dom/server.node';

let last: ReactNode = null;

/** Replaces React's `renderToString` in a build of the pages and keeps its argument. */
export function renderToString(tree: ReactNode): string {
  last = tree;
  return render(tree);
}

export function lastTree(): ReactNode {
  return last;
}
