import type { ReactNode } from 'react';
import { deskCollectionText } from '#content/messages/desk-collection.ts';
import { fill } from '#content/text-pack.ts';
import type { LateCount, LateFilter, LateLoan, LateSum, PromisedPayment } from '#contract/collection.ts';
import type { DeskColleague, DeskPage } from '#contract/desk-page.ts';
import { allMarkets, currencyOf, type Market } from '#domain/market.ts';
import {
  contactHours,
  keptDays,
  type LateBand,
  lateBands,
  lateSorts,
  lateViews,
  namesCollectorFirst,
} from '#domain/matter/collection.ts';
import { amountFromText, decimalOf } from '#domain/money/amount-input.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { amountPattern, holderPattern, type Query } from '../list-filters.ts';
import { actsOn, workList } from '../matter/work-list.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { collectionPath, deskPaths } from '../paths.ts';
import { AuditText } from '../ui/audit-line.tsx';
import { ChipRow } from '../ui/chips.tsx';
import { HolderField } from '../ui/holder-field.tsx';
import { HeadActs, PageHead } from '../ui/page-head.tsx';
import { addressOf } from '../ui/pager.tsx';
import { Sift } from '../ui/sift.tsx';
import { StateMark } from '../ui/state-mark.tsx';
import { Strip } from '../ui/strip.tsx';

const lateFilters = {
  market: allMarkets,
  days: lateBands.map(([from]) => String(from)),
  view: lateViews,
  with: holderPattern,
  least: amountPattern,
  sort: lateSorts.slice(1),
};
type LateQuery = Query<keyof typeof lateFilters>;

function lateFilterOf(query: LateQuery, { person, market: usual }: OpenDesk): LateFilter {
  const market = allMarkets.find((each) => each === query.market) ?? usual;
  return {
    market,
    band: lateBands.find(([from]) => String(from) === query.days) ?? null,
    view: lateViews.find((each) => each === query.view) ?? null,
    holder: query.with === 'me' ? person.personId : (query.with ?? null),
    leastMinor: query.least === undefined ? null : amountFromText(query.least, currencyOf(market)),
    sort: lateSorts.find((each) => each === query.sort) ?? 'days',
  };
}

interface LatePage extends DeskPage<LateLoan> {
  /** Business time. */
  readonly now: Date;
}

/** The page of an overdue loan, with its place in the list. */
function lateLoanAddress({ orderNumber, cursor }: LateLoan, query: LateQuery): string {
  const late = new URLSearchParams(query).toString();
  return addressOf(collectionPath(orderNumber), { late, at: cursor });
}

export const lateLoans = workList<keyof typeof lateFilters, LatePage>({
  name: 'collections',
  path: deskPaths.collections,
  nextPath: deskPaths.nextLate,
  filters: lateFilters,
  async read({ desk, query, page: { cursor = '', limit } }) {
    const { service, person } = desk;
    const page = await service.collections.list(person, lateFilterOf(query, desk), { cursor, limit });
    return { ...page, now: await service.loanTime() };
  },
  nameOf: ({ id }) => ({ kind: 'collection', id }),
  tickName: ({ orderNumber }, desk) => (desk.may('collect') ? orderNumber : null),
  rowAddress: (loan, _desk, query) => lateLoanAddress(loan, query),
  caption: ({ language }) => deskCollectionText[language].caption,
  columns(desk, { query, now }) {
    const text = deskCollectionText[desk.language];
    return [
      [text.late, ({ daysLate }) => fill(text.days, { days: daysLate }), 'due'],
      [text.owes, ({ overdueMinor, currency }) => desk.money(overdueMinor, currency), 'figure strong sum'],
      [
        text.person,
        (loan) => (
          <>
            <a className="num" href={lateLoanAddress(loan, query)}>
              {loan.orderNumber}
            </a>{' '}
            {loan.borrower}
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
    ];
  },
  file: {
    name: 'collections.csv',
    needs: 'see-loans',
    isLoggedApart: true,
    columns: [
      'orderNumber',
      'market',
      'daysLate',
      'overdueMinor',
      'owedMinor',
      'currency',
      ['promisedOn', ({ promise }) => promise?.on ?? null],
      ['promised', ({ promise, currency }) => promise && decimalOf(String(promise.amountMinor), currency)],
      ['promise', ({ promise }) => promise?.state ?? null],
      ['lastContact', ({ lastContact }) => lastContact?.kind ?? null],
      ['lastContactAt', ({ lastContact }) => lastContact?.writtenAt ?? null],
      ['lastResult', ({ lastContact }) => lastContact?.result ?? null],
      ['holder', ({ holder }) => holder?.name ?? null],
      'pausedBy',
      'pausedUntil',
    ],
  },
});

export const collections = deskScreen({
  path: deskPaths.collections,
  needs: 'see-loans',
  async load(desk) {
    const { service, person } = desk;
    const page = await lateLoans.load(desk);
    const filter = lateFilterOf(page.query, desk);
    const counts = await service.collections.count(person, filter.market);
    const colleagues = desk.may('collect') ? await service.matters.colleagues(person, ['collection']) : [];
    return { ...page, filter, counts, colleagues };
  },
  title: ({ desk }) => deskCollectionText[desk.language].title,
  page({ desk, filter, counts, colleagues, ...page }) {
    const text = deskCollectionText[desk.language];
    const { market } = filter;
    const { query } = page;
    const all = sumOf(counts.bands);
    const { from, until } = contactHours(market, null, page.now);
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
          {page.rows.length > 0 && (
            <HeadActs>
              <ButtonLink kind="main" href={lateLoans.nextAddress(query)}>
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
                href={lateLoans.address({ market: each })}
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
        <lateLoans.WorkRows
          page={page}
          query={{ ...query, market }}
          count={shown ?? page.rows.length}
          everyPage={shown === null ? text.everyShown : undefined}
          acts={actsOn(desk, ['collection'], 'hand-over', colleagues)}
        />
        <AuditText>{fill(text.rule, { from, until })}</AuditText>
      </>
    );
  },
});

/** Number of loans in the whole list; null where they are not counted. */
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
          href: lateLoans.address({ market: query.market, view }),
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
      <a href={lateLoans.address(rest)} aria-current={isOne ? undefined : 'true'}>
        {text.all} <b>{sumWords(all, market, desk)}</b>
      </a>
      {counts.bands.map(({ band, ...sum }) => (
        <a
          key={band[0]}
          href={lateLoans.address({ ...rest, days: String(band[0]) })}
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

function bandWords([from, to]: LateBand, { language }: OpenDesk): string {
  const text = deskCollectionText[language];
  return to === null ? fill(text.over, { from }) : fill(text.band, { from, to });
}

export function contactWords(
  { kind, result, writtenAt }: NonNullable<LateLoan['lastContact']>,
  desk: OpenDesk,
  market: Market,
): string {
  const text = deskCollectionText[desk.language];
  const way = text[kind as 'we-called'] ?? kind;
  return [desk.time(writtenAt, market), way, result && text[result]].filter(Boolean).join(', ');
}

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

/** Until when the borrower may be contacted today; else from when, or why not. */
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
