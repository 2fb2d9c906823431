import { complaintDetails } from './complaint/complaint-details.tsx';
import { complaintList } from './complaint/complaint-list.tsx';
import { complaintNext } from './complaint/complaint-next.tsx';
import { complaintStart } from './complaint/complaint-start.tsx';
import { takeImage } from './complaint/take-image.ts';
import { confirmLoan } from './offer/confirm-loan.tsx';
import type { Mountable } from './screen.tsx';

/** Every page and file there is, by the path of its file below `pages/`; the first that fits an address answers it. */
export const screens: Readonly<Record<string, Mountable>> = {
  'complaint/complaint-details': complaintDetails,
  'complaint/complaint-list': complaintList,
  'complaint/complaint-next': complaintNext,
  'complaint/complaint-start': complaintStart,
  'complaint/take-image': takeImage,
  'offer/confirm-loan': confirmLoan,
};
