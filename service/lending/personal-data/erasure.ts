import { createHash } from 'node:crypto';
import { inTransaction, type Transaction } from '#db/database.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { dayIn } from '#domain/market.ts';
import { internationalPhone, ownDigits } from '#domain/registration/mobile-phone.ts';
import { marketOfPhone, phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { recordEvent } from '../events/record-event.ts';
import { describeFailure, WordedError } from '../http/answer.ts';
import { isBorrowersPhone, lockRegistration } from '../registration/store.ts';
import { keyedHash } from '../secrets.ts';
import {
  borrowersToErase,
  type ErasureRecord,
  type ErasureRequestRecord,
  eraseRowsOf,
  idsOfPerson,
  imageNamesOf,
  insertErasure,
  lockWaitingRequest,
  obstacleToErasure,
  type Person,
  personOf,
  updateErasureRequest,
} from './store.ts';

type ErasureContext = Pick<LendingDependencies, 'files' | 'random' | 'configuration'> & {
  readonly transaction: Transaction;
  readonly now: Date;
};

/** A borrower with the ids by which their rows are found. @throws CodedError 'not-found'. */
export async function requirePerson(
  { transaction, configuration, now }: ErasureContext,
  borrowerId: string,
  isLocked: boolean,
): Promise<Person & { readonly borrowerId: string }> {
  const borrower = orNotFound(await personOf(transaction, borrowerId, isLocked), 'borrowerId');
  const rule = phoneRuleOf(borrower.market);
  const digits = borrower.mobilePhone;
  const mobilePhone = internationalPhone(rule, digits);
  const phones = digits === '' ? [] : [mobilePhone, digits, `${rule.callingCode}${digits}`];
  const numberHashes = hashesOf(configuration, phones);
  const ids = await idsOfPerson(transaction, borrowerId);
  return { borrowerId, market: borrower.market, mobilePhone, numberHashes, ...ids, now };
}

function hashesOf({ masterSecrets }: ErasureContext['configuration'], phones: readonly string[]): string[] {
  return masterSecrets.flatMap((secret) => phones.map((form) => keyedHash(secret, 'number', form)));
}

/**
 * Erases a registration and other rows with its telephone. @throws CodedError 'not-found', 'status-conflict' where the telephone is a
 * borrower's, whose erasure includes it.
 */
export async function eraseRegistration(
  context: ErasureContext,
  registrationId: string,
  by: Pick<ErasureRecord, 'reason' | 'erasedBy'>,
): Promise<ErasureRecord> {
  const { transaction, configuration, now } = context;
  const registration = orNotFound(await lockRegistration(transaction, registrationId), 'registrationId');
  const { mobilePhone } = registration;
  const market = marketOfPhone(mobilePhone);
  const digits = ownDigits(phoneRuleOf(market), mobilePhone);
  if (await isBorrowersPhone(transaction, market, digits))
    throw new WordedError(
      new CodedError('status-conflict'),
      'The telephone is a borrower’s: name borrowerId.',
    );
  const numberHashes = hashesOf(configuration, [mobilePhone, digits, mobilePhone.slice(1)]);
  const ids = { borrowerId: null, loanIds: [], cardIds: [], cardPaymentIds: [] };
  return eraseAll(context, { ...ids, market, mobilePhone, numberHashes, now }, { ...by, registrationId });
}

function erasureHash(erasure: Omit<ErasureRecord, 'hash'>): string {
  const { id, borrowerId, registrationId, reason, erasedAt, erasedBy, counts } = erasure;
  const inOrder = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([
    id,
    borrowerId ?? registrationId,
    reason,
    erasedAt.toISOString(),
    erasedBy,
    ...inOrder,
  ]);
  return createHash('sha256').update(text).digest('hex');
}

/** Erases what identifies a person without obstacles, stores the proof and records the event. */
function erase(
  context: ErasureContext,
  person: Person & { readonly borrowerId: string },
  by: Pick<ErasureRecord, 'reason' | 'erasedBy'>,
): Promise<ErasureRecord> {
  return eraseAll(context, person, { ...by, registrationId: null });
}

/** Erases a person now; a waiting request is then done. */
export async function eraseNow(
  context: ErasureContext,
  person: Person & { readonly borrowerId: string },
  by: Pick<ErasureRecord, 'reason' | 'erasedBy'>,
): Promise<ErasureRecord> {
  const erasure = await erase(context, person, by);
  const waiting = await lockWaitingRequest(context.transaction, person.borrowerId);
  if (waiting) await updateErasureRequest(context.transaction, waiting, doneBy(erasure));
  return erasure;
}

async function eraseAll(
  { transaction, files, random, now: erasedAt }: ErasureContext,
  person: Person,
  { reason, erasedBy, registrationId }: Pick<ErasureRecord, 'reason' | 'erasedBy' | 'registrationId'>,
): Promise<ErasureRecord> {
  const { borrowerId } = person;
  const names = borrowerId === null ? [] : await imageNamesOf(transaction, borrowerId);
  const rowCounts = await eraseRowsOf(transaction, person);
  const counts = names.length > 0 ? { ...rowCounts, files: names.length } : rowCounts;
  const done = { id: random.id(), borrowerId, registrationId, reason, erasedAt, erasedBy, counts };
  const erasure = { ...done, hash: erasureHash(done) };
  await insertErasure(transaction, erasure);
  const erasureId = done.id;
  const told = { now: erasedAt, random };
  if (borrowerId !== null)
    recordEvent(
      transaction,
      { type: 'borrower.erased', subjectId: borrowerId, data: { borrowerId, erasureId } },
      told,
    );
  if (registrationId !== null)
    recordEvent(
      transaction,
      { type: 'registration.erased', subjectId: registrationId, data: { registrationId, erasureId } },
      told,
    );
  // Last, since it cannot be undone; a repetition is harmless.
  for (const name of names) await files.delete(name);
  return erasure;
}

function doneBy({ id, erasedAt }: ErasureRecord): Partial<ErasureRequestRecord> {
  return { state: 'done', waitsFor: null, earliestOn: null, endedAt: erasedAt, erasureId: id };
}

/** Carries out a waiting request, or records what prevents it. */
export async function carryOut(
  context: ErasureContext,
  person: Person & { readonly borrowerId: string },
  request: ErasureRequestRecord,
): Promise<ErasureRequestRecord> {
  const { transaction, now } = context;
  const obstacle = await obstacleToErasure(transaction, person.borrowerId);
  const { notBefore } = request;
  const isTooSoon = notBefore !== null && dayIn(person.market, now) < notBefore;
  if (obstacle === undefined && !isTooSoon) {
    const erasure = await erase(context, person, { reason: request.reason, erasedBy: request.requestedBy });
    return updateErasureRequest(transaction, request, doneBy(erasure));
  }
  const days = [obstacle?.earliestOn ?? null, isTooSoon ? notBefore : null].filter((day) => day !== null);
  const earliestOn =
    obstacle !== undefined && obstacle.waitsFor !== 'loan' && days.length === 0
      ? null
      : (days.sort().at(-1) ?? null);
  const waitsFor = obstacle?.waitsFor ?? 'day';
  return updateErasureRequest(transaction, request, { waitsFor, earliestOn, lookedAt: now });
}

const lookEveryMs = 60 * 60 * 1000;
const runMax = 500;

/** Carries out requests without obstacles, each in its own transaction. @returns how many. */
export async function carryOutErasures(
  dependencies: Pick<
    LendingDependencies,
    'database' | 'files' | 'random' | 'configuration' | 'timeOf' | 'logger'
  >,
): Promise<number> {
  const { database, logger } = dependencies;
  const startedAt = await currentTime(dependencies, database);
  const waiting = await borrowersToErase(database, new Date(startedAt.getTime() - lookEveryMs), runMax);
  let erasedCount = 0;
  for (const borrowerId of waiting) {
    const looked = await inTransaction(
      database,
      async (transaction): Promise<ErasureRequestRecord | undefined> => {
        const context = { ...dependencies, transaction, now: await currentTime(dependencies, transaction) };
        const person = await requirePerson(context, borrowerId, true);
        const request = await lockWaitingRequest(transaction, borrowerId);
        return request && carryOut(context, person, request);
      },
    ).catch((error: unknown) => {
      logger.error('a request for erasure failed', describeFailure(error));
      return undefined;
    });
    if (looked?.state === 'done') erasedCount += 1;
  }
  return erasedCount;
}
