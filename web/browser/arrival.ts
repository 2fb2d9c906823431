import type { BridgeAction } from '#domain/bridge/actions.ts';
import { asksNativePrompt, isScore } from '#domain/loan/rating.ts';
import { afterLoad } from './after-load.ts';
import { sendToHost } from './bridge.ts';
import { hostConfig } from './host-data.ts';

/** Tells the host of a loan that was just accepted, with the product of `data-confirmed-product` (CONFIRM-4). */
export function tellConfirmation(root: HTMLElement): void {
  afterLoad(() => {
    ask({ name: 'burialPointConfirmation', productId: root.dataset.confirmedProduct ?? '' });
    forget('from');
  });
}

/**
 * The thanks for a rating of `data-thanks-score` stars: after five the host asks for its own rating, and any other
 * rating, or a host that cannot ask, gets the thanks (ORDER-6).
 */
export function thank(dialog: HTMLElement): void {
  const score = Number(dialog.dataset.thanksScore);
  afterLoad(() => {
    const isAsked = isScore(score) && asksNativePrompt(score) && ask({ name: 'ratingPrompt' }) === 'sent';
    if (!isAsked) (dialog as HTMLDialogElement).showModal();
    forget('thanks');
  });
}

function ask(action: BridgeAction): ReturnType<typeof sendToHost> {
  return sendToHost(hostConfig(), action);
}

/** Takes what was greeted out of the address, so that opening the page again repeats nothing. */
function forget(parameter: string): void {
  const url = new URL(location.href);
  url.searchParams.delete(parameter);
  history.replaceState(history.state, '', url);
}
