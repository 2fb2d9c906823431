import type { ReactNode } from 'react';
import { useDesk } from '../desk-context.ts';
import { complaintPath } from '../paths.ts';

/** The number of a complaint, a link for those who may see complaints. */
export function FolioLink({ folio }: { readonly folio: string }): ReactNode {
  const desk = useDesk();
  if (!desk.may('see-complaints')) return folio;
  return (
    <a className="num" href={complaintPath(folio)}>
      {folio}
    </a>
  );
}
