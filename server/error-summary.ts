/** An error's kind and place. Its message may hold what a borrower sent, so it stays out of the log. */
export interface ErrorSummary {
  readonly name: string;
  readonly frames: readonly string[];
}

const frameCount = 8;

/** What the log may hold of an error. */
export function errorSummary(error: unknown): ErrorSummary {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const lines = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { name: error.name, frames: lines.slice(0, frameCount).map((line) => line.trim()) };
}
