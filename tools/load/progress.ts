import process from 'node:process';

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Interval of progress lines: frequent at a terminal, rare in a log. */
export function progressEveryMs(isTerminal: boolean = process.stdout.isTTY): number {
  return isTerminal ? 5_000 : 60_000;
}

/** Returns a function that prints progress and the estimated time left, at most once per interval and always at the end. */
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

export function clockOf(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Formats rows as a text table: texts left-aligned, numbers right-aligned. */
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
