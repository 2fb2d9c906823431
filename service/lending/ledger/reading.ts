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
  type LoanSnapshot,
  type LockedState,
  type Reads,
  type Results,
  readSnapshot,
  readState,
} from './states.ts';

/** How a decision reads its facts: under locks to carry it out, without locks to preview it. */
export interface Reading<State extends LoanSnapshot> {
  readonly database: Queryable;
  /** The transaction that holds the locks; null where nothing is locked. */
  readonly locking: Transaction | null;
  /** A loan with the needed part of its history, and further reads at the same time. */
  state<const Of extends Reads>(
    name: LoanName,
    part: JournalPart,
    ...reads: Of
  ): Promise<[State | undefined, ...Results<Of>]>;
  payment(event: Pick<ProviderEvent, 'id'>): Promise<ProviderEvent | undefined>;
  keep(event: NewEvent, context: BookingContext, placing?: Placing): Promise<RecordedEvent>;
  adopt(event: HandRecord, name: AdoptedName, context: BookingContext): Promise<ProviderEvent>;
}

/** Reads under locks, to write in the same transaction. */
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

/** Reads without locks and writes nothing, for a preview. */
export function asItStands(database: Database | Transaction): Reading<LoanSnapshot> {
  return {
    database,
    locking: null,
    state: (...of) => readSnapshot(database, ...of),
    payment: (event) => seePayment(database, event),
    keep: (...of) => seeProviderEvent(database, ...of),
    async adopt(event, { id: _kept, ...name }) {
      const payment = await seePayment(database, event);
      if (!payment) throw new Error('A payment recorded by hand is gone.');
      return { ...payment, ...name, trackingKey: name.trackingKey ?? event.trackingKey };
    },
  };
}

/** Reads under locks and writes nothing, to check an effect before it is carried out. */
export function lookUnderLock(transaction: Transaction): Reading<LockedState> {
  const { state, payment } = underLock(transaction);
  return { ...asItStands(transaction), locking: transaction, state, payment };
}
