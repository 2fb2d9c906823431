import type { ReportedLoanStatus } from './loan-status.ts';

export type LoanScene =
  | 'rising'
  | 'climbing'
  | 'resting'
  | 'on-its-way'
  | 'setting'
  | 'arrived'
  | 'whole'
  | 'horizon';

export type LoanTone = 'brand' | 'plain' | 'warn' | 'ok';

export const loanStates = [
  'under-review',
  'paying-out',
  'declined',
  'to-repay',
  'overdue',
  'voucher-waiting',
  'card-pending',
  'claimed',
  'paid-up',
  'received',
  'settled',
  'settled-without-letter',
  'in-credit',
  'sold',
  'unknown',
] as const;
export type LoanState = (typeof loanStates)[number];

export type LoanMainAction =
  | 'look-again'
  | 'ask-why'
  | 'pay'
  | 'see-voucher'
  | 'see-pending'
  | 'see-claim'
  | 'see-receipt'
  | 'claim-credit'
  | 'save-letter'
  | 'borrow-again'
  | 'ask';

export type LoanAction = 'extend' | 'pay-again' | 'pay-ahead' | 'borrow-again';

/** Links at the end of the journey, in their order (BRIDGE-1). */
export type NextStep = 'home' | 'recommended-loans' | 'account';

export interface LoanView {
  readonly scene: LoanScene;
  readonly tone: LoanTone;
  readonly showsDetails: boolean;
  readonly isLive: boolean;
  /** Null where a loan market hides it (ORDER-5). */
  readonly main: LoanMainAction | null;
  readonly actions: readonly LoanAction[];
  readonly nextSteps: readonly NextStep[];
}

/** What happens to a loan beside its status, as far as the backend says; each belongs to one status. */
export interface LoanCircumstances {
  /** An unanswered card payment may pay the amount due, or extend it. */
  readonly isCardPending: boolean;
  /** The borrower reported a payment of the amount due, and it is being looked for. */
  readonly isClaimed: boolean;
  /** An open voucher covers the amount due. */
  readonly hasVoucher: boolean;
  readonly hasNews: boolean;
  /** Nothing is due for more than `quietDays`. */
  readonly isPaidUp: boolean;
  /** A settled loan has money held for the borrower. */
  readonly hasCredit: boolean;
  readonly hasLetter: boolean;
  readonly isSold: boolean;
}

/** Days before a due date from which paying is the filled button again (REPAY-4). */
export const quietDays = 7;

export const noCircumstances: LoanCircumstances = {
  isCardPending: false,
  isClaimed: false,
  hasVoucher: false,
  hasNews: false,
  isPaidUp: false,
  hasCredit: false,
  hasLetter: false,
  isSold: false,
};

/** Subject of a loan's order page; whatever keeps the borrower from paying twice comes first. */
export function loanState(status: ReportedLoanStatus, circumstances: LoanCircumstances): LoanState {
  const { isCardPending, isClaimed, hasVoucher, hasNews, isPaidUp, hasCredit, hasLetter, isSold } =
    circumstances;
  if (status === 'to-repay' || status === 'overdue') {
    if (isCardPending) return 'card-pending';
    if (isClaimed) return 'claimed';
    if (hasVoucher) return 'voucher-waiting';
    if (status === 'overdue') return status;
    return isPaidUp ? 'paid-up' : hasNews ? 'received' : status;
  }
  if (status === 'settled') {
    if (hasCredit) return 'in-credit';
    if (isSold) return 'sold';
    return hasLetter ? 'settled' : 'settled-without-letter';
  }
  return status;
}

export interface LoanViewConditions {
  /** The wire's `isDelay` is 1. */
  readonly isExtendable: boolean;
  readonly isLoanMarket: boolean;
}

const running = { showsDetails: true, isLive: false, nextSteps: [] } as const;
const ended = { showsDetails: true, isLive: false, nextSteps: ['recommended-loans', 'account'] } as const;
const waiting = { showsDetails: true, isLive: true, nextSteps: ['home'] } as const;

const views: Readonly<Record<LoanState, LoanView>> = {
  'under-review': { ...waiting, scene: 'rising', tone: 'brand', main: 'look-again', actions: [] },
  'paying-out': { ...waiting, scene: 'climbing', tone: 'brand', main: 'look-again', actions: [] },
  declined: { ...ended, showsDetails: false, scene: 'resting', tone: 'plain', main: 'ask-why', actions: [] },
  'to-repay': { ...running, scene: 'on-its-way', tone: 'brand', main: 'pay', actions: ['extend'] },
  overdue: { ...running, scene: 'setting', tone: 'warn', main: 'pay', actions: ['extend'] },
  'voucher-waiting': {
    ...running,
    scene: 'on-its-way',
    tone: 'brand',
    main: 'see-voucher',
    actions: ['extend'],
  },
  'card-pending': { ...running, scene: 'on-its-way', tone: 'brand', main: 'see-pending', actions: [] },
  claimed: { ...running, scene: 'on-its-way', tone: 'brand', main: 'see-claim', actions: ['pay-again'] },
  'paid-up': {
    ...running,
    scene: 'arrived',
    tone: 'ok',
    main: 'see-receipt',
    actions: ['pay-ahead', 'extend'],
  },
  received: { ...running, scene: 'arrived', tone: 'ok', main: 'pay', actions: ['extend'] },
  settled: { ...ended, scene: 'whole', tone: 'ok', main: 'save-letter', actions: ['borrow-again'] },
  'settled-without-letter': { ...ended, scene: 'whole', tone: 'ok', main: 'borrow-again', actions: [] },
  'in-credit': { ...ended, scene: 'whole', tone: 'ok', main: 'claim-credit', actions: ['borrow-again'] },
  sold: { ...ended, scene: 'whole', tone: 'plain', main: 'ask', actions: ['borrow-again'] },
  unknown: { ...running, scene: 'horizon', tone: 'brand', main: 'ask', actions: [] },
};

const paying: readonly (LoanMainAction | null)[] = ['pay', 'see-voucher', 'borrow-again'];

/**
 * What the order page shows and allows in a state (ORDER-1, ORDER-3, ORDER-4, ORDER-5): extending only when possible, no action on the
 * loan in a loan market. An unknown status gets no drawing and a contact.
 */
export function loanView(state: LoanState, { isExtendable, isLoanMarket }: LoanViewConditions): LoanView {
  const view = views[state];
  if (isLoanMarket) return { ...view, main: paying.includes(view.main) ? null : view.main, actions: [] };
  return { ...view, actions: view.actions.filter((action) => action !== 'extend' || isExtendable) };
}
