import { complaintDetails } from './complaint/complaint-details.tsx';
import { complaintList } from './complaint/complaint-list.tsx';
import { complaintNext } from './complaint/complaint-next.tsx';
import { complaintStart } from './complaint/complaint-start.tsx';
import { takeImage } from './complaint/take-image.ts';
import { testPreview } from './developer/test-preview.tsx';
import { agreement } from './loan/agreement.tsx';
import { loanDetail } from './loan/loan-detail.tsx';
import { confirmLoan } from './offer/confirm-loan.tsx';
import { instruction } from './repayment/instruction.tsx';
import { repay } from './repayment/repay.tsx';
import type { Mountable } from './screen.tsx';
import { customerService } from './support/customer-service.tsx';
import { failure } from './support/failure.tsx';

/** Every page and file there is, by the path of its file below `pages/`; the first that fits an address answers it. */
export const screens: Readonly<Record<string, Mountable>> = {
  'complaint/complaint-details': complaintDetails,
  'complaint/complaint-list': complaintList,
  'complaint/complaint-next': complaintNext,
  'complaint/complaint-start': complaintStart,
  'complaint/take-image': takeImage,
  'offer/confirm-loan': confirmLoan,
  'loan/agreement': agreement,
  'loan/loan-detail': loanDetail,
  'repayment/instruction': instruction,
  'repayment/repay': repay,
  'support/customer-service': customerService,
  'support/failure': failure,
  'developer/test-preview': testPreview,
};
