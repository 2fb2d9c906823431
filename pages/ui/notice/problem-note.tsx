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
  readonly text: FormProblemText;
}): ReactNode {
  return (
    <Note tone="bad" isAlert isToastToo={problem.message !== ''}>
      {problem.message || problemLine(problem, text)}
      {problem.detail && <pre>{problem.detail}</pre>}
    </Note>
  );
}

/** A form's problem in our words. */
function problemLine({ kind }: Problem, text: FormProblemText): string {
  return kind === 'network' || kind === 'unreachable' || kind === 'timeout' ? text[kind] : text.other;
}
