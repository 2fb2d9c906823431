import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inTransaction, type Transaction } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { refunds } from '#db/schema/repayment.ts';
import type { Command } from '#domain/booking/decide.ts';
import type { JournalEntry, LoanState } from '#domain/booking/state.ts';
import { addDays, localDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { startOfDayIn } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { act } from './act.ts';
import { keepNewEvent } from './payments.ts';
import { type LockedState, readState } from './states.ts';

const service = await testLendingService();
const firstDay = localDate('2026-11-20');
const reason = 'walk';

type Step = { readonly act: string; readonly days: number; readonly share: number };
const anyStep: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    ...[
      'receive',
      'receive',
      'receive',
      'look',
      'take-back',
      'waive',
      'take-back-waiver',
      'take-back-penalties',
    ],
    ...[
      'dispute',
      'dispute',
      'answer',
      'withdraw',
      'request-refund',
      'send-refund',
      'fail-refund',
      'write-off',
      'reinstate',
    ],
  ),
  days: fc.integer({ min: 0, max: 30 }),
  share: fc.constantFrom(1, 20, 60, 100, 130),
});

/** What a step asks of a loan; its rows that no decision makes are inserted. Undefined where there is nothing to ask. */
async function commandOf(
  transaction: Transaction,
  state: LockedState,
  { act: what, share }: Step,
  now: Date,
): Promise<Command | undefined> {
  const { loan, journal, disputes, payments } = state;
  const movementOf = (kind: string) => journal.findLast((entry) => entry.kind === kind && entry.isStanding);
  const [dispute] = disputes.filter((each) => each.state === 'open');
  const rows = await transaction.select().from(refunds);
  const refund = rows.find((each) => each.loanId === loan.id && each.state !== 'failed');
  const amountMinor = minorAmount(Math.max(1, Math.floor((loan.balanceMinor * share) / 100)));
  switch (what) {
    case 'receive': {
      const event = {
        ...{
          provider: 'walk',
          eventId: newId(),
          reference: loan.orderNumber,
          amountMinor,
          currency: loan.currency,
        },
        ...{ paidAt: now, receivedAt: now, outcome: 'unmatched' as const, borrowerId: null, loanId: null },
        reversedAt: null,
      };
      const payment = keepNewEvent(transaction, state, event, { ...service.dependencies, now });
      return { act: 'receive', payment, creditedAt: now, purpose: 'repay' };
    }
    case 'take-back': {
      const payment = payments.at(-1);
      return (
        payment && { act: 'take-back', payment: { ...payment, reference: '', outcome: 'posted' }, reason }
      );
    }
    case 'waive':
      return { act: 'waive', component: share > 50 ? 'penalty' : 'fee', reason };
    case 'take-back-waiver':
      return { act: 'take-back-waiver', transactionId: movementOf('waiver')?.id ?? '', reason };
    case 'take-back-penalties':
      return {
        act: 'take-back-penalties',
        fromDay: addDays(firstDay, share),
        throughDay: addDays(firstDay, share + 20),
        reason,
      };
    case 'dispute':
      return {
        ...{ act: 'dispute-charge', charge: { sequence: 1, kind: share > 50 ? 'penalty' : 'late-fee' } },
        ...{ reason: 'other', words: 'x', language: 'es' },
      };
    case 'answer':
      return (
        dispute && { act: 'answer-dispute', dispute, answer: 'x', amountMinor: share > 50 ? undefined : null }
      );
    case 'withdraw':
      return dispute && { act: 'withdraw-dispute', dispute };
    case 'request-refund': {
      if (loan.suspenseMinor === 0) return undefined;
      const request = {
        id: newId(),
        amountMinor: loan.suspenseMinor,
        state: 'requested' as const,
        reason,
        reference: null,
      };
      const row = {
        borrowerId: loan.borrowerId,
        loanId: loan.id,
        currency: loan.currency,
        requestedBy: 'host',
        requestedAt: now,
      };
      await transaction.insert(refunds).values({ ...request, ...row, refundKey: request.id });
      return { act: 'request-refund', refund: request };
    }
    case 'send-refund':
      return refund && { act: 'send-refund', refund, reference: 'out' };
    case 'fail-refund':
      return refund && { act: 'fail-refund', refund, reason };
    case 'write-off':
    case 'reinstate':
      return { act: what, reason };
    default:
      return { act: 'look' };
  }
}

/** A state without the order in which the database gives what has none, and of its history what stands. */
function comparable({ journal, pauses, payments, ...state }: LoanState) {
  const bare = ({ reason: _reason, postings, ...entry }: JournalEntry) => {
    return {
      ...entry,
      postings: postings.map((posting) => JSON.stringify(Object.entries(posting).sort())).sort(),
    };
  };
  const causes = pauses.toSorted((a, b) => a.causeId.localeCompare(b.causeId));
  return {
    state: { ...state, pauses: causes, payments: payments.map(({ id }) => id) },
    journal: new Map(journal.map((entry) => [entry.id, bare(entry)])),
  };
}

test('what a decision writes and is read back is the state that it left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 20, maxLength: 30, size: 'max' }), async (steps) => {
      service.setTime(`${firstDay}T18:00:00Z`);
      const loan = await paidOutLoan(service, await newBorrower(service));
      const name = { orderNumber: loan.orderNumber };
      let day = firstDay;
      for (const [place, step] of steps.entries()) {
        day = addDays(day, step.days);
        const now = new Date(startOfDayIn('MX', day).getTime() + 12 * 3_600_000 + place * 1000);
        const context = { ...service.dependencies, now, actor: 'host' };
        const whole = { since: new Date(0) };
        const left = await inTransaction(service.database, async (transaction) => {
          const [seen] = await readState(transaction, name, whole);
          const command = seen && (await commandOf(transaction, seen, step, now));
          if (!command) return undefined;
          return (await act(transaction, name, command, context)).after;
        }).catch((error: unknown) => {
          if (error instanceof CodedError) return undefined;
          throw error;
        });
        if (!left) continue;
        const [back] = await inTransaction(service.database, (transaction) =>
          readState(transaction, name, whole),
        );
        if (!back) throw new Error('no loan');
        const [expected, real] = [comparable(left), comparable(back)];
        expect(real.state, step.act).toEqual(expected.state);
        for (const [id, entry] of real.journal)
          expect(entry, step.act).toEqual(expected.journal.get(id) ?? entry);
      }
    }),
    { numRuns: Number(process.env.CORRECTION_RUNS ?? 5) },
  );
});
