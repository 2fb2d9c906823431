import type { LocalDate } from '../calendar.ts';
import { extensionOffer, isExtensionTooDear } from '../extension/extension-price.ts';
import {
  type ExtensionRefusal,
  extensionRefusal,
  takeExtensionPayment,
} from '../extension/extension-rules.ts';
import { dueNow, unpaidBaseMinor } from '../loan/instalment-state.ts';
import { addMinor, type MinorAmount, subtractMinor } from '../money/money.ts';
import { lateToleranceOf } from '../offer/product-terms.ts';
import { type Allocation, inDueOrder } from '../repayment/allocation.ts';
import { add, book, type Draft, moveDates } from './booking.ts';
import { eventOf } from './event.ts';
import { charge } from './movement.ts';
import { owedHere } from './settlement.ts';
import type {
  Circumstances,
  CurrentExtension,
  Extension,
  InstalmentRecord,
  Loan,
  LoanState,
} from './state.ts';

/**
 * Cost of extending a loan on a day, with penalties up to that day, or why it cannot be extended (DELAY-3): 'too-dear' above the
 * product's threshold (docs/decisions/013-extensions.md).
 * @param records the loan's instalments on that day.
 */
export function currentExtension(
  loan: Pick<Loan, 'status' | 'terms'>,
  records: readonly InstalmentRecord[],
  day: LocalDate,
): CurrentExtension | ExtensionRefusal {
  const priced = pricedExtension(loan, records, day);
  if (typeof priced === 'string') return priced;
  return priced.isTooDear ? 'too-dear' : priced.extension;
}

interface PricedExtension {
  readonly extension: CurrentExtension;
  readonly isTooDear: boolean;
}

export function pricedExtension(
  { status, terms }: Pick<Loan, 'status' | 'terms'>,
  records: readonly InstalmentRecord[],
  day: LocalDate,
): PricedExtension | ExtensionRefusal {
  const due = dueNow(records, day, lateToleranceOf(terms));
  const sequences = due?.instalmentSequences ?? [];
  const extension = inDueOrder(records).filter(({ sequence }) => sequences.includes(sequence));
  const refusal = extensionRefusal({
    status,
    terms,
    dueSequences: sequences,
    extendedSequences: records
      .filter(({ extendedFrom }) => extendedFrom !== null)
      .map(({ sequence }) => sequence),
  });
  const amountWithoutPenaltyMinor = addMinor(...extension.map(unpaidBaseMinor));
  if (refusal !== null || due === null) return refusal ?? 'nothing-due';
  if (amountWithoutPenaltyMinor <= 0) return 'nothing-due';
  const penaltyMinor = subtractMinor(due.amountMinor, amountWithoutPenaltyMinor);
  const offer = extensionOffer(terms, { amountWithoutPenaltyMinor, penaltyMinor, dueDate: due.dueDate }, day);
  return {
    extension: { offer, quotedOn: day, instalments: extension, sequences, fromDueDate: due.dueDate },
    isTooDear: isExtensionTooDear(offer, terms.extensionCostMaxPpm),
  };
}

interface ExtensionMoney {
  readonly amountMinor: MinorAmount;
  readonly paidAt: Date;
  readonly paidOn: LocalDate;
  readonly eventId: string;
}

/**
 * Splits a payment made with an extension's code. When it reaches what the requested extension cost on the day of payment, charges the
 * fee and its tax, pays penalties and both, moves the due date, and uses the rest for debt. Otherwise it pays debt like any payment, and
 * the loan's page says so (docs/decisions/013-extensions.md).
 * @returns the loan with the fee charged, the allocation, and the step that finishes once it is booked.
 */
export function extendBy(
  draft: Draft,
  { amountMinor, paidAt, paidOn, eventId }: ExtensionMoney,
  circumstances: Circumstances,
): { readonly draft: Draft; readonly allocation: Allocation; readonly finish: (paid: Draft) => Draft } {
  const { loan, instalments } = draft.after;
  const open = openOffer(draft.after);
  const extension = requestedExtension(open, currentExtension(loan, instalments, paidOn));
  const offer = extension && { ...extension.offer, sequences: extension.sequences };
  const taken = takeExtensionPayment(amountMinor, offer, owedHere(draft.after));
  const receipt = { paidMinor: amountMinor, paidAt, paymentEventId: eventId };
  if (!taken.isExtended || !extension || !open) {
    // The request stays open for another payment while something can be extended.
    const state = extension === null ? 'lapsed' : 'awaiting-payment';
    const missed = open ? add(draft, { extensions: [{ id: open.id, state, receipt }] }) : draft;
    return { draft: missed, allocation: taken, finish: (paid) => paid };
  }
  const [first] = extension.instalments;
  const postings = first
    ? [
        ...charge(first.id, 'fee', 'unearned-fee', taken.feeMinor),
        ...charge(first.id, 'vat', 'vat-payable', taken.vatMinor),
      ]
    : [];
  const fee = { kind: 'extension-fee' as const, occurredAt: paidAt, key: extensionFeeKey(eventId), postings };
  const change = { id: open.id, state: 'in-effect' as const, figures: extension, receipt };
  return {
    draft: book(draft, postings.length === 0 ? [] : [fee], circumstances),
    allocation: taken,
    finish: (paid) => moveDates(add(paid, { extensions: [change] }), extended(paid.after, extension)),
  };
}

function openOffer({ extensions }: LoanState): Extension | undefined {
  return extensions.find(({ state }) => state === 'awaiting-payment');
}

export const extensionFeeKey = (eventId: string): string => `extension-fee:${eventId}`;

/** The extension of today, if it is the one that the borrower requested; a payment without a request extends nothing. */
function requestedExtension(
  extension: Extension | undefined,
  current: CurrentExtension | ExtensionRefusal,
): CurrentExtension | null {
  if (typeof current === 'string' || extension === undefined) return null;
  return extension.sequences.join() === current.sequences.join() ? current : null;
}

export function tellOfExtension(draft: Draft): Draft {
  const figures = draft.booking.extensions.at(-1)?.figures;
  if (!figures) return draft;
  const { days, feeMinor, vatMinor, newDueDate } = figures.offer;
  const data = { fromDueDate: figures.fromDueDate, newDueDate, days, feeMinor, vatMinor };
  return add(draft, { events: [eventOf('loan.extended', draft.booking.loan, data)] });
}

/**
 * Instalments after an extension: they are due on the new day, and penalties count from it; days up to the loan's last correction stay
 * unchanged. An extended instalment cannot be extended again; the database refuses it too.
 */
function extended(
  { loan: { correctedOn }, instalments }: LoanState,
  { sequences, offer: { newDueDate: dueDate } }: CurrentExtension,
): InstalmentRecord[] {
  const accruedThrough = correctedOn !== null && correctedOn > dueDate ? correctedOn : null;
  return instalments.map((record) =>
    sequences.includes(record.sequence)
      ? { ...record, dueDate, extendedFrom: record.dueDate, accruedThrough }
      : record,
  );
}

/**
 * Undoes the extension that a payment put into effect: due dates move back, days up to today cost nothing more, and the borrower can
 * request it again.
 */
export function lapseExtension(draft: Draft, eventId: string, today: LocalDate): Draft {
  const lapsed = draft.after.extensions.find(
    ({ state, paymentEventId }) => state === 'in-effect' && paymentEventId === eventId,
  );
  if (!lapsed) return draft;
  const records = withoutExtension(draft.after.instalments, lapsed.sequences, today);
  return moveDates(add(draft, { extensions: [{ id: lapsed.id, state: 'lapsed', receipt: null }] }), records);
}

/** Instalments after an extension was undone: due on their former dates. Days up to today cost nothing more. */
export function withoutExtension(
  records: readonly InstalmentRecord[],
  sequences: readonly number[],
  today: LocalDate,
): InstalmentRecord[] {
  return records.map((record) => {
    const { sequence, extendedFrom: dueDate } = record;
    if (dueDate === null || !sequences.includes(sequence)) return record;
    return { ...record, dueDate, extendedFrom: null, accruedThrough: today > dueDate ? today : null };
  });
}
