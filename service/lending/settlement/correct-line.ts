import { correctSettlementLine } from '#contract/host/settlement.ts';
import type { Transaction } from '#db/database.ts';
import { journalOf } from '#domain/booking/decide.ts';
import { CodedError } from '#domain/error-code.ts';
import { minorAmount } from '#domain/money/money.ts';
import { answerDecision } from '../decision/answer-decision.ts';
import type { AnsweredHostCall } from '../http/host-gate.ts';
import { decideOn } from '../ledger/act.ts';
import { bookReceipt } from '../ledger/cash-movements.ts';
import { endUnmatched } from '../ledger/payments.ts';
import { decideOnEvent, earliestTimeOf } from '../repayment/matching.ts';
import { findCode, referenceOfCode } from '../repayment/store.ts';
import { timeOfLine } from './line-time.ts';
import { requireLine } from './require-file.ts';
import { settleLine } from './store.ts';

/**
 * Reverses a payment and records it with the amount of its line, under its key and day: on its loan in two decisions, the second on the
 * result of the first; a payment without a loan becomes unmatched again.
 */
export const answeredLineCorrection: AnsweredHostCall = answerDecision(
  correctSettlementLine,
  async (context, { fileId, lineNumber, reason }) => {
    const { reading, now, actor } = context;
    const { database } = reading;
    const { file, line } = await requireLine(reading, { fileId, lineNumber });
    const isDifferent = line.state === 'different' && line.kind === 'payment' && line.closedAt === null;
    if (!isDifferent || line.eventId === null) throw new CodedError('status-conflict', 'line-decided');
    const event = await reading.payment({ id: line.eventId });
    if (!event || event.outcome === 'reversed' || event.provider === 'card')
      throw new CodedError('status-conflict', 'payment-off');
    const { borrowerId, loanId, provider, currency, paidAt } = event;
    const amountMinor = minorAmount(line.amountMinor);
    const ofLine = timeOfLine(file, line, context);
    const isOfLine = ofLine.paidAt.getTime() === paidAt.getTime();
    const reported = {
      provider,
      currency,
      paidAt,
      amountMinor,
      reference: event.reference,
      payerHash: event.payerHash,
      eventId: `settlement:${fileId}:${lineNumber}`,
      trackingKey: event.trackingKey ?? line.identity,
      payerBank: event.payerBank,
      operatingDay: event.operatingDay,
      keyNumber: event.keyNumber,
      earliestPaidOn: isOfLine ? ofLine.earliestPaidOn : event.earliestPaidOn,
      borrowerId: null,
      loanId: null,
      receivedAt: now,
      outcome: 'unmatched' as const,
      reversedAt: null,
      putBy: actor,
    };
    const money = { currency, amountMinor: minorAmount(Math.abs(amountMinor - event.amountMinor)) };
    const data = { provider, eventId: reported.eventId, amountMinor, bookedMinor: event.amountMinor };
    const settle = (transaction: Transaction) =>
      settleLine(transaction, line, { decision: 'amount', reason, decidedAt: now, decidedBy: actor });
    if (loanId === null || borrowerId === null) {
      const { event: kept } = await reading.keep(reported, context, { freed: event });
      return {
        decided: null,
        money,
        data: { ...data, orderNumber: null },
        async beside(transaction) {
          await endUnmatched(transaction, event, 'provider', context);
          bookReceipt(transaction, kept, context);
          await settle(transaction);
        },
      };
    }
    const takeBack = { act: 'take-back', payment: event, reason } as const;
    const part = { ...journalOf(takeBack, context), since: earliestTimeOf(event) };
    const [state, owner] = await reading.state({ id: loanId, borrowerId }, part, async () => {
      const code = await findCode(database, event.reference);
      return code && (await referenceOfCode(database, code));
    });
    if (!state) throw new Error('The loan of a payment is gone.');
    if (owner?.purpose === 'extend') throw new CodedError('status-conflict', 'extension');
    const first = decideOn(state, takeBack, context);
    const { event: kept } = await reading.keep(reported, context, { freed: event });
    const target = { state: first.after, purpose: 'repay', reason, equalMoney: 'another' } as const;
    const decided = decideOnEvent(target, kept, context);
    if (!decided) throw new CodedError('status-conflict', 'payment-by-hand');
    const { orderNumber } = state.loan;
    return { first, decided, beside: settle, money, data: { ...data, orderNumber } };
  },
);
