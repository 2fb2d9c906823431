import type { CallSheet, DeskCollections, LateLoan } from '#contract/collection.ts';
import { callFields } from '#contract/desk.ts';
import { inTransaction, type Queryable, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { dueThrough, settlementOn } from '#domain/booking/settlement.ts';
import { figureDays, settlementFigure } from '#domain/booking/settlement-figure.ts';
import { borrowerZone, loanDay } from '#domain/borrower-zone.ts';
import { addDays } from '#domain/calendar.ts';
import { maskedName } from '#domain/desk/mask.ts';
import { type ContactResult, noteMaxLength } from '#domain/desk/note.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
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
import { minorAmount, zeroMinor } from '#domain/money/money.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { recordEvent } from '../events/record-event.ts';
import { cursorKey, encodeCursor, isDay, pageOf } from '../keyset.ts';
import { circumstancesOf } from '../ledger/act.ts';
import { courseUpToDate } from '../ledger/loan-course.ts';
import { findLoan, type LoanOf, placeOfLoan } from '../ledger/loans.ts';
import { asItStands } from '../ledger/reading.ts';
import { perform, record, requireAct, shownTo } from './audit.ts';
import { colleaguesFor } from './matters.ts';
import { insertNote, notesOf } from './store/case.ts';
import {
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

/** All overdue loans, longest overdue first. */
export const anyLate = {
  market: null,
  band: null,
  leastMinor: null,
  view: null,
  holder: null,
  sort: 'days',
} as const;

/** Due days near and far. */
const anyDay = [-36_500, 36_500] as const;

type Contact = Parameters<DeskCollections['contact']>[2];

export type LateAct = Extract<BatchAct, 'hand-over' | 'pause' | 'log-wrote' | 'log-no-answer'>;

interface LateActor {
  readonly person: DeskPerson;
  readonly reason: string;
  /** The person assigned by 'hand-over'. */
  readonly toPersonId: string | null;
}

const loggedContacts = {
  'log-wrote': { kind: 'we-wrote', result: null },
  'log-no-answer': { kind: 'we-called', result: 'no-answer' },
} as const satisfies Partial<Record<LateAct, Pick<Contact, 'kind' | 'result'>>>;

export function createDeskCollections(dependencies: LendingDependencies): DeskCollections {
  const { hostDatabase: database, clock } = dependencies;
  return {
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
        views: { broken: sumOf('broken'), promised: sumOf('promised'), paused: sumOf('paused') },
        kept: await countKept(database, market, today),
      };
    },
    read(person, orderNumber) {
      const entry = { person, needs: 'see-loans', act: 'opened', subject: `loan:${orderNumber}` } as const;
      const find = async (transaction: Transaction) => {
        const place = await placeOfLoan(transaction, orderNumber);
        const at = { now: await currentTime(dependencies, transaction), random: dependencies.random };
        const course = place && (await courseUpToDate(transaction, place, at, 'whole'));
        const row = course && (await lateLoan(dependencies, transaction, orderNumber));
        return row && { row, course };
      };
      return perform(dependencies, entry, find, async (transaction, { row, course }) => ({
        loan: loanOf(row, 'days'),
        dueMinor: dueThrough(course, course.today)?.amountMinor ?? zeroMinor,
        settlesMinor: settlementOn(course, course.today).owedMinor,
        call: callSheet(row, await shownTo(dependencies, transaction, person, row.borrowerId)),
        promiseDays: figureDays(course, await currentTime(dependencies, transaction)),
        contacts: await notesOf(transaction, row),
      }));
    },
    contact(person, orderNumber, contact) {
      const { messageId, text, result, promised } = contact;
      return actOnLate(dependencies, person, 'contacted', orderNumber, (transaction, row) => {
        if (!isId(messageId)) throw new CodedError('request-invalid', 'messageId');
        if (text.length > noteMaxLength) throw new CodedError('request-invalid', 'text');
        if ((result === 'promised') !== (promised !== null))
          throw new CodedError('request-invalid', 'promised');
        return logContact(dependencies, transaction, person, row, contact);
      });
    },
    handOver: (person, orderNumber, to) =>
      actOnLate(dependencies, person, 'handed-over', orderNumber, (transaction, row) =>
        handOver(dependencies, transaction, person, row, to),
      ),
    pause(person, orderNumber, of) {
      const act = of.until === null ? 'resumed-collection' : 'paused-collection';
      return actOnLate(dependencies, person, act, orderNumber, (transaction, row) => {
        if (!isId(of.messageId)) throw new CodedError('request-invalid', 'messageId');
        return pause(dependencies, transaction, person, row, of);
      });
    },
    async markNamed(person, orderNumber) {
      const subject = `loan:${orderNumber}`;
      const entry = { person, needs: 'collect', act: 'named-collector', subject } as const;
      await perform(dependencies, entry, async (transaction) => {
        const row = await lateLoan(dependencies, transaction, orderNumber);
        if (!row || !(await markHolderNamed(transaction, row.id, clock.now())))
          throw new CodedError('not-found', 'orderNumber');
        return row;
      });
    },
  };
}

export async function findLate(
  dependencies: LendingDependencies,
  from: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LateRow>> {
  const rows: LateRow[] = [];
  const loans = await loansNamed(from, ids.filter(isId));
  // Each market has its own date.
  for (const market of allMarkets) {
    const late = await lateAmong(dependencies, from, loans, { market, limit: loans.length });
    rows.push(...late.filter((row) => row.market === market));
  }
  return new Map(rows.map((row) => [row.id, row]));
}

/** Why an act on an overdue loan is not possible now; null when it is. */
export function lateActRefusal(act: LateAct, row: LateRow, now: Date): ContactRefusal | null {
  if (act === 'hand-over') return null;
  if (act === 'pause') return row.pausedUntil === null ? null : 'paused';
  return contactRefusal({ ...loggedContacts[act], ...contactFacts(row), isAskedFor: false, now });
}

/** Carries out an act on an overdue loan and logs it. @throws CodedError when it is not possible. */
export async function carryOutLateAct(
  dependencies: LendingDependencies,
  transaction: Transaction,
  act: LateAct,
  row: LateRow,
  { person, reason, toPersonId }: LateActor,
): Promise<void> {
  if (act === 'hand-over')
    return handOver(dependencies, transaction, person, row, { personId: toPersonId ?? '', reason });
  const messageId = dependencies.random.id();
  if (act === 'pause') {
    const today = dayIn(row.market, await currentTime(dependencies, transaction));
    const of = { messageId, until: addDays(today, pauseDaysOfMany), reason };
    return pause(dependencies, transaction, person, row, of);
  }
  const contact = { ...loggedContacts[act], messageId, text: reason, promised: null, isAskedFor: false };
  await logContact(dependencies, transaction, person, row, contact);
}

async function lateAmong(
  dependencies: LendingDependencies,
  from: Queryable,
  loans: readonly LoanOf[],
  { market, limit }: { readonly market: Market; readonly limit: number },
): Promise<LateRow[]> {
  const today = loanDay({ market }, await currentTime(dependencies, from));
  return listLate(from, { ...anyLate, today, those: loans, after: null, limit });
}

async function lateLoan(
  dependencies: LendingDependencies,
  from: Queryable,
  orderNumber: string,
): Promise<LateRow | undefined> {
  const loan = await findLoan(from, orderNumber);
  if (!loan) return undefined;
  const [row] = await lateAmong(dependencies, from, [loan], { market: loan.market, limit: 1 });
  return row;
}

/** A running loan, overdue or not, with what decides on a contact; undefined for one that does not run. */
export async function runningLoan(
  from: Queryable,
  loan: LoanOf & { readonly market: Market },
  now: Date,
): Promise<(LateRow & Pick<Parameters<typeof contactRefusal>[0], 'zone' | 'namedAt'>) | undefined> {
  const { market } = loan;
  const today = loanDay({ market }, now);
  const query = { ...anyLate, band: anyDay, those: [loan], after: null, limit: 1 };
  const [row] = await listLate(from, { ...query, market, today });
  // Only who collects has to be named before.
  return row && { ...row, ...contactFacts(row), ...(row.daysLate <= 0 && { namedAt: now }) };
}

/** Changes an overdue loan in one transaction. @throws CodedError 'not-found'; DeskRefusal 'not-allowed', after logging `act` as refused. */
async function actOnLate(
  dependencies: LendingDependencies,
  person: DeskPerson,
  act: string,
  orderNumber: string,
  change: (transaction: Transaction, row: LateRow) => Promise<void>,
): Promise<void> {
  await requireAct(dependencies, person, 'collect', { act, subject: subjectOf({ orderNumber }) });
  await inTransaction(dependencies.hostDatabase, async (transaction) => {
    const row = await lateLoan(dependencies, transaction, orderNumber);
    if (!row) throw new CodedError('not-found', 'orderNumber');
    await change(transaction, row);
  });
}

const subjectOf = ({ orderNumber }: Pick<LateRow, 'orderNumber'>) => `loan:${orderNumber}`;

const contactFacts = (row: LateRow) => ({
  market: row.market,
  zone: zoneIn(row),
  pausedBy: row.pausedBy,
  namedAt: row.holder?.namedAt,
});

async function logContact(
  dependencies: LendingDependencies,
  transaction: Transaction,
  person: DeskPerson,
  row: LateRow,
  { messageId, kind, result, text, promised, isAskedFor }: Contact,
): Promise<void> {
  const { clock, random } = dependencies;
  const now = await currentTime(dependencies, transaction);
  if (promised) await checkPromise(transaction, row, promised, { now, random });
  const refusal = contactRefusal({ kind, ...contactFacts(row), isAskedFor, now });
  if (refusal !== null) throw new CodedError('status-conflict', refusal);
  const { borrowerId, id: loanId } = row;
  const written = { id: messageId, borrowerId, loanId, kind, text, result, isPinned: false };
  const promise = promised && {
    promisedOn: promised.on,
    promisedMinor: promised.amountMinor,
    promise: 'open' as const,
  };
  const by = { personId: person.personId, writtenAt: now };
  if (!(await insertNote(transaction, { ...written, ...promise, ...by }))) return;
  const detail = {
    kind,
    result,
    ...(promised && { day: promised.on, amountMinor: promised.amountMinor }),
    ...(isAskedFor && { isAskedFor }),
  };
  const entry = { person, act: 'contacted', subject: subjectOf(row), borrowerId, outcome: 'done' as const };
  await record(transaction, { ...entry, detail }, { now: clock.now(), random });
}

/** @throws CodedError 'request-invalid' for a day without a settlement figure, or an amount above that figure. */
async function checkPromise(
  transaction: Transaction,
  row: LateRow,
  { on, amountMinor }: NonNullable<Contact['promised']>,
  at: Parameters<typeof circumstancesOf>[1],
): Promise<void> {
  const [state] = await asItStands(transaction).state(row, {});
  if (!state) throw new CodedError('not-found', 'orderNumber');
  const figure = settlementFigure(state, on, circumstancesOf(state, at));
  if (figure instanceof CodedError) throw figure;
  if (amountMinor < 1 || amountMinor > figure.owedMinor)
    throw new CodedError('request-invalid', 'amountMinor');
}

async function handOver(
  dependencies: LendingDependencies,
  transaction: Transaction,
  person: DeskPerson,
  row: LateRow,
  { personId, reason }: { readonly personId: string; readonly reason: string },
): Promise<void> {
  const { clock, random } = dependencies;
  const colleagues = await colleaguesFor(dependencies, transaction, ['collection']);
  const colleague = colleagues.find((each) => each.personId === personId);
  if (!colleague) throw new CodedError('not-found', 'to');
  const loan = await findLoan(transaction, row.orderNumber);
  if (!loan) throw new CodedError('not-found', 'orderNumber');
  const now = await currentTime(dependencies, transaction);
  await putHolders(transaction, [{ kind: 'collection', id: loan.id }], { personId, handedAt: now });
  const entry = { person, act: 'handed-over', subject: subjectOf(row), reason, outcome: 'done' as const };
  await record(transaction, { ...entry, detail: { to: personId } }, { now: clock.now(), random });
  const { borrowerId, productId, currency, market, orderNumber } = loan;
  const data = {
    orderNumber,
    borrowerId,
    productId,
    currency,
    collectorName: colleague.name,
    mustBeNamed: namesCollectorFirst(market),
  };
  recordEvent(transaction, { type: 'loan.handed-over', subjectId: loan.id, data }, { now, random });
}

async function pause(
  dependencies: LendingDependencies,
  transaction: Transaction,
  person: DeskPerson,
  row: LateRow,
  { messageId, until, reason }: Parameters<DeskCollections['pause']>[2],
): Promise<void> {
  const { clock, random } = dependencies;
  const now = await currentTime(dependencies, transaction);
  const today = dayIn(row.market, now);
  const at = { now: clock.now(), random };
  const { borrowerId, id: loanId } = row;
  const entry = { person, subject: subjectOf(row), borrowerId, outcome: 'done' as const };
  if (until === null) {
    if (await endPauses(transaction, row, today))
      await record(transaction, { ...entry, act: 'resumed-collection' }, at);
    return;
  }
  if (until < today || until > addDays(today, pauseDaysMax)) throw new CodedError('request-invalid', 'until');
  const of = { id: messageId, borrowerId, loanId, kind: 'pause' as const, text: reason, isPinned: false };
  const by = { personId: person.personId, writtenAt: now };
  if (await insertNote(transaction, { ...of, ...by, pausedUntil: until }))
    await record(transaction, { ...entry, act: 'paused-collection', reason, detail: { day: until } }, at);
}

function callSheet(
  { borrowerName: name, mobilePhone, language }: LateRow,
  shown: ReadonlyMap<string, Date>,
): CallSheet | null {
  const until = callFields.map((field) => shown.get(field)?.getTime() ?? 0);
  if (until.includes(0)) return null;
  return { name, mobilePhone, language, until: new Date(Math.min(...until)) };
}

const zoneIn = ({ market, ...row }: LateRow) => borrowerZone(market, row);

function loanOf(row: LateRow, sort: LateSort): LateLoan {
  const { id, orderNumber, borrowerId, borrowerName, market, daysLate, lastContact, promise, holder } = row;
  return {
    id,
    orderNumber,
    borrowerId,
    market,
    daysLate,
    pausedBy: row.pausedBy,
    pausedUntil: row.pausedUntil,
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

/** Marks promises to pay as kept or broken once the money arrived or their day is over. @returns how many were marked. */
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
