import { type CardSavingState, readCardSaving, startCardSaving } from '#contract/calls/card-saving.ts';
import { awayCookie } from '#contract/session-cookie.ts';
import { providerLink } from '../backend-link.ts';
import type { OpenScreen } from '../open-screen.ts';
import { payPurpose } from './pay-links.ts';

export async function savingState(open: OpenScreen): Promise<CardSavingState | null> {
  const id = open.parameter('cardSaving');
  if (id === '' || id.length > 64) return null;
  const saving = await open.call(readCardSaving, { savingId: id });
  return saving.success ? saving.data.state : null;
}

/**
 * Redirects to the provider's card form. A cookie stores the session meanwhile, as the provider's address must not contain it.
 * @param from the page to return to.
 * @returns the status to answer with if the form cannot be opened.
 */
export async function leaveToCardForm(
  open: OpenScreen,
  from: 'payWay' | 'repay',
): Promise<Response | { readonly status: 401 | 503 }> {
  const purpose = from === 'payWay' ? payPurpose(open) : undefined;
  const started = await open.call(startCardSaving, { ...open.key(), from, purpose });
  const link = started.success ? providerLink(open, started.data.link) : null;
  if (link === null) {
    return { status: !started.success && started.errorCode === 'session-required' ? 401 : 503 };
  }
  const response = open.leaveTo(link, { isReplacing: false });
  const cookie = cookieWhileAway(open);
  if (cookie !== null) response.headers.set('Set-Cookie', cookie);
  return response;
}

/** Stores the session while the borrower is at a provider; null if none is needed. */
function cookieWhileAway({ query, h5Base }: OpenScreen): string | null {
  return awayCookie(query, h5Base.startsWith('https:'));
}

/** Stores the session while the borrower is at their bank, whose redirect lacks it. */
export function keepSession(open: OpenScreen): void {
  const cookie = cookieWhileAway(open);
  if (cookie !== null) open.header('Set-Cookie', cookie);
}
