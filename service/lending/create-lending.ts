import { Hono } from 'hono';
import { allCalls, optionalCalls } from '#contract/all-calls.ts';
import { allHostCalls } from '#contract/all-host-calls.ts';
import type { ContractClientOptions } from '#contract/client.ts';
import { genericEnvelope, v3Envelope } from '#contract/envelope.ts';
import type { HostCall } from '#contract/host-call.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { answeredBorrowerCalls } from './borrower/host-borrowers.ts';
import { objectToChange } from './borrower/phone-change.ts';
import { answeredSessionCalls } from './borrower/sessions.ts';
import { isSessionRevoked } from './borrower/store.ts';
import { type ExchangedTicket, exchangeTicket, type TicketRefusal } from './borrower/tickets.ts';
import { settleCharge } from './card-payment/charge.ts';
import { cardPaymentCalls } from './card-payment/handlers.ts';
import { answeredCardCalls } from './card-payment/host-cards.ts';
import { cardSavingCalls } from './card-payment/save-card.ts';
import { disputeCalls } from './charge-dispute/dispute-charge.ts';
import { answeredDisputes } from './charge-dispute/host-disputes.ts';
import { complaintCalls } from './complaint/handlers.ts';
import { answeredComplaints } from './complaint/host-complaints.ts';
import { servedImages } from './complaint/serve-image.ts';
import type { LendingDependencies } from './dependencies.ts';
import { answeredSandboxCalls } from './developer/handlers.ts';
import { answeredEventCalls } from './events/host-events.ts';
import { extensionCalls } from './extension/handlers.ts';
import { failureAnswer, refusal } from './http/answer.ts';
import { type AnsweredCall, languageOfRequest } from './http/answer-call.ts';
import type { AnsweredHostCall, HostAct, HostCaller } from './http/host-gate.ts';
import { hashOfToken } from './http/session.ts';
import { answeredJobs } from './job/host-jobs.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { loanCalls, movementCalls } from './loan/handlers.ts';
import { answeredAccounting } from './loan/host-accounting.ts';
import { answeredLoanCalls } from './loan/host-calls.ts';
import { answeredLoans } from './loan/host-loans.ts';
import { newPlanCalls } from './new-plan/answer-plan.ts';
import { answeredNewPlans } from './new-plan/host-plans.ts';
import { offerCalls, sendingCalls } from './offer/handlers.ts';
import { answeredAgreementCalls } from './offer/host-agreements.ts';
import { answeredBurialPoints } from './offer/host-burial-points.ts';
import { answeredFileCalls } from './offer/host-loan-files.ts';
import { answeredOfferCalls } from './offer/host-offers.ts';
import { answeredProductCalls } from './offer/host-products.ts';
import { answeredRetentionCalls } from './past-years/host-retention.ts';
import { claimCalls } from './payment-claim/claim-payment.ts';
import { answeredClaims } from './payment-claim/host-claims.ts';
import { answeredProof } from './payment-claim/payment-proof.ts';
import { answeredPersonalDataCalls } from './personal-data/host-personal-data.ts';
import { answeredWebhooks } from './provider-webhooks.ts';
import { registrationCalls } from './registration/handlers.ts';
import { answeredPromotionFigures } from './registration/host-promotion-figures.ts';
import { answeredRegistrations } from './registration/host-registrations.ts';
import { answeredTemplateCalls } from './registration/host-templates.ts';
import { answeredReminders, reminderCalls } from './reminder/reminders.ts';
import { answeredPaymentCorrections } from './repayment/correct-payment.ts';
import { repaymentCalls } from './repayment/handlers.ts';
import { answeredCorrections } from './repayment/host-corrections.ts';
import { answeredPaymentCalls } from './repayment/host-payment.ts';
import { answeredReferences } from './repayment/host-references.ts';
import { answeredRefunds } from './repayment/host-refunds.ts';
import { answeredSettlements } from './settlement/host-settlements.ts';
import { answeredDeliveryReports } from './sms/delivery-reports.ts';
import { answeredSmsMessages } from './sms/host-sms.ts';
import {
  answeredContactMessages,
  keepContactMessage,
  type WrittenMessage,
} from './support/contact-messages.ts';
import { answeredContactCalls, supportCalls } from './support/handlers.ts';

export const answeredCalls: readonly AnsweredCall[] = [
  ...offerCalls,
  ...loanCalls,
  ...repaymentCalls,
  ...extensionCalls,
  ...cardPaymentCalls,
  ...complaintCalls,
  ...supportCalls,
  ...registrationCalls,
];

const answeredOptionalCalls: readonly AnsweredCall[] = [
  ...claimCalls,
  ...disputeCalls,
  ...newPlanCalls,
  ...reminderCalls,
  ...movementCalls,
  ...sendingCalls,
  ...cardSavingCalls,
];

const answeredHostCalls: readonly AnsweredHostCall[] = [
  ...answeredSessionCalls,
  ...answeredBorrowerCalls,
  answeredReminders,
  ...answeredPersonalDataCalls,
  ...answeredRetentionCalls,
  ...answeredProductCalls,
  ...answeredOfferCalls,
  ...answeredAgreementCalls,
  ...answeredFileCalls,
  ...answeredTemplateCalls,
  ...answeredContactCalls,
  ...answeredCardCalls,
  ...answeredPaymentCalls,
  ...answeredCorrections,
  ...answeredPaymentCorrections,
  answeredProof,
  ...answeredRefunds,
  ...answeredReferences,
  ...answeredClaims,
  ...answeredDisputes,
  ...answeredNewPlans,
  ...answeredLoanCalls,
  ...answeredLoans,
  ...answeredAccounting,
  ...answeredSettlements,
  ...answeredComplaints,
  ...answeredContactMessages,
  answeredRegistrations,
  answeredPromotionFigures,
  answeredBurialPoints,
  answeredSmsMessages,
  ...answeredEventCalls,
  answeredJobs,
];

function requireSameCalls(listed: readonly { name: string }[], answered: readonly { name: string }[]): void {
  const odd = [
    ...listed.filter((call) => !answered.includes(call)),
    ...answered.filter((call) => !listed.includes(call)),
  ].map(({ name }) => name);
  if (odd.length > 0) throw new Error(`Not both listed in the contract and answered: ${odd.join(', ')}`);
}

/** The lending service: `fetch` answers the contract's calls and those under `/host/`, `jobs` runs scheduled work. */
export interface Api {
  readonly dependencies: LendingDependencies;
  fetch(request: Request): Promise<Response> | Response;
  readonly answerHere: NonNullable<ContractClientOptions['answerHere']>;
  readonly jobs: Jobs;
  readonly host: HostCaller;
  /** Stores a message from the contact page (SITE-4). */
  keepContactMessage(message: WrittenMessage): Promise<void>;
  /** Holds a change of telephone by the key of its notice; false where there is nothing to hold. */
  objectToPhoneChange(key: string): Promise<boolean>;
  exchangeTicket(ticket: string): Promise<ExchangedTicket | TicketRefusal>;
  /** Whether a session was revoked, not only expired or unknown. */
  isSessionRevoked(sessionId: string): Promise<boolean>;
}

/** Builds the service from its dependencies; it opens and closes nothing itself. */
export function createLending(dependencies: LendingDependencies): Api {
  const borrowerCalls = [...answeredCalls, ...answeredOptionalCalls];
  requireSameCalls(
    [...allCalls, ...optionalCalls],
    borrowerCalls.map(({ call }) => call),
  );
  requireSameCalls(
    allHostCalls,
    answeredHostCalls.map(({ hostCall }) => hostCall),
  );
  const app = new Hono();
  dependencies.cards?.listen(async (reference, answer) => {
    await settleCharge(dependencies, reference, answer);
  });
  const around = <Answer extends { readonly status: number }>(
    call: AnsweredCall['call'],
    answer: () => Promise<Answer>,
  ) => dependencies.aroundCall?.(call, answer) ?? answer();
  const served = [
    ...borrowerCalls,
    servedImages,
    ...answeredHostCalls,
    ...answeredWebhooks(dependencies),
    ...(dependencies.sms.reports ?? []).map(answeredDeliveryReports),
    ...(dependencies.configuration.isDevelopment ? answeredSandboxCalls : []),
  ];
  for (const answered of served) {
    const { method, path, envelope } = answered.call;
    app.on(method, path, (context) =>
      around(answered.call, () => answered.respond(dependencies, context.req.raw)),
    );
    app.all(path, (context) => {
      const error = new CodedError('method-not-allowed');
      const response = refusal(error, envelope ?? genericEnvelope, languageOfRequest(context.req.raw));
      response.headers.set('Allow', method);
      return response;
    });
  }
  app.notFound((context) =>
    refusal(new CodedError('not-found'), envelopeFor(context.req.path), languageOfRequest(context.req.raw)),
  );
  app.onError((error, context) =>
    failureAnswer(error, envelopeFor(context.req.path), languageOfRequest(context.req.raw), {
      logger: dependencies.logger,
      call: 'unknown',
    }),
  );
  const answeredOf = ({ name }: HostCall): AnsweredHostCall => {
    const answered = orNotFound(answeredHostCalls.find(({ hostCall }) => hostCall.name === name));
    return answered;
  };
  const host: HostCaller = {
    ask: async <Request, Answer>(
      call: HostCall<Request, Answer>,
      fields: Readonly<Record<string, unknown>>,
      act: HostAct,
    ) => (await answeredOf(call as HostCall).perform(dependencies, fields, act)) as Answer,
    async carryOut(call, fields, act) {
      await answeredOf(call).perform(dependencies, fields, act);
    },
    preview: async (call, requests, actor) => answeredOf(call).preview(dependencies, requests, actor),
  };
  const callsByName = new Map(borrowerCalls.map((each) => [each.call.name, each]));
  return {
    fetch: (request) => app.fetch(request),
    answerHere(call, fields, query) {
      const answered = callsByName.get(call.name);
      if (!answered?.respondHere) return null;
      const { respondHere } = answered;
      return around(answered.call, () => respondHere(dependencies, fields, query));
    },
    jobs: createJobs(dependencies),
    host,
    keepContactMessage: (message) => keepContactMessage(dependencies, message),
    dependencies,
    objectToPhoneChange: (key) => objectToChange(dependencies, key),
    exchangeTicket: (ticket) => exchangeTicket(dependencies, ticket),
    isSessionRevoked: (sessionId) => isSessionRevoked(dependencies.database, hashOfToken(sessionId)),
  };
}

function envelopeFor(path: string) {
  return /^\/(v3|host|webhooks)\//.test(path) ? v3Envelope : genericEnvelope;
}
