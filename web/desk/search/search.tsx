import { Fragment, type ReactNode } from 'react';
import { deskBorrowerText } from '#content/messages/desk-borrower.ts';
import { deskCaseText } from '#content/messages/desk-case.ts';
import { fill } from '#content/text-pack.ts';
import { type DeskFound, type DeskHit, type HitKind, hitKinds } from '#contract/desk.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { LoanNumber } from '../loan/loan-link.tsx';
import { LoanState } from '../loan/loan-state.tsx';
import { borrowerPath, complaintPath, deskPaths, loanPath, unmatchedPath } from '../paths.ts';
import { AuditText } from '../ui/audit-line.tsx';
import { ChipRow } from '../ui/chips.tsx';
import { SearchBar } from '../ui/list-search.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { addressOf, Pager } from '../ui/pager.tsx';
import { TablePart } from '../ui/table-part.tsx';

const titleOfKind = {
  person: 'people',
  loan: 'loans',
  payment: 'payments',
  reference: 'references',
  complaint: 'complaints',
} as const satisfies Record<HitKind, string>;

const pageSize = 50;

/** Everything that matches one search, with the reason. A single result opens at once, unless a letter of it differs. */
export const search = deskScreen<{ readonly query: string; readonly found: DeskFound | null }>({
  path: deskPaths.search,
  needs: 'see-loans',
  async load({ service, person, parameter, goTo }) {
    const query = parameter('q').trim();
    if (query === '') return { query, found: null };
    const kind = hitKinds.find((each) => each === parameter('show')) ?? null;
    const page = { cursor: parameter('from') || undefined, limit: pageSize };
    const found = await service.cases.search(person, { text: query, kind, ...page });
    const [only, ...others] = new Set(found.hits.map(hitPath));
    const isSure = others.length === 0 && found.nextCursor === null && found.hits[0]?.why !== 'name-near';
    if (only && isSure && parameter('show') === '' && parameter('from') === '') return goTo(only);
    return { query, found };
  },
  title: ({ desk }) => deskCaseText[desk.language].search,
  page({ desk, query, found }) {
    return (
      <>
        <SearchForm query={query} />
        {found && <Found query={query} found={found} />}
        {found && (
          <AuditText>
            {fill(desk.words.logged, { name: desk.person.name, time: desk.zonedTime(desk.now) })}
          </AuditText>
        )}
      </>
    );
  },
});

function Found({ query, found }: { readonly query: string; readonly found: DeskFound }): ReactNode {
  const desk = useDesk();
  const text = deskCaseText[desk.language];
  const { hits, counts, nextCursor } = found;
  const shown = counts.find(({ kind }) => kind === desk.parameter('show'))?.kind ?? null;
  const countOf = (chosen: DeskFound['counts']) =>
    String(chosen.reduce((sum, { count }) => sum + count, 0)) +
    (chosen.some(({ hasMore }) => hasMore) ? '+' : '');
  const hasMore = counts.some((each) => each.hasMore);
  return (
    <>
      <p className="sub g3" role="status">
        {counts.length === 0
          ? text.nothingFound
          : fill(hasMore ? text.foundMore : text.found, { count: countOf(counts) })}
      </p>
      {counts.length > 1 && (
        <ChipRow label={text.search}>
          {[null, ...counts].map((each) => (
            <a
              key={each?.kind ?? 'all'}
              href={addressOf(deskPaths.search, { q: query, show: each?.kind ?? 'all' })}
              aria-current={(each?.kind ?? null) === shown ? 'true' : undefined}
            >
              {each === null ? text.story : text[titleOfKind[each.kind]]}{' '}
              <b>{countOf(each === null ? counts : [each])}</b>
            </a>
          ))}
        </ChipRow>
      )}
      {hitKinds
        .filter((kind) => hits.some((hit) => hit.kind === kind))
        .map((kind) => (
          <Hits key={kind} kind={kind} hits={hits.filter((hit) => hit.kind === kind)} />
        ))}
      {counts.length > 0 && (
        <Pager
          path={deskPaths.search}
          parameters={{ q: query, show: shown ?? 'all' }}
          nextCursor={nextCursor}
          pageSize={pageSize}
        />
      )}
    </>
  );
}

function SearchForm({ query }: { readonly query: string }): ReactNode {
  const desk = useDesk();
  const text = deskCaseText[desk.language];
  return (
    <form action={deskPaths.search} method="get">
      <PageHead>
        <h1>{text.search}</h1>
      </PageHead>
      <SearchBar>
        <Field
          id="q"
          name="q"
          type="search"
          label={text.searchLabel}
          defaultValue={query}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          aria-describedby="q-h"
        />
        <Button>{text.search}</Button>
      </SearchBar>
      <p className="hint" id="q-h">
        {text.searchHint}
      </p>
    </form>
  );
}

function Hits({ kind, hits }: { readonly kind: HitKind; readonly hits: readonly DeskHit[] }): ReactNode {
  const desk = useDesk();
  const text = deskCaseText[desk.language];
  const title = text[titleOfKind[kind]];
  return (
    <TablePart
      id={kind}
      title={title}
      rows={hits}
      keyOf={({ name, why }) => `${why} ${name}`}
      columns={[
        [
          title,
          (hit) => (
            <>
              <a href={hitPath(hit)}>{hit.kind === 'person' ? hit.borrower || '•••' : hit.name}</a>{' '}
              {hit.market && <span className="sub">{hit.market}</span>}
              {hit.isLinked && <span className="sub"> · {deskBorrowerText[desk.language].isLinked}</span>}
            </>
          ),
          'fit',
        ],
        kind === 'person' && [text.phone, ({ phone }) => phone, 'fit num right'],
        kind === 'person'
          ? [text.openLoans, ({ openLoans }) => <OpenLoans loans={openLoans} />, 'wide']
          : [text.state, (hit) => <HitState hit={hit} />, 'fit right'],
        [text.why, (hit) => <Why hit={hit} />, 'wide'],
        kind !== 'person' && [
          text.amount,
          ({ amountMinor, currency }) =>
            amountMinor !== null && currency !== null && desk.money(amountMinor, currency),
          'figure strong right',
        ],
      ]}
    />
  );
}

function HitState({ hit: { status, payment } }: { readonly hit: DeskHit }): ReactNode {
  const { language } = useDesk();
  if (status !== null) return <LoanState status={status} language={language} />;
  return payment && outcomeWords(payment.outcome, deskCaseText[language]);
}

function OpenLoans({ loans }: { readonly loans: DeskHit['openLoans'] }): ReactNode {
  const { language } = useDesk();
  if (loans.length === 0) return <span className="sub">{deskCaseText[language].noOpenLoans}</span>;
  return loans.map(({ orderNumber, status }, index) => (
    <Fragment key={orderNumber}>
      {index > 0 && ', '}
      <LoanNumber orderNumber={orderNumber} /> <LoanState status={status} language={language} />
    </Fragment>
  ));
}

function hitPath({ kind, name, borrowerId, orderNumber, payment }: DeskHit): string {
  if (kind === 'complaint') return complaintPath(name);
  if (payment && orderNumber === null) return unmatchedPath(payment);
  if (orderNumber !== null) return loanPath(orderNumber);
  return borrowerPath(borrowerId ?? name);
}

function outcomeWords(outcome: string, text: (typeof deskCaseText)['es']): string {
  return outcome === 'posted' || outcome === 'reversed' || outcome === 'unmatched' ? text[outcome] : outcome;
}

function Why({ hit: { why, matched, kind, borrower, borrowerId } }: { readonly hit: DeskHit }): ReactNode {
  const desk = useDesk();
  const text = deskCaseText[desk.language];
  return (
    <>
      {fill(text[`why-${why}`], { matched })}
      {kind !== 'person' && borrowerId !== null && (
        <>
          {' · '}
          <a href={borrowerPath(borrowerId)}>{borrower || '•••'}</a>
        </>
      )}
    </>
  );
}
