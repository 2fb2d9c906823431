import { chargeName } from '#content/messages/charge-dispute.ts';
import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { deskClaimText } from '#content/messages/desk-claim.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskDisputeText } from '#content/messages/desk-dispute.ts';
import { deskUnmatchedText } from '#content/messages/desk-unmatched.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskApproval } from '#contract/desk-correction.ts';
import { readChargeDispute } from '#contract/host/charge-dispute.ts';
import { readProduct } from '#contract/host/product.ts';
import { type HostPayment, readPayment } from '#contract/host/repayment.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn, marketOfCurrency } from '#domain/market.ts';
import { channelByHand } from '#domain/repayment/payment-by-hand.ts';
import { type ProductFacts, productFields, wordsOf } from '../catalogue/product-form.ts';
import type { OpenDesk } from '../open-desk.ts';
import { claimPath, disputePath } from '../paths.ts';
import type { ShownFact } from '../ui/facts.tsx';

type RequestedChange = Pick<DeskApproval, 'call' | 'fields' | 'effect'>;

/** What exactly is asked for, beside its sum and its reason: which payment, which days, which charge. */
export async function requestFacts(
  desk: OpenDesk,
  { call, fields, effect }: RequestedChange,
): Promise<ShownFact[]> {
  const text = deskCorrectionText[desk.language];
  const field = (name: string) => String(fields[name] ?? '');
  const another: readonly ShownFact[] =
    fields.anotherPayment === true ? [[text.anotherPaymentName, text.anotherPayment]] : [];
  switch (call) {
    case 'waiveCharge':
      return [[text.charge, text[fields.component === 'fee' ? 'component-fee' : 'component-penalty']]];
    case 'reversePenalties':
      return [
        [text.fromDay, field('fromDay')],
        [text.throughDay, field('throughDay')],
      ];
    case 'proposeNewPlan': {
      const spread = fields.spread as { readonly count: number; readonly days: number } | null;
      return [
        [text.moratoriumDays, field('moratoriumDays')],
        ...(spread === null
          ? []
          : ([
              [text.count, spread.count],
              [text.days, spread.days],
            ] as const)),
        [text.penalties, fields.waivesPenalties === true ? text.penaltiesWaived : text.penaltiesCharged],
      ];
    }
    case 'recordPayment':
      return [...recordedByHand(desk, { field, effect }), ...another];
    case 'reversePayment':
    case 'assignPayment':
      return [
        ...(await paymentFacts(desk, { provider: field('provider'), eventId: field('eventId') })),
        ...another,
      ];
    case 'requestRefund':
      if (effect.payment) return paymentFacts(desk, effect.payment);
      return fields.cardPaymentId === undefined
        ? [[text.backTo, text.byTransfer]]
        : [
            [text.backTo, text.toCard],
            ...(await paymentFacts(desk, { provider: 'card', eventId: field('cardPaymentId') })),
          ];
    case 'upholdChargeDispute':
      return disputeFacts(desk, field('disputeId'));
    case 'putProduct':
      return productFacts(desk, fields as unknown as ProductFacts);
    default:
      return [];
  }
}

/** What a product would be, each term that changes beside what it is today. */
async function productFacts(desk: OpenDesk, proposed: ProductFacts): Promise<ShownFact[]> {
  const text = deskCatalogueText[desk.language];
  const known = await desk.read(readProduct, { productId: proposed.productId }).catch((error) => {
    if (error instanceof CodedError && error.code === 'not-found') return null;
    throw error;
  });
  return productFields.map((field) => {
    const after = wordsOf(field, proposed, desk);
    const before = known ? wordsOf(field, known.product, desk) : after;
    return [text[field], before === after ? after : fill(text.changesTo, { before, after })];
  });
}

function recordedByHand(
  desk: OpenDesk,
  { field, effect }: { field(name: string): string } & Pick<RequestedChange, 'effect'>,
): ShownFact[] {
  const text = deskClaimText[desk.language];
  const channel = channelByHand(field('provider'));
  return [
    [text.amount, desk.money(Number(field('amountMinor')), effect.currency)],
    [text.folio, field('eventId')],
    [text.paidOn, dayIn(marketOfCurrency(effect.currency), new Date(field('paidAt')))],
    [text.channel, channel ? text[channel] : field('provider')],
    [
      text.one,
      <a key="claim" href={claimPath(field('claimId'))}>
        {text.seeClaim}
      </a>,
    ],
  ];
}

async function paymentFacts(
  desk: OpenDesk,
  { provider, eventId }: Pick<HostPayment, 'provider' | 'eventId'>,
): Promise<ShownFact[]> {
  const text = deskUnmatchedText[desk.language];
  const named: readonly ShownFact[] = [
    [text.provider, provider],
    [text.event, eventId],
  ];
  const payment = await desk.read(readPayment, { provider, eventId }).catch((error) => {
    // One recorded by hand has another name once its provider reports it.
    if (error instanceof CodedError && error.code === 'not-found') return null;
    throw error;
  });
  if (!payment) return [...named];
  const { amountMinor, currency, paidAt, reference } = payment.payment;
  return [
    [text.amount, desk.money(amountMinor, currency)],
    [text.paid, desk.time(paidAt, marketOfCurrency(currency))],
    ...named,
    [text.reference, reference],
  ];
}

async function disputeFacts(desk: OpenDesk, disputeId: string): Promise<ShownFact[]> {
  const text = deskDisputeText[desk.language];
  const { kind, sequence, amountMinor, currency } = await desk.read(readChargeDispute, { disputeId });
  return [
    [
      text.charge,
      <a key="charge" href={disputePath(disputeId)}>
        {chargeName(kind, desk.language, currency)}
      </a>,
    ],
    [text.payment, sequence],
    [text.disputed, desk.money(amountMinor, currency)],
  ];
}
