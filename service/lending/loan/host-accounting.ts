import {
  exportJournal,
  readAging,
  readRollRates,
  readTrialBalance,
  reconcileProviders,
} from '#contract/host/accounting.ts';
import { dayIn, marketOfCurrency } from '#domain/market.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { aging, agingBuckets, rollRates } from '../ledger/arrears.ts';
import { journalPage } from '../ledger/journal.ts';
import { providerDays } from '../ledger/provider-days.ts';
import { trialBalance } from '../ledger/trial-balance.ts';

const journalPageSize = 500;
const isForReplica = { isForReplica: true };

export const answeredAccounting: readonly AnsweredHostCall[] = [
  answerHost(
    readTrialBalance,
    async ({ transaction, now }, days) => {
      const today = dayIn(marketOfCurrency(days.currency), now);
      const accounts = await trialBalance(transaction, { ...days, today });
      const closing = accounts.reduce((sum, { closingMinor }) => sum + BigInt(closingMinor), 0n);
      return { data: { accounts, closingMinor: String(closing) } };
    },
    isForReplica,
  ),
  answerHost(
    exportJournal,
    async ({ transaction, now }, { limit = journalPageSize, ...request }) => {
      const today = dayIn(marketOfCurrency(request.currency), now);
      return { data: await journalPage(transaction, { ...request, today, limit }) };
    },
    isForReplica,
  ),
  answerHost(
    readAging,
    async ({ transaction, now }, { currency }) => {
      const day = dayIn(marketOfCurrency(currency), now);
      const rows = await aging(transaction, currency, day);
      const buckets = agingBuckets.map(
        (bucket) =>
          rows.find((row) => row.bucket === bucket) ?? {
            bucket,
            loanCount: 0,
            owedMinor: '0',
            overdueMinor: '0',
          },
      );
      return { data: { day, buckets } };
    },
    isForReplica,
  ),
  answerHost(
    readRollRates,
    async ({ transaction }, days) => ({
      data: { moves: await rollRates(transaction, days) },
    }),
    isForReplica,
  ),
  answerHost(
    reconcileProviders,
    async ({ transaction }, days) => ({
      data: { days: await providerDays(transaction, days) },
    }),
    isForReplica,
  ),
];
