import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class FolderInUseError extends Error {
  constructor(folder: string, processId: string) {
    super(
      `The data folder ${folder} is in use by process ${processId}. Stop that process, or choose another folder or a PostgreSQL server.`,
    );
    this.name = 'FolderInUseError';
  }
}

/**
 * Takes the exclusive lock on a data folder, made if missing. The lock file holds the process id and its start time, so the lock of a dead
 * process, or of another one with the same id, is taken over. It guards processes of one machine or container, not a shared network folder.
 * @returns a function that releases it. @throws FolderInUseError when a living process holds it.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const lockFile = join(folder, 'database.lock');
  const mine = `${process.pid}\n${startOf(process.pid)}\n${randomUUID()}`;
  const draft = `${lockFile}.${randomUUID()}`;
  writeFileSync(draft, mine, { flag: 'wx' });
  try {
    while (!tryLink(draft, lockFile)) {
      const holder = readIfThere(lockFile);
      if (holder === undefined) continue;
      if (isAlive(holder)) throw new FolderInUseError(folder, holder.split('\n')[0] ?? '');
      removeStale(lockFile, holder);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readIfThere(lockFile) === mine) rmSync(lockFile, { force: true });
  };
}

/** Moves the file away before removing it, so that only one of two processes that find it stale succeeds. */
function removeStale(lockFile: string, holder: string): void {
  const moved = `${lockFile}.${randomUUID()}`;
  try {
    renameSync(lockFile, moved);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (readIfThere(moved) !== holder) tryLink(moved, lockFile);
  rmSync(moved, { force: true });
}

function tryLink(existing: string, path: string): boolean {
  try {
    linkSync(existing, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(holder: string): boolean {
  const [id = '', start = ''] = holder.split('\n');
  const processId = Number(id);
  if (!Number.isSafeInteger(processId) || processId <= 0) return false;
  try {
    process.kill(processId, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
  }
  return startOf(processId) === start;
}

/** When a process started, as Linux tells it; empty elsewhere, and then the id alone decides. */
function startOf(processId: number): string {
  try {
    const afterName = readFileSync(`/proc/${processId}/stat`, 'utf8').replace(/^.*\) /s, '');
    return afterName.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
