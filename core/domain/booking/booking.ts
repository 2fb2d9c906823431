import type { LocalDate } from '../calendar.ts';
import type { CodedError } from '../error-code.ts';
import type { LoanStatus } from '../loan/loan-status.ts';
import { addMinor, type MinorAmount, subtractMinor } from '../money/money.ts';
import type { LoanEvent } from './event.ts';
import { afterMovements, type Movement, type NewMovement, totalOn } from './movement.ts';
import {
  type Circumstances,
  type Claim,
  type CurrentExtension,
  type DerecognitionAccounts,
  type Dispute,
  type DisputeWords,
  derecognitionAccounts,
  type EarningPlan,
  type Extension,
  type InstalmentRecord,
  type JournalEntry,
  type Loan,
  type LoanFacts,
  type LoanPause,
  type LoanState,
  type NewPlan,
  type Payment,
} from './state.ts';

export type InstalmentDates = Pick<
  InstalmentRecord,
  'id' | 'dueDate' | 'extendedFrom' | 'accruedThrough' | 'penaltyRound'
>;

export interface StatusChange {
  readonly id: string;
  readonly from: LoanStatus;
  readonly to: LoanStatus;
  readonly by: string;
  readonly reason: string | null;
}

/** A pause that begins, ends on a last day, or continues. A cause has at most one pause. */
export type PauseChange =
  | { readonly starts: LoanPause }
  | { readonly resumes: { readonly causeId: string } }
  | { readonly ends: { readonly causeId: string; readonly throughDay: LocalDate } };

/**
 * New state of a reported payment, and the earlier payment that it may duplicate. `unmatched`: staff removed it from the loan; `changed`:
 * it stays, with a new amount, day and round.
 */
export interface PaymentChange {
  readonly payment: Payment;
  readonly outcome: 'posted' | 'reversed' | 'unmatched' | 'changed';
  readonly doubleOf: string | null;
}

/** A claim and the payment that answers it; `paymentId` is null for a claim that is open again because its payment was removed. */
export interface ClaimAnswer {
  readonly id: string;
  readonly paymentId: string | null;
  readonly answer: string | null;
}

/** Effect of a payment on an extension; `figures` only when the payment puts it into effect. */
export interface ExtensionChange {
  readonly id: string;
  readonly state: Extension['state'];
  readonly figures?: CurrentExtension;
  /** Amount received for it; null after that payment was reversed. */
  readonly receipt: {
    readonly paidMinor: MinorAmount;
    readonly paidAt: Date;
    readonly paymentEventId: string;
  } | null;
}

/** New state of a refund, and the states from which it is allowed. */
export type RefundChange = { readonly id: string } & (
  | { readonly state: 'sent'; readonly reference: string }
  | { readonly state: 'failed' }
);

export type DisputeChange = Pick<Dispute, 'id'> &
  (
    | (Omit<Dispute, 'id' | 'state'> &
        DisputeWords & { readonly state: 'open'; readonly amountMinor: MinorAmount })
    | {
        readonly state: 'withdrawn' | 'upheld' | 'rejected';
        readonly amountMinor: MinorAmount;
        readonly takenOffMinor: MinorAmount;
        readonly vatTakenOffMinor: MinorAmount;
        readonly answer: string | null;
      }
  );

export type NewPlanChange =
  | (NewPlan & { readonly state: 'proposed' })
  | {
      readonly id: string;
      readonly state: 'agreed';
      readonly agreedOn: LocalDate;
      readonly owedMinor: MinorAmount;
      readonly waivedMinor: MinorAmount;
      readonly payments: readonly RescheduledInstalment[];
    }
  | { readonly id: string; readonly state: 'declined' | 'expired' }
  | { readonly id: string; readonly state: 'undone'; readonly undoneReason: string };

export interface RescheduledInstalment {
  readonly sequence: number;
  readonly dueDate: LocalDate;
  readonly amountMinor: MinorAmount;
}

/** Everything that a decision writes, except the loan and the time. Balances of loan and instalments follow from the movements. */
export interface BookingParts {
  readonly plan: readonly InstalmentRecord[];
  readonly movements: readonly Movement[];
  /** If an instalment appears more than once, its last entry counts. */
  readonly dates: readonly InstalmentDates[];
  readonly facts: Partial<LoanFacts & { readonly declinedAt: Date | null }>;
  readonly statuses: readonly StatusChange[];
  readonly pauses: readonly PauseChange[];
  readonly claims: readonly ClaimAnswer[];
  readonly extensions: readonly ExtensionChange[];
  readonly payments: readonly PaymentChange[];
  readonly refunds: readonly RefundChange[];
  readonly disputes: readonly DisputeChange[];
  /** Plans by which the loan earns from now on; the last one counts. */
  readonly earnings: readonly EarningPlan[];
  readonly newPlans: readonly NewPlanChange[];
  readonly events: readonly LoanEvent[];
}

export interface Booking extends BookingParts {
  readonly loan: Loan;
  readonly bookedAt: Date;
  readonly actor: string | null;
}

export interface Decision<State extends LoanState, Answer> {
  readonly booking: Booking;
  readonly after: State;
  readonly answer: Answer;
}

export type Refusal = CodedError;

/** An unfinished booking, and the loan's state after it. */
export interface Draft {
  readonly booking: Booking;
  readonly after: LoanState;
}

const nothing: BookingParts = {
  plan: [],
  movements: [],
  dates: [],
  facts: {},
  statuses: [],
  pauses: [],
  claims: [],
  extensions: [],
  payments: [],
  refunds: [],
  disputes: [],
  newPlans: [],
  earnings: [],
  events: [],
};

export function begin(state: LoanState, { now, actor }: Circumstances): Draft {
  return { booking: { ...nothing, loan: state.loan, bookedAt: now, actor: actor ?? null }, after: state };
}

export function add({ booking, after }: Draft, parts: Partial<BookingParts>): Draft {
  const joined: Record<string, unknown> = { ...booking };
  for (const [name, part] of Object.entries(parts)) {
    const before = joined[name];
    joined[name] = Array.isArray(before)
      ? [...before, ...(part as unknown[])]
      : { ...(before as object), ...part };
  }
  return { booking: joined as unknown as Booking, after: evolve(after, parts) };
}

export function book(draft: Draft, movements: readonly NewMovement[], { nextId }: Circumstances): Draft {
  if (movements.length === 0) return draft;
  return add(draft, { movements: movements.map((movement) => ({ ...movement, id: nextId() })) });
}

export function moveDates(draft: Draft, records: readonly InstalmentRecord[]): Draft {
  const entries = new Map(draft.after.instalments.map((record) => [record.id, keyOfDates(record)]));
  const dates = records.filter((record) => entries.get(record.id) !== keyOfDates(record)).map(datesOf);
  return dates.length === 0 ? draft : add(draft, { dates });
}

function datesOf({
  id,
  dueDate,
  extendedFrom,
  accruedThrough,
  penaltyRound,
}: InstalmentRecord): InstalmentDates {
  return { id, dueDate, extendedFrom, accruedThrough, penaltyRound };
}

const keyOfDates = (record: InstalmentRecord) => Object.values(datesOf(record)).join();

/** Applies a booking to a loan state; gives the state that a read after the commit would give. */
export function evolve<State extends LoanState>(state: State, parts: Partial<BookingParts>): State {
  const { plan = [], movements = [], dates = [], facts = {}, statuses = [], pauses = [] } = parts;
  const { claims = [], extensions = [], disputes = [], payments = [], newPlans = [] } = parts;
  const { loan } = state;
  const moved = new Map(dates.map((each) => [each.id, each]));
  const records = plan.length === 0 ? state.instalments : [...state.instalments, ...plan];
  const figures = movements.length === 0 ? records : afterMovements(records, movements);
  return {
    ...state,
    loan: {
      ...loan,
      ...facts,
      status: statuses.at(-1)?.to ?? loan.status,
      balanceMinor: addMinor(loan.balanceMinor, totalOn('receivable', movements)),
      suspenseMinor: subtractMinor(loan.suspenseMinor, totalOn('suspense', movements)),
    },
    instalments:
      moved.size === 0 ? figures : figures.map((record) => ({ ...record, ...moved.get(record.id) })),
    journal: journalAfter(state.journal, movements),
    derecognised: derecognisedAfter(state.derecognised, movements),
    pauses: pauses.reduce(pausesAfter, state.pauses),
    payments: payments.reduce(paymentsAfter, state.payments),
    claims: claims.length === 0 ? state.claims : state.claims.map((claim) => claimAfter(claim, claims)),
    extensions: extensions.length === 0 ? state.extensions : extensionsAfter(state.extensions, extensions),
    disputes: disputes.length === 0 ? state.disputes : disputes.reduce(disputesAfter, state.disputes),
    newPlans: newPlans.reduce(newPlansAfter, state.newPlans),
  };
}

function journalAfter(
  journal: readonly JournalEntry[],
  movements: readonly Movement[],
): readonly JournalEntry[] {
  if (movements.length === 0) return journal;
  const reversed = new Set(movements.map(({ reversesId }) => reversesId));
  const entries = movements.map((movement) => ({
    ...movement,
    isStanding: movement.reversesId === undefined,
  }));
  return [...journal, ...entries].map((entry) =>
    reversed.has(entry.id) ? { ...entry, isStanding: false } : entry,
  );
}

function derecognisedAfter(
  accounts: DerecognitionAccounts,
  movements: readonly Movement[],
): DerecognitionAccounts {
  if (movements.length === 0) return accounts;
  const totals = derecognitionAccounts.map(
    (account) => [account, addMinor(accounts[account], totalOn(account, movements))] as const,
  );
  return Object.fromEntries(totals) as DerecognitionAccounts;
}

function pausesAfter(pauses: readonly LoanPause[], change: PauseChange): readonly LoanPause[] {
  if ('resumes' in change) {
    const { causeId } = change.resumes;
    return pauses.map((pause) => (pause.causeId === causeId ? { ...pause, throughDay: null } : pause));
  }
  if ('starts' in change) {
    const { starts } = change;
    return pauses.some(({ causeId }) => causeId === starts.causeId) ? pauses : [...pauses, starts];
  }
  const { causeId, throughDay } = change.ends;
  const lasts = (pause: LoanPause) => pause.throughDay === null || pause.throughDay > throughDay;
  return pauses.map((pause) =>
    pause.causeId === causeId && lasts(pause) ? { ...pause, throughDay } : pause,
  );
}

function paymentsAfter(
  entries: LoanState['payments'],
  { payment, outcome }: PaymentChange,
): LoanState['payments'] {
  const others = entries.filter(({ id }) => id !== payment.id);
  return outcome === 'reversed' || outcome === 'unmatched' ? others : [...others, payment];
}

function claimAfter(claim: Claim, answers: readonly ClaimAnswer[]): Claim {
  const change = answers.findLast(({ id }) => id === claim.id);
  if (!change) return claim;
  const { paymentId } = change;
  return { ...claim, state: paymentId === null ? 'waiting' : 'received', paymentId };
}

function extensionsAfter(
  extensions: readonly Extension[],
  changes: readonly ExtensionChange[],
): readonly Extension[] {
  return extensions
    .map((extension) => {
      const change = changes.findLast(({ id }) => id === extension.id);
      if (!change) return extension;
      const { state, figures, receipt } = change;
      const { sequences } = figures ?? extension;
      return {
        ...extension,
        state,
        sequences,
        paymentEventId: receipt?.paymentEventId ?? extension.paymentEventId,
      };
    })
    .filter(({ state }) => state !== 'lapsed');
}

function disputesAfter(disputes: readonly Dispute[], change: DisputeChange): readonly Dispute[] {
  const { id, state } = change;
  if (change.state !== 'open') return disputes.map((each) => (each.id === id ? { ...each, state } : each));
  const { sequence, kind } = change;
  return [{ id, sequence, kind, state }, ...disputes];
}

function newPlansAfter(plans: readonly NewPlan[], change: NewPlanChange): readonly NewPlan[] {
  const { id, state } = change;
  if (state === 'proposed') {
    return [change, ...plans];
  }
  const sequences = state === 'agreed' ? change.payments.map(({ sequence }) => sequence) : undefined;
  return plans.map((plan) =>
    plan.id === id ? { ...plan, state, sequences: sequences ?? plan.sequences } : plan,
  );
}
