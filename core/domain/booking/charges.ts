import { CodedError } from '../error-code.ts';
import { type Charge, componentOfCharge, disputeAnswerBy, openDisputesMax } from '../loan/charge-dispute.ts';
import { type MinorAmount, minorAmount, zeroMinor } from '../money/money.ts';
import { taxOf } from '../money/tax.ts';
import { add, begin, type Draft, type Refusal } from './booking.ts';
import { chargeOff, chargesOfLoan, correctionKey } from './charge-list.ts';
import { correct } from './correct.ts';
import { eventOf } from './event.ts';
import { dayOf } from './loan-day.ts';
import { upToDate } from './penalties.ts';
import type { Circumstances, Dispute, DisputeWords, LoanState } from './state.ts';

const chargesOfState = ({ instalments, journal }: Pick<LoanState, 'instalments' | 'journal'>): Charge[] =>
  chargesOfLoan({ instalments, entries: journal });

type NamedCharge = Pick<Charge, 'sequence' | 'kind'>;

function chargeNamed(charges: readonly Charge[], { sequence, kind }: NamedCharge): Charge | undefined {
  return charges.find((each) => each.sequence === sequence && each.kind === kind);
}

/** Present amount of a charge; 0 when something else removed it. */
export function chargedNow(
  state: Pick<LoanState, 'instalments' | 'journal'>,
  named: NamedCharge,
): MinorAmount {
  return chargeNamed(chargesOfState(state), named)?.chargedMinor ?? zeroMinor;
}

export interface DisputeCharge extends DisputeWords {
  readonly act: 'dispute-charge';
  /** Undefined when the borrower named a charge that cannot exist. */
  readonly charge: NamedCharge | undefined;
}

export interface DisputedCharge {
  readonly disputeId: string;
  readonly state: 'open';
  readonly isRepeated: boolean;
}

/**
 * Records a charge dispute and informs the lender. A charge has at most one open dispute. Refused: 'not-found' for a charge that is not
 * there, 'status-conflict' for a loan that the lender no longer holds, 'too-many-requests' for too many open disputes.
 */
export function disputeCharge(
  state: LoanState,
  { charge: named, reason, words, language }: DisputeCharge,
  circumstances: Circumstances,
): { readonly draft: Draft; readonly answer: DisputedCharge } | Refusal {
  if (state.loan.disbursedOn === null || state.loan.status === 'sold')
    return new CodedError('status-conflict');
  const draft = upToDate(begin(state, circumstances), circumstances);
  const { loan, disputes } = draft.after;
  const chargeMinor = named && chargeNamed(chargesOfState(draft.after), named);
  if (!chargeMinor) return new CodedError('not-found', 'chargeId');
  const open = disputes.filter((dispute) => dispute.state === 'open');
  const { sequence, kind, chargedMinor: amountMinor } = chargeMinor;
  const isThis = (each: Dispute) => each.sequence === sequence && each.kind === kind;
  const same = open.find(isThis);
  if (same) return { draft, answer: { disputeId: same.id, state: 'open', isRepeated: true } };
  if (open.length >= openDisputesMax) return new CodedError('too-many-requests');
  const id = circumstances.nextId();
  // A second dispute of the same charge does not pause its penalty again.
  const hasPausedEnough = disputes.some(
    (each) => each.state === 'rejected' || (each.state === 'withdrawn' && isThis(each)),
  );
  const pause = {
    causeId: id,
    fromDay: dayOf(loan, circumstances.now),
    throughDay: null,
    part: { sequence, component: componentOfCharge[kind], amountMinor },
  };
  const answerBy = disputeAnswerBy(circumstances.now).toISOString();
  const data = { disputeId: id, sequence, kind, amountMinor, reason, answerBy };
  const filed = add(draft, {
    disputes: [{ id, sequence, kind, amountMinor, reason, words, language, state: 'open' }],
    pauses: !hasPausedEnough && loan.terms.pausesPenaltyOnDispute ? [{ starts: pause }] : [],
    events: [eventOf('charge.disputed', loan, data)],
  });
  return { draft: filed, answer: { disputeId: id, state: 'open', isRepeated: false } };
}

export interface WithdrawDispute {
  readonly act: 'withdraw-dispute';
  readonly dispute: Dispute;
}

/** Ends an open dispute at the borrower's request. Idempotent. */
export function withdrawDispute(
  state: LoanState,
  { dispute }: WithdrawDispute,
  circumstances: Circumstances,
): Draft | Refusal {
  const draft = begin(state, circumstances);
  if (dispute.state === 'withdrawn') return draft;
  if (dispute.state !== 'open') return new CodedError('status-conflict', 'dispute-ended');
  const { id, sequence, kind } = dispute;
  const amountMinor = chargedNow(state, dispute);
  const taken = { takenOffMinor: zeroMinor, vatTakenOffMinor: zeroMinor, answer: null };
  return add(draft, {
    disputes: [{ id, state: 'withdrawn', amountMinor, ...taken }],
    pauses: [{ ends: { causeId: id, throughDay: dayOf(state.loan, circumstances.now) } }],
    events: [eventOf('charge.dispute-withdrawn', state.loan, { disputeId: id, sequence, kind, amountMinor })],
  });
}

export interface AnswerDispute {
  readonly act: 'answer-dispute';
  readonly dispute: Dispute;
  readonly answer: string;
  /** Amount to remove, at most the present charge; absent for all of it, null to reject the dispute. */
  readonly amountMinor?: MinorAmount | null | undefined;
}

export interface ChargeRemoval {
  readonly takenOffMinor: MinorAmount;
  readonly vatTakenOffMinor: MinorAmount;
}

/**
 * Answers a dispute: removes the charge in full or in part, paid or not, or rejects. Penalties resume the next day; the lender's systems
 * are informed. Refused: 'status-conflict' for a dispute that is not open, for a charge that is gone, or for a loan that the lender no
 * longer holds; 'request-invalid' for more than the present charge.
 */
export function answerDispute(
  state: LoanState,
  { dispute, answer, amountMinor: wantedMinor }: AnswerDispute,
  circumstances: Circumstances,
): { readonly draft: Draft; readonly answer: ChargeRemoval } | Refusal {
  if (dispute.state !== 'open') return new CodedError('status-conflict', 'dispute-ended');
  const current = upToDate(begin(state, circumstances), circumstances);
  const chargedMinor = chargedNow(current.after, dispute);
  const taken = { takenOffMinor: zeroMinor, vatTakenOffMinor: zeroMinor };
  if (wantedMinor === null) {
    return {
      draft: endDispute(
        current,
        dispute,
        { state: 'rejected', answer, amountMinor: chargedMinor, ...taken },
        circumstances,
      ),
      answer: taken,
    };
  }
  const correction = { ...dispute, amountMinor: wantedMinor, reason: answer };
  const off = takeOffCharge(current, correction, circumstances);
  if (off instanceof CodedError) return off;
  const { draft, ...figures } = off;
  const ended = endDispute(
    draft,
    dispute,
    { state: 'upheld', answer, amountMinor: chargedMinor, ...figures },
    circumstances,
  );
  return { draft: ended, answer: figures };
}

function endDispute(
  draft: Draft,
  { id, sequence, kind }: Dispute,
  ending: ChargeRemoval & {
    readonly state: 'upheld' | 'rejected';
    readonly answer: string;
    readonly amountMinor: MinorAmount;
  },
  { now }: Circumstances,
): Draft {
  const { state, answer: _words, ...figures } = ending;
  const { loan } = draft.after;
  const isPart = state === 'upheld' && figures.takenOffMinor < figures.amountMinor;
  const decision = isPart ? 'upheld-in-part' : state;
  const data = { disputeId: id, sequence, kind, ...figures, decision } as const;
  return add(draft, {
    disputes: [{ id, ...ending }],
    pauses: [{ ends: { causeId: id, throughDay: dayOf(loan, now) } }],
    events: [eventOf('charge.dispute-answered', loan, data)],
  });
}

/** Removes a charge and its tax in full or in part. Money already paid for it settles other debt; the rest is held for the borrower. */
function takeOffCharge(
  draft: Draft,
  {
    id,
    sequence,
    kind,
    amountMinor,
    reason,
  }: Dispute & { readonly amountMinor: MinorAmount | undefined; readonly reason: string },
  circumstances: Circumstances,
): (ChargeRemoval & { readonly draft: Draft }) | Refusal {
  const { loan, instalments } = draft.after;
  const charge = chargeNamed(chargesOfState(draft.after), { sequence, kind });
  const record = instalments.find((each) => each.sequence === sequence);
  if (loan.status === 'sold') return new CodedError('status-conflict', 'loan-sold');
  if (!charge || !record) return new CodedError('status-conflict', 'charge-gone');
  const takenOffMinor = amountMinor ?? charge.chargedMinor;
  if (takenOffMinor > charge.chargedMinor)
    return new CodedError('request-invalid', 'amountMinor', { max: charge.chargedMinor });
  const vatMinor = taxOf(loan.terms, { [kind]: takenOffMinor });
  const vatTakenOffMinor = minorAmount(Math.min(record.charged.vat, vatMinor));
  const key = correctionKey(kind, id);
  const movement = {
    kind: 'charge-correction' as const,
    occurredAt: circumstances.now,
    key,
    reason,
    postings: [
      ...chargeOff(record.id, componentOfCharge[kind], takenOffMinor),
      ...chargeOff(record.id, 'vat', vatTakenOffMinor),
    ],
  };
  const correction = { cause: 'correction', key, reason, movements: [movement] } as const;
  return { draft: correct(draft, correction, circumstances), takenOffMinor, vatTakenOffMinor };
}
