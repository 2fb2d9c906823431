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

/** When an instalment is due, and up to which day and under which names its penalties are booked. */
export type InstalmentDates = Pick<
  InstalmentRecord,
  'id' | 'dueDate' | 'extendedFrom' | 'accruedThrough' | 'penaltyRound'
>;

/** A change of a loan's status. */
export interface StatusChange {
  readonly id: string;
  readonly from: LoanStatus;
  readonly to: LoanStatus;
  /** Who or what changed it. */
  readonly by: string;
  /** Why a person changed it. */
  readonly reason: string | null;
}

/** A pause that begins, which a second one for the same cause does not, the last day of one that ends, or one that goes on. */
export type PauseChange =
  | { readonly starts: LoanPause }
  | { readonly resumes: { readonly causeId: string } }
  | { readonly ends: { readonly causeId: string; readonly throughDay: LocalDate } };

/**
 * What becomes of a reported payment, and which one booked before it may be once more. `unmatched` for one that staff put back;
 * `changed` for one that stays on its loan, with its new amount, day and round.
 */
export interface PaymentChange {
  readonly payment: Payment;
  readonly outcome: 'posted' | 'reversed' | 'unmatched' | 'changed';
  readonly doubleOf: string | null;
}

/** A claim that a payment answers; `paymentId` null for one that is open again since its payment was put back. */
export interface ClaimAnswer {
  readonly id: string;
  readonly paymentId: string | null;
  readonly answer: string | null;
}

/** What a payment makes of an extension; `figures` where it puts it into effect. */
export interface ExtensionChange {
  readonly id: string;
  readonly state: Extension['state'];
  readonly figures?: CurrentExtension;
  /** What arrived for it; null where that was taken back. */
  readonly receipt: {
    readonly paidMinor: MinorAmount;
    readonly paidAt: Date;
    readonly paymentEventId: string;
  } | null;
}

/** What becomes of a refund, from the states it must be in. */
export type RefundChange = { readonly id: string } & (
  | { readonly state: 'sent'; readonly reference: string }
  | { readonly state: 'failed' }
);

/** A dispute that is filed, or how one ends. */
export type DisputeChange = Pick<Dispute, 'id'> &
  (
    | (Omit<Dispute, 'id' | 'state'> &
        DisputeWords & { readonly state: 'open'; readonly amountMinor: MinorAmount })
    | {
        readonly state: 'withdrawn' | 'upheld' | 'rejected';
        /** What stands of the charge. */
        readonly amountMinor: MinorAmount;
        readonly takenOffMinor: MinorAmount;
        readonly vatTakenOffMinor: MinorAmount;
        readonly answer: string | null;
      }
  );

/** A new plan that is proposed, or what becomes of one. */
export type NewPlanChange =
  | (NewPlan & { readonly state: 'proposed' })
  | {
      readonly id: string;
      readonly state: 'agreed';
      readonly agreedOn: LocalDate;
      readonly owedMinor: MinorAmount;
      readonly waivedMinor: MinorAmount;
      readonly payments: readonly AgreedPayment[];
    }
  | { readonly id: string; readonly state: 'declined' | 'expired' }
  | { readonly id: string; readonly state: 'undone'; readonly undoneReason: string };

/** A payment of the plan that was made by a new plan, as it was agreed. */
export interface AgreedPayment {
  readonly sequence: number;
  readonly dueDate: LocalDate;
  readonly amountMinor: MinorAmount;
}

/** Everything that a decision writes, but for whose it is and when; figures of loan and instalments follow from the movements. */
export interface BookingParts {
  /** Instalments that a payout makes, with nothing charged yet. */
  readonly plan: readonly InstalmentRecord[];
  readonly movements: readonly Movement[];
  /** The last of an instalment holds. */
  readonly dates: readonly InstalmentDates[];
  readonly facts: Partial<LoanFacts & { readonly declinedAt: Date | null }>;
  readonly statuses: readonly StatusChange[];
  readonly pauses: readonly PauseChange[];
  readonly claims: readonly ClaimAnswer[];
  readonly extensions: readonly ExtensionChange[];
  /** What becomes of reported payments. */
  readonly payments: readonly PaymentChange[];
  readonly refunds: readonly RefundChange[];
  readonly disputes: readonly DisputeChange[];
  /** By which days the loan earns from now on: the last of them, if there is one. */
  readonly earnings: readonly EarningPlan[];
  readonly newPlans: readonly NewPlanChange[];
  /** What the lender is told, in order. */
  readonly events: readonly LoanEvent[];
}

/** Everything that a decision writes. */
export interface Booking extends BookingParts {
  /** The loan as it was. */
  readonly loan: Loan;
  readonly bookedAt: Date;
  /** Who had it booked; null for the service itself. */
  readonly actor: string | null;
}

/** What was decided, the loan as that leaves it, and what is answered. */
export interface Decision<State extends LoanState, Answer> {
  readonly booking: Booking;
  readonly after: State;
  readonly answer: Answer;
}

/** Why something is not done. */
export type Refusal = CodedError;

/** A decision in the making: what is written so far, and the loan as that leaves it. */
export interface Draft {
  readonly booking: Booking;
  readonly after: LoanState;
}

const nothing: BookingParts = {
  ...{ plan: [], movements: [], dates: [], facts: {}, statuses: [], pauses: [], claims: [] },
  ...{ extensions: [], payments: [], refunds: [], disputes: [], newPlans: [] },
  ...{ earnings: [], events: [] },
};

/** A decision that writes nothing yet. */
export function begin(state: LoanState, { now, actor }: Circumstances): Draft {
  return { booking: { ...nothing, loan: state.loan, bookedAt: now, actor: actor ?? null }, after: state };
}

/** A decision that also writes this. */
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

/** A decision that also books these movements, which get their ids here. */
export function book(draft: Draft, movements: readonly NewMovement[], { nextId }: Circumstances): Draft {
  if (movements.length === 0) return draft;
  return add(draft, { movements: movements.map((movement) => ({ ...movement, id: nextId() })) });
}

/** A decision that also writes the dates of instalments as of now, where they differ. */
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

/** A loan as a booking leaves it: what would be read of it then. */
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
