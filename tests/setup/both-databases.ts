import { afterAll } from 'vitest';
import { connectDatabase } from '#db/connect.ts';
import { createTestDatabase } from './postgres.ts';

/** An empty database on PostgreSQL and an empty embedded one, each with its name, for what must do the same on both; they close after the tests of the file. */
export async function openBothDatabases() {
  const postgres = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
  const operator = await connectDatabase({ databaseUrl: postgres.url });
  const embedded = await connectDatabase({ memory: true });
  afterAll(async () => {
    await operator.close();
    await embedded.close();
    await postgres.drop();
  });
  return [
    ['PostgreSQL', operator.db],
    ['the embedded database', embedded.db],
  ] as const;
}
