import { type HostRetention, readRetention, startRetention } from '#contract/host/retention.ts';
import { CodedError } from '#domain/error-code.ts';
import { type Market, marketOf } from '#domain/market.ts';
import type { RetentionPlan } from '#domain/retention-years.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import type { WithDates } from '../instants.ts';
import { isForYears, plansOf } from './erase-past-years.ts';
import { atBeginning, findRuns, lockRun, type RetentionRun, updateRun } from './store.ts';

export const answeredRetentionCalls: readonly AnsweredHostCall[] = [
  answerHost(readRetention, async (context) => {
    const plans = plansOf(context);
    const planned = plans.map(([market]) => market);
    const runs = new Map((await findRuns(context.transaction, planned)).map((run) => [run.market, run]));
    return { data: { markets: plans.map(([market, plan]) => viewOf(market, plan, runs.get(market))) } };
  }),
  answerHost(startRetention, async (context, { market, years }) => {
    const { transaction, now: approvedAt, actor: approvedBy } = context;
    const plan = plansOf(context).find(([each]) => each === market)?.[1];
    const run = await lockRun(transaction, market);
    const isSeen = run && run.endedAt !== null && run.approvedAt === null && isForYears(run, years);
    if (!plan?.isConfirmed || !isSeen || !isForYears(run, plan.years))
      throw new CodedError('status-conflict');
    const approved = await updateRun(transaction, run, { ...atBeginning, approvedAt, approvedBy });
    return { data: viewOf(market, plan, approved) };
  }),
];

/** @param kept the market's run; ignored where its years are not the configured ones. */
function viewOf(
  market: Market,
  plan: RetentionPlan | undefined,
  kept: RetentionRun | undefined,
): WithDates<HostRetention> {
  const { years, isConfirmed } = plan ?? { years: marketOf[market].retentionYears, isConfirmed: false };
  const run = kept && isConfirmed && isForYears(kept, years) ? kept : undefined;
  return {
    market,
    years,
    isConfirmed,
    countedAt: run?.endedAt ?? null,
    borrowerCount: run?.borrowerCount ?? 0,
    registrationCount: run?.registrationCount ?? 0,
    oldestAt: run?.oldestAt ?? null,
    approvedAt: run?.approvedAt ?? null,
    approvedBy: run?.approvedBy ?? null,
  };
}
