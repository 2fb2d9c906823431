import {
  eraseBorrower,
  exportBorrower,
  listErasureRequests,
  listErasures,
  requestErasure,
  withdrawErasureRequest,
} from '#contract/host/personal-data.ts';
import type { Transaction } from '#db/database.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { signedImageLink } from '../complaint/image-address.ts';
import { WordedError } from '../http/answer.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { readPageById } from '../keyset.ts';
import { writtenPhones } from '../registration/phone.ts';
import { registrationsOfPhone } from '../registration/store.ts';
import { carryOut, eraseNow, eraseRegistration, requirePerson } from './erasure.ts';
import {
  type ErasureRecord,
  type ErasureRequestRecord,
  erasureRequestsAfter,
  erasuresAfter,
  imageNamesOf,
  insertErasureRequest,
  lockWaitingRequest,
  noErasureFacts,
  obstacleToErasure,
  rowsOfPerson,
  updateErasureRequest,
} from './store.ts';

const obstacleWords = {
  loan: 'The borrower has a loan that is open, or money that is owed or held.',
  complaint: 'The borrower has a complaint that waits for its answer.',
  hold: 'The borrower is under a legal hold.',
} as const;

export const answeredPersonalDataCalls: readonly AnsweredHostCall[] = [
  answerHost(exportBorrower, async (context, { borrowerId }) => {
    const { transaction, clock, configuration, now } = context;
    const person = await requirePerson(context, borrowerId, false);
    const names = await imageNamesOf(transaction, borrowerId);
    return {
      data: {
        borrowerId,
        exportedAt: now,
        tables: await rowsOfPerson(transaction, person),
        images: names.map((name) => ({
          name,
          link: signedImageLink(name, configuration.masterSecrets[0], clock.now()),
        })),
      },
    };
  }),
  answerHost(eraseBorrower, async (context, request) => {
    const { borrowerId, mobilePhone, reason } = request;
    const by = { reason, erasedBy: context.actor };
    if (borrowerId === undefined) {
      const registrationId =
        mobilePhone === undefined
          ? (request.registrationId ?? '')
          : await registrationOfPhone(context.transaction, mobilePhone);
      return { data: erasureView(await eraseRegistration(context, registrationId, by)) };
    }
    const person = await requirePerson(context, borrowerId, true);
    const obstacle = await obstacleToErasure(context.transaction, borrowerId);
    if (obstacle) throw new WordedError(new CodedError('status-conflict'), obstacleWords[obstacle.waitsFor]);
    return { data: erasureView(await eraseNow(context, person, by)) };
  }),
  answerHost(listErasures, async ({ transaction }, request) => {
    const { rows, nextCursor } = await readPageById(request, (afterId, limit) =>
      erasuresAfter(transaction, afterId, limit),
    );
    return { data: { erasures: rows.map(erasureView), nextCursor } };
  }),
  answerHost(requestErasure, async (context, { borrowerId, reason, notBefore }) => {
    const { transaction, random, now, actor } = context;
    const person = await requirePerson(context, borrowerId, true);
    const waiting = await lockWaitingRequest(transaction, borrowerId);
    const request = waiting ?? {
      id: random.id(),
      borrowerId,
      reason,
      requestedAt: now,
      requestedBy: actor,
      ...noErasureFacts,
      notBefore: notBefore ?? null,
      state: 'waiting' as const,
      waitsFor: 'day' as const,
      lookedAt: now,
    };
    if (!waiting) await insertErasureRequest(transaction, request);
    const looked = await carryOut(context, person, request);
    return { status: looked.state === 'done' ? 200 : 202, data: requestView(looked) };
  }),
  answerHost(listErasureRequests, async ({ transaction }, { state, ...request }) => {
    const { rows, nextCursor } = await readPageById(request, (afterId, limit) =>
      erasureRequestsAfter(transaction, state, { afterId, limit }),
    );
    return { data: { erasureRequests: rows.map(requestView), nextCursor } };
  }),
  answerHost(withdrawErasureRequest, async (context, { borrowerId }) => {
    const { transaction, now } = context;
    const waiting = orNotFound(await lockWaitingRequest(transaction, borrowerId), 'borrowerId');
    const ended = { state: 'withdrawn' as const, waitsFor: null, earliestOn: null, endedAt: now };
    return { data: requestView(await updateErasureRequest(transaction, waiting, ended)) };
  }),
];

/** @throws CodedError 'not-found', 'request-invalid' where the digits are numbers of several registrations. */
async function registrationOfPhone(transaction: Transaction, mobilePhone: string): Promise<string> {
  const [found, another] = await registrationsOfPhone(transaction, writtenPhones(mobilePhone));
  if (another) throw new CodedError('request-invalid', 'mobilePhone');
  if (!found) throw new CodedError('not-found', 'mobilePhone');
  return found.id;
}

function erasureView({ id: erasureId, ...erasure }: ErasureRecord) {
  return { erasureId, ...erasure };
}

function requestView({ id: erasureRequestId, ...request }: ErasureRequestRecord) {
  return { erasureRequestId, ...request };
}
