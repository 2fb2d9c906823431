import { afterAll } from 'vitest';
import { connectDatabase, usualLimits } from '#db/connect.ts';
import type { StatementHook } from '#db/session.ts';
import { createTestDatabase } from './postgres.ts';

/**
 * An empty database on PostgreSQL and an empty embedded one, each with its name, for what must do the same on both; they close after the
 * tests of the file.
 * @param around stands around each statement on PostgreSQL.
 */
export async function openBothDatabases(around?: StatementHook) {
  const postgres = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
  const operator = await connectDatabase({ databaseUrl: postgres.url }, usualLimits, around);
  const embedded = await connectDatabase({ memory: true });
  afterAll(async () => {
    await operator.close();
    await embedded.close();
    await postgres.drop();
  });
  const both = [
    ['PostgreSQL', operator.db],
    ['the embedded database', embedded.db],
  ] as const;
  return { both, databaseUrl: postgres.url };
}
