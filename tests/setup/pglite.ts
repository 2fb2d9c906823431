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

/** Databases of one test file, all copies of one template. */
export interface TestPglites {
  /** A fresh copy. Each takes up to 0.6 GB of memory until it is closed. */
  create: () => Promise<PGlite>;
  /** Closes every copy; for `afterAll`, since an open one keeps the process alive. */
  closeAll: () => Promise<void>;
}

/** Embedded databases in memory that start from the template, prepared once per run and copied from then on. */
export function testPglites(template: PgliteTemplate): TestPglites {
  const open = new Set<PGlite>();
  return {
    async create() {
      const database = await PGlite.create({ loadDataDir: new Blob([await dumpOf(template)]) });
      open.add(database);
      return database;
    },
    async closeAll() {
      await Promise.all([...open].filter((database) => !database.closed).map((database) => database.close()));
      open.clear();
    },
  };
}

async function dumpOf(template: PgliteTemplate): Promise<Buffer<ArrayBuffer>> {
  const file = join(inject('testRun').folder, `${template.name}.tar`);
  if (!existsSync(file)) await prepareDump(template, file);
  return readFile(file);
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
