import { addDays, type LocalDate } from '../calendar.ts';
import { CodedError } from '../error-code.ts';
import { isPayable } from '../loan/loan-status.ts';
import {
  type NewPlanTerms,
  newPlanFault,
  type PlannedDebt,
  plannedDebt,
  plannedDebtKey,
} from '../loan/new-plan.ts';
import { type MinorAmount, minorAmount, zeroMinor } from '../money/money.ts';
import { allocationOrder } from '../repayment/allocation.ts';
import { add, begin, type Draft, type Refusal, type RescheduledInstalment } from './booking.ts';
import { correct } from './correct.ts';
import { eventOf } from './event.ts';
import { dayOf } from './loan-day.ts';
import { afterMovements, type NewMovement, negated, type Posting, reversalOf } from './movement.ts';
import { upToDate } from './penalties.ts';
import {
  type Circumstances,
  type InstalmentRecord,
  type LoanState,
  type NewPlan,
  uncharged,
} from './state.ts';

export const newPlanKey = (planId: string): string => `new-plan:${planId}`;

function openPlan({ newPlans }: Pick<LoanState, 'newPlans'>, day: LocalDate): NewPlan | undefined {
  return newPlans.find(({ state, validThrough }) => state === 'proposed' && day <= validThrough);
}

/**
 * Calculates a rescheduling as of today, with penalties up to today. Refused: 'status-conflict' for a loan that the lender no longer
 * holds or with an open dispute, 'request-invalid' naming the field for terms that cannot be carried out.
 */
export function plannedToday(
  { loan, instalments, disputes }: Pick<LoanState, 'loan' | 'instalments' | 'disputes'>,
  terms: NewPlanTerms,
  today: LocalDate,
): PlannedDebt | Refusal {
  const isDisputed = disputes.some(({ state }) => state === 'open');
  if (!isPayable(loan.status)) return new CodedError('status-conflict', 'not-running');
  if (isDisputed) return new CodedError('status-conflict', 'dispute-open');
  const planned = plannedDebt(instalments, terms, today);
  return typeof planned === 'string' ? new CodedError('request-invalid', planned) : planned;
}

export interface ProposePlan {
  readonly act: 'propose-plan';
  readonly terms: NewPlanTerms;
  readonly validDays: number;
  readonly reason: string;
}

export interface ProposedPlan extends PlannedDebt {
  readonly planId: string;
  readonly validThrough: LocalDate;
  readonly ifAgreed: LoanState;
}

/**
 * Proposes a rescheduling and informs the lender's systems; books nothing until the borrower agrees. Refused as `plannedToday`, and
 * 'status-conflict' while another proposal is open.
 */
export function proposePlan(
  state: LoanState,
  { terms, validDays, reason }: ProposePlan,
  circumstances: Circumstances,
): { readonly draft: Draft; readonly answer: ProposedPlan } | Refusal {
  const fault = newPlanFault(terms);
  if (fault !== null) return new CodedError('request-invalid', fault);
  const begun = upToDate(begin(state, circumstances), circumstances);
  const { loan, newPlans } = begun.after;
  const today = dayOf(loan, circumstances.now);
  const planned = plannedToday(begun.after, terms, today);
  if (planned instanceof CodedError) return planned;
  if (openPlan(begun.after, today)) return new CodedError('status-conflict', 'plan-open');
  const isOver = newPlans.filter((plan) => plan.state === 'proposed');
  const current = isOver.reduce((draft, plan) => expire(draft, plan), begun);
  const planId = circumstances.nextId();
  const validThrough = addDays(today, validDays);
  const plan = { id: planId, state: 'proposed' as const, terms, reason, validThrough, sequences: [] };
  const data = { ...figuresOf(planId, terms, planned), validThrough, reason };
  const draft = add(current, {
    newPlans: [plan],
    events: [eventOf('plan.proposed', loan, data)],
  });
  const ifAgreed = agree(draft, plan, planned, circumstances).after;
  return { draft, answer: { ...planned, planId, validThrough, ifAgreed } };
}

function figuresOf(planId: string, terms: NewPlanTerms, { owedMinor, waivedMinor, payments }: PlannedDebt) {
  return {
    planId,
    ...terms,
    owedMinor,
    waivedMinor,
    payments: payments.map(({ dueDate, amountMinor }) => ({ dueDate, amountMinor })),
  };
}

export interface AcceptPlan {
  readonly act: 'accept-plan';
  readonly planId: string;
  /** Key of the instalments that the borrower saw (`plannedDebtKey`). */
  readonly seen: string;
}

export interface AgreedPlan {
  readonly planId: string;
  readonly isRepeated: boolean;
}

/**
 * Books a rescheduling as one correction (`correct`): unpaid old instalments become new, later ones; waived penalties are the lender's
 * expense; no penalty accrues until something is due. Idempotent. Refused: 'not-found'; 'status-conflict' when it was declined, undone or
 * can no longer be carried out; 'quote-expired' after its last day; 'quote-mismatch' when the instalments differ from those that the
 * borrower saw.
 */
export function acceptPlan(
  state: LoanState,
  { planId, seen }: AcceptPlan,
  circumstances: Circumstances,
): { readonly draft: Draft; readonly answer: AgreedPlan } | Refusal {
  const begun = begin(state, circumstances);
  const plan = state.newPlans.find(({ id }) => id === planId);
  if (!plan) return new CodedError('not-found', 'planId');
  if (plan.state === 'agreed') return { draft: begun, answer: { planId, isRepeated: true } };
  const today = dayOf(state.loan, circumstances.now);
  const isOver = plan.state === 'proposed' && plan.validThrough < today;
  if (isOver || plan.state === 'expired') return new CodedError('quote-expired');
  if (plan.state !== 'proposed') return new CodedError('status-conflict');
  const current = upToDate(begun, circumstances);
  const planned = plannedToday(current.after, plan.terms, today);
  if (planned instanceof CodedError) return new CodedError('status-conflict');
  if (plannedDebtKey(planned, today) !== seen) return new CodedError('quote-mismatch');
  return {
    draft: agree(current, plan, planned, circumstances),
    answer: { planId, isRepeated: false },
  };
}

/** The new instalments, before any charge, and the postings that move the charges there. */
function agree(
  draft: Draft,
  { id: planId, terms, reason }: NewPlan,
  planned: PlannedDebt,
  circumstances: Circumstances,
): Draft {
  const { loan, instalments } = draft.after;
  const { now, nextId } = circumstances;
  const today = dayOf(loan, now);
  const newest = Math.max(...instalments.map(({ sequence }) => sequence));
  const places = planned.payments.map((_, index) => ({ id: nextId(), sequence: newest + index + 1 }));
  const plan = planned.payments.map(({ dueDate }, index): InstalmentRecord => {
    const { id, sequence } = places[index] ?? { id: '', sequence: 0 };
    return { id, sequence, dueDate, ...uncharged };
  });
  const { payments, waivedMinor, isMoved } = planned;
  const key = newPlanKey(planId);
  const movement: NewMovement = {
    kind: 'new-plan',
    occurredAt: now,
    key,
    reason,
    postings: [
      ...(waivedMinor === 0
        ? []
        : [{ account: 'waiver-expense' as const, component: 'penalty' as const, amountMinor: waivedMinor }]),
      ...instalments.flatMap((record) => debtRemovedFrom(record, { isMoved, terms })),
      ...(isMoved ? payments.flatMap(({ parts }, index) => chargedTo(places[index]?.id ?? '', parts)) : []),
    ],
  };
  const withPlan = isMoved ? add(draft, { plan }) : draft;
  const correction = { cause: 'correction', key, reason, movements: [movement] } as const;
  const corrected = correct(withPlan, correction, circumstances);
  const agreed = (isMoved ? plan : []).map(({ sequence, dueDate }, index): RescheduledInstalment => {
    return { sequence, dueDate, amountMinor: payments[index]?.amountMinor ?? zeroMinor };
  });
  const { owedMinor } = planned;
  const throughDay = addDays(today, terms.moratoriumDays);
  const pause = { causeId: planId, fromDay: today, throughDay, part: null };
  return add(corrected, {
    pauses: terms.moratoriumDays === 0 ? [] : [{ starts: pause }],
    newPlans: [{ id: planId, state: 'agreed', agreedOn: today, owedMinor, waivedMinor, payments: agreed }],
    events: [eventOf('plan.accepted', loan, { ...figuresOf(planId, terms, planned), agreedOn: today })],
  });
}

/** What an old instalment no longer owes: everything unpaid if the instalments are new, else what is waived. */
function debtRemovedFrom(
  { id: instalmentId, charged, paid }: InstalmentRecord,
  { isMoved, terms }: { readonly isMoved: boolean; readonly terms: NewPlanTerms },
): Posting[] {
  return allocationOrder.flatMap((component): Posting[] => {
    const isTaken = isMoved || (component === 'penalty' && terms.waivesPenalties);
    const unpaidMinor = minorAmount(charged[component] - paid[component]);
    if (!isTaken || unpaidMinor === 0) return [];
    return [{ account: 'receivable', component, instalmentId, amountMinor: negated(unpaidMinor) }];
  });
}

function chargedTo(instalmentId: string, parts: PlannedDebt['payments'][number]['parts']): Posting[] {
  return allocationOrder.flatMap((component): Posting[] =>
    parts[component] === 0
      ? []
      : [{ account: 'receivable', component, instalmentId, amountMinor: parts[component] }],
  );
}

export interface DeclinePlan {
  readonly act: 'decline-plan';
  readonly planId: string;
}

/** Ends a proposal that the borrower declines. Idempotent. Refused: 'not-found', 'status-conflict'. */
export function declinePlan(
  state: LoanState,
  { planId }: DeclinePlan,
  circumstances: Circumstances,
): Draft | Refusal {
  const draft = begin(state, circumstances);
  const plan = state.newPlans.find(({ id }) => id === planId);
  if (!plan) return new CodedError('not-found', 'planId');
  if (plan.state === 'declined') return draft;
  if (plan.state !== 'proposed') return new CodedError('status-conflict');
  return add(draft, {
    newPlans: [{ id: planId, state: 'declined' }],
    events: [eventOf('plan.declined', state.loan, { planId })],
  });
}

export interface ExpirePlan {
  readonly act: 'expire-plan';
  readonly planId: string;
}

export function expirePlan(state: LoanState, { planId }: ExpirePlan, circumstances: Circumstances): Draft {
  const draft = begin(state, circumstances);
  const today = dayOf(state.loan, circumstances.now);
  const plan = state.newPlans.find(({ id }) => id === planId);
  return plan?.state === 'proposed' && plan.validThrough < today ? expire(draft, plan) : draft;
}

function expire(draft: Draft, { id }: NewPlan): Draft {
  return add(draft, {
    newPlans: [{ id, state: 'expired' }],
    events: [eventOf('plan.expired', draft.after.loan, { planId: id })],
  });
}

export interface UndoPlan {
  readonly act: 'undo-plan';
  readonly planId: string;
  readonly reason: string;
}

export interface UndonePlan {
  readonly planId: string;
  /** Amount owed again by the old plan, in minor units; 0 for a proposal. */
  readonly movedMinor: MinorAmount;
}

/**
 * Undoes a rescheduling, agreed or only proposed. An agreed one is reversed as one correction: the old instalments are owed again,
 * payments made since settle them, and the days in between cost nothing more. Idempotent. Refused: 'not-found'; 'status-conflict' when it
 * ended otherwise, or when its charges were waived, moved or refunded since and that must be reversed first.
 */
export function undoPlan(
  state: LoanState,
  { planId, reason }: UndoPlan,
  circumstances: Circumstances,
): { readonly draft: Draft; readonly answer: UndonePlan } | Refusal {
  const plan = state.newPlans.find(({ id }) => id === planId);
  if (!plan) return new CodedError('not-found', 'planId');
  const begun = begin(state, circumstances);
  if (plan.state === 'undone') return { draft: begun, answer: { planId, movedMinor: zeroMinor } };
  const wasAgreed = plan.state === 'agreed';
  if (!wasAgreed && plan.state !== 'proposed') return new CodedError('status-conflict', 'plan-ended');
  const { now } = circumstances;
  const undone = (draft: Draft) => {
    const throughDay = dayOf(state.loan, now);
    return add(draft, {
      pauses: wasAgreed && plan.terms.moratoriumDays > 0 ? [{ ends: { causeId: planId, throughDay } }] : [],
      newPlans: [{ id: planId, state: 'undone', undoneReason: reason }],
      events: [eventOf('plan.undone', draft.after.loan, { planId, wasAgreed, reason })],
    });
  };
  if (!wasAgreed) return { draft: undone(begun), answer: { planId, movedMinor: zeroMinor } };
  if (state.loan.status === 'sold') return new CodedError('status-conflict', 'loan-sold');
  const current = upToDate(begun, circumstances);
  const booked = current.after.journal.find(
    ({ key, isStanding }) => key === newPlanKey(planId) && isStanding,
  );
  if (!booked) throw new Error('A new plan that was agreed has no movement in the ledger.');
  const movement = reversalOf(booked, now, reason);
  const after = afterMovements(current.after.instalments, [movement]);
  const isShort = after.some(({ charged }) => allocationOrder.some((component) => charged[component] < 0));
  if (isShort) return new CodedError('status-conflict', 'charges-moved');
  const correction = { cause: 'correction', key: movement.key, reason, movements: [movement] } as const;
  const off = booked.postings.filter(
    ({ account, amountMinor }) => account === 'receivable' && amountMinor < 0,
  );
  const movedMinor = minorAmount(off.reduce((sum, { amountMinor }) => sum - amountMinor, 0));
  return { draft: undone(correct(current, correction, circumstances)), answer: { planId, movedMinor } };
}
