import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Files, FilesUnavailableError } from '../ports/files.ts';
import { isFileName, newFileName } from './file-name.ts';

const unfinishedEnd = '.unfinished';
/** Also matches unfinished files of killed processes. */
const isOurs = (name: string) =>
  isFileName(name.endsWith(unfinishedEnd) ? name.slice(0, -unfinishedEnd.length) : name);

/** Images in a local folder, readable only by its owner. */
export function createFolderFiles(folder: string): Files {
  return {
    async put(bytes) {
      const name = newFileName();
      const unfinished = join(folder, name + unfinishedEnd);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeThrough(unfinished, bytes);
        // A reader finds the whole file or none.
        await rename(unfinished, join(folder, name));
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => undefined);
        throw new FilesUnavailableError((error as NodeJS.ErrnoException).code ?? typeof error);
      }
      return name;
    },
    async get(name) {
      if (!isFileName(name)) return null;
      const bytes = await readFile(join(folder, name)).catch(nullIfMissing);
      return bytes && new Uint8Array(bytes);
    },
    async delete(name) {
      if (isOurs(name)) await rm(join(folder, name), { force: true });
    },
    async listOlderThan(instant) {
      const names = ((await readdir(folder).catch(nullIfMissing)) ?? []).filter(isOurs);
      const older: string[] = [];
      for (const name of names) {
        const status = await stat(join(folder, name)).catch(nullIfMissing);
        if (status && status.mtimeMs < instant.getTime()) older.push(name);
      }
      return older;
    },
  };
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
