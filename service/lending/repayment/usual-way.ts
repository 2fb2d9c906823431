import type { PaymentPurpose } from '#contract/calls/repayment.ts';
import type { UsualWay } from '#contract/calls/usual-way.ts';
import { isPayable } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { channelOfPayment } from '#domain/repayment/payment-by-hand.ts';
import { type PaymentWay, waysInOrder } from '#domain/repayment/usual-way.ts';
import { isLenders } from '#providers/ports/payment-references.ts';
import { servesCards } from '../card-payment/payment-page.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import type { CurrentLoan } from '../ledger/loan-course.ts';
import { chainOf, upiLink } from './channels.ts';
import { isUsable } from './issue-references.ts';

/** The ways to pay a loan: the borrower's last way first, then in the market's order (REPAY-4). */
export function orderedWays(
  { references, cards }: Pick<BorrowerContext, 'references' | 'cards'>,
  { loan, references: record, lastPayment }: Pick<CurrentLoan, 'loan' | 'references' | 'lastPayment'>,
): PaymentWay[] {
  const sources = references.sources.filter(({ market }) => market === loan.market);
  const served: PaymentWay[] = [...sources, ...record].map(({ channelKind }) => channelKind);
  const withCards: PaymentWay[] = servesCards(cards, loan.market) ? [...served, 'card'] : served;
  const [last] = lastPayment;
  return waysInOrder(
    loan.market,
    withCards,
    last ? channelOfPayment(last.provider, last.channelKind ?? undefined) : null,
  );
}

/** The first of those ways with its details; null for a loan that awaits no payment. */
export function usualWay(
  context: BorrowerContext,
  current: CurrentLoan,
  { purpose, amountMinor }: { readonly purpose: PaymentPurpose; readonly amountMinor: MinorAmount },
): UsualWay | null {
  const { loan, references, lastPayment } = current;
  const { configuration, language, money, day, clock } = context;
  const usable = references.filter(
    (each) =>
      each.purpose === purpose && each.replacedAt === null && isUsable(each, amountMinor, clock.now()),
  );
  // A payable voucher for the amount is the borrower's last choice.
  const waiting = usable.findLast(
    ({ channelKind, amountMinor: itsMinor, expiresAt }) =>
      channelKind === 'store' && itsMinor !== null && expiresAt !== null,
  );
  const [first] = orderedWays(context, current);
  const kind = waiting?.channelKind ?? first;
  if (kind === undefined || !isPayable(loan.status) || amountMinor <= 0) return null;
  const plain = {
    kind,
    name: '',
    feeMinor: null,
    payLink: '',
    cardId: '',
    cardEnding: '',
    waitsUntil: waiting?.expiresAt ? dayIn(loan.market, waiting.expiresAt) : null,
  };
  if (kind === 'card') {
    const [{ cardId, bankName, maskedNumber } = {}] = lastPayment;
    const card = cardId && {
      cardId,
      name: bankName ?? '',
      cardEnding: maskedNumber?.slice(-4) ?? '',
    };
    return { ...plain, ...card };
  }
  const reference = waiting ?? usable.find(({ channelKind }) => channelKind === kind);
  const source = context.references.sources.find(
    ({ market, channelKind }) => market === loan.market && channelKind === kind,
  );
  const from = source?.from;
  const provider = reference?.provider ?? (from && !isLenders(from) ? from.name : 'own');
  const subject = {
    language,
    market: loan.market,
    amountMinor,
    configuration,
    references: context.references,
    money,
    day,
  };
  return {
    ...plain,
    name: kind === 'store' ? chainOf({ facts: reference?.facts ?? {}, provider }, context) : '',
    feeMinor: reference?.facts.feeMinor ?? null,
    payLink: kind === 'upi' && reference ? upiLink(reference, subject) : '',
  };
}
