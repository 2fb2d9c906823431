import type { LoanKey } from '#contract/calls/loan.ts';
import type { PaymentPurpose } from '#contract/calls/repayment.ts';
import { linkParameters } from '#contract/page-query.ts';
import { hostPageLink } from '../host-page.ts';
import type { OpenScreen } from '../open-screen.ts';

export interface PayAddress {
  readonly repaymentId?: string;
  readonly cardId?: string;
  readonly amount?: string;
  /** For backends that do not say how long to wait for another code. */
  readonly codeSentAt?: Date | null;
  readonly notice?: 'declined' | 'credit-refused' | 'changed';
  readonly purpose?: PaymentPurpose;
  readonly cardSaving?: string;
}

export interface PayLinks {
  readonly key: LoanKey;
  readonly order: string;
  readonly otherWays: string;
  /** Undefined for debt, which calls and addresses omit. */
  readonly purpose: 'extend' | undefined;
  /** The host's page to add a card; empty when none is configured. */
  readonly addCard: string;
  /** This page; keeps the amount unless another is given. */
  pay(address: PayAddress): string;
  readonly keptFields: readonly (readonly [name: string, value: string])[];
}

export function payPurpose(open: OpenScreen): 'extend' | undefined {
  return open.parameter('requestType') === '2' ? 'extend' : undefined;
}

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
