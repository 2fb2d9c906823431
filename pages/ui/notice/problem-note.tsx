import type { ReactNode } from 'react';
import type { Problem } from '../../problem.ts';
import { Note } from './note.tsx';

/** What a form says of a sending that failed, where the backend said nothing itself. */
export interface FormProblemText {
  readonly network: string;
  readonly unreachable: string;
  readonly timeout: string;
  readonly other: string;
}

/** A form's problem, beside the button that tries again: all that was entered is still there (CALL-8). */
export function ProblemNote({
  problem,
  text,
}: {
  readonly problem: Problem;
  readonly text: FormProblemText;
}): ReactNode {
  return (
    <Note tone="bad" isAlert>
      {problemLine(problem, text)}
      {problem.detail && <pre>{problem.detail}</pre>}
    </Note>
  );
}

/** A form's problem in words: the backend's own, else ours. */
function problemLine({ kind, message }: Problem, text: FormProblemText): string {
  return (
    message || (kind === 'network' || kind === 'unreachable' || kind === 'timeout' ? text[kind] : text.other)
  );
}
