import { keptDetail } from '#contract/host/borrower.ts';
import type { Transaction } from '#db/database.ts';
import {
  type ChangedDetail,
  changedDetails,
  type ProofKind,
  proofsOf,
} from '#domain/borrower/borrower-change.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import type { Market } from '#domain/market.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { type EventContext, recordEvent } from '../events/record-event.ts';
import type { HostContext } from '../http/host-gate.ts';
import { mobileDigitsOf } from '../registration/phone.ts';
import {
  type BorrowerChange,
  type BorrowerRecord,
  dropOpenChanges,
  findChange,
  insertChanges,
  lockBorrower,
  noChangeFacts,
  updateBorrower,
  updateChange,
} from './store.ts';

export type ChangeKey = { readonly borrowerId: string; readonly changeId: string };

type Details = Pick<BorrowerRecord, 'name' | 'address' | 'mobilePhone'>;

const columnOf = { name: 'name', address: 'address', phone: 'mobilePhone' } as const;

export const detailOf = (details: Details, kind: ChangedDetail): string => details[columnOf[kind]];

/** Records what the lender's own systems change, in force at once. */
export async function recordReplaced(
  { transaction, now, actor, random }: HostContext,
  current: BorrowerRecord,
  facts: Details,
): Promise<void> {
  if (current.erasedAt !== null) return;
  const kinds = changedDetails.filter((kind) => detailOf(current, kind) !== detailOf(facts, kind));
  const changes = kinds.map(
    (kind): BorrowerChange => ({
      ...{ ...noChangeFacts, id: random.id(), borrowerId: current.id, kind, state: 'done' },
      ...{ value: detailOf(facts, kind), valueBefore: detailOf(current, kind) },
      ...{ requestedAt: now, requestedBy: actor, doneAt: now, doneBy: actor },
    }),
  );
  await insertChanges(transaction, changes);
}

/** @throws CodedError 'request-invalid' on 'value'. */
function requireDetail(kind: ChangedDetail, typed: string, market: Market): string {
  if (kind === 'phone')
    return mobileDigitsOf(phoneRuleOf(market), typed, { language: 'en', field: 'value', isFieldNamed: true });
  const value = keptDetail(kind, typed);
  if (value === null) throw new CodedError('request-invalid', 'value');
  return value;
}

/**
 * @throws CodedError 'not-found'; 'request-invalid' for a value that is invalid or in force, and for a proof that does not prove it;
 * 'status-conflict' while the old number objects to another change.
 */
export async function requestChange(
  { transaction, now, actor, random }: HostContext,
  {
    value: typed,
    ...request
  }: Pick<BorrowerChange, 'borrowerId' | 'kind' | 'value' | 'proofReference'> & {
    readonly proofKind: ProofKind;
  },
): Promise<BorrowerChange> {
  const { borrowerId, kind, proofKind } = request;
  const borrower = orNotFound(await lockBorrower(transaction, { borrowerId }), 'borrowerId');
  if (borrower.erasedAt !== null) throw new CodedError('not-found', 'borrowerId');
  const value = requireDetail(kind, typed, borrower.market);
  if (value === detailOf(borrower, kind)) throw new CodedError('request-invalid', 'value');
  if (!proofsOf[kind].includes(proofKind)) throw new CodedError('request-invalid', 'proofKind');
  if (!(await dropOpenChanges(transaction, borrowerId, kind))) throw new CodedError('status-conflict');
  const state = kind === 'phone' ? 'unconfirmed' : 'waiting';
  const change: BorrowerChange = {
    ...noChangeFacts,
    ...request,
    id: random.id(),
    value,
    state,
    requestedAt: now,
    requestedBy: actor,
  };
  await insertChanges(transaction, [change]);
  return change;
}

/**
 * Makes an approved change. A telephone takes effect only once the old number was told and did not object; one that it objected to takes
 * effect at once, since this approval knows of the objection. @throws CodedError 'not-found'; 'status-conflict' for a change in another state.
 */
export async function makeChange(
  { transaction, now, actor, random }: HostContext,
  key: ChangeKey,
): Promise<BorrowerChange> {
  const borrower = orNotFound(await lockBorrower(transaction, { borrowerId: key.borrowerId }), 'borrowerId');
  const change = orNotFound(await findChange(transaction, key), 'changeId');
  const canBeMade = change.state === 'waiting' || change.state === 'objected';
  if (borrower.erasedAt !== null || !canBeMade) throw new CodedError('status-conflict');
  if (change.kind === 'phone' && change.state === 'waiting')
    return updateChange(transaction, change, { state: 'told' });
  return putInForce(transaction, borrower, change, { now, random, by: actor });
}

/** Puts a change in force, with its event. */
export async function putInForce(
  transaction: Transaction,
  borrower: BorrowerRecord,
  change: BorrowerChange,
  { now, random, by }: EventContext & { readonly by: string },
): Promise<BorrowerChange> {
  const { id: borrowerId, lenderBorrowerId } = borrower;
  const { id: changeId, kind, value } = change;
  const facts = { [columnOf[kind]]: value, changedAt: now, changedBy: by };
  await updateBorrower(transaction, borrower, facts);
  const event = {
    type: 'borrower.changed',
    subjectId: borrowerId,
    data: { borrowerId, lenderBorrowerId, changeId, kind },
  } as const;
  recordEvent(transaction, event, { now, random });
  const valueBefore = detailOf(borrower, kind);
  return updateChange(transaction, change, { state: 'done', valueBefore, doneAt: now, doneBy: by });
}
