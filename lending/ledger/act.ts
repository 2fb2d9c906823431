import type { Transaction } from '#db/database.ts';
import type { Booking } from '#domain/booking/booking.ts';
import { type AnswerTo, type Command, decide, journalOf } from '#domain/booking/decide.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Random } from '../ports.ts';
import { commit } from './commit.ts';
import type { BookingContext } from './loans.ts';
import { type LoanName, type LockedState, readState } from './states.ts';

/** A loan as an act left it, and what the act answers. */
export interface Acted<Of extends Command> {
  readonly state: LockedState;
  readonly booking: Booking;
  readonly answer: AnswerTo<Of>;
}

/**
 * Reads a loan under its lock, decides what a command does to it, and writes that.
 * @throws CodedError 'not-found' for no such loan, and why the command is not carried out.
 */
export async function act<Of extends Command>(
  transaction: Transaction,
  name: LoanName,
  command: Of,
  context: BookingContext,
): Promise<Acted<Of>> {
  const [state] = await readState(transaction, name, journalOf(command, context));
  if (!state) throw new CodedError('not-found', 'orderNumber' in name ? 'orderNumber' : undefined);
  return carryOut(transaction, state, command, context);
}

/** As `act`, on a loan that was read with what the command needs of its history (`journalOf`). */
export function carryOut<Of extends Command>(
  transaction: Transaction,
  before: LockedState,
  command: Of,
  context: BookingContext,
): Acted<Of> {
  const decision = decideOn(before, command, context);
  commit(transaction, [decision], context);
  const { after: state, booking, answer } = decision;
  return { state, booking, answer };
}

/** What a command would do to a loan. @throws CodedError why it is not carried out. */
export function decideOn<Of extends Command>(state: LockedState, command: Of, context: BookingContext) {
  const { now, actor, random } = context;
  const nextId = risingIds(random, state.journal.at(-1)?.id ?? '');
  const circumstances = { now, actor, bookableThrough: state.bookableThrough, nextId };
  const decision = decide(state, command, circumstances);
  if (decision instanceof CodedError) throw decision;
  return decision;
}

/** How many ids differ in their last part alone. */
const lastPartEnd = 2 ** 48;

/** Gives ids each above the one before: those of one millisecond do not sort by themselves. */
function risingIds(random: Pick<Random, 'id'>, above: string): () => string {
  let last = above;
  const after = (id: string) => {
    const next = Number.parseInt(id.slice(24), 16) + 1;
    return next < lastPartEnd ? `${id.slice(0, 24)}${next.toString(16).padStart(12, '0')}` : undefined;
  };
  return () => {
    const made = random.id();
    last = made > last ? made : (after(last) ?? made);
    return last;
  };
}
