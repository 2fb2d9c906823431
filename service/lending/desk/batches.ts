import type { BatchName, BatchRow, DeskBatches } from '#contract/batch.ts';
import { type DeskApprovals, isApprovalRefused } from '#contract/desk-correction.ts';
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
import { type BatchAct, batchActTable, batchPieceMax, batchRowsShown } from '#domain/matter/batch.ts';
import type { MatterKind } from '#domain/matter/matter.ts';
import { addMinor, type Currency, type MinorAmount, minorAmount, zeroMinor } from '#domain/money/money.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import type { HostCaller } from '../http/host-gate.ts';
import { auditableFields, record, requireAct } from './audit.ts';
import { carryOutLateAct, findLate, type LateAct, lateActRefusal } from './collections.ts';
import type { SecondPerson } from './second-person.ts';
import { borrowersOfLoans, findApprovals } from './store/approval.ts';
import {
  appendRows,
  countBatchRows,
  findBatch,
  insertBatch,
  leaveOutRows,
  loansInBatch,
  markSent,
  rowsOfBatch,
  settleRow,
} from './store/batch.ts';
import { lockPerson } from './store/people.ts';

type Row = Awaited<ReturnType<typeof rowsOfBatch>>[number];
type Kept = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

/** The effect on one item, or why the act is not possible. */
interface Looked {
  readonly amountMinor: MinorAmount;
  readonly currency: Currency | null;
  readonly seen: string;
  readonly fields: Row['fields'];
  readonly effect: DeskEffect | null;
  readonly why: string | null;
}

const still: Looked = {
  amountMinor: zeroMinor,
  currency: null,
  seen: '',
  fields: {},
  effect: null,
  why: null,
};

/** Unusual effects are not carried out in a batch. */
function lookedAt(call: string, fields: Readonly<Record<string, unknown>>, effect: DeskEffect): Looked {
  const { amountMinor, currency } = effect;
  const why = unusualOf(call, fields, effect).length > 0 ? 'unusual' : null;
  return { ...still, amountMinor, currency, seen: effectKey(effect), effect, why };
}

/** A host call whose effect is judged before it is carried out. */
interface Judged {
  readonly call: HostCall;
  readonly fields: Readonly<Record<string, string>>;
  readonly orderNumber: string;
}

/** Host calls of acts that move money and count towards limits. */
const callOf: Partial<Record<BatchAct, string>> = {
  approve: decideApplication.name,
  match: assignPayment.name,
};

const unsaid = '–';

const subjectOfBatch = (id: string) => `batch:${id}`;

/** Name of a batch in the audit log and in approval requests. */
export const batchCall = 'carryOutBatch';

function codeOf(error: unknown): string {
  if (error instanceof CodedError || error instanceof DeskRefusal) return error.code;
  throw error;
}

interface BatchContext {
  readonly dependencies: LendingDependencies;
  readonly host: HostCaller;
  readonly matters: DeskMatters;
  readonly unmatched: Pick<DeskUnmatched, 'read'>;
  readonly second: SecondPerson;
  readonly approvals: DeskApprovals;
}

/** Acts on many matters at once. Items are independent: one that is refused drops out alone. */
export function createDeskBatches(context: BatchContext): DeskBatches {
  const { second } = context;
  const { hostDatabase: database } = context.dependencies;
  return {
    preview: (person, batch) => previewBatch(context, person, batch),
    read: (person, id) => readBatch(context, person, id),
    async allowance(person, { id, act, currency }) {
      const call = callOf[act];
      if (currency === null || call === undefined) return null;
      const of = { act: call, subject: subjectOfBatch(id), currency };
      return second.allowanceOf(database, person, of);
    },
    extend: (person, id, piece) => extendBatch(context, person, id, piece),
    async leaveOut(person, id, names) {
      const batch = await ownBatch(context, person, id);
      const isRefused = batch.approval !== null && isApprovalRefused(batch.approval.state);
      if (batch.sentAt !== null && !isRefused) throw new CodedError('status-conflict');
      const matterIds = names.map((name) => name.id);
      await inTransaction(database, (transaction) => leaveOutRows(transaction, batch, matterIds));
    },
    async page(person, id, { cursor, isLeft = false }) {
      if (!(await readableBatch(context, person, id))) throw new CodedError('not-found');
      const rows = await rowsOfBatch(database, id, { after: cursor, isReady: isLeft, limit: batchPieceMax });
      const last = rows.length < batchPieceMax ? undefined : rows.at(-1);
      return { rows: await withLoans(context, rows), nextCursor: last ? String(last.position) : null };
    },
    send: (person, id, reason) => sendBatch(context, person, id, reason),
    async proceed(person, id) {
      const batch = await findBatch(database, id);
      const decidedBy = batch?.approval?.decidedBy ?? null;
      if (!batch || !isGoing(batch) || ![batch.personId, decidedBy].includes(person.personId)) return;
      const of = (personId: string) =>
        personId === person.personId ? person : { ...person, personId, roles: [] };
      await runBatch(context, id, {
        asker: of(batch.personId),
        decider: decidedBy === null ? null : of(decidedBy),
      });
    },
  };
}

/** Whether a batch may be carried out: it was sent, and needs no approval or has it. */
const isGoing = ({ sentAt, approval }: Pick<Kept, 'sentAt' | 'approval'>) =>
  sentAt !== null && (approval === null || approval.state === 'approved');

/** @throws CodedError 'not-found' unless this person previewed it. */
async function ownBatch({ dependencies }: BatchContext, person: DeskPerson, id: string): Promise<Kept> {
  const batch = isId(id) ? await findBatch(dependencies.hostDatabase, id) : undefined;
  if (!batch || batch.personId !== person.personId) throw new CodedError('not-found');
  return batch;
}

/** Previews the next items of a batch's list. The first payment on a loan may stand in an earlier piece. */
async function extendBatch(
  context: BatchContext,
  person: DeskPerson,
  id: string,
  { from, names, rest }: Parameters<DeskBatches['extend']>[2],
): Promise<void> {
  const { hostDatabase: database } = context.dependencies;
  const { act, currency } = await ownBatch(context, person, id);
  await requireFor(context, person, act, id);
  if (names.length > batchPieceMax) throw new CodedError('request-invalid', 'row');
  const rows = await previewedRows(context, person, act, names, currency);
  const orders = rows.flatMap(({ fields }) => fields.orderNumber ?? []);
  const taken = await loansInBatch(database, id, orders);
  await inTransaction(database, (transaction) =>
    appendRows(
      transaction,
      { id, from, rest },
      rows.map(({ currency: _currency, ...row }) =>
        taken.has(row.fields.orderNumber ?? '') ? { ...row, outcome: 'cannot', why: 'same-loan' } : row,
      ),
      currencyOfReady(rows),
    ),
  );
}

async function requireFor({ dependencies }: BatchContext, person: DeskPerson, act: BatchAct, id: string) {
  const { needs } = batchActTable[act];
  const entry = { act: `batch-${act}`, subject: subjectOfBatch(id) };
  if (needs !== null) await requireAct(dependencies, person, needs, entry);
}

/** The host call that an item of 'approve', 'decline' or 'match' makes; null for other acts. */
function judgedOf(act: BatchAct, row: Pick<Row, 'name' | 'fields'>, reason: string): Judged | null {
  const said = reason === '' ? {} : { reason };
  if (act === 'approve' || act === 'decline') {
    const fields = { orderNumber: row.name, decision: act, ...said };
    return { call: decideApplication as HostCall, fields, orderNumber: row.name };
  }
  if (act !== 'match') return null;
  const { orderNumber = '' } = row.fields;
  const fields = { reason: unsaid, ...row.fields, ...said };
  return { call: assignPayment as HostCall, fields, orderNumber };
}

/** Names of the applications whose offer this person made or changed. */
async function onOwnOffers(
  { second }: BatchContext,
  person: DeskPerson,
  found: readonly QueuedMatter[],
): Promise<ReadonlySet<string>> {
  const applications = found.filter(({ kind }) => kind === 'application');
  const offers = applications.map(({ borrowerId, detail }) => ({
    borrowerId: borrowerId ?? '',
    productId: String(detail.productId),
  }));
  const areOwn = await second.areOwnOffers(person, offers);
  return new Set(applications.filter((_, index) => areOwn[index]).map(nameOf));
}

/** Call fields of an item, or the reason why the act does not apply to it. */
async function aimOf(
  { unmatched }: BatchContext,
  person: DeskPerson,
  act: BatchAct,
  matter: QueuedMatter,
): Promise<Row['fields'] | string> {
  const { kind } = batchActTable[act];
  if (kind !== null && matter.kind !== kind) return 'other-kind';
  if (act !== 'match') return {};
  const payment = { provider: String(matter.detail.provider), eventId: String(matter.detail.eventId) };
  const found = await unmatched.read(person, payment);
  if (!found) return 'not-found';
  if (found.hold !== null) return 'held';
  const [first, other] = found.suggestions.filter(({ reasons }) =>
    reasons.some(({ kind: why }) => why === 'reference'),
  );
  if (!first) return 'no-loan';
  return other ? 'two-loans' : { ...payment, orderNumber: first.loan.orderNumber };
}

interface JudgedItem {
  readonly name: string;
  readonly fields: Row['fields'];
  readonly of: Judged;
}

/** What the act would do to each matter, by name. */
async function lookAt(
  context: BatchContext,
  person: DeskPerson,
  act: BatchAct,
  found: readonly QueuedMatter[],
): Promise<ReadonlyMap<string, Looked>> {
  const looked = new Map<string, Looked>();
  const own = act === 'approve' ? await onOwnOffers(context, person, found) : new Set<string>();
  const requests =
    act === 'second' ? await lookAtRequests(context, person, found) : new Map<string, Looked>();
  const judged: JudgedItem[] = [];
  for (const matter of found) {
    const name = nameOf(matter);
    try {
      const aim = own.has(name) ? 'own-offer' : await aimOf(context, person, act, matter);
      if (typeof aim === 'string') {
        looked.set(name, { ...still, why: aim });
        continue;
      }
      const of = judgedOf(act, { name: matter.name, fields: aim }, '');
      // The first payment on a loan changes what the second would do.
      const isSecond = act === 'match' && judged.some((before) => before.of.orderNumber === of?.orderNumber);
      if (!of) looked.set(name, requests.get(name) ?? still);
      else if (isSecond) looked.set(name, { ...still, why: 'same-loan' });
      else judged.push({ name, fields: aim, of });
    } catch (error) {
      looked.set(name, { ...still, why: codeOf(error) });
    }
  }
  for (const [name, one] of await previewItems(context, person, judged)) looked.set(name, one);
  return looked;
}

async function previewItems(
  { host }: BatchContext,
  person: DeskPerson,
  judged: readonly JudgedItem[],
): Promise<readonly (readonly [string, Looked])[]> {
  const [one] = judged;
  if (!one) return [];
  const fieldsOfAll = judged.map(({ of }) => of.fields);
  const effects = await host.preview(one.of.call, fieldsOfAll, `desk:${person.personId}`);
  return judged.map(({ name, fields, of: { call, orderNumber, ...of } }, index) => {
    const effect = effects[index];
    if (!effect) throw new Error('A call did not say what it would do.');
    if (effect instanceof CodedError) return [name, { ...still, fields, why: effect.code }];
    return [name, { ...lookedAt(call.name, of.fields, { orderNumber, ...effect }), fields }];
  });
}

/** What each request would do now, or why this person cannot approve it in a batch. */
async function lookAtRequests(
  { approvals }: BatchContext,
  person: DeskPerson,
  found: readonly QueuedMatter[],
) {
  const ids = found.flatMap(({ kind, id }) => (kind === 'approval' ? [id] : []));
  const requests = await approvals.readAll(person, ids);
  const lookAtOne = ({ id }: QueuedMatter): Looked => {
    const { approval, effectNow = null, isOwnPart = false } = requests.get(id) ?? {};
    if (approval?.askedBy === person.personId) return { ...still, why: 'own-request' };
    if (isOwnPart) return { ...still, why: 'own-part' };
    if (!approval || effectNow === null) return { ...still, why: 'status-conflict' };
    const looked = lookedAt(approval.call, approval.fields, effectNow);
    // Batches and new terms show their changes only on their own page.
    const hasOwnPage = approval.call === batchCall || approval.call === putProduct.name;
    return hasOwnPage ? { ...looked, why: 'own-page' } : looked;
  };
  return new Map(found.map((matter) => [nameOf(matter), lookAtOne(matter)]));
}

/** Overdue loans of some ids with the amount overdue, or why the act does not apply. */
async function lookAtLate({ dependencies }: BatchContext, act: BatchAct, names: readonly BatchName[]) {
  const { hostDatabase: database } = dependencies;
  const now = await currentTime(dependencies, database);
  const isLateAct = batchActTable[act].kind === 'collection';
  const ids = names.filter(({ kind }) => kind === 'collection').map(({ id }) => id);
  const found = await findLate(dependencies, database, ids);
  return new Map(
    [...found].map(([id, row]): [string, Looked & { readonly name: string }] => {
      const of = { currency: currencyOf(row.market), amountMinor: minorAmount(Number(row.overdueMinor)) };
      const why = isLateAct ? lateActRefusal(act as LateAct, row, now) : 'other-kind';
      return [id, { ...still, ...of, why, name: row.orderNumber }];
    }),
  );
}

async function previewBatch(
  context: BatchContext,
  person: DeskPerson,
  { messageId, act, toPersonId, names, rest = null }: Parameters<DeskBatches['preview']>[1],
): Promise<void> {
  const { hostDatabase: database, clock } = context.dependencies;
  await requireFor(context, person, act, messageId);
  if (!isId(messageId)) throw new CodedError('request-invalid', 'messageId');
  if (names.length === 0 || names.length > batchPieceMax) throw new CodedError('request-invalid', 'row');
  const rows = await previewedRows(context, person, act, names, null);
  const ready = rows.filter(({ outcome }) => outcome === 'ready');
  const batch = {
    id: messageId,
    act,
    reason: '',
    personId: person.personId,
    toPersonId,
    currency: currencyOfReady(ready),
    rest,
    sumMinor: addMinor(zeroMinor, ...ready.map(({ amountMinor }) => amountMinor)),
    previewedAt: clock.now(),
  };
  await inTransaction(database, (transaction) =>
    insertBatch(
      transaction,
      batch,
      rows.map(({ currency: _currency, ...row }, position) => ({ ...row, position })),
    ),
  );
}

const currencyOfReady = (rows: readonly Pick<Row & Looked, 'outcome' | 'currency'>[]) =>
  rows.find(({ outcome, currency }) => outcome === 'ready' && currency !== null)?.currency ?? null;

/** The items of a batch with what the act would do. All that are ready have its currency, or that of the first one that is. */
async function previewedRows(
  context: BatchContext,
  person: DeskPerson,
  act: BatchAct,
  names: readonly BatchName[],
  currencyBefore: Currency | null,
): Promise<(Omit<Row, 'position'> & Pick<Looked, 'currency'>)[]> {
  const queued = names.filter((name): name is MatterName => name.kind !== 'collection');
  const matters = await context.matters.find(person, queued);
  const open = new Map(matters.map((matter) => [nameOf(matter), matter]));
  const seen = await lookAt(context, person, act, [...open.values()]);
  const lateOnes = names.length === queued.length ? null : await lookAtLate(context, act, names);
  let batchCurrency = currencyBefore;
  const distinct = new Map(names.map((each) => [nameOf(each), each])).values();
  return [...distinct].map((name) => {
    const matter = open.get(nameOf(name));
    const lateOne = name.kind === 'collection' ? lateOnes?.get(name.id) : undefined;
    const looked = lateOne ?? seen.get(nameOf(name)) ?? { ...still, why: 'status-conflict' };
    const { amountMinor, currency, fields, effect } = looked;
    batchCurrency ??= looked.why === null ? currency : null;
    const isOther = currency !== null && currency !== batchCurrency;
    const why = isOther && looked.why === null ? 'other-currency' : looked.why;
    const shown = (matter ? shownName(matter) : lateOne?.name) ?? name.id;
    const outcome = why === null ? ('ready' as const) : ('cannot' as const);
    const item = { kind: name.kind, matterId: name.id, name: shown };
    return { ...item, amountMinor, currency, seen: looked.seen, fields, effect, outcome, why };
  });
}

/** A batch that this person previewed, or may read as auditor or approver. */
async function readableBatch({ dependencies }: BatchContext, person: DeskPerson, id: string) {
  const batch = isId(id) ? await findBatch(dependencies.hostDatabase, id) : undefined;
  if (!batch || batch.personId === person.personId) return batch;
  const entry = { act: 'opened', subject: subjectOfBatch(id) };
  await requireAct(dependencies, person, mayDo(person.roles, 'see-audit') ? 'see-audit' : 'approve', entry);
  return batch;
}

async function readBatch(
  context: BatchContext,
  person: DeskPerson,
  id: string,
): ReturnType<DeskBatches['read']> {
  const { hostDatabase: database } = context.dependencies;
  const batch = await readableBatch(context, person, id);
  if (!batch) return null;
  const rows = await rowsOfBatch(database, id, { first: batchRowsShown });
  const groups = await countBatchRows(database, id);
  const countOf = (outcome: Row['outcome']) =>
    groups.reduce((sum, group) => sum + (group.outcome === outcome ? group.count : 0), 0);
  const [ready, cannot, done, dropped] = [
    countOf('ready'),
    countOf('cannot'),
    countOf('done'),
    countOf('dropped'),
  ];
  return {
    ...batch,
    counts: { ready, cannot, done, dropped },
    whyNot: groups.filter(({ outcome }) => outcome === 'cannot' || outcome === 'dropped'),
    isGoing: isGoing(batch) && ready > 0,
    rows: await withLoans(context, rows),
  };
}

/** Rows with their approval request, effect and borrower. */
async function withLoans({ dependencies }: BatchContext, rows: readonly Row[]): Promise<BatchRow[]> {
  const { hostDatabase: database } = dependencies;
  const approvalIds = rows.flatMap(({ kind, matterId }) => (kind === 'approval' ? [matterId] : []));
  const approvals = approvalIds.length === 0 ? [] : await findApprovals(database, approvalIds);
  const requests = new Map(approvals.map((each) => [each.id, each]));
  const told = rows.map((row): BatchRow & { readonly orderNumber: string | null } => {
    const request = requests.get(row.matterId) ?? null;
    const effect = row.effect ?? request?.effect ?? null;
    const ofLoan = row.kind === 'application' || row.kind === 'collection' ? row.name : null;
    const orderNumber = row.fields.orderNumber ?? effect?.orderNumber ?? ofLoan;
    return { ...row, effect, request, borrower: null, orderNumber };
  });
  const orderNumbers = told.flatMap(({ orderNumber }) => orderNumber ?? []);
  const byLoan = await borrowersOfLoans(database, orderNumbers);
  return told.map(({ orderNumber, ...row }) => ({
    ...row,
    borrower: orderNumber === null ? null : (byLoan.get(orderNumber) ?? null),
  }));
}

async function sendBatch(
  context: BatchContext,
  person: DeskPerson,
  id: string,
  reason: string,
): Promise<'waiting' | 'done'> {
  const { hostDatabase: database, clock } = context.dependencies;
  const batch = await ownBatch(context, person, id);
  const { act, currency, sumMinor, rest } = batch;
  await requireFor(context, person, act, id);
  if (rest !== null) throw new CodedError('status-conflict');
  const subject = subjectOfBatch(id);
  const isWaiting = await inTransaction(database, async (transaction) => {
    if (sumMinor > 0) await lockPerson(transaction, person.personId);
    const isFirst = await markSent(transaction, id, { reason, sentAt: clock.now() });
    if (!isFirst) return batch.approval !== null;
    const call = callOf[act];
    if (call === undefined || currency === null) return false;
    const allowance = await context.second.allowanceOf(transaction, person, { act: call, subject, currency });
    if (limitCrossed(sumMinor, allowance) === null) return false;
    const target = { orderNumber: null, subject } as const;
    const effect: DeskEffect = { ...target, currency, amountMinor: sumMinor, before: null, after: null };
    const fields = { batchId: id, act };
    await context.second.ask(transaction, { call: batchCall, fields, effect, person, messageId: id, reason });
    return true;
  });
  if (isWaiting) return 'waiting';
  await runBatch(context, id, { asker: person, decider: null });
  return 'done';
}

/** Carries out the next items of a batch that are still to be done. Repeating it is harmless. */
export async function runBatch(context: BatchContext, id: string, doers: Doers): Promise<void> {
  const { hostDatabase: database, clock } = context.dependencies;
  const batch = await findBatch(database, id);
  if (!batch) throw new CodedError('not-found');
  const settle = (position: number, settled: Parameters<typeof settleRow>[2]) =>
    inTransaction(database, (transaction) => settleRow(transaction, { batchId: id, position }, settled));
  for (const row of await rowsOfBatch(database, id, { isReady: true, limit: batchPieceMax })) {
    try {
      await carryOut(context, batch, row, doers);
      await settle(row.position, { outcome: 'done', doneAt: clock.now() });
    } catch (error) {
      await settle(row.position, { outcome: 'dropped', why: codeOf(error) });
    }
  }
}

/** Carries out one item. @throws CodedError, DeskRefusal where it drops out. */
async function carryOut(context: BatchContext, batch: Kept, row: Row, doers: Doers): Promise<void> {
  const judged = judgedOf(batch.act, row, batch.reason);
  if (judged) return carryOutJudged(context, batch, row, doers, judged);
  const { asker } = doers;
  switch (batch.act) {
    case 'second':
      return context.approvals.approve(asker, row.matterId, row.seen);
    case 'hand-over':
    case 'pause':
    case 'log-wrote':
    case 'log-no-answer':
      return carryOutLate(context, { ...batch, act: batch.act }, row, asker);
    case 'assign':
      return context.matters.assign(asker, [{ kind: row.kind as MatterKind, id: row.matterId }], {
        personId: batch.toPersonId,
        reason: batch.reason,
      });
    default:
      return carryOutCall(context, batch, row, doers);
  }
}

/** Marks an item as done. @returns false where another request has done it meanwhile. */
function markDone({ dependencies }: BatchContext, transaction: Transaction, batch: Kept, row: Row) {
  const of = { batchId: batch.id, position: row.position };
  return settleRow(transaction, of, { outcome: 'done', doneAt: dependencies.clock.now() });
}

/** Makes a host call whose effect must still be the previewed one, within the limits of who asked. */
async function carryOutJudged(
  context: BatchContext,
  batch: Kept,
  row: Row,
  { asker, decider }: Doers,
  { call, fields, orderNumber }: Judged,
): Promise<void> {
  const { host, second } = context;
  const { clock, random } = context.dependencies;
  const subject = `loan:${orderNumber}`;
  const person = decider ?? asker;
  if (batch.act === 'approve' && (await second.lendsOnOwnOffer(person, { decision: batch.act, orderNumber })))
    throw new DeskRefusal('own-offer');
  await host.carryOut(call, fields, {
    actor: `desk:${asker.personId}`,
    messageId: `${batch.id}:${row.position}`,
    async judge(transaction, effect) {
      const { amountMinor, currency } = effect;
      if (effectKey({ orderNumber, ...effect }) !== row.seen) throw new DeskRefusal('stale');
      if (decider === null && amountMinor > 0) {
        await lockPerson(transaction, asker.personId);
        const of = { act: call.name, subject, currency };
        const allowance = await second.allowanceOf(transaction, asker, of);
        if (limitCrossed(amountMinor, allowance) !== null) throw new DeskRefusal('needs-second-person');
      }
      const moved = decider === null ? { movedMinor: amountMinor } : { amountMinor, askedBy: asker.personId };
      const detail = { ...auditableFields(fields), batch: batch.id, ...moved, currency };
      const entry = {
        person,
        act: call.name,
        subject,
        reason: batch.reason,
        detail,
        outcome: 'done',
      } as const;
      await record(transaction, entry, { now: clock.now(), random });
      await markDone(context, transaction, batch, row);
      return true;
    },
  });
}

async function carryOutLate(
  context: BatchContext,
  batch: Kept & { readonly act: LateAct },
  row: Row,
  asker: DeskPerson,
): Promise<void> {
  const { dependencies } = context;
  await inTransaction(dependencies.hostDatabase, async (transaction) => {
    // Of two concurrent requests the second waits here and finds the item done.
    if (!(await markDone(context, transaction, batch, row))) return;
    const found = (await findLate(dependencies, transaction, [row.matterId])).get(row.matterId);
    if (!found) throw new CodedError('status-conflict');
    const { act, reason, toPersonId } = batch;
    await carryOutLateAct(dependencies, transaction, act, found, { person: asker, reason, toPersonId });
  });
}

/** Closes a message or sends an event again. */
async function carryOutCall(context: BatchContext, batch: Kept, row: Row, { asker, decider }: Doers) {
  const { clock, random } = context.dependencies;
  const { matterId } = row;
  const [call, fields, subject] =
    batch.act === 'close-message'
      ? [closeContactMessage as HostCall, { contactMessageId: matterId }, `contact-message:${matterId}`]
      : [redeliverEvents as HostCall, { eventIds: [matterId] }, `event:${matterId}`];
  await context.host.ask(call, fields, {
    actor: `desk:${asker.personId}`,
    messageId: `${batch.id}:${row.position}`,
    async alongside(transaction) {
      const entry = { person: decider ?? asker, act: call.name, subject, reason: batch.reason } as const;
      const detail = { batch: batch.id };
      await record(transaction, { ...entry, detail, outcome: 'done' }, { now: clock.now(), random });
      await markDone(context, transaction, batch, row);
    },
  });
}

/** A matter's name for people: its loan, where its only name is an id. */
const shownName = ({ id, name, orderNumber }: QueuedMatter) => (name === id ? (orderNumber ?? name) : name);

const nameOf = ({ kind, id }: BatchName) => `${kind}:${id}`;

/** Who asked for a batch, and who approved it; null where no approval was needed. */
export interface Doers {
  readonly asker: DeskPerson;
  readonly decider: DeskPerson | null;
}
