import type { ReportedLoanStatus } from './loan-status.ts';

/** The drawing on the banner (LOOK.md, Drawings). */
export type LoanScene = 'rising' | 'climbing' | 'resting' | 'on-its-way' | 'setting' | 'whole' | 'horizon';

/** The colour of the banner. */
export type LoanTone = 'brand' | 'plain' | 'warn' | 'ok';

/** What a borrower can do from the order page, in the order the buttons stand. */
export type LoanAction = 'extend' | 'repay' | 'borrow-again';

/** Where an end of the journey leads on to, in the order the links stand (BRIDGE-1). */
export type LoanWayOn = 'home' | 'recommended-loans' | 'account';

/** What the order page shows and allows. */
export interface LoanView {
  readonly scene: LoanScene;
  readonly tone: LoanTone;
  readonly showsDetails: boolean;
  /** The next thing to happen comes by itself, so that the page looks again by itself. */
  readonly isLive: boolean;
  readonly actions: readonly LoanAction[];
  readonly waysOn: readonly LoanWayOn[];
}

/** What the view depends on besides the status. */
export interface LoanViewConditions {
  /** The wire's `isDelay` is 1. */
  readonly isExtendable: boolean;
  /** The loan-market flag, which hides the actions (ORDER-5). */
  readonly isLoanMarket: boolean;
}

const views: Readonly<Record<ReportedLoanStatus, LoanView>> = {
  'under-review': {
    scene: 'rising',
    tone: 'brand',
    showsDetails: true,
    isLive: true,
    actions: [],
    waysOn: ['home'],
  },
  'paying-out': {
    scene: 'climbing',
    tone: 'brand',
    showsDetails: true,
    isLive: true,
    actions: [],
    waysOn: ['home'],
  },
  declined: {
    scene: 'resting',
    tone: 'plain',
    showsDetails: false,
    isLive: false,
    actions: [],
    waysOn: ['recommended-loans', 'account'],
  },
  'to-repay': {
    scene: 'on-its-way',
    tone: 'brand',
    showsDetails: true,
    isLive: false,
    actions: ['extend', 'repay'],
    waysOn: [],
  },
  overdue: {
    scene: 'setting',
    tone: 'warn',
    showsDetails: true,
    isLive: false,
    actions: ['extend', 'repay'],
    waysOn: [],
  },
  settled: {
    scene: 'whole',
    tone: 'ok',
    showsDetails: true,
    isLive: false,
    actions: ['borrow-again'],
    waysOn: ['recommended-loans', 'account'],
  },
  unknown: { scene: 'horizon', tone: 'brand', showsDetails: true, isLive: false, actions: [], waysOn: [] },
};

/**
 * What the order page shows and allows for a status (ORDER-1, ORDER-3, ORDER-4, ORDER-5): the extend action only when
 * extendable, no action in a loan market. An unknown status gets the bare horizon and no action.
 */
export function loanView(status: ReportedLoanStatus, conditions: LoanViewConditions): LoanView {
  const view = views[status];
  if (conditions.isLoanMarket) return { ...view, actions: [] };
  return {
    ...view,
    actions: view.actions.filter((action) => action !== 'extend' || conditions.isExtendable),
  };
}
