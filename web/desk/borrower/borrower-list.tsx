import { deskBorrowerText } from '#content/messages/desk-borrower.ts';
import { type HostBorrower, listBorrowers } from '#contract/host/borrower.ts';
import { maskedName, maskedPhone } from '#domain/desk/mask.ts';
import type { Market } from '#domain/market.ts';
import { deskScreen } from '../desk-screen.tsx';
import { borrowerPath, deskPaths } from '../paths.ts';
import { ChipRow } from '../ui/chips.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { addressOf, Pager } from '../ui/pager.tsx';
import { Table } from '../ui/table.tsx';

const pageSize = 50;

/** What a list shows of a borrower: nothing that says who it is. */
interface BorrowerRow {
  readonly borrowerId: string;
  readonly lenderBorrowerId: string | null;
  readonly name: string;
  readonly phone: string;
  readonly market: Market;
  readonly createdAt: string;
  readonly state: 'open' | 'blocked' | 'erased';
}

/** Whether somebody may take loans. */
export function stateOf({ blockedAt, erasedAt }: HostBorrower): BorrowerRow['state'] {
  if (erasedAt !== null) return 'erased';
  return blockedAt === null ? 'open' : 'blocked';
}

/** Borrowers, oldest first, all or those blocked. */
export const borrowerList = deskScreen({
  path: deskPaths.borrowers,
  needs: 'see-loans',
  async load(desk) {
    const isBlocked = desk.parameter('state') === 'blocked' || undefined;
    const cursor = desk.parameter('from') || undefined;
    const page = await desk.read(listBorrowers, { isBlocked, limit: pageSize, cursor });
    const rows = page.borrowers.map(
      (borrower): BorrowerRow => ({
        borrowerId: borrower.borrowerId,
        lenderBorrowerId: borrower.lenderBorrowerId,
        name: maskedName(borrower.name),
        phone: maskedPhone(borrower.mobilePhone),
        market: borrower.market,
        createdAt: borrower.createdAt,
        state: stateOf(borrower),
      }),
    );
    return { isBlocked: isBlocked ?? false, rows, nextCursor: page.nextCursor };
  },
  title: ({ desk }) => deskBorrowerText[desk.language].title,
  page({ desk, isBlocked, rows, nextCursor }) {
    const text = deskBorrowerText[desk.language];
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
        </PageHead>
        <ChipRow label={text.filter}>
          {[false, true].map((each) => (
            <a
              key={String(each)}
              href={addressOf(deskPaths.borrowers, { state: each ? 'blocked' : undefined })}
              aria-current={each === isBlocked ? 'true' : undefined}
            >
              {each ? text.blockedOnes : text.all}
            </a>
          ))}
        </ChipRow>
        {rows.length === 0 ? (
          <p className="sub">{desk.words.none}</p>
        ) : (
          <Table
            caption={text.caption}
            rows={rows}
            keyOf={({ borrowerId }) => borrowerId}
            columns={[
              [
                text.lenderId,
                ({ borrowerId, lenderBorrowerId }) => (
                  <a href={borrowerPath(borrowerId)}>{lenderBorrowerId ?? borrowerId}</a>
                ),
              ],
              [text.state, ({ state }) => text[state], 'fit right'],
              [text.name, ({ name }) => name, 'fit'],
              [text.phone, ({ phone }) => phone, 'fit num right'],
              [text.market, ({ market }) => market, 'fit'],
              [text.since, ({ createdAt, market }) => desk.zonedTime(createdAt, market), 'fit num right'],
            ]}
          />
        )}
        <Pager
          path={deskPaths.borrowers}
          parameters={{ state: isBlocked ? 'blocked' : undefined }}
          nextCursor={nextCursor}
          pageSize={pageSize}
          file="borrowers.csv"
        />
      </>
    );
  },
});
