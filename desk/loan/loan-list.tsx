import { deskLoanText } from '#content/messages/desk-loan.ts';
import { loanStatuses } from '#domain/loan/loan-status.ts';
import { deskScreen } from '../desk-screen.tsx';
import { deskPaths, loanPath } from '../paths.ts';
import { ListSearch } from '../ui/list-search.tsx';
import { addressOf, Pager } from '../ui/pager.tsx';
import { Table } from '../ui/table.tsx';
import { LoanState } from './loan-state.tsx';

const pageSize = 50;

/** Loans, newest first, by status; or those that a search finds, of which a single one opens at once. */
export const loanList = deskScreen({
  path: deskPaths.loans,
  needs: 'see-loans',
  async load({ service, person, parameter, goTo }) {
    const wanted = parameter('q').trim();
    const status = loanStatuses.find((each) => each === parameter('status')) ?? null;
    if (wanted === '') {
      const page = await service.loans.list(person, { status, cursor: parameter('from'), limit: pageSize });
      return { wanted, status, ...page };
    }
    const rows = await service.loans.search(person, wanted);
    const [only] = rows;
    if (only && rows.length === 1) return goTo(loanPath(only.orderNumber));
    return { wanted, status, rows, nextCursor: null };
  },
  title: ({ desk }) => deskLoanText[desk.language].title,
  page({ desk, wanted, status, rows, nextCursor }) {
    const { language } = desk;
    const text = deskLoanText[language];
    return (
      <>
        <ListSearch path={deskPaths.loans} wanted={wanted} text={text} />
        <nav className="chips" aria-label={text.filter}>
          {[null, ...loanStatuses].map((each) => (
            <a
              key={each ?? 'all'}
              href={addressOf(deskPaths.loans, { status: each ?? undefined })}
              aria-current={wanted === '' && each === status ? 'true' : undefined}
            >
              {each === null ? text.all : text[each]}
            </a>
          ))}
        </nav>
        {rows.length === 0 ? (
          <p className="sub">{wanted === '' ? desk.words.none : text.nothingFound}</p>
        ) : (
          <Table
            caption={text.caption}
            rows={rows}
            keyOf={({ serialNumber }) => serialNumber}
            columns={[
              {
                head: text.loan,
                className: 'fit',
                cell: ({ orderNumber, productName }) => (
                  <>
                    <a className="num" href={loanPath(orderNumber)}>
                      {orderNumber}
                    </a>{' '}
                    <span className="sub">{productName}</span>
                  </>
                ),
              },
              {
                head: text.state,
                className: 'fit r',
                cell: (row) => <LoanState status={row.status} daysLate={row.daysLate} language={language} />,
              },
              { head: text.borrower, className: 'fit', cell: ({ borrower }) => borrower },
              {
                head: text.due,
                className: 'fit r',
                cell: ({ dueDate }) => <span className="num">{dueDate ?? '–'}</span>,
              },
              {
                head: text.owed,
                className: 'n strong',
                cell: ({ balanceMinor, currency }) => desk.money(balanceMinor, currency),
              },
              {
                head: text.applied,
                className: 'n r sub',
                cell: ({ appliedAt, market }) => desk.time(appliedAt, market),
              },
            ]}
          />
        )}
        <Pager
          desk={desk}
          path={deskPaths.loans}
          parameters={{ status: status ?? undefined }}
          nextCursor={nextCursor}
          pageSize={pageSize}
        />
        <p className="audit">{text.masked}</p>
      </>
    );
  },
});
