import { type ReactNode, use } from 'react';
import type { ErrorCode } from '#domain/error-code.ts';
import { type FormProblemText, KitContext } from '../kit-context.ts';
import { Note } from './note.tsx';

/**
 * One of our codes, a connection fault, or the backend's words. `network` is the borrower's connection, `unreachable` ours to the
 * backend (CALL-8).
 */
export interface Problem {
  readonly kind: ErrorCode | 'network' | 'unreachable' | 'timeout' | 'refused';
  /** The backend's, in the borrower's language; empty to use ours. */
  readonly message: string;
  /** For developers; absent in production. */
  readonly detail?: string;
}

/** With a lender's own backend leaves out the promise that nothing is done twice after a timeout. */
export function knownWords<Text extends { readonly timeout: string; readonly timeoutElsewhere: string }>(
  text: Text,
  { isBuiltIn }: { readonly isBuiltIn: boolean },
): Text {
  return isBuiltIn ? text : { ...text, timeout: text.timeoutElsewhere };
}

/** A form's problem beside its button; everything typed is still there (CALL-8). A toast shows the backend's words too (CALL-4). */
export function ProblemNote({
  problem,
  text,
}: {
  readonly problem: Problem;
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

function problemLine({ kind }: Problem, text: FormProblemText): ReactNode {
  return kind === 'network' || kind === 'unreachable' || kind === 'timeout' ? text[kind] : text.other;
}
