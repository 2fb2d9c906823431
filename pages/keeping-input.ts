import { isRouteErrorResponse } from 'react-router';
import type { Problem } from './problem.ts';

/** The longest a submission may take: what a call may take (CALL-3). */
const submissionTimeoutMs = 60_000;

/** What a form's page gets instead of an answer when none came. */
export interface Unanswered {
  readonly problem: Problem;
}

/**
 * The `clientAction` of a screen with a form: sends it, and where the server cannot be reached or takes longer than 60 s
 * gives the page a problem to show, so that the page and all that was entered stay (CALL-8).
 */
export async function keepingInput<Answer>({
  serverAction,
}: {
  readonly serverAction: () => Promise<Answer>;
}): Promise<Answer | Unanswered> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<Unanswered>((resolve) => {
    timer = setTimeout(() => resolve(unanswered('timeout')), submissionTimeoutMs);
  });
  try {
    return await Promise.race([serverAction(), timeout]);
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return unanswered('network');
  } finally {
    clearTimeout(timer);
  }
}

function unanswered(kind: 'network' | 'timeout'): Unanswered {
  return { problem: { kind, message: '' } };
}
