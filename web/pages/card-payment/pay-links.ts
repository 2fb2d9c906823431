import type { LoanKey } from '#contract/calls/loan.ts';
import type { PaymentPurpose } from '#contract/calls/repayment.ts';
import { linkParameters } from '#contract/page-query.ts';
import { hostPageLink } from '../host-page.ts';
import type { OpenScreen } from '../open-screen.ts';

/** What of a payment goes into the address of its page. */
export interface PayAddress {
  readonly repaymentId?: string;
  readonly cardId?: string;
  /** As it stands in a field. */
  readonly amount?: string;
  /** For a backend that does not say how long to wait for another code. */
  readonly codeSentAt?: Date | null;
  readonly notice?: 'declined' | 'credit-refused' | 'changed';
  /** What is paid, where it is not what this page is about. */
  readonly purpose?: PaymentPurpose;
  /** The form for a card that the borrower comes back from. */
  readonly cardSaving?: string;
}

/** Where a payment page leads. */
export interface PayLinks {
  readonly key: LoanKey;
  readonly order: string;
  /** The page with the other ways to pay the same. */
  readonly otherWays: string;
  /** What is paid; undefined for debt, which calls and addresses leave out. */
  readonly purpose: 'extend' | undefined;
  /** The host's page for another card; empty when none is configured. */
  readonly addCard: string;
  /** This page; the amount stays unless another is given. */
  pay(address: PayAddress): string;
  /** What a form that asks for another amount has to carry on. */
  readonly keptFields: readonly (readonly [name: string, value: string])[];
}

/** What the address says is paid; undefined for debt. */
export function payPurpose(open: OpenScreen): 'extend' | undefined {
  return open.parameter('requestType') === '2' ? 'extend' : undefined;
}

/** The links of the payment page that is open. */
export function payLinks(open: OpenScreen): PayLinks {
  const { config, query } = open;
  const key = open.key();
  const purpose = payPurpose(open);
  return {
    key,
    order: open.link(config.paths.loanDetail, key),
    otherWays: open.link(purpose ? config.paths.repayDelay : config.paths.repay, key),
    purpose,
    addCard: hostPageLink(config.hostPages.bindCard, query),
    pay: ({ amount = open.parameter('amount'), codeSentAt, purpose: paid = purpose, ...own }) =>
      open.link(config.paths.payWay, {
        ...key,
        amount,
        ...own,
        codeSentAt: codeSentAt?.getTime(),
        requestType: paid === 'extend' ? 2 : undefined,
      }),
    keptFields: [...Object.entries(key), ...linkParameters(query)],
  };
}
