import type { Database } from '#db/database.ts';
import { recordedDatabase } from './recorded-database.ts';
import { shardFaultsOf } from './shard-rules.ts';

const judged = new Set<string>();
const faulty: string[] = [];

/** The statements of services, asked since this was asked last, that tables spread over machines would refuse, each with why. */
export function takeFaultyStatements(): string[] {
  return faulty.splice(0);
}

/** The database as a service is given it, whose statements are judged; a test asks `database` itself, and may ask anything. */
export function judgedDatabase(database: Database): Database {
  return recordedDatabase(database, ({ text, values }) => {
    if (judged.has(text)) return;
    judged.add(text);
    const faults = shardFaultsOf(text, values);
    if (faults.length > 0) faulty.push(`${faults.join('; ')}: ${text.replace(/\s+/g, ' ')}`);
  });
}
