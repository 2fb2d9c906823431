import { type ClaimRequest, claimPayment } from '#contract/calls/payment-claim.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import { eventFacts } from '#domain/booking/event.ts';
import { arrivedAs } from '#domain/booking/receive.ts';
import { localDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { isPayable } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import {
  type ClaimState,
  claimAnswerBy,
  isClaimableDay,
  isSameClaim,
  matchesClaim,
  trackingKeyOf,
  waitingClaimsMax,
} from '#domain/repayment/payment-claim.ts';
import { imageNameOf } from '../complaint/image-address.ts';
import { isUnattachedImage } from '../complaint/store.ts';
import { recordEvent } from '../events/record-event.ts';
import { type AnsweredCall, answerBorrower, type BorrowerContext } from '../http/answer-call.ts';
import { changePauses } from '../ledger/commit.ts';
import type { CurrentLoan } from '../ledger/loan-course.ts';
import { type LockedLoan, loanOfBorrower, lockLoanById } from '../ledger/loans.ts';
import { type ClaimRecord, claimsOf, insertClaim, unclaimedPayments, updateClaim } from './store.ts';

interface ClaimAnswer {
  readonly claimId: string;
  readonly state: ClaimState;
  readonly isRepeated: boolean;
}

export const claimCalls: readonly AnsweredCall[] = [answerBorrower(claimPayment, takeClaim)];

/**
 * Stores a borrower's report of a payment and records its event. A payment that has arrived is matched at once; a repeated report adds
 * missing proof to the first. @throws CodedError 'not-found', 'status-conflict' for a loan without debt, 'request-invalid',
 * 'complaint-image-unknown', 'too-many-requests' where too many are open.
 */
async function takeClaim(context: BorrowerContext, request: ClaimRequest): Promise<ClaimAnswer> {
  const { database, borrower } = context;
  const key = trackingKeyOf(request.trackingKey);
  const imageName = request.image === null ? null : imageNameOf(request.image);
  if (imageName === undefined) throw new CodedError('complaint-image-unknown');
  if (request.amountMinor < 1) throw new CodedError('request-invalid', 'amount');
  if (key === '' && imageName === null) throw new CodedError('request-invalid', 'trackingKey');
  const loanRecord = await loanOfBorrower(context, request);
  return inTransaction(database, async (transaction) => {
    const loan = await lockLoanById(transaction, loanRecord);
    if (!loan || !isPayable(loan.status) || loan.disbursedOn === null)
      throw new CodedError('status-conflict');
    const today = dayIn(loan.market, context.now);
    const paidOn = localDate(request.paidOn);
    if (!isClaimableDay(paidOn, { today, disbursedOn: loan.disbursedOn })) {
      throw new CodedError('request-invalid', 'paidOn');
    }
    if (imageName !== null && !(await isUnattachedImage(transaction, borrower.id, imageName))) {
      throw new CodedError('complaint-image-unknown');
    }
    const { amountMinor, channel } = request;
    const claim = { amountMinor, paidOn, channel, trackingKey: key, imageName };
    const claims = await claimsOf(transaction, loan);
    const same = claims.find((each) => isOpenOrMet(each) && isSameClaim(each, claim));
    if (same) return addProof(transaction, same, claim);
    if (claims.filter(({ state }) => state === 'waiting').length >= waitingClaimsMax) {
      throw new CodedError('too-many-requests');
    }
    const claimId = context.random.id();
    const payment = await arrivedPayment(transaction, loan, claim);
    await insertClaim(transaction, {
      ...claim,
      id: claimId,
      loanId: loan.id,
      borrowerId: borrower.id,
      language: context.language,
      claimedAt: context.now,
      ...(payment
        ? { state: 'received', answeredAt: context.now, providerEventId: payment.id }
        : { state: 'waiting' }),
    });
    if (payment) return { claimId, state: 'received', isRepeated: false };
    // A borrower with an unfounded claim does not stop penalties by another.
    const isTrusted = claims.every(({ state }) => state !== 'not-found');
    if (isTrusted && loan.terms.pausesPenaltyOnClaim) {
      const pause = { causeId: claimId, fromDay: today, throughDay: null, part: null };
      changePauses(transaction, { loan, pauses: [{ starts: pause }] });
    }
    const data = {
      ...eventFacts(loan),
      claimId,
      amountMinor,
      paidOn,
      channel,
      trackingKey: key,
      hasImage: imageName !== null,
      answerBy: claimAnswerBy(context.now).toISOString(),
    };
    recordEvent(transaction, { type: 'payment.claimed', subjectId: loan.id, data }, context);
    return { claimId, state: 'waiting', isRepeated: false };
  });
}

/** Whether a claim is open, or its payment stands; after any other the same may be reported again. */
function isOpenOrMet({ state, reversedAt }: Pick<ClaimRecord, 'state' | 'reversedAt'>): boolean {
  return state === 'waiting' || (state === 'received' && reversedAt === null);
}

async function addProof(
  transaction: Transaction,
  same: ClaimRecord,
  proof: Pick<ClaimRecord, 'trackingKey' | 'imageName'>,
): Promise<ClaimAnswer> {
  const lacks = {
    ...(same.trackingKey === '' && proof.trackingKey !== '' && { trackingKey: proof.trackingKey }),
    ...(same.imageName === null && proof.imageName !== null && { imageName: proof.imageName }),
  };
  const isWaiting = same.state === 'waiting';
  if (isWaiting && Object.keys(lacks).length > 0) updateClaim(transaction, same, lacks);
  return { claimId: same.id, state: same.state, isRepeated: true };
}

/** The payment on the loan that a claim describes; undefined for none yet. */
async function arrivedPayment(
  transaction: Transaction,
  loan: LockedLoan,
  claim: Pick<ClaimRecord, 'amountMinor' | 'paidOn' | 'channel' | 'trackingKey'>,
) {
  const payments = await unclaimedPayments(transaction, loan);
  return payments.find(({ channelOfCode, ...payment }) =>
    matchesClaim(claim, arrivedAs(loan, payment, channelOfCode ?? undefined)),
  );
}

const answeredShownMs: Readonly<Record<Exclude<ClaimState, 'waiting'>, number>> = {
  received: 3 * 86_400_000,
  'not-found': 30 * 86_400_000,
};

/**
 * The claims of a loan that its borrower sees, newest first: open ones and recently answered ones, unless the matched payment was reversed
 * since.
 */
export function shownClaims({ claims, payments }: Pick<CurrentLoan, 'claims' | 'payments'>, now: Date) {
  const takenBack = new Set(payments.filter(({ reversedAt }) => reversedAt !== null).map(({ id }) => id));
  return claims
    .filter(({ state, answeredAt, providerEventId }) => {
      if (state === 'waiting' || answeredAt === null) return true;
      if (takenBack.has(providerEventId ?? '')) return false;
      return now.getTime() - answeredAt.getTime() < answeredShownMs[state];
    })
    .map(({ id, imageName, claimedAt, answer, folio, complaintId, ...claim }) => ({
      claimId: id,
      amountMinor: claim.amountMinor,
      paidOn: claim.paidOn,
      channel: claim.channel,
      trackingKey: claim.trackingKey,
      hasImage: imageName !== null,
      state: claim.state,
      claimedAt: claimedAt.toISOString(),
      answerBy: claimAnswerBy(claimedAt).toISOString(),
      answer: answer ?? '',
      complaintId,
      folio: folio ?? '',
    }));
}
