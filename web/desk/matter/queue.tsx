import type { ReactNode } from 'react';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskColleague } from '#contract/desk-page.ts';
import type { MatterCount, QueuedMatter, SavedView } from '#contract/matter.ts';
import { mayDo } from '#domain/desk/role.ts';
import { CodedError } from '#domain/error-code.ts';
import { allMarkets } from '#domain/market.ts';
import { batchActs, batchActTable } from '#domain/matter/batch.ts';
import { actOfMatter, actToAnswer, matterKinds, matterSorts } from '#domain/matter/matter.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Summary } from '#ui/figures/summary.tsx';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { ChipRow } from '../ui/chips.tsx';
import { HolderField } from '../ui/holder-field.tsx';
import { HeadActs, PageHead } from '../ui/page-head.tsx';
import { Pager } from '../ui/pager.tsx';
import { Sift } from '../ui/sift.tsx';
import { Table } from '../ui/table.tsx';
import { TickAct, Ticks } from '../ui/ticks.tsx';
import { matterAddress, matterColumns } from './matter-columns.tsx';
import { matterWords } from './matter-words.ts';
import styles from './queue.module.css';
import { filterOf, type QueueQuery, queryOf, queryText, queueAddress } from './queue-address.ts';

const pageSize = 50;

interface QueuePage {
  readonly query: QueueQuery;
  readonly rows: readonly QueuedMatter[];
  readonly nextCursor: string | null;
  /** Counts by kind: of the whole queue, and of the open view. */
  readonly whole: ReadonlyMap<string, MatterCount>;
  readonly shown: ReadonlyMap<string, MatterCount>;
  readonly views: readonly (SavedView & { readonly count: number })[];
  readonly colleagues: readonly DeskColleague[];
}

/** The staff queue, earliest deadline first. Views, filters and sort orders are part of the address. */
export const queue = deskScreen({
  path: deskPaths.queue,
  needs: 'see-loans',
  async load(desk): Promise<QueuePage> {
    const { service, person, parameter } = desk;
    const query = queryOf(new URL(desk.request.url).searchParams);
    const filter = filterOf(query, desk);
    const page = await service.matters.list(person, filter, { cursor: parameter('from'), limit: pageSize });
    const whole = { ...filter, kind: null, holder: null, isPast: false, isOthers: false };
    const isNarrow = filter.holder !== null || filter.isPast || filter.isOthers;
    const count = (of: typeof filter) => service.matters.count(person, of);
    const isOfAll = [filter.market, filter.fromMinor, filter.toMinor].every((each) => each === null);
    const counts = await (isOfAll ? desk.waiting() : count(whole));
    const views = await Promise.all(
      (await service.matters.views(person)).map(async (view) => {
        const of = filterOf(queryOf(new URLSearchParams(view.query)), desk);
        const kinds = await count(of);
        return { ...view, count: sumOf(kinds, 'all', of.kind) };
      }),
    );
    return {
      ...{ query, ...page, whole: counts, shown: isNarrow ? await count(filter) : counts, views },
      colleagues: await service.matters.colleagues(person, filter.kind === null ? [] : [filter.kind]),
    };
  },
  title: ({ desk }) => deskQueueText[desk.language].title,
  page({ desk, query, rows, nextCursor, whole, shown, views, colleagues }) {
    const text = deskQueueText[desk.language];
    const [open, past] = [sumOf(whole, 'all'), sumOf(whole, 'past')];
    const count = sumOf(shown, 'all', query.kind);
    const columns = matterColumns(desk, query);
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{query.show === 'ended' ? text.ended : fill(text.line, { open, past })}</p>
          {rows.length > 0 && query.show !== 'ended' && (
            <HeadActs>
              <ButtonLink kind="main" href={queueAddress(query, {}, deskPaths.nextMatter)}>
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
                {query.show !== 'ended' && <b>{sumOf(shown, 'all', kind ?? undefined)}</b>}
              </a>
            ))}
        </ChipRow>
        <QueueSift query={query} colleagues={colleagues} />
        {rows.length === 0 ? (
          <p className="sub g3">{desk.words.none}</p>
        ) : (
          <Ticks
            action={deskPaths.batches}
            hidden={{ queue: queryText(query), step: desk.newId() }}
            count={query.show === 'ended' ? null : count}
            acts={actsFor(desk, query.kind, colleagues)}
          >
            <Table
              caption={text.caption}
              look="work"
              rows={rows}
              keyOf={({ kind, id }) => `${kind} ${id}`}
              columns={[
                [
                  text.act,
                  (matter) =>
                    query.show === 'ended' ? null : (
                      <TickAct
                        value={`${matter.kind}:${matter.id}`}
                        words={fill(text.tick, { what: matterWords(matter, desk.language).title })}
                      />
                    ),
                  'tick',
                ],
                columns.due,
                columns.kind,
                columns.what,
                [text.person, ({ borrower }) => borrower, 'who'],
                columns.sum,
                [text.came, ({ cameAt, market }) => desk.zonedTime(cameAt, market ?? undefined), 'num came'],
                columns.with,
              ]}
            />
          </Ticks>
        )}
        <Pager
          path={deskPaths.queue}
          parameters={query}
          nextCursor={nextCursor}
          pageSize={pageSize}
          file="queue.csv"
        />
      </>
    );
  },
});

/** Count of one kind, or of all. */
function sumOf(
  counts: ReadonlyMap<string, MatterCount>,
  of: keyof MatterCount,
  kind?: string | null,
): number {
  const chosen = kind ? [counts.get(kind)] : [...counts.values()];
  return chosen.reduce((sum, count) => sum + (count?.[of] ?? 0), 0);
}

/** Batch acts that the person may use on a kind. */
function actsFor(
  { person, language }: OpenDesk,
  kind: string | undefined,
  colleagues: readonly DeskColleague[],
): (readonly [string, string])[] {
  const text = deskQueueText[language];
  const acts = batchActs.filter((act) => {
    const { kind: of, needs } = batchActTable[act];
    return (
      act !== 'assign' && (kind === undefined || of === kind) && needs !== null && mayDo(person.roles, needs)
    );
  });
  const mayAnswer = matterKinds.some(
    (each) => (kind === undefined || each === kind) && mayDo(person.roles, actToAnswer[each]),
  );
  return [
    ...acts.map((act) => [act, text[`act-${act}`]] as const),
    ...(mayAnswer ? [[`assign:${person.personId}`, text['act-take']] as const] : []),
    ...(mayAnswer
      ? colleagues
          .filter(({ personId }) => personId !== person.personId)
          .map(({ personId, name }) => [`assign:${personId}`, fill(text['act-assign'], { name })] as const)
      : []),
    ...(mayAnswer ? [['assign:', text['act-release']] as const] : []),
  ];
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

/** Redirects to the first matter of a view, or to the one after or before a position; back to the queue when there is none. */
export const nextMatter = deskScreen({
  path: deskPaths.nextMatter,
  needs: 'see-loans',
  async load(desk) {
    const query = queryOf(new URL(desk.request.url).searchParams);
    const cursor = desk.parameter('at');
    const { rows } = await desk.service.matters.list(desk.person, filterOf(query, desk), {
      cursor,
      limit: 1,
      isBackwards: desk.parameter('way') === 'back',
    });
    const [matter] = rows;
    if (!matter) return desk.goTo(queueAddress(query));
    return desk.goTo(matterAddress(desk, matter, query) ?? queueAddress(query));
  },
  title: () => '',
  page: () => null,
});

/** Saves or deletes a view. */
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
