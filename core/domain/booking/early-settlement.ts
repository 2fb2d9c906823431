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
import { type AskedNow, askedNow, type Settlement, settlementOn } from './settlement.ts';
import type { Circumstances, JournalEntry, LoanState } from './state.ts';

/** What settles a loan as it stands on a day. */
export function settlementOf(state: LoanState, day: LocalDate): Settlement {
  return settlementOn({ ...state, entries: state.journal }, day);
}

/** What settles a loan as it stands on the day it is in its market, in minor units. */
export function owedNow(state: LoanState, { now }: { readonly now: Date }): MinorAmount {
  return settlementOf(state, dayOf(state.loan, now)).owedMinor;
}

/** What is asked for of a loan as it stands at a time. */
export function askedOf(state: LoanState, now: Date): AskedNow {
  return askedNow({ ...state, entries: state.journal }, dayOf(state.loan, now));
}

/** What the end of a loan before its dates is booked under, by what ended it. */
const settlementKey = (key: string): string => `early-settlement:${key}`;

/** What may end a loan before its dates: money that came, or a correction. */
interface Ending {
  /** The day from which it counts. */
  readonly day: LocalDate;
  readonly occurredAt: Date;
  /** The money that is not booked yet. */
  readonly amountMinor: MinorAmount;
  /** The movement that has it end. */
  readonly key: string;
  readonly reason?: string | undefined;
}

/**
 * Takes off what is not charged of a loan that ends before its dates, once what was paid, is held and comes now reaches what settles
 * it; what was paid of that settles the rest. Money that counts from a later day than this does not count before that day. Does
 * nothing on a loan that owes nothing or is not owed here, and where all of its plan is charged.
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
    postings: takenOff(draft.after, settlement),
  };
  const booked = book(draft, [movement], circumstances);
  const follows = reallocationOf(booked.after).map((follow) => ({
    ...{ ...facts, ...follow },
    key: `${follow.kind}:${key}`,
  }));
  const cause = { cause: 'correction', key, reason } as const;
  return followDerecognition(book(booked, follows, circumstances), cause, circumstances);
}

/** The settlement of the first day, from that of the ending on, on which there was enough money; null for none. */
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

/** The postings that take off what a settlement does not charge. */
export function takenOff({ instalments }: Pick<LoanState, 'instalments'>, settlement: Settlement) {
  return instalments.flatMap(({ id, charged }, index) => {
    const left = settlement.instalments[index]?.charged ?? charged;
    return (['penalty', 'fee', 'interest', 'vat'] as const).flatMap((component) =>
      chargeOff(id, component, subtractMinor(charged[component], left[component])),
    );
  });
}

/** Tells the lender of a loan that ended before its dates, and what was not charged of it; nothing where none did. */
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
    ...{ interestMinor: offMinor('interest'), feeMinor: offMinor('fee'), vatMinor: offMinor('vat') },
    penaltyMinor: offMinor('penalty'),
    forgivenMinor: minorAmount(0 - totalOn('receivable', [movement])),
  };
  return add(draft, { events: [eventOf('loan.settled-early', loan, data)] });
}

/** The movement that took off what was not charged of a loan at its end, while that stands. */
export function endingOf({ journal }: Pick<LoanState, 'journal'>): JournalEntry | undefined {
  return journal.find(({ kind, isStanding }) => isStanding && endingKinds.includes(kind));
}

/** What goes with the end of a loan that is taken back: what it took off, and what then put in order what was paid. */
function endingWhole({ journal }: Pick<LoanState, 'journal'>, ending: JournalEntry): JournalEntry[] {
  return journal.filter(
    (entry) => entry.isStanding && (entry.id === ending.id || entry.key === `reallocation:${ending.key}`),
  );
}

/** What also goes where movements are taken back after which a loan ended before its dates. */
export function endingAfter(
  state: Pick<LoanState, 'journal'>,
  movements: readonly Pick<JournalEntry, 'key'>[],
): JournalEntry[] {
  const ending = endingOf(state);
  const isAfter = movements.some(({ key }) => ending?.key === settlementKey(key));
  return ending && isAfter ? endingWhole(state, ending) : [];
}

/** The same where a payment is taken back that ended the loan, or that came before its end and without which it is not paid. */
export function endingWithout(
  state: LoanState,
  payment: Pick<JournalEntry, 'id' | 'key'>,
  amountMinor: MinorAmount,
): JournalEntry[] {
  const { loan, instalments } = state;
  const ending = endingOf(state);
  const owedMinor = addMinor(remainingTotal(instalments), amountMinor);
  return ending && payment.id < ending.id && owedMinor > loan.suspenseMinor
    ? endingWhole(state, ending)
    : endingAfter(state, [payment]);
}
