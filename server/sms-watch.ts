import type { Logger, SmsWatch } from '#lending/ports.ts';

/** Budgets that many share: one that is used up is an attack, or a campaign that needs a larger budget. */
const sharedScopes: ReadonlySet<Parameters<SmsWatch['refused']>[1]> = new Set([
  'network',
  'prefix',
  'country',
  'total',
]);

/** Counts of messages by purpose and outcome, of reports by purpose and state, and of refusals by purpose and scope: `registration refused total`. */
export type SmsCounts = ReadonlyMap<string, number>;

/** Counts messages with codes since the start, for the metrics, and warns of a shared budget that is used up. */
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
