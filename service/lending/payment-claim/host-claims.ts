import {
  answerPaymentClaim,
  type HostPaymentClaim,
  listPaymentClaims,
  readPaymentClaim,
} from '#contract/host/payment-claim.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { dayIn } from '#domain/market.ts';
import { claimAnswerBy } from '#domain/repayment/payment-claim.ts';
import { signedImageLink } from '../complaint/image-address.ts';
import { type AnsweredHostCall, answerHost, type HostContext } from '../http/host-gate.ts';
import type { WithDates } from '../instants.ts';
import { readPageByTime } from '../keyset.ts';
import { answerClaims, changePauses } from '../ledger/commit.ts';
import { lockWithLoan } from '../ledger/loans.ts';
import { type ClaimRecord, findClaim, listClaims, unclaimedPayments, updateClaim } from './store.ts';

export const answeredClaims: readonly AnsweredHostCall[] = [
  answerHost(listPaymentClaims, async (context, { state, ...request }) => {
    const { rows, nextCursor } = await readPageByTime(
      request,
      (page) => listClaims(context.transaction, state, page),
      ({ claimedAt }) => claimedAt,
    );
    return { data: { claims: rows.map((claim) => hostView(claim, context)), nextCursor } };
  }),
  answerHost(readPaymentClaim, async (context, { claimId }) => {
    const claim = orNotFound(await findClaim(context.transaction, claimId), 'claimId');
    return { data: hostView(claim, context) };
  }),
  answerHost(answerPaymentClaim, async (context, { claimId, payment, answer }) => {
    const { transaction, now, actor } = context;
    const locked = orNotFound(
      await lockWithLoan(transaction, () => findClaim(transaction, claimId)),
      'claimId',
    );
    const { loan, place: claim } = locked;
    if (claim.state !== 'waiting') throw new CodedError('status-conflict');
    const pauses = [{ ends: { causeId: claimId, throughDay: dayIn(loan.market, now) } }];
    changePauses(transaction, { loan, pauses });
    if (payment) {
      const match = (await unclaimedPayments(transaction, loan)).find(
        ({ provider, eventId }) => provider === payment.provider && eventId === payment.eventId,
      );
      if (!match) throw new CodedError('request-invalid', 'payment');
      const claims = [{ id: claimId, paymentId: match.id, answer: answer ?? null }];
      answerClaims(transaction, { loan, claims, bookedAt: now, actor });
      return { data: { claimId, state: 'received' } };
    }
    const reply = { answeredAt: now, answeredBy: actor, answer: answer ?? null };
    updateClaim(transaction, claim, { state: 'not-found', ...reply });
    return { data: { claimId, state: 'not-found' } };
  }),
];

function hostView(claim: ClaimRecord, { clock, configuration }: HostContext): WithDates<HostPaymentClaim> {
  const { id: claimId, imageName, provider, eventId } = claim;
  return {
    ...claim,
    claimId,
    image:
      imageName === null ? null : signedImageLink(imageName, configuration.masterSecrets[0], clock.now()),
    answerBy: claimAnswerBy(claim.claimedAt),
    payment: provider === null || eventId === null ? null : { provider, eventId },
  };
}
