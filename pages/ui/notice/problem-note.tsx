import type { ReactNode } from 'react';
import type { Problem } from '../../problem.ts';
import { Note } from './note.tsx';
import { type FormProblemText, problemLine } from './problem-line.ts';

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
    </Note>
  );
}
