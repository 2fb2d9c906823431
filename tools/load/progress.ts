import process from 'node:process';

/** Tells the person who waits. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** How often a long command says how far it is: somebody may look on at a terminal, and a log is read later. */
export function progressEveryMs(isTerminal: boolean = process.stdout.isTTY): number {
  return isTerminal ? 5_000 : 60_000;
}

/**
 * Tells now and then how far something is and how long it still takes, as long as what is left goes on as what was done; at the
 * end it always does.
 */
export function createProgress(
  what: string,
  total: number,
  {
    isTerminal,
    tell = say,
    now = () => performance.now(),
  }: {
    readonly isTerminal?: boolean;
    readonly tell?: (text: string) => void;
    readonly now?: () => number;
  } = {},
): (done: number) => void {
  const everyMs = progressEveryMs(isTerminal);
  const startedAt = now();
  let saidAt = startedAt;
  return (done) => {
    const at = now();
    if (at - saidAt < everyMs && done < total) return;
    saidAt = at;
    const seconds = (at - startedAt) / 1000;
    const left = done < total ? `, ${clockOf((seconds / done) * (total - done))} left` : '';
    tell(`${what}: ${done} of ${total} in ${clockOf(seconds)}${left}`);
  };
}

/** Seconds as minutes and seconds. */
export function clockOf(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Rows as a table that can be read where it is printed: texts to the left, figures to the right. */
export function tableOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_name, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const isFigure = head.map((_name, column) =>
    rows.every((row) => typeof row[column] === 'number' || row[column] === ''),
  );
  return lines
    .map((line) =>
      line
        .map((text, column) =>
          isFigure[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
