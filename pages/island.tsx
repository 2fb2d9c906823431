import { createContext, type ReactNode, use } from 'react';
import { marks } from '#browser/marks.ts';

/** Where the browser fetches the module of an island, by its name in `browser/islands/`. */
export const IslandAddresses = createContext<(name: string) => string>((name) => name);

/**
 * A part of a page that React keeps in the browser, for what a borrower edits over time: `Component` runs here for the
 * first picture of it, and `browser/islands/<name>.tsx` takes over from there (`browser/island.ts`). The properties travel
 * in the page, so they are plain data, and the component uses no `useId`, which would give another id there. What it is
 * part of has to work without it.
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
  const addressOf = use(IslandAddresses);
  return (
    <div className="stack" {...marks({ island: addressOf(name), properties: JSON.stringify(properties) })}>
      {children}
    </div>
  );
}
