import { callsSummedWith } from '#contract/doors.ts';
import { decideApplication } from '#contract/host/loan.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { type DeskEffect, subjectOf } from '#domain/desk/effect.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { type Allowance, limitIn } from '#domain/desk/second-person.ts';
import type { Currency } from '#domain/money/money.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { auditableFields, record } from './audit.ts';
import type { DeskConfiguration } from './people.ts';
import { insertApproval } from './store/approval.ts';
import { movedSince, type OfferName, offerMakers } from './store/audit.ts';
import { findDeskLoan } from './store/loan.ts';

const dayMs = 86_400_000;

type Fields = Readonly<Record<string, unknown>>;

export interface SecondPerson {
  /** The person's limits for an act, and what they moved within a day that counts towards them. */
  allowanceOf(
    from: Queryable,
    person: Pick<DeskPerson, 'personId' | 'roles'>,
    of: { readonly act: string; readonly subject: string; readonly currency: Currency },
  ): Promise<Allowance>;
  /** Whether a call approves a loan whose offer this person made or changed. */
  lendsOnOwnOffer(
    person: Pick<DeskPerson, 'personId'>,
    call: { readonly decision?: unknown; readonly orderNumber: string | null },
  ): Promise<boolean>;
  areOwnOffers(
    person: Pick<DeskPerson, 'personId'>,
    offers: readonly OfferName[],
  ): Promise<readonly boolean[]>;
  /** Requests approval once per `messageId`, and logs it. */
  ask(
    transaction: Transaction,
    request: {
      readonly call: string;
      readonly fields: Fields;
      readonly effect: DeskEffect;
      readonly person: DeskPerson;
      readonly messageId: string;
      readonly reason: string;
    },
  ): Promise<void>;
}

export function createSecondPerson(
  { hostDatabase: database, clock, random }: LendingDependencies,
  {
    secondApproverAboveMinor,
    daySumAboveMinor,
  }: Pick<DeskConfiguration, 'secondApproverAboveMinor' | 'daySumAboveMinor'>,
): SecondPerson {
  const areOwnOffers: SecondPerson['areOwnOffers'] = async ({ personId }, offers) =>
    (await offerMakers(database, offers)).map((makers) => makers.includes(personId));
  return {
    areOwnOffers,
    async allowanceOf(from, { personId, roles }, { act, subject, currency }) {
      const since = new Date(clock.now().getTime() - dayMs);
      const moved = await movedSince(from, {
        ...{ personId, acts: callsSummedWith(act), subject, currency, since },
      });
      return {
        onOne: { limitMinor: limitIn(secondApproverAboveMinor[currency], roles), movedMinor: moved.onOne },
        ofKind: { limitMinor: limitIn(daySumAboveMinor[currency], roles), movedMinor: moved.ofKind },
      };
    },
    async lendsOnOwnOffer(person, { decision, orderNumber }) {
      if (decision !== 'approve' || orderNumber === null) return false;
      const loan = await findDeskLoan(database, orderNumber);
      return loan !== undefined && (await areOwnOffers(person, [loan])).includes(true);
    },
    async ask(transaction, { call, fields, effect, person, messageId, reason }) {
      const { amountMinor, orderNumber } = effect;
      const order = { id: messageId, call, fields, orderNumber, amountMinor, effect, reason };
      const by = { askedBy: person.personId, askedAt: clock.now(), state: 'waiting' as const };
      if (!(await insertApproval(transaction, { ...order, ...by }))) return;
      const detail = { call, ...auditableFields(fields), amountMinor };
      const subject = subjectOf(effect);
      const entry = { person, act: 'asked', subject, reason, detail, outcome: 'done' } as const;
      await record(transaction, entry, { now: clock.now(), random });
    },
  };
}

export function isLending(call: string): boolean {
  return call === decideApplication.name;
}
