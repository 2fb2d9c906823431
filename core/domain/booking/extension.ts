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
 * What extending a loan takes on a day, penalties booked up to it, or why it cannot be extended (DELAY-3): 'too-dear' above the
 * threshold of its product (docs/decisions/013-extensions.md).
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

/** What extending a loan would take on a day, and whether that is above the threshold of its product, so that it is not sold. */
interface PricedExtension {
  readonly extension: CurrentExtension;
  readonly isTooDear: boolean;
}

/** The price of extending a loan on a day, sold or not, or why it cannot be extended. */
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

/** Money that came on an extension's own code. */
interface ExtensionMoney {
  readonly amountMinor: MinorAmount;
  readonly paidAt: Date;
  readonly paidOn: LocalDate;
  readonly eventId: string;
}

/**
 * Takes a payment apart that came on an extension's own code. It is measured against what the extension that the borrower asked
 * for took on the day it was paid: when it reaches that, the fee and its tax are charged, penalties and both are paid, the due date
 * moves, and anything beyond settles debt. When it does not, or nothing was asked for, it settles debt like any payment,
 * which the loan's page says (docs/decisions/013-extensions.md).
 * @returns the loan with the fee, what is to be paid, and what is done once it is.
 */
export function extendBy(
  draft: Draft,
  { amountMinor, paidAt, paidOn, eventId }: ExtensionMoney,
  circumstances: Circumstances,
): { readonly draft: Draft; readonly allocation: Allocation; readonly finish: (paid: Draft) => Draft } {
  const { loan, instalments } = draft.after;
  const open = openOffer(draft.after);
  const extension = askedExtension(open, currentExtension(loan, instalments, paidOn));
  const offer = extension && { ...extension.offer, sequences: extension.sequences };
  const taken = takeExtensionPayment(amountMinor, offer, owedHere(draft.after));
  const receipt = { paidMinor: amountMinor, paidAt, paymentEventId: eventId };
  if (!taken.isExtended || !extension || !open) {
    // The offer stays open for another payment, unless nothing can be extended any more.
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

/** The offer of a loan that waits for its payment, if there is one. */
function openOffer({ extensions }: LoanState): Extension | undefined {
  return extensions.find(({ state }) => state === 'awaiting-payment');
}

/** What the fee of an extension is booked under. */
export const extensionFeeKey = (eventId: string): string => `extension-fee:${eventId}`;

/** What can be extended, if it is what the borrower asked for: a payment alone extends nothing. */
function askedExtension(
  extension: Extension | undefined,
  current: CurrentExtension | ExtensionRefusal,
): CurrentExtension | null {
  if (typeof current === 'string' || extension === undefined) return null;
  return extension.sequences.join() === current.sequences.join() ? current : null;
}

/** Tells the lender of an extension that a payment put into effect; nothing where it did not. */
export function tellOfExtension(draft: Draft): Draft {
  const figures = draft.booking.extensions.at(-1)?.figures;
  if (!figures) return draft;
  const { days, feeMinor, vatMinor, newDueDate } = figures.offer;
  const data = { fromDueDate: figures.fromDueDate, newDueDate, days, feeMinor, vatMinor };
  return add(draft, { events: [eventOf('loan.extended', draft.booking.loan, data)] });
}

/**
 * The instalments once an extension is in effect: those it is of are due on the new day, and their penalties count from there; days up
 * to the loan's last correction stay unchanged. An instalment that was extended before cannot move again; the database refuses it too.
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
 * Takes back the extension that a payment put into effect, if it did, so that it can be asked for anew: what it moved is due again
 * when it was, and days up to today cost nothing more.
 */
export function lapseExtension(draft: Draft, eventId: string, today: LocalDate): Draft {
  const lapsed = draft.after.extensions.find(
    ({ state, paymentEventId }) => state === 'in-effect' && paymentEventId === eventId,
  );
  if (!lapsed) return draft;
  const records = withoutExtension(draft.after.instalments, lapsed.sequences, today);
  return moveDates(add(draft, { extensions: [{ id: lapsed.id, state: 'lapsed', receipt: null }] }), records);
}

/** The instalments once an extension is taken back: they are due again when they were. Days up to today cost nothing more. */
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
