import { tolerances } from '#contract/tolerances.ts';
import { presence } from './bench.ts';
import { byCause, type Cause, wasAnswered } from './causes.ts';
import type { CallOutcome } from './check-backend.ts';

/** Formats outcomes as a table, followed by the causes of deviations, worst effect on the borrower first. */
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
  const below = [...findingsOf(outcomes), grantedOf(outcomes)].flatMap((each) =>
    each.length > 0 ? ['', ...each] : [],
  );
  return [...lines, ...below, ''].join('\n');
}

/** A line for each accepted deviation that is not a fault. */
function grantedOf(outcomes: readonly CallOutcome[]): string[] {
  const harmless = outcomes
    .flatMap(({ tolerances: taken }) => taken)
    .filter(({ id }) => tolerances[id].isHarmless);
  return [...Map.groupBy(harmless, ({ id }) => id)].map(([id, taken]) => {
    const { title, does } = tolerances[id];
    const places = taken.map(({ call, field }) => `${call}.${field}`);
    const more = places.length > placesMax ? `, and ${places.length - placesMax} more` : '';
    return `no fault: ${title} (${places.slice(0, placesMax).join(', ')}${more}); the page ${does}`;
  });
}

const placesMax = 6;

/** A problem shared by several calls, with the first answer that has it and the field it names. */
interface SharedProblem {
  readonly problem: string;
  readonly calls: readonly string[];
  readonly line: string | null;
  readonly pointer: string | null;
}

/** Causes of deviations, worst effect on the borrower first, each with its problems. */
export function causesOf(
  outcomes: readonly CallOutcome[],
): { readonly cause: Cause; readonly callCount: number; readonly problems: readonly SharedProblem[] }[] {
  const findings = outcomes.flatMap(({ call, verdict, checks }) =>
    checks.flatMap(({ check, problem, line, pointer }) => {
      // When a call is missing, its other problems follow from that, except a missing refusal.
      const isOwn = verdict !== 'missing' || check === presence || problem === wasAnswered;
      return problem === null || !isOwn ? [] : [{ call, check, problem, line, pointer }];
    }),
  );
  return byCause(findings).map(({ cause, findings }) => {
    const alike = Map.groupBy(findings, ({ check, problem }) => `${check}: ${problem}`);
    return {
      cause,
      callCount: new Set(findings.map(({ call }) => call)).size,
      problems: [...alike].map(([problem, each]) => ({
        problem,
        calls: each.map(({ call }) => call),
        line: each[0]?.line ?? null,
        pointer: each[0]?.pointer ?? null,
      })),
    };
  });
}

function findingsOf(outcomes: readonly CallOutcome[]): string[][] {
  return causesOf(outcomes).map(({ cause, callCount, problems }, index) => [
    `${index + 1}. ${cause.title}: ${callCount} ${callCount === 1 ? 'call' : 'calls'}`,
    `   a borrower meets: ${cause.borrowerLoses}`,
    ...problems.flatMap(({ problem, calls, line, pointer }) => [
      `   - ${problem} (${calls.join(', ')})`,
      ...(line === null ? [] : [`     ${calls[0]} answered ${line}`]),
      ...(pointer === null ? [] : [`     docs/openapi.json${pointer}`]),
    ]),
    `   mend: ${cause.mend}`,
  ]);
}

/** Formats outcomes as JUnit XML: a suite per call, a case per check. */
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

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? '').replaceAll(/\p{Cc}/gu, ' ');
}
