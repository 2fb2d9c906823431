import { payWithCard } from './card-payment/pay-with-card.tsx';
import { extension } from './extension/extension.tsx';
import { agreement } from './loan/agreement.tsx';
import { loanDetail } from './loan/loan-detail.tsx';
import { confirmLoan } from './offer/confirm-loan.tsx';
import { instruction } from './repayment/instruction.tsx';
import { repay } from './repayment/repay.tsx';
import type { Mountable } from './screen.tsx';

/** Every page and file there is, by the path of its file below `pages/`; the first that fits an address answers it. */
export const screens: Readonly<Record<string, Mountable>> = {
  'card-payment/pay-with-card': payWithCard,
  'extension/extension': extension,
  'offer/confirm-loan': confirmLoan,
  'loan/agreement': agreement,
  'loan/loan-detail': loanDetail,
  'repayment/instruction': instruction,
  'repayment/repay': repay,
};
