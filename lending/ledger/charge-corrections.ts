import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { type LedgerKind, ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { CodedError } from '#domain/error-code.ts';
import {
  type Charge,
  type ChargeKind,
  chargesOf,
  componentOfCharge,
  type SeparateFee,
} from '#domain/loan/charge-dispute.ts';
import type { InstalmentBalance } from '#domain/loan/instalment-state.ts';
import {
  addMinor,
  applyPpm,
  type MinorAmount,
  minorAmount,
  subtractMinor,
  zeroMinor,
} from '#domain/money/money.ts';
import type { Component } from '#domain/repayment/allocation.ts';
import { bookCorrection, upToDate } from './corrections.ts';
import {
  type BookingContext,
  type InstalmentRecord,
  isOfLoan,
  type LoanOf,
  type LockedAccount,
  type LockedLoan,
} from './loans.ts';
import type { Posting } from './post.ts';
import { isPostingOfTransaction } from './standing.ts';

/** What each component of a charge was booked against, and is taken off again. */
export const chargeCounterAccounts = {
  penalty: 'penalty-income',
  fee: 'fee-income',
  vat: 'vat-payable',
  interest: 'interest-income',
} as const satisfies Record<Exclude<Component, 'principal'>, Posting['account']>;

/** Kinds that tell late and extension fees from what else of their component was charged. */
const feeKinds: LedgerKind[] = ['late-fee', 'extension-fee', 'charge-correction'];

/** What a movement of one of these kinds charged to an instalment, below zero for what it took off. */
interface FeePosting {
  readonly transactionId: string;
  /** The movement that it takes back. */
  readonly reversesId: string | null;
  readonly kind: LedgerKind;
  readonly key: string;
  readonly instalmentId: string | null;
  readonly amountMinor: MinorAmount;
}

/** The charges of a loan as they stand. @param postings those that `isFeePosting` is true of. */
export function chargesIn(
  records: readonly (InstalmentBalance & Pick<InstalmentRecord, 'id'>)[],
  postings: readonly FeePosting[],
): Charge[] {
  const keys = new Map(postings.map(({ transactionId, key }) => [transactionId, key]));
  const isOf = (kind: SeparateFee['kind'], posting: FeePosting) =>
    posting.kind === kind || isCorrectionOf(kind, keys.get(posting.reversesId ?? '') ?? posting.key);
  const fees = (['late-fee', 'extension-fee'] as const).flatMap((kind) =>
    records.map(({ id, sequence }): SeparateFee => {
      const own = postings.filter((each) => each.instalmentId === id && isOf(kind, each));
      return { kind, sequence, amountMinor: addMinor(...own.map(({ amountMinor }) => amountMinor)) };
    }),
  );
  return chargesOf(records, fees);
}

/** What `chargesIn` needs to know of postings, with the ledger transactions that they are of. */
export const feePostingColumns = {
  transactionId: ledgerTransactions.id,
  reversesId: ledgerTransactions.reversesId,
  kind: ledgerTransactions.kind,
  key: ledgerTransactions.idempotencyKey,
  instalmentId: ledgerPostings.instalmentId,
  amountMinor: ledgerPostings.amountMinor,
};

/** The condition that a posting tells something of a fee. */
export const isFeePosting = and(
  eq(ledgerPostings.account, 'receivable'),
  inArray(ledgerTransactions.kind, feeKinds),
);

/** The same, read from the ledger. */
export async function chargesOfLoan(
  database: Queryable,
  loan: LoanOf,
  records: readonly InstalmentRecord[],
): Promise<Charge[]> {
  const postings = await database
    .select(feePostingColumns)
    .from(ledgerPostings)
    .innerJoin(ledgerTransactions, isPostingOfTransaction)
    .where(and(isOfLoan(ledgerPostings, loan), isFeePosting));
  return chargesIn(records, postings);
}

function correctionKey(kind: ChargeKind, disputeId: string): string {
  return `charge-correction:${kind}:${disputeId}`;
}

/** Whether a movement took something off such a charge, by its key. */
export function isCorrectionOf(kind: ChargeKind, key: string): boolean {
  return key.startsWith(correctionKey(kind, ''));
}

/** What is taken off a charge, and why. */
export interface ChargeCorrection extends Pick<Charge, 'sequence' | 'kind'> {
  readonly disputeId: string;
  /** At most what stands of it; all of that when absent. */
  readonly amountMinor?: MinorAmount | undefined;
  readonly reason: string;
}

/**
 * Takes a charge back in full or in part, paid or not: it is charged no more, and neither is the tax on interest and commission
 * that goes. What was paid of it settles what else is owed, and the rest is held for the borrower.
 * @throws CodedError 'status-conflict' when nothing of it stands or the loan is not owed here, 'request-invalid' for more than
 * stands of it.
 */
export async function takeOffCharge(
  transaction: Transaction,
  given: LockedLoan,
  { sequence, kind, disputeId, amountMinor, reason }: ChargeCorrection,
  context: BookingContext,
): Promise<
  LockedAccount & {
    readonly chargedMinor: MinorAmount;
    readonly takenOffMinor: MinorAmount;
    readonly vatTakenOffMinor: MinorAmount;
  }
> {
  const account = await upToDate(transaction, given, context);
  const { loan, instalments: records } = account;
  const charges = await chargesOfLoan(transaction, loan, records);
  const charge = charges.find((each) => each.sequence === sequence && each.kind === kind);
  const record = records.find((each) => each.sequence === sequence);
  if (!charge || !record || loan.status === 'sold') throw new CodedError('status-conflict');
  const { chargedMinor } = charge;
  const takenOffMinor = amountMinor ?? chargedMinor;
  if (takenOffMinor > chargedMinor) throw new CodedError('request-invalid', 'amountMinor');
  const isTaxed = kind === 'interest' || kind === 'fee';
  const vatTakenOffMinor = isTaxed
    ? minorAmount(Math.min(record.charged.vat, applyPpm(takenOffMinor, loan.terms.vatPpm)))
    : zeroMinor;
  const takenOff = (component: Exclude<Component, 'principal'>, minor: MinorAmount): Posting[] =>
    minor === 0
      ? []
      : [
          {
            ...{ account: 'receivable', component, instalmentId: record.id },
            amountMinor: subtractMinor(zeroMinor, minor),
          },
          { account: chargeCounterAccounts[component], component, amountMinor: minor },
        ];
  const key = correctionKey(kind, disputeId);
  const movement = {
    ...{ kind: 'charge-correction' as const, occurredAt: context.now, idempotencyKey: key, reason },
    postings: [...takenOff(componentOfCharge[kind], takenOffMinor), ...takenOff('vat', vatTakenOffMinor)],
  };
  const correction = { cause: 'correction', key, reason, movements: [movement] } as const;
  const corrected = await bookCorrection(transaction, account, correction, context);
  return { ...corrected, chargedMinor, takenOffMinor, vatTakenOffMinor };
}
