import {
  type ChargeDispute,
  type DisputeRequest,
  disputeCharge,
  withdrawDispute,
} from '#contract/calls/charge-dispute.ts';
import { inTransaction } from '#db/database.ts';
import type { DisputedCharge } from '#domain/booking/charges.ts';
import { CodedError } from '#domain/error-code.ts';
import {
  type Charge,
  chargeIdOf,
  chargeNamed,
  type DisputeState,
  disputeAnswerBy,
} from '#domain/loan/charge-dispute.ts';
import { zeroMinor } from '#domain/money/money.ts';
import { type AnsweredCall, answerBorrower, type BorrowerContext } from '../http/answer-call.ts';
import { act, carryOut } from '../ledger/act.ts';
import type { CurrentLoan } from '../ledger/loan-course.ts';
import { loanOfBorrower } from '../ledger/loans.ts';
import { readState } from '../ledger/states.ts';

export const disputeCalls: readonly AnsweredCall[] = [
  answerBorrower(disputeCharge, takeDispute),
  answerBorrower(withdrawDispute, takeBack),
];

/**
 * Records a charge dispute. @throws CodedError 'not-found', 'request-invalid' without words where they are needed; those of
 * `dispute-charge`.
 */
async function takeDispute(context: BorrowerContext, request: DisputeRequest): Promise<DisputedCharge> {
  const { reason } = request;
  const words = request.words.trim();
  if (reason === 'other' && words === '') throw new CodedError('request-invalid', 'words');
  const charge = chargeNamed(request.chargeId);
  const loan = await loanOfBorrower(context, request);
  const command = { act: 'dispute-charge', charge, reason, words, language: context.language } as const;
  return inTransaction(context.database, async (transaction) => {
    const { answer } = await act(transaction, loan, command, context);
    return answer;
  });
}

/** Withdraws a dispute. Idempotent. @throws CodedError 'not-found', 'status-conflict' for one that was answered. */
async function takeBack(
  context: BorrowerContext,
  request: { readonly productId: string; readonly orderId: string; readonly disputeId: string },
) {
  const { disputeId } = request;
  const loan = await loanOfBorrower(context, request);
  return inTransaction(context.database, async (transaction) => {
    const [state] = await readState(transaction, loan, {});
    const dispute = state?.disputes.find(({ id }) => id === disputeId.toLowerCase());
    if (!state || !dispute) throw new CodedError('not-found', 'disputeId');
    carryOut(transaction, state, { act: 'withdraw-dispute', dispute }, context);
    return { disputeId, state: 'withdrawn' as const };
  });
}

const endedShownMs: Readonly<Record<Exclude<DisputeState, 'open'>, number>> = {
  withdrawn: 0,
  upheld: 30 * 86_400_000,
  rejected: 30 * 86_400_000,
};

/** The disputes of a loan that a borrower sees, newest first: open ones and those closed recently. */
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
        disputeId: id,
        chargeId: chargeIdOf(dispute),
        sequence,
        kind,
        reason,
        words,
        state,
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
