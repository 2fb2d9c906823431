import type { DeskApprovals, DeskCorrection, DeskCorrections } from '#contract/desk-correction.ts';
import { upholdChargeDispute } from '#contract/host/charge-dispute.ts';
import { reversePenalties } from '#contract/host/ledger.ts';
import { cancelLoan, decideApplication, writeOffLoan } from '#contract/host/loan.ts';
import {
  assignPayment,
  recordPayment,
  requestRefund,
  reversePayment,
  waiveCharge,
} from '#contract/host/repayment.ts';
import type { HostCall } from '#contract/host-call.ts';
import { inTransaction, type Queryable, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import {
  type CorrectionTarget,
  type DeskEffect,
  effectKey,
  type LoanFigures,
  needsSecondPerson,
  subjectOf,
} from '#domain/desk/effect.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { DeskRefusal, type DeskRefusalCode } from '#domain/desk/refusal.ts';
import { type DeskAct, mayDo } from '#domain/desk/role.ts';
import { CodedError } from '#domain/error-code.ts';
import { dueNow, outstandingOf, remainingTotal } from '#domain/loan/instalment-state.ts';
import { dayIn } from '#domain/market.ts';
import { addMinor, minorAmount, zeroMinor } from '#domain/money/money.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import type { HostCaller } from '../http/host-gate.ts';
import { act } from '../ledger/act.ts';
import { paymentOf } from '../ledger/payment-lists.ts';
import { auditableFields, record } from './audit.ts';
import type { DeskConfiguration } from './people.ts';
import { permissionOfCall } from './permissions.ts';
import {
  type ApprovalRow,
  decideApproval,
  findApproval,
  findDeskLoan,
  insertApproval,
  listWaiting,
  movedSince,
  offerMakers,
} from './store.ts';

interface CorrectingCall {
  readonly call: HostCall;
  /** What it moved, of what it answered and was asked, and how the loan stands then; 0 for what moves no money. */
  amountOf(answer: unknown, fields: Readonly<Record<string, unknown>>, after: LoanFigures | null): number;
}

/** The calls that correct a loan, by name. */
const correctingCalls: ReadonlyMap<string, CorrectingCall> = new Map(
  [
    correcting(waiveCharge, ({ waivedMinor }) => waivedMinor),
    correcting(reversePenalties, ({ reversedMinor }) => reversedMinor),
    correcting(reversePayment, ({ payment }) => payment.amountMinor),
    correcting(recordPayment, (_answer, { amountMinor }) => Number(amountMinor)),
    correcting(assignPayment, ({ payment }) => payment.amountMinor),
    correcting(
      upholdChargeDispute,
      ({ takenOffMinor, vatTakenOffMinor }) => takenOffMinor + vatTakenOffMinor,
    ),
    correcting(writeOffLoan, ({ owedMinor }) => owedMinor),
    correcting(requestRefund, ({ amountMinor }) => amountMinor),
    correcting(decideApplication, (_answer, _fields, after) => after?.payoutMinor ?? 0),
    correcting(cancelLoan, () => 0),
  ].map((each) => [each.call.name, each]),
);

function correcting<Wanted, Given>(
  call: HostCall<Wanted, Given>,
  amountOf: (answer: Given, fields: Readonly<Record<string, unknown>>, after: LoanFigures | null) => number,
): CorrectingCall {
  return {
    call: call as HostCall,
    amountOf: (answer, fields, after) => amountOf(answer as Given, fields, after),
  };
}

const dayMs = 86_400_000;

/** What is called, and what it is made to. */
interface Called {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly target: CorrectionTarget;
}

const calledBy = ({ call: { name }, fields, ...target }: DeskCorrection): Called => ({
  name,
  fields,
  target,
});
const calledAgain = ({ call, fields, effect }: ApprovalRow): Called => ({
  name: call,
  fields,
  target: effect,
});

/** Ends a transaction of which only the effect was wanted. */
class EffectAlone extends Error {
  readonly effect: DeskEffect;

  constructor(effect: DeskEffect, why: string) {
    super(why);
    this.effect = effect;
  }
}

/** Whether a call moves money, so that it goes through `DeskCorrections`, which knows the limit. */
export function movesMoney(name: string): boolean {
  return correctingCalls.has(name) && name !== cancelLoan.name;
}

/** Corrects loans for the desk, by one person or two. */
export function createDeskCorrections(
  dependencies: LendingDependencies,
  host: HostCaller,
  { secondPersonAboveMinor }: Pick<DeskConfiguration, 'secondPersonAboveMinor'>,
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
  const requireAct = async (
    person: DeskPerson,
    needed: DeskAct | undefined,
    act: string,
    subject?: string,
  ) => {
    if (needed !== undefined && mayDo(person.roles, needed)) return;
    await refuse(person, act, 'not-allowed', subject === undefined ? {} : { subject });
    throw new DeskRefusal('not-allowed');
  };

  const figuresOf = async (transaction: Transaction, orderNumber: string) => {
    const now = await currentTime(dependencies, transaction);
    const { state } = await act(transaction, { orderNumber }, { act: 'look' }, { now, random });
    const { loan, instalments } = state;
    const figures: LoanFigures = {
      status: loan.status,
      owedMinor: remainingTotal(instalments),
      dueMinor: dueNow(instalments, dayIn(loan.market, now))?.amountMinor ?? zeroMinor,
      chargesMinor: addMinor(
        ...instalments.flatMap((each) => [
          outstandingOf(each).penaltyMinor,
          minorAmount(each.charged.fee - each.paid.fee),
        ]),
      ),
      paidMinor: addMinor(...instalments.flatMap(({ paid }) => Object.values(paid))),
      heldMinor: loan.suspenseMinor,
      payoutMinor: loan.status === 'paying-out' ? loan.principalMinor : zeroMinor,
    };
    return { figures, currency: loan.currency };
  };

  /** Makes the call, and in its transaction what is to be done with its effect. */
  const perform = async (
    { name, fields, target }: Called,
    { actor, messageId }: { readonly actor: string; readonly messageId: string },
    finish: (transaction: Transaction, effect: DeskEffect) => Promise<void>,
  ): Promise<void> => {
    const known = correctingCalls.get(name);
    if (!known) throw new DeskRefusal('not-allowed');
    let before: LoanFigures | null = null;
    await host.ask(known.call, fields, {
      actor,
      messageId,
      async beforehand(transaction) {
        if (!target.payment) before = (await figuresOf(transaction, target.orderNumber)).figures;
      },
      async alongside(transaction, answer) {
        if (target.payment) {
          const amountMinor = minorAmount(known.amountOf(answer, fields, null));
          const found = await paymentOf(transaction, target.payment);
          if (!found) throw new CodedError('not-found', 'payment');
          const { currency } = found;
          await finish(transaction, { ...target, currency, amountMinor, before: null, after: null });
          return;
        }
        const { figures: after, currency } = await figuresOf(transaction, target.orderNumber);
        if (!before) throw new Error('The figures before a correction were not read.');
        const amountMinor = minorAmount(known.amountOf(answer, fields, after));
        await finish(transaction, { ...target, currency, amountMinor, before, after });
      },
    });
  };
  const previewOf = async (called: Called, actor: string): Promise<DeskEffect> => {
    try {
      await perform(called, { actor, messageId: random.id() }, async (_transaction, effect) => {
        throw new EffectAlone(effect, 'preview');
      });
    } catch (error) {
      if (error instanceof EffectAlone) return error.effect;
      throw error;
    }
    throw new Error('A preview was carried out.');
  };

  /** Whether an act approves a loan that its doer made or changed the offer of, at the desk. */
  const lendsOnOwnOffer = async ({ personId }: DeskPerson, { name, fields, target }: Called) => {
    if (name !== decideApplication.name || fields.decision !== 'approve' || target.payment) return false;
    const loan = await findDeskLoan(database, target.orderNumber);
    return loan !== undefined && (await offerMakers(database, loan)).includes(personId);
  };

  const movedBy = (from: Queryable, { personId }: DeskPerson, subject: string) =>
    movedSince(from, { personId, subject, since: new Date(clock.now().getTime() - dayMs) });

  const corrections: DeskCorrections = {
    limitOf: (currency) => secondPersonAboveMinor[currency],
    movedWithinDay: (person, target) => movedBy(database, person, subjectOf(target)),
    async preview(person, correction) {
      const { name } = correction.call;
      await requireAct(person, permissionOfCall[name], name, subjectOf(correction));
      return previewOf(calledBy(correction), `desk:${person.personId}`);
    },
    async carryOut(person, correction, { messageId, seen, reason }) {
      const { call, fields } = correction;
      const subject = subjectOf(correction);
      await requireAct(person, permissionOfCall[call.name], call.name, subject);
      if (!isId(messageId)) throw new CodedError('request-invalid', 'messageId');
      const entry = { person, act: call.name, subject, reason };
      const actor = `desk:${person.personId}`;
      try {
        const isOwnOffer = await lendsOnOwnOffer(person, calledBy(correction));
        await perform(calledBy(correction), { actor, messageId }, async (transaction, effect) => {
          if (effectKey(effect) !== seen) throw new DeskRefusal('stale');
          const moved = await movedBy(transaction, person, subject);
          const { amountMinor, currency } = effect;
          const isAbove = needsSecondPerson(amountMinor, moved, secondPersonAboveMinor[currency]);
          if (isAbove || isOwnOffer) {
            throw new EffectAlone(effect, 'for a second person');
          }
          const detail = { ...auditableFields(fields), movedMinor: amountMinor };
          await record(transaction, { ...entry, detail, outcome: 'done' }, context());
        });
        return 'done';
      } catch (error) {
        if (error instanceof EffectAlone) {
          await askSecondPerson(correction, error.effect, { person, messageId, reason });
          return 'waiting';
        }
        const code = error instanceof CodedError || error instanceof DeskRefusal ? error.code : 'internal';
        await refuse(person, call.name, code, { subject, detail: auditableFields(fields) });
        throw error;
      }
    },
  };

  const askSecondPerson = (
    { call, fields, ...target }: DeskCorrection,
    effect: DeskEffect,
    {
      person,
      messageId,
      reason,
    }: { readonly person: DeskPerson; readonly messageId: string; readonly reason: string },
  ) =>
    inTransaction(database, async (transaction) => {
      const { amountMinor } = effect;
      const { orderNumber } = target;
      const asked = { id: messageId, call: call.name, fields, orderNumber, amountMinor, effect, reason };
      const by = { askedBy: person.personId, askedAt: clock.now(), state: 'waiting' as const };
      if (!(await insertApproval(transaction, { ...asked, ...by }))) return;
      const detail = { call: call.name, ...auditableFields(fields), amountMinor };
      const subject = subjectOf(target);
      await record(
        transaction,
        { person, act: 'asked', subject, reason, detail, outcome: 'done' },
        context(),
      );
    });

  const found = async (id: string): Promise<ApprovalRow> => {
    const approval = isId(id) ? await findApproval(database, id) : undefined;
    if (!approval) throw new CodedError('not-found');
    return approval;
  };
  const turnAway = async (person: DeskPerson, act: string, asked: ApprovalRow, code: DeskRefusalCode) => {
    const subject = subjectOf(asked.effect);
    await refuse(person, act, code, { subject, detail: { call: asked.call } });
    throw new DeskRefusal(code);
  };
  const entryOf = (person: DeskPerson, act: string, asked: ApprovalRow, amountMinor: number) => ({
    ...{ person, act, subject: subjectOf(asked.effect), reason: asked.reason, outcome: 'done' as const },
    detail: { call: asked.call, ...auditableFields(asked.fields), amountMinor, askedBy: asked.askedBy },
  });
  /** Whoever decides twice, as by a second click, is told nothing of somebody else. @throws DeskRefusal 'decided'. */
  const requireDecidedBy = async (person: DeskPerson, id: string, wanted: ApprovalRow['state']) => {
    const { state, decidedBy } = await found(id);
    if (state !== wanted || decidedBy !== person.personId) throw new DeskRefusal('decided');
  };
  const leave = async (person: DeskPerson, asked: ApprovalRow, state: 'sent-back' | 'taken-back') => {
    const isLeft = await inTransaction(database, async (transaction) => {
      const facts = { state, decidedBy: person.personId, decidedAt: clock.now() };
      if (!(await decideApproval(transaction, asked.id, facts))) return false;
      await record(transaction, entryOf(person, state, asked, asked.effect.amountMinor), context());
      return true;
    });
    if (!isLeft) await requireDecidedBy(person, asked.id, state);
  };

  const approvals: DeskApprovals = {
    async list(person, { cursor, limit }) {
      await requireAct(person, 'see-money', 'opened', 'approvals');
      const rows = await listWaiting(database, /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0, limit + 1);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return { rows: page, nextCursor: rows.length > limit && last ? String(last.serialNumber) : null };
    },
    async read(person, id) {
      await requireAct(person, 'see-money', 'opened', 'approvals');
      const approval = isId(id) ? await findApproval(database, id) : undefined;
      if (!approval) return null;
      if (approval.state !== 'waiting') return { approval, effectNow: null };
      const effectNow = await previewOf(calledAgain(approval), `desk:${approval.askedBy}`).catch((error) => {
        if (error instanceof CodedError) return null;
        throw error;
      });
      return { approval, effectNow };
    },
    async approve(person, id, seen) {
      const asked = await found(id);
      await requireAct(person, 'approve', 'approved', subjectOf(asked.effect));
      if (asked.askedBy === person.personId) await turnAway(person, 'approved', asked, 'own-request');
      if (await lendsOnOwnOffer(person, calledAgain(asked)))
        await turnAway(person, 'approved', asked, 'own-offer');
      if (asked.state !== 'waiting') return requireDecidedBy(person, id, 'approved');
      let isMine = false;
      // Under the name of who asked, so that two who approve at once send one message.
      const act = { actor: `desk:${asked.askedBy}`, messageId: asked.id };
      await perform(calledAgain(asked), act, async (transaction, effect) => {
        if (effectKey(effect) !== seen) throw new DeskRefusal('stale');
        const facts = { state: 'approved' as const, decidedBy: person.personId, decidedAt: clock.now() };
        if (!(await decideApproval(transaction, id, facts))) throw new DeskRefusal('decided');
        await record(transaction, entryOf(person, 'approved', asked, effect.amountMinor), context());
        isMine = true;
      });
      if (!isMine) await requireDecidedBy(person, id, 'approved');
    },
    async sendBack(person, id) {
      const asked = await found(id);
      await requireAct(person, 'approve', 'sent-back', subjectOf(asked.effect));
      if (asked.askedBy === person.personId) await turnAway(person, 'sent-back', asked, 'own-request');
      await leave(person, asked, 'sent-back');
    },
    async takeBack(person, id) {
      const asked = await found(id);
      if (asked.askedBy !== person.personId) await turnAway(person, 'taken-back', asked, 'not-allowed');
      await leave(person, asked, 'taken-back');
    },
  };
  return { corrections, approvals };
}
