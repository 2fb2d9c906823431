import { deskBorrowerText } from '#content/messages/desk-borrower.ts';
import { type HostBorrower, listBorrowers, readBorrower } from '#contract/host/borrower.ts';
import { maskedName, maskedPhone } from '#domain/desk/mask.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Market } from '#domain/market.ts';
import { deskScreen } from '../desk-screen.tsx';
import { idOf } from '../id.ts';
import type { OpenDesk } from '../open-desk.ts';
import { borrowerPath, deskPaths } from '../paths.ts';
import { ChipRow } from '../ui/chips.tsx';
import { ListSearch } from '../ui/list-search.tsx';
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

/** Borrowers, oldest first, all or those blocked; or whom a search finds, of whom a single one opens at once. */
export const borrowerList = deskScreen({
  path: deskPaths.borrowers,
  needs: 'see-loans',
  async load(desk) {
    const query = desk.parameter('q').trim();
    const isBlocked = desk.parameter('state') === 'blocked' || undefined;
    const page = query === '' ? await list(desk, { isBlocked }) : await search(desk, query);
    const [only] = page.borrowers;
    if (query !== '' && only && page.borrowers.length === 1) return desk.goTo(borrowerPath(only.borrowerId));
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
    return { query, isBlocked: isBlocked ?? false, rows, nextCursor: page.nextCursor };
  },
  title: ({ desk }) => deskBorrowerText[desk.language].title,
  page({ desk, query: request, isBlocked, rows, nextCursor }) {
    const text = deskBorrowerText[desk.language];
    return (
      <>
        <ListSearch path={deskPaths.borrowers} query={request} text={text} />
        <ChipRow label={text.filter}>
          {[false, true].map((each) => (
            <a
              key={String(each)}
              href={addressOf(deskPaths.borrowers, { state: each ? 'blocked' : undefined })}
              aria-current={request === '' && each === isBlocked ? 'true' : undefined}
            >
              {each ? text.blockedOnes : text.all}
            </a>
          ))}
        </ChipRow>
        {rows.length === 0 ? (
          <p className="sub">{request === '' ? desk.words.none : text.nobody}</p>
        ) : (
          <Table
            caption={text.caption}
            rows={rows}
            keyOf={({ borrowerId }) => borrowerId}
            columns={[
              {
                head: text.lenderId,
                cell: ({ borrowerId, lenderBorrowerId }) => (
                  <a href={borrowerPath(borrowerId)}>{lenderBorrowerId ?? borrowerId}</a>
                ),
              },
              { head: text.state, kind: 'fit r', cell: ({ state }) => text[state] },
              { head: text.name, kind: 'fit', cell: ({ name }) => name },
              { head: text.phone, kind: 'fit num r', cell: ({ phone }) => phone },
              { head: text.market, kind: 'fit', cell: ({ market }) => market },
              {
                head: text.since,
                kind: 'fit num r',
                cell: ({ createdAt, market }) => desk.zonedTime(createdAt, market),
              },
            ]}
          />
        )}
        <Pager
          path={deskPaths.borrowers}
          parameters={{ q: request, state: isBlocked ? 'blocked' : undefined }}
          nextCursor={nextCursor}
          pageSize={pageSize}
        />
      </>
    );
  },
});

async function list(
  { service, person, parameter, newId }: OpenDesk,
  of: { readonly isBlocked?: true | undefined; readonly mobilePhone?: string },
) {
  const logged = { loggedAs: 'searched', detail: { by: 'phone' } } as const;
  const step = { messageId: newId(), ...(of.mobilePhone !== undefined && logged) };
  const fields = { ...of, limit: pageSize, cursor: parameter('from') || undefined };
  return service.ask(person, listBorrowers, fields, step);
}

/** By the lender's id, by ours, which stands where there is none of theirs, or else by a phone; the log keeps none of them. */
async function search(desk: OpenDesk, query: string) {
  const borrowerId = idOf(query);
  const keys = [{ lenderBorrowerId: query }, ...(borrowerId === null ? [] : [{ borrowerId }])];
  for (const key of keys) {
    const step = { messageId: desk.newId(), loggedAs: 'searched', detail: { by: 'number' } } as const;
    try {
      const rows = await desk.service.ask(desk.person, readBorrower, key, step);
      return { borrowers: [rows], nextCursor: null };
    } catch (error) {
      if (!isNobody(error)) throw error;
    }
  }
  const isPhone = /^\d{8,15}$/.test(query.replace(/[\s().+-]/g, ''));
  return isPhone ? list(desk, { mobilePhone: query }) : { borrowers: [], nextCursor: null };
}

/** Whether no borrower has the id that was looked for, or can have it. */
function isNobody(error: unknown): boolean {
  return error instanceof CodedError && (error.code === 'not-found' || error.code === 'request-invalid');
}
