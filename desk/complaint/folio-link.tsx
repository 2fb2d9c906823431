import type { ReactNode } from 'react';
import type { OpenDesk } from '../open-desk.ts';
import { complaintPath } from '../paths.ts';

/** The number of a complaint; it leads there for whoever may see complaints. */
export function FolioLink({ desk, folio }: { readonly desk: OpenDesk; readonly folio: string }): ReactNode {
  if (!desk.may('see-complaints')) return folio;
  return (
    <a className="num" href={complaintPath(folio)}>
      {folio}
    </a>
  );
}
