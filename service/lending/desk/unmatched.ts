import type { DeskUnmatched, PaymentName } from '#contract/desk-unmatched.ts';
import type { HostPayment } from '#contract/host/repayment.ts';
import { inTransaction, type Queryable } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { askedOf, settlementOf } from '#domain/booking/early-settlement.ts';
import { addDays } from '#domain/calendar.ts';
import { subjectOf } from '#domain/desk/effect.ts';
import { plainReference, referencesNear, suggestionsFor } from '#domain/desk/payment-suggestion.ts';
import { CodedError } from '#domain/error-code.ts';
import { remainingTotal } from '#domain/loan/instalment-state.ts';
import { dayIn, marketOfCurrency } from '#domain/market.ts';
import { zeroMinor } from '#domain/money/money.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { hostPaymentOf, paymentOf } from '../ledger/payment-lists.ts';
import { seeStates } from '../ledger/states.ts';
import { record, requireAct } from './audit.ts';
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

const nameOf = ({ provider, eventId }: PaymentName) => JSON.stringify([provider, eventId]);
const candidateLimit = 20;
const shownLimit = 5;
/** How far from the day of payment an instalment is due that its amount alone may be meant by. */
const dueWithinDays = 10;

/** Looks for the loans of payments that came without one. */
export function createDeskUnmatched(dependencies: LendingDependencies): DeskUnmatched {
  const { hostDatabase: database, clock, random } = dependencies;
  const holds = async (
    from: Queryable,
    payments: readonly (PaymentName & Pick<HostPayment, 'currency'>)[],
  ) => {
    if (payments.length === 0) return [];
    const now = await currentTime(dependencies, from);
    const marketsOf = new Map(payments.map((each) => [nameOf(each), marketOfCurrency(each.currency)]));
    if (payments.length === 0) return [];
    const rows = await holdsOf(from, payments);
    return rows.flatMap(({ provider, eventId, ...hold }) => {
      const market = marketsOf.get(nameOf({ provider, eventId }));
      return market && hold.untilDay >= dayIn(market, now) ? [{ provider, eventId, hold }] : [];
    });
  };
  return {
    async outflow(person, id) {
      await requireAct(dependencies, person, 'see-money', { act: 'opened', subject: `outflow:${id}` });
      return isId(id) ? findOutflow(database, id) : null;
    },
    async closeOutflow(person, id, reason) {
      const entry = { person, act: 'settled', subject: `outflow:${id}`, reason };
      await requireAct(dependencies, person, 'match-payment', entry);
      await inTransaction(database, async (transaction) => {
        const state = isId(id) ? await closeOutflow(transaction, id) : 'none';
        if (state === 'none') throw new CodedError('not-found');
        if (state === 'before') throw new CodedError('status-conflict');
        await record(transaction, { ...entry, outcome: 'done' }, { now: clock.now(), random });
      });
    },
    async hold(person, named, hold) {
      const subject = subjectOf({ orderNumber: null, payment: named });
      const entry = { person, act: hold ? 'held' : 'released', subject, reason: hold?.reason };
      await requireAct(dependencies, person, 'match-payment', entry);
      await inTransaction(database, async (transaction) => {
        const payment = await paymentOf(transaction, named);
        if (!payment) throw new CodedError('not-found');
        if (payment.outcome !== 'unmatched') throw new CodedError('status-conflict');
        const { personId } = person;
        if (hold) await putHold(transaction, { eventId: payment.id, personId, ...hold });
        else await deleteHold(transaction, payment.id);
        const detail = hold ? { day: hold.untilDay } : undefined;
        await record(transaction, { ...entry, detail, outcome: 'done' }, { now: clock.now(), random });
      });
    },
    async read(person, named) {
      await requireAct(dependencies, person, 'see-money', { act: 'opened', subject: 'unmatched' });
      return inTransaction(database, async (transaction) => {
        const rows = await paymentOf(transaction, named);
        if (!rows) return null;
        const { reference, amountMinor, currency, paidAt } = rows;
        const paidOn = dayIn(marketOfCurrency(currency), paidAt);
        const days = { from: addDays(paidOn, -dueWithinDays), through: addDays(paidOn, dueWithinDays) };
        // An order number has its hyphens where it is kept, a code has none.
        const forms = [plainReference(reference), reference.trim().toUpperCase()];
        const near = [...new Set(forms.flatMap(referencesNear))];
        const sameAccount = rows.payerHash === null ? [] : [rows.payerHash];
        const theirs = new Set(await loansPaidFrom(transaction, sameAccount, candidateLimit));
        const ids = [
          ...theirs,
          ...(await loansReferredTo(transaction, near, candidateLimit)),
          ...(await loansOwing(transaction, { amountMinor, currency, ...days }, candidateLimit)),
        ];
        const loans = await loansWithCodes(transaction, [...new Set(ids)]);
        const states = new Map(
          (await seeStates(transaction, [...new Set(ids)])).map((state) => [state.loan.id, state]),
        );
        const now = await currentTime(dependencies, transaction);
        const candidates = loans.map(({ id, codes, ...loan }) => {
          const state = states.get(id);
          const records = state?.instalments ?? [];
          const due = state ? askedOf(state, now).due : null;
          return {
            ...loan,
            // Money counts from the day it was paid on.
            owedMinor: state ? settlementOf(state, paidOn).owedMinor : zeroMinor,
            dueMinor: due?.amountMinor ?? zeroMinor,
            daysLate: due?.daysLate ?? 0,
            instalments: records.map((each) => ({
              sequence: each.sequence,
              dueDate: each.dueDate,
              owedMinor: remainingTotal([each]),
            })),
            references: [loan.orderNumber, ...codes],
            isPayersAccount: theirs.has(id),
          };
        });
        const money = { reference, amountMinor, currency, paidOn };
        return {
          payment: hostPaymentOf(rows),
          isInDoubt: rows.putBy?.startsWith('provider:') ?? false,
          hold: (await holds(transaction, [rows]))[0]?.hold ?? null,
          suggestions: suggestionsFor(money, candidates).slice(0, shownLimit),
        };
      });
    },
  };
}
