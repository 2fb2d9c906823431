import { createHash } from 'node:crypto';
import { chargeDisputeText, chargeName } from '#content/messages/charge-dispute.ts';
import { fill } from '#content/text-pack.ts';
import { inTransaction } from '#db/database.ts';
import { paymentsTypeId } from '#domain/complaint/complaint.ts';
import { disputeAnswerHours } from '#domain/loan/charge-dispute.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { currentTime } from '../clock.ts';
import { keepComplaint } from '../complaint/file-complaint.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { lockLoanById } from '../ledger/loans.ts';
import { chargedNow } from './dispute-charge.ts';
import { findDispute, unansweredDisputes, updateDispute } from './store.ts';

const disputesAtOnce = 200;

/**
 * Files a complaint for each dispute that nobody answered in time. Several processes may run it at once.
 * @returns how many were filed.
 */
export async function complainOfDisputes(dependencies: LendingDependencies): Promise<number> {
  const { database, random, configuration } = dependencies;
  const now = await currentTime(dependencies, database);
  const before = new Date(now.getTime() - disputeAnswerHours * 3_600_000);
  let filed = 0;
  for (const { id, loanId, borrowerId: ownerId } of await unansweredDisputes(
    database,
    before,
    disputesAtOnce,
  )) {
    const isFiled = await inTransaction(database, async (transaction) => {
      const loan = await lockLoanById(transaction, { id: loanId, borrowerId: ownerId });
      const dispute = await findDispute(transaction, id);
      if (!loan || dispute?.state !== 'open' || dispute.complaintId !== null) return false;
      const { borrowerId, market, currency, language, kind, sequence } = dispute;
      const amountMinor = await chargedNow(transaction, loan, dispute);
      const content = fill(chargeDisputeText[language].complaint, {
        charge: chargeName(kind, language, currency),
        amount: formatMoney(amountMinor, language, configuration.amountStyle, currency),
        number: sequence,
        hours: disputeAnswerHours,
      });
      const complaint = {
        ...{ borrower: { id: borrowerId, market }, loan, typeId: paymentsTypeId, subtypeId: null, content },
        ...{ imageNames: [], submissionHash: createHash('sha256').update(`dispute ${id}`).digest('hex') },
      } as const;
      const { complaintId } = await keepComplaint(transaction, complaint, { now, random });
      await updateDispute(transaction, dispute, { complaintId });
      return true;
    });
    if (isFiled) filed += 1;
  }
  return filed;
}
