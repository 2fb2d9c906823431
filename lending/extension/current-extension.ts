import type { LocalDate } from '#domain/calendar.ts';
import { type ExtensionOffer, extensionOffer } from '#domain/extension/extension.ts';
import { type ExtensionRefusal, extensionRefusal } from '#domain/extension/extension-rules.ts';
import { dueNow, unpaidBaseMinor } from '#domain/loan/instalment-state.ts';
import { addMinor, subtractMinor } from '#domain/money/money.ts';
import type { InstalmentRecord, LoanRecord } from '../ledger/loans.ts';

/** What extending a loan takes on one day. */
export interface CurrentExtension {
  readonly offer: ExtensionOffer;
  readonly quotedOn: LocalDate;
  /** The instalments that move, oldest first. */
  readonly instalments: readonly InstalmentRecord[];
  readonly sequences: readonly number[];
  readonly fromDueDate: LocalDate;
}

/**
 * What extending a loan takes on a day, penalties booked up to it, or why it cannot be extended (DELAY-3).
 * @param records the loan's instalments as they are on that day.
 */
export function currentExtension(
  { status, terms }: Pick<LoanRecord, 'status' | 'terms'>,
  records: readonly InstalmentRecord[],
  day: LocalDate,
): CurrentExtension | ExtensionRefusal {
  const due = dueNow(records, day);
  const sequences = due?.instalmentSequences ?? [];
  const asked = records.filter(({ sequence }) => sequences.includes(sequence));
  const refusal = extensionRefusal({
    status,
    terms,
    dueSequences: sequences,
    extendedSequences: records.filter(({ extendedFrom }) => extendedFrom !== null).map(sequenceOf),
  });
  const amountWithoutPenaltyMinor = addMinor(...asked.map(unpaidBaseMinor));
  if (refusal !== null || due === null) return refusal ?? 'nothing-due';
  if (amountWithoutPenaltyMinor <= 0) return 'nothing-due';
  const penaltyMinor = subtractMinor(due.amountMinor, amountWithoutPenaltyMinor);
  const offer = extensionOffer(terms, { amountWithoutPenaltyMinor, penaltyMinor, dueDate: due.dueDate }, day);
  return { offer, quotedOn: day, instalments: asked, sequences, fromDueDate: due.dueDate };
}

function sequenceOf({ sequence }: InstalmentRecord): number {
  return sequence;
}
