import process from 'node:process';

const sayEveryMs = 5_000;

/** Tells whoever waits. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Tells now and then how far something is and how long it still takes, as long as what is left goes on as what was done. */
export function createProgress(what: string, total: number): (done: number) => void {
  const startedAt = performance.now();
  let saidAt = startedAt;
  return (done) => {
    const now = performance.now();
    if (now - saidAt < sayEveryMs && done < total) return;
    saidAt = now;
    const seconds = (now - startedAt) / 1000;
    const left = done < total ? `, ${clockOf((seconds / done) * (total - done))} left` : '';
    say(`${what}: ${done} of ${total} in ${clockOf(seconds)}${left}`);
  };
}

function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`;
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
