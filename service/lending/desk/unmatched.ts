import type { DeskRefund, DeskUnmatched, PaymentHold, PaymentName } from '#contract/desk-unmatched.ts';
import type { HostPayment } from '#contract/host/repayment.ts';
import { inTransaction, type Queryable, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { amountDueAt, settlementOf } from '#domain/booking/early-settlement.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { subjectOf } from '#domain/desk/effect.ts';
import { plainReference, referencesNear, suggestionsFor } from '#domain/desk/payment-suggestion.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { mayDo } from '#domain/desk/role.ts';
import { CodedError } from '#domain/error-code.ts';
import { remainingTotal } from '#domain/loan/instalment-state.ts';
import { dayIn, marketOfCurrency } from '#domain/market.ts';
import { type Currency, type MinorAmount, zeroMinor } from '#domain/money/money.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { hostPaymentOf, paymentOf, refundPage } from '../ledger/payment-lists.ts';
import { readSnapshots } from '../ledger/states.ts';
import { accountEndingOf } from '../loan/store.ts';
import { perform, requireAct } from './audit.ts';
import { findDeskLoan } from './store/loan.ts';
import {
  closeOutflow,
  deleteHold,
  findOutflow,
  holdsOf,
  loansOwing,
  loansPaidFrom,
  loansReferredTo,
  loansWithCodes,
  putHold,
} from './store/unmatched.ts';

const candidateLimit = 20;
const shownLimit = 5;
/** Days between payment and due date within which an equal amount suggests an instalment. */
const dueWithinDays = 10;

export function createDeskUnmatched(dependencies: LendingDependencies): DeskUnmatched {
  const { hostDatabase: database } = dependencies;
  return {
    async outflow(person, id) {
      await requireAct(dependencies, person, 'see-money', { act: 'opened', subject: `outflow:${id}` });
      return isId(id) ? findOutflow(database, id) : null;
    },
    refund: (person, refundKey) => readRefund(dependencies, person, refundKey),
    async closeOutflow(person, id, reason) {
      const subject = `outflow:${id}`;
      const entry = { person, needs: 'match-payment', act: 'settled', subject, reason } as const;
      await perform(dependencies, entry, async (transaction) => {
        const state = isId(id) ? await closeOutflow(transaction, id) : 'none';
        if (state === 'none') throw new CodedError('not-found');
        if (state === 'before') throw new CodedError('status-conflict');
        return state;
      });
    },
    async hold(person, named, hold) {
      const entry = {
        person,
        needs: 'match-payment',
        act: hold ? 'held' : 'released',
        subject: subjectOf({ orderNumber: null, payment: named }),
        reason: hold?.reason,
        detail: hold ? { day: hold.untilDay } : undefined,
      } as const;
      await perform(dependencies, entry, async (transaction) => {
        const payment = await paymentOf(transaction, named);
        if (!payment) throw new CodedError('not-found');
        if (payment.outcome !== 'unmatched') throw new CodedError('status-conflict');
        if (hold) await putHold(transaction, { eventId: payment.id, personId: person.personId, ...hold });
        else await deleteHold(transaction, payment.id);
        return payment.id;
      });
    },
    async read(person, named) {
      await requireAct(dependencies, person, 'see-money', { act: 'opened', subject: 'unmatched' });
      return inTransaction(database, async (transaction) => {
        const payment = await paymentOf(transaction, named);
        if (!payment) return null;
        const { reference, amountMinor, currency, paidAt } = payment;
        const paidOn = dayIn(marketOfCurrency(currency), paidAt);
        const now = await currentTime(dependencies, transaction);
        const money = { reference, amountMinor, currency, paidOn };
        return {
          payment: hostPaymentOf(payment),
          isInDoubt: payment.putBy?.startsWith('provider:') ?? false,
          hold: await holdOn(transaction, payment, now),
          suggestions: suggestionsFor(
            money,
            await candidatesFor(transaction, { ...money, payerHash: payment.payerHash, now }),
          ).slice(0, shownLimit),
        };
      });
    },
  };
}

async function readRefund(
  dependencies: LendingDependencies,
  person: DeskPerson,
  refundKey: string,
): Promise<DeskRefund | null> {
  const [row] = (await refundPage(dependencies.hostDatabase, { refundKey, limit: 1 })).rows;
  if (!row) return null;
  const { refund, orderNumber, payment } = row;
  const isToSend = refund.state === 'requested' && refund.cardPaymentId === null;
  const maySend = mayDo(person.roles, 'match-payment') && mayDo(person.roles, 'see-personal-data');
  const isShown = orderNumber !== null && isToSend && maySend;
  const entry = {
    person,
    needs: 'see-money',
    act: isShown ? 'shown' : 'opened',
    subject: orderNumber === null ? `refund:${refundKey}` : `loan:${orderNumber}`,
    detail: isShown ? { fields: ['name', 'account'] } : undefined,
  } as const;
  return perform(dependencies, entry, async (transaction) => {
    const loan = isShown ? await findDeskLoan(transaction, orderNumber) : undefined;
    const event = payment && (await paymentOf(transaction, payment));
    return {
      refund: { ...refund, orderNumber, payment },
      payment: event ? hostPaymentOf(event) : null,
      recipient: loan
        ? { name: loan.borrowerName, accountEnding: await accountEndingOf(transaction, loan) }
        : null,
    };
  });
}

/** The hold on a payment; null once its last day is over. */
async function holdOn(
  from: Queryable,
  payment: PaymentName & Pick<HostPayment, 'currency'>,
  now: Date,
): Promise<PaymentHold | null> {
  const [found] = await holdsOf(from, [payment]);
  if (!found || found.untilDay < dayIn(marketOfCurrency(payment.currency), now)) return null;
  const { provider: _provider, eventId: _eventId, ...hold } = found;
  return hold;
}

interface SoughtMoney {
  readonly reference: string;
  readonly amountMinor: MinorAmount;
  readonly currency: Currency;
  readonly paidOn: LocalDate;
  /** Keyed hash of the payer's account; null if the bank named none. */
  readonly payerHash: string | null;
  readonly now: Date;
}

/** Loans that may be meant: paid from the same account before, with a similar code, or owing this amount about then. */
async function candidatesFor(
  transaction: Transaction,
  { reference, amountMinor, currency, paidOn, payerHash, now }: SoughtMoney,
) {
  const days = { from: addDays(paidOn, -dueWithinDays), through: addDays(paidOn, dueWithinDays) };
  // Order numbers are stored with hyphens, codes without.
  const forms = [plainReference(reference), reference.trim().toUpperCase()];
  const near = [...new Set(forms.flatMap(referencesNear))];
  const sameAccount = payerHash === null ? [] : [payerHash];
  const paidBefore = new Set(await loansPaidFrom(transaction, sameAccount, candidateLimit));
  const ids = new Set([
    ...paidBefore,
    ...(await loansReferredTo(transaction, near, candidateLimit)),
    ...(await loansOwing(transaction, { amountMinor, currency, ...days }, candidateLimit)),
  ]);
  const loans = await loansWithCodes(transaction, [...ids]);
  const states = new Map((await readSnapshots(transaction, [...ids])).map((state) => [state.loan.id, state]));
  return loans.map(({ id, codes, ...loan }) => {
    const state = states.get(id);
    const due = state ? amountDueAt(state, now).due : null;
    return {
      ...loan,
      // Money counts from the day it was paid.
      owedMinor: state ? settlementOf(state, paidOn).owedMinor : zeroMinor,
      dueMinor: due?.amountMinor ?? zeroMinor,
      daysLate: due?.daysLate ?? 0,
      instalments: (state?.instalments ?? []).map((each) => ({
        sequence: each.sequence,
        dueDate: each.dueDate,
        owedMinor: remainingTotal([each]),
      })),
      references: [loan.orderNumber, ...codes],
      isPayersAccount: paidBefore.has(id),
    };
  });
}
