import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { citusWorkerPorts } from '#tests/setup/citus.ts';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { queryRows } from '../database.ts';
import { distribute } from './distribute.ts';
import { copiedTables, keyedTables } from './layout.ts';

const isOnCitus = citusWorkerPorts.length > 0;

test.skipIf(isOnCitus)(
  'on a server without Citus the tables stay, and the error names what is missing',
  async () => {
    const { db, close } = await openPostgresDatabase();
    const refused = await distribute(db).catch((error: Error) => `${error.name}: ${error.message}`);
    expect(refused).toBe('DistributionError: The database has no Citus: create extension citus.');
    await close();
  },
);

test.runIf(isOnCitus)(
  'on a cluster tables stand where they should, and spread again nothing changes',
  async () => {
    const { db, close } = await openPostgresDatabase();
    const kindOf = async (names: readonly string[]) => {
      const rows = await queryRows<{ kind: string; count: string }>(
        db,
        sql`select citus_table_type as kind, count(*)::text as count from citus_tables
        where table_name::text = any(${sql.param(names)}::text[]) group by 1`,
      );
      return rows.map(({ kind, count }) => `${count} ${kind}`);
    };
    expect(await kindOf(keyedTables)).toEqual([`${keyedTables.length} distributed`]);
    expect(await kindOf(copiedTables)).toEqual([`${copiedTables.length} reference`]);
    expect(await distribute(db)).toEqual({ tableCount: 0, droppedReferences: [] });
    await close();
  },
);
