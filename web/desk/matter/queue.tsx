import type { ReactNode } from 'react';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskColleague, DeskPage } from '#contract/desk-page.ts';
import type { MatterCount, QueuedMatter, SavedView } from '#contract/matter.ts';
import { CodedError } from '#domain/error-code.ts';
import { allMarkets } from '#domain/market.ts';
import { actOfMatter, type MatterFilter, matterKinds, matterSorts } from '#domain/matter/matter.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Summary } from '#ui/figures/summary.tsx';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useDesk } from '../desk-context.ts';
import type { ListPage } from '../desk-list.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { deskPaths } from '../paths.ts';
import { ChipRow } from '../ui/chips.tsx';
import { HolderField } from '../ui/holder-field.tsx';
import { HeadActs, PageHead } from '../ui/page-head.tsx';
import { Sift } from '../ui/sift.tsx';
import { matterAddress, matterColumns } from './matter-columns.tsx';
import { matterWords } from './matter-words.ts';
import styles from './queue.module.css';
import {
  filterOf,
  type QueueQuery,
  queryOf,
  queryText,
  queueAddress,
  queueFilters,
} from './queue-address.ts';
import { actsOn, workList } from './work-list.tsx';

export const matterList = workList<keyof typeof queueFilters, DeskPage<QueuedMatter>>({
  name: 'queue',
  path: deskPaths.queue,
  nextPath: deskPaths.nextMatter,
  filters: queueFilters,
  read: ({ desk, query, page: { cursor = '', limit }, isBackwards = false }) =>
    desk.service.matters.list(desk.person, filterOf(query, desk), { cursor, limit, isBackwards }),
  nameOf: ({ kind, id }) => ({ kind, id }),
  tickName: (matter, { language }, query) =>
    query.show === 'ended' ? null : matterWords(matter, language).title,
  rowAddress: (matter, desk, query) => matterAddress(desk, matter, query),
  caption: ({ language }) => deskQueueText[language].caption,
  columns(desk, { query }) {
    const text = deskQueueText[desk.language];
    const { due, kind, what, sum, with: holder } = matterColumns(desk, query);
    return [
      due,
      kind,
      what,
      [text.person, ({ borrower }) => borrower, 'who'],
      sum,
      [text.came, ({ cameAt, market }) => desk.zonedTime(cameAt, market ?? undefined), 'num came'],
      holder,
    ];
  },
  file: {
    name: 'queue.csv',
    needs: 'see-loans',
    isLoggedApart: true,
    columns: [
      'kind',
      'name',
      'market',
      'orderNumber',
      'borrower',
      'amountMinor',
      'currency',
      'cameAt',
      ['dueAt', ({ clock }) => clock.dueAt],
      ['holder', ({ holder }) => holder?.name ?? null],
    ],
  },
});

interface QueuePage extends ListPage<DeskPage<QueuedMatter>, keyof typeof queueFilters> {
  /** Counts by kind, without the filters of kind, assignee and deadline. */
  readonly whole: ReadonlyMap<string, MatterCount>;
  readonly shown: ReadonlyMap<string, MatterCount>;
  readonly views: readonly (SavedView & { readonly count: number })[];
  readonly colleagues: readonly DeskColleague[];
}

/** The queue of all matters, earliest deadline first. Views, filters and sort orders are addresses. */
export const queue = deskScreen({
  path: deskPaths.queue,
  needs: 'see-loans',
  async load(desk): Promise<QueuePage> {
    const { service, person } = desk;
    const page = await matterList.load(desk);
    const filter = filterOf(page.query, desk);
    const count = (of: MatterFilter) => service.matters.count(person, of);
    const isOfAll = [filter.market, filter.fromMinor, filter.toMinor].every((each) => each === null);
    const whole = await (isOfAll
      ? desk.waiting()
      : count({ ...filter, kind: null, holder: null, isPast: false, isOthers: false }));
    const isNarrow = filter.holder !== null || filter.isPast || filter.isOthers;
    const views = await Promise.all(
      (await service.matters.views(person)).map(async (view) => {
        const of = filterOf(queryOf(new URLSearchParams(view.query)), desk);
        return { ...view, count: sumOf(await count(of), 'all', of.kind) };
      }),
    );
    const colleagues = await service.matters.colleagues(person, filter.kind === null ? [] : [filter.kind]);
    return { ...page, whole, shown: isNarrow ? await count(filter) : whole, views, colleagues };
  },
  title: ({ desk }) => deskQueueText[desk.language].title,
  page({ desk, whole, shown, views, colleagues, ...page }) {
    const text = deskQueueText[desk.language];
    const { query } = page;
    const [open, past] = [sumOf(whole, 'all'), sumOf(whole, 'past')];
    const isEnded = query.show === 'ended';
    const shownKinds = matterKinds.filter((kind) => query.kind === undefined || kind === query.kind);
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{isEnded ? text.ended : fill(text.line, { open, past })}</p>
          {page.rows.length > 0 && !isEnded && (
            <HeadActs>
              <ButtonLink kind="main" href={matterList.nextAddress(query)}>
                {text.next}
              </ButtonLink>
            </HeadActs>
          )}
        </PageHead>
        <Views query={query} whole={whole} views={views} />
        <ChipRow label={text.kinds} isSnug>
          {[null, ...matterKinds]
            .filter((kind) => kind === null || desk.may(actOfMatter[kind]))
            .map((kind) => (
              <a
                key={kind ?? 'all'}
                href={queueAddress({ ...query, kind: kind ?? '' })}
                aria-current={(query.kind ?? null) === kind ? 'true' : undefined}
              >
                {kind === null ? text.both : text[`${kind}-many`]}{' '}
                {!isEnded && <b>{sumOf(shown, 'all', kind ?? undefined)}</b>}
              </a>
            ))}
        </ChipRow>
        <QueueSift query={query} colleagues={colleagues} />
        <matterList.WorkRows
          page={page}
          count={isEnded ? null : sumOf(shown, 'all', query.kind)}
          acts={actsOn(desk, shownKinds, 'assign', colleagues)}
        />
      </>
    );
  },
});

function sumOf(
  counts: ReadonlyMap<string, MatterCount>,
  of: keyof MatterCount,
  kind?: string | null,
): number {
  const chosen = kind ? [counts.get(kind)] : [...counts.values()];
  return chosen.reduce((sum, count) => sum + (count?.[of] ?? 0), 0);
}

function Views({ query, whole, views }: Pick<QueuePage, 'query' | 'whole' | 'views'>): ReactNode {
  const desk = useDesk();
  const text = deskQueueText[desk.language];
  const { kind, market, least, most, sort } = query;
  const base = Object.fromEntries(
    Object.entries({ kind, market, least, most, sort }).filter(([, value]) => value),
  ) as QueueQuery;
  const count = (of: keyof MatterCount) => sumOf(whole, of, kind);
  const own: readonly (readonly [string, QueueQuery, number | null])[] = [
    [text.all, base, count('all')],
    [text.mine, { ...base, with: 'me' }, count('mine')],
    [text.nobody, { ...base, with: 'nobody' }, count('nobody')],
    [text.past, { ...base, past: 'yes' }, count('past')],
    [text.over, { ...base, show: 'ended' }, null],
  ];
  const here = queryText(queryOf(new URLSearchParams(queryText(query))));
  const isOwn = own.some(([, of]) => textOf(of) === here);
  const isKept = views.some((view) => view.query === here);
  return (
    <div className={styles.views}>
      <nav aria-label={text.views}>
        {own.map(([name, of, number]) => (
          <a key={name} href={queueAddress(of)} aria-current={textOf(of) === here ? 'page' : undefined}>
            {name} {number !== null && <b>{number}</b>}
          </a>
        ))}
        {views.map((view) => (
          <a
            key={view.id}
            href={`${deskPaths.queue}?${view.query}`}
            aria-current={view.query === here && !isOwn ? 'page' : undefined}
          >
            {view.name} <b>{view.count}</b>
          </a>
        ))}
      </nav>
      {isKept && (
        <form method="post" action={deskPaths.views}>
          <input type="hidden" name="queue" value={here} />
          {views
            .filter((view) => view.query === here)
            .map(({ id, name }) => (
              <Button key={id} kind="second" name="drop" value={id}>
                {fill(text.dropView, { name })}
              </Button>
            ))}
        </form>
      )}
      {!isKept && here !== '' && (
        <details>
          <Summary>{text.saveView}</Summary>
          <form className={styles.keep} method="post" action={deskPaths.views}>
            <input type="hidden" name="queue" value={here} />
            <Field id="view" name="name" label={text.viewName} maxLength={40} autoComplete="off" required />
            <Button kind="second">{text.save}</Button>
          </form>
        </details>
      )}
    </div>
  );
}

function textOf(query: QueueQuery): string {
  const pairs = Object.entries(query).filter(([, value]) => Boolean(value));
  return queryText(queryOf(new URLSearchParams(pairs as [string, string][])));
}

function QueueSift({ query, colleagues }: Pick<QueuePage, 'query' | 'colleagues'>): ReactNode {
  const desk = useDesk();
  const text = deskQueueText[desk.language];
  const amount = (id: 'least' | 'most') => (
    <Field
      id={id}
      name={id}
      label={text[id]}
      defaultValue={query[id]}
      inputMode="decimal"
      autoComplete="off"
    />
  );
  return (
    <Sift action={deskPaths.queue} hidden={{ kind: query.kind, past: query.past, show: query.show }}>
      <SelectField
        id="market"
        label={text.market}
        chosen={query.market ?? ''}
        choices={[['', text.both], ...allMarkets.map((market) => [market, market] as const)]}
      />
      <HolderField chosen={query.with} colleagues={colleagues} />
      {amount('least')}
      {amount('most')}
      <SelectField
        id="sort"
        label={text.sort}
        chosen={query.sort ?? 'due'}
        choices={matterSorts.map((sort) => [sort, text[`sort-${sort}`]] as const)}
      />
    </Sift>
  );
}

export const queueViews = deskScreen({
  path: deskPaths.views,
  needs: 'see-loans',
  load: (desk) => desk.goTo(deskPaths.queue),
  async submit({ service, person, goTo }, form) {
    const query = queryText(queryOf(new URLSearchParams(fieldOf(form, 'queue'))));
    const dropped = fieldOf(form, 'drop');
    if (dropped !== '') {
      await service.matters.dropView(person, dropped);
      return goTo(deskPaths.queue);
    }
    if (query === '') throw new CodedError('request-invalid', 'queue');
    await service.matters.keepView(person, { name: fieldOf(form, 'name'), query });
    return goTo(`${deskPaths.queue}?${query}`);
  },
  title: () => '',
  page: () => null,
});
