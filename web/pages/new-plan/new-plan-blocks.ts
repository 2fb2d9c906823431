import { newPlanText } from '#content/messages/new-plan.ts';
import { fill } from '#content/text-pack.ts';
import type { StatementNewPlan } from '#contract/calls/new-plan.ts';
import type { Currency } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import type { OpenScreen } from '../open-screen.ts';
import type { PaperBlock } from '../paper/paper.ts';

/** New plans that were agreed, as an annex to a loan's papers: when, what was owed, what was let off, and each payment. */
export function newPlanBlocks(
  open: OpenScreen,
  plans: readonly StatementNewPlan[],
  currency: Currency | null,
): PaperBlock[] {
  const { language, config } = open;
  const text = newPlanText[language];
  const { day } = open.dates(currency);
  const money = (minor: StatementNewPlan['owedMinor']) =>
    formatMoney(minor, language, config.amountStyle, currency);
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
