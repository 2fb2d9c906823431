import type { Transaction } from '#db/database.ts';
import { type AnswerTo, type Command, type Decided, decide, journalOf } from '#domain/booking/decide.ts';
import type { Circumstances } from '#domain/booking/state.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Random } from '../ports.ts';
import { commit } from './commit.ts';
import type { BookingContext } from './loans.ts';
import { type Reading, underLock } from './reading.ts';
import type { LoanName, LockedState, SeenState } from './states.ts';

/** What is to be written, and is not yet. */
export interface Plan<State extends SeenState> {
  /** What happens to a loan; null where nothing does. */
  readonly decided: Decided<State> | null;
  /** What happens to the same loan before that, which was decided on what this leaves. */
  readonly first?: Decided<State>;
  /** Writes rows that stand beside it, before it. */
  readonly beside?: (transaction: Transaction) => Promise<unknown>;
}

/** Writes what was decided on a loan under its lock. */
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
 * Reads a loan under its lock, decides what a command does to it, and writes that.
 * @throws CodedError 'not-found' for no such loan, and why the command is not carried out.
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

/** As `act`, on a loan that was read with what the command needs of its history (`journalOf`). */
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
 * Reads a loan and decides what a command does to it; nothing is written.
 * @throws CodedError 'not-found' for no such loan, and why the command is not carried out.
 */
export async function decideOf<State extends SeenState, Of extends Command>(
  reading: Reading<State>,
  name: LoanName,
  command: Of,
  context: BookingContext,
): Promise<Decided<State, Of, AnswerTo<Of>>> {
  const [state] = await reading.state(name, journalOf(command, context));
  if (!state) throw new CodedError('not-found', 'orderNumber' in name ? 'orderNumber' : undefined);
  return decideOn(state, command, context);
}

/** What a command would do to a loan. @throws CodedError why it is not carried out. */
export function decideOn<State extends SeenState, Of extends Command>(
  state: State,
  command: Of,
  context: BookingContext,
): Decided<State, Of, AnswerTo<Of>> {
  const decided = decide(state, command, circumstancesOf(state, context));
  if (decided instanceof CodedError) throw decided;
  return decided;
}

/** What a decision on a loan is made in, besides its state. */
export function circumstancesOf(
  { journal, bookableThrough, closedThrough }: SeenState,
  { now, actor, random }: BookingContext,
): Circumstances {
  return { now, actor, bookableThrough, closedThrough, nextId: risingIds(random, journal.at(-1)?.id ?? '') };
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
