import {
  type ChargeDispute,
  type DisputeRequest,
  disputeCharge,
  withdrawDispute,
} from '#contract/calls/charge-dispute.ts';
import { inTransaction, type Queryable, together } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { CodedError } from '#domain/error-code.ts';
import {
  type Charge,
  chargeIdOf,
  chargeNamed,
  componentOfCharge,
  type DisputeState,
  disputeAnswerBy,
  openDisputesMax,
} from '#domain/loan/charge-dispute.ts';
import { dayIn } from '#domain/market.ts';
import { zeroMinor } from '#domain/money/money.ts';
import { loanFacts, recordEvent } from '../events/record-event.ts';
import { type AnsweredCall, answerBorrower, type BorrowerContext } from '../http/answer-call.ts';
import { chargesOfLoan } from '../ledger/charge-corrections.ts';
import { upToDate } from '../ledger/corrections.ts';
import type { CurrentLoan } from '../ledger/current-loan.ts';
import { findLoanOf, instalmentsOf, type LockedLoan, lockLoanById } from '../ledger/loans.ts';
import { endPause, startPause } from '../ledger/penalty-pauses.ts';
import {
  type DisputeRecord,
  disputesOf,
  findDispute,
  hasPausedEnough,
  insertDispute,
  updateDispute,
} from './store.ts';

/** The calls by which borrowers dispute a charge and take that back. */
export const disputeCalls: readonly AnsweredCall[] = [
  answerBorrower(disputeCharge, takeDispute),
  answerBorrower(withdrawDispute, takeBack),
];

/**
 * Keeps that a borrower does not agree with a charge, and tells the lender. A charge that is disputed already keeps the one dispute
 * it has.
 * @throws CodedError 'not-found', also for a charge that does not stand; 'status-conflict' for a loan that is not held here;
 * 'request-invalid' without words where they are needed; 'too-many-requests' where too many are open.
 */
async function takeDispute(context: BorrowerContext, request: DisputeRequest) {
  const { reason } = request;
  const words = request.words.trim();
  if (reason === 'other' && words === '') throw new CodedError('request-invalid', 'words');
  const named = chargeNamed(request.chargeId);
  const loanId = await ownLoan(context, request);
  return inTransaction(context.database, async (transaction) => {
    const locked = await lockLoanById(transaction, { id: loanId, borrowerId: context.borrower.id });
    if (!locked || locked.disbursedOn === null || locked.status === 'sold') {
      throw new CodedError('status-conflict');
    }
    const { loan, instalments } = await upToDate(transaction, locked, context);
    const [charges, known, isTrusted] = await together(
      () => chargesOfLoan(transaction, loan, instalments),
      () => disputesOf(transaction, loan),
      async () => named !== undefined && !(await hasPausedEnough(transaction, loan, named)),
    );
    const charge = charges.find((each) => each.sequence === named?.sequence && each.kind === named.kind);
    if (!charge) throw new CodedError('not-found', 'chargeId');
    const open = known.filter(({ state }) => state === 'open');
    const same = open.find((each) => each.sequence === charge.sequence && each.kind === charge.kind);
    if (same) return { disputeId: same.id, state: same.state, isRepeated: true };
    if (open.length >= openDisputesMax) throw new CodedError('too-many-requests');
    const disputeId = context.random.id();
    const { sequence, kind, chargedMinor: amountMinor } = charge;
    insertDispute(transaction, {
      ...{ id: disputeId, loanId: loan.id, borrowerId: context.borrower.id, sequence, kind, amountMinor },
      ...{ reason, words, language: context.language, state: 'open', filedAt: context.now },
      ...{ takenOffMinor: zeroMinor, vatTakenOffMinor: zeroMinor },
    });
    // Somebody whose dispute was rejected once, or who took one of this charge back, does not stop the penalty by disputing again.
    if (isTrusted && loan.terms.pausesPenaltyOnDispute) {
      const part = { sequence, component: componentOfCharge[kind], amountMinor };
      const fromDay = dayIn(loan.market, context.now);
      startPause(transaction, loan, { causeId: disputeId, fromDay, part });
    }
    const answerBy = disputeAnswerBy(context.now).toISOString();
    const data = { ...loanFacts(loan), disputeId, sequence, kind, amountMinor, reason, answerBy };
    recordEvent(transaction, { type: 'charge.disputed', subjectId: loan.id, data }, context);
    return { disputeId, state: 'open' as const, isRepeated: false };
  });
}

/**
 * Ends a dispute that its borrower takes back; done twice it has no second effect.
 * @throws CodedError 'not-found', 'status-conflict' for one that was answered.
 */
async function takeBack(
  context: BorrowerContext,
  request: { readonly productId: string; readonly orderId: string; readonly disputeId: string },
) {
  const { disputeId } = request;
  const loanId = await ownLoan(context, request);
  return inTransaction(context.database, async (transaction) => {
    const loan = await lockLoanById(transaction, { id: loanId, borrowerId: context.borrower.id });
    const dispute = isId(disputeId) ? await findDispute(transaction, disputeId) : undefined;
    if (!loan || dispute?.loanId !== loan.id) throw new CodedError('not-found', 'disputeId');
    if (dispute.state === 'withdrawn') return { disputeId, state: dispute.state };
    if (dispute.state !== 'open') throw new CodedError('status-conflict');
    const { sequence, kind } = dispute;
    const amountMinor = await chargedNow(transaction, loan, dispute);
    const state = 'withdrawn' as const;
    updateDispute(transaction, dispute, { state, endedAt: context.now, amountMinor });
    endPause(transaction, loan, disputeId, dayIn(loan.market, context.now));
    const data = { ...loanFacts(loan), disputeId, sequence, kind, amountMinor };
    recordEvent(transaction, { type: 'charge.dispute-withdrawn', subjectId: loan.id, data }, context);
    return { disputeId, state };
  });
}

async function ownLoan(
  { database, borrower }: BorrowerContext,
  { productId, orderId }: { readonly productId: string; readonly orderId: string },
): Promise<string> {
  const found = await findLoanOf(database, borrower.id, orderId);
  if (!found || (productId !== '' && productId !== found.productId)) throw new CodedError('not-found');
  return found.id;
}

/** What stands of a disputed charge; 0 where it was taken off otherwise. */
export async function chargedNow(
  transaction: Queryable,
  loan: Pick<LockedLoan, 'id' | 'borrowerId'>,
  { sequence, kind }: Pick<DisputeRecord, 'sequence' | 'kind'>,
) {
  const charges = await chargesOfLoan(transaction, loan, await instalmentsOf(transaction, loan));
  return charges.find((each) => each.sequence === sequence && each.kind === kind)?.chargedMinor ?? zeroMinor;
}

/** How long a dispute that ended is still shown. */
const endedShownMs: Readonly<Record<Exclude<DisputeState, 'open'>, number>> = {
  withdrawn: 0,
  upheld: 30 * 86_400_000,
  rejected: 30 * 86_400_000,
};

/** The disputes that a borrower is shown of a loan, newest first: what is open, and what was answered lately. */
export function shownDisputes(
  { disputes, pauses }: Pick<CurrentLoan, 'disputes' | 'pauses'>,
  charges: readonly Charge[],
  now: Date,
): ChargeDispute[] {
  return disputes
    .filter(({ state, endedAt }) => {
      if (state === 'open' || endedAt === null) return true;
      return now.getTime() - endedAt.getTime() < endedShownMs[state];
    })
    .map((dispute) => {
      const { id, sequence, kind, reason, words, state, filedAt, complaintId } = dispute;
      const charge = charges.find((each) => each.sequence === sequence && each.kind === kind);
      return {
        ...{ disputeId: id, chargeId: chargeIdOf(dispute), sequence, kind, reason, words, state },
        amountMinor: state === 'open' ? (charge?.chargedMinor ?? zeroMinor) : dispute.amountMinor,
        filedAt: filedAt.toISOString(),
        answerBy: disputeAnswerBy(filedAt).toISOString(),
        isPaused: pauses.some(({ causeId, throughDay }) => causeId === id && throughDay === null),
        answer: dispute.answer ?? '',
        takenOffMinor: dispute.takenOffMinor,
        vatTakenOffMinor: dispute.vatTakenOffMinor,
        complaintId,
        folio: dispute.folio ?? '',
      };
    });
}
