import { createHash } from 'node:crypto';
import { claimComplaintText } from '#content/messages/payment-claim.ts';
import { fill } from '#content/text-pack.ts';
import { inTransaction } from '#db/database.ts';
import { paymentsTypeId } from '#domain/complaint/complaint.ts';
import { formatDay } from '#domain/date-format.ts';
import { marketOf } from '#domain/market.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { claimAnswerHours } from '#domain/repayment/payment-claim.ts';
import { currentTime } from '../clock.ts';
import { keepComplaint } from '../complaint/file-complaint.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { lockLoanById } from '../ledger/loans.ts';
import { type ClaimRecord, findClaim, unansweredClaims, updateClaim } from './store.ts';

const claimsAtOnce = 200;

/**
 * Files a complaint for each payment that a borrower told of and that nobody found or answered within a day, with the
 * proof they sent. Several processes may run it at once.
 * @returns how many were filed.
 */
export async function complainOfClaims(dependencies: LendingDependencies): Promise<number> {
  const { database, random } = dependencies;
  const now = await currentTime(dependencies, database);
  const before = new Date(now.getTime() - claimAnswerHours * 3_600_000);
  let filed = 0;
  for (const { id, loanId, borrowerId: ownerId } of await unansweredClaims(database, before, claimsAtOnce)) {
    const isFiled = await inTransaction(database, async (transaction) => {
      const loan = await lockLoanById(transaction, { id: loanId, borrowerId: ownerId });
      const claim = await findClaim(transaction, id);
      if (!loan || claim?.state !== 'waiting' || claim.complaintId !== null) return false;
      const complaint = {
        borrower: { id: claim.borrowerId, market: claim.market },
        ...{ loan, typeId: paymentsTypeId, subtypeId: null, content: wordsOf(claim, dependencies) },
        imageNames: claim.imageName === null ? [] : [claim.imageName],
        submissionHash: createHash('sha256').update(`payment claim ${id}`).digest('hex'),
      } as const;
      const { complaintId } = await keepComplaint(transaction, complaint, { now, random });
      await updateClaim(transaction, claim, { complaintId });
      return true;
    });
    if (isFiled) filed += 1;
  }
  return filed;
}

function wordsOf(claim: ClaimRecord, { configuration }: Pick<LendingDependencies, 'configuration'>): string {
  const { language, amountMinor, currency, market, paidOn, trackingKey } = claim;
  const { amountStyle, dateStyle } = configuration;
  const text = claimComplaintText[language];
  const { timeZone } = marketOf[market];
  const words = fill(text.words, {
    amount: formatMoney(amountMinor, language, amountStyle, currency),
    day: formatDay(paidOn, { language, style: dateStyle, timeZone }),
  });
  return trackingKey === '' ? words : `${words} ${fill(text.key, { key: trackingKey })}`;
}
