import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { usePage } from './page-context.tsx';

/**
 * A part of a page that React keeps in the browser, for what a borrower edits over time: `Component` runs here for the
 * first picture of it, and `web/browser/islands/<name>.tsx` takes over from there (`web/browser/island.ts`). The properties travel
 * in the page, so they are plain data, and the component uses no `useId`, which would give another id there. What it is
 * part of has to work without it. It is a slot of its own: a form in it is answered with it, and with what it is shown from
 * then.
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
