import {
  type HostChargeDispute,
  listChargeDisputes,
  readChargeDispute,
  rejectChargeDispute,
  upholdChargeDispute,
} from '#contract/host/charge-dispute.ts';
import { CodedError } from '#domain/error-code.ts';
import { disputeAnswerBy } from '#domain/loan/charge-dispute.ts';
import { remainingTotal } from '#domain/loan/instalment-state.ts';
import { toldStatuses } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import { type MinorAmount, zeroMinor } from '#domain/money/money.ts';
import { loanFacts, recordEvent } from '../events/record-event.ts';
import { type AnsweredHostCall, answerHost, type HostContext } from '../http/host-gate.ts';
import { pageOf, timePageOf, usualPageSize } from '../keyset.ts';
import { takeOffCharge } from '../ledger/charge-corrections.ts';
import { upToDate } from '../ledger/corrections.ts';
import { type LockedLoan, lockWithLoan } from '../ledger/loans.ts';
import { endPause } from '../ledger/penalty-pauses.ts';
import { chargedNow } from './dispute-charge.ts';
import { type DisputeRecord, findDispute, listDisputes, updateDispute } from './store.ts';

const answeredList = answerHost(
  listChargeDisputes,
  async ({ transaction }, { state, cursor, limit = usualPageSize }) => {
    const found = await listDisputes(transaction, state, timePageOf({ cursor, limit }));
    const { rows, nextCursor } = pageOf(found, limit, ({ filedAt, id }) => [filedAt.toISOString(), id]);
    return { data: { disputes: rows.map(hostView), nextCursor } };
  },
);

const answeredRead = answerHost(readChargeDispute, async ({ transaction }, { disputeId }) => {
  const dispute = await findDispute(transaction, disputeId);
  if (!dispute) throw new CodedError('not-found', 'disputeId');
  const chargedMinor = await chargedNow(
    transaction,
    { id: dispute.loanId, borrowerId: dispute.borrowerId },
    dispute,
  );
  return { data: { ...hostView(dispute), chargedMinor } };
});

const answeredUphold = answerHost(
  upholdChargeDispute,
  async (context, { disputeId, amountMinor, answer }) => {
    const { transaction } = context;
    const { loan, dispute } = await openDispute(context, disputeId);
    const { sequence, kind } = dispute;
    const correction = { sequence, kind, disputeId, amountMinor, reason: answer };
    const corrected = await takeOffCharge(transaction, loan, correction, context);
    const { takenOffMinor, vatTakenOffMinor, chargedMinor } = corrected;
    const figures = { amountMinor: chargedMinor, takenOffMinor, vatTakenOffMinor };
    end(context, corrected.loan, dispute, { state: 'upheld', answer, ...figures });
    const owedMinor = remainingTotal(corrected.instalments);
    const orderStatus = toldStatuses[corrected.loan.status];
    return {
      data: { disputeId, state: 'upheld' as const, takenOffMinor, vatTakenOffMinor, owedMinor, orderStatus },
    };
  },
);

const answeredReject = answerHost(rejectChargeDispute, async (context, { disputeId, answer }) => {
  const found = await openDispute(context, disputeId);
  const { loan } = await upToDate(context.transaction, found.loan, context);
  const amountMinor = await chargedNow(context.transaction, loan, found.dispute);
  const figures = { amountMinor, takenOffMinor: zeroMinor, vatTakenOffMinor: zeroMinor };
  end(context, loan, found.dispute, { state: 'rejected', answer, ...figures });
  return { data: { disputeId, state: 'rejected' as const } };
});

/** The lender's side of charges that borrowers do not agree with. */
export const answeredDisputes: readonly AnsweredHostCall[] = [
  answeredList,
  answeredRead,
  answeredUphold,
  answeredReject,
];

async function openDispute({ transaction }: HostContext, disputeId: string) {
  const locked = await lockWithLoan(transaction, () => findDispute(transaction, disputeId));
  if (!locked) throw new CodedError('not-found', 'disputeId');
  const { loan, found: dispute } = locked;
  if (dispute.state !== 'open') throw new CodedError('status-conflict');
  return { loan, dispute };
}

/** Ends a dispute with its answer: penalties are charged again from the next day on, and the lender's systems are told. */
function end(
  context: HostContext,
  loan: LockedLoan,
  dispute: DisputeRecord,
  given: {
    readonly state: 'upheld' | 'rejected';
    readonly answer: string;
    readonly amountMinor: MinorAmount;
    readonly takenOffMinor: MinorAmount;
    readonly vatTakenOffMinor: MinorAmount;
  },
): void {
  const { transaction, now, actor } = context;
  const { id, sequence, kind } = dispute;
  const { state, answer: _words, ...figures } = given;
  updateDispute(transaction, dispute, { ...given, endedAt: now, answeredBy: actor });
  endPause(transaction, loan, id, dayIn(loan.market, now));
  const isPart = state === 'upheld' && figures.takenOffMinor < figures.amountMinor;
  const decision = isPart ? 'upheld-in-part' : state;
  const data = { ...loanFacts(loan), disputeId: id, sequence, kind, ...figures, decision } as const;
  recordEvent(transaction, { type: 'charge.dispute-answered', subjectId: loan.id, data }, context);
}

function hostView({
  id,
  loanId: _loan,
  market: _market,
  language: _language,
  complaintId: _complaint,
  filedAt,
  endedAt,
  ...dispute
}: DisputeRecord): HostChargeDispute {
  return {
    ...dispute,
    disputeId: id,
    filedAt: filedAt.toISOString(),
    answerBy: disputeAnswerBy(filedAt).toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
