export type TermUnit = 'day' | 'week' | 'fortnight' | 'month';

const spellings: Readonly<Record<TermUnit, readonly string[]>> = {
  day: ['d', 'day', 'days', 'dia', 'dias', 'día', 'días', '天', '日'],
  week: ['w', 'week', 'weeks', 'semana', 'semanas', '周', '星期'],
  fortnight: ['fortnight', 'fortnights', 'biweekly', 'quincena', 'quincenas', 'catorcena', 'catorcenas'],
  month: ['m', 'month', 'months', 'mes', 'meses', '月', '个月'],
};

/**
 * The unit of a backend's `termUnit`, whose spellings the specification leaves open (CONFIRM-1): days for an empty text, as the
 * specification's screen counts; null if unknown, and then no unit is shown.
 */
export function termUnitOf(text: string): TermUnit | null {
  const spelling = text.trim().toLowerCase();
  if (spelling === '') return 'day';
  const units = ['day', 'week', 'fortnight', 'month'] as const;
  return units.find((unit) => spellings[unit].includes(spelling)) ?? null;
}
