import { z } from 'zod';
import { changedDetails } from '#domain/borrower/borrower-change.ts';
import { chargeKinds, disputeReasons } from '#domain/loan/charge-dispute.ts';
import { loanFileKinds } from '#domain/loan/loan-file.ts';
import { loanStatuses } from '#domain/loan/loan-status.ts';
import { allCurrencies } from '#domain/market.ts';
import { escalatedKinds } from '#domain/matter/matter.ts';
import { reminderChannels } from '#domain/reminder/reminder-channel.ts';
import { claimChannels } from '#domain/repayment/payment-claim.ts';

/**
 * An event type: meaning, version of its data and data. A version may gain fields; a removed or changed field needs
 * a new version.
 */
interface EventType<Data = unknown> {
  readonly summary: string;
  readonly version: number;
  readonly data: z.core.$ZodType<Data>;
}

function defineEvent<Data>(type: EventType<Data>): EventType<Data> {
  return type;
}

const amount = z.int().min(0).describe('In minor units of `currency`');
const day = z.iso.date().describe("A day of the loan's market");
const instant = z.iso.datetime().describe('ISO 8601 in UTC');
const currency = z.enum(allCurrencies);

const ofBorrower = {
  borrowerId: z.string(),
  lenderBorrowerId: z.string().nullable().describe("The lender's own id of the borrower; null for none"),
};

/** Loan and borrower of an event. */
export const loanOfEvent = {
  orderNumber: z.string().describe('Loan number that borrowers know'),
  ...ofBorrower,
  productId: z.string(),
  currency,
};

const ofMoney = {
  provider: z.string().describe('Who reported the money'),
  eventId: z.string().describe("The provider's id of it"),
  amountMinor: amount,
};

const dueDate = day.nullable().describe('Due date of the oldest unpaid instalment; null for none');

const position = {
  status: z.enum(loanStatuses).describe('Status of the loan afterwards'),
  balanceMinor: amount.describe('Amount left in the plan afterwards, in minor units'),
  suspenseMinor: amount.describe('Amount held beyond what is owed, in minor units'),
  dueDate,
};

const ofDispute = {
  ...loanOfEvent,
  disputeId: z.string(),
  sequence: z.int().min(1).describe('Number of the instalment that was charged'),
  kind: z.enum(chargeKinds).describe('Kind of charge'),
  amountMinor: amount.describe('Amount of the charge, in minor units'),
};

const ofNewPlan = { ...loanOfEvent, planId: z.string().describe('Id of the new plan') };
const newPlanFigures = {
  ...ofNewPlan,
  moratoriumDays: z.int().min(0).describe('Days after the agreement without due dates'),
  spread: z
    .object({ count: z.int(), days: z.int() })
    .nullable()
    .describe('New instalments: their number and the days between them; null for none'),
  waivesPenalties: z.boolean().describe('Whether unpaid penalties and late fees are waived'),
  owedMinor: amount.describe('Amount left in the plan that day, in minor units'),
  waivedMinor: amount.describe('Waived part of it, in minor units'),
  payments: z
    .array(z.object({ dueDate: day, amountMinor: amount }))
    .describe('Instalments of the new plan in order'),
};

export const eventTypes = {
  'application.submitted': defineEvent({
    summary: 'A borrower accepted an offer; the application waits for a decision',
    version: 1,
    data: z.object({ ...loanOfEvent, principalMinor: amount, termDays: z.int() }),
  }),
  'loan.files-made': defineEvent({
    summary:
      'What a borrower accepted is there as files, or they ask for it again: send it to them, as `/host/loans/files/read` gives it or by its link',
    version: 1,
    data: z.object({
      ...loanOfEvent,
      files: z
        .array(
          z.object({
            kind: z.enum(loanFileKinds),
            number: z.string().describe('Version of an agreement, number of a paper'),
            language: z.enum(['es', 'en']),
            sha256: z.string().describe('SHA-256 of the bytes, in hexadecimal'),
          }),
        )
        .describe('The agreement first, then the paper where there is one'),
      link: z
        .string()
        .optional()
        .describe(
          'Page of the agreement, its paper, the terms and the privacy notice, which opens in a session of the borrower alone; absent in events made before it was told',
        ),
    }),
  }),
  'loan.approved': defineEvent({
    summary: 'An application was approved; the loan waits to be paid out',
    version: 1,
    data: z.object({ ...loanOfEvent, principalMinor: amount }),
  }),
  'loan.declined': defineEvent({
    summary: 'An application was declined',
    version: 1,
    data: z.object({ ...loanOfEvent, reason: z.string().nullable(), reapplyOn: day.nullable() }),
  }),
  'loan.disbursed': defineEvent({
    summary: 'A loan was paid out; its due dates count from that day',
    version: 1,
    data: z.object({
      ...loanOfEvent,
      principalMinor: amount,
      totalMinor: amount.describe('All instalments together, in minor units'),
      disbursedOn: day,
      reference: z.string(),
      dueDate,
    }),
  }),
  'loan.overdue': defineEvent({
    summary: 'A loan fell overdue',
    version: 1,
    data: z.object({ ...loanOfEvent, dueDate: day, daysLate: z.int().min(1) }),
  }),
  'loan.extended': defineEvent({
    summary: 'An extension was paid for; instalments are due later',
    version: 1,
    data: z.object({
      ...loanOfEvent,
      fromDueDate: day,
      newDueDate: day,
      days: z.int().min(1),
      feeMinor: amount,
      vatMinor: amount.describe('Tax on the fee, in minor units'),
    }),
  }),
  'loan.settled': defineEvent({
    summary: 'Everything that was owed on a loan is paid',
    version: 1,
    data: z.object({ ...loanOfEvent, settledAt: instant }),
  }),
  'loan.settled-early': defineEvent({
    summary: 'A loan ended before its dates: interest and fee of the days that were not used are not charged',
    version: 1,
    data: z.object({
      ...loanOfEvent,
      settledOn: day.describe('Last of the days used'),
      interestMinor: amount,
      feeMinor: amount,
      vatMinor: amount,
      penaltyMinor: amount.describe('Above 0 only where the loan was returned, in minor units'),
      forgivenMinor: amount.describe('Total, in minor units'),
    }),
  }),
  'loan.prepaid': defineEvent({
    summary: 'Money beyond what was asked for paid back principal: the payments to come are fewer or lower',
    version: 1,
    data: z.object({
      ...loanOfEvent,
      prepaidOn: day.describe('Last of the days used'),
      principalMinor: amount.describe('Principal of future instalments paid back, in minor units'),
      interestMinor: amount,
      feeMinor: amount,
      vatMinor: amount,
      savedMinor: amount.describe('Interest, fee and tax saved, in minor units'),
      payments: z
        .array(z.object({ dueDate: day, amountMinor: amount }))
        .describe('Instalments that are left'),
    }),
  }),
  'loan.written-off': defineEvent({
    summary: 'A loan was written off',
    version: 1,
    data: z.object({ ...loanOfEvent, amountMinor: amount, reason: z.string() }),
  }),
  'loan.sold': defineEvent({
    summary: 'A loan was sold: nothing is owed here any more',
    version: 1,
    data: z.object({
      ...loanOfEvent,
      amountMinor: amount.describe('Amount owed at that time, in minor units'),
      priceMinor: amount.describe('Price received, in minor units'),
      reason: z.string(),
    }),
  }),
  'loan.cancelled': defineEvent({
    summary: 'A loan was cancelled before it was paid out',
    version: 1,
    data: z.object({ ...loanOfEvent, reason: z.string() }),
  }),
  'loan.handed-over': defineEvent({
    summary: 'A late loan was given to somebody who asks its borrower to pay',
    version: 1,
    data: z.object({
      ...loanOfEvent,
      collectorName: z.string().describe('Full name of the collector'),
      mustBeNamed: z.boolean().describe('Whether the borrower must learn the name before the first contact'),
    }),
  }),
  'loan.changed': defineEvent({
    summary:
      'How a loan stands now: after every correction of it, when a refund is set aside, when a write-off is taken back, and when an overdue loan is current again',
    version: 1,
    data: z.object({ ...loanOfEvent, ...position }),
  }),
  'payment.received': defineEvent({
    summary: 'Money was booked on a loan',
    version: 1,
    data: z.object({
      ...loanOfEvent,
      ...ofMoney,
      paidAt: instant,
      ...position,
    }),
  }),
  'payment.claimed': defineEvent({
    summary: 'A borrower says that they paid; the payment is looked for until `answerBy`',
    version: 1,
    data: z.object({
      ...loanOfEvent,
      claimId: z.string(),
      amountMinor: amount,
      paidOn: day,
      channel: z.enum(claimChannels),
      trackingKey: z.string().describe('Letters and digits only; empty for none'),
      hasImage: z.boolean().describe('Whether it has a photo; read it with `/host/payment-claims/read`'),
      answerBy: instant.describe('Deadline; when it passes unanswered, a complaint is opened'),
    }),
  }),
  'charge.disputed': defineEvent({
    summary: 'A borrower does not agree with a charge; it is looked into until `answerBy`',
    version: 1,
    data: z.object({
      ...ofDispute,
      reason: z.enum(disputeReasons),
      answerBy: instant.describe('Deadline; when it passes unanswered, a complaint is opened'),
    }),
  }),
  'charge.dispute-withdrawn': defineEvent({
    summary: 'A borrower took back that they do not agree with a charge',
    version: 1,
    data: z.object(ofDispute),
  }),
  'charge.dispute-answered': defineEvent({
    summary: 'A disputed charge was answered: taken back in full or in part, or not',
    version: 1,
    data: z.object({
      ...ofDispute,
      decision: z.enum(['upheld', 'upheld-in-part', 'rejected']),
      takenOffMinor: amount.describe('Amount taken off the charge, in minor units'),
      vatTakenOffMinor: amount.describe('Amount taken off the tax on it, in minor units'),
    }),
  }),
  'plan.proposed': defineEvent({
    summary: 'A new plan was proposed to a borrower in difficulty, who can agree to it until `validThrough`',
    version: 1,
    data: z.object({ ...newPlanFigures, validThrough: day, reason: z.string() }),
  }),
  'plan.accepted': defineEvent({
    summary: 'A borrower agreed to a new plan; it is booked, and `loan.changed` tells how the loan stands',
    version: 1,
    data: z.object({ ...newPlanFigures, agreedOn: day }),
  }),
  'plan.declined': defineEvent({
    summary: 'A borrower does not want a new plan',
    version: 1,
    data: z.object(ofNewPlan),
  }),
  'plan.expired': defineEvent({
    summary: 'A new plan was not answered in time',
    version: 1,
    data: z.object(ofNewPlan),
  }),
  'plan.undone': defineEvent({
    summary: 'A new plan was undone: the proposal was taken back, or what was agreed is owed again as before',
    version: 1,
    data: z.object({
      ...ofNewPlan,
      wasAgreed: z.boolean().describe('Whether the borrower had agreed to it before'),
      reason: z.string(),
    }),
  }),
  'payment.unmatched': defineEvent({
    summary: 'Money came that fits no loan; it is kept until it does',
    version: 1,
    data: z.object({ ...ofMoney, currency, reference: z.string(), paidAt: instant }),
  }),
  'payment.reversed': defineEvent({
    summary: 'A payment was taken back: it bounced or was charged back',
    version: 1,
    data: z.object({ ...loanOfEvent, ...ofMoney, reason: z.string() }),
  }),
  'payment.refunded': defineEvent({
    summary: 'Money held beyond what was owed was paid back to the borrower',
    version: 1,
    data: z.object({ ...loanOfEvent, refundId: z.string(), amountMinor: amount }),
  }),
  'payment.refund-failed': defineEvent({
    summary: 'Money that was to be paid back did not reach the borrower, also after it was told of as sent',
    version: 1,
    data: z.object({
      ...loanOfEvent,
      refundId: z.string(),
      amountMinor: amount,
      wasSent: z.boolean().describe('Whether `payment.refunded` reported it'),
    }),
  }),
  'complaint.filed': defineEvent({
    summary: 'A borrower filed a complaint',
    version: 1,
    data: z.object({
      complaintId: z.string(),
      folio: z.string(),
      ...ofBorrower,
      orderNumber: z.string().nullable(),
      typeId: z.string(),
      subtypeId: z.string().nullable(),
    }),
  }),
  'complaint.rated': defineEvent({
    summary: 'A borrower rated the answer to a complaint',
    version: 1,
    data: z.object({
      complaintId: z.string(),
      folio: z.string(),
      ...ofBorrower,
      orderNumber: z.string().nullable(),
      score: z.int().min(1).max(5),
    }),
  }),
  'borrower.changed': defineEvent({
    summary: 'Staff changed a detail of a borrower; read it with `/host/borrowers/read`',
    version: 1,
    data: z.object({
      ...ofBorrower,
      changeId: z.string().describe('Id of the change'),
      kind: z.enum(changedDetails),
    }),
  }),
  'borrower.erased': defineEvent({
    summary: 'What told who a borrower is was erased, at once or when a request for it could be carried out',
    version: 1,
    data: z.object({ ...ofBorrower, erasureId: z.string() }),
  }),
  'registration.erased': defineEvent({
    summary: 'What is known of somebody who registered and never borrowed was erased',
    version: 1,
    data: z.object({ registrationId: z.string(), erasureId: z.string() }),
  }),
  'borrower.registered': defineEvent({
    summary: 'Somebody registered from a promotion page; the number is how the lender reaches them',
    version: 1,
    data: z.object({
      registrationId: z.string(),
      mobilePhone: z.string().describe('E.164'),
      templateId: z.string(),
      merchantNumber: z.string(),
      inviteCode: z.string(),
      appFrom: z.string(),
      userFrom: z.string(),
      utmTag: z.string(),
    }),
  }),
  'card.saved': defineEvent({
    summary: 'A card of a borrower was saved',
    version: 1,
    data: z.object({
      cardId: z.string(),
      ...ofBorrower,
      bankName: z.string(),
      maskedNumber: z.string(),
    }),
  }),
  'reminder.consent-changed': defineEvent({
    summary: 'A borrower agreed to be reminded by a channel, or withdrew that',
    version: 1,
    data: z.object({
      ...ofBorrower,
      channel: z.enum(reminderChannels).describe('Channel for reminders'),
      isGranted: z.boolean().describe('True: consent given; false: withdrawn'),
      at: instant,
    }),
  }),
  'matter.overdue': defineEvent({
    summary: 'Something waits for a person of yours past its hours; told once of each',
    version: 1,
    data: z.object({
      kind: z.enum(escalatedKinds).describe("Kind in the desk's queue"),
      matterId: z.string().describe('Id within its kind'),
      name: z.string().describe('Name in the address of its page: a folio, a loan number or an id'),
      orderNumber: z.string().nullable().describe('Loan number; null for none'),
      cameAt: instant.describe('When it arrived'),
      dueAt: instant.describe('Deadline'),
      holderName: z.string().nullable().describe('Full name of the assignee; null for none'),
    }),
  }),
  'contact.received': defineEvent({
    summary: 'A visitor sent a message from the contact page; read it with `/host/contact-messages/list`',
    version: 1,
    data: z.object({ contactMessageId: z.string() }),
  }),
} as const satisfies Record<string, EventType>;

export type EventTypeName = keyof typeof eventTypes;

export const eventTypeNames = Object.keys(eventTypes) as [EventTypeName, ...EventTypeName[]];

type EventDataOf<Name extends EventTypeName> = z.output<(typeof eventTypes)[Name]['data']>;

/** An event as recorded; the lender's own borrower id is added when it is sent. */
export type LenderEvent = {
  [Name in EventTypeName]: {
    readonly type: Name;
    readonly data: Omit<EventDataOf<Name>, 'lenderBorrowerId'>;
  };
}[EventTypeName];

/** Body of a signed message; its `webhook-id` is the event's id. */
export const eventMessage = z.object({
  type: z.enum(eventTypeNames),
  version: z.int().describe("Version of the type's data"),
  timestamp: instant.describe("When it happened, by the service's clock"),
  sequence: z.string().regex(/^\d+$/).describe('Increases from each event of a loan to the next, with gaps'),
  data: z.record(z.string(), z.unknown()),
});

export type EventMessages = {
  readonly [Name in EventTypeName]: Omit<z.output<typeof eventMessage>, 'type' | 'data'> & {
    readonly type: Name;
    readonly data: EventDataOf<Name>;
  };
};
