import { useEffect } from 'react';

/** How long after the page stands the rating is asked for (COMP-6). */
const ratingDelayMs = 3000;

/** The rating sheet's id. */
export const ratingDialogId = 'rate';

/** Opens the rating sheet 3 s after the page stands, once, when a rating is asked for (COMP-6). */
export function useRatingSheet(asksForRating: boolean): void {
  useEffect(() => {
    if (!asksForRating) return;
    const timer = setTimeout(() => {
      (document.getElementById(ratingDialogId) as HTMLDialogElement | null)?.showModal();
    }, ratingDelayMs);
    return () => clearTimeout(timer);
  }, [asksForRating]);
}
