import { startOfLoanDay } from '../borrower-zone.ts';
import type { LocalDate } from '../calendar.ts';
import { earnedThrough, taxOnPart } from '../loan/earned-charges.ts';
import { remainingTotal } from '../loan/instalment-state.ts';
import { isRunning } from '../loan/loan-status.ts';
import {
  addMinor,
  type MinorAmount,
  minorAmount,
  multiplyRatio,
  subtractMinor,
  zeroMinor,
} from '../money/money.ts';
import type { PrepaymentRule } from '../offer/product-term-table.ts';
import { prepaymentRuleOf } from '../offer/product-terms.ts';
import { inDueOrder } from '../repayment/allocation.ts';
import { add, book, type Draft } from './booking.ts';
import { chargeOff } from './charge-list.ts';
import { eventOf } from './event.ts';
import { dayOf } from './loan-day.ts';
import type { Posting } from './movement.ts';
import { reallocationOf } from './reallocation.ts';
import { prepayments } from './saved-interest.ts';
import { chargedPeriods, hasEnded, inOrder, isAgreedAnew, type SettledLoan } from './settlement.ts';
import type { Circumstances, InstalmentRecord, JournalEntry, LoanState } from './state.ts';

/** What money beyond what is asked for makes of a loan's plan, in minor units. */
export interface Prepayment {
  readonly day: LocalDate;
  /** What it pays back of the principal of payments to come. */
  readonly principalMinor: MinorAmount;
  /** What is not charged any more of days after it. */
  readonly interestMinor: MinorAmount;
  readonly feeMinor: MinorAmount;
  readonly vatMinor: MinorAmount;
  readonly savedMinor: MinorAmount;
  /** The plan once the money is booked. What is paid back is due with the payment that the money also pays. */
  readonly instalments: readonly InstalmentRecord[];
}

/** What money does to a plan beyond what is asked for: what its terms say, but that one agreed anew has its next payments paid. */
export function prepaymentRule(loan: Pick<SettledLoan, 'loan' | 'instalments'>): PrepaymentRule {
  return isAgreedAnew(loan) ? 'next-payments' : prepaymentRuleOf(loan.loan.terms);
}

/**
 * What money does to a plan that its terms let it shorten or lower (MONEY-5): it pays what is late and the next payment, and what it
 * brings beyond that pays back principal of the payments after that one, on that day. Interest of days after it is charged on what
 * principal is left. Where it shortens, the last payments go first, and their fee too where the terms charge fees by days and none of
 * its days has gone by; where it lowers, all of them in proportion. Counted on the day of the last prepayment that stands, where that is later. Null where nothing is
 * paid back so: by terms of the next payments, on a plan agreed anew, a loan that does not run or ended, and where all is paid.
 * @param amountMinor above 0.
 */
export function prepaymentOn(
  loan: SettledLoan,
  amountMinor: MinorAmount,
  paidOn: LocalDate,
): Prepayment | null {
  const { instalments, loan: facts } = loan;
  const { terms, disbursedOn, status } = facts;
  const rule = prepaymentRule(loan);
  if (rule === 'next-payments' || disbursedOn === null || !isRunning(status)) return null;
  if (hasEnded(loan) || amountMinor >= remainingTotal(instalments)) return null;
  const before = prepayments({ ...loan, terms });
  const day = [paidOn, ...before.map((part) => part.day)].sort().at(-1) ?? paidOn;
  const unpaid = inDueOrder(instalments).filter((each) => remainingTotal([each]) > 0);
  const next = unpaid.find(({ dueDate }) => dueDate >= day);
  if (next === undefined) return null;
  const askedCount = unpaid.indexOf(next) + 1;
  const [asked, later] = [unpaid.slice(0, askedCount), unpaid.slice(askedCount)];
  const beyondMinor = minorAmount(amountMinor - remainingTotal(asked));
  // Principal that was prepaid stands on the payment that it came with, and is out no more.
  const paidBackWith = (sequence: number) =>
    addMinor(
      ...before
        .filter(
          (part) => part.component === 'principal' && part.sequence === sequence && part.amountMinor > 0,
        )
        .map((part) => part.amountMinor),
    );
  const outOf = ({ sequence, charged }: InstalmentRecord) =>
    minorAmount(Math.max(0, charged.principal - paidBackWith(sequence)));
  const out = instalments.map(outOf);
  const room = later.map((each) =>
    minorAmount(Math.min(outOf(each), each.charged.principal - each.paid.principal)),
  );
  const principalMinor = minorAmount(Math.min(beyondMinor, addMinor(...room)));
  if (principalMinor <= 0) return null;
  const takenLater = takenBy(rule, room, principalMinor);
  const taken = instalments.map((each) => takenLater[later.indexOf(each)] ?? zeroMinor);
  const periods = chargedPeriods({ loan: facts, instalments, entries: loan.entries });
  const earned = earnedThrough(periods, { disbursedOn, terms }, day);
  const after = instalments.map((record, index): InstalmentRecord => {
    const [period, days] = [periods[index], earned[index]];
    if (!period || !days) return record;
    const outMinor = addMinor(...out.slice(index));
    const leftMinor = subtractMinor(outMinor, addMinor(...taken.slice(index)));
    const restMinor = subtractMinor(period.interestMinor, days.interestMinor);
    const interestMinor = addMinor(
      days.interestMinor,
      outMinor === 0 ? restMinor : multiplyRatio(restMinor, leftMinor, outMinor),
    );
    const takenMinor = taken[index] ?? zeroMinor;
    const fallsAway = takenMinor > 0 && takenMinor === record.charged.principal && interestMinor === 0;
    const isFeeOff = fallsAway && terms.earlyRepaymentFee === 'days-used' && days.feeMinor === 0;
    const feeMinor = isFeeOff ? zeroMinor : period.feeMinor;
    const isSame = interestMinor === period.interestMinor && feeMinor === period.feeMinor;
    const vatMinor = isSame ? period.vatMinor : taxOnPart(terms, period, { interestMinor, feeMinor });
    const broughtMinor = record === next ? principalMinor : zeroMinor;
    return {
      ...record,
      charged: {
        ...record.charged,
        interest: interestMinor,
        fee: subtractMinor(record.charged.fee, subtractMinor(period.feeMinor, feeMinor)),
        vat: subtractMinor(record.charged.vat, subtractMinor(period.vatMinor, vatMinor)),
        principal: addMinor(subtractMinor(record.charged.principal, takenMinor), broughtMinor),
      },
    };
  });
  const off = (component: 'interest' | 'fee' | 'vat') =>
    addMinor(
      ...instalments.map(({ charged }, index) =>
        subtractMinor(charged[component], after[index]?.charged[component] ?? zeroMinor),
      ),
    );
  const [interestMinor, feeMinor, vatMinor] = [off('interest'), off('fee'), off('vat')];
  return {
    ...{ day, principalMinor, interestMinor, feeMinor, vatMinor },
    savedMinor: addMinor(interestMinor, feeMinor, vatMinor),
    instalments: inOrder(after, addMinor(facts.suspenseMinor, amountMinor)),
  };
}

/** How much of each payment's principal is paid back: of the last ones first, or of all in proportion. @param room oldest first. */
function takenBy(
  rule: Exclude<PrepaymentRule, 'next-payments'>,
  room: readonly MinorAmount[],
  principalMinor: MinorAmount,
): MinorAmount[] {
  if (rule === 'shortens') {
    let leftMinor = principalMinor;
    const newestFirst = room.toReversed().map((roomMinor) => {
      const takenMinor = minorAmount(Math.min(roomMinor, leftMinor));
      leftMinor = subtractMinor(leftMinor, takenMinor);
      return takenMinor;
    });
    return newestFirst.toReversed();
  }
  const totalMinor = addMinor(...room);
  let [throughMinor, takenMinor] = [zeroMinor, zeroMinor];
  return room.map((roomMinor) => {
    throughMinor = addMinor(throughMinor, roomMinor);
    const beforeMinor = takenMinor;
    takenMinor = multiplyRatio(principalMinor, throughMinor, totalMinor);
    return subtractMinor(takenMinor, beforeMinor);
  });
}

/** What a payment's prepayment is booked under. */
const prepaymentKey = (paymentKey: string): string => `prepayment:${paymentKey}`;

/** Money that may prepay principal. */
interface PrepayingMoney {
  readonly day: LocalDate;
  readonly occurredAt: Date;
  readonly amountMinor: MinorAmount;
  /** The payment's. */
  readonly key: string;
  readonly reason?: string | undefined;
}

/** Books what money that is not booked yet makes of the plan (`prepaymentOn`), so that it then pays what is due with it. */
export function prepay(draft: Draft, money: PrepayingMoney, circumstances: Circumstances): Draft {
  const { loan, instalments, journal } = draft.after;
  const prepayment = prepaymentOn({ ...draft.after, entries: journal }, money.amountMinor, money.day);
  if (prepayment === null) return draft;
  const isLater = prepayment.day > money.day;
  const occurredAt = isLater ? startOfLoanDay(loan.terms, prepayment.day) : money.occurredAt;
  const facts = { occurredAt, ...(money.reason === undefined ? {} : { reason: money.reason }) };
  const postings = instalments.flatMap(({ id, charged }, index): Posting[] => {
    const left = prepayment.instalments[index]?.charged ?? charged;
    const movedMinor = subtractMinor(left.principal, charged.principal);
    return [
      ...(movedMinor === 0
        ? []
        : [
            {
              ...{ account: 'receivable' as const, component: 'principal' as const, instalmentId: id },
              amountMinor: movedMinor,
            },
          ]),
      ...(['interest', 'fee', 'vat'] as const).flatMap((component) =>
        chargeOff(id, component, subtractMinor(charged[component], left[component])),
      ),
    ];
  });
  const key = prepaymentKey(money.key);
  const booked = book(draft, [{ ...facts, kind: 'prepayment', key, postings }], circumstances);
  const follows = reallocationOf(booked.after).map((follow) => ({
    ...{ ...facts, ...follow },
    key: `${follow.kind}:${key}`,
  }));
  return book(booked, follows, circumstances);
}

/** What a payment's prepayment booked and stands, and what then put in order what was paid. */
export function prepaymentOf({ journal }: Pick<LoanState, 'journal'>, paymentKey: string): JournalEntry[] {
  const key = prepaymentKey(paymentKey);
  return journal.filter((entry) => entry.isStanding && [key, `reallocation:${key}`].includes(entry.key));
}

/** Tells the lender of principal that was prepaid, what is not charged any more, and the payments to come; nothing where none was. */
export function tellOfPrepayment(draft: Draft): Draft {
  const movement = draft.booking.movements.findLast(
    ({ kind, reversesId }) => kind === 'prepayment' && reversesId === undefined,
  );
  if (!movement) return draft;
  const { loan, instalments } = draft.after;
  const sumOf = (component: Posting['component'], sign: 1 | -1) =>
    addMinor(
      ...movement.postings
        .filter((each) => each.account === 'receivable' && each.component === component)
        .map(({ amountMinor }) => minorAmount(Math.max(0, sign * amountMinor))),
    );
  const off = {
    interestMinor: sumOf('interest', -1),
    feeMinor: sumOf('fee', -1),
    vatMinor: sumOf('vat', -1),
  };
  const data = {
    prepaidOn: dayOf(loan, movement.occurredAt),
    ...{ principalMinor: sumOf('principal', 1), ...off, savedMinor: addMinor(...Object.values(off)) },
    payments: inDueOrder(instalments)
      .map((each) => ({ dueDate: each.dueDate, amountMinor: remainingTotal([each]) }))
      .filter(({ amountMinor }) => amountMinor > 0),
  };
  return add(draft, { events: [eventOf('loan.prepaid', loan, data)] });
}
