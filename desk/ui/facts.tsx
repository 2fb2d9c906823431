import type { ReactNode } from 'react';

/** One thing that is known: its name, and how it is shown. */
export type ShownFact = readonly [name: string, value: ReactNode];

/** What is known of something, one below the other. */
export function FactList({ facts }: { readonly facts: readonly ShownFact[] }): ReactNode {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
