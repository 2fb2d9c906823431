import type { FileRecord, ShownLine } from './store.ts';

export function hostFileOf({ id: fileId, ...file }: FileRecord) {
  return { fileId, ...file };
}

export function hostLineOf({ line, ...payment }: ShownLine) {
  return { ...line, ...payment };
}
