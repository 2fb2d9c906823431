import type { BridgeAction } from '#domain/bridge/actions.ts';
import { asksNativePrompt, isScore } from '#domain/loan/rating.ts';
import { afterLoad } from './after-load.ts';
import { sendToHost } from './bridge.ts';
import { hostConfig } from './host-data.ts';

/** Tells the host which product's loan was just accepted (CONFIRM-4). */
export function announceConfirmation(root: HTMLElement): void {
  afterLoad(() => {
    ask({ name: 'burialPointConfirmation', productId: root.dataset.confirmedProduct ?? '' });
    forget('from');
  });
}

/**
 * Thanks for a rating: after five stars the host asks for its own rating; otherwise, or if it cannot, the dialog opens (ORDER-6).
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

/** Removes the parameter from the address, so that a reload greets nobody twice. */
function forget(parameter: string): void {
  const url = new URL(location.href);
  url.searchParams.delete(parameter);
  history.replaceState(history.state, '', url);
}
