import type { ReactNode } from 'react';
import { deskApplicationText } from '#content/messages/desk-application.ts';
import { deskFiguresText } from '#content/messages/desk-figures.ts';
import { deskLoanText } from '#content/messages/desk-loan.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskApplication, DeskLoanRow } from '#contract/desk.ts';
import { addDays } from '#domain/calendar.ts';
import { type LoanStatus, loanStatuses } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { AuditText } from '../ui/audit-line.tsx';
import { ChipRow } from '../ui/chips.tsx';
import { DayRange } from '../ui/day-range.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { addressOf, Pager } from '../ui/pager.tsx';
import { type Column, type Look, Table } from '../ui/table.tsx';
import { otherLoanWords, termWords } from './application.tsx';
import { BorrowerLink, LoanLink } from './loan-link.tsx';
import { LoanState } from './loan-state.tsx';

const pageSize = 50;
const statementDays = 30;

/** Loans, newest first, by status. */
export const loanList = deskScreen({
  path: deskPaths.loans,
  needs: 'see-loans',
  async load({ service, person, parameter }) {
    const status = loanStatuses.find((each) => each === parameter('status')) ?? null;
    const page = await service.loans.list(person, { status, cursor: parameter('from'), limit: pageSize });
    return { status, ...page };
  },
  title: ({ desk }) => deskLoanText[desk.language].title,
  page({ desk, status, rows, nextCursor }) {
    const { language } = desk;
    const text = deskLoanText[language];
    const isOfApplications = status === 'under-review';
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
        </PageHead>
        <ChipRow label={text.filter}>
          {[null, ...loanStatuses].map((each) => (
            <a
              key={each ?? 'all'}
              href={addressOf(deskPaths.loans, { status: each ?? undefined })}
              aria-current={each === status ? 'true' : undefined}
            >
              {each === null ? text.all : text[each]}
            </a>
          ))}
        </ChipRow>
        {rows.length === 0 ? (
          <p className="sub">{desk.words.none}</p>
        ) : (
          <Table
            caption={isOfApplications ? deskApplicationText[language].caption : text.caption}
            rows={rows}
            keyOf={({ serialNumber }) => serialNumber}
            columns={isOfApplications ? applicationColumns(desk) : loanColumns(desk)}
          />
        )}
        <Pager
          path={deskPaths.loans}
          parameters={{ status: status ?? undefined }}
          nextCursor={nextCursor}
          pageSize={pageSize}
          file="loans.csv"
        />
        {desk.may('export') && <Statements status={status} />}
        <AuditText>{text.masked}</AuditText>
      </>
    );
  },
});

/** Takes the statements of account of the loans that are listed, over some days. */
function Statements({ status }: { readonly status: LoanStatus | null }): ReactNode {
  const desk = useDesk();
  const text = deskFiguresText[desk.language];
  const today = dayIn(desk.market, desk.now);
  return (
    <FormFold isApart title={text.statementsFile}>
      <DayRange
        action={deskPaths.exports.replace(':file', 'statements.csv')}
        ids={['from', 'through']}
        fromDay={addDays(today, 1 - statementDays)}
        throughDay={today}
        isWrong={false}
        text={{ ...text, show: text.takeStatements }}
      >
        {status && <input type="hidden" name="status" value={status} />}
      </DayRange>
    </FormFold>
  );
}

function loanColumns(desk: OpenDesk): Column<DeskLoanRow>[] {
  const { language } = desk;
  const text = deskLoanText[language];
  return [
    [text.loan, (row) => <LoanLink loan={row} />, 'fit'],
    [
      text.state,
      (row) => <LoanState status={row.status} daysLate={row.daysLate} language={language} />,
      'fit right',
    ],
    [text.borrower, (row) => <BorrowerLink loan={row} />, 'fit'],
    [text.due, ({ dueDate }) => <span className="num">{dueDate ?? '–'}</span>, 'fit right'],
    [
      text.owed,
      ({ application, balanceMinor, currency }) =>
        application
          ? fill(deskApplicationText[language].asksForAmount, {
              amount: desk.money(application.amountMinor, currency),
            })
          : desk.money(balanceMinor, currency),
      'figure strong',
    ],
    [text.applied, ({ appliedAt, market }) => desk.zonedTime(appliedAt, market), 'figure sub right'],
  ];
}

/** What is to be decided, with the figures to decide by. */
function applicationColumns(desk: OpenDesk): Column<DeskLoanRow>[] {
  const { language } = desk;
  const text = deskApplicationText[language];
  const words = deskLoanText[language];
  const figure = (
    head: string,
    of: (application: DeskApplication, currency: DeskLoanRow['currency']) => ReactNode,
    look: Look = 'figure labelled',
  ): Column<DeskLoanRow> => [
    head,
    ({ application, currency }) => application && of(application, currency),
    look,
  ];
  const amount = (
    head: string,
    name: 'receivedMinor' | 'costMinor' | 'totalMinor',
    look: Look = 'figure right labelled',
  ) => figure(head, (application, currency) => desk.money(application[name], currency), look);
  return [
    [
      words.loan,
      (row) => <LoanLink loan={row} appliedAt={desk.zonedTime(row.appliedAt, row.market)} />,
      'fit',
    ],
    [words.borrower, (row) => <BorrowerLink loan={row} />, 'fit right'],
    figure(
      text.asksFor,
      (application, currency) => (
        <>
          <b>{desk.money(application.amountMinor, currency)}</b>
          <br />
          <span className="sub">{termWords(application, desk)}</span>
        </>
      ),
      'fit labelled',
    ),
    amount(text.received, 'receivedMinor'),
    amount(text.cost, 'costMinor', 'figure labelled'),
    amount(text.paysBack, 'totalMinor'),
    figure(text.annualCost, ({ annualCost }) => desk.percent(annualCost.ppm, 1)),
    figure(
      text.otherLoans,
      (application, currency) => otherLoanWords(application, desk, currency),
      'wide labelled',
    ),
  ];
}
