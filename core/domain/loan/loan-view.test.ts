import { expect, test } from 'vitest';
import { borrowerLoanStatuses } from './loan-status.ts';
import { type LoanCircumstances, loanState, loanStates, loanView, noCircumstances } from './loan-view.ts';

const rows = [
  ['under-review', 'rising', 'brand', true, true, 'look-again', []],
  ['paying-out', 'climbing', 'brand', true, true, 'look-again', []],
  ['declined', 'resting', 'plain', false, false, 'ask-why', []],
  ['to-repay', 'on-its-way', 'brand', true, false, 'pay', ['extend']],
  ['overdue', 'setting', 'warn', true, false, 'pay', ['extend']],
  ['voucher-waiting', 'on-its-way', 'brand', true, false, 'see-voucher', ['extend']],
  ['card-pending', 'on-its-way', 'brand', true, false, 'see-pending', []],
  ['claimed', 'on-its-way', 'brand', true, false, 'see-claim', ['pay-again']],
  ['paid-up', 'arrived', 'ok', true, false, 'see-receipt', ['pay-ahead', 'extend']],
  ['received', 'arrived', 'ok', true, false, 'pay', ['extend']],
  ['settled', 'whole', 'ok', true, false, 'save-letter', ['borrow-again']],
  ['settled-without-letter', 'whole', 'ok', true, false, 'borrow-again', []],
  ['in-credit', 'whole', 'ok', true, false, 'claim-credit', ['borrow-again']],
  ['sold', 'whole', 'plain', true, false, 'ask', ['borrow-again']],
  ['unknown', 'horizon', 'brand', true, false, 'ask', []],
] as const;

const extendable = { isExtendable: true, isLoanMarket: false };

test('the rows cover every state', () => {
  expect(rows.map(([state]) => state)).toEqual([...loanStates]);
});

test.each(rows)('[ORDER-1] %s has the banner %s in tone %s', (state, scene, tone) => {
  expect(loanView(state, extendable)).toMatchObject({ scene, tone });
});

test.each(rows)(
  '[ORDER-3] %s, banner %s, tone %s, shows its detail list: %s, and moves on by itself: %s',
  (state, _scene, _tone, showsDetails, isLive) => {
    expect(loanView(state, extendable)).toMatchObject({ showsDetails, isLive });
  },
);

test.each(rows)(
  '[ORDER-4] %s has one main action and its others, extending only where it can be',
  (state, _scene, _tone, _showsDetails, _isLive, main, actions) => {
    expect(loanView(state, extendable)).toMatchObject({ main, actions });
    const others = loanView(state, { ...extendable, isExtendable: false }).actions;
    expect(others).toEqual(actions.filter((action) => action !== 'extend'));
  },
);

test('[BRIDGE-1] the ends of a journey lead on to the home tab, or to other loans and the account', () => {
  const ends = ['declined', 'settled', 'settled-without-letter', 'in-credit', 'sold'];
  for (const state of loanStates) {
    const isWaiting = state === 'under-review' || state === 'paying-out';
    const nextSteps = ends.includes(state) ? ['recommended-loans', 'account'] : isWaiting ? ['home'] : [];
    expect([state, loanView(state, extendable).nextSteps]).toEqual([state, nextSteps]);
  }
});

test.each(rows)(
  '[ORDER-5] %s has no action on the loan in a loan market, and the rest unchanged',
  (state) => {
    for (const isExtendable of [false, true]) {
      const { actions, main, ...shown } = loanView(state, { isExtendable, isLoanMarket: true });
      expect(actions).toEqual([]);
      expect(['pay', 'see-voucher', 'borrow-again']).not.toContain(main);
      expect(loanView(state, extendable)).toMatchObject(shown);
    }
  },
);

const only = (circumstances: Partial<LoanCircumstances>) => ({ ...noCircumstances, ...circumstances });

test('a status of which nothing else is known is its own state, but a settled loan of a lender who gives no letter', () => {
  for (const status of [...borrowerLoanStatuses, 'unknown'] as const) {
    expect(loanState(status, noCircumstances)).toBe(status === 'settled' ? 'settled-without-letter' : status);
  }
});

test('what keeps the borrower from paying once more comes before what asks for money', () => {
  const all = {
    ...{ isCardPending: true, isClaimed: true, hasVoucher: true, hasNews: true, isPaidUp: true },
    ...{ hasCredit: true, hasLetter: true, isSold: true },
  };
  for (const status of ['to-repay', 'overdue'] as const) {
    expect(loanState(status, all)).toBe('card-pending');
    expect(loanState(status, { ...all, isCardPending: false })).toBe('claimed');
    expect(loanState(status, { ...all, isCardPending: false, isClaimed: false })).toBe('voucher-waiting');
    expect(loanState(status, only({ hasNews: true }))).toBe(status === 'to-repay' ? 'received' : status);
    const paid = only({ hasNews: true, isPaidUp: true });
    expect(loanState(status, paid)).toBe(status === 'to-repay' ? 'paid-up' : status);
  }
  expect(loanState('settled', all)).toBe('in-credit');
  expect(loanState('settled', { ...all, hasCredit: false })).toBe('sold');
  expect(loanState('settled', only({ hasLetter: true }))).toBe('settled');
  expect(loanState('under-review', all)).toBe('under-review');
  expect(loanState('declined', all)).toBe('declined');
});
