import { parse } from 'csv-parse/sync';
import { type CsvSource, settlementLinesMax } from '#domain/settlement/settlement.ts';
import type { SettledLine, SettlementFault, SettlementReader } from '../ports/settlement-file.ts';
import { linesOfCamt } from './camt.ts';
import { type AmountUnit, amountReader, columnsOf } from './columns.ts';
import { FieldError } from './line-fields.ts';

/** How the lender's files differ: their column names, and the unit of amounts. */
export interface SettlementLayout {
  readonly columns?: Readonly<Record<string, string>> | undefined;
  readonly unit?: AmountUnit | undefined;
}

/** camt.053 has one layout. */
export type SettlementLayouts = Readonly<Partial<Record<CsvSource, SettlementLayout>>>;

/** Reads a settlement file or a bank statement, or gives the fault and its line. */
export function settlementReader(layouts: SettlementLayouts): SettlementReader {
  return (source, text) => {
    const lines = source === 'bank-camt' ? camtLines(text) : csvLines(source, text, layouts[source] ?? {});
    if ('fault' in lines) return lines;
    if (lines.length === 0) return { fault: 'empty', lineNumber: null };
    if (lines.length > settlementLinesMax) return { fault: 'lines', lineNumber: null };
    const [first] = lines;
    const other = lines.find(({ currency }) => currency !== first?.currency);
    return other ? { fault: 'currencies', lineNumber: other.lineNumber } : { lines };
  };
}

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
  source: CsvSource,
  text: string,
  layout: SettlementLayout,
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
  const { required, read, unit } = columnsOf[source];
  const placeOf = (name: string) => places.get((layout.columns?.[name] ?? name).trim().toLowerCase());
  const amountOf = amountReader(layout.unit ?? unit);
  if (required.some((name) => placeOf(name) === undefined)) return { fault: 'columns', lineNumber: null };
  const lines: SettledLine[] = [];
  for (const [index, record] of records.entries()) {
    const lineNumber = index + 2;
    const row = (name: string) => record[placeOf(name) ?? -1] ?? '';
    try {
      const line = read(row, amountOf);
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
