import type { CallOutcome } from './check-backend.ts';

/** The outcomes as a table, and below it what differs. */
export function tableOf(outcomes: readonly CallOutcome[]): string {
  const rows = outcomes.map(({ call, verdict, checks, borrowerSees }) => {
    const passed = checks.filter(({ problem }) => problem === null).length;
    return [call, verdict, `${passed}/${checks.length}`, borrowerSees];
  });
  const all = [['call', 'outcome', 'checks', 'what the borrower would see'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const problems = outcomes.flatMap(({ call, checks }) =>
    checks.flatMap(({ check, problem }) => (problem === null ? [] : [`${call}, ${check}: ${problem}`])),
  );
  const notes = outcomes.flatMap(({ call, notes }) =>
    notes.map((note) => `${call}, taken for granted: ${note}`),
  );
  const below = [problems, notes].flatMap((each) => (each.length > 0 ? ['', ...each] : []));
  return [...lines, ...below, ''].join('\n');
}

/** The outcomes as JUnit: a suite for each call, a case for each check. */
export function junitOf(outcomes: readonly CallOutcome[]): string {
  const suites = outcomes.map(({ call, checks, borrowerSees }) => {
    const failures = checks.filter(({ problem }) => problem !== null).length;
    const cases = checks.map(({ check, problem, durationMs }) => {
      const start = `    <testcase classname="${escaped(call)}" name="${escaped(check)}" time="${durationMs / 1000}"`;
      return problem === null
        ? `${start}/>`
        : `${start}>\n      <failure message="${escaped(problem)}">${escaped(borrowerSees)}</failure>\n    </testcase>`;
    });
    const head = `  <testsuite name="${escaped(call)}" tests="${checks.length}" failures="${failures}">`;
    return [head, ...cases, '  </testsuite>'].join('\n');
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="check-backend">\n${suites.join('\n')}\n</testsuites>\n`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text of a backend is shown without what XML has no place for. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? '').replaceAll(/\p{Cc}/gu, ' ');
}
