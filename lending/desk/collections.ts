import type { DeskCollections, LateLoan } from '#contract/collection.ts';
import { inTransaction, type Queryable } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { localDate } from '#domain/calendar.ts';
import { maskedName } from '#domain/desk/mask.ts';
import { type ContactResult, noteMaxLength } from '#domain/desk/note.ts';
import { deskRoles, mayDo } from '#domain/desk/role.ts';
import { CodedError } from '#domain/error-code.ts';
import { allMarkets, currencyOf, dayIn, type Market } from '#domain/market.ts';
import { contactHours, lateBands, namesCollectorFirst, promiseOutcome } from '#domain/matter/collection.ts';
import { minorAmount } from '#domain/money/money.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { recordEvent } from '../events/record-event.ts';
import { cursorKey, isDay, pageOf } from '../keyset.ts';
import { findLoan } from '../ledger/loans.ts';
import { record, requireAct } from './audit.ts';
import { insertNote } from './store/case.ts';
import {
  contactsOf,
  countLate,
  countPromised,
  type LateRow,
  listLate,
  markHolderNamed,
  openPromises,
  settlePromise,
} from './store/collection.ts';
import { putHolders } from './store/matter.ts';
import { peopleInRoles } from './store/people.ts';

const colleagueDays = 30;
const colleaguesMax = 200;
const dayMs = 86_400_000;
const collectingRoles = deskRoles.filter((role) => mayDo([role], 'collect'));

/** Late loans for the desk: who asks their borrowers to pay, when, and what was promised. */
export function createDeskCollections(dependencies: LendingDependencies): DeskCollections {
  const { hostDatabase: database, clock, random } = dependencies;
  const context = () => ({ now: clock.now(), random });
  const colleaguesOf = () =>
    peopleInRoles(
      database,
      collectingRoles,
      new Date(clock.now().getTime() - colleagueDays * dayMs),
      colleaguesMax,
    );
  const lateLoan = async (from: Queryable, orderNumber: string) => {
    const loan = await findLoan(from, orderNumber);
    if (!loan) return undefined;
    const today = dayIn(loan.market, await currentTime(dependencies, from));
    const of = { market: null, band: null, leastMinor: null, today, loan, after: null, limit: 1 };
    const [row] = await listLate(from, of);
    return row;
  };
  return {
    async list(person, { market, band, leastMinor }, { cursor, limit }) {
      await requireAct(dependencies, person, 'see-loans', { act: 'opened', subject: 'collections' });
      const today = dayIn(market, await currentTime(dependencies, database));
      const [day, id] = cursorKey(cursor === '' ? undefined : cursor, [isDay, isId]) ?? [];
      const after = day === undefined || id === undefined ? null : ([localDate(day), id] as const);
      const rows = await listLate(database, { market, band, leastMinor, today, after, limit: limit + 1 });
      const page = pageOf(rows, limit, ({ oldestDueOn, id: last }) => [oldestDueOn, last]);
      return { rows: page.rows.map(loanOf), nextCursor: page.nextCursor };
    },
    async count(person, market) {
      await requireAct(dependencies, person, 'see-loans', { act: 'opened', subject: 'collections' });
      const today = dayIn(market, await currentTime(dependencies, database));
      const counts = await countLate(database, market, lateBands, today);
      return {
        bands: lateBands.map((band, index) => ({
          band,
          count: 0,
          owedMinor: '0',
          ...counts.find(({ place }) => place === index),
        })),
        promisedToday: await countPromised(database, today),
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
          loan: loanOf(row),
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
    async contact(person, orderNumber, { messageId, kind, result, text, promised, isAskedFor }) {
      const entry = { person, act: 'contacted', subject: `loan:${orderNumber}` };
      await requireAct(dependencies, person, 'collect', entry);
      if (!isId(messageId)) throw new CodedError('request-invalid', 'messageId');
      if (text.length > noteMaxLength) throw new CodedError('request-invalid', 'text');
      if ((result === 'promised') !== (promised !== null))
        throw new CodedError('request-invalid', 'promised');
      await inTransaction(database, async (transaction) => {
        const row = await lateLoan(transaction, orderNumber);
        if (!row) throw new CodedError('not-found', 'orderNumber');
        const now = await currentTime(dependencies, transaction);
        const today = dayIn(row.market, now);
        if (promised && (promised.amountMinor <= 0 || promised.on < today))
          throw new CodedError('request-invalid', 'promised');
        // Who calls in may say what they want, whenever they do.
        if (kind !== 'they-called') {
          if (row.pausedBy !== null) throw new CodedError('status-conflict', 'paused');
          const isNamed = row.holder !== null && row.holder.namedAt !== null;
          if (namesCollectorFirst(row.market) && !isNamed) throw new CodedError('status-conflict', 'named');
          if (!contactHours(row.market, now).isAllowed && !isAskedFor)
            throw new CodedError('status-conflict', 'hours');
        }
        const { borrowerId, id: loanId } = row;
        const note = { id: messageId, borrowerId, loanId, kind, text, result, isPinned: false };
        const promise = promised && {
          ...{ promisedOn: promised.on, promisedMinor: promised.amountMinor, promise: 'open' as const },
        };
        const by = { personId: person.personId, writtenAt: now };
        if (!(await insertNote(transaction, { ...note, ...promise, ...by }))) return;
        const detail = {
          ...{ kind, result },
          ...(promised && { day: promised.on, amountMinor: promised.amountMinor }),
          ...(isAskedFor && { isAskedFor }),
        };
        await record(transaction, { ...entry, borrowerId, detail, outcome: 'done' }, context());
      });
    },
    async handOver(person, orderNumber, { personId, reason }) {
      const entry = { person, act: 'handed-over', subject: `loan:${orderNumber}` };
      await requireAct(dependencies, person, 'collect', entry);
      const colleague = (await colleaguesOf()).find((each) => each.personId === personId);
      if (!colleague) throw new CodedError('not-found', 'to');
      await inTransaction(database, async (transaction) => {
        const row = await lateLoan(transaction, orderNumber);
        const loan = row && (await findLoan(transaction, orderNumber));
        if (!loan) throw new CodedError('not-found', 'orderNumber');
        const now = await currentTime(dependencies, transaction);
        await putHolders(transaction, [{ kind: 'collection', id: loan.id }], { personId, handedAt: now });
        const detail = { to: personId };
        await record(transaction, { ...entry, reason, detail, outcome: 'done' }, context());
        const { borrowerId, productId, currency, market } = loan;
        const data = {
          ...{ orderNumber, borrowerId, productId, currency },
          ...{ collectorName: colleague.name, mustBeNamed: namesCollectorFirst(market) },
        };
        recordEvent(transaction, { type: 'loan.handed-over', subjectId: loan.id, data }, { now, random });
      });
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
      return colleaguesOf();
    },
  };
}

function loanOf(row: LateRow): LateLoan {
  const { orderNumber, borrowerId, borrowerName, market, daysLate, lastContact, promise, holder, pausedBy } =
    row;
  return {
    ...{ orderNumber, borrowerId, market, daysLate, pausedBy },
    borrower: maskedName(borrowerName),
    currency: currencyOf(market),
    overdueMinor: minorAmount(Number(row.overdueMinor)),
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
