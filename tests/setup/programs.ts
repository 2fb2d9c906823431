import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program of this machine is; null where it is not installed. Some systems have some where only root looks. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
