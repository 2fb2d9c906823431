import assert from 'node:assert/strict';
import type { LocalDate } from '#domain/calendar.ts';
import { settlePendingCharges } from '#lending/card-payment/charge.ts';
import { accrueOverdueLoans } from '#lending/ledger/penalties.ts';
import { type CardHolder, withCards } from './card-holders.ts';
import type { TestLoan } from './lending-journeys.ts';
import type { LendingService, TestSession } from './lending-service.ts';
import { tellOutflow } from './outflows.ts';

/** A charge of a card that its bank took, or may have taken. */
interface WalkCharge {
  readonly name: string;
  readonly isDecided: boolean;
}

/** Where a loan is walked: a service of this process, or one behind its address whose nodes end. */
export interface WalkWorld {
  readonly service: Pick<LendingService, 'ask' | 'post' | 'tell' | 'host' | 'database'>;
  /** Whether each call arrives once, so that of no first one it is said that it was made before. */
  readonly asksOnce: boolean;
  /** Whether a loan can be paid with a card. */
  takesCards(loan: TestLoan): boolean;
  beginDay(day: LocalDate): void;
  /** A moment of a day, not after now; ISO 8601. */
  momentOn(day: LocalDate): string;
  /** Charges a card of the borrower, whose bank answers later where that is asked for. @returns null where it took nothing. */
  charge(
    loan: TestLoan,
    session: TestSession,
    payment: { readonly amount: number; readonly purpose: 'repay' | 'extend'; readonly isLate: boolean },
  ): Promise<WalkCharge | null>;
  /** What became of a charge that was not decided. */
  outcomeOf(loan: TestLoan, session: TestSession, name: string): Promise<'paid' | 'not-paid' | 'undecided'>;
  /** Has banks that answer late asked. */
  settleCharges(loan: TestLoan): Promise<void>;
  /** Has the job charge what is late. */
  accrue(today: LocalDate): Promise<void>;
  /** The bank of a card takes a payment back, or gives it back after that; each told twice. @returns the dispute's id. */
  tellDispute(
    payment: {
      readonly reference: string;
      readonly amountMinor: number;
      readonly currency: 'MXN' | 'INR';
      /** How many payments there were by it. */
      readonly number: number;
    },
    outcomes: readonly ('left' | 'came-back')[],
    today: LocalDate,
  ): Promise<string>;
}

/** The world of a service of this process, whose time the walk moves: noon of each day. */
export function worldIn(service: LendingService): WalkWorld {
  const holders = new Map<string, CardHolder>();
  const momentOn = (day: LocalDate) => `${day}T18:00:00Z`;

  async function holderOf(loan: TestLoan, session: TestSession): Promise<CardHolder> {
    const market = loan.productId === 'in-120' ? 'IN' : 'MX';
    const holder = holders.get(loan.orderId) ?? (await withCards(service, session, loan, { market }));
    holders.set(loan.orderId, holder);
    return holder;
  }

  return {
    service,
    asksOnce: true,
    takesCards: () => true,
    momentOn,
    beginDay: (day) => service.setTime(momentOn(day)),
    async charge(loan, session, { amount: amountMinor, purpose, isLate }) {
      const { commit, confirm, lastCode } = await holderOf(loan, session);
      const card = isLate ? 'answer-late' : 'approve';
      if (purpose === 'extend') {
        const dear = await commit({ card, amountMinor: amountMinor + 1, purpose });
        assert.partialDeepStrictEqual(dear, { errorCode: 'status-conflict' });
      }
      const committed = await commit({ card, amountMinor, purpose });
      if (!committed.success) throw new Error(`refused: ${committed.errorCode}`);
      const { repaymentId, needsCode } = committed.data;
      if (needsCode) {
        assert.partialDeepStrictEqual(await confirm(repaymentId, lastCode()), { success: true });
      }
      return { name: repaymentId, isDecided: true };
    },
    outcomeOf: async () => 'undecided',
    async settleCharges({ orderId: id }) {
      const holder = holders.get(id);
      if (holder)
        await settlePendingCharges(service.dependencies, { id, borrowerId: holder.session.borrowerId });
    },
    async accrue(today) {
      const { random } = service.dependencies;
      await accrueOverdueLoans(service.database, { now: new Date(momentOn(today)), random });
    },
    async tellDispute({ reference, amountMinor, currency, number }, outcomes, today) {
      const disputeId = `dp${number}-${reference}`;
      for (const outcome of outcomes) {
        const dispute = { id: disputeId, payment: { charge: reference }, cause: 'dispute', outcome } as const;
        const claim = { ...dispute, amountMinor, currency, reason: 'walk' };
        await tellOutflow(service, 'stripe', claim, new Date(momentOn(today)));
        await tellOutflow(service, 'stripe', claim, new Date(momentOn(today)));
      }
      return disputeId;
    },
  };
}
