import type { ReactNode } from 'react';
import { deskLoanText } from '#content/messages/desk-loan.ts';
import { fill } from '#content/text-pack.ts';
import type { Language } from '#domain/language.ts';
import type { LoanStatus } from '#domain/loan/loan-status.ts';
import { Coin, type CoinName } from '../ui/coin.tsx';
import { StateMark, type StateTone } from '../ui/state-mark.tsx';

/** Drawing and tone of each status; colours are for those that need a person. */
const looks: Readonly<Record<LoanStatus, { readonly coin: CoinName; readonly tone: StateTone }>> = {
  'under-review': { coin: 'review', tone: 'none' },
  'paying-out': { coin: 'paying', tone: 'none' },
  declined: { coin: 'no', tone: 'plain' },
  'to-repay': { coin: 'active', tone: 'none' },
  overdue: { coin: 'late', tone: 'warn' },
  settled: { coin: 'done', tone: 'ok' },
  cancelled: { coin: 'no', tone: 'plain' },
  'written-off': { coin: 'late', tone: 'plain' },
  sold: { coin: 'done', tone: 'plain' },
};

const badFromDays = 15;

export function LoanState({
  status,
  daysLate = 0,
  language,
}: {
  readonly status: LoanStatus;
  readonly daysLate?: number;
  readonly language: Language;
}): ReactNode {
  const text = deskLoanText[language];
  const { coin, tone } = looks[status];
  const days = status === 'overdue' ? daysLate : 0;
  return (
    <StateMark tone={days >= badFromDays ? 'bad' : tone}>
      <Coin name={coin} />
      {days > 0 ? fill(text.overdueDays, { days }) : text[status]}
    </StateMark>
  );
}
