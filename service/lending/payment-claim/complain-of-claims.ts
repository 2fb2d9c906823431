import { claimComplaintText } from '#content/messages/payment-claim.ts';
import { fill } from '#content/text-pack.ts';
import { formatDay } from '#domain/date-format.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { claimAnswerHours } from '#domain/repayment/payment-claim.ts';
import { complainUnanswered } from '../complaint/complain-unanswered.ts';
import { isUnattachedImage } from '../complaint/store.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { type ClaimRecord, findClaim, unansweredClaims, updateClaim } from './store.ts';

/**
 * Files a complaint for each claim that the lender neither matched nor answered within a day, with its proof. @returns how many were filed.
 */
export function complainOfClaims(dependencies: LendingDependencies): Promise<number> {
  return complainUnanswered(dependencies, {
    name: 'payment claim',
    answerHours: claimAnswerHours,
    overdue: unansweredClaims,
    async complaintOf(transaction, _loan, id) {
      const claim = await findClaim(transaction, id);
      if (claim?.state !== 'waiting' || claim.complaintId !== null) return null;
      return {
        borrower: { id: claim.borrowerId, market: claim.market },
        content: wordsOf(claim, dependencies),
        imageNames:
          claim.imageName !== null &&
          (await isUnattachedImage(transaction, claim.borrowerId, claim.imageName))
            ? [claim.imageName]
            : [],
      };
    },
    became: async (transaction, waiting, complaintId) => updateClaim(transaction, waiting, { complaintId }),
  });
}

function wordsOf(claim: ClaimRecord, { configuration }: Pick<LendingDependencies, 'configuration'>): string {
  const { language, amountMinor, currency, market, paidOn, trackingKey } = claim;
  const { amountStyle, dateStyle } = configuration;
  const text = claimComplaintText[language];
  const words = fill(text.words, {
    amount: formatMoney(amountMinor, language, amountStyle, currency),
    day: formatDay(paidOn, { language, style: dateStyle, market }),
  });
  return trackingKey === '' ? words : `${words} ${fill(text.key, { key: trackingKey })}`;
}
