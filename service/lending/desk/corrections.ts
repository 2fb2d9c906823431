import { allHostCalls } from '#contract/all-host-calls.ts';
import type { DeskApprovals, DeskCorrection, DeskCorrections } from '#contract/desk-correction.ts';
import { deskActOf, isSeenFirst, takesTwo } from '#contract/doors.ts';
import { requestErasure } from '#contract/host/personal-data.ts';
import { putProduct } from '#contract/host/product.ts';
import type { HostCall } from '#contract/host-call.ts';
import { unusualOf } from '#contract/unusual.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import {
  type CorrectionTarget,
  type DeskEffect,
  type Effect,
  effectKey,
  subjectOf,
} from '#domain/desk/effect.ts';
import { maskedName } from '#domain/desk/mask.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { DeskRefusal, type DeskRefusalCode } from '#domain/desk/refusal.ts';
import { type DeskAct, mayDo } from '#domain/desk/role.ts';
import { limitCrossed, limitIn } from '#domain/desk/second-person.ts';
import { CodedError } from '#domain/error-code.ts';
import { zeroMinor } from '#domain/money/money.ts';
import type { LendingDependencies } from '../dependencies.ts';
import type { HostCaller } from '../http/host-gate.ts';
import { auditableFields, record } from './audit.ts';
import { batchCall, type RunBatch } from './batches.ts';
import type { DeskConfiguration } from './people.ts';
import { isLending, type SecondPerson } from './second-person.ts';
import {
  type ApprovalRow,
  borrowersOfLoans,
  decideApproval,
  findApprovals,
  namesOfBorrowers,
  versionsNow,
} from './store/approval.ts';
import { partsInRequests } from './store/part-in-it.ts';
import { lockPerson } from './store/people.ts';

const reasonMaxLength = 300;

/** What is called, and what it is made to. */
interface Called {
  readonly call: HostCall;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly target: CorrectionTarget;
}

const calledBy = ({ call, fields, ...target }: DeskCorrection): Called => ({ call, fields, target });

function calledAgain({ call: name, fields, effect }: ApprovalRow): Called {
  const call = allHostCalls.find((each) => each.name === name);
  if (!call) throw new DeskRefusal('not-allowed');
  return { call, fields, target: effect };
}

/** What something would do now, or why it cannot be done. */
type Outlook = DeskEffect | CodedError | DeskRefusal;

/** @throws CodedError, DeskRefusal where it cannot be done. */
function unlessRefused(outlook: Outlook | undefined): DeskEffect {
  if (outlook === undefined || outlook instanceof Error) throw outlook ?? new CodedError('not-found');
  return outlook;
}

/** The borrower whose erasure a request asks for. */
function borrowerNamed({ call, fields }: Pick<ApprovalRow, 'call' | 'fields'>): string[] {
  return call === requestErasure.name ? [String(fields.borrowerId)] : [];
}

/** Corrects loans for the desk, by one person or two. */
export function createDeskCorrections(
  dependencies: LendingDependencies,
  host: HostCaller,
  {
    secondPersonAboveMinor,
    second,
    runBatch,
  }: Pick<DeskConfiguration, 'secondPersonAboveMinor'> & {
    readonly second: SecondPerson;
    readonly runBatch: RunBatch;
  },
): { readonly corrections: DeskCorrections; readonly approvals: DeskApprovals } {
  const { hostDatabase: database, clock, random } = dependencies;
  const context = () => ({ now: clock.now(), random });

  const refuse = async (
    person: DeskPerson,
    act: string,
    code: string,
    of: { readonly subject?: string; readonly detail?: object } = {},
  ) => {
    const detail = { ...of.detail, code };
    await record(database, { person, act, subject: of.subject, detail, outcome: 'refused' }, context());
  };
  const requireAct = async (person: DeskPerson, needed: DeskAct | null, act: string, subject?: string) => {
    if (needed !== null && mayDo(person.roles, needed)) return;
    await refuse(person, act, 'not-allowed', subject === undefined ? {} : { subject });
    throw new DeskRefusal('not-allowed');
  };

  const effectOn = ({ target }: Called, effect: Effect): DeskEffect => ({ ...target, ...effect });
  /** What each of some requests of one call would do now. @throws CodedError where the call shows nothing. */
  const previewsOf = async (all: readonly Called[], personId: string): Promise<readonly Outlook[]> => {
    const [first] = all;
    if (!first) return [];
    const requests = all.map(({ fields }) => fields);
    const effects = await host.preview(first.call, requests, `desk:${personId}`);
    return all.map((called, index) => {
      const effect = effects[index];
      if (!effect) throw new Error('A call did not say what it would do.');
      return effect instanceof CodedError ? effect : effectOn(called, effect);
    });
  };

  const lendsOnOwnOffer = (person: DeskPerson, { call, fields, target }: Called) =>
    isLending(call.name)
      ? second.lendsOnOwnOffer(person, { decision: fields.decision, orderNumber: target.orderNumber })
      : Promise.resolve(false);
  const { allowanceOf } = second;

  const corrections: DeskCorrections = {
    limitOf: ({ roles }, currency) => limitIn(secondPersonAboveMinor[currency], roles),
    allowance: (person, { call, ...target }, currency) =>
      allowanceOf(database, person, { act: call.name, subject: subjectOf(target), currency }),
    async borrowerOf({ orderNumber }) {
      if (orderNumber === null) return null;
      return (await borrowersOfLoans(database, [orderNumber])).get(orderNumber) ?? null;
    },
    async preview(person, correction) {
      const { name } = correction.call;
      await requireAct(person, deskActOf(name), name, subjectOf(correction));
      return unlessRefused((await previewsOf([calledBy(correction)], person.personId))[0]);
    },
    async propose(person, { call, fields, subject, currency }, { messageId, reason }) {
      await requireAct(person, deskActOf(call.name), call.name, subject);
      if (!isId(messageId)) throw new CodedError('request-invalid', 'messageId');
      if (!takesTwo(call.name, fields)) throw new CodedError('request-invalid', 'call');
      const target = { orderNumber: null, subject } as const;
      const effect = { ...target, currency, amountMinor: zeroMinor, before: null, after: null };
      await inTransaction(database, (transaction) =>
        second.ask(transaction, { call: call.name, fields, effect, person, messageId, reason }),
      );
    },
    async carryOut(person, correction, { messageId, seen, reason }) {
      const { call, fields } = correction;
      const subject = subjectOf(correction);
      await requireAct(person, deskActOf(call.name), call.name, subject);
      if (!isId(messageId)) throw new CodedError('request-invalid', 'messageId');
      const entry = { person, act: call.name, subject, reason };
      const actor = `desk:${person.personId}`;
      const called = calledBy(correction);
      let outcome: 'done' | 'waiting' = 'done';
      try {
        const isOwnOffer = await lendsOnOwnOffer(person, called);
        const judge = async (transaction: Transaction, decided: Effect) => {
          const effect = effectOn(called, decided);
          if (effectKey(effect) !== seen) throw new DeskRefusal('stale');
          const { amountMinor, currency } = effect;
          // Of two acts of one person at once, the second counts the first.
          if (amountMinor > 0) await lockPerson(transaction, person.personId);
          const allowance = await allowanceOf(transaction, person, { act: call.name, subject, currency });
          outcome = limitCrossed(amountMinor, allowance) !== null || isOwnOffer ? 'waiting' : 'done';
          if (outcome === 'waiting') {
            await second.ask(transaction, { call: call.name, fields, effect, person, messageId, reason });
            return false;
          }
          const detail = { ...auditableFields(fields), movedMinor: amountMinor, currency };
          await record(transaction, { ...entry, detail, outcome }, context());
          return true;
        };
        await host.carryOut(call, fields, { actor, messageId, judge });
        return outcome;
      } catch (error) {
        const code = error instanceof CodedError || error instanceof DeskRefusal ? error.code : 'internal';
        await refuse(person, call.name, code, { subject, detail: auditableFields(fields) });
        throw error;
      }
    },
  };

  const approvalOf = async (id: string): Promise<ApprovalRow> => {
    const [approval] = isId(id) ? await findApprovals(database, [id]) : [];
    if (!approval) throw new CodedError('not-found');
    return approval;
  };
  const turnAway = async (person: DeskPerson, act: string, request: ApprovalRow, code: DeskRefusalCode) => {
    const subject = subjectOf(request.effect);
    await refuse(person, act, code, { subject, detail: { call: request.call } });
    throw new DeskRefusal(code);
  };
  const entryOf = (person: DeskPerson, act: string, request: ApprovalRow, amountMinor: number) => ({
    ...{ person, act, subject: subjectOf(request.effect), reason: request.reason, outcome: 'done' as const },
    detail: { call: request.call, ...auditableFields(request.fields), amountMinor, askedBy: request.askedBy },
  });
  /** A person who decides twice, as by a second click, is told nothing of another one. @throws DeskRefusal 'decided'. */
  const requireDecidedBy = async (person: DeskPerson, id: string, request: ApprovalRow['state']) => {
    const { state, decidedBy } = await approvalOf(id);
    if (state !== request || decidedBy !== person.personId) throw new DeskRefusal('decided');
  };
  const leave = async (
    person: DeskPerson,
    request: ApprovalRow,
    state: 'sent-back' | 'taken-back',
    words = '',
  ) => {
    const isLeft = await inTransaction(database, async (transaction) => {
      const decisionReason = words === '' ? null : words;
      const facts = { state, decidedBy: person.personId, decidedAt: clock.now(), decisionReason };
      if (!(await decideApproval(transaction, request.id, facts))) return false;
      const entry = entryOf(person, state, request, request.effect.amountMinor);
      await record(transaction, { ...entry, reason: decisionReason ?? entry.reason }, context());
      return true;
    });
    if (!isLeft) await requireDecidedBy(person, request.id, state);
  };

  /** What requests of one call by one person would do now. */
  const lookAgain = async (
    requests: readonly ApprovalRow[],
    personId: string,
  ): Promise<readonly Outlook[]> => {
    try {
      return await previewsOf(requests.map(calledAgain), personId);
    } catch (error) {
      if (error instanceof CodedError || error instanceof DeskRefusal) return requests.map(() => error);
      throw error;
    }
  };

  /** What requests would do now, or why they cannot be done any more, by id: those of a kind are looked at together. */
  const outlooksOf = async (
    requests: readonly ApprovalRow[],
    names: ReadonlyMap<string, string>,
  ): Promise<ReadonlyMap<string, Outlook>> => {
    const outlooks = new Map<string, Outlook>();
    const judged = requests.filter(({ call }) => isSeenFirst(call));
    for (const ofOne of Map.groupBy(judged, ({ call, askedBy }) => `${askedBy} ${call}`).values()) {
      const looked = await lookAgain(ofOne, ofOne[0]?.askedBy ?? '');
      for (const [index, { id }] of ofOne.entries())
        outlooks.set(id, looked[index] ?? new CodedError('not-found'));
    }
    const named = (name: string, field: string) =>
      requests.flatMap(({ call, fields }) => (call === name ? [String(fields[field])] : []));
    const versions = await versionsNow(database, named(putProduct.name, 'productId'));
    for (const { id, call, fields, effect } of requests.filter((each) => !isSeenFirst(each.call))) {
      const { productId, expectedVersion, borrowerId } = fields;
      if (call === putProduct.name && (versions.get(String(productId)) ?? 0) !== expectedVersion)
        outlooks.set(id, new CodedError('version-conflict'));
      else if (call === requestErasure.name && !names.has(String(borrowerId)))
        outlooks.set(id, new CodedError('status-conflict'));
      else outlooks.set(id, effect);
    }
    return outlooks;
  };

  const approvals: DeskApprovals = {
    read: async (person, id) => (await approvals.readAll(person, [id])).get(id) ?? null,
    async readAll(person, ids) {
      await requireAct(person, 'see-money', 'opened', 'approvals');
      const found = await findApprovals(database, ids.filter(isId));
      const names = await namesOfBorrowers(database, found.flatMap(borrowerNamed));
      const outlooks = await outlooksOf(
        found.filter(({ state }) => state === 'waiting'),
        names,
      );
      const byLoan = await borrowersOfLoans(
        database,
        found.flatMap(({ effect }) => effect.orderNumber ?? []),
      );
      const parts = await partsInRequests(database, found);
      return new Map(
        found.map((approval) => {
          const { id, call, fields, effect } = approval;
          const outlook = outlooks.get(id) ?? null;
          const effectNow = outlook instanceof Error ? null : outlook;
          const [borrowerId = ''] = borrowerNamed(approval);
          const name = names.get(borrowerId);
          const named = name === undefined ? null : { borrowerId, name: maskedName(name) };
          return [
            id,
            {
              ...{ approval, effectNow, unusual: unusualOf(call, fields, effectNow ?? effect) },
              borrower: effect.orderNumber === null ? named : (byLoan.get(effect.orderNumber) ?? null),
              isOwnPart: parts.get(id)?.has(`desk:${person.personId}`) ?? false,
            },
          ];
        }),
      );
    },
    async approve(person, id, seen) {
      const request = await approvalOf(id);
      await requireAct(person, 'approve', 'approved', subjectOf(request.effect));
      if (request.askedBy === person.personId) await turnAway(person, 'approved', request, 'own-request');
      const parts = await partsInRequests(database, [request]);
      if (parts.get(id)?.has(`desk:${person.personId}`))
        await turnAway(person, 'approved', request, 'own-part');
      const isBatch = request.call === batchCall;
      const asker = { ...person, personId: request.askedBy, roles: [] };
      // What a node that stopped left of a batch is done by sending the approval again.
      const goOn = () => (isBatch ? runBatch(id, { asker, decider: person }) : Promise.resolve());
      if (request.state !== 'waiting') {
        await requireDecidedBy(person, id, 'approved');
        return goOn();
      }
      let isMine = false;
      const decide = async (transaction: Transaction, amountMinor: number) => {
        const facts = { state: 'approved' as const, decidedBy: person.personId, decidedAt: clock.now() };
        if (!(await decideApproval(transaction, id, facts))) throw new DeskRefusal('decided');
        await record(transaction, entryOf(person, 'approved', request, amountMinor), context());
        isMine = true;
      };
      if (isBatch) {
        if (effectKey(request.effect) !== seen) throw new DeskRefusal('stale');
        await inTransaction(database, (transaction) => decide(transaction, request.effect.amountMinor));
        return goOn();
      }
      const called = calledAgain(request);
      if (await lendsOnOwnOffer(person, called)) await turnAway(person, 'approved', request, 'own-offer');
      // Under the name of who asked, so that two who approve at once send one message.
      const by = { actor: `desk:${request.askedBy}`, messageId: request.id };
      if (!isSeenFirst(request.call)) {
        const names = await namesOfBorrowers(database, borrowerNamed(request));
        if (effectKey(unlessRefused((await outlooksOf([request], names)).get(id))) !== seen)
          throw new DeskRefusal('stale');
        const alongside = (transaction: Transaction) => decide(transaction, request.effect.amountMinor);
        await host.ask(called.call, called.fields, { ...by, alongside });
      } else {
        await host.carryOut(called.call, called.fields, {
          ...by,
          async judge(transaction, decided) {
            if (effectKey(effectOn(called, decided)) !== seen) throw new DeskRefusal('stale');
            await decide(transaction, decided.amountMinor);
            return true;
          },
        });
      }
      if (!isMine) await requireDecidedBy(person, id, 'approved');
    },
    async sendBack(person, id, reason) {
      const request = await approvalOf(id);
      await requireAct(person, 'approve', 'sent-back', subjectOf(request.effect));
      if (request.askedBy === person.personId) await turnAway(person, 'sent-back', request, 'own-request');
      const words = reason.trim();
      if (words.length > reasonMaxLength) throw new CodedError('request-invalid', 'reason');
      await leave(person, request, 'sent-back', words);
    },
    async takeBack(person, id) {
      const request = await approvalOf(id);
      if (request.askedBy !== person.personId) await turnAway(person, 'taken-back', request, 'not-allowed');
      await leave(person, request, 'taken-back');
    },
  };
  return { corrections, approvals };
}
