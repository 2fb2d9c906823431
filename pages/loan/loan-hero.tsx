import type { ReactNode } from 'react';
import { chargeName } from '#content/messages/charge-dispute.ts';
import type { loanText } from '#content/messages/loan.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { LoanBalance, LoanStatement } from '#contract/calls/loan.ts';
import type { Language } from '#domain/language.ts';
import type { ReportedLoanStatus } from '#domain/loan/loan-status.ts';
import { isOfEveryDay } from '#domain/loan/penalty.ts';
import { type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { AmountHero } from '#ui/figures/amount-hero.tsx';
import { type Row, Rows } from '#ui/figures/rows.tsx';
import { Words } from '#ui/words.tsx';
import { penaltyParts } from './penalty-parts.ts';

interface HeroProperties {
  readonly balance: LoanBalance;
  /** Null where the backend has none: what was received of a payment is not told then. */
  readonly statement: LoanStatement | null;
  readonly language: Language;
  readonly text: TextsIn<typeof loanText>;
  readonly money: (amountMinor: MinorAmount) => string;
}

/** The one amount that matters at this status, and what it is made of; nothing for a declined or unknown order. */
export function LoanHero({
  status,
  ...properties
}: HeroProperties & { readonly status: ReportedLoanStatus }): ReactNode {
  const { balance, text, money } = properties;
  switch (status) {
    case 'under-review':
      return <Hero label={text.youAskedFor} amount={money(balance.principalMinor)} />;
    case 'paying-out':
      return <Hero label={text.youWillReceive} amount={money(balance.principalMinor)} />;
    case 'to-repay':
      return (
        <Hero
          label={nextPaymentLabel(properties)}
          amount={money(balance.dueMinor)}
          rows={dueRows(properties)}
        />
      );
    case 'overdue':
      return (
        <Hero
          label={text.toGetCurrent}
          amount={money(balance.dueMinor)}
          note={
            balance.dailyPenaltyMinor > 0
              ? fill(text.eachLateDay, { amount: money(balance.dailyPenaltyMinor) })
              : ''
          }
          rows={dueRows(properties)}
        />
      );
    case 'settled':
      return (
        <Hero
          label={text.paidInTotal}
          amount={money(balance.paidMinor)}
          note={fill(text.paidForLoan, { principal: money(balance.principalMinor) })}
        />
      );
    case 'declined':
    case 'unknown':
      return null;
  }
}

function Hero({
  label,
  amount,
  note = '',
  rows = [],
}: {
  readonly label: string;
  readonly amount: string;
  readonly note?: string;
  readonly rows?: readonly Row[];
}): ReactNode {
  return (
    <section>
      <AmountHero label={<Words text={label} />} amount={amount} note={note} />
      {rows.length > 0 && (
        <div className="gap">
          <Rows rows={rows} />
        </div>
      )}
    </section>
  );
}

function nextPaymentLabel({ balance, text }: HeroProperties): string {
  const next = balance.instalments.find(({ state }) => state === 'due' || state === 'upcoming');
  const date = balance.dueDate;
  if (!next) return fill(text.nextPaymentPlain, { date });
  return fill(text.nextPayment, { number: next.sequence, count: balance.instalments.length, date });
}

/** The payments asked for, their penalty and what was received; nothing where the amount alone says it all. */
function dueRows({ balance, statement, text, money, language }: HeroProperties): Row[] {
  const { instalments, daysLate, dueMinor } = balance;
  const receivedMinor = statement?.receivedMinor ?? zeroMinor;
  const penaltyMinor = statement?.penaltyMinor ?? balance.penaltyMinor;
  const chargedMinor = statement?.chargedMinor ?? subtractMinor(dueMinor, penaltyMinor);
  if (penaltyMinor <= 0 && receivedMinor <= 0) return [];
  const { byDayMinor, lateFeeMinor } = penaltyParts(penaltyMinor, statement);
  const late = instalments.filter(({ state }) => state === (daysLate > 0 ? 'overdue' : 'due'));
  const first = late[0];
  const label =
    late.length === 1 && first
      ? fill(text.paymentNumber, { number: first.sequence, count: instalments.length })
      : fill(text.overduePayments, { count: late.length });
  return [
    { label, value: money(chargedMinor) },
    ...(byDayMinor > 0 ? [{ label: penaltyLabel(balance, byDayMinor, text), value: money(byDayMinor) }] : []),
    ...(lateFeeMinor > 0
      ? [{ label: chargeName('late-fee', language, null), value: money(lateFeeMinor) }]
      : []),
    ...(receivedMinor > 0 ? [{ label: text.received, value: `−${money(receivedMinor)}` }] : []),
    { label: text.totalToday, value: money(dueMinor), isTotal: true },
  ];
}

/** The penalty by its days, where it is what they added. */
function penaltyLabel(
  { daysLate, dailyPenaltyMinor }: HeroProperties['balance'],
  penaltyMinor: MinorAmount,
  text: HeroProperties['text'],
): string {
  if (!isOfEveryDay(penaltyMinor, daysLate, dailyPenaltyMinor)) return text.penalty;
  return daysLate === 1 ? text.penaltyOneDay : fill(text.penaltyDays, { days: daysLate });
}
