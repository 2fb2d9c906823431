import type { ReactNode } from 'react';
import { paymentWords } from '#content/market-words.ts';
import { repayText } from '#content/messages/repay.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { LoanStatement } from '#contract/calls/loan.ts';
import type { PrepaidPlan } from '#contract/calls/repayment.ts';
import { exampleAmount, notationOf } from '#domain/money/amount-input.ts';
import { type MinorAmount, subtractMinor } from '#domain/money/money.ts';
import type { PrepaymentRule } from '#domain/offer/product-term-table.ts';
import { amountStep } from '#domain/repayment/amount-step.ts';
import { amountFieldValue, type TypedAmount } from '#domain/repayment/typed-amount.ts';
import { island } from '../island.tsx';
import { prepaidPlanText } from '../loan/prepaid-plan.tsx';
import { type PageFacts, usePage, useText } from '../page-context.tsx';
import { AmountChoice } from './amount-choice.island.tsx';

const AmountChoiceIsland = island('amount-choice', AmountChoice);

type Texts = TextsIn<typeof repayText>;

type AmountKind = LoanStatement['amounts'][number]['kind'];

/** The kind of an amount; null for an amount that the borrower chose. */
export function kindOfAmount(statement: LoanStatement | null, amountMinor: MinorAmount): AmountKind | null {
  return statement?.amounts.find((each) => each.amountMinor === amountMinor)?.kind ?? null;
}

export function amountName(
  text: Texts,
  words: ReturnType<typeof paymentWords>,
  kind: AmountKind | null,
): string {
  switch (kind) {
    case 'this-payment':
      return fill(text.thisPayment, words);
    case 'all-overdue':
      return text.allOverdue;
    case 'everything':
      return text.everything;
    case null:
      return text.chosenAmount;
  }
}

interface AnotherAmountProperties {
  readonly statement: LoanStatement;
  /** Plan after the shown amount, where it prepays principal. */
  readonly prepayment: PrepaidPlan | null;
  /** As in the address; empty for none. */
  readonly typed: string;
  readonly request: TypedAmount;
  readonly shownMinor: MinorAmount;
  readonly links: {
    readonly amount: (amountMinor: MinorAmount) => string;
    readonly keptFields: readonly (readonly [name: string, value: string])[];
  };
}

/** The choice of another amount: those that mean something, or one's own (REPAY-2). */
export function AnotherAmount(properties: AnotherAmountProperties): ReactNode {
  const text = useText(repayText);
  const page = usePage();
  const { money, currency, market, language } = page;
  const { statement, typed, request: amount, shownMinor, links } = properties;
  const { amounts, largestMinor, settlesMinor, remainingMinor, prepayment } = statement;
  const tooMuch = largestMinor < (settlesMinor ?? remainingMinor) ? text.tooMuchNow : text.tooMuch;
  const words = paymentWords(market, language);
  const notation = notationOf(currency);
  const example = exampleAmount(currency);
  const [first] = amounts;
  return (
    <AmountChoiceIsland
      title={text.anotherAmount}
      amounts={amounts.map(({ kind, amountMinor }) => ({
        name: amountName(text, words, kind),
        note: kind === 'everything' ? everythingText(text, page, statement) : '',
        amount: money(amountMinor),
        link: links.amount(amountMinor),
        isShown: amountMinor === shownMinor,
      }))}
      more={prepayment !== null && amounts.length > 1 ? moreText(text, words, prepayment, statement) : ''}
      keptFields={links.keptFields}
      field={{
        label: text.amount,
        hint: fill(text.amountHint, { example }),
        value: amountFieldValue(amount, typed, shownMinor, currency),
        fault: amount.fault,
        faults: {
          'not-an-amount': fill(text.notAnAmount, { example }),
          'too-much': fill(tooMuch, { amount: money(largestMinor) }),
        },
        largestMinor,
        notation,
        isRequired: true,
      }}
      stepMinor={amountStep(first?.amountMinor ?? largestMinor, notation.decimals)}
      less={text.lessMoney}
      greater={text.moreMoney}
      button={text.useAmount}
      effect={effectText(text, page, properties)}
    />
  );
}

function everythingText(text: Texts, { money }: PageFacts, { savesMinor }: LoanStatement): string {
  return savesMinor > 0 ? fill(text.everythingSaves, { amount: money(savesMinor) }) : text.everythingNote;
}

function moreText(
  text: Texts,
  words: ReturnType<typeof paymentWords>,
  rule: PrepaymentRule,
  { daysLate }: LoanStatement,
): string {
  if (rule === 'next-payments') return fill(text['more-next-payments'], words);
  const beyond = daysLate > 0 ? fill(text.beyondLate, words) : text.beyond;
  return fill(text[`more-${rule}`], { ...words, Beyond: beyond });
}

/** What the shown amount does to the loan: settles it, changes its plan, or leaves a rest; empty without an amount. */
function effectText(
  text: Texts,
  page: PageFacts,
  { statement, prepayment, request, shownMinor }: AnotherAmountProperties,
): string {
  if (request.fault !== null || shownMinor <= 0) return '';
  if (kindOfAmount(statement, shownMinor) === 'everything') return everythingText(text, page, statement);
  if (prepayment) return prepaidPlanText(text, page, prepayment);
  const leftMinor = subtractMinor(statement.remainingMinor, shownMinor);
  return leftMinor > 0 ? fill(text.leftAfter, { amount: page.money(leftMinor) }) : text.everythingNote;
}
