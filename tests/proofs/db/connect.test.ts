import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectDatabase } from '#db/connect.ts';
import { queryRows } from '#db/database.ts';
import { FolderInUseError } from '#db/folder-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'llano-connect-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a folder keeps its rows, and is refused while it is open', async () => {
  const first = await connectDatabase({ dataDirectory: folder });
  expect(first.kind).toBe('pglite');
  await first.db.execute(sql`create table note (body text)`);
  await first.db.execute(sql`insert into note values ('kept')`);
  await expect(connectDatabase({ dataDirectory: folder })).rejects.toThrow(FolderInUseError);
  await first.close();
  const second = await connectDatabase({ dataDirectory: folder });
  expect(await queryRows(second.db, sql`select body from note`)).toEqual([{ body: 'kept' }]);
  await second.close();
});

test('no location is an error that says what to give', async () => {
  await expect(connectDatabase({})).rejects.toThrow('a PostgreSQL URL or a data folder');
});
