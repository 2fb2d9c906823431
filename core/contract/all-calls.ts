import type { Call } from './call.ts';
import { confirmCardPayment, payWithCard, readPaymentPage, readSavedCards } from './calls/card-payment.ts';
import { readCardSaving, startCardSaving } from './calls/card-saving.ts';
import { disputeCharge, withdrawDispute } from './calls/charge-dispute.ts';
import {
  openComplaint,
  readComplaint,
  readComplaints,
  sendComplaint,
  sendComplaintImage,
} from './calls/complaint.ts';
import { readExtension } from './calls/extension.ts';
import { readAgreement, readLoan, readMovements, sendAgreement, sendRating } from './calls/loan.ts';
import { acceptNewPlan, declineNewPlan } from './calls/new-plan.ts';
import { acceptOffer, readOffer } from './calls/offer.ts';
import { claimPayment } from './calls/payment-claim.ts';
import {
  readCaptcha,
  readPromotionTemplate,
  registerBorrower,
  requestRegistrationCode,
  startPromotionVisit,
  trackClick,
  trackVisit,
} from './calls/registration.ts';
import { decideReminder, readReminders } from './calls/reminder.ts';
import { readPaymentInstruction, readRepayment } from './calls/repayment.ts';
import { readContacts } from './calls/support.ts';

/** Every call of the contract, in the order of the specification's section 7 (CALL-6). */
export const allCalls: readonly Call[] = [
  readAgreement,
  openComplaint,
  readComplaints,
  readComplaint,
  sendComplaint,
  sendComplaintImage,
  readContacts,
  readSavedCards,
  payWithCard,
  readPaymentPage,
  confirmCardPayment,
  readPromotionTemplate,
  trackVisit,
  startPromotionVisit,
  readCaptcha,
  requestRegistrationCode,
  trackClick,
  registerBorrower,
  readRepayment,
  readExtension,
  readPaymentInstruction,
  readOffer,
  acceptOffer,
  readLoan,
  sendRating,
];

/** Calls beyond the specification: the pages make each only where an answer says that it is answered. */
export const optionalCalls: readonly Call[] = [
  claimPayment,
  disputeCharge,
  withdrawDispute,
  acceptNewPlan,
  declineNewPlan,
  readReminders,
  decideReminder,
  readMovements,
  sendAgreement,
  startCardSaving,
  readCardSaving,
];
