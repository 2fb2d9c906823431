import * as accounting from './host/accounting.ts';
import * as agreementVersions from './host/agreement-version.ts';
import * as borrowers from './host/borrower.ts';
import * as burialPoints from './host/burial-point.ts';
import * as chargeDisputes from './host/charge-dispute.ts';
import * as complaints from './host/complaint.ts';
import * as contacts from './host/contact.ts';
import * as events from './host/event.ts';
import * as jobs from './host/job.ts';
import * as ledger from './host/ledger.ts';
import * as loans from './host/loan.ts';
import * as loanFiles from './host/loan-file.ts';
import * as newPlans from './host/new-plan.ts';
import * as offers from './host/offer.ts';
import * as paymentClaims from './host/payment-claim.ts';
import * as paymentReferences from './host/payment-reference.ts';
import * as personalData from './host/personal-data.ts';
import * as products from './host/product.ts';
import * as promotionFigures from './host/promotion-figures.ts';
import * as promotionTemplates from './host/promotion-template.ts';
import * as registrations from './host/registration.ts';
import * as reminders from './host/reminder.ts';
import * as repayments from './host/repayment.ts';
import * as retention from './host/retention.ts';
import * as savedCards from './host/saved-card.ts';
import * as sessions from './host/session.ts';
import * as settlements from './host/settlement.ts';
import * as smsMessages from './host/sms.ts';
import * as contactMessages from './host/support.ts';
import type { HostCall } from './host-call.ts';

const areas = [
  sessions,
  settlements,
  borrowers,
  personalData,
  retention,
  reminders,
  products,
  offers,
  agreementVersions,
  loans,
  loanFiles,
  repayments,
  paymentReferences,
  paymentClaims,
  chargeDisputes,
  newPlans,
  savedCards,
  ledger,
  accounting,
  complaints,
  contacts,
  promotionTemplates,
  promotionFigures,
  contactMessages,
  registrations,
  burialPoints,
  smsMessages,
  events,
  jobs,
];

type ExportsOf<Area> = Area extends unknown ? Area[keyof Area] : never;

export type AnyHostCall = Extract<ExportsOf<(typeof areas)[number]>, { readonly path: `/host/${string}` }>;

/** Every host call, ordered by area, then by name. The sandbox's calls are left out, since they exist in development only. */
export const allHostCalls: readonly HostCall[] = areas.flatMap((area: object) =>
  Object.values(area).filter(isHostCall),
);

function isHostCall(value: unknown): value is HostCall {
  return typeof value === 'object' && value !== null && 'path' in value && 'request' in value;
}
