import { newFileName } from '#providers/files/file-name.ts';
import type { Files } from '#providers/ports/files.ts';

/** Files in memory, for tests; `writtenAt` may be set to make one older. */
export interface MemoryFiles extends Files {
  readonly files: Map<string, { readonly bytes: Uint8Array<ArrayBuffer>; writtenAt: Date }>;
}

/** No files yet; each is written at the time that `now` gives. */
export function memoryFiles(now: () => Date): MemoryFiles {
  const files: MemoryFiles['files'] = new Map();
  return {
    files,
    async put(bytes) {
      const name = newFileName();
      files.set(name, { bytes: new Uint8Array(bytes), writtenAt: now() });
      return name;
    },
    get: async (name) => files.get(name)?.bytes ?? null,
    async delete(name) {
      files.delete(name);
    },
    listOlderThan: async (instant) =>
      [...files].filter(([, { writtenAt }]) => writtenAt < instant).map(([name]) => name),
  };
}
