import type { ReactNode } from 'react';
import { paymentWords } from '#content/market-words.ts';
import { repayText } from '#content/messages/repay.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { PrepaidPlan } from '#contract/calls/repayment.ts';
import { Note } from '#ui/notice/note.tsx';
import { type PageFacts, usePage, useText } from '../page-context.tsx';

export function PrepaidPlanNote({ plan }: { readonly plan: PrepaidPlan | null }): ReactNode {
  const text = useText(repayText);
  const words = prepaidPlanText(text, usePage(), plan);
  return words && <Note tone="ok">{words}</Note>;
}

/** What is prepaid, what it saves and what is left; empty without a plan. */
export function prepaidPlanText(
  text: TextsIn<typeof repayText>,
  { money, market, language, dates }: PageFacts,
  plan: PrepaidPlan | null,
): string {
  const [next] = plan?.payments ?? [];
  if (!plan || !next) return '';
  const count = plan.payments.length;
  const words = {
    ...paymentWords(market, language),
    count,
    principal: money(plan.principalMinor),
    saved: money(plan.savedMinor),
    amount: money(next.amountMinor),
    date: dates.day(next.dueDate),
  };
  const saves = plan.savedMinor > 0 ? ` ${fill(text.prepaidSaves, words)}` : '';
  const left = count === 1 ? fill(text.prepaidLeftOne, words) : fill(text.prepaidLeft, words);
  return `${fill(text.prepaid, words)}${saves} ${left}`;
}
