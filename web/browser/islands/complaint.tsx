import { type ReactNode, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { ComplaintForm, type ComplaintFormProperties } from '../complaint/complaint-form.tsx';

export function hydrate(root: HTMLElement): void {
  const properties = JSON.parse(root.dataset.properties ?? '{}') as ComplaintFormProperties;
  const area = root.querySelector('textarea');
  // Synchronously, so that nobody can type between reading the field and restoring its text.
  flushSync(() => hydrateRoot(root, <TypedForm properties={properties} area={area} typed={area?.value} />));
}

/** Restores typed text: React resets a hydrated field to the server's value. */
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
