import type { ReactNode } from 'react';
import { renderToString as render } from 'react-dom/server.node';

let last: ReactNode = null;

/** Stands for React's own in a build of the pages, and keeps what it was given. */
export function renderToString(tree: ReactNode): string {
  last = tree;
  return render(tree);
}

/** The tree of the page that was written last. */
export function lastTree(): ReactNode {
  return last;
}
