import type { ReactNode } from 'react';
import { chargeName } from '#content/messages/charge-dispute.ts';
import { deskApplicationText } from '#content/messages/desk-application.ts';
import { deskLoanText } from '#content/messages/desk-loan.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskApplication, DeskApplicationDetail } from '#contract/desk.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { addMinor, type Currency } from '#domain/money/money.ts';
import { useDesk } from '../desk-context.ts';
import type { OpenDesk } from '../open-desk.ts';
import { Fact } from '../ui/facts.tsx';
import { TablePart } from '../ui/table-part.tsx';
import { LoanLink } from './loan-link.tsx';
import { LoanState } from './loan-state.tsx';
import { Owed, OwedNext, OwedRows } from './owed.tsx';

interface Part {
  readonly application: DeskApplicationDetail;
}

export function ApplicationFigures({ application }: Part): ReactNode {
  const desk = useDesk();
  const text = deskApplicationText[desk.language];
  const { currency, interestMinor, feeMinor, vatMinor, costMinor, annualCost } = application;
  const amount = (minor: number) => <span className="num">{desk.money(minor, currency)}</span>;
  const charges = [
    ['interest', interestMinor],
    ['fee', feeMinor],
    ['vat', vatMinor],
  ] as const;
  return (
    <Owed
      id="asked"
      title={text.asksFor}
      amount={desk.money(application.amountMinor, currency)}
      line={termWords(application, desk)}
    >
      <OwedRows sum={{ name: text.paysBack, amount: amount(application.totalMinor) }}>
        <Fact name={text.received}>{amount(application.receivedMinor)}</Fact>
        {charges.map(([kind, minor]) => (
          <Fact key={kind} name={chargeName(kind, desk.language, currency)}>
            {amount(minor)}
          </Fact>
        ))}
      </OwedRows>
      <OwedNext>
        <h2>{text[annualCost.measure]}</h2>
        <p>
          <b className="num">{desk.percent(annualCost.ppm, 1)}</b>
        </p>
        <p>{fill(text.costsInAll, { amount: desk.money(costMinor, currency) })}</p>
      </OwedNext>
    </Owed>
  );
}

export function termWords(
  { termDays: days, paymentCount: count }: DeskApplication,
  { language }: OpenDesk,
): string {
  const text = deskApplicationText[language];
  return count === 1 ? fill(text.termOfOne, { days }) : fill(text.term, { days, count });
}

export function otherLoanWords({ otherLoans }: DeskApplication, desk: OpenDesk, currency: Currency): string {
  const text = deskApplicationText[desk.language];
  const states = deskLoanText[desk.language];
  if (otherLoans.length === 0) return text.none;
  return otherLoans
    .map(({ status, count, principalMinor }) =>
      fill(text.otherLoansOf, {
        state: states[status],
        count,
        amount: desk.money(principalMinor, currency),
      }),
    )
    .join(' · ');
}

export function OtherLoans({ application }: Part): ReactNode {
  const desk = useDesk();
  const { history, currency } = application;
  const text = deskApplicationText[desk.language];
  const market = marketOfCurrency(currency);
  return (
    <TablePart
      id="others"
      title={text.otherLoans}
      end={history.length > 0 && otherLoanWords(application, desk, currency)}
      none={text.none}
      rows={history}
      keyOf={({ orderNumber }) => orderNumber}
      columns={[
        [deskLoanText[desk.language].loan, (other) => <LoanLink loan={other} />, 'fit'],
        [
          deskLoanText[desk.language].state,
          ({ status }) => <LoanState status={status} language={desk.language} />,
          'fit right',
        ],
        [
          text.ended,
          ({ endedAt }) => (endedAt ? desk.time(endedAt, market).slice(0, 10) : '–'),
          'fit num labelled',
        ],
        [text.lent, ({ principalMinor }) => desk.money(principalMinor, currency), 'figure strong right'],
        [text.overdueTimes, ({ overdueCount }) => overdueCount, 'figure labelled'],
      ]}
    />
  );
}

/** The accepted payment plan, which starts on the payout day. */
export function PlannedPayments({ application: { plan, currency } }: Part): ReactNode {
  const desk = useDesk();
  const text = deskApplicationText[desk.language];
  return (
    <TablePart
      id="plan"
      title={text.payments}
      end={fill(text.asOfPayout, { day: plan.startDate })}
      rows={plan.instalments}
      keyOf={({ sequence }) => sequence}
      columns={[
        [text.due, ({ dueDate }) => dueDate, 'fit num'],
        [
          text.principal,
          ({ principalMinor }) => desk.money(principalMinor, currency),
          'figure right labelled',
        ],
        [
          text.charges,
          ({ interestMinor, feeMinor, vatMinor }) =>
            desk.money(addMinor(interestMinor, feeMinor, vatMinor), currency),
          'figure labelled',
        ],
        [text.toPay, ({ totalMinor }) => desk.money(totalMinor, currency), 'figure strong right labelled'],
      ]}
    />
  );
}
