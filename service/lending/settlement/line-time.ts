import { marketOfCurrency, startOfDayIn } from '#domain/market.ts';
import { earliestOfOperatingDay } from '#domain/repayment/value-day.ts';
import { hasOperatingDays } from '#domain/settlement/settlement.ts';
import type { LendingConfiguration } from '../dependencies.ts';
import type { MoneyTime } from '../repayment/matching.ts';
import type { FileRecord, ShownLine } from './store.ts';

/** When a line's payment was made: at noon of its day, now at the latest, and perhaps on the business day before. */
export function timeOfLine(
  { source, currency }: Pick<FileRecord, 'source' | 'currency'>,
  { day }: Pick<ShownLine['line'], 'day'>,
  options: { readonly now: Date; readonly configuration: Pick<LendingConfiguration, 'bankCalendars'> },
): MoneyTime {
  const { now, configuration } = options;
  const market = marketOfCurrency(currency);
  const noonMs = startOfDayIn(market, day).getTime() + 12 * 3_600_000;
  return {
    paidAt: new Date(Math.min(noonMs, now.getTime())),
    earliestPaidOn: hasOperatingDays(source)
      ? earliestOfOperatingDay(configuration.bankCalendars[market], day)
      : null,
  };
}
