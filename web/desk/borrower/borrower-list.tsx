import { deskBorrowerText } from '#content/messages/desk-borrower.ts';
import { type HostBorrower, listBorrowers } from '#contract/host/borrower.ts';
import { maskedName, maskedPhone } from '#domain/desk/mask.ts';
import { deskList } from '../desk-list.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { borrowerPath, deskPaths } from '../paths.ts';
import { Chips } from '../ui/chips.tsx';
import { PageHead } from '../ui/page-head.tsx';

/** Whether somebody may take loans. */
export function stateOf({ blockedAt, erasedAt }: HostBorrower): 'open' | 'blocked' | 'erased' {
  if (erasedAt !== null) return 'erased';
  return blockedAt === null ? 'open' : 'blocked';
}

/** Borrowers, oldest first. The screen masks names and telephones; the file has ids only. */
export const borrowers = deskList({
  path: deskPaths.borrowers,
  filters: { state: ['blocked'] },
  read: ({ query: { state }, page, read }) =>
    read(listBorrowers, { ...page, isBlocked: state === 'blocked' || undefined }),
  rows: (page) => page.borrowers,
  keyOf: ({ borrowerId }) => borrowerId,
  caption: ({ language }) => deskBorrowerText[language].caption,
  columns(desk) {
    const text = deskBorrowerText[desk.language];
    return [
      [
        text.lenderId,
        ({ borrowerId, lenderBorrowerId }) => (
          <a href={borrowerPath(borrowerId)}>{lenderBorrowerId ?? borrowerId}</a>
        ),
      ],
      [text.state, (borrower) => text[stateOf(borrower)], 'fit right'],
      [text.name, ({ name }) => maskedName(name), 'fit'],
      [text.phone, ({ mobilePhone }) => maskedPhone(mobilePhone), 'fit num right'],
      [text.market, ({ market }) => market, 'fit'],
      [text.since, ({ createdAt, market }) => desk.zonedTime(createdAt, market), 'fit num right'],
    ];
  },
  file: {
    name: 'borrowers.csv',
    needs: 'see-loans',
    columns: ['borrowerId', 'lenderBorrowerId', 'market', 'createdAt', 'blockedAt', 'erasedAt'],
  },
});

export const borrowerList = deskScreen({
  path: deskPaths.borrowers,
  needs: 'see-loans',
  load: (desk) => borrowers.load(desk),
  title: ({ desk }) => deskBorrowerText[desk.language].title,
  page({ desk, ...page }) {
    const text = deskBorrowerText[desk.language];
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
        </PageHead>
        <Chips
          path={deskPaths.borrowers}
          name="state"
          label={text.filter}
          isSnug={false}
          choices={[
            ['', text.all],
            ['blocked', text.blockedOnes],
          ]}
          chosen={page.query.state ?? ''}
        />
        <borrowers.Rows page={page} />
      </>
    );
  },
});
