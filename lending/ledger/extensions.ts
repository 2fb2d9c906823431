import type { Database } from '#db/database.ts';
import { type ExtensionRefusal, takeExtensionPayment } from '#domain/extension/extension-rules.ts';
import { outstandingOf } from '#domain/loan/instalment-state.ts';
import { subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { type CurrentExtension, currentExtension } from '../extension/current-extension.ts';
import { missOffer, openOffer, putIntoEffect } from '../extension/store.ts';
import type { InstalmentRecord, LoanRecord } from './loans.ts';
import { bookReceived, paymentMovement, type ReceivedPayment } from './payments.ts';
import { type Movement, postTransactions } from './post.ts';

/**
 * Books a payment that came on an extension's own code. It is measured against what the extension that the borrower asked
 * for took on the day it was paid: when it reaches that, the fee is charged, penalties and fee are paid, the due date
 * moves, and anything beyond settles debt. When it does not, or nothing was asked for, it settles debt like any payment,
 * which the order's page says (docs/decisions/013-extension-payments.md).
 */
export async function bookExtensionPayment(
  tx: Database,
  loan: LoanRecord,
  payment: ReceivedPayment,
  now: Date,
): Promise<void> {
  await bookReceived(tx, loan, payment, now, async (records, paidOn) => {
    const extension = await askedExtension(tx, loan, currentExtension(loan, records, paidOn));
    const offer = extension && { ...extension.offer, sequences: extension.sequences };
    const taken = takeExtensionPayment(payment.amountMinor, offer, records.map(outstandingOf));
    const [first] = extension?.instalments ?? [];
    await postTransactions(tx, loan, [
      ...(first && taken.feeMinor > 0 ? [feeMovement(payment, first, taken.feeMinor)] : []),
      paymentMovement(payment, taken, records),
    ]);
    const receipt = { paidMinor: payment.amountMinor, paidAt: payment.paidAt };
    if (taken.isExtended && extension) await putIntoEffect(tx, loan.id, extension, receipt, now);
    else await missOffer(tx, loan.id, receipt, { isOver: extension === null });
  });
}

/** What can be extended, if it is what the borrower asked for: a payment alone extends nothing. */
async function askedExtension(
  tx: Database,
  loan: LoanRecord,
  current: CurrentExtension | ExtensionRefusal,
): Promise<CurrentExtension | null> {
  const asked = await openOffer(tx, loan.id);
  if (typeof current === 'string' || asked === undefined) return null;
  return asked.sequences.join() === current.sequences.join() ? current : null;
}

function feeMovement(
  { paidAt, eventId }: ReceivedPayment,
  instalment: InstalmentRecord,
  feeMinor: Movement['postings'][number]['amountMinor'],
): Movement {
  return {
    kind: 'extension-fee',
    occurredAt: paidAt,
    idempotencyKey: `extension-fee:${eventId}`,
    postings: [
      { account: 'receivable', component: 'fee', instalmentId: instalment.id, amountMinor: feeMinor },
      { account: 'fee-income', component: 'fee', amountMinor: subtractMinor(zeroMinor, feeMinor) },
    ],
  };
}
