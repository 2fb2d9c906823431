import { type DeskMatters, type MatterName, type QueuedMatter, viewsMax } from '#contract/matter.ts';
import { inTransaction, type Queryable } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { answerClock, clockUntil } from '#domain/complaint/answer-clock.ts';
import { maskedName } from '#domain/desk/mask.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { deskRoles, mayDo } from '#domain/desk/role.ts';
import { CodedError } from '#domain/error-code.ts';
import { marketOfCurrency } from '#domain/market.ts';
import {
  actOfMatter,
  actToAnswer,
  hoursOfMatters,
  type MatterFilter,
  type MatterKind,
  matterKinds,
  type WorkKind,
  wholeQueue,
} from '#domain/matter/matter.ts';
import { minorAmount } from '#domain/money/money.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { cursorKey, encodeCursor, isInstant, isSerialNumber, pageOf } from '../keyset.ts';
import { type DeskDependencies, record, requireAct } from './audit.ts';
import type { DeskConfiguration } from './people.ts';
import {
  countMatters,
  deleteView,
  listMatters,
  type MatterKey,
  type MatterOwner,
  type MatterQuery,
  type MatterRow,
  placeOfMatter,
  putHolders,
  putView,
  viewsOf,
} from './store/matter.ts';
import { peopleInRoles } from './store/people.ts';

/** Staff who did not sign in for so long are not offered as assignees. */
const colleagueDays = 30;
const colleaguesMax = 200;
const dayMs = 86_400_000;
const nameMaxLength = 40;
const queryMaxLength = 400;
const mattersMax = 100;

interface QueueContext {
  readonly dependencies: LendingDependencies;
  readonly hours: ReturnType<typeof hoursOfMatters>;
}

export function createDeskMatters(
  dependencies: LendingDependencies,
  { complaintHours, answerHours }: Pick<DeskConfiguration, 'complaintHours' | 'answerHours'>,
): DeskMatters {
  const { hostDatabase: database, random } = dependencies;
  const context = { dependencies, hours: hoursOfMatters(complaintHours, answerHours) };
  return {
    async list(person, filter, { cursor, limit, isBackwards }) {
      const query = await queryOf(context, person, filter);
      const after = afterOf(cursor);
      const rows = await listMatters(database, query, {
        after,
        limit: limit + 1,
        ...(isBackwards && { isBackwards }),
      });
      const page = pageOf(rows, limit, keyOf);
      return { rows: page.rows.map((row) => queuedMatter(row, query)), nextCursor: page.nextCursor };
    },
    async count(person, filter) {
      const query = await queryOf(context, person, { ...filter, kind: null });
      const counts = await countMatters(database, query);
      return new Map(
        counts.map(({ place, held, ...count }) => [
          matterKinds[place] as MatterKind,
          { ...count, nobody: count.all - held },
        ]),
      );
    },
    async place(person, filter, cursor) {
      const at = afterOf(cursor);
      if (at === null || filter.isEnded) return null;
      const query = await queryOf(context, person, filter);
      const { all, after, isHere } = await placeOfMatter(database, query, at);
      return { all, before: all - after - (isHere ? 1 : 0), after, isHere };
    },
    find: (person, names) => findMatters(context, person, names),
    colleagues: (_person, kinds) => colleaguesFor(dependencies, database, kinds),
    assign: (person, names, to) => assignMatters(context, person, names, to),
    views: ({ personId }) => viewsOf(database, personId, viewsMax),
    async keepView({ personId }, { name, query }) {
      const kept = { name: name.trim(), query };
      if (kept.name === '' || kept.name.length > nameMaxLength || query.length > queryMaxLength)
        throw new CodedError('request-invalid', 'name');
      await inTransaction(database, async (transaction) => {
        const views = await viewsOf(transaction, personId, viewsMax);
        if (views.length >= viewsMax && views.every((each) => each.name !== kept.name))
          throw new CodedError('status-conflict');
        await putView(transaction, { id: random.id(), personId, ...kept });
      });
    },
    async dropView({ personId }, id) {
      if (isId(id)) await deleteView(database, personId, id);
    },
  };
}

/** @throws DeskRefusal 'not-allowed' for a kind that the person's roles may not see. */
async function queryOf({ dependencies, hours }: QueueContext, person: DeskPerson, filter: MatterFilter) {
  const { kind } = filter;
  const entry = { act: 'opened', subject: 'queue' };
  if (kind !== null) await requireAct(dependencies, person, actOfMatter[kind], entry);
  const kinds = matterKinds.filter(
    (each) => (kind === null || each === kind) && mayDo(person.roles, actOfMatter[each]),
  );
  const now = await currentTime(dependencies, dependencies.hostDatabase);
  return { ...filter, kinds, hours, personId: person.personId, now };
}

async function findMatters(context: QueueContext, person: DeskPerson, names: readonly MatterName[]) {
  const named = names.filter(({ id }) => isId(id));
  const query = await queryOf(context, person, wholeQueue);
  const kinds = query.kinds.filter((kind) => named.some((each) => each.kind === kind));
  const ids = named.map(({ id }) => id);
  const rows = await listMatters(
    context.dependencies.hostDatabase,
    { ...query, kinds, ids },
    { after: null, limit: ids.length },
  );
  const isNamed = ({ kind, id }: MatterName) => named.some((each) => each.kind === kind && each.id === id);
  return rows.map((row) => queuedMatter(row, query)).filter(isNamed);
}

export function colleaguesFor({ clock }: DeskDependencies, database: Queryable, kinds: readonly WorkKind[]) {
  const acts = kinds.map((kind) => actToAnswer[kind]);
  const roles = deskRoles.filter((role) => acts.every((act) => mayDo([role], act)));
  const since = new Date(clock.now().getTime() - colleagueDays * dayMs);
  return peopleInRoles(database, roles, since, colleaguesMax);
}

async function assignMatters(
  context: QueueContext,
  person: DeskPerson,
  names: readonly MatterName[],
  { personId, reason }: Parameters<DeskMatters['assign']>[2],
): Promise<void> {
  const { hostDatabase: database, clock, random } = context.dependencies;
  const kinds = [...new Set(names.map(({ kind }) => kind))];
  for (const kind of kinds)
    await requireAct(context.dependencies, person, actToAnswer[kind], { act: 'handed-over', subject: kind });
  const colleagues = personId === null ? [] : await colleaguesFor(context.dependencies, database, kinds);
  if (personId !== null && colleagues.every((each) => each.personId !== personId))
    throw new CodedError('not-found', 'to');
  const open = await findMatters(context, person, names);
  if (open.length < names.length) throw new CodedError('status-conflict');
  await inTransaction(database, async (transaction) => {
    await putHolders(transaction, names, { personId, handedAt: clock.now() });
    for (const matter of open) {
      const subject = subjectOfMatter(matter);
      const entry = { person, act: 'handed-over', subject, reason, detail: { to: personId } };
      await record(transaction, { ...entry, outcome: 'done' }, { now: clock.now(), random });
    }
  });
}

/** Open matters of a borrower of any kind, earliest deadline first. */
export async function mattersOf(
  database: Queryable,
  owner: MatterOwner,
  of: Pick<MatterQuery, 'hours' | 'now' | 'personId'>,
): Promise<QueuedMatter[]> {
  const query = { ...wholeQueue, ...of, kinds: matterKinds, owner };
  const rows = await listMatters(database, query, { after: null, limit: mattersMax });
  return rows.map((row) => queuedMatter(row, query));
}

export function queuedMatter(
  row: MatterRow,
  { hours, now }: Pick<MatterQuery, 'hours' | 'now'>,
): QueuedMatter {
  const { place, id, name, borrowerId, borrowerName, orderNumber, currency, amountMinor } = row;
  const kind = matterKinds[place] as MatterKind;
  const cameAt = new Date(row.cameAt);
  // Where the list of failed events begins with this one.
  const from = kind === 'event' ? { from: encodeCursor([Number(row.detail.serial) - 1]) } : {};
  const detail = { ...row.detail, ...from };
  return {
    ...{ kind, id, name, detail, borrowerId, orderNumber, currency, cameAt },
    borrower: borrowerName === null ? null : maskedName(borrowerName),
    market: row.market ?? (currency === null ? null : marketOfCurrency(currency)),
    amountMinor: amountMinor === null ? null : minorAmount(Number(amountMinor)),
    clock: row.dueAt === null ? answerClock(cameAt, hours[kind], now) : clockUntil(new Date(row.dueAt), now),
    holder:
      row.holderId === null || row.holderName === null
        ? null
        : { personId: row.holderId, name: row.holderName },
    cursor: pageOf([row, row], 1, keyOf).nextCursor ?? '',
  };
}

export function subjectOfMatter({ kind, id, name, detail, orderNumber }: QueuedMatter): string {
  const payment = `payment:${detail.provider}:${detail.eventId}`;
  const subjects: Partial<Record<MatterKind, string>> = {
    complaint: `complaint:${name}`,
    'data-request': `complaint:${name}`,
    message: `contact-message:${id}`,
    unmatched: payment,
    refund: orderNumber === null ? `refund:${name}` : `loan:${orderNumber}`,
    payout: `loan:${name}`,
    application: `loan:${name}`,
  };
  return subjects[kind] ?? `${kind}:${id}`;
}

const keyOf = ({ at, place, id }: MatterRow) => [at, String(place), id];

/** @throws CodedError 'request-invalid' for an invalid cursor. */
function afterOf(cursor: string): MatterKey | null {
  const isSortKey = (part: string) => isInstant(part) || isSerialNumber(part);
  const [at, place, id] =
    cursorKey(cursor === '' ? undefined : cursor, [isSortKey, isSerialNumber, isId]) ?? [];
  return at === undefined || place === undefined || id === undefined
    ? null
    : { at, place: Number(place), id };
}
