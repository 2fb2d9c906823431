import { testPreview } from './developer/test-preview.tsx';
import { confirmLoan } from './offer/confirm-loan.tsx';
import type { Mountable } from './screen.tsx';
import { customerService } from './support/customer-service.tsx';
import { failure } from './support/failure.tsx';

/** Every page and file there is, by the path of its file below `pages/`; the first that fits an address answers it. */
export const screens: Readonly<Record<string, Mountable>> = {
  'offer/confirm-loan': confirmLoan,
  'support/customer-service': customerService,
  'support/failure': failure,
  'developer/test-preview': testPreview,
};
