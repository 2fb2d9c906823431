import pg from 'pg';
import { connectDatabase, generousLimits } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { localDate } from '#domain/calendar.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { fillPortfolio } from '#fixtures/portfolio.ts';
import { createProgress, say } from './progress.ts';

export const portfolioDay = localDate('2026-11-20');

export interface Portfolios {
  /** Address and size in bytes of the database with so many loans. */
  find(loans: number): Promise<{ readonly url: string; readonly bytes: number }>;
}

/**
 * Creates portfolios on a server. A complete database of the same size is reused. @param isLoansOnly leaves out everything but loans and
 * their movements.
 */
export function createPortfolios(
  serverUrl: string,
  { isLoansOnly = false }: { readonly isLoansOnly?: boolean } = {},
): Portfolios {
  return {
    async find(loans) {
      const name = isLoansOnly ? `llano_load_loans_${loans}` : `llano_load_${loans}`;
      const url = new URL(serverUrl);
      url.pathname = `/${name}`;
      const server = new pg.Client({ connectionString: serverUrl });
      await server.connect();
      try {
        const databases = await server.query('select from pg_database where datname = $1', [name]);
        if (databases.rowCount === 0) {
          // Renamed when it is complete, so that an aborted run is never reused.
          const unfinished = `${name}_unfinished`;
          await server.query(`drop database if exists ${unfinished} with (force)`);
          await server.query(`create database ${unfinished}`);
          const unfinishedUrl = new URL(serverUrl);
          unfinishedUrl.pathname = `/${unfinished}`;
          await fill(unfinishedUrl.href, { loans, isLoansOnly });
          await server.query(`alter database ${unfinished} rename to ${name}`);
        }
        const { rows } = await server.query<{ bytes: string; size: string; version: string }>(
          `select pg_database_size($1) as bytes, pg_size_pretty(pg_database_size($1)) as size,
            current_setting('server_version') as version`,
          [name],
        );
        say(`${loans} loans are ${rows[0]?.size} on PostgreSQL ${rows[0]?.version} (${name})`);
        return { url: url.href, bytes: Number(rows[0]?.bytes) };
      } finally {
        await server.end();
      }
    },
  };
}

async function fill(
  databaseUrl: string,
  { loans, isLoansOnly }: { readonly loans: number; readonly isLoansOnly: boolean },
): Promise<void> {
  const { db, close } = await connectDatabase({ databaseUrl }, generousLimits);
  try {
    await migrate(db);
    await loadDemoData(db, new Date(`${portfolioDay}T12:00:00Z`));
  } finally {
    await close();
  }
  const progressOf = new Map<string, (done: number) => void>();
  await fillPortfolio(databaseUrl, {
    loans,
    through: portfolioDay,
    isLoansOnly,
    onProgress(what, done, total) {
      const progress = progressOf.get(what) ?? createProgress(`Filling with ${loans} loans, ${what}`, total);
      progressOf.set(what, progress);
      progress(done);
    },
  });
}
