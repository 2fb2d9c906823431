import type { Logger, SmsWatch } from '#lending/ports.ts';

/** Shared budgets: a used-up one means an attack, or a campaign that needs more. */
const sharedScopes: ReadonlySet<Parameters<SmsWatch['refused']>[1]> = new Set([
  'network',
  'prefix',
  'country',
  'total',
]);

/** Counts by purpose and outcome, or by purpose, `refused` and budget: `registration refused total`. */
export type SmsCounts = ReadonlyMap<string, number>;

/** Counts messages since the start, and warns when a shared budget is used up. */
export function createSmsWatch(logger: Logger): SmsWatch & { readonly counts: SmsCounts } {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  return {
    counts,
    concluded: (purpose, outcome) => void count(`${purpose} ${outcome}`),
    reported: (purpose, state) => void count(`${purpose} ${state}`),
    refused(purpose, scope) {
      count(`${purpose} refused ${scope}`);
      if (sharedScopes.has(scope)) logger.warn('a budget of messages is used up', { purpose, scope });
    },
  };
}
