import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { usePage } from './page-context.tsx';

/**
 * Renders a component that React hydrates in the browser from `web/browser/islands/<name>.tsx`. Properties travel as JSON, so
 * they are plain data; `useId` would differ there, so the component must not use it. Everything must work without script. The
 * island is a slot, so answers to its form rewrite it.
 */
export function island<Properties extends object>(
  name: string,
  Component: (properties: Properties) => ReactNode,
  properties: Properties,
): ReactNode {
  return (
    <IslandRoot name={name} properties={properties}>
      <Component {...properties} />
    </IslandRoot>
  );
}

function IslandRoot({
  name,
  properties,
  children,
}: {
  readonly name: string;
  readonly properties: object;
  readonly children: ReactNode;
}): ReactNode {
  const { islandOf } = usePage();
  return (
    <div {...marks({ slot: name, island: islandOf(name), properties: JSON.stringify(properties) })}>
      {children}
    </div>
  );
}
