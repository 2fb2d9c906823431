import { useEffect } from 'react';

/** How long the borrower reads why the offer changes before it is asked for again (CONFIRM-3). */
const reloadDelayMs = 5500;

export const reloadDialogId = 'reload';

/** What the wait touches of the browser; a test brings its own. */
export interface ReloadSurroundings {
  openDialog(): void;
  /** Puts another page in this one's place. */
  replace(link: string): void;
}

/** Opens the reload dialog at once, and after 5.5 s goes on to `reloadLink`, which asks again (CONFIRM-3). Returns how to stop. */
export function awaitReload(reloadLink: string, { openDialog, replace }: ReloadSurroundings): () => void {
  openDialog();
  const timer = setTimeout(() => replace(reloadLink), reloadDelayMs);
  return () => clearTimeout(timer);
}

/** Waits where the offer is being worked out again: `reloadLink` is not null then. */
export function useOfferReload(reloadLink: string | null): void {
  useEffect(() => {
    if (reloadLink === null) return;
    return awaitReload(reloadLink, {
      openDialog: () => (document.getElementById(reloadDialogId) as HTMLDialogElement | null)?.showModal(),
      replace: (link) => location.replace(link),
    });
  }, [reloadLink]);
}
