import { paymentWords } from '#content/market-words.ts';
import { chargeDisputeText, chargeName } from '#content/messages/charge-dispute.ts';
import { fill } from '#content/text-pack.ts';
import { chargedNow } from '#domain/booking/charges.ts';
import { disputeAnswerHours } from '#domain/loan/charge-dispute.ts';
import { zeroMinor } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { complainUnanswered } from '../complaint/complain-unanswered.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { readSnapshot } from '../ledger/states.ts';
import { findDispute, keepComplaintOf, unansweredDisputes } from './store.ts';

export function complainOfDisputes(dependencies: LendingDependencies): Promise<number> {
  const { amountStyle } = dependencies.configuration;
  return complainUnanswered(dependencies, {
    name: 'dispute',
    answerHours: disputeAnswerHours,
    overdue: unansweredDisputes,
    async complaintOf(transaction, loan, id) {
      const dispute = await findDispute(transaction, id);
      if (dispute?.state !== 'open' || dispute.complaintId !== null) return null;
      const { borrowerId, market, currency, language, kind, sequence } = dispute;
      const [state] = await readSnapshot(transaction, loan, {});
      const amountMinor = state ? chargedNow(state, dispute) : zeroMinor;
      const content = fill(chargeDisputeText[language].complaint, {
        charge: chargeName(kind, language, currency),
        amount: formatMoney(amountMinor, language, amountStyle, currency),
        number: sequence,
        ...paymentWords(market, language),
        hours: disputeAnswerHours,
      });
      return { borrower: { id: borrowerId, market }, content, imageNames: [] };
    },
    became: async (transaction, waiting, complaintId) => keepComplaintOf(transaction, waiting, complaintId),
  });
}
