import { type ReactNode, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { ComplaintForm, type ComplaintFormProperties } from '../complaint/complaint-form.tsx';

/** Takes over the form of a complaint, as the server wrote it into `root`, with what was typed into it meanwhile. */
export function hydrate(root: HTMLElement): void {
  const properties = JSON.parse(root.dataset.properties ?? '{}') as ComplaintFormProperties;
  const area = root.querySelector('textarea');
  // At once, so that nothing is typed between.
  flushSync(() => hydrateRoot(root, <TypedForm properties={properties} area={area} typed={area?.value} />));
}

/** The form with what was typed: React writes the server's text into a field that came with one. */
function TypedForm({
  properties,
  area,
  typed,
}: {
  readonly properties: ComplaintFormProperties;
  readonly area: HTMLTextAreaElement | null;
  readonly typed: string | undefined;
}): ReactNode {
  useLayoutEffect(() => {
    if (area && typed !== undefined && area.value !== typed) area.value = typed;
  }, [area, typed]);
  return <ComplaintForm {...properties} />;
}
