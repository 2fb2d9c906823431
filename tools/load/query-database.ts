import pg from 'pg';

export async function queryDatabase<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  statement: string,
  values?: readonly unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(statement, values && [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
