import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstDay, lend, noon, paymentOf, usualTerms } from '#tests/setup/lent-loan.ts';
import { addDays, type LocalDate } from '../calendar.ts';
import { remainingTotal } from '../loan/instalment-state.ts';
import { dayIn } from '../market.ts';
import { addMinor, type MinorAmount, minorAmount } from '../money/money.ts';
import type { ProductTerms } from '../offer/product-terms.ts';
import { type Booking, evolve } from './booking.ts';
import { moneyIn } from './movement.ts';
import type { LoanState, Payment } from './state.ts';

const reason = 'wrong loan';

/** No early end and no prepayment, which depend on what else was paid. */
const plainTerms: ProductTerms = { ...usualTerms, earlyRepayment: 'whole-plan', prepayment: 'next-payments' };
const withoutPenalties: ProductTerms = { ...plainTerms, penaltyBands: [] };

/** Where a payment is said to be. */
interface Told {
  readonly payment: Payment;
  readonly place: 0 | 1 | 'unmatched' | 'bounced';
}

type Step = { readonly act: string; readonly which: number; readonly days: number; readonly share: number };

const anyStep: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    'pay',
    'pay',
    'move',
    'change-day',
    'change-amount',
    'put-back',
    'assign',
    'reverse',
    'wait',
  ),
  which: fc.nat(20),
  days: fc.nat(30),
  share: fc.integer({ min: 1, max: 120 }),
});

/** Two loans of one product, and what is said of every payment that was reported. */
function twoLoans(terms: ProductTerms) {
  const { lent, done } = lend(terms);
  const states: [LoanState, LoanState] = [lent, lent];
  const told = new Map<string, Told>();
  let [today, hasBounced] = [firstDay, false];
  const sound = (before: LoanState, booking: Booking, after: LoanState) => {
    for (const { postings } of booking.movements) {
      expect(addMinor(...postings.map(({ amountMinor }) => amountMinor))).toBe(0);
    }
    expect(evolve(before, booking)).toEqual(after);
    expect(after.loan.balanceMinor).toBe(remainingTotal(after.instalments));
    expect(after.loan.balanceMinor === 0 || after.loan.suspenseMinor === 0).toBe(true);
    expect(new Set(after.journal.map(({ key }) => key)).size).toBe(after.journal.length);
  };
  const decide = (place: 0 | 1, command: Parameters<typeof done>[1]) => {
    const { booking, after } = done(states[place], command, today);
    sound(states[place], booking, after);
    states[place] = after;
  };
  const receive = (place: 0 | 1, payment: Payment, isCorrected: boolean) => {
    const creditedAt = payment.paidAt;
    decide(place, { act: 'receive', payment, creditedAt, purpose: 'repay', isAnother: true, isCorrected });
    told.set(payment.id, { payment: { ...payment, outcome: 'posted' }, place });
  };
  const putBack = ({ payment, place }: Told & { readonly place: 0 | 1 }) => {
    decide(place, { act: 'put-back', payment, reason });
    const waiting = { ...payment, outcome: 'unmatched' as const, round: (payment.round ?? 0) + 1 };
    told.set(payment.id, { payment: waiting, place: 'unmatched' });
    return waiting;
  };
  const change = (
    { payment, place }: Told & { readonly place: 0 | 1 },
    to: Pick<Payment, 'amountMinor' | 'paidAt'>,
  ) => {
    decide(place, { act: 'change-payment', payment, ...to, creditedAt: to.paidAt, reason });
    told.set(payment.id, { payment: { ...payment, ...to, round: (payment.round ?? 0) + 1 }, place });
  };
  const onLoan = (place: 0 | 1) => [...told.values()].filter((each) => each.place === place);
  const dayBefore = (days: number): LocalDate => [firstDay, addDays(today, -days)].sort()[1] ?? today;
  const step = ({ act, which, days, share }: Step) => {
    const standing = [...onLoan(0), ...onLoan(1)] as (Told & { readonly place: 0 | 1 })[];
    const one = standing[which % Math.max(1, standing.length)];
    const other = one?.place === 0 ? 1 : 0;
    const waiting = [...told.values()].filter(({ place }) => place === 'unmatched');
    if (act === 'wait') today = addDays(today, days);
    else if (act === 'pay') {
      const amount = Math.ceil((share * 150_000) / 100);
      receive(which % 2 === 0 ? 0 : 1, paymentOf(`p${told.size}`, amount, dayBefore(days % 6)), false);
    } else if (act === 'assign') {
      const next = waiting[which % Math.max(1, waiting.length)];
      if (next) receive(share % 2 === 0 ? 0 : 1, next.payment, true);
    } else if (!one) return;
    else if (act === 'move') receive(other, putBack(one), true);
    else if (act === 'put-back') putBack(one);
    else if (act === 'change-day')
      change(one, { amountMinor: one.payment.amountMinor, paidAt: noon(dayBefore(days)) });
    else if (act === 'change-amount')
      change(one, { amountMinor: minorAmount(share * 1000), paidAt: one.payment.paidAt });
    else {
      decide(one.place, { act: 'take-back', payment: one.payment, reason });
      told.set(one.payment.id, { ...one, place: 'bounced' });
      hasBounced = true;
    }
  };
  /** A loan that only ever got what is said to be on one of the two, each on its day. */
  const asSaid = (place: 0 | 1): LoanState => {
    const inOrder = onLoan(place).sort((a, b) => a.payment.paidAt.getTime() - b.payment.paidAt.getTime());
    const paid = inOrder.reduce((state, { payment }) => {
      const day = dayIn('MX', payment.paidAt);
      const again = { ...payment, outcome: 'unmatched' as const, round: 0 };
      const command = {
        act: 'receive',
        payment: again,
        creditedAt: payment.paidAt,
        purpose: 'repay',
      } as const;
      return done(state, command, day).after;
    }, lent);
    return done(paid, { act: 'look' }, today).after;
  };
  const look = (place: 0 | 1) => done(states[place], { act: 'look' }, today).after;
  const bank = (place: 0 | 1): MinorAmount =>
    addMinor(...onLoan(place).map(({ payment }) => payment.amountMinor));
  return { step, look, asSaid, bank, hasBounced: () => hasBounced };
}

const figuresOf = ({ loan, instalments }: LoanState) => ({
  ...{ status: loan.status, balanceMinor: loan.balanceMinor, heldMinor: loan.suspenseMinor },
  instalments: instalments.map(({ dueDate, charged, paid }) => ({ dueDate, charged, paid })),
});
const penaltyOf = ({ instalments }: LoanState) =>
  addMinor(...instalments.map(({ charged }) => charged.penalty));
const places = [0, 1] as const;
const runs = { numRuns: Number(process.env.DECISION_RUNS ?? 300) };

test('after any payments, moves, changes and reversals each loan stands as if only its own payments had come', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 25 }), (steps) => {
      const loans = twoLoans(withoutPenalties);
      for (const each of steps) {
        loans.step(each);
        for (const place of places) {
          const state = loans.look(place);
          expect(moneyIn(state.journal.filter(({ kind }) => kind === 'payment'))).toBe(loans.bank(place));
          const said = loans.asSaid(place);
          if (!loans.hasBounced()) expect(figuresOf(state)).toEqual(figuresOf(said));
          expect([state.loan.balanceMinor, state.loan.suspenseMinor]).toEqual([
            said.loan.balanceMinor,
            said.loan.suspenseMinor,
          ]);
        }
      }
    }),
    runs,
  );
});

test('no move or change charges penalties of days that are over', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 25 }), (steps) => {
      const loans = twoLoans(plainTerms);
      for (const each of steps) {
        const before = places.map((place) => penaltyOf(loans.look(place)));
        loans.step(each);
        for (const place of places) {
          const state = loans.look(place);
          expect(moneyIn(state.journal.filter(({ kind }) => kind === 'payment'))).toBe(loans.bank(place));
          if (['wait', 'pay', 'reverse'].includes(each.act)) continue;
          expect(penaltyOf(state)).toBeLessThanOrEqual(before[place] ?? 0);
        }
      }
    }),
    runs,
  );
});

test('a payment entered for too late a day takes the penalties back once its day is changed', () => {
  const { lent, done, lookOn } = lend(usualTerms);
  const [paidOn, enteredOn] = [addDays(firstDay, 30), addDays(firstDay, 38)];
  const payment = paymentOf('p', 100_000, enteredOn);
  const entered = done(
    lent,
    { act: 'receive', payment, creditedAt: noon(enteredOn), purpose: 'repay' },
    enteredOn,
  ).after;
  expect(penaltyOf(entered)).toBeGreaterThan(0);
  const change = {
    ...{ act: 'change-payment' as const, payment: { ...payment, outcome: 'posted' as const }, reason },
    ...{ amountMinor: payment.amountMinor, paidAt: noon(paidOn), creditedAt: noon(paidOn) },
  };
  const changed = done(entered, change, enteredOn).after;
  const inTime = paymentOf('p', 100_000, paidOn);
  const paid = done(
    lent,
    { act: 'receive', payment: inTime, creditedAt: noon(paidOn), purpose: 'repay' },
    paidOn,
  );
  expect(figuresOf(changed)).toEqual(figuresOf(lookOn(paid.after, enteredOn)));
});

test('two payments that were booked on each other’s loan are swapped, with the penalties of both loans', () => {
  const { lent, done, lookOn } = lend(usualTerms);
  const [early, late] = [addDays(firstDay, 28), addDays(firstDay, 45)];
  const receive = (state: LoanState, payment: Payment, isCorrected: boolean) =>
    done(state, { act: 'receive', payment, creditedAt: payment.paidAt, purpose: 'repay', isCorrected }, late)
      .after;
  const [mine, theirs] = [paymentOf('mine', 140_000, early), paymentOf('theirs', 90_000, late)];
  // Each stands on the other's loan: mine has no penalty on theirs, and theirs came late on mine.
  const mineHas = receive(lookOn(lent, late), theirs, false);
  const theirsHas = receive(lookOn(lent, late), mine, false);
  const off = (state: LoanState, payment: Payment) =>
    done(state, { act: 'put-back', payment: { ...payment, outcome: 'posted' }, reason }, late).after;
  const swapped = receive(off(mineHas, theirs), { ...mine, round: 1 }, true);
  expect(figuresOf(swapped)).toEqual(figuresOf(receive(lookOn(lent, late), mine, false)));
  const others = receive(off(theirsHas, mine), { ...theirs, round: 1 }, true);
  expect(penaltyOf(others)).toBe(penaltyOf(theirsHas));
});

test('a payment moves neither off a sold loan nor off one of a borrower who was erased', () => {
  const { lent, done, attempt } = lend(usualTerms);
  const payment = paymentOf('p', 90_000, firstDay);
  const paid = done(
    lent,
    { act: 'receive', payment, creditedAt: noon(firstDay), purpose: 'repay' },
    firstDay,
  ).after;
  const command = { act: 'put-back', payment: { ...payment, outcome: 'posted' as const }, reason } as const;
  const sold = done(paid, { act: 'sell', priceMinor: minorAmount(1), reason }, firstDay).after;
  expect(attempt(sold, command, firstDay)).toMatchObject({ code: 'status-conflict', field: 'loan-sold' });
  expect(attempt({ ...paid, isErased: true }, command, firstDay)).toMatchObject({ field: 'borrower-erased' });
  expect(attempt(paid, { ...command, payment }, firstDay)).toMatchObject({ code: 'status-conflict' });
});

test('the claim that a payment answered is open again once it is put back, and stays answered where it is changed', () => {
  const { lent, done } = lend(usualTerms);
  const claim = {
    ...{ id: 'c', state: 'waiting' as const, amountMinor: minorAmount(90_000), paidOn: firstDay },
    ...{ channel: 'other' as const, trackingKey: 'P' },
  };
  const payment = paymentOf('p', 90_000, firstDay);
  const receive = { act: 'receive', payment, creditedAt: noon(firstDay), purpose: 'repay' } as const;
  const paid = done({ ...lent, claims: [claim] }, receive, firstDay).after;
  expect(paid.claims).toEqual([{ ...claim, state: 'received', paymentId: 'p' }]);
  const posted = { ...payment, outcome: 'posted' as const };
  const back = done(paid, { act: 'put-back', payment: posted, reason }, firstDay).after;
  expect(back.claims).toEqual([{ ...claim, paymentId: null }]);
  const to = { amountMinor: minorAmount(80_000), paidAt: payment.paidAt, creditedAt: payment.paidAt };
  const changed = done(paid, { act: 'change-payment', payment: posted, ...to, reason }, firstDay).after;
  expect(changed.claims).toEqual(paid.claims);
  expect(changed.payments).toMatchObject([{ id: 'p', amountMinor: 80_000 }]);
});
