import type { DeskCorrection, DeskCorrections } from '#contract/desk-correction.ts';
import { deskActOf, needsSecondApprover } from '#contract/doors.ts';
import type { HostCall } from '#contract/host-call.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import {
  type CorrectionTarget,
  type DeskEffect,
  type Effect,
  effectKey,
  subjectOf,
} from '#domain/desk/effect.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { DeskRefusal } from '#domain/desk/refusal.ts';
import { limitCrossed, limitIn } from '#domain/desk/second-person.ts';
import { CodedError } from '#domain/error-code.ts';
import { zeroMinor } from '#domain/money/money.ts';
import type { LendingDependencies } from '../dependencies.ts';
import type { HostCaller } from '../http/host-gate.ts';
import { auditableFields, record, recordRefusal, requireAct } from './audit.ts';
import type { DeskConfiguration } from './people.ts';
import { isLending, type SecondPerson } from './second-person.ts';
import { borrowersOfLoans } from './store/approval.ts';
import { lockPerson } from './store/people.ts';

export interface Called {
  readonly call: HostCall;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly target: CorrectionTarget;
}

export interface CorrectionContext {
  readonly dependencies: LendingDependencies;
  readonly host: HostCaller;
  readonly second: SecondPerson;
}

export const notAllowed = { code: 'not-allowed' };

/** The effect of a call now, or why it is refused. */
export type Outlook = DeskEffect | CodedError | DeskRefusal;

export function createDeskCorrections(
  context: CorrectionContext,
  { secondApproverAboveMinor }: Pick<DeskConfiguration, 'secondApproverAboveMinor'>,
): DeskCorrections {
  const { dependencies, second } = context;
  const { hostDatabase: database } = dependencies;
  const requireCall = (person: DeskPerson, call: HostCall, subject: string) =>
    requireAct(dependencies, person, deskActOf(call.name), { act: call.name, subject, detail: notAllowed });
  return {
    limitOf: ({ roles }, currency) => limitIn(secondApproverAboveMinor[currency], roles),
    allowance: (person, { call, ...target }, currency) =>
      second.allowanceOf(database, person, { act: call.name, subject: subjectOf(target), currency }),
    async borrowerOf({ orderNumber }) {
      if (orderNumber === null) return null;
      return (await borrowersOfLoans(database, [orderNumber])).get(orderNumber) ?? null;
    },
    async preview(person, correction) {
      await requireCall(person, correction.call, subjectOf(correction));
      return requireEffect((await previewsOf(context, [calledBy(correction)], person.personId))[0]);
    },
    async propose(person, { call, fields, subject, currency }, { messageId, reason }) {
      await requireCall(person, call, subject);
      if (!isId(messageId)) throw new CodedError('request-invalid', 'messageId');
      if (!needsSecondApprover(call.name, fields)) throw new CodedError('request-invalid', 'call');
      const target = { orderNumber: null, subject } as const;
      const effect = { ...target, currency, amountMinor: zeroMinor, before: null, after: null };
      await inTransaction(database, (transaction) =>
        second.ask(transaction, { call: call.name, fields, effect, person, messageId, reason }),
      );
    },
    async carryOut(person, correction, step) {
      const subject = subjectOf(correction);
      await requireCall(person, correction.call, subject);
      if (!isId(step.messageId)) throw new CodedError('request-invalid', 'messageId');
      try {
        return await carryOut(context, person, correction, step);
      } catch (error) {
        const code = error instanceof CodedError || error instanceof DeskRefusal ? error.code : 'internal';
        const detail = { ...auditableFields(correction.fields), code };
        await recordRefusal(dependencies, { person, act: correction.call.name, subject, detail });
        throw error;
      }
    },
  };
}

/** Carries out a correction, or lets it wait for an approval above the person's limits. */
async function carryOut(
  context: CorrectionContext,
  person: DeskPerson,
  correction: DeskCorrection,
  { messageId, seen, reason }: Parameters<DeskCorrections['carryOut']>[2],
): Promise<'done' | 'waiting'> {
  const { second, host } = context;
  const { clock, random } = context.dependencies;
  const { call, fields } = correction;
  const called = calledBy(correction);
  const subject = subjectOf(correction);
  const isOwnOffer = await lendsOnOwnOffer(context, person, called);
  let outcome: 'done' | 'waiting' = 'done';
  const judge = async (transaction: Transaction, decided: Effect) => {
    const effect = effectOn(called, decided);
    if (effectKey(effect) !== seen) throw new DeskRefusal('stale');
    const { amountMinor, currency } = effect;
    // Of two concurrent acts of one person the second counts the first.
    if (amountMinor > 0) await lockPerson(transaction, person.personId);
    const allowance = await second.allowanceOf(transaction, person, { act: call.name, subject, currency });
    outcome = limitCrossed(amountMinor, allowance) !== null || isOwnOffer ? 'waiting' : 'done';
    if (outcome === 'waiting') {
      await second.ask(transaction, { call: call.name, fields, effect, person, messageId, reason });
      return false;
    }
    const detail = { ...auditableFields(fields), movedMinor: amountMinor, currency };
    const entry = { person, act: call.name, subject, reason, detail, outcome };
    await record(transaction, entry, { now: clock.now(), random });
    return true;
  };
  await host.carryOut(call, fields, { actor: `desk:${person.personId}`, messageId, judge });
  return outcome;
}

const calledBy = ({ call, fields, ...target }: DeskCorrection): Called => ({ call, fields, target });

/** @throws CodedError, DeskRefusal where the call is refused. */
export function requireEffect(outlook: Outlook | undefined): DeskEffect {
  if (outlook === undefined || outlook instanceof Error) throw outlook ?? new CodedError('not-found');
  return outlook;
}

export const effectOn = ({ target }: Called, effect: Effect): DeskEffect => ({ ...target, ...effect });

/** Effects of several requests of one call now. @throws CodedError where the call has no preview. */
export async function previewsOf(
  { host }: CorrectionContext,
  all: readonly Called[],
  personId: string,
): Promise<readonly Outlook[]> {
  const [first] = all;
  if (!first) return [];
  const requests = all.map(({ fields }) => fields);
  const effects = await host.preview(first.call, requests, `desk:${personId}`);
  return all.map((called, index) => {
    const effect = effects[index];
    if (!effect) throw new Error('A call did not say what it would do.');
    return effect instanceof CodedError ? effect : effectOn(called, effect);
  });
}

export async function lendsOnOwnOffer(
  { second }: CorrectionContext,
  person: DeskPerson,
  { call, fields, target }: Called,
): Promise<boolean> {
  if (!isLending(call.name)) return false;
  return second.lendsOnOwnOffer(person, { decision: fields.decision, orderNumber: target.orderNumber });
}
