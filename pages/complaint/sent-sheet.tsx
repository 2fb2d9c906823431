import { type ReactNode, useEffect } from 'react';
import { Dialog } from '../ui/notice/dialog.tsx';
import { clearDrafts } from './complaint-draft.ts';

/** How long the success stands before the start page takes its place (COMP-4). */
const sentShownMs = 1500;

const sentDialogId = 'sent';

/** Says that the complaint was filed; script opens it. */
export function SentDialog({
  text,
}: {
  readonly text: { readonly sentTitle: string; readonly sentLine: string; readonly close: string };
}): ReactNode {
  return (
    <Dialog id={sentDialogId} title={text.sentTitle} closeLabel={text.close}>
      <p>{text.sentLine}</p>
    </Dialog>
  );
}

/** Once the complaint is filed: forgets the draft, says so for 1.5 s, and goes on to the start page (COMP-4). */
export function useSentSheet(filedLink: string | undefined): void {
  useEffect(() => {
    if (!filedLink) return;
    clearDrafts(localStorage);
    (document.getElementById(sentDialogId) as HTMLDialogElement | null)?.showModal();
    const timer = setTimeout(() => location.replace(filedLink), sentShownMs);
    return () => clearTimeout(timer);
  }, [filedLink]);
}
