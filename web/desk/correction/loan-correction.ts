import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskCorrection } from '#contract/desk-correction.ts';
import { typedDay } from '#domain/calendar.ts';
import { planValidDays } from '#domain/loan/new-plan.ts';
import { startOfDayIn } from '#domain/market.ts';
import type { OpenDesk } from '../open-desk.ts';
import { choiceField, type DeskField, dayField, deskForm } from '../ui/desk-form.tsx';
import { anotherPaymentField } from './another-payment.tsx';
import { amountField, reasonField } from './correction-fields.ts';
import {
  type CorrectionKind,
  callOfKind,
  cardPayments,
  chargeOwed,
  openPlans,
  paymentName,
  paymentsFor,
  type Statement,
  standingWaivers,
} from './correction-kind.ts';

const fieldsOfKind = {
  'waive-penalty': ['amount'],
  'waive-fee': ['amount'],
  'undo-waiver': ['waiver'],
  'move-payment': ['payment', 'toLoan'],
  'change-day': ['payment', 'paidOn'],
  'change-amount': ['payment', 'amount'],
  'unmatch-payment': ['payment'],
  'reverse-payment': ['payment'],
  refund: ['amount', 'backTo'],
  'reverse-penalties': ['fromDay', 'throughDay'],
  'new-plan': ['moratoriumDays', 'count', 'days', 'penalties', 'validDays'],
  'undo-plan': ['plan'],
  'write-off': [],
  'undo-write-off': [],
  recovery: ['amount', 'receivedOn'],
  approve: [],
  decline: [],
  cancel: [],
} as const satisfies Record<CorrectionKind, readonly (keyof ReturnType<typeof everyField>)[]>;

/** The form of one kind of correction. Its values hold only its own fields, although the type names all. */
export function loanCorrectionForm(kind: CorrectionKind, statement: Statement, desk: OpenDesk) {
  const all = everyField(kind, statement, desk);
  const names: readonly (keyof typeof all)[] = fieldsOfKind[kind];
  const own = Object.fromEntries(names.map((name) => [name, all[name]])) as typeof all;
  return deskForm(kind, { ...own, anotherPayment: anotherPaymentField, reason: reasonField(desk) });
}

type LoanCorrectionValues = NonNullable<ReturnType<ReturnType<typeof loanCorrectionForm>['read']>['values']>;

/** @param messageId the id of the form, which becomes the key of a refund or recovery. */
export function loanCorrection(
  kind: CorrectionKind,
  values: LoanCorrectionValues,
  { loan: { orderNumber, currency }, messageId }: Pick<Statement, 'loan'> & { readonly messageId: string },
): DeskCorrection {
  const { reason, amount: amountMinor, payment, fromDay, throughDay } = values;
  const { count, days, moratoriumDays, validDays } = values;
  const fieldsOf: Readonly<Record<CorrectionKind, () => object>> = {
    'waive-penalty': () => ({ orderNumber, component: 'penalty', amountMinor }),
    'waive-fee': () => ({ orderNumber, component: 'fee', amountMinor }),
    'undo-waiver': () => ({ orderNumber, reversesId: values.waiver }),
    'move-payment': () => ({ ...payment, orderNumber: values.toLoan, ...values.anotherPayment }),
    'change-day': () => ({ ...payment, paidOn: values.paidOn }),
    'change-amount': () => ({ ...payment, amountMinor }),
    'unmatch-payment': () => payment,
    'reverse-payment': () => payment,
    refund: () => ({ orderNumber, refundKey: `desk:${messageId}`, amountMinor, ...values.backTo }),
    'reverse-penalties': () => ({ orderNumber, fromDay, throughDay }),
    'new-plan': () => ({
      orderNumber,
      moratoriumDays,
      spread: count === 0 ? null : { count, days },
      waivesPenalties: values.penalties === 'waive',
      validDays,
    }),
    'undo-plan': () => ({ orderNumber, planId: values.plan }),
    'write-off': () => ({ orderNumber }),
    'undo-write-off': () => ({ orderNumber, isReversed: true }),
    recovery: () => ({
      orderNumber,
      recoveryKey: `desk:${messageId}`,
      amountMinor,
      currency,
      ...values.receivedOn,
    }),
    approve: () => ({ orderNumber, decision: kind }),
    decline: () => ({ orderNumber, decision: kind }),
    cancel: () => ({ orderNumber }),
  };
  return { call: callOfKind[kind], fields: { ...fieldsOf[kind](), reason }, orderNumber };
}

function everyField(kind: CorrectionKind, statement: Statement, desk: OpenDesk) {
  const text = deskCorrectionText[desk.language];
  const { loan, payments, entries } = statement;
  const dayOf = (instant: string) => desk.time(instant, loan.market).slice(0, 10);
  const choiceOfPayment = (payment: Statement['payments'][number]) =>
    [
      paymentName(payment),
      `${dayOf(payment.paidAt)}, ${desk.money(payment.amountMinor, loan.currency)}, ${payment.provider}`,
    ] as const;
  const chosen = payments.find(({ eventId }) => eventId === desk.parameter('payment'));
  const cards = cardPayments(statement);
  const penalties = { waive: text.penaltiesWaived, keep: text.penaltiesCharged };
  return {
    amount: amountField(desk, loan.currency, { first: wholeAmount(kind, statement, desk) }),
    payment: {
      label: text.payment,
      choices: paymentsFor(kind, statement).map(choiceOfPayment),
      first: chosen && paymentName(chosen),
      fault: text['wrong-payment'],
      read(typed) {
        const found = payments.find((each) => paymentName(each) === typed);
        return found ? { provider: found.provider, eventId: found.eventId } : null;
      },
    } satisfies DeskField,
    toLoan: {
      label: text.toLoan,
      maxLength: 60,
      fault: text['wrong-toLoan'],
      read(typed) {
        const order = typed.trim().toUpperCase();
        return /^[^\p{Cc}]{1,32}$/u.test(order) && order !== loan.orderNumber ? order : null;
      },
    } satisfies DeskField,
    paidOn: dayField({ label: text.paidOn, fault: text['wrong-paidOn'] }),
    backTo: {
      ...(cards.length > 0 && { label: text.backTo }),
      choices: [['', text.byTransfer], ...cards.map(choiceOfPayment)],
      fault: text['wrong-payment'],
      read(typed) {
        const card = cards.find((each) => paymentName(each) === typed);
        if (card) return { cardPaymentId: card.eventId };
        return typed === '' ? {} : null;
      },
    } satisfies DeskField,
    fromDay: penaltyDay(text.fromDay, text['wrong-dates']),
    throughDay: penaltyDay(text.throughDay, text['wrong-dates']),
    moratoriumDays: wholeField(text.moratoriumDays, 0, text['wrong-numbers']),
    count: wholeField(text.count, 4, text['wrong-numbers']),
    days: wholeField(text.days, 30, text['wrong-numbers']),
    penalties: choiceField(['waive', 'keep'], {
      label: text.penalties,
      words: (each) => penalties[each],
    }),
    validDays: wholeField(text.validDays, planValidDays, text['wrong-numbers']),
    plan: {
      label: text.plan,
      choices: openPlans(statement).map(({ planId, state, proposedAt, agreedOn }) => [
        planId,
        fill(text[state === 'agreed' ? 'planAgreed' : 'planProposed'], {
          date: agreedOn ?? dayOf(proposedAt),
        }),
      ]),
      fault: text['wrong-plan'],
      read: (typed) => openPlans(statement).find(({ planId }) => planId === typed)?.planId ?? null,
    } satisfies DeskField,
    waiver: {
      label: text.waiver,
      choices: standingWaivers(statement).map(({ transactionId, bookedAt, postings }) => [
        transactionId,
        `${dayOf(bookedAt)}, ${desk.money(waivedMinor(postings), loan.currency)}`,
      ]),
      fault: text['wrong-waiver'],
      // Also one that was undone since: the same form sent twice has one effect.
      read: (typed) =>
        entries.find((each) => each.kind === 'waiver' && each.transactionId === typed)?.transactionId ?? null,
    } satisfies DeskField,
    receivedOn: {
      label: text.receivedOn,
      kind: 'date',
      fault: text['wrong-receivedOn'],
      read(typed) {
        const day = typedDay(typed);
        if (day) return { receivedAt: startOfDayIn(loan.market, day).toISOString() };
        return typed === '' ? {} : null;
      },
    } satisfies DeskField,
  };
}

/** The call refuses days that no calendar has. */
function penaltyDay(label: string, fault: string): DeskField<string> {
  return {
    label,
    kind: 'date',
    fault,
    read: (typed) => (/^\d{4}-\d\d-\d\d$/.test(typed) ? typed : null),
  };
}

function wholeField(label: string, first: number, fault: string): DeskField<number> {
  return {
    label,
    kind: 'numeric',
    first: String(first),
    maxLength: 60,
    fault,
    read: (typed) => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : null),
  };
}

function waivedMinor(postings: Statement['entries'][number]['postings']): number {
  return postings.reduce((sum, { amountMinor }) => sum + Math.max(0, amountMinor), 0);
}

/** The largest amount that can be waived or refunded; empty for none. */
function wholeAmount(kind: CorrectionKind, statement: Statement, desk: OpenDesk): string {
  const wholes: Partial<Record<CorrectionKind, number>> = {
    'waive-penalty': chargeOwed(statement, 'penalty'),
    'waive-fee': chargeOwed(statement, 'fee'),
    refund: statement.loan.heldMinor,
  };
  const whole = wholes[kind];
  return whole === undefined || whole <= 0 ? '' : desk.amountField(whole, statement.loan.currency);
}
