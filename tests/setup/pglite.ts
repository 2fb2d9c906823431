import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';

/** What every new database starts as: `prepare` runs once per test run and name. */
export interface PgliteTemplate {
  name: string;
  prepare: (database: PGlite) => Promise<void>;
}

/**
 * An embedded database in memory that starts from the template, prepared once per run and copied from then on. It takes
 * up to 0.6 GB of memory, and keeps the process alive, until it is closed.
 */
export async function createTestPglite(template: PgliteTemplate): Promise<PGlite> {
  const file = join(inject('testRun').folder, `${template.name}.tar`);
  if (!existsSync(file)) await prepareDump(template, file);
  return PGlite.create({ loadDataDir: new Blob([await readFile(file)]) });
}

/** Two workers may prepare the same template at once; the rename makes either result whole and right. */
async function prepareDump(template: PgliteTemplate, file: string): Promise<void> {
  const database = await PGlite.create();
  try {
    await template.prepare(database);
    const dump = await database.dumpDataDir('none');
    const unfinished = `${file}.${randomBytes(4).toString('hex')}`;
    await writeFile(unfinished, dump.stream());
    await rename(unfinished, file);
  } finally {
    await database.close();
  }
}
