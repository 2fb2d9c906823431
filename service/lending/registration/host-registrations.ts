import { listRegistrations } from '#contract/host/registration.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { pageOf, timePageOf } from '../keyset.ts';
import { writtenPhones } from './phone.ts';
import { registrationsAfter, registrationsOfPhone } from './store.ts';

/** Who registered, for the lender. */
export const answeredRegistrations: AnsweredHostCall = answerHost(
  listRegistrations,
  async ({ transaction }, request) => {
    const page = timePageOf(request);
    const { mobilePhone } = request;
    const list =
      mobilePhone === undefined
        ? await registrationsAfter(transaction, page)
        : await registrationsOfPhone(transaction, writtenPhones(mobilePhone));
    const { rows, nextCursor } = pageOf(list, page.limit - 1, ({ registeredAt, id }) => [
      registeredAt.toISOString(),
      id,
    ]);
    const registrations = rows.map(({ id, sessionId: _session, registeredAt, ...facts }) => ({
      ...{ registrationId: id, ...facts },
      registeredAt: registeredAt.toISOString(),
    }));
    return { data: { registrations, nextCursor } };
  },
  { isForReplica: true },
);
