import type { ReactNode } from 'react';
import { documentsText } from '#content/messages/documents.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import { usePage, useText } from '../page-context.tsx';

export function PaperPage({
  title,
  backLink,
  pdfLink,
  pdfButton = 'main',
  children,
}: {
  readonly title: string;
  readonly backLink: string;
  readonly pdfLink: string;
  /** `second` where another page has the next step. */
  readonly pdfButton?: 'main' | 'second';
  readonly children: ReactNode;
}): ReactNode {
  const { savePdf } = useText(documentsText);
  return (
    <>
      <Bar title={title} backLink={backLink} helpLink={usePage().helpLink} />
      <main>
        {children}
        <Pin>
          <ButtonLink href={pdfLink} kind={pdfButton}>
            {savePdf}
          </ButtonLink>
        </Pin>
      </main>
    </>
  );
}
