import { decideSettlementLine } from '#contract/host/settlement.ts';
import { CodedError } from '#domain/error-code.ts';
import { minorAmount, zeroMinor } from '#domain/money/money.ts';
import { decisionsOn, providerOfSource } from '#domain/settlement/settlement.ts';
import { answerDecision, type DecisionContext } from '../decision/answer-decision.ts';
import { WordedError } from '../http/answer.ts';
import type { ProviderEvent } from '../ledger/payments.ts';
import type { LoanSnapshot } from '../ledger/states.ts';
import { bookUnmatched, refuseOddTime } from '../repayment/receive-payment.ts';
import { hostLineOf } from './host-names.ts';
import { timeOfLine } from './line-time.ts';
import { requireLine } from './require-file.ts';
import { type FileRecord, type LineRecord, settleLine } from './store.ts';

/** Decides a line by what it books: nothing for a note, its fee, or a payment that stays unmatched until staff assign it. */
export const answeredLineDecision = answerDecision(decideSettlementLine, async (context, request) => {
  const { reading, now, actor } = context;
  const { decision, reason } = request;
  const { file, line, ...payment } = await requireLine(reading, request);
  const { currency } = file;
  const data = (shown: Partial<LineRecord>, of: typeof payment = payment) => ({
    data: { line: hostLineOf({ line: { ...line, ...shown }, ...of }) },
  });
  const none = { decided: null, money: { currency, amountMinor: zeroMinor } };
  const isPossible = line.closedAt === null && decisionsOn(line.state, line.kind).includes(decision);
  if (!isPossible && line.decision === decision) return { ...none, ...data({}) };
  const isReported = line.state === 'matched' || line.state === 'different';
  if (!isPossible) throw isReported ? reportedSince() : new CodedError('status-conflict', 'line-decided');
  const facts = { decision, reason, decidedAt: now, decidedBy: actor };
  const settle = {
    beside: (transaction: Parameters<typeof settleLine>[0]) => settleLine(transaction, line, facts),
  };
  if (decision === 'note') return { ...none, ...settle, ...data(facts) };
  if (decision === 'fee') {
    const amountMinor = minorAmount(Math.abs(line.feeMinor - line.amountMinor));
    return { decided: null, money: { currency, amountMinor }, ...settle, ...data(facts) };
  }
  const event = await keepLine(context, file, line);
  const { provider, eventId } = event;
  return {
    decided: null,
    money: { currency, amountMinor: event.amountMinor },
    ...data(
      { ...facts, state: 'matched' },
      { bookedMinor: line.amountMinor, provider, eventId, orderNumber: null },
    ),
    async beside(transaction) {
      bookUnmatched(transaction, event, context);
      await settle.beside(transaction);
    },
  };
});

/** The line's payment was reported with another amount, perhaps while the line was decided. */
const reportedSince = () =>
  new WordedError(
    new CodedError('status-conflict', 'lineNumber'),
    'The payment of this line has been reported. Read the line again.',
  );

/** Stores the unreported payment of a line. @throws CodedError 'status-conflict' where it was reported meanwhile. */
async function keepLine<State extends LoanSnapshot>(
  context: DecisionContext<State>,
  file: FileRecord,
  line: LineRecord,
): Promise<ProviderEvent> {
  const { reading, now, actor } = context;
  const { source, currency } = file;
  const reported = {
    provider: providerOfSource(source),
    eventId: line.identity,
    currency,
    putBy: actor,
    amountMinor: minorAmount(line.amountMinor),
    ...timeOfLine(file, line, context),
    reference: (line.reference || line.identity).slice(0, 64),
    trackingKey: (line.keys[0] ?? line.identity).slice(0, 64),
    payerBank: line.payerBank,
    operatingDay: line.operatingDay,
    borrowerId: null,
    loanId: null,
    receivedAt: now,
    reversedAt: null,
    outcome: 'unmatched' as const,
  };
  await refuseOddTime(reading, reported, context);
  const { event, isNew, doubtOf } = await reading.keep(reported, context);
  if (!isNew || doubtOf) throw reportedSince();
  return event;
}
