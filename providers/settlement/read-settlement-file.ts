import { parse } from 'csv-parse/sync';
import { type SettlementSource, settlementLinesMax } from '#domain/settlement/settlement.ts';
import type { SettledLine, SettlementFault, SettlementReader } from '../ports/settlement-file.ts';
import { linesOfCamt } from './camt.ts';
import { columnsOf } from './columns.ts';
import { FieldError } from './line-fields.ts';

/** Reads a provider's settlement file or a bank's statement; says why, and at which line, where it is none. */
export const readSettlementText: SettlementReader = (source, text) => {
  const lines = source === 'bank-camt' ? camtLines(text) : csvLines(source, text);
  if ('fault' in lines) return lines;
  if (lines.length === 0) return { fault: 'empty', lineNumber: null };
  if (lines.length > settlementLinesMax) return { fault: 'lines', lineNumber: null };
  const [first] = lines;
  const other = lines.find(({ currency }) => currency !== first?.currency);
  return other ? { fault: 'currencies', lineNumber: other.lineNumber } : { lines };
};

function camtLines(text: string): SettledLine[] | SettlementFault {
  try {
    return linesOfCamt(text) ?? { fault: 'columns', lineNumber: null };
  } catch (error) {
    return error instanceof FieldError
      ? { fault: 'line', lineNumber: Number(error.message) }
      : { fault: 'unreadable', lineNumber: null };
  }
}

function csvLines(
  source: Exclude<SettlementSource, 'bank-camt'>,
  text: string,
): SettledLine[] | SettlementFault {
  let rows: string[][];
  try {
    const options = {
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: 64 * 1024,
    };
    rows = parse(text, { ...options, delimiter: [',', ';', '\t'], to: settlementLinesMax + 2 });
  } catch {
    return { fault: 'unreadable', lineNumber: null };
  }
  const [head = [], ...records] = rows;
  const places = new Map(head.map((name, place) => [name.trim().toLowerCase(), place]));
  const { required, read } = columnsOf[source];
  if (required.some((name) => !places.has(name.toLowerCase()))) return { fault: 'columns', lineNumber: null };
  const lines: SettledLine[] = [];
  for (const [index, record] of records.entries()) {
    const lineNumber = index + 2;
    const row = (name: string) => record[places.get(name.toLowerCase()) ?? -1] ?? '';
    try {
      const line = read(row);
      if (line.identity === '' || !Number.isSafeInteger(line.amountMinor))
        return { fault: 'line', lineNumber };
      lines.push({ lineNumber, ...line });
    } catch (error) {
      if (error instanceof FieldError) return { fault: 'line', lineNumber };
      throw error;
    }
  }
  return lines;
}
