import { type ReactNode, use } from 'react';
import type { ErrorCode } from '#domain/error-code.ts';
import { type FormProblemText, KitContext } from '../kit-context.ts';
import { Note } from './note.tsx';

/**
 * What went wrong, as the pages tell it: one of our codes, a connection fault, or the backend's own words. `network` is the
 * borrower's connection, `unreachable` is ours to the backend (CALL-8).
 */
export interface Problem {
  readonly kind: ErrorCode | 'network' | 'unreachable' | 'timeout' | 'refused';
  /** The backend's message in the borrower's language; empty when ours has to serve. */
  readonly message: string;
  /** What a developer is to know of it; absent in production. */
  readonly detail?: string;
}

/** A form's words: that nothing is done twice after a time-out is known of the built-in service alone. */
export function knownWords<Text extends { readonly timeout: string; readonly timeoutElsewhere: string }>(
  text: Text,
  { isBuiltIn }: { readonly isBuiltIn: boolean },
): Text {
  return isBuiltIn ? text : { ...text, timeout: text.timeoutElsewhere };
}

/**
 * A form's problem, beside the button that tries again: all that was entered is still there (CALL-8). The backend's own
 * words are shown in a toast too (CALL-4).
 */
export function ProblemNote({
  problem,
  text,
}: {
  readonly problem: Problem;
  /** In place of the page's words. */
  readonly text?: FormProblemText | undefined;
}): ReactNode {
  const page = use(KitContext);
  return (
    <Note tone="bad" isAlert isToastToo={problem.message !== ''}>
      {problem.message || problemLine(problem, text ?? page.words.problem)}
      {problem.detail && <pre>{problem.detail}</pre>}
    </Note>
  );
}

/** A form's problem in our words. */
function problemLine({ kind }: Problem, text: FormProblemText): ReactNode {
  return kind === 'network' || kind === 'unreachable' || kind === 'timeout' ? text[kind] : text.other;
}
