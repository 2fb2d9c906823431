import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { usePage } from './page-context.tsx';

/**
 * Makes a component an island: the server renders it, and React hydrates it in the browser from `<name>.island.tsx`, which exports
 * it. Properties travel as JSON, so they are plain data; `useId` would differ there, so the component must not use it. Everything
 * must work without script. The island is a slot, so answers rewrite it.
 */
export function island<Properties extends object>(
  name: string,
  Component: (properties: Properties) => ReactNode,
): (properties: Properties) => ReactNode {
  return function Island(properties) {
    const { islandOf } = usePage();
    return (
      <div {...marks({ slot: name, island: islandOf(name), properties: JSON.stringify(properties) })}>
        <Component {...properties} />
      </div>
    );
  };
}
