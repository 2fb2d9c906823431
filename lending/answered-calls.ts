import { payWayCalls } from './card-payment/handlers.ts';
import { complaintCalls } from './complaint/handlers.ts';
import type { AnsweredCall } from './http/answer-call.ts';
import { loanCalls } from './loan/handlers.ts';
import { registrationCalls } from './registration/handlers.ts';
import { repaymentCalls } from './repayment/handlers.ts';
import { supportCalls } from './support/handlers.ts';

/** Every call of the contract that the service answers; an area adds its own list. */
export const answeredCalls: readonly AnsweredCall[] = [
  ...loanCalls,
  ...complaintCalls,
  ...repaymentCalls,
  ...payWayCalls,
  ...supportCalls,
  ...registrationCalls,
];
