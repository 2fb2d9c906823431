import type { ReactNode } from 'react';
import { deskCollectionText } from '#content/messages/desk-collection.ts';
import { fill } from '#content/text-pack.ts';
import type { LateLoan, PromisedPayment } from '#contract/collection.ts';
import { allMarkets, currencyOf, type Market } from '#domain/market.ts';
import { contactHours, type LateBand, lateBands, namesCollectorFirst } from '#domain/matter/collection.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { collectionPath, deskPaths } from '../paths.ts';
import { AuditText } from '../ui/audit-line.tsx';
import { ChipRow } from '../ui/chips.tsx';
import { SearchBar } from '../ui/list-search.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { addressOf, Pager } from '../ui/pager.tsx';
import { StateMark } from '../ui/state-mark.tsx';
import { Table } from '../ui/table.tsx';

const pageSize = 50;

/** What an address of the list says: market, band by its first day, and the least amount. */
function asked({ parameter, market: usual }: OpenDesk) {
  const market = allMarkets.find((each) => each === parameter('market')) ?? usual;
  const band = lateBands.find(([from]) => String(from) === parameter('days')) ?? null;
  const least = parameter('least');
  return { market, band, least, leastMinor: least === '' ? null : amountFromText(least, currencyOf(market)) };
}

/** Late loans by days, the latest first, each with what was promised, who has it and whether its borrower may be contacted now. */
export const collections = deskScreen({
  path: deskPaths.collections,
  needs: 'see-loans',
  async load(desk) {
    const { service, person, parameter } = desk;
    const filter = asked(desk);
    const page = await service.collections.list(person, filter, {
      cursor: parameter('from'),
      limit: pageSize,
    });
    const now = await service.loanTime();
    return { filter, now, ...page, counts: await service.collections.count(person, filter.market) };
  },
  title: ({ desk }) => deskCollectionText[desk.language].title,
  page({ desk, filter, now, rows, nextCursor, counts }) {
    const text = deskCollectionText[desk.language];
    const { market, band, least } = filter;
    const of = { market: market === desk.market ? undefined : market, least };
    const count = counts.bands.reduce((sum, each) => sum + each.count, 0);
    const { from, until } = contactHours(market, now);
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">
            {fill(text.line, { count, promised: counts.promisedToday })} · {market}
          </p>
        </PageHead>
        {allMarkets.length > 1 && (
          <ChipRow label={text.title} isSnug>
            {allMarkets.map((each) => (
              <a
                key={each}
                href={addressOf(deskPaths.collections, { market: each })}
                aria-current={each === market ? 'true' : undefined}
              >
                {each}
              </a>
            ))}
          </ChipRow>
        )}
        <ChipRow label={text.bands} isSnug>
          <a href={addressOf(deskPaths.collections, of)} aria-current={band === null ? 'true' : undefined}>
            {text.all} <b>{count}</b>
          </a>
          {counts.bands.map(({ band: each, count: ofBand }) => (
            <a
              key={each[0]}
              href={addressOf(deskPaths.collections, { ...of, days: String(each[0]) })}
              aria-current={band?.[0] === each[0] ? 'true' : undefined}
            >
              {bandWords(each, desk)} <b>{ofBand}</b>
            </a>
          ))}
        </ChipRow>
        <form method="get" action={deskPaths.collections} className="narrow">
          {of.market && <input type="hidden" name="market" value={of.market} />}
          {band && <input type="hidden" name="days" value={band[0]} />}
          <SearchBar>
            <Field
              id="least"
              name="least"
              label={text.least}
              defaultValue={least}
              inputMode="decimal"
              autoComplete="off"
            />
            <Button kind="second">{text.apply}</Button>
          </SearchBar>
        </form>
        {rows.length === 0 ? (
          <p className="sub g3">{desk.words.none}</p>
        ) : (
          <Table
            caption={text.caption}
            rows={rows}
            keyOf={({ orderNumber }) => orderNumber}
            columns={[
              {
                head: text.person,
                kind: 'fit strong',
                cell: ({ orderNumber, borrower }) => (
                  <>
                    <a className="num" href={collectionPath(orderNumber)}>
                      {orderNumber}
                    </a>{' '}
                    {borrower}
                  </>
                ),
              },
              { head: text.late, kind: 'fit r', cell: ({ daysLate }) => fill(text.days, { days: daysLate }) },
              {
                head: text.owes,
                kind: 'n strong',
                cell: ({ overdueMinor, currency }) => desk.money(overdueMinor, currency),
              },
              {
                head: text.promise,
                kind: 'r',
                cell: (loan) => <PromiseMark promise={loan.promise} of={loan} />,
              },
              {
                head: text.last,
                kind: 'sub',
                cell: ({ lastContact, market: zone }) => lastContact && contactWords(lastContact, desk, zone),
              },
              { head: text.hours, kind: 'r', cell: (loan) => <MayContact loan={loan} now={now} /> },
              { head: text.with, kind: 'wide', cell: ({ holder }) => holder?.name ?? text.nobody },
            ]}
          />
        )}
        <Pager
          path={deskPaths.collections}
          parameters={{ ...of, days: band ? String(band[0]) : undefined }}
          nextCursor={nextCursor}
          pageSize={pageSize}
        />
        <AuditText>{fill(text.rule, { from, until })}</AuditText>
      </>
    );
  },
});

function bandWords([from, to]: LateBand, { language }: OpenDesk): string {
  const text = deskCollectionText[language];
  return to === null ? fill(text.over, { from }) : fill(text.band, { from, to });
}

/** What a contact was and what came of it, with its time. */
export function contactWords(
  { kind, result, writtenAt }: NonNullable<LateLoan['lastContact']>,
  desk: OpenDesk,
  market: Market,
): string {
  const text = deskCollectionText[desk.language];
  const way = text[kind as 'we-called'] ?? kind;
  return [desk.time(writtenAt, market), way, result && text[result]].filter(Boolean).join(', ');
}

/** A promise, and what became of it. */
export function PromiseMark({
  promise,
  of,
}: {
  readonly promise: PromisedPayment | null;
  readonly of: Pick<LateLoan, 'currency'>;
}): ReactNode {
  const desk = useDesk();
  if (promise === null) return '–';
  const tone = { open: 'warn', kept: 'none', broken: 'bad' } as const;
  return (
    <StateMark tone={tone[promise.state]}>
      <span className="num">{promise.on}</span>, {desk.money(promise.amountMinor, of.currency)},{' '}
      {deskCollectionText[desk.language][promise.state]}
    </StateMark>
  );
}

/** Whether a borrower may be contacted now, and if not, why or from when. */
export function MayContact({ loan, now }: { readonly loan: LateLoan; readonly now: Date }): ReactNode {
  const desk = useDesk();
  const text = deskCollectionText[desk.language];
  const { isAllowed, from, until } = contactHours(loan.market, now);
  if (loan.pausedBy !== null)
    return <StateMark tone="warn">{fill(text.paused, { why: text[loan.pausedBy] })}</StateMark>;
  if (namesCollectorFirst(loan.market) && !loan.holder?.namedAt)
    return <StateMark tone="warn">{text.notNamed}</StateMark>;
  return isAllowed ? fill(text.until, { hour: until }) : fill(text.from, { hour: from });
}
