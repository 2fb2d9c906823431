import type { BatchName, BatchRow, DeskBatches } from '#contract/batch.ts';
import type { DeskApprovals } from '#contract/desk-correction.ts';
import type { DeskUnmatched } from '#contract/desk-unmatched.ts';
import { redeliverEvents } from '#contract/host/event.ts';
import { decideApplication } from '#contract/host/loan.ts';
import { putProduct } from '#contract/host/product.ts';
import { assignPayment } from '#contract/host/repayment.ts';
import { closeContactMessage } from '#contract/host/support.ts';
import type { HostCall } from '#contract/host-call.ts';
import type { DeskMatters, MatterName, QueuedMatter } from '#contract/matter.ts';
import { unusualOf } from '#contract/unusual.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { type DeskEffect, effectKey } from '#domain/desk/effect.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { DeskRefusal } from '#domain/desk/refusal.ts';
import { mayDo } from '#domain/desk/role.ts';
import { limitCrossed } from '#domain/desk/second-person.ts';
import { CodedError } from '#domain/error-code.ts';
import { currencyOf } from '#domain/market.ts';
import { type BatchAct, batchActTable, batchMax } from '#domain/matter/batch.ts';
import type { MatterKind } from '#domain/matter/matter.ts';
import { addMinor, type Currency, type MinorAmount, minorAmount, zeroMinor } from '#domain/money/money.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import type { HostCaller } from '../http/host-gate.ts';
import { auditableFields, record, requireAct } from './audit.ts';
import type { LateAct, LateActs } from './collections.ts';
import type { SecondPerson } from './second-person.ts';
import { borrowersOfLoans, findApprovals } from './store/approval.ts';
import { findBatch, insertBatch, markSent, rowsOfBatch, settleRow } from './store/batch.ts';
import { lockPerson } from './store/people.ts';

type Row = Awaited<ReturnType<typeof rowsOfBatch>>[number];
type Kept = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

/** What a matter would do, or why it cannot be done. */
interface Looked {
  readonly amountMinor: MinorAmount;
  readonly currency: Currency | null;
  readonly seen: string;
  readonly fields: Row['fields'];
  readonly effect: DeskEffect | null;
  readonly why: string | null;
}

const still: Looked = {
  ...{ amountMinor: zeroMinor, currency: null, seen: '', fields: {}, effect: null, why: null },
};

/** What an effect comes to, and why it cannot be done among others: something about it is unusual for its act. */
function lookedAt(call: string, fields: Readonly<Record<string, unknown>>, effect: DeskEffect): Looked {
  const { amountMinor, currency } = effect;
  const why = unusualOf(call, fields, effect).length > 0 ? 'unusual' : null;
  return { ...still, amountMinor, currency, seen: effectKey(effect), effect, why };
}

/** A call that decides on a loan by what it would do. */
interface Judged {
  readonly call: HostCall;
  readonly fields: Readonly<Record<string, string>>;
  readonly orderNumber: string;
}

/** The calls by which acts move money, whose sums are counted. */
const callOf: Partial<Record<BatchAct, string>> = {
  approve: decideApplication.name,
  match: assignPayment.name,
};

/** Stands for a reason while nothing is done yet. */
const unsaid = '–';

const subjectOfBatch = (id: string) => `batch:${id}`;

/** What the record and a request for a second person call an act on many. */
export const batchCall = 'carryOutBatch';

function codeOf(error: unknown): string {
  if (error instanceof CodedError || error instanceof DeskRefusal) return error.code;
  throw error;
}

/** Acts on many matters at once, each for itself. */
export function createDeskBatches(
  dependencies: LendingDependencies,
  host: HostCaller,
  {
    matters,
    unmatched,
    second,
    approvals,
    late,
  }: {
    readonly matters: DeskMatters;
    readonly unmatched: Pick<DeskUnmatched, 'read'>;
    readonly second: SecondPerson;
    readonly approvals: () => DeskApprovals;
    readonly late: LateActs;
  },
): DeskBatches & { readonly run: RunBatch } {
  const { hostDatabase: database, clock, random } = dependencies;
  const context = () => ({ now: clock.now(), random });
  const requireFor = async (person: DeskPerson, act: BatchAct, subject: string) => {
    const { needs } = batchActTable[act];
    if (needs !== null) await requireAct(dependencies, person, needs, { act: `batch-${act}`, subject });
  };
  /** The call that decides a row, with its fields; null for an act of another sort. */
  const judgedOf = (act: BatchAct, row: Pick<Row, 'name' | 'fields'>, reason: string): Judged | null => {
    const said = reason === '' ? {} : { reason };
    if (act === 'approve' || act === 'decline') {
      const fields = { orderNumber: row.name, decision: act, ...said };
      return { call: decideApplication as HostCall, fields, orderNumber: row.name };
    }
    const { orderNumber = '' } = row.fields;
    if (act !== 'match') return null;
    return {
      call: assignPayment as HostCall,
      fields: { reason: unsaid, ...row.fields, ...said },
      orderNumber,
    };
  };

  /** The names of the applications among matters that are for loans of an offer that somebody made. */
  const onOwnOffers = async (person: DeskPerson, found: readonly QueuedMatter[]) => {
    const applications = found.filter(({ kind }) => kind === 'application');
    const offers = applications.map(({ borrowerId, detail }) => ({
      ...{ borrowerId: borrowerId ?? '', productId: String(detail.productId) },
    }));
    const areOwn = await second.areOwnOffers(person, offers);
    return new Set(applications.filter((_, index) => areOwn[index]).map(nameOf));
  };

  /** What a row is done with beside the reason, or why it cannot be done. */
  const aimOf = async (
    person: DeskPerson,
    act: BatchAct,
    matter: QueuedMatter,
  ): Promise<Row['fields'] | string> => {
    const { kind } = batchActTable[act];
    if (kind !== null && matter.kind !== kind) return 'other-kind';
    if (act !== 'match') return {};
    const payment = { provider: String(matter.detail.provider), eventId: String(matter.detail.eventId) };
    const found = await unmatched.read(person, payment);
    if (!found) return 'not-found';
    if (found.hold !== null) return 'held';
    const named = found.suggestions.filter(({ reasons }) =>
      reasons.some(({ kind: why }) => why === 'reference'),
    );
    const [first, other] = named;
    if (!first) return 'no-loan';
    return other ? 'two-loans' : { ...payment, orderNumber: first.loan.orderNumber };
  };

  const lookAt = async (
    person: DeskPerson,
    act: BatchAct,
    found: readonly QueuedMatter[],
  ): Promise<ReadonlyMap<string, Looked>> => {
    const looked = new Map<string, Looked>();
    const own = act === 'approve' ? await onOwnOffers(person, found) : new Set<string>();
    const requests = act === 'second' ? await lookAtRequests(person, found) : new Map<string, Looked>();
    const judged: { readonly name: string; readonly fields: Row['fields']; readonly of: Judged }[] = [];
    for (const matter of found) {
      const name = nameOf(matter);
      try {
        const aim = own.has(name) ? 'own-offer' : await aimOf(person, act, matter);
        if (typeof aim === 'string') {
          looked.set(name, { ...still, why: aim });
          continue;
        }
        const of = judgedOf(act, { name: matter.name, fields: aim }, '');
        // What the first does changes what the second would do.
        const isSecond =
          act === 'match' && judged.some((before) => before.of.orderNumber === of?.orderNumber);
        if (!of) looked.set(name, requests.get(name) ?? still);
        else if (isSecond) looked.set(name, { ...still, why: 'same-loan' });
        else judged.push({ name, fields: aim, of });
      } catch (error) {
        looked.set(name, { ...still, why: codeOf(error) });
      }
    }
    const [one] = judged;
    if (!one) return looked;
    const fieldsOfAll = judged.map(({ of }) => of.fields);
    const effects = await host.preview(one.of.call, fieldsOfAll, `desk:${person.personId}`);
    for (const [index, { name, fields, of }] of judged.entries()) {
      const effect = effects[index];
      if (!effect) throw new Error('A call did not say what it would do.');
      if (effect instanceof CodedError) looked.set(name, { ...still, fields, why: effect.code });
      else {
        const { call, orderNumber } = of;
        looked.set(name, { ...lookedAt(call.name, of.fields, { orderNumber, ...effect }), fields });
      }
    }
    return looked;
  };

  /** What each request among matters would do now, or why a second person cannot approve it. */
  const lookAtRequests = async (person: DeskPerson, found: readonly QueuedMatter[]) => {
    const ids = found.flatMap(({ kind, id }) => (kind === 'approval' ? [id] : []));
    const requests = await approvals().readAll(person, ids);
    const lookAtOne = ({ id }: QueuedMatter): Looked => {
      const { approval, effectNow = null, isOwnPart = false } = requests.get(id) ?? {};
      if (approval?.askedBy === person.personId) return { ...still, why: 'own-request' };
      if (isOwnPart) return { ...still, why: 'own-part' };
      if (!approval || effectNow === null) return { ...still, why: 'status-conflict' };
      const looked = lookedAt(approval.call, approval.fields, effectNow);
      // What these change stands on their own page alone.
      const hasOwnPage = approval.call === batchCall || approval.call === putProduct.name;
      return hasOwnPage ? { ...looked, why: 'own-page' } : looked;
    };
    return new Map(found.map((matter) => [nameOf(matter), lookAtOne(matter)]));
  };

  /** Late loans of some ids, each with what it owes, or why the act cannot be done to it. */
  const lookAtLate = async (act: BatchAct, names: readonly BatchName[]) => {
    const now = await currentTime(dependencies, database);
    const isLateAct = batchActTable[act].kind === 'collection';
    const found = await late.find(
      database,
      names.filter(({ kind }) => kind === 'collection').map(({ id }) => id),
    );
    return new Map(
      [...found].map(([id, row]): [string, Looked & { readonly name: string }] => {
        const of = { currency: currencyOf(row.market), amountMinor: minorAmount(Number(row.overdueMinor)) };
        const why = isLateAct ? late.refusal(act as LateAct, row, now) : 'other-kind';
        return [id, { ...still, ...of, why, name: row.orderNumber }];
      }),
    );
  };

  const settle = (id: string, position: number, why: string | null) =>
    inTransaction(database, (transaction) =>
      settleRow(
        transaction,
        { batchId: id, position },
        why === null ? { outcome: 'done', doneAt: clock.now() } : { outcome: 'dropped', why },
      ),
    );

  /** Does one matter. @throws CodedError, DeskRefusal where it drops out. */
  const carryOut = async (batch: Kept, row: Row, { asker, decider }: Doers): Promise<void> => {
    const { id, act } = batch;
    const messageId = `${id}:${row.position}`;
    const actor = `desk:${asker.personId}`;
    const isDone = (transaction: Transaction) =>
      settleRow(
        transaction,
        { batchId: id, position: row.position },
        { outcome: 'done', doneAt: clock.now() },
      );
    const entry = { person: decider ?? asker, reason: batch.reason, outcome: 'done' as const };
    const judged = judgedOf(act, row, batch.reason);
    if (judged) {
      const { call, fields, orderNumber } = judged;
      const subject = `loan:${orderNumber}`;
      if (
        act === 'approve' &&
        (await second.lendsOnOwnOffer(decider ?? asker, { decision: act, orderNumber }))
      )
        throw new DeskRefusal('own-offer');
      await host.carryOut(call, fields, {
        ...{ actor, messageId },
        async judge(transaction, effect) {
          const { amountMinor, currency } = effect;
          if (effectKey({ orderNumber, ...effect }) !== row.seen) throw new DeskRefusal('stale');
          if (decider === null && amountMinor > 0) {
            await lockPerson(transaction, asker.personId);
            const allowance = await second.allowanceOf(transaction, asker, {
              act: call.name,
              subject,
              currency,
            });
            if (limitCrossed(amountMinor, allowance) !== null) throw new DeskRefusal('needs-second-person');
          }
          const moved =
            decider === null ? { movedMinor: amountMinor } : { amountMinor, askedBy: asker.personId };
          const detail = { ...auditableFields(fields), batch: id, ...moved, currency };
          await record(transaction, { ...entry, act: call.name, subject, detail }, context());
          await isDone(transaction);
          return true;
        },
      });
      return;
    }
    switch (act) {
      case 'second':
        await approvals().approve(asker, row.matterId, row.seen);
        return;
      case 'hand-over':
      case 'pause':
      case 'log-wrote':
      case 'log-no-answer':
        await inTransaction(database, async (transaction) => {
          // Of two who do it at once the second waits here, and finds it done.
          if (!(await isDone(transaction))) return;
          const found = (await late.find(transaction, [row.matterId])).get(row.matterId);
          if (!found) throw new CodedError('status-conflict');
          const { reason, toPersonId } = batch;
          await late.carryOut(transaction, act, found, { person: asker, reason, toPersonId });
        });
        return;
      case 'assign':
        await matters.assign(asker, [{ kind: row.kind as MatterKind, id: row.matterId }], {
          personId: batch.toPersonId,
          reason: batch.reason,
        });
        return;
      default: {
        const [call, fields, subject] =
          act === 'close-message'
            ? [
                closeContactMessage as HostCall,
                { contactMessageId: row.matterId },
                `contact-message:${row.matterId}`,
              ]
            : [redeliverEvents as HostCall, { eventIds: [row.matterId] }, `event:${row.matterId}`];
        await host.ask(call, fields, {
          ...{ actor, messageId },
          async alongside(transaction) {
            await record(
              transaction,
              { ...entry, act: call.name, subject, detail: { batch: id } },
              context(),
            );
            await isDone(transaction);
          },
        });
      }
    }
  };

  const run: RunBatch = async (id, doers) => {
    const batch = await findBatch(database, id);
    if (!batch) throw new CodedError('not-found');
    for (const row of await rowsOfBatch(database, id)) {
      if (row.outcome !== 'ready') continue;
      try {
        await carryOut(batch, row, doers);
        await settle(id, row.position, null);
      } catch (error) {
        await settle(id, row.position, codeOf(error));
      }
    }
  };

  const readable = async (person: DeskPerson, id: string) => {
    const batch = isId(id) ? await findBatch(database, id) : undefined;
    if (!batch || batch.personId === person.personId) return batch;
    const entry = { act: 'opened', subject: subjectOfBatch(id) };
    await requireAct(dependencies, person, mayDo(person.roles, 'see-audit') ? 'see-audit' : 'approve', entry);
    return batch;
  };

  return {
    run,
    async preview(person, { messageId, act, toPersonId, names }) {
      await requireFor(person, act, subjectOfBatch(messageId));
      if (!isId(messageId)) throw new CodedError('request-invalid', 'messageId');
      if (names.length === 0 || names.length > batchMax) throw new CodedError('request-invalid', 'row');
      const queued = names.filter((name): name is MatterName => name.kind !== 'collection');
      const open = new Map((await matters.find(person, queued)).map((matter) => [nameOf(matter), matter]));
      const seen = await lookAt(person, act, [...open.values()]);
      const lateOnes = names.length === queued.length ? null : await lookAtLate(act, names);
      let currency: Currency | null = null;
      const rows: Omit<Row & { readonly looked: Looked }, 'position'>[] = [];
      for (const name of new Map(names.map((each) => [nameOf(each), each])).values()) {
        const matter = open.get(nameOf(name));
        const lateOne = name.kind === 'collection' ? lateOnes?.get(name.id) : undefined;
        const looked = lateOne ?? seen.get(nameOf(name)) ?? { ...still, why: 'status-conflict' };
        currency ??= looked.why === null ? looked.currency : null;
        const isOther = looked.currency !== null && looked.currency !== currency;
        const why = isOther && looked.why === null ? 'other-currency' : looked.why;
        rows.push({
          ...{ kind: name.kind, matterId: name.id, looked },
          name: (matter ? shownName(matter) : lateOne?.name) ?? name.id,
          ...{
            amountMinor: looked.amountMinor,
            seen: looked.seen,
            fields: looked.fields,
            effect: looked.effect,
            outcome: why === null ? 'ready' : 'cannot',
            why,
          },
        });
      }
      const ready = rows.filter(({ outcome }) => outcome === 'ready');
      const sumMinor = addMinor(zeroMinor, ...ready.map(({ amountMinor }) => amountMinor));
      const batch = {
        id: messageId,
        act,
        reason: '',
        personId: person.personId,
        toPersonId,
        currency,
        sumMinor,
      };
      await inTransaction(database, (transaction) =>
        insertBatch(
          transaction,
          { ...batch, previewedAt: clock.now() },
          rows.map(({ looked: _looked, ...row }, position) => ({ ...row, position })),
        ),
      );
    },
    async read(person, id) {
      const batch = await readable(person, id);
      if (!batch) return null;
      const rows = await rowsOfBatch(database, id);
      const approvalIds = rows.flatMap(({ kind, matterId }) => (kind === 'approval' ? [matterId] : []));
      const requests = new Map(
        (approvalIds.length === 0 ? [] : await findApprovals(database, approvalIds)).map((each) => [
          each.id,
          each,
        ]),
      );
      const told = rows.map((row): BatchRow & { readonly orderNumber: string | null } => {
        const request = requests.get(row.matterId) ?? null;
        const effect = row.effect ?? request?.effect ?? null;
        const ofLoan = row.kind === 'application' || row.kind === 'collection' ? row.name : null;
        const orderNumber = row.fields.orderNumber ?? effect?.orderNumber ?? ofLoan;
        return { ...row, effect, request, borrower: null, orderNumber };
      });
      const byLoan = await borrowersOfLoans(
        database,
        told.flatMap(({ orderNumber }) => orderNumber ?? []),
      );
      return {
        ...batch,
        rows: told.map(({ orderNumber, ...row }) => ({
          ...row,
          borrower: orderNumber === null ? null : (byLoan.get(orderNumber) ?? null),
        })),
      };
    },
    async allowance(person, { id, act, currency }) {
      const call = callOf[act];
      if (currency === null || call === undefined) return null;
      const of = { act: call, subject: subjectOfBatch(id), currency };
      return second.allowanceOf(database, person, of);
    },
    async send(person, id, reason) {
      const batch = isId(id) ? await findBatch(database, id) : undefined;
      if (!batch || batch.personId !== person.personId) throw new CodedError('not-found');
      const { act, currency, sumMinor } = batch;
      await requireFor(person, act, subjectOfBatch(id));
      const subject = subjectOfBatch(id);
      const isWaiting = await inTransaction(database, async (transaction) => {
        if (sumMinor > 0) await lockPerson(transaction, person.personId);
        const isFirst = await markSent(transaction, id, { reason, sentAt: clock.now() });
        if (!isFirst) return batch.approval !== null;
        const call = callOf[act];
        if (call === undefined || currency === null) return false;
        const of = { act: call, subject, currency };
        if (limitCrossed(sumMinor, await second.allowanceOf(transaction, person, of)) === null) return false;
        const target = { orderNumber: null, subject } as const;
        const effect: DeskEffect = { ...target, currency, amountMinor: sumMinor, before: null, after: null };
        const fields = { batchId: id, act };
        await second.ask(transaction, { call: batchCall, fields, effect, person, messageId: id, reason });
        return true;
      });
      if (isWaiting) return 'waiting';
      await run(id, { asker: person, decider: null });
      return 'done';
    },
  };
}

/** What people know a matter by: the loan that it is of, where it has no name but its id. */
const shownName = ({ id, name, orderNumber }: QueuedMatter) => (name === id ? (orderNumber ?? name) : name);

const nameOf = ({ kind, id }: BatchName) => `${kind}:${id}`;

/** Who asked for an act on many, and who approved it; null where one person may alone. */
export interface Doers {
  readonly asker: DeskPerson;
  readonly decider: DeskPerson | null;
}

/** Does what of a batch is still to be done. */
export type RunBatch = (id: string, doers: Doers) => Promise<void>;
