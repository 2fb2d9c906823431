import { remainingTotal } from '../loan/instalment-state.ts';
import { addMinor, type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import { book, type Draft } from './booking.ts';
import {
  deferrals,
  type LedgerAccount,
  type LedgerKind,
  type NewMovement,
  negated,
  type Posting,
  totalOn,
} from './movement.ts';
import { type Circumstances, derecognitionAccounts, type LoanState } from './state.ts';

export interface DerecognitionCause {
  /** `payment` for money received, or a reversed payment. */
  readonly cause: 'payment' | 'correction';
  readonly key: string;
  readonly reason?: string | undefined;
  /** Event of the payment that was reversed; its recovery is reversed too. */
  readonly reversedEventId?: string;
}

export const recoveryKey = (eventId: string): string => `recovery:${eventId}`;

/**
 * Keeps the debt of a written-off or sold loan out of the assets: `derecognised-receivable` equals the debt with the opposite sign. Money
 * received is a recovery; additional debt is a loss. Does nothing on other loans.
 */
export function followDerecognition(
  draft: Draft,
  cause: DerecognitionCause,
  circumstances: Circumstances,
): Draft {
  const { loan, instalments, derecognised } = draft.after;
  if (loan.status !== 'sold' && loan.writtenOffAt === null) return draft;
  const changeMinor = addMinor(remainingTotal(instalments), derecognised['derecognised-receivable']);
  if (changeMinor === 0) return draft;
  const movement = (kind: LedgerKind, account: LedgerAccount, amountMinor: MinorAmount): NewMovement[] => {
    if (amountMinor === 0) return [];
    return [
      {
        kind,
        occurredAt: circumstances.now,
        key: `${kind}:${cause.key}`,
        ...(cause.reason === undefined ? {} : { reason: cause.reason }),
        postings: [
          { account, amountMinor },
          { account: 'derecognised-receivable', amountMinor: negated(amountMinor) },
        ],
      },
    ];
  };
  if (loan.status === 'sold') return book(draft, movement('sale', 'sale-loss', changeMinor), circumstances);
  if (cause.cause === 'payment' && changeMinor < 0) {
    return book(draft, movement('recovery', 'recovery-income', changeMinor), circumstances);
  }
  const recoveredMinor = minorAmount(Math.min(recoveredBy(draft.after, cause), Math.max(0, changeMinor)));
  const lostMinor = subtractMinor(changeMinor, recoveredMinor);
  const movements = [
    ...movement('recovery', 'recovery-income', recoveredMinor),
    ...movement('write-off', 'write-off-expense', lostMinor),
  ];
  return book(draft, movements, circumstances);
}

/** What a payment recovered of the present write-off; 0 once that recovery was reversed. */
function recoveredBy({ journal }: LoanState, { reversedEventId }: DerecognitionCause): MinorAmount {
  if (reversedEventId === undefined) return zeroMinor;
  const key = recoveryKey(reversedEventId);
  const reinstatedId = journal.findLast((entry) => entry.key.startsWith(reinstatementPrefix))?.id ?? '';
  return totalOn(
    'derecognised-receivable',
    journal.filter((entry) => entry.key === key && entry.id > reinstatedId),
  );
}

const reinstatementPrefix = 'reinstatement:';

/** Reverses a loan's write-off and its recoveries, so that it is an asset again. */
export function bookReinstatement(draft: Draft, reason: string, circumstances: Circumstances): Draft {
  const { loan, derecognised } = draft.after;
  const taken = derecognitionAccounts.flatMap((account): Posting[] => {
    const amountMinor = derecognised[account];
    return amountMinor === 0 ? [] : [{ account, amountMinor: negated(amountMinor) }];
  });
  const postings = [...taken, ...deferralsToRestore(draft.after)];
  if (postings.length === 0) return draft;
  const { now, nextId } = circumstances;
  const key = `${reinstatementPrefix}${loan.id}:${nextId()}`;
  return book(draft, [{ kind: 'write-off', occurredAt: now, key, reason, postings }], circumstances);
}

function deferralsToRestore({ journal }: Pick<LoanState, 'journal'>): Posting[] {
  const ofWriteOffs = journal.filter(({ kind }) => kind === 'write-off');
  return deferrals.flatMap(({ account, component }): Posting[] => {
    const own = ofWriteOffs.map(({ postings }) => ({
      postings: postings.filter((posting) => posting.component === component),
    }));
    const amountMinor = negated(totalOn(account, own));
    return amountMinor === 0 ? [] : [{ account, component, amountMinor }];
  });
}
