import type { Database, Queryable, Transaction } from '#db/database.ts';
import type { JournalPart } from '#domain/booking/state.ts';
import type { BookingContext } from './loans.ts';
import {
  type AdoptedName,
  adoptPaymentByHand,
  type HandRecord,
  keepProviderEvent,
  lockProviderEvent,
  type NewEvent,
  type Placing,
  type ProviderEvent,
  type RecordedEvent,
  seePayment,
  seeProviderEvent,
} from './payments.ts';
import {
  type LoanName,
  type LockedState,
  type Reads,
  type Results,
  readState,
  type SeenState,
  seeState,
} from './states.ts';

/** How what a decision depends on is read: under locks where it is carried out, as it stands where it is only shown. */
export interface Reading<State extends SeenState> {
  readonly database: Queryable;
  /** The transaction whose locks hold what is read; null where nothing is locked. */
  readonly locking: Transaction | null;
  /** A loan with the part of its history that is needed, and what else is read at once with it. */
  state<const Of extends Reads>(
    name: LoanName,
    part: JournalPart,
    ...reads: Of
  ): Promise<[State | undefined, ...Results<Of>]>;
  /** A payment with its current figures. */
  payment(event: Pick<ProviderEvent, 'id'>): Promise<ProviderEvent | undefined>;
  /** As `keepProviderEvent`. */
  keep(event: NewEvent, context: BookingContext, placing?: Placing): Promise<RecordedEvent>;
  /** As `adoptPaymentByHand`. */
  adopt(event: HandRecord, name: AdoptedName, context: BookingContext): Promise<ProviderEvent>;
}

/** Reads under locks, for what is carried out in the same transaction. */
export function underLock(transaction: Transaction): Reading<LockedState> {
  return {
    database: transaction,
    locking: transaction,
    state: (...of) => readState(transaction, ...of),
    payment: (event) => lockProviderEvent(transaction, event),
    keep: (...of) => keepProviderEvent(transaction, ...of),
    adopt: (...of) => adoptPaymentByHand(transaction, ...of),
  };
}

/** Reads what stands and keeps nothing, for what is shown. */
export function asItStands(database: Database | Transaction): Reading<SeenState> {
  return {
    database,
    locking: null,
    state: (...of) => seeState(database, ...of),
    payment: (event) => seePayment(database, event),
    keep: (...of) => seeProviderEvent(database, ...of),
    async adopt(event, { id: _kept, ...name }) {
      const payment = await seePayment(database, event);
      if (!payment) throw new Error('A payment recorded by hand is gone.');
      return { ...payment, ...name, trackingKey: name.trackingKey ?? event.trackingKey };
    },
  };
}

/** Reads under locks and keeps nothing, for what may be carried out once it was looked at. */
export function lookUnderLock(transaction: Transaction): Reading<LockedState> {
  const { state, payment } = underLock(transaction);
  return { ...asItStands(transaction), locking: transaction, state, payment };
}
