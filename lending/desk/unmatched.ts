import type { DeskUnmatched } from '#contract/desk-unmatched.ts';
import { inTransaction } from '#db/database.ts';
import { addDays } from '#domain/calendar.ts';
import { plainReference, referencesNear, suggestionsFor } from '#domain/desk/payment-suggestion.ts';
import { DeskRefusal } from '#domain/desk/refusal.ts';
import { mayDo } from '#domain/desk/role.ts';
import { dueNow, remainingTotal } from '#domain/loan/instalment-state.ts';
import { dayIn, type Market } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { instalmentsByLoan } from '../ledger/loans.ts';
import { hostPaymentOf, paymentOf } from '../ledger/payment-lists.ts';
import { record } from './audit.ts';
import { loansOwing, loansReferredTo, loansWithCodes } from './store.ts';

const marketOfCurrency: Readonly<Record<Currency, Market>> = { MXN: 'MX', INR: 'IN' };
const candidateLimit = 20;
const shownLimit = 5;
/** How far from the day of payment an instalment is due that its amount alone may be meant by. */
const dueWithinDays = 10;

/** Looks for the loans of payments that came without one. */
export function createDeskUnmatched(dependencies: LendingDependencies): DeskUnmatched {
  const { hostDatabase: database, clock, random } = dependencies;
  return {
    async read(person, named) {
      if (!mayDo(person.roles, 'see-money')) {
        const entry = { person, act: 'opened', subject: 'unmatched', outcome: 'refused' } as const;
        await record(database, entry, { now: clock.now(), random });
        throw new DeskRefusal('not-allowed');
      }
      return inTransaction(database, async (transaction) => {
        const found = await paymentOf(transaction, named);
        if (!found) return null;
        const { reference, amountMinor, currency, paidAt } = found;
        const paidOn = dayIn(marketOfCurrency[currency], paidAt);
        const days = { from: addDays(paidOn, -dueWithinDays), through: addDays(paidOn, dueWithinDays) };
        // An order number has its hyphens where it is kept, a code has none.
        const forms = [plainReference(reference), reference.trim().toUpperCase()];
        const near = [...new Set(forms.flatMap(referencesNear))];
        const ids = [
          ...(await loansReferredTo(transaction, near, candidateLimit)),
          ...(await loansOwing(transaction, { amountMinor, currency, ...days }, candidateLimit)),
        ];
        const loans = await loansWithCodes(transaction, [...new Set(ids)]);
        const instalments = await instalmentsByLoan(
          transaction,
          loans.map(({ id }) => id),
        );
        const now = await currentTime(dependencies, transaction);
        const candidates = loans.map(({ id, codes, ...loan }) => {
          const records = instalments.get(id) ?? [];
          const due = dueNow(records, dayIn(loan.market, now));
          return {
            ...loan,
            owedMinor: remainingTotal(records),
            dueMinor: due?.amountMinor ?? remainingTotal([]),
            daysLate: due?.daysLate ?? 0,
            instalments: records.map((each) => ({
              sequence: each.sequence,
              dueDate: each.dueDate,
              owedMinor: remainingTotal([each]),
            })),
            references: [loan.orderNumber, ...codes],
          };
        });
        const money = { reference, amountMinor, currency, paidOn };
        return {
          payment: hostPaymentOf(found),
          suggestions: suggestionsFor(money, candidates).slice(0, shownLimit),
        };
      });
    },
  };
}
