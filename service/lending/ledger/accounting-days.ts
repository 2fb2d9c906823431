import { type SQL, sql } from 'drizzle-orm';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { marketOfCurrency, startOfDayIn } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';

export interface AccountingDays {
  readonly currency: Currency;
  readonly fromDay: LocalDate;
  readonly throughDay: LocalDate;
}

/** Accounting days as of a day: nothing after it is earned yet. */
export interface DaysSeenOn extends AccountingDays {
  readonly today: LocalDate;
}

export function instantsOf({ currency, fromDay, throughDay }: AccountingDays): {
  readonly from: SQL;
  readonly until: SQL;
} {
  const market = marketOfCurrency(currency);
  const instant = (day: LocalDate) => sql`${startOfDayIn(market, day).toISOString()}::timestamptz`;
  return { from: instant(fromDay), until: instant(addDays(throughDay, 1)) };
}

/** Sums of one group; amounts are digits, since a sum may have any size. */
type Sums = Readonly<Record<string, string | number>>;

export function added<Row extends Sums>(
  rows: readonly Row[],
  groupedBy: readonly (keyof Row & string)[],
): Row[] {
  const byGroup = new Map<string, Row>();
  for (const row of rows) {
    const group = groupedBy.map((name) => row[name]).join('\n');
    const sum = byGroup.get(group);
    byGroup.set(group, sum ? (sumOf(sum, row, groupedBy) as Row) : row);
  }
  return [...byGroup].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function sumOf(a: Sums, b: Sums, columns: readonly string[]): Sums {
  const add = (name: string, value: string | number) => {
    const other = b[name] ?? 0;
    return typeof value === 'number' ? value + Number(other) : String(BigInt(value) + BigInt(other));
  };
  return Object.fromEntries(
    Object.entries(a).map(([name, value]) => [name, columns.includes(name) ? value : add(name, value)]),
  );
}
