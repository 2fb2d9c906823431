import { allHostCalls } from '#contract/all-host-calls.ts';
import type { ApprovalNow, DeskApprovals } from '#contract/desk-correction.ts';
import { needsPreview } from '#contract/doors.ts';
import { linkBorrowers, makeBorrowerChange, unlinkBorrowers } from '#contract/host/borrower.ts';
import { requestErasure } from '#contract/host/personal-data.ts';
import { putProduct } from '#contract/host/product.ts';
import { unusualOf } from '#contract/unusual.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { effectKey, subjectOf } from '#domain/desk/effect.ts';
import { maskedName } from '#domain/desk/mask.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { DeskRefusal, type DeskRefusalCode } from '#domain/desk/refusal.ts';
import { CodedError } from '#domain/error-code.ts';
import { dropChange, waitingChanges } from '../borrower/store.ts';
import { auditableFields, record, recordRefusal, requireAct } from './audit.ts';
import { batchCall, type Doers } from './batches.ts';
import {
  type Called,
  type CorrectionContext,
  effectOn,
  lendsOnOwnOffer,
  notAllowed,
  type Outlook,
  previewsOf,
  requireEffect,
} from './corrections.ts';
import {
  type ApprovalRow,
  borrowersOfLoans,
  decideApproval,
  findApprovals,
  namesOfBorrowers,
  versionsNow,
} from './store/approval.ts';
import { participantsOf } from './store/participants.ts';

const reasonMaxLength = 300;

interface ApprovalContext extends CorrectionContext {
  readonly runBatch: (id: string, doers: Doers) => Promise<void>;
}

export function createDeskApprovals(context: ApprovalContext): DeskApprovals {
  const { dependencies } = context;
  return {
    read: async (person, id) => (await readApprovals(context, person, [id])).get(id) ?? null,
    readAll: (person, ids) => readApprovals(context, person, ids),
    approve: (person, id, seen) => approve(context, person, id, seen),
    async sendBack(person, id, reason) {
      const request = await approvalOf(context, id);
      const subject = subjectOf(request.effect);
      await requireAct(dependencies, person, 'approve', { act: 'sent-back', subject, detail: notAllowed });
      if (request.askedBy === person.personId)
        await turnAway(context, person, 'sent-back', request, 'own-request');
      const words = reason.trim();
      if (words.length > reasonMaxLength) throw new CodedError('request-invalid', 'reason');
      await leave(context, person, request, 'sent-back', words);
    },
    async takeBack(person, id) {
      const request = await approvalOf(context, id);
      if (request.askedBy !== person.personId)
        await turnAway(context, person, 'taken-back', request, 'not-allowed');
      await leave(context, person, request, 'taken-back');
    },
  };
}

async function readApprovals(
  context: ApprovalContext,
  person: DeskPerson,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ApprovalNow>> {
  const { hostDatabase: database } = context.dependencies;
  await requireAct(context.dependencies, person, 'see-money', {
    act: 'opened',
    subject: 'approvals',
    detail: notAllowed,
  });
  const found = await findApprovals(database, ids.filter(isId));
  const names = await namesOfBorrowers(database, found.flatMap(borrowerNamed));
  const waiting = found.filter(({ state }) => state === 'waiting');
  const outlooks = await outlooksOf(context, waiting, names);
  const orderNumbers = found.flatMap(({ effect }) => effect.orderNumber ?? []);
  const byLoan = await borrowersOfLoans(database, orderNumbers);
  const parts = await participantsOf(database, found);
  const approvalNow = (approval: ApprovalRow): ApprovalNow => {
    const { id, call, fields, effect } = approval;
    const outlook = outlooks.get(id) ?? null;
    const effectNow = outlook instanceof Error ? null : outlook;
    const [borrowerId = ''] = borrowerNamed(approval);
    const name = names.get(borrowerId);
    const named = name === undefined ? null : { borrowerId, name: maskedName(name) };
    return {
      approval,
      effectNow,
      unusual: unusualOf(call, fields, effectNow ?? effect),
      borrower: effect.orderNumber === null ? named : (byLoan.get(effect.orderNumber) ?? null),
      isOwnPart: parts.get(id)?.has(`desk:${person.personId}`) ?? false,
    };
  };
  return new Map(found.map((approval) => [approval.id, approvalNow(approval)]));
}

async function approve(
  context: ApprovalContext,
  person: DeskPerson,
  id: string,
  seen: string,
): Promise<void> {
  const { dependencies } = context;
  const { hostDatabase: database } = dependencies;
  const request = await approvalOf(context, id);
  await requireAct(dependencies, person, 'approve', {
    act: 'approved',
    subject: subjectOf(request.effect),
    detail: notAllowed,
  });
  if (request.askedBy === person.personId)
    await turnAway(context, person, 'approved', request, 'own-request');
  const parts = await participantsOf(database, [request]);
  if (parts.get(id)?.has(`desk:${person.personId}`))
    await turnAway(context, person, 'approved', request, 'own-part');
  if (request.state !== 'waiting') await requireDecidedBy(context, person, id, 'approved');
  else if (request.call !== batchCall) return approveCall(context, person, request, seen);
  else {
    if (effectKey(request.effect) !== seen) throw new DeskRefusal('stale');
    await inTransaction(database, (transaction) =>
      decide(context, transaction, person, request, request.effect.amountMinor),
    );
  }
  // Approving a batch again completes what a stopped node left undone.
  const asker = { ...person, personId: request.askedBy, roles: [] };
  if (request.call === batchCall) await context.runBatch(id, { asker, decider: person });
}

/** Makes the call of a request if its effect is still the one that was seen. */
async function approveCall(
  context: ApprovalContext,
  person: DeskPerson,
  request: ApprovalRow,
  seen: string,
): Promise<void> {
  const { host, dependencies } = context;
  const called = calledAgain(request);
  if (await lendsOnOwnOffer(context, person, called))
    await turnAway(context, person, 'approved', request, 'own-offer');
  let isMine = false;
  const decideNow = async (transaction: Transaction, amountMinor: number) => {
    await decide(context, transaction, person, request, amountMinor);
    isMine = true;
  };
  // The asker is the actor, so that two concurrent approvals send one message.
  const by = { actor: `desk:${request.askedBy}`, messageId: request.id };
  if (needsPreview(request.call)) {
    await host.carryOut(called.call, called.fields, {
      ...by,
      async judge(transaction, decided) {
        if (effectKey(effectOn(called, decided)) !== seen) throw new DeskRefusal('stale');
        await decideNow(transaction, decided.amountMinor);
        return true;
      },
    });
  } else {
    const names = await namesOfBorrowers(dependencies.hostDatabase, borrowerNamed(request));
    const outlook = (await outlooksOf(context, [request], names)).get(request.id);
    if (effectKey(requireEffect(outlook)) !== seen) throw new DeskRefusal('stale');
    const alongside = (transaction: Transaction) => decideNow(transaction, request.effect.amountMinor);
    await host.ask(called.call, called.fields, { ...by, alongside });
  }
  if (!isMine) await requireDecidedBy(context, person, request.id, 'approved');
}

function calledAgain({ call: name, fields, effect }: ApprovalRow): Called {
  const call = allHostCalls.find((each) => each.name === name);
  if (!call) throw new DeskRefusal('not-allowed');
  return { call, fields, target: effect };
}

const callsOnBorrowers: readonly string[] = [
  requestErasure.name,
  makeBorrowerChange.name,
  linkBorrowers.name,
  unlinkBorrowers.name,
];

function borrowerNamed({ call, fields }: Pick<ApprovalRow, 'call' | 'fields'>): string[] {
  return callsOnBorrowers.includes(call) ? [String(fields.borrowerId)] : [];
}

async function approvalOf({ dependencies }: ApprovalContext, id: string): Promise<ApprovalRow> {
  const [approval] = isId(id) ? await findApprovals(dependencies.hostDatabase, [id]) : [];
  if (!approval) throw new CodedError('not-found');
  return approval;
}

async function turnAway(
  { dependencies }: ApprovalContext,
  person: DeskPerson,
  act: string,
  request: ApprovalRow,
  code: DeskRefusalCode,
): Promise<never> {
  const detail = { call: request.call, code };
  await recordRefusal(dependencies, { person, act, subject: subjectOf(request.effect), detail });
  throw new DeskRefusal(code);
}

const entryOf = (person: DeskPerson, act: string, request: ApprovalRow, amountMinor: number) => ({
  person,
  act,
  subject: subjectOf(request.effect),
  reason: request.reason,
  outcome: 'done' as const,
  detail: { call: request.call, ...auditableFields(request.fields), amountMinor, askedBy: request.askedBy },
});

/** Marks a request as approved. @throws DeskRefusal 'decided' where somebody decided it meanwhile. */
async function decide(
  { dependencies: { clock, random } }: ApprovalContext,
  transaction: Transaction,
  person: DeskPerson,
  request: ApprovalRow,
  amountMinor: number,
): Promise<void> {
  const facts = { state: 'approved' as const, decidedBy: person.personId, decidedAt: clock.now() };
  if (!(await decideApproval(transaction, request.id, facts))) throw new DeskRefusal('decided');
  const entry = entryOf(person, 'approved', request, amountMinor);
  await record(transaction, entry, { now: clock.now(), random });
}

/** Accepts a repeated decision of the same person. @throws DeskRefusal 'decided' for any other. */
async function requireDecidedBy(
  context: ApprovalContext,
  person: DeskPerson,
  id: string,
  wanted: ApprovalRow['state'],
): Promise<void> {
  const { state, decidedBy } = await approvalOf(context, id);
  if (state !== wanted || decidedBy !== person.personId) throw new DeskRefusal('decided');
}

async function leave(
  context: ApprovalContext,
  person: DeskPerson,
  request: ApprovalRow,
  state: 'sent-back' | 'taken-back',
  words = '',
): Promise<void> {
  const { hostDatabase: database, clock, random } = context.dependencies;
  const isLeft = await inTransaction(database, async (transaction) => {
    const decisionReason = words === '' ? null : words;
    const facts = { state, decidedBy: person.personId, decidedAt: clock.now(), decisionReason };
    if (!(await decideApproval(transaction, request.id, facts))) return false;
    if (request.call === makeBorrowerChange.name) await dropChange(transaction, request.id);
    const entry = entryOf(person, state, request, request.effect.amountMinor);
    const reason = decisionReason ?? entry.reason;
    await record(transaction, { ...entry, reason }, { now: clock.now(), random });
    return true;
  });
  if (!isLeft) await requireDecidedBy(context, person, request.id, state);
}

/** What requests of one call by one person would do now. */
async function lookAgain(
  context: ApprovalContext,
  requests: readonly ApprovalRow[],
  personId: string,
): Promise<readonly Outlook[]> {
  try {
    return await previewsOf(context, requests.map(calledAgain), personId);
  } catch (error) {
    if (error instanceof CodedError || error instanceof DeskRefusal) return requests.map(() => error);
    throw error;
  }
}

/** What requests would do now, or why they are refused, by id. Requests of the same call and person are previewed together. */
async function outlooksOf(
  context: ApprovalContext,
  requests: readonly ApprovalRow[],
  names: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, Outlook>> {
  const outlooks = new Map<string, Outlook>();
  const judged = requests.filter(({ call }) => needsPreview(call));
  for (const ofOne of Map.groupBy(judged, ({ call, askedBy }) => `${askedBy} ${call}`).values()) {
    const looked = await lookAgain(context, ofOne, ofOne[0]?.askedBy ?? '');
    for (const [index, { id }] of ofOne.entries())
      outlooks.set(id, looked[index] ?? new CodedError('not-found'));
  }
  const named = (name: string, field: string) =>
    requests.flatMap(({ call, fields }) => (call === name ? [String(fields[field])] : []));
  const versions = await versionsNow(context.dependencies.hostDatabase, named(putProduct.name, 'productId'));
  const changes = await waitingChanges(
    context.dependencies.hostDatabase,
    named(makeBorrowerChange.name, 'changeId'),
  );
  for (const { id, call, fields, effect } of requests.filter((each) => !needsPreview(each.call))) {
    const { productId, expectedVersion, borrowerId, changeId } = fields;
    if (call === putProduct.name && (versions.get(String(productId)) ?? 0) !== expectedVersion)
      outlooks.set(id, new CodedError('version-conflict'));
    else if (callsOnBorrowers.includes(call) && !names.has(String(borrowerId)))
      outlooks.set(id, new CodedError('status-conflict'));
    else if (call === makeBorrowerChange.name && !changes.has(String(changeId)))
      outlooks.set(id, new CodedError('status-conflict'));
    else outlooks.set(id, effect);
  }
  return outlooks;
}
