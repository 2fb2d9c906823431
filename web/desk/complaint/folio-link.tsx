import type { ReactNode } from 'react';
import { useDesk } from '../desk-context.ts';
import { complaintPath } from '../paths.ts';

export function FolioLink({ folio }: { readonly folio: string }): ReactNode {
  const desk = useDesk();
  if (!desk.may('see-complaints')) return folio;
  return (
    <a className="num" href={complaintPath(folio)}>
      {folio}
    </a>
  );
}
