/** Kind and place of an error; its message may hold a borrower's data, so the log leaves it out. */
export interface ErrorSummary {
  readonly name: string;
  readonly frames: readonly string[];
}

const frameCount = 8;

export function errorSummary(error: unknown): ErrorSummary {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const lines = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { name: error.name, frames: lines.slice(0, frameCount).map((line) => line.trim()) };
}
