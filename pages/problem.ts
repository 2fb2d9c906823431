import type { ErrorCode } from '#domain/error-code.ts';

/** What went wrong, as the pages tell it: one of our codes, a connection fault, or the backend's own words. */
export interface Problem {
  readonly kind: ErrorCode | 'network' | 'timeout' | 'refused';
  /** The backend's message in the borrower's language; empty when ours has to serve. */
  readonly message: string;
}

const formEndingKinds: ReadonlySet<Problem['kind']> = new Set([
  'session-required',
  'not-found',
  'offer-unavailable',
  'open-loan-exists',
  'status-conflict',
]);

/** Whether a problem leaves nothing of the form that met it, so that the page itself has to tell it. */
export function endsForm(problem: Problem): boolean {
  return formEndingKinds.has(problem.kind);
}
