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
import {
  chargedPeriods,
  hasEnded,
  isRescheduled,
  type SettledLoan,
  withReallocatedPayments,
} from './settlement.ts';
import type { Circumstances, InstalmentRecord, JournalEntry, LoanState } from './state.ts';

export interface Prepayment {
  readonly day: LocalDate;
  readonly principalMinor: MinorAmount;
  /** Interest of later days that is no longer charged. */
  readonly interestMinor: MinorAmount;
  readonly feeMinor: MinorAmount;
  readonly vatMinor: MinorAmount;
  readonly savedMinor: MinorAmount;
  /** The plan after the money is booked. Repaid principal is due with the instalment that the money also pays. */
  readonly instalments: readonly InstalmentRecord[];
}

/** The rule of the loan's terms; a rescheduled loan always pays the next instalments. */
export function prepaymentRule(loan: Pick<SettledLoan, 'loan' | 'instalments'>): PrepaymentRule {
  return isRescheduled(loan) ? 'next-payments' : prepaymentRuleOf(loan.loan.terms);
}

/**
 * Effect of a payment on a plan whose terms let it shorten or lower (MONEY-5): it pays late instalments and the next one; the rest repays
 * principal of later ones on that day, and interest accrues on the principal left. `shortens` removes the last instalments first, and
 * their fee where it is charged by days and none of its days has passed; `lowers` reduces all in proportion. Counts on the day of the
 * latest prepayment where that is later. Null where no principal is repaid: other terms, a rescheduled or ended loan, or nothing left.
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
  // Prepaid principal is recorded on the instalment that the payment paid; it is no longer outstanding.
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
  const takenLater = repaidPrincipal(rule, room, principalMinor);
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
    day,
    principalMinor,
    interestMinor,
    feeMinor,
    vatMinor,
    savedMinor: addMinor(interestMinor, feeMinor, vatMinor),
    instalments: withReallocatedPayments(after, addMinor(facts.suspenseMinor, amountMinor)),
  };
}

/**
 * Principal repaid of each instalment: last ones first, or all in proportion.
 * @param room oldest first.
 */
function repaidPrincipal(
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

const prepaymentKey = (paymentKey: string): string => `prepayment:${paymentKey}`;

interface PrepayingMoney {
  readonly day: LocalDate;
  readonly occurredAt: Date;
  readonly amountMinor: MinorAmount;
  readonly key: string;
  readonly reason?: string | undefined;
}

/** Books the prepayment by money that is not booked yet (`prepaymentOn`), so that the money then pays what is due. */
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
              account: 'receivable' as const,
              component: 'principal' as const,
              instalmentId: id,
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
    ...facts,
    ...follow,
    key: `${follow.kind}:${key}`,
  }));
  return book(booked, follows, circumstances);
}

/** Movements of a payment's prepayment that are not reversed, with the reallocation after it. */
export function prepaymentOf({ journal }: Pick<LoanState, 'journal'>, paymentKey: string): JournalEntry[] {
  const key = prepaymentKey(paymentKey);
  return journal.filter((entry) => entry.isStanding && [key, `reallocation:${key}`].includes(entry.key));
}

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
    principalMinor: sumOf('principal', 1),
    ...off,
    savedMinor: addMinor(...Object.values(off)),
    payments: inDueOrder(instalments)
      .map((each) => ({ dueDate: each.dueDate, amountMinor: remainingTotal([each]) }))
      .filter(({ amountMinor }) => amountMinor > 0),
  };
  return add(draft, { events: [eventOf('loan.prepaid', loan, data)] });
}
