import type { FileRecord, ShownLine } from './store.ts';

/** A file as its calls give it. */
export function hostFileOf({ id: fileId, ...file }: FileRecord) {
  return { fileId, ...file };
}

/** A line as its calls give it. */
export function hostLineOf({ line, ...payment }: ShownLine) {
  return { ...line, ...payment };
}
