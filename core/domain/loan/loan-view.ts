import type { ReportedLoanStatus } from './loan-status.ts';

/** The drawing on the banner (LOOK.md, Drawings). */
export type LoanScene =
  | 'rising'
  | 'climbing'
  | 'resting'
  | 'on-its-way'
  | 'setting'
  | 'arrived'
  | 'whole'
  | 'horizon';

/** The colour of the banner. */
export type LoanTone = 'brand' | 'plain' | 'warn' | 'ok';

/** Everything the order page can be about: a status, or what goes on within one. */
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

/** What the one filled button of the order page does. */
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

/** What else a borrower can do from the order page, each outlined. */
export type LoanAction = 'extend' | 'pay-again' | 'pay-ahead' | 'borrow-again';

/** Where an end of the journey leads on to, in the order the links stand (BRIDGE-1). */
export type LoanWayOn = 'home' | 'recommended-loans' | 'account';

/** What the order page shows and allows. */
export interface LoanView {
  readonly scene: LoanScene;
  readonly tone: LoanTone;
  readonly showsDetails: boolean;
  /** The next thing to happen comes by itself, so that the page looks again by itself. */
  readonly isLive: boolean;
  /** Null where a loan market hides it (ORDER-5). */
  readonly main: LoanMainAction | null;
  readonly actions: readonly LoanAction[];
  readonly waysOn: readonly LoanWayOn[];
}

/** What goes on with a loan besides its status, as far as the backend says; each is of its status alone. */
export interface LoanCircumstances {
  /** A card payment that is not answered may pay all that is asked for, or extend it. */
  readonly isCardPending: boolean;
  /** The borrower said that they paid all that is asked for, and it is being looked for. */
  readonly isClaimed: boolean;
  /** A voucher that was made for what is asked for can be paid still. */
  readonly hasVoucher: boolean;
  /** A payment arrived lately. */
  readonly hasNews: boolean;
  /** All that was due is paid, and the next payment is more than `quietDays` away. */
  readonly isPaidUp: boolean;
  /** Something of a settled loan is held in favour of the borrower. */
  readonly hasCredit: boolean;
  /** There is the letter that nothing is owed. */
  readonly hasLetter: boolean;
  /** A settled loan passed to another company. */
  readonly isSold: boolean;
}

/** Days before the next due day from which on the way to pay is the filled button again (REPAY-4). */
export const quietDays = 7;

/** Nothing goes on with a loan. */
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

/** What the order page of a loan is about: what keeps the borrower from paying once more comes first. */
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

/** What the view depends on besides the state. */
export interface LoanViewConditions {
  /** The wire's `isDelay` is 1. */
  readonly isExtendable: boolean;
  /** The loan-market flag, which hides the actions (ORDER-5). */
  readonly isLoanMarket: boolean;
}

const running = { showsDetails: true, isLive: false, waysOn: [] } as const;
const ended = { showsDetails: true, isLive: false, waysOn: ['recommended-loans', 'account'] } as const;
const waiting = { showsDetails: true, isLive: true, waysOn: ['home'] } as const;

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
 * What the order page shows and allows in a state (ORDER-1, ORDER-3, ORDER-4, ORDER-5): the extend action only when extendable, no
 * action on the loan in a loan market. An unknown status gets the bare horizon and whom to ask.
 */
export function loanView(state: LoanState, { isExtendable, isLoanMarket }: LoanViewConditions): LoanView {
  const view = views[state];
  if (isLoanMarket) return { ...view, main: paying.includes(view.main) ? null : view.main, actions: [] };
  return { ...view, actions: view.actions.filter((action) => action !== 'extend' || isExtendable) };
}
