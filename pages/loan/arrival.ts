import { useEffect } from 'react';
import { type HostConfig, sendToHost } from '#browser/bridge.ts';
import { asksNativePrompt, type Score } from '#domain/loan/rating.ts';
import { thanksDialogId } from './loan-dialog-ids.ts';

/** What the address says of where the borrower comes from. */
export interface Arrival {
  readonly productId: string;
  /** The loan has just been accepted. */
  readonly isConfirmed: boolean;
  /** The loan has just been rated, with so many stars. */
  readonly thanksScore: Score | null;
}

/** What an arrival touches of the browser. */
export interface ArrivalSurroundings {
  send: (action: Parameters<typeof sendToHost>[1]) => ReturnType<typeof sendToHost>;
  openThanks(): void;
  /** Takes the arrival out of the address, so that opening the page again repeats nothing. */
  forget(): void;
}

/**
 * Tells the host of a loan that was just accepted (CONFIRM-4), and after five stars lets it ask for its own rating; any
 * other rating, or a host that cannot ask, gets the thanks (ORDER-6).
 */
export function greet(
  { productId, isConfirmed, thanksScore }: Arrival,
  surroundings: ArrivalSurroundings,
): void {
  if (isConfirmed) surroundings.send({ name: 'burialPointConfirmation', productId });
  if (thanksScore !== null) {
    const isAsked = asksNativePrompt(thanksScore) && surroundings.send({ name: 'ratingPrompt' }) === 'sent';
    if (!isAsked) surroundings.openThanks();
  }
  if (isConfirmed || thanksScore !== null) surroundings.forget();
}

/** Greets once, when the page stands. */
export function useArrival({ productId, isConfirmed, thanksScore }: Arrival, config: HostConfig): void {
  useEffect(() => {
    greet(
      { productId, isConfirmed, thanksScore },
      {
        send: (action) => sendToHost(config, action),
        openThanks: () => (document.getElementById(thanksDialogId) as HTMLDialogElement | null)?.showModal(),
        forget() {
          const url = new URL(location.href);
          url.searchParams.delete('from');
          url.searchParams.delete('thanks');
          history.replaceState(history.state, '', url);
        },
      },
    );
  }, [config, productId, isConfirmed, thanksScore]);
}
