import {
  listChargeDisputes,
  readChargeDispute,
  rejectChargeDispute,
  upholdChargeDispute,
} from '#contract/host/charge-dispute.ts';
import { type AnswerDispute, chargedNow } from '#domain/booking/charges.ts';
import { settlementToday } from '#domain/booking/early-settlement.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { disputeAnswerBy } from '#domain/loan/charge-dispute.ts';
import { borrowerStatuses } from '#domain/loan/loan-status.ts';
import { answerDecision, type DecisionContext } from '../decision/answer-decision.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { readPageByTime } from '../keyset.ts';
import { decideOn } from '../ledger/act.ts';
import { type LoanSnapshot, readSnapshot } from '../ledger/states.ts';
import { type DisputeRecord, findDispute, listDisputes } from './store.ts';

export const answeredDisputes: readonly AnsweredHostCall[] = [
  answerHost(listChargeDisputes, async ({ transaction }, { state, ...request }) => {
    const { rows, nextCursor } = await readPageByTime(
      request,
      (page) => listDisputes(transaction, state, page),
      ({ filedAt }) => filedAt,
    );
    return { data: { disputes: rows.map(hostView), nextCursor } };
  }),
  answerHost(readChargeDispute, async ({ transaction }, { disputeId }) => {
    const dispute = orNotFound(await findDispute(transaction, disputeId), 'disputeId');
    const [state] = await readSnapshot(
      transaction,
      { id: dispute.loanId, borrowerId: dispute.borrowerId },
      {},
    );
    if (!state) throw new CodedError('not-found', 'disputeId');
    const chargedMinor = chargedNow(state, dispute);
    return { data: { ...hostView(dispute), chargedMinor } };
  }),
  answerDecision(upholdChargeDispute, async (context, { disputeId, amountMinor, answer: words }) => {
    const decided = await decideOpen(context, disputeId, { answer: words, amountMinor });
    const { answer, after } = decided;
    const owedMinor = settlementToday(after, context);
    const orderStatus = borrowerStatuses[after.loan.status];
    return { decided, data: { disputeId, state: 'upheld' as const, ...answer, owedMinor, orderStatus } };
  }),
  answerDecision(rejectChargeDispute, async (context, { disputeId, answer }) => ({
    decided: await decideOpen(context, disputeId, { answer, amountMinor: null }),
    data: { disputeId, state: 'rejected' as const },
  })),
];

async function decideOpen<State extends LoanSnapshot>(
  context: DecisionContext<State>,
  disputeId: string,
  decision: Pick<AnswerDispute, 'answer' | 'amountMinor'>,
) {
  const { reading } = context;
  const disputeView = await findDispute(reading.database, disputeId);
  const [state] = disputeView
    ? await reading.state({ id: disputeView.loanId, borrowerId: disputeView.borrowerId }, {})
    : [];
  const dispute = state?.disputes.find(({ id }) => id === disputeView?.id);
  if (!state || !dispute) throw new CodedError('not-found', 'disputeId');
  return decideOn(state, { act: 'answer-dispute', dispute, ...decision } as const, context);
}

function hostView({ id: disputeId, ...dispute }: DisputeRecord) {
  return { disputeId, ...dispute, answerBy: disputeAnswerBy(dispute.filedAt) };
}
