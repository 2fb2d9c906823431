import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { ownReasons } from './own-reasons.ts';

/** What the service's own tests did on the cluster. */
export interface SuiteResult {
  readonly files: readonly SuiteFile[];
}

/** What the tests of a file did. */
export interface SuiteFile {
  readonly file: string;
  readonly passedCount: number;
  readonly skippedCount: number;
  /** Each with its reason where it is the test's own. */
  readonly failures: readonly { readonly title: string; readonly why: string; readonly isOwn: boolean }[];
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const onServer = /\b(?:testLendingService|openPostgresDatabase)\(/;

/**
 * Runs the tests of folders or files whose service stands on a server, each file on a cluster of its own.
 * @throws Error where there is none.
 */
export function runSuite(places: readonly string[]): SuiteResult {
  const files = places
    .flatMap((place) => (place.endsWith('.ts') ? [place] : globSync(`${place}/**/*.test.ts`)))
    .filter((file) => onServer.test(readFileSync(file, 'utf8')));
  // Without a file it would run them all.
  if (files.length === 0) throw new Error(`No test of ${places.join(', ')} stands on a server`);
  const report = join(mkdtempSync(join(tmpdir(), 'llano-citus-')), 'report.json');
  const options = ['--project', 'unit', '--project', 'proofs', '--maxWorkers=1'];
  spawnSync('npx', ['vitest', 'run', ...options, '--reporter=json', `--outputFile=${report}`, ...files], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return { files: testResults.map(resultOf).sort((one, other) => one.file.localeCompare(other.file)) };
}

function resultOf({ name, message, assertionResults }: Report['testResults'][number]): SuiteFile {
  const file = name.slice(process.cwd().length + 1);
  const countOf = (...statuses: readonly string[]) =>
    assertionResults.filter(({ status }) => statuses.includes(status)).length;
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  const wanting = assertionResults.length === 0 ? [{ title: 'the file', failureMessages: [message] }] : [];
  const failures = [...failed, ...wanting].map(({ title, failureMessages: [text = ''] }) => {
    const own = ownReasons[file]?.[title];
    return { title, why: own ?? firstLineOf(text), isOwn: own !== undefined };
  });
  return {
    file,
    passedCount: countOf('passed'),
    skippedCount: countOf('pending', 'skipped', 'todo'),
    failures,
  };
}

function firstLineOf(text: string): string {
  return text.split('\n', 1)[0]?.slice(0, 200) ?? '';
}

/** The lines of a table: a row for each file, the sum, and what failed with why. */
export function tableOf({ files }: SuiteResult): string[] {
  const rows = files.map(({ file, passedCount, failures }) => {
    const ownCount = failures.filter(({ isOwn }) => isOwn).length;
    return [file, passedCount, failures.length - ownCount, ownCount] as const;
  });
  const sums = ([1, 2, 3] as const).map((column) => rows.reduce((sum, row) => sum + row[column], 0));
  return [
    "| file | passed | failed | failed for the test's own reason |",
    '|---|---|---|---|',
    ...[...rows, ['all', ...sums]].map((cells) => `| ${cells.join(' | ')} |`),
    ...files.flatMap(({ file, failures }) =>
      failures.map(({ title, why, isOwn }) => `${isOwn ? 'own' : 'FAILED'}: ${file}: ${title}: ${why}`),
    ),
  ];
}
