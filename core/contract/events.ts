import { z } from 'zod';
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
  lenderBorrowerId: z.string().nullable().describe('What the lender calls the person; null for none'),
};

/** Fields of every event about a loan. */
const ofLoan = {
  orderNumber: z.string().describe('The number a borrower knows the loan by'),
  ...ofBorrower,
  productId: z.string(),
  currency,
};

const ofMoney = {
  provider: z.string().describe('Who reported the money'),
  eventId: z.string().describe("The provider's own id of it"),
  amountMinor: amount,
};

const dueDate = day.nullable().describe('Of the oldest payment of the plan that is owed; null for none');

/** The loan after the event. */
const position = {
  status: z.enum(loanStatuses).describe('Where the loan stands after it'),
  balanceMinor: amount.describe('What its plan has left after it, in minor units'),
  suspenseMinor: amount.describe('What is held beyond what is owed, in minor units'),
  dueDate,
};

const ofDispute = {
  ...ofLoan,
  disputeId: z.string(),
  sequence: z.int().min(1).describe('The payment of the plan that it was charged to'),
  kind: z.enum(chargeKinds).describe('What was charged'),
  amountMinor: amount.describe('What is charged of it, in minor units'),
};

const ofNewPlan = { ...ofLoan, planId: z.string().describe('Names the new plan') };
const newPlanFigures = {
  ...ofNewPlan,
  moratoriumDays: z.int().min(0).describe('Days from the agreement on in which nothing falls due'),
  spread: z
    .object({ count: z.int(), days: z.int() })
    .nullable()
    .describe('Over how many payments, how many days apart, what is owed is spread; null for none'),
  waivesPenalties: z.boolean().describe('Whether unpaid penalties and late fees are let off'),
  owedMinor: amount.describe('What the plan has left that day, in minor units'),
  waivedMinor: amount.describe('What of it is let off, in minor units'),
  payments: z
    .array(z.object({ dueDate: day, amountMinor: amount }))
    .describe('What is then to be paid, first to last'),
};

export const eventTypes = {
  'application.submitted': defineEvent({
    summary: 'A borrower accepted an offer; the application waits for a decision',
    version: 1,
    data: z.object({ ...ofLoan, principalMinor: amount, termDays: z.int() }),
  }),
  'loan.files-made': defineEvent({
    summary:
      'What a borrower accepted is there as files, or they ask for it again: send it to them, as `/host/loans/files/read` gives it or by its link',
    version: 1,
    data: z.object({
      ...ofLoan,
      files: z
        .array(
          z.object({
            kind: z.enum(loanFileKinds),
            number: z.string().describe('Version of an agreement, number of a paper'),
            language: z.enum(['es', 'en']),
            sha256: z.string().describe('Of the bytes, in hexadecimal'),
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
    data: z.object({ ...ofLoan, principalMinor: amount }),
  }),
  'loan.declined': defineEvent({
    summary: 'An application was declined',
    version: 1,
    data: z.object({ ...ofLoan, reason: z.string().nullable(), reapplyOn: day.nullable() }),
  }),
  'loan.disbursed': defineEvent({
    summary: 'A loan was paid out; its due dates count from that day',
    version: 1,
    data: z.object({
      ...ofLoan,
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
    data: z.object({ ...ofLoan, dueDate: day, daysLate: z.int().min(1) }),
  }),
  'loan.extended': defineEvent({
    summary: 'An extension was paid for; instalments are due later',
    version: 1,
    data: z.object({
      ...ofLoan,
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
    data: z.object({ ...ofLoan, settledAt: instant }),
  }),
  'loan.settled-early': defineEvent({
    summary: 'A loan ended before its dates: interest and fee of the days that were not used are not charged',
    version: 1,
    data: z.object({
      ...ofLoan,
      settledOn: day.describe('The day that the days used count to'),
      interestMinor: amount,
      feeMinor: amount,
      vatMinor: amount,
      penaltyMinor: amount.describe('Above 0 only where the loan was given back, in minor units'),
      forgivenMinor: amount.describe('All of it together, in minor units'),
    }),
  }),
  'loan.prepaid': defineEvent({
    summary: 'Money beyond what was asked for paid back principal: the payments to come are fewer or lower',
    version: 1,
    data: z.object({
      ...ofLoan,
      prepaidOn: day.describe('The day that the days used count to'),
      principalMinor: amount.describe('What it paid back of payments to come, in minor units'),
      interestMinor: amount,
      feeMinor: amount,
      vatMinor: amount,
      savedMinor: amount.describe('What is not charged any more of all three, in minor units'),
      payments: z.array(z.object({ dueDate: day, amountMinor: amount })).describe('What is still to be paid'),
    }),
  }),
  'loan.written-off': defineEvent({
    summary: 'A loan was written off',
    version: 1,
    data: z.object({ ...ofLoan, amountMinor: amount, reason: z.string() }),
  }),
  'loan.sold': defineEvent({
    summary: 'A loan was sold: nothing is owed here any more',
    version: 1,
    data: z.object({
      ...ofLoan,
      amountMinor: amount.describe('What it owed then, in minor units'),
      priceMinor: amount.describe('What was received for it, in minor units'),
      reason: z.string(),
    }),
  }),
  'loan.cancelled': defineEvent({
    summary: 'A loan was cancelled before it was paid out',
    version: 1,
    data: z.object({ ...ofLoan, reason: z.string() }),
  }),
  'loan.handed-over': defineEvent({
    summary: 'A late loan was given to somebody who asks its borrower to pay',
    version: 1,
    data: z.object({
      ...ofLoan,
      collectorName: z.string().describe('Full name of who asks the borrower to pay'),
      mustBeNamed: z
        .boolean()
        .describe('Whether the borrower has to be told the name before they are contacted'),
    }),
  }),
  'loan.changed': defineEvent({
    summary:
      'How a loan stands now: after every correction of it, when a refund is set aside, when a write-off is taken back, and when an overdue loan is current again',
    version: 1,
    data: z.object({ ...ofLoan, ...position }),
  }),
  'payment.received': defineEvent({
    summary: 'Money was booked on a loan',
    version: 1,
    data: z.object({
      ...ofLoan,
      ...ofMoney,
      paidAt: instant,
      ...position,
    }),
  }),
  'payment.claimed': defineEvent({
    summary: 'A borrower says that they paid; the payment is looked for until `answerBy`',
    version: 1,
    data: z.object({
      ...ofLoan,
      claimId: z.string(),
      amountMinor: amount,
      paidOn: day,
      channel: z.enum(claimChannels),
      trackingKey: z.string().describe('Letters and figures alone; empty for none'),
      hasImage: z
        .boolean()
        .describe('Whether a photo came with it: read it with `/host/payment-claims/read`'),
      answerBy: instant.describe('When it becomes a complaint by itself'),
    }),
  }),
  'charge.disputed': defineEvent({
    summary: 'A borrower does not agree with a charge; it is looked into until `answerBy`',
    version: 1,
    data: z.object({
      ...ofDispute,
      reason: z.enum(disputeReasons),
      answerBy: instant.describe('When it becomes a complaint by itself'),
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
      takenOffMinor: amount.describe('What was taken off the charge, in minor units'),
      vatTakenOffMinor: amount.describe('What was taken off the tax on it, in minor units'),
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
      wasAgreed: z.boolean().describe('Whether the borrower had agreed to it'),
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
    data: z.object({ ...ofLoan, ...ofMoney, reason: z.string() }),
  }),
  'payment.refunded': defineEvent({
    summary: 'Money held beyond what was owed was paid back to the borrower',
    version: 1,
    data: z.object({ ...ofLoan, refundId: z.string(), amountMinor: amount }),
  }),
  'payment.refund-failed': defineEvent({
    summary: 'Money that was to be paid back did not reach the borrower, also after it was told of as sent',
    version: 1,
    data: z.object({
      ...ofLoan,
      refundId: z.string(),
      amountMinor: amount,
      wasSent: z.boolean().describe('Whether `payment.refunded` told of it'),
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
      channel: z.enum(reminderChannels).describe('By which the borrower may be reminded'),
      isGranted: z.boolean().describe('Whether they agreed to it or withdrew that'),
      at: instant,
    }),
  }),
  'matter.overdue': defineEvent({
    summary: 'Something waits for a person of yours past its hours; told once of each',
    version: 1,
    data: z.object({
      kind: z.enum(escalatedKinds).describe('What it is, as the queue of the desk calls it'),
      matterId: z.string().describe('Names it with its kind'),
      name: z.string().describe('What its page goes by: a folio, an order number, an id'),
      orderNumber: z.string().nullable().describe('The loan that it is of; null for none'),
      cameAt: instant.describe('When it came'),
      dueAt: instant.describe('When it was to be answered'),
      holderName: z.string().nullable().describe('Full name of who has it at the desk; null for nobody'),
    }),
  }),
  'contact.received': defineEvent({
    summary: 'A visitor sent a message from the contact page; read it with `/host/contact-messages/list`',
    version: 1,
    data: z.object({ contactMessageId: z.string() }),
  }),
} as const satisfies Record<string, EventType>;

export type EventTypeName = keyof typeof eventTypes;

/** In the order of the documentation. */
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
  version: z.int().describe("Of the type's data"),
  timestamp: instant.describe('When it happened, in the time loans live in'),
  sequence: z
    .string()
    .regex(/^\d+$/)
    .describe('Grows from each event of a loan to the next; with gaps, since all events share it'),
  data: z.record(z.string(), z.unknown()),
});

export type EventMessages = {
  readonly [Name in EventTypeName]: Omit<z.output<typeof eventMessage>, 'type' | 'data'> & {
    readonly type: Name;
    readonly data: EventDataOf<Name>;
  };
};
