import { listRegistrations } from '#contract/host/registration.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { readPageByTime } from '../keyset.ts';
import { writtenPhones } from './phone.ts';
import { registrationsAfter, registrationsOfPhone } from './store.ts';

export const answeredRegistrations: AnsweredHostCall = answerHost(
  listRegistrations,
  async ({ transaction }, request) => {
    const { mobilePhone } = request;
    const { rows, nextCursor } = await readPageByTime(
      request,
      (page) =>
        mobilePhone === undefined
          ? registrationsAfter(transaction, page)
          : registrationsOfPhone(transaction, writtenPhones(mobilePhone)),
      ({ registeredAt }) => registeredAt,
    );
    const registrations = rows.map(({ id: registrationId, ...facts }) => ({ registrationId, ...facts }));
    return { data: { registrations, nextCursor } };
  },
  { isForReplica: true },
);
