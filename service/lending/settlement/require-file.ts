import { orNotFound } from '#domain/error-code.ts';
import type { Reading } from '../ledger/reading.ts';
import type { LoanSnapshot } from '../ledger/states.ts';
import { compareLines, type FileRecord, findFile, findLine, type ShownLine } from './store.ts';

type FileReading = Pick<Reading<LoanSnapshot>, 'database' | 'locking'>;

/** A file for a decision; where it is locked, its lines are compared first. @throws CodedError 'not-found'. */
export async function requireFile({ database, locking }: FileReading, fileId: string): Promise<FileRecord> {
  const file = orNotFound(await findFile(database, fileId, { isLocked: locking !== null }), 'fileId');
  if (locking) await compareLines(locking, file);
  return file;
}

/** A line with its file. @throws CodedError 'not-found'. */
export async function requireLine(
  reading: FileReading,
  { fileId, lineNumber }: { readonly fileId: string; readonly lineNumber: number },
): Promise<ShownLine & { readonly file: FileRecord }> {
  const file = await requireFile(reading, fileId);
  const shown = orNotFound(await findLine(reading.database, fileId, lineNumber), 'lineNumber');
  return { ...shown, file };
}
