import type { Problem } from '../../problem.ts';

/** What a form says of a sending that failed, where the backend said nothing itself. */
export interface FormProblemText {
  readonly network: string;
  readonly timeout: string;
  readonly other: string;
}

/** A form's problem in words: the backend's own, else ours. */
export function problemLine({ kind, message }: Problem, text: FormProblemText): string {
  return message || (kind === 'network' || kind === 'timeout' ? text[kind] : text.other);
}
