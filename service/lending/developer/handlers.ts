import {
  advanceClock,
  readSandbox,
  type SandboxOverview,
  type sandboxHappenings,
} from '#contract/host/developer.ts';
import { amountDueAt, settlementToday } from '#domain/booking/early-settlement.ts';
import type { LoanState } from '#domain/booking/state.ts';
import { daysBetween, type LocalDate } from '#domain/calendar.ts';
import { borrowerStatuses } from '#domain/loan/loan-status.ts';
import { allMarkets, dayIn, type Market } from '#domain/market.ts';
import { advanceSandboxClock, currentTime } from '../clock.ts';
import type { AnsweredCall } from '../http/answer-call.ts';
import { answerHost, type HostContext } from '../http/host-gate.ts';
import { stepDays } from '../ledger/bookable-day.ts';
import { openOffer } from '../ledger/extensions.ts';
import type { LoanOf } from '../ledger/loans.ts';
import { accrueOverdueLoans } from '../ledger/penalties.ts';
import { readSnapshots } from '../ledger/states.ts';
import { referencesOf } from '../repayment/store.ts';
import { hasSavedCard, newestLoansOf, offeredProductsOf, someBorrowers } from './store.ts';

const secondsPerDay = 86_400;

type ListedBorrower = SandboxOverview['borrowers'][number];
type ListedLoan = ListedBorrower['loans'][number];
type Happening = (typeof sandboxHappenings)[number];

export const answeredSandboxCalls: readonly AnsweredCall[] = [
  answerHost(advanceClock, async (context, { advanceDays }) => {
    const { transaction, random, configuration } = context;
    await advanceSandboxClock(transaction, advanceDays * secondsPerDay);
    const now = await currentTime(context, transaction);
    await stepDays(transaction, { now, days: configuration.penaltyStepDays, isConfirmed: true });
    await accrueOverdueLoans(transaction, { now, random });
    return { data: { now: now.toISOString() } };
  }),
  /** Lists borrowers with their offers and loans as of today, penalties booked. */
  answerHost(readSandbox, async (context) => {
    const { transaction, now } = context;
    await accrueOverdueLoans(transaction, context);
    const borrowers: ListedBorrower[] = [];
    for (const borrower of await someBorrowers(transaction)) {
      borrowers.push({
        ...borrower,
        hasSavedCard: await hasSavedCard(transaction, borrower.borrowerId),
        products: await offeredProductsOf(transaction, borrower.borrowerId),
        loans: await listedLoans(context, borrower.borrowerId),
      });
    }
    return {
      data: {
        today: Object.fromEntries(allMarkets.map((market) => [market, dayIn(market, now)])) as Record<
          Market,
          LocalDate
        >,
        borrowers,
      },
    };
  }),
];

async function listedLoans({ transaction, now }: HostContext, borrowerId: string): Promise<ListedLoan[]> {
  const listed: ListedLoan[] = [];
  const rows = await newestLoansOf(transaction, borrowerId);
  const states = await readSnapshots(
    transaction,
    rows.map(({ loanId }) => loanId),
  );
  for (const { market, ...loan } of rows) {
    const state = states.find(({ loan: { id } }) => id === loan.loanId);
    const due = state ? amountDueAt(state, now).due : null;
    const isExtensionAsked = state?.extensions.some((each) => each.state === 'awaiting-payment');
    listed.push({
      ...loan,
      orderStatus: borrowerStatuses[loan.orderStatus],
      dueMinor: due?.amountMinor ?? 0,
      dueDate: due?.dueDate ?? '',
      settlesMinor: state ? settlementToday(state, { now }) : 0,
      extension: isExtensionAsked
        ? await requestedExtension(transaction, { id: loan.loanId, borrowerId })
        : null,
      daysLate: due ? Math.max(0, daysBetween(due.dueDate, dayIn(market, now))) : 0,
      happened: state ? happenedTo(state) : [],
    });
  }
  return listed;
}

function happenedTo({ payments, extensions, claims, disputes }: LoanState): Happening[] {
  const happenings: Readonly<Record<Happening, boolean>> = {
    payment: payments.length > 0,
    extension: extensions.some(({ state }) => state === 'in-effect'),
    claim: claims.some(({ state }) => state === 'waiting'),
    dispute: disputes.some(({ state }) => state === 'open'),
  };
  return (Object.keys(happenings) as Happening[]).filter((each) => happenings[each]);
}

async function requestedExtension(
  transaction: HostContext['transaction'],
  loan: LoanOf,
): Promise<ListedLoan['extension']> {
  const offer = await openOffer(transaction, loan);
  const [reference] = await referencesOf(transaction, loan, 'extend');
  return offer && reference ? { code: reference.code, amountMinor: offer.payTodayMinor } : null;
}
