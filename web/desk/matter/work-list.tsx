import type { ReactNode } from 'react';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { fill } from '#content/text-pack.ts';
import type { BatchName } from '#contract/batch.ts';
import type { DeskColleague, DeskPage } from '#contract/desk-page.ts';
import { mayDo } from '#domain/desk/role.ts';
import { type BatchRest, batchActs, batchActTable, batchPieceMax } from '#domain/matter/batch.ts';
import { actToAnswer, type WorkKind } from '#domain/matter/matter.ts';
import { useDesk } from '../desk-context.ts';
import type { ListSource } from '../desk-file.ts';
import { deskList, type ListDefinition, type ListPage } from '../desk-list.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { type Query, queryOf } from '../list-filters.ts';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { addressOf } from '../ui/pager.tsx';
import { TickAct, Ticks } from '../ui/ticks.tsx';

type RowOf<Read extends DeskPage<object>> = Read['rows'][number];

export interface BatchPiece {
  readonly names: readonly BatchName[];
  readonly rest: BatchRest | null;
}

interface WorkListDefinition<Name extends string, Read extends DeskPage<object>>
  extends Omit<ListDefinition<Name, Read, RowOf<Read>>, 'read' | 'rows' | 'keyOf' | 'look' | 'empty'> {
  /** Names the list in the form that starts a batch. */
  readonly name: string;
  readonly nextPath: string;
  read(source: ListSource<Name> & { readonly isBackwards?: boolean }): Promise<Read>;
  nameOf(row: RowOf<Read>): BatchName;
  /** Label of the row's checkbox; null for a row without one. */
  tickName(row: RowOf<Read>, desk: OpenDesk, query: Query<Name>): string | null;
  /** Address of the row's page, with its position in the list; null if the reader may not open it. */
  rowAddress(row: RowOf<Read>, desk: OpenDesk, query: Query<Name>): string | null;
}

/** Declares a list of which staff open one item after another, or select many for a batch. */
export function workList<Name extends string, Read extends DeskPage<object>>(
  work: WorkListDefinition<Name, Read>,
) {
  type Row = RowOf<Read>;
  const { path, nextPath, filters } = work;
  const tickValue = (row: Row) => {
    const { kind, id } = work.nameOf(row);
    return `${kind}:${id}`;
  };
  const list = deskList<Name, Read, Row>({
    ...work,
    look: 'work',
    rows: ({ rows }) => rows,
    keyOf: tickValue,
    columns(desk, page) {
      const text = deskQueueText[desk.language];
      const tick = (row: Row) => {
        const what = work.tickName(row, desk, page.query);
        return what !== null && <TickAct value={tickValue(row)} words={fill(text.tick, { what })} />;
      };
      return [[text.act, tick, 'tick'], ...(work.columns?.(desk, page) ?? [])];
    },
  });
  return {
    ...list,
    name: work.name,
    path,
    queryIn: (text: string) => queryOf(filters, new URLSearchParams(text)),
    /** Address that redirects to the first item, or to the one after or before a position. */
    nextAddress: (query: Query<Name>, at?: string, way?: 'back') =>
      addressOf(nextPath, { ...query, at, way }),
    /** The next items that match the filters, and the position after them. */
    async piece(desk: OpenDesk, text: string, cursor?: string): Promise<BatchPiece> {
      const page = { cursor, limit: batchPieceMax };
      const query = queryOf(filters, new URLSearchParams(text));
      const { rows, nextCursor } = await work.read({ desk, query, page, read: desk.read });
      const rest = nextCursor === null ? null : { list: work.name, query: text, cursor: nextCursor };
      return { names: rows.map(work.nameOf), rest };
    },
    /** Redirects to an item's page, or to the list if no item is left. */
    next: deskScreen({
      path: nextPath,
      needs: 'see-loans',
      async load(desk) {
        const query = queryOf(filters, new URL(desk.request.url).searchParams);
        const page = { cursor: desk.parameter('at'), limit: 1 };
        const isBackwards = desk.parameter('way') === 'back';
        const { rows } = await work.read({ desk, query, page, read: desk.read, isBackwards });
        const [row] = rows;
        return desk.goTo((row && work.rowAddress(row, desk, query)) ?? list.address(query));
      },
      title: () => '',
      page: () => null,
    }),
    WorkRows({
      page,
      query = page.query,
      count,
      everyPage,
      acts,
    }: {
      readonly page: ListPage<Read, Name>;
      /** The filters with which the batch reads the list again. */
      readonly query?: Query<Name>;
      /** Number of items in the whole list; null if no batch can be started. */
      readonly count: number | null;
      readonly everyPage?: string | undefined;
      readonly acts: readonly (readonly [value: string, words: string])[];
    }): ReactNode {
      const hidden = {
        list: work.name,
        queue: new URLSearchParams(query as Record<string, string>).toString(),
        step: useDesk().newId(),
      };
      return (
        <list.Rows
          page={page}
          around={(table) => (
            <Ticks action={deskPaths.batches} hidden={hidden} count={count} everyPage={everyPage} acts={acts}>
              {table}
            </Ticks>
          )}
        />
      );
    },
  };
}

/**
 * Acts that the reader may carry out on many items of these kinds, each with its words.
 * @param give the act that assigns items to a member of staff.
 */
export function actsOn(
  { person, language }: OpenDesk,
  kinds: readonly WorkKind[],
  give: 'assign' | 'hand-over',
  colleagues: readonly DeskColleague[],
): (readonly [value: string, words: string])[] {
  const text = deskQueueText[language];
  const acts = batchActs.filter((act) => {
    const { kind, needs } = batchActTable[act];
    return (
      act !== give && kind !== null && kinds.includes(kind) && needs !== null && mayDo(person.roles, needs)
    );
  });
  const choices = acts.map((act) => [act, text[`act-${act}`]] as const);
  if (!kinds.some((kind) => mayDo(person.roles, actToAnswer[kind]))) return choices;
  const others = colleagues.filter(({ personId }) => personId !== person.personId);
  return [
    ...choices,
    [`${give}:${person.personId}`, text['act-take']],
    ...others.map(
      ({ personId, name }) => [`${give}:${personId}`, fill(text['act-assign'], { name })] as const,
    ),
    ...(give === 'assign' ? [['assign:', text['act-release']] as const] : []),
  ];
}
