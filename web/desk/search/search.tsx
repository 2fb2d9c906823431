import type { ReactNode } from 'react';
import { deskCaseText } from '#content/messages/desk-case.ts';
import { fill } from '#content/text-pack.ts';
import { type DeskHit, type HitKind, hitKinds } from '#contract/desk.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { LoanState } from '../loan/loan-state.tsx';
import { borrowerPath, complaintPath, deskPaths, loanPath, unmatchedPath } from '../paths.ts';
import { AuditText } from '../ui/audit-line.tsx';
import { ChipRow } from '../ui/chips.tsx';
import { SearchBar } from '../ui/list-search.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { addressOf } from '../ui/pager.tsx';
import { TablePart } from '../ui/table-part.tsx';

const titleOfKind = {
  person: 'people',
  loan: 'loans',
  payment: 'payments',
  reference: 'references',
  complaint: 'complaints',
} as const satisfies Record<HitKind, string>;

/** Everything that matches one search, with the reason. A single result opens at once. */
export const search = deskScreen<{ readonly query: string; readonly hits: readonly DeskHit[] }>({
  path: deskPaths.search,
  needs: 'see-loans',
  async load({ service, person, parameter, goTo }) {
    const query = parameter('q').trim();
    const hits = query === '' ? [] : await service.cases.search(person, query);
    const pages = new Set(hits.map(hitPath));
    const [only] = pages;
    if (only && pages.size === 1 && parameter('show') === '') return goTo(only);
    return { query, hits };
  },
  title: ({ desk }) => deskCaseText[desk.language].search,
  page({ desk, query, hits }) {
    const text = deskCaseText[desk.language];
    const shown = hitKinds.find((each) => each === desk.parameter('show')) ?? null;
    const found = hitKinds.filter((kind) => hits.some((hit) => hit.kind === kind));
    return (
      <>
        <SearchForm query={query} />
        {query !== '' && (
          <p className="sub g3" role="status">
            {hits.length === 0 ? text.nothingFound : fill(text.found, { count: hits.length })}
          </p>
        )}
        {found.length > 1 && (
          <ChipRow label={text.search}>
            {[null, ...found].map((kind) => (
              <a
                key={kind ?? 'all'}
                href={addressOf(deskPaths.search, { q: query, show: kind ?? 'all' })}
                aria-current={kind === shown ? 'true' : undefined}
              >
                {kind === null ? text.story : text[titleOfKind[kind]]}{' '}
                <b>{hits.filter((hit) => kind === null || hit.kind === kind).length}</b>
              </a>
            ))}
          </ChipRow>
        )}
        {found
          .filter((kind) => shown === null || kind === shown)
          .map((kind) => (
            <Hits key={kind} kind={kind} hits={hits.filter((hit) => hit.kind === kind)} />
          ))}
        {query !== '' && (
          <AuditText>
            {fill(desk.words.logged, { name: desk.person.name, time: desk.zonedTime(desk.now) })}
          </AuditText>
        )}
      </>
    );
  },
});

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
            </>
          ),
          'fit',
        ],
        [
          text.state,
          ({ status, payment }) =>
            status === null ? (
              payment && outcomeWords(payment.outcome, text)
            ) : (
              <LoanState status={status} language={desk.language} />
            ),
          'fit right',
        ],
        [text.why, (hit) => <Why hit={hit} />, 'wide'],
        [
          text.amount,
          ({ amountMinor, currency }) =>
            amountMinor !== null && currency !== null && desk.money(amountMinor, currency),
          'figure strong right',
        ],
      ]}
    />
  );
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

/** Why a result matches, and whose it is. */
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
