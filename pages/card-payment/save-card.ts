import { awayCookie } from '#contract/session-cookie.ts';
import type { OpenScreen } from '../open-screen.ts';

/** What became of the card form that the address says the borrower comes back from; null for none. */
export async function savingState(open: OpenScreen): Promise<'saved' | 'open' | 'given-up' | null> {
  const id = open.parameter('cardSaving');
  if (id === '' || id.length > 64) return null;
  return (await open.cardSaving?.state({ credentials: open.query, id })) ?? null;
}

/** The cookie that keeps the session while the borrower is at a provider; null where none is needed. */
export function cookieWhileAway({ query, h5Base }: OpenScreen): string | null {
  return awayCookie(query, h5Base.startsWith('https:'));
}

/** Keeps the session while the borrower is at their bank, who sends them back without it. */
export function keepSession(open: OpenScreen): void {
  const cookie = cookieWhileAway(open);
  if (cookie !== null) open.header('Set-Cookie', cookie);
}
