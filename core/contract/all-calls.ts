import type { Call } from './call.ts';
import { confirmCardPayment, payWithCard, readPaymentPage, readSavedCards } from './calls/card-payment.ts';
import * as cardSavings from './calls/card-saving.ts';
import * as chargeDisputes from './calls/charge-dispute.ts';
import {
  openComplaint,
  readComplaint,
  readComplaints,
  sendComplaint,
  sendComplaintImage,
} from './calls/complaint.ts';
import { readExtension } from './calls/extension.ts';
import * as loans from './calls/loan.ts';
import { readAgreement, readLoan, sendRating } from './calls/loan.ts';
import * as newPlans from './calls/new-plan.ts';
import { acceptOffer, readOffer } from './calls/offer.ts';
import * as paymentClaims from './calls/payment-claim.ts';
import {
  readCaptcha,
  readPromotionTemplate,
  registerBorrower,
  requestRegistrationCode,
  startPromotionVisit,
  trackClick,
  trackVisit,
} from './calls/registration.ts';
import * as reminders from './calls/reminder.ts';
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

const beyondSpecification: readonly object[] = [
  cardSavings,
  chargeDisputes,
  loans,
  newPlans,
  paymentClaims,
  reminders,
];

/** Calls beyond the specification: those that their files declare with `announcedBy`. */
export const optionalCalls: readonly Call[] = beyondSpecification
  .flatMap((file) => Object.values(file))
  .filter((value): value is Call => value?.announcedBy !== undefined);
