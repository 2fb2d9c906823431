import { parse } from 'csv-parse/sync';

/** The rows of a file that the service wrote, by the names of its columns. */
export function rowsIn(text: string): Record<string, string>[] {
  return parse(text, { bom: true, columns: true });
}
