import type { DeskCollections, LateLoan } from '#contract/collection.ts';
import { inTransaction, type Queryable, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { borrowerZone, loanDay } from '#domain/borrower-zone.ts';
import { addDays } from '#domain/calendar.ts';
import { maskedName } from '#domain/desk/mask.ts';
import { type ContactResult, noteMaxLength } from '#domain/desk/note.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { deskRoles, mayDo } from '#domain/desk/role.ts';
import { CodedError } from '#domain/error-code.ts';
import { allMarkets, currencyOf, dayIn, type Market } from '#domain/market.ts';
import type { BatchAct } from '#domain/matter/batch.ts';
import {
  type ContactRefusal,
  contactRefusal,
  type LateSort,
  lateBands,
  lateViews,
  namesCollectorFirst,
  pauseDaysMax,
  pauseDaysOfMany,
  promiseOutcome,
} from '#domain/matter/collection.ts';
import { minorAmount } from '#domain/money/money.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { recordEvent } from '../events/record-event.ts';
import { cursorKey, encodeCursor, isDay, pageOf } from '../keyset.ts';
import { findLoan, type LoanOf } from '../ledger/loans.ts';
import { record, requireAct } from './audit.ts';
import { insertNote } from './store/case.ts';
import {
  contactsOf,
  countKept,
  countLate,
  endPauses,
  type LatePart,
  type LateRow,
  listLate,
  loansNamed,
  markHolderNamed,
  openPromises,
  placeOf,
  settlePromise,
} from './store/collection.ts';
import { putHolders } from './store/matter.ts';
import { peopleInRoles } from './store/people.ts';

const colleagueDays = 30;
const colleaguesMax = 200;
const dayMs = 86_400_000;
const collectingRoles = deskRoles.filter((role) => mayDo([role], 'collect'));

/** Late loans of every kind, the longest late first. */
export const anyLate = {
  market: null,
  band: null,
  leastMinor: null,
  view: null,
  holder: null,
  sort: 'days',
} as const;

/** A contact as it is noted. */
type Contact = Parameters<DeskCollections['contact']>[2];

/** What is done with late loans, many at once too: each within a transaction, which the record is written in. */
export interface LateActs {
  /** Those of some ids that are late, by id. */
  find(from: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, LateRow>>;
  /** Why an act cannot be done to one now; null where it can. */
  refusal(act: LateAct, row: LateRow, now: Date): ContactRefusal | null;
  /** Does it. @throws CodedError where it cannot be done. */
  carryOut(transaction: Transaction, act: LateAct, row: LateRow, by: LateActor): Promise<void>;
}

/** What is done to many late loans. */
export type LateAct = Extract<BatchAct, 'hand-over' | 'pause' | 'log-wrote' | 'log-no-answer'>;

interface LateActor {
  readonly person: DeskPerson;
  readonly reason: string;
  /** To whom they are given. */
  readonly toPersonId: string | null;
}

const loggedContacts = {
  'log-wrote': { kind: 'we-wrote', result: null },
  'log-no-answer': { kind: 'we-called', result: 'no-answer' },
} as const satisfies Partial<Record<LateAct, Pick<Contact, 'kind' | 'result'>>>;

/** Late loans for the desk: who asks their borrowers to pay, when, and what was promised. */
export function createDeskCollections(
  dependencies: LendingDependencies,
): DeskCollections & { readonly acts: LateActs } {
  const { hostDatabase: database, clock, random } = dependencies;
  const context = () => ({ now: clock.now(), random });
  const colleaguesOf = (from: Queryable) =>
    peopleInRoles(
      from,
      collectingRoles,
      new Date(clock.now().getTime() - colleagueDays * dayMs),
      colleaguesMax,
    );
  const lateOf = async (from: Queryable, those: readonly LoanOf[], market: Market, limit: number) => {
    const today = loanDay({ market }, await currentTime(dependencies, from));
    return listLate(from, { ...anyLate, today, those, after: null, limit });
  };
  const lateLoan = async (from: Queryable, orderNumber: string) => {
    const loan = await findLoan(from, orderNumber);
    if (!loan) return undefined;
    const [row] = await lateOf(from, [loan], loan.market, 1);
    return row;
  };
  const lateNamed = async (from: Queryable, orderNumber: string) => {
    const row = await lateLoan(from, orderNumber);
    if (!row) throw new CodedError('not-found', 'orderNumber');
    return row;
  };
  const subjectOf = ({ orderNumber }: Pick<LateRow, 'orderNumber'>) => `loan:${orderNumber}`;

  const note = async (transaction: Transaction, person: DeskPerson, row: LateRow, contact: Contact) => {
    const { messageId, kind, result, text, promised, isAskedFor } = contact;
    const now = await currentTime(dependencies, transaction);
    if (promised && promised.on < dayIn(row.market, now)) throw new CodedError('request-invalid', 'promised');
    const of = {
      market: row.market,
      zone: zoneIn(row),
      pausedBy: row.pausedBy,
      namedAt: row.holder?.namedAt,
    };
    const refusal = contactRefusal({ kind, ...of, isAskedFor, now });
    if (refusal !== null) throw new CodedError('status-conflict', refusal);
    const { borrowerId, id: loanId } = row;
    const written = { id: messageId, borrowerId, loanId, kind, text, result, isPinned: false };
    const promise = promised && {
      ...{ promisedOn: promised.on, promisedMinor: promised.amountMinor, promise: 'open' as const },
    };
    const by = { personId: person.personId, writtenAt: now };
    if (!(await insertNote(transaction, { ...written, ...promise, ...by }))) return;
    const detail = {
      ...{ kind, result },
      ...(promised && { day: promised.on, amountMinor: promised.amountMinor }),
      ...(isAskedFor && { isAskedFor }),
    };
    const entry = { person, act: 'contacted', subject: subjectOf(row), borrowerId, outcome: 'done' as const };
    await record(transaction, { ...entry, detail }, context());
  };

  const handOver = async (
    transaction: Transaction,
    person: DeskPerson,
    row: LateRow,
    { personId, reason }: { readonly personId: string; readonly reason: string },
  ) => {
    const colleague = (await colleaguesOf(transaction)).find((each) => each.personId === personId);
    if (!colleague) throw new CodedError('not-found', 'to');
    const loan = await findLoan(transaction, row.orderNumber);
    if (!loan) throw new CodedError('not-found', 'orderNumber');
    const now = await currentTime(dependencies, transaction);
    await putHolders(transaction, [{ kind: 'collection', id: loan.id }], { personId, handedAt: now });
    const entry = { person, act: 'handed-over', subject: subjectOf(row), reason, outcome: 'done' as const };
    await record(transaction, { ...entry, detail: { to: personId } }, context());
    const { borrowerId, productId, currency, market, orderNumber } = loan;
    const data = {
      ...{ orderNumber, borrowerId, productId, currency },
      ...{ collectorName: colleague.name, mustBeNamed: namesCollectorFirst(market) },
    };
    recordEvent(transaction, { type: 'loan.handed-over', subjectId: loan.id, data }, { now, random });
  };

  const pause = async (
    transaction: Transaction,
    person: DeskPerson,
    row: LateRow,
    { messageId, until, reason }: Parameters<DeskCollections['pause']>[2],
  ) => {
    const now = await currentTime(dependencies, transaction);
    const today = dayIn(row.market, now);
    const entry = { person, subject: subjectOf(row), borrowerId: row.borrowerId, outcome: 'done' as const };
    if (until === null) {
      if (await endPauses(transaction, row, today))
        await record(transaction, { ...entry, act: 'resumed-collection' }, context());
      return;
    }
    if (until < today || until > addDays(today, pauseDaysMax))
      throw new CodedError('request-invalid', 'until');
    const { borrowerId, id: loanId } = row;
    const of = { id: messageId, borrowerId, loanId, kind: 'pause' as const, text: reason, isPinned: false };
    const by = { personId: person.personId, writtenAt: now };
    if (await insertNote(transaction, { ...of, ...by, pausedUntil: until }))
      await record(
        transaction,
        { ...entry, act: 'paused-collection', reason, detail: { day: until } },
        context(),
      );
  };

  const acts: LateActs = {
    async find(from, ids) {
      const rows: LateRow[] = [];
      const loansOf = await loansNamed(from, ids.filter(isId));
      // Of each market its own day says who is late.
      for (const market of allMarkets) {
        const late = await lateOf(from, loansOf, market, loansOf.length);
        rows.push(...late.filter((row) => row.market === market));
      }
      return new Map(rows.map((row) => [row.id, row]));
    },
    refusal(act, row, now) {
      if (act === 'hand-over') return null;
      if (act === 'pause') return row.pausedUntil === null ? null : 'paused';
      const of = {
        market: row.market,
        zone: zoneIn(row),
        pausedBy: row.pausedBy,
        namedAt: row.holder?.namedAt,
      };
      return contactRefusal({ ...loggedContacts[act], ...of, isAskedFor: false, now });
    },
    async carryOut(transaction, act, row, { person, reason, toPersonId }) {
      if (act === 'hand-over')
        return handOver(transaction, person, row, { personId: toPersonId ?? '', reason });
      const messageId = random.id();
      if (act === 'pause') {
        const today = dayIn(row.market, await currentTime(dependencies, transaction));
        return pause(transaction, person, row, { messageId, until: addDays(today, pauseDaysOfMany), reason });
      }
      const contact = { ...loggedContacts[act], text: reason, promised: null, isAskedFor: false };
      await note(transaction, person, row, { messageId, ...contact });
    },
  };

  return {
    acts,
    async list(person, { market, sort, ...filter }, { cursor, limit }) {
      await requireAct(dependencies, person, 'see-loans', { act: 'opened', subject: 'collections' });
      const today = loanDay({ market }, await currentTime(dependencies, database));
      const isKey = sort === 'days' ? isDay : (part: string) => /^-?\d{1,16}$/.test(part);
      const [key, id] = cursorKey(cursor === '' ? undefined : cursor, [isKey, isId]) ?? [];
      const after = key === undefined || id === undefined ? null : ([key, id] as const);
      const rows = await listLate(database, { ...filter, market, sort, today, after, limit: limit + 1 });
      const page = pageOf(rows, limit, (row) => placeOf(row, sort));
      return { rows: page.rows.map((row) => loanOf(row, sort)), nextCursor: page.nextCursor };
    },
    async count(person, market) {
      await requireAct(dependencies, person, 'see-loans', { act: 'opened', subject: 'collections' });
      const today = loanDay({ market }, await currentTime(dependencies, database));
      const parts: readonly LatePart[] = [...lateBands, ...lateViews];
      const counts = await countLate(database, market, parts, today);
      const sumOf = (part: LatePart) => {
        const { count = 0, owedMinor = '0' } = counts.find(({ place }) => parts[place] === part) ?? {};
        return { count, owedMinor };
      };
      return {
        bands: lateBands.map((band) => ({ band, ...sumOf(band) })),
        views: {
          broken: sumOf('broken'),
          promised: sumOf('promised'),
          paused: sumOf('paused'),
        },
        kept: await countKept(database, market, today),
      };
    },
    async read(person, orderNumber) {
      const subject = `loan:${orderNumber}`;
      await requireAct(dependencies, person, 'see-loans', { act: 'opened', subject });
      return inTransaction(database, async (transaction) => {
        const row = await lateLoan(transaction, orderNumber);
        if (!row) return null;
        await record(transaction, { person, act: 'opened', subject, outcome: 'done' }, context());
        const contacts = await contactsOf(transaction, row);
        return {
          loan: loanOf(row, 'days'),
          contacts: contacts.map(({ promisedOn, promisedMinor, promise, ...contact }) => ({
            ...contact,
            promise:
              promisedOn === null || promisedMinor === null || promise === null
                ? null
                : { on: promisedOn, amountMinor: promisedMinor, state: promise },
          })),
        };
      });
    },
    async contact(person, orderNumber, contact) {
      await requireAct(dependencies, person, 'collect', { act: 'contacted', subject: `loan:${orderNumber}` });
      const { messageId, text, result, promised } = contact;
      if (!isId(messageId)) throw new CodedError('request-invalid', 'messageId');
      if (text.length > noteMaxLength) throw new CodedError('request-invalid', 'text');
      if ((result === 'promised') !== (promised !== null))
        throw new CodedError('request-invalid', 'promised');
      await inTransaction(database, async (transaction) =>
        note(transaction, person, await lateNamed(transaction, orderNumber), contact),
      );
    },
    async handOver(person, orderNumber, to) {
      await requireAct(dependencies, person, 'collect', {
        ...{ act: 'handed-over', subject: `loan:${orderNumber}` },
      });
      await inTransaction(database, async (transaction) =>
        handOver(transaction, person, await lateNamed(transaction, orderNumber), to),
      );
    },
    async pause(person, orderNumber, of) {
      const act = of.until === null ? 'resumed-collection' : 'paused-collection';
      await requireAct(dependencies, person, 'collect', { act, subject: `loan:${orderNumber}` });
      if (!isId(of.messageId)) throw new CodedError('request-invalid', 'messageId');
      await inTransaction(database, async (transaction) =>
        pause(transaction, person, await lateNamed(transaction, orderNumber), of),
      );
    },
    async markNamed(person, orderNumber) {
      const entry = { person, act: 'named-collector', subject: `loan:${orderNumber}` };
      await requireAct(dependencies, person, 'collect', entry);
      await inTransaction(database, async (transaction) => {
        const row = await lateLoan(transaction, orderNumber);
        if (!row || !(await markHolderNamed(transaction, row.id, clock.now())))
          throw new CodedError('not-found', 'orderNumber');
        await record(transaction, { ...entry, outcome: 'done' }, context());
      });
    },
    async colleagues(person) {
      await requireAct(dependencies, person, 'collect', { act: 'opened', subject: 'collections' });
      return colleaguesOf(database);
    },
  };
}

const zoneIn = ({ market, ...row }: LateRow) => borrowerZone(market, row);

function loanOf(row: LateRow, sort: LateSort): LateLoan {
  const { id, orderNumber, borrowerId, borrowerName, market, daysLate, lastContact, promise, holder } = row;
  return {
    ...{
      id,
      orderNumber,
      borrowerId,
      market,
      daysLate,
      pausedBy: row.pausedBy,
      pausedUntil: row.pausedUntil,
    },
    zone: zoneIn(row),
    borrower: maskedName(borrowerName),
    currency: currencyOf(market),
    overdueMinor: minorAmount(Number(row.overdueMinor)),
    owedMinor: minorAmount(Number(row.balanceMinor)),
    cursor: encodeCursor(placeOf(row, sort)),
    lastContact: lastContact && {
      kind: lastContact.kind,
      result: lastContact.result as ContactResult | null,
      writtenAt: new Date(lastContact.writtenAt),
    },
    promise: promise && { ...promise, amountMinor: minorAmount(promise.amountMinor) },
    holder: holder && { ...holder, namedAt: holder.namedAt === null ? null : new Date(holder.namedAt) },
  };
}

/** Says of promises whether they were kept, as soon as the money came or their day is over. @returns how many were settled. */
export async function settlePromises(
  dependencies: Pick<LendingDependencies, 'database' | 'timeOf' | 'configuration'>,
): Promise<number> {
  const { database } = dependencies;
  return inTransaction(database, async (transaction) => {
    const now = await currentTime(dependencies, transaction);
    const days = new Map<Market, string>(allMarkets.map((market) => [market, dayIn(market, now)]));
    let settledCount = 0;
    for (const { id, promisedOn, promisedMinor, market, receivedMinor } of await openPromises(transaction)) {
      if (promisedOn === null || promisedMinor === null) continue;
      const isOver = promisedOn < (days.get(market) ?? '');
      const outcome = promiseOutcome(promisedMinor, Number(receivedMinor), isOver);
      if (outcome === 'open') continue;
      await settlePromise(transaction, id, outcome);
      settledCount += 1;
    }
    return settledCount;
  });
}
