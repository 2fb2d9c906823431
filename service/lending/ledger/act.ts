import type { Transaction } from '#db/database.ts';
import { type AnswerTo, type Command, type Decided, decide, journalOf } from '#domain/booking/decide.ts';
import type { Circumstances } from '#domain/booking/state.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Random } from '../ports.ts';
import { commit } from './commit.ts';
import type { BookingContext } from './loans.ts';
import { type Reading, underLock } from './reading.ts';
import type { LoanName, LoanSnapshot, LockedState } from './states.ts';

export interface Plan<State extends LoanSnapshot> {
  readonly decided: Decided<State> | null;
  /** An earlier decision on the same loan, on whose result the other was made. */
  readonly first?: Decided<State>;
  readonly beside?: (transaction: Transaction) => Promise<unknown>;
}

export async function carryOutPlan(
  transaction: Transaction,
  { decided, first, beside }: Plan<LockedState>,
  context: BookingContext,
): Promise<void> {
  await beside?.(transaction);
  if (first) commit(transaction, [first], context);
  if (decided) commit(transaction, [decided], context);
}

/**
 * Locks and reads a loan, decides a command and writes the result. @throws CodedError 'not-found' for no such loan, or the refusal of the
 * command.
 */
export async function act<Of extends Command>(
  transaction: Transaction,
  name: LoanName,
  command: Of,
  context: BookingContext,
): Promise<Decided<LockedState, Of, AnswerTo<Of>>> {
  const decided = await decideOf(underLock(transaction), name, command, context);
  commit(transaction, [decided], context);
  return decided;
}

/** As `act`, on a loan that was read with the history that the command needs (`journalOf`). */
export function carryOut<Of extends Command>(
  transaction: Transaction,
  before: LockedState,
  command: Of,
  context: BookingContext,
): Decided<LockedState, Of, AnswerTo<Of>> {
  const decided = decideOn(before, command, context);
  commit(transaction, [decided], context);
  return decided;
}

/**
 * Reads a loan and decides a command; nothing is written. @throws CodedError 'not-found' for no such loan, or the refusal of the command.
 */
export async function decideOf<State extends LoanSnapshot, Of extends Command>(
  reading: Reading<State>,
  name: LoanName,
  command: Of,
  context: BookingContext,
): Promise<Decided<State, Of, AnswerTo<Of>>> {
  const [state] = await reading.state(name, journalOf(command, context));
  if (!state) throw new CodedError('not-found', 'orderNumber' in name ? 'orderNumber' : undefined);
  return decideOn(state, command, context);
}

/** Decides a command on a loan. @throws CodedError the refusal. */
export function decideOn<State extends LoanSnapshot, Of extends Command>(
  state: State,
  command: Of,
  context: BookingContext,
): Decided<State, Of, AnswerTo<Of>> {
  const decided = decide(state, command, circumstancesOf(state, context));
  if (decided instanceof CodedError) throw decided;
  return decided;
}

export function circumstancesOf(
  { journal, bookableThrough, closedThrough }: LoanSnapshot,
  { now, actor, random }: BookingContext,
): Circumstances {
  return { now, actor, bookableThrough, closedThrough, nextId: risingIds(random, journal.at(-1)?.id ?? '') };
}

/** How many ids share all but their last part. */
const lastPartEnd = 2 ** 48;

/** Makes each id greater than the one before: ids of one millisecond do not sort by themselves. */
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
