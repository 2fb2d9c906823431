import type { Call } from './call.ts';
import { confirmCardPayment, payWithCard, readSavedCards } from './calls/card-payment.ts';
import { openComplaint, sendComplaint, sendComplaintImage } from './calls/complaint.ts';
import { readComplaint, readComplaints } from './calls/complaint-history.ts';
import { readExtension } from './calls/extension.ts';
import { readLoan } from './calls/loan.ts';
import { acceptOffer, readAgreement, readOffer, sendRating } from './calls/offer.ts';
import { readPaymentPage } from './calls/payment-page.ts';
import { readPromotionTemplate, trackClick, trackVisit } from './calls/promotion-visit.ts';
import {
  readCaptcha,
  registerBorrower,
  requestRegistrationCode,
  startPromotionVisit,
} from './calls/registration.ts';
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
