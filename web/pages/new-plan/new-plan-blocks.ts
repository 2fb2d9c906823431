import { newPlanText } from '#content/messages/new-plan.ts';
import { fill } from '#content/text-pack.ts';
import type { StatementNewPlan } from '#contract/calls/new-plan.ts';
import type { Currency } from '#domain/money/money.ts';
import type { OpenScreen } from '../open-screen.ts';
import type { PaperBlock } from '../paper/paper.ts';

/** The agreed new plans of a loan, as an annex to its papers. */
export function newPlanBlocks(
  open: OpenScreen,
  plans: readonly StatementNewPlan[],
  currency: Currency | null,
): PaperBlock[] {
  const text = newPlanText[open.language];
  const { day } = open.dates(currency);
  const money = open.money(currency);
  return plans
    .filter(({ agreedOn }) => agreedOn !== '')
    .flatMap(({ state, agreedOn, owedMinor, waivedMinor, payments }): PaperBlock[] => [
      {
        kind: 'heading',
        text: fill(state === 'undone' ? text.annexUndone : text.annex, { date: day(agreedOn) }),
      },
      {
        kind: 'rows',
        rows: [
          { label: text.owedThen, value: money(owedMinor) },
          ...(waivedMinor > 0 ? [{ label: text.waived, value: money(waivedMinor) }] : []),
          ...payments.map(({ dueDate, amountMinor }) => ({
            label: fill(text.payOn, { date: day(dueDate) }),
            value: money(amountMinor),
          })),
        ],
      },
    ]);
}
