import type { ReactNode } from 'react';
import { deskCollectionText } from '#content/messages/desk-collection.ts';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { fill } from '#content/text-pack.ts';
import type { LateCount, LateFilter, LateLoan, LateSum, PromisedPayment } from '#contract/collection.ts';
import type { DeskColleague } from '#contract/desk-page.ts';
import { mayDo } from '#domain/desk/role.ts';
import { allMarkets, currencyOf, type Market } from '#domain/market.ts';
import { batchActs, batchActTable } from '#domain/matter/batch.ts';
import {
  contactHours,
  keptDays,
  type LateBand,
  lateSorts,
  lateViews,
  namesCollectorFirst,
} from '#domain/matter/collection.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { collectionPath, deskPaths } from '../paths.ts';
import { AuditText } from '../ui/audit-line.tsx';
import { ChipRow } from '../ui/chips.tsx';
import { HolderField } from '../ui/holder-field.tsx';
import { HeadActs, PageHead } from '../ui/page-head.tsx';
import { addressOf, Pager } from '../ui/pager.tsx';
import { Sift } from '../ui/sift.tsx';
import { StateMark } from '../ui/state-mark.tsx';
import { Strip } from '../ui/strip.tsx';
import { Table } from '../ui/table.tsx';
import { TickAct, Ticks } from '../ui/ticks.tsx';
import { type LateQuery, lateFilterOf, lateQueryOf } from './late-address.ts';

const pageSize = 50;

/** Addresses of an overdue loan opened from a list, and of the next one. */
export function placeInList(query: LateQuery, at: string): Readonly<Record<string, string>> {
  return { late: new URLSearchParams(query).toString(), at };
}

/** Overdue loans by days or amount, with sums, batch acts, the last promise, and whether the borrower may be contacted now. */
export const collections = deskScreen({
  path: deskPaths.collections,
  needs: 'see-loans',
  async load(desk) {
    const { service, person, parameter, may } = desk;
    const query = lateQueryOf(new URL(desk.request.url).searchParams);
    const filter = lateFilterOf(query, desk);
    const page = await service.collections.list(person, filter, {
      cursor: parameter('from'),
      limit: pageSize,
    });
    const now = await service.loanTime();
    const counts = await service.collections.count(person, filter.market);
    const colleagues = may('collect') ? await service.collections.colleagues(person) : [];
    return { query, filter, now, ...page, counts, colleagues };
  },
  title: ({ desk }) => deskCollectionText[desk.language].title,
  page({ desk, query, filter, now, rows, nextCursor, counts, colleagues }) {
    const text = deskCollectionText[desk.language];
    const { market } = filter;
    const all = sumOf(counts.bands);
    const { from, until } = contactHours(market, null, now);
    const shown = countOf(counts, filter);
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">
            {fill(text.line, {
              count: all.count,
              amount: desk.money(all.owedMinor, currencyOf(market)),
            })}{' '}
            · {market}
          </p>
          {rows.length > 0 && (
            <HeadActs>
              <ButtonLink kind="main" href={addressOf(deskPaths.nextLate, { ...placeInList(query, '') })}>
                {text.openNext}
              </ButtonLink>
            </HeadActs>
          )}
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
        <Sums counts={counts} market={market} query={query} />
        <Bands counts={counts} all={all} market={market} query={query} />
        <LateSift query={query} colleagues={colleagues} />
        {rows.length === 0 ? (
          <p className="sub g3">{desk.words.none}</p>
        ) : (
          <Ticks
            action={deskPaths.batches}
            hidden={{
              list: 'collections',
              queue: new URLSearchParams({ ...query, market }).toString(),
              step: desk.newId(),
            }}
            count={shown ?? rows.length}
            everyPage={shown === null ? text.everyShown : undefined}
            acts={actsFor(desk, colleagues)}
          >
            <LateTable rows={rows} query={query} now={now} />
          </Ticks>
        )}
        <Pager
          path={deskPaths.collections}
          parameters={query}
          nextCursor={nextCursor}
          pageSize={pageSize}
          file="collections.csv"
        />
        <AuditText>{fill(text.rule, { from, until })}</AuditText>
      </>
    );
  },
});

/** Number of loans in a list; null where it is not counted. */
function countOf({ bands, views }: LateCount, { band, view, leastMinor, holder }: LateFilter): number | null {
  if (leastMinor !== null || holder !== null) return null;
  if (view !== null) return band === null ? views[view].count : null;
  return (bands.find((each) => each.band === band) ?? sumOf(bands)).count;
}

function sumOf(sums: readonly LateSum[]): LateSum {
  return {
    count: sums.reduce((total, { count }) => total + count, 0),
    owedMinor: String(sums.reduce((total, { owedMinor }) => total + BigInt(owedMinor), 0n)),
  };
}

function Sums({
  counts: { views, kept },
  market,
  query,
}: {
  readonly counts: LateCount;
  readonly market: Market;
  readonly query: LateQuery;
}): ReactNode {
  const desk = useDesk();
  const text = deskCollectionText[desk.language];
  return (
    <Strip
      sums={[
        ...lateViews.map((view) => ({
          name: text[`view-${view}`],
          value: sumWords(views[view], market, desk),
          href: addressOf(deskPaths.collections, { market: query.market, view }),
          isShown: query.view === view,
        })),
        {
          name: fill(text.keptLately, { days: keptDays }),
          value: fill(text.keptOf, { count: kept.count, of: kept.of }),
        },
      ]}
    />
  );
}

/** Number of loans and their total debt. */
function sumWords({ count, owedMinor }: LateSum, market: Market, desk: OpenDesk): string {
  return `${count} · ${desk.money(owedMinor, currencyOf(market))}`;
}

function Bands({
  counts,
  all,
  market,
  query,
}: {
  readonly counts: LateCount;
  readonly all: LateSum;
  readonly market: Market;
  readonly query: LateQuery;
}): ReactNode {
  const desk = useDesk();
  const text = deskCollectionText[desk.language];
  const { days: _days, view: _view, ...rest } = query;
  const isOne = query.days !== undefined || query.view !== undefined;
  return (
    <ChipRow label={text.bands} isSnug>
      <a href={addressOf(deskPaths.collections, rest)} aria-current={isOne ? undefined : 'true'}>
        {text.all} <b>{sumWords(all, market, desk)}</b>
      </a>
      {counts.bands.map(({ band, ...sum }) => (
        <a
          key={band[0]}
          href={addressOf(deskPaths.collections, { ...rest, days: String(band[0]) })}
          aria-current={query.days === String(band[0]) ? 'true' : undefined}
        >
          {bandWords(band, desk)} <b>{sumWords(sum, market, desk)}</b>
        </a>
      ))}
    </ChipRow>
  );
}

function LateSift({
  query,
  colleagues,
}: {
  readonly query: LateQuery;
  readonly colleagues: readonly DeskColleague[];
}): ReactNode {
  const desk = useDesk();
  const text = deskCollectionText[desk.language];
  return (
    <Sift
      action={deskPaths.collections}
      hidden={{ market: query.market, days: query.days, view: query.view }}
    >
      <HolderField chosen={query.with} colleagues={colleagues} />
      <Field
        id="least"
        name="least"
        label={text.least}
        defaultValue={query.least}
        inputMode="decimal"
        autoComplete="off"
      />
      <SelectField
        id="sort"
        label={text.sort}
        chosen={query.sort ?? 'days'}
        choices={lateSorts.map((sort) => [sort, text[`sort-${sort}`]] as const)}
      />
    </Sift>
  );
}

/** Batch acts that the person may use on overdue loans. */
function actsFor(
  { person, language }: OpenDesk,
  colleagues: readonly DeskColleague[],
): (readonly [string, string])[] {
  const text = deskQueueText[language];
  const acts = batchActs.filter((act) => {
    const { kind, needs } = batchActTable[act];
    return kind === 'collection' && act !== 'hand-over' && needs !== null && mayDo(person.roles, needs);
  });
  return [
    ...acts.map((act) => [act, text[`act-${act}`]] as const),
    ...colleagues.map(
      ({ personId, name }) =>
        [
          `hand-over:${personId}`,
          personId === person.personId ? text['act-take'] : fill(text['act-assign'], { name }),
        ] as const,
    ),
  ];
}

function LateTable({
  rows,
  query,
  now,
}: {
  readonly rows: readonly LateLoan[];
  readonly query: LateQuery;
  readonly now: Date;
}): ReactNode {
  const desk = useDesk();
  const text = deskCollectionText[desk.language];
  return (
    <Table
      caption={text.caption}
      look="work"
      rows={rows}
      keyOf={({ orderNumber }) => orderNumber}
      columns={[
        [
          deskQueueText[desk.language].act,
          ({ id, orderNumber }) =>
            desk.may('collect') && (
              <TickAct
                value={`collection:${id}`}
                words={fill(deskQueueText[desk.language].tick, { what: orderNumber })}
              />
            ),
          'tick',
        ],
        [text.late, ({ daysLate }) => fill(text.days, { days: daysLate }), 'due'],
        [text.owes, ({ overdueMinor, currency }) => desk.money(overdueMinor, currency), 'figure strong sum'],
        [
          text.person,
          ({ orderNumber, borrower, cursor }) => (
            <>
              <a className="num" href={addressOf(collectionPath(orderNumber), placeInList(query, cursor))}>
                {orderNumber}
              </a>{' '}
              {borrower}
            </>
          ),
          'what',
        ],
        [text.promise, (loan) => <PromiseMark promise={loan.promise} of={loan} />, 'kind'],
        [
          text.last,
          ({ lastContact, market }) => lastContact && contactWords(lastContact, desk, market),
          'came',
        ],
        [text.hours, (loan) => <MayContact loan={loan} now={now} />, 'who'],
        [text.with, ({ holder }) => holder?.name ?? text.nobody, 'with'],
      ]}
    />
  );
}

/** Redirects to the first loan of a list or the one after a position; back to the list when there is none. */
export const nextLate = deskScreen({
  path: deskPaths.nextLate,
  needs: 'see-loans',
  async load(desk) {
    const query = lateQueryOf(new URLSearchParams(desk.parameter('late')));
    const page = { cursor: desk.parameter('at'), limit: 1 };
    const { rows } = await desk.service.collections.list(desk.person, lateFilterOf(query, desk), page);
    const [loan] = rows;
    if (!loan) return desk.goTo(addressOf(deskPaths.collections, query));
    return desk.goTo(addressOf(collectionPath(loan.orderNumber), placeInList(query, loan.cursor)));
  },
  title: () => '',
  page: () => null,
});

function bandWords([from, to]: LateBand, { language }: OpenDesk): string {
  const text = deskCollectionText[language];
  return to === null ? fill(text.over, { from }) : fill(text.band, { from, to });
}

/** Kind, result and time of a contact. */
export function contactWords(
  { kind, result, writtenAt }: NonNullable<LateLoan['lastContact']>,
  desk: OpenDesk,
  market: Market,
): string {
  const text = deskCollectionText[desk.language];
  const way = text[kind as 'we-called'] ?? kind;
  return [desk.time(writtenAt, market), way, result && text[result]].filter(Boolean).join(', ');
}

/** A promise and its outcome. */
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

/** Whether a borrower may be contacted now; otherwise why not, or from when. */
export function MayContact({ loan, now }: { readonly loan: LateLoan; readonly now: Date }): ReactNode {
  const desk = useDesk();
  const text = deskCollectionText[desk.language];
  const { isAllowed, from, until } = contactHours(loan.market, loan.zone, now);
  if (loan.pausedBy !== null) {
    const why =
      loan.pausedUntil === null ? text[loan.pausedBy] : fill(text.through, { day: loan.pausedUntil });
    return <StateMark tone="warn">{fill(text.paused, { why })}</StateMark>;
  }
  if (namesCollectorFirst(loan.market) && !loan.holder?.namedAt)
    return <StateMark tone="warn">{text.notNamed}</StateMark>;
  return isAllowed ? fill(text.until, { hour: until }) : fill(text.from, { hour: from });
}
