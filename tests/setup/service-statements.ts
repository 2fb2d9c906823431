import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#db/database.ts';
import { type RecordedStatement, recordedDatabase } from './recorded-database.ts';
import { shardFaultsOf } from './shard-rules.ts';

/** Of how many values a statement is kept: an index may be for some of them alone. */
const kinds = 3;
const folder = join(import.meta.dirname, '../../test-results/statements');
const counts = new Map<string, number>();
const kept: RecordedStatement[] = [];
/** What is wrong with each statement text, judged once; null for nothing. */
const faultsByText = new Map<string, string | null>();
const faulty = new Set<string>();

/** Statements of services since the last call that tables on several machines refuse, each with the reason, also when a test is tried again. */
export function takeFaultyStatements(): string[] {
  const taken = [...faulty];
  faulty.clear();
  return taken;
}

/** The database as a service is given it, whose statements are judged and kept; a test asks `database` itself, and may ask anything. */
export function judgedDatabase(database: Database): Database {
  return recordedDatabase(database, (statement) => {
    const { text } = statement;
    const fault = faultOf(statement);
    if (fault !== null) faulty.add(fault);
    const count = (counts.get(text) ?? 0) + 1;
    if (count > kinds) return;
    counts.set(text, count);
    kept.push(statement);
  });
}

function faultOf({ text, values }: RecordedStatement): string | null {
  const known = faultsByText.get(text);
  if (known !== undefined) return known;
  const faults = shardFaultsOf(text, values);
  const fault = faults.length > 0 ? `${faults.join('; ')}: ${text.replace(/\s+/g, ' ')}` : null;
  faultsByText.set(text, fault);
  return fault;
}

/** Writes what services of this process asked since this was written last to the statements of the suite. */
export function writeServiceStatements(): void {
  mkdirSync(folder, { recursive: true });
  const lines = kept.splice(0).map((statement) => `${JSON.stringify(statement, writable)}\n`);
  if (lines.length > 0) appendFileSync(join(folder, `${process.pid}.jsonl`), lines.join(''));
}

/** Forgets the statements of the suites before. */
export function forgetServiceStatements(): void {
  rmSync(folder, { recursive: true, force: true });
}

/** The statements that services asked in the suite. @throws Error where none was run. */
export function readServiceStatements(): RecordedStatement[] {
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line, readable) as RecordedStatement),
  );
}

function writable(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

function readable(_name: string, value: unknown): unknown {
  const { type, data } = (value ?? {}) as { readonly type?: string; readonly data?: number[] };
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data) : value;
}
