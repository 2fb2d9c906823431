import type { ReactNode } from 'react';
import { deskApplicationText } from '#content/messages/desk-application.ts';
import { deskFiguresText } from '#content/messages/desk-figures.ts';
import { deskLoanText } from '#content/messages/desk-loan.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskApplication, DeskLoanRow } from '#contract/desk.ts';
import { listLoans } from '#contract/host/loan.ts';
import { addDays } from '#domain/calendar.ts';
import { type LoanStatus, loanStatuses } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import { useDesk } from '../desk-context.ts';
import { tableFile } from '../desk-file.ts';
import { deskList } from '../desk-list.tsx';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths, exportPath } from '../paths.ts';
import { AuditText } from '../ui/audit-line.tsx';
import { Chips } from '../ui/chips.tsx';
import { DayRange } from '../ui/day-range.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { PageHead } from '../ui/page-head.tsx';
import type { Column, Look } from '../ui/table.tsx';
import { otherLoanWords, termWords } from './application.tsx';
import { BorrowerLink, LoanLink } from './loan-link.tsx';
import { LoanState } from './loan-state.tsx';

const statementDays = 30;

export const loans = deskList({
  path: deskPaths.loans,
  filters: { status: loanStatuses },
  read: async ({ desk: { service, person }, query, page: { cursor = '', limit } }) =>
    service.loans.list(person, { status: statusOf(query), cursor, limit }),
  rows: ({ rows }) => rows,
  keyOf: ({ serialNumber }) => serialNumber,
  caption: ({ language }, { query }) =>
    query.status === 'under-review' ? deskApplicationText[language].caption : deskLoanText[language].caption,
  columns: (desk, { query }) =>
    query.status === 'under-review' ? applicationColumns(desk) : loanColumns(desk),
  file: tableFile({
    name: 'loans.csv',
    needs: 'see-loans',
    filters: {
      status: loanStatuses,
      borrower: 'text',
      dueFrom: 'text',
      dueThrough: 'text',
      changedSince: 'text',
    },
    read: ({ query: { borrower, ...filters }, page, read }) =>
      read(listLoans, { ...filters, ...page, borrowerId: borrower }),
    rows: (page) => page.loans,
    columns: [
      'orderNumber',
      'borrowerId',
      'productId',
      'market',
      'status',
      'principalMinor',
      'owedMinor',
      'heldMinor',
      'currency',
      'dueDate',
      'appliedAt',
      'disbursedOn',
      'settledAt',
      'writtenOffAt',
      'soldAt',
    ],
  }),
});

/** The status that an address names; null for all. */
function statusOf({ status }: { readonly status?: string }): LoanStatus | null {
  return loanStatuses.find((each) => each === status) ?? null;
}

export const loanList = deskScreen({
  path: deskPaths.loans,
  needs: 'see-loans',
  load: (desk) => loans.load(desk),
  title: ({ desk }) => deskLoanText[desk.language].title,
  page({ desk, ...page }) {
    const text = deskLoanText[desk.language];
    const { status = '' } = page.query;
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
        </PageHead>
        <Chips
          path={deskPaths.loans}
          name="status"
          label={text.filter}
          isSnug={false}
          choices={[['', text.all], ...loanStatuses.map((each) => [each, text[each]] as const)]}
          chosen={status}
        />
        <loans.Rows page={page} />
        {desk.may('export') && <Statements status={statusOf(page.query)} />}
        <AuditText>{text.masked}</AuditText>
      </>
    );
  },
});

function Statements({ status }: { readonly status: LoanStatus | null }): ReactNode {
  const desk = useDesk();
  const text = deskFiguresText[desk.language];
  const today = dayIn(desk.market, desk.now);
  return (
    <FormFold hasSpaceAbove title={text.statementsFile}>
      <DayRange
        action={exportPath('statements.csv')}
        ids={['from', 'through']}
        fromDay={addDays(today, 1 - statementDays)}
        throughDay={today}
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
