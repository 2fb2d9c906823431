import { startOfLoanDay } from '../borrower-zone.ts';
import type { LocalDate } from '../calendar.ts';
import { remainingTotal } from '../loan/instalment-state.ts';
import { addMinor, type MinorAmount, minorAmount, subtractMinor } from '../money/money.ts';
import { add, book, type Draft } from './booking.ts';
import { chargeOff } from './charge-list.ts';
import { followDerecognition } from './derecognition.ts';
import { eventOf } from './event.ts';
import { dayOf } from './loan-day.ts';
import { endingKinds, totalOn } from './movement.ts';
import { reallocationOf } from './reallocation.ts';
import { type AmountDue, amountDueOn, type Settlement, settlementOn } from './settlement.ts';
import type { Circumstances, JournalEntry, LoanState } from './state.ts';

export function settlementOf(state: LoanState, day: LocalDate): Settlement {
  return settlementOn({ ...state, entries: state.journal }, day);
}

export function settlementToday(state: LoanState, { now }: { readonly now: Date }): MinorAmount {
  return settlementOf(state, dayOf(state.loan, now)).owedMinor;
}

export function amountDueAt(state: LoanState, now: Date): AmountDue {
  return amountDueOn({ ...state, entries: state.journal }, dayOf(state.loan, now));
}

const settlementKey = (key: string): string => `early-settlement:${key}`;

interface Ending {
  readonly day: LocalDate;
  readonly occurredAt: Date;
  /** Money that is not booked yet. */
  readonly amountMinor: MinorAmount;
  readonly key: string;
  readonly reason?: string | undefined;
}

/**
 * Settles a loan early once money paid, held and received reaches the settlement amount: removes the charges of days not used, and
 * reallocates what was paid of them. Money that counts from a later day does not count before that day. Does nothing for a loan without
 * debt, one that the lender no longer holds, and one whose whole plan is charged.
 */
export function settleEarly(draft: Draft, ending: Ending, circumstances: Circumstances): Draft {
  const { loan, instalments } = draft.after;
  if (loan.status === 'sold' || remainingTotal(instalments) === 0) return draft;
  const settlement = settlementFrom(draft.after, ending);
  if (settlement === null || settlement.forgivenMinor === 0) return draft;
  const { reason } = ending;
  const isLater = settlement.day > ending.day;
  const occurredAt = isLater ? startOfLoanDay(loan.terms, settlement.day) : ending.occurredAt;
  const key = settlementKey(ending.key);
  const facts = { occurredAt, ...(reason === undefined ? {} : { reason }) };
  const movement = {
    ...facts,
    kind: 'early-settlement' as const,
    key,
    postings: removedCharges(draft.after, settlement),
  };
  const booked = book(draft, [movement], circumstances);
  const follows = reallocationOf(booked.after).map((follow) => ({
    ...facts,
    ...follow,
    key: `${follow.kind}:${key}`,
  }));
  const cause = { cause: 'correction', key, reason } as const;
  return followDerecognition(book(booked, follows, circumstances), cause, circumstances);
}

/** Settlement of the first day, from the day of the ending on, on which the money sufficed; null if it never did. */
function settlementFrom(state: LoanState, { day: firstDay, amountMinor }: Ending): Settlement | null {
  const { loan, payments } = state;
  const later = payments
    .map(({ paidAt, amountMinor: paidMinor }) => ({ day: dayOf(loan, paidAt), paidMinor }))
    .filter(({ day }) => day > firstDay);
  const days = [...new Set([firstDay, ...later.map(({ day }) => day)])].sort();
  for (const day of days) {
    const settlement = settlementOf(state, day);
    const comesLater = later.filter((payment) => payment.day > day).map(({ paidMinor }) => paidMinor);
    if (addMinor(settlement.missingMinor, ...comesLater) <= amountMinor) return settlement;
  }
  return null;
}

export function removedCharges({ instalments }: Pick<LoanState, 'instalments'>, settlement: Settlement) {
  return instalments.flatMap(({ id, charged }, index) => {
    const left = settlement.instalments[index]?.charged ?? charged;
    return (['penalty', 'fee', 'interest', 'vat'] as const).flatMap((component) =>
      chargeOff(id, component, subtractMinor(charged[component], left[component])),
    );
  });
}

export function tellOfSettlement(draft: Draft): Draft {
  const movement = draft.booking.movements.findLast(
    ({ kind, reversesId }) => kind === 'early-settlement' && reversesId === undefined,
  );
  if (!movement) return draft;
  const partOf = (component: string) =>
    totalOn('receivable', [
      { postings: movement.postings.filter((posting) => posting.component === component) },
    ]);
  const offMinor = (component: string) => minorAmount(0 - partOf(component));
  const { loan } = draft.after;
  const data = {
    settledOn: dayOf(loan, movement.occurredAt),
    interestMinor: offMinor('interest'),
    feeMinor: offMinor('fee'),
    vatMinor: offMinor('vat'),
    penaltyMinor: offMinor('penalty'),
    forgivenMinor: minorAmount(0 - totalOn('receivable', [movement])),
  };
  return add(draft, { events: [eventOf('loan.settled-early', loan, data)] });
}

export function endingOf({ journal }: Pick<LoanState, 'journal'>): JournalEntry | undefined {
  return journal.find(({ kind, isStanding }) => isStanding && endingKinds.includes(kind));
}

/** Movements to reverse with an early settlement: its own, and the reallocation after it. */
function endingMovements({ journal }: Pick<LoanState, 'journal'>, ending: JournalEntry): JournalEntry[] {
  return journal.filter(
    (entry) => entry.isStanding && (entry.id === ending.id || entry.key === `reallocation:${ending.key}`),
  );
}

/** Movements to reverse together with these because a loan settled early after them. */
export function endingAfter(
  state: Pick<LoanState, 'journal'>,
  movements: readonly Pick<JournalEntry, 'key'>[],
): JournalEntry[] {
  const ending = endingOf(state);
  const isAfter = movements.some(({ key }) => ending?.key === settlementKey(key));
  return ending && isAfter ? endingMovements(state, ending) : [];
}

/** The same for a payment that settled the loan early, or without which it would not have settled. */
export function endingWithout(
  state: LoanState,
  payment: Pick<JournalEntry, 'id' | 'key'>,
  amountMinor: MinorAmount,
): JournalEntry[] {
  const { loan, instalments } = state;
  const ending = endingOf(state);
  const owedMinor = addMinor(remainingTotal(instalments), amountMinor);
  return ending && payment.id < ending.id && owedMinor > loan.suspenseMinor
    ? endingMovements(state, ending)
    : endingAfter(state, [payment]);
}
