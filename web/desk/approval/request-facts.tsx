import { chargeName } from '#content/messages/charge-dispute.ts';
import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { deskClaimText } from '#content/messages/desk-claim.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskDisputeText } from '#content/messages/desk-dispute.ts';
import { deskSettlementText } from '#content/messages/desk-settlement.ts';
import { deskUnmatchedText } from '#content/messages/desk-unmatched.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskApproval } from '#contract/desk-correction.ts';
import { readChargeDispute } from '#contract/host/charge-dispute.ts';
import { readPaymentClaim } from '#contract/host/payment-claim.ts';
import { readProduct } from '#contract/host/product.ts';
import { type HostPayment, listRefunds, readPayment } from '#contract/host/repayment.ts';
import { readRetention } from '#contract/host/retention.ts';
import { showSettlementFile } from '#contract/host/settlement.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn, marketOfCurrency } from '#domain/market.ts';
import { channelByHand } from '#domain/repayment/payment-by-hand.ts';
import { type ProductFacts, productFields, wordsOf } from '../catalogue/product-form.ts';
import type { OpenDesk } from '../open-desk.ts';
import { retentionFacts } from '../operations/retention.tsx';
import { claimPath, disputePath, loanPath, proofPath, settlementPath } from '../paths.ts';
import { claimDifferences } from '../payment-claim/record-by-hand.tsx';
import { actorName } from '../ui/actor-name.ts';
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
      return [...(await recordedByHand(desk, { field, effect, fields })), ...another];
    case 'movePayment':
      return [
        ...(await paymentFacts(desk, { provider: field('provider'), eventId: field('eventId') })),
        [
          text.toLoan,
          <a key="to" className="num" href={loanPath(field('orderNumber'))}>
            {field('orderNumber')}
          </a>,
        ],
        ...another,
      ];
    case 'changePayment':
      return [
        ...(await paymentFacts(desk, { provider: field('provider'), eventId: field('eventId') })),
        fields.paidOn === undefined
          ? [text.newAmount, desk.money(Number(field('amountMinor')), effect.currency)]
          : [text.paidOn, field('paidOn')],
      ];
    case 'unmatchPayment':
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
    case 'decideSettlementLine':
    case 'correctSettlementLine':
    case 'closeSettlementDay':
      return settlementFacts(desk, { call, fields, effect });
    case 'markRefundSent':
      return [[text.transfer, field('reference')], ...(await refundFacts(desk, field('refundKey')))];
    case 'markRefundFailed':
      return [[text.whyFailed, field('reason')], ...(await refundFacts(desk, field('refundKey')))];
    case 'upholdChargeDispute':
      return disputeFacts(desk, field('disputeId'));
    case 'startRetention': {
      const { markets } = await desk.read(readRetention, {});
      return markets
        .filter(({ market }) => market === fields.market)
        .flatMap((shown) => [[text.market, shown.market], ...retentionFacts(desk, shown)]);
    }
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

async function recordedByHand(
  desk: OpenDesk,
  { field, effect, fields }: { field(name: string): string } & Pick<RequestedChange, 'effect' | 'fields'>,
): Promise<ShownFact[]> {
  const text = deskClaimText[desk.language];
  const { currency } = effect;
  const channel = channelByHand(field('provider')) ?? 'other';
  const paidOn = dayIn(marketOfCurrency(currency), new Date(field('paidAt')));
  const amountMinor = Number(field('amountMinor'));
  const claimId = fields.claimId === undefined ? null : field('claimId');
  const claim = claimId === null ? null : await desk.read(readPaymentClaim, { claimId });
  const differences = claim ? claimDifferences(desk, claim, { amountMinor, paidOn, channel, currency }) : [];
  return [
    [text.amount, desk.money(amountMinor, currency)],
    [text.folio, field('eventId')],
    [text.paidOn, paidOn],
    [text.channel, text[channel]],
    ...(claimId === null
      ? []
      : [
          [
            text.one,
            <a key="claim" href={claimPath(claimId)}>
              {text.seeClaim}
            </a>,
          ] as const,
        ]),
    ...(differences.length === 0 ? [] : [[text.differs, differences.join(' ')] as const]),
    ...(fields.proof === undefined || !desk.may('see-personal-data')
      ? []
      : [
          [
            text.proof,
            <a key="proof" href={proofPath(field('orderNumber'), field('proof'))}>
              {text.seePhoto}
            </a>,
          ] as const,
        ]),
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

/** The file, who read it, and the line or day of it. */
async function settlementFacts(desk: OpenDesk, { fields, effect }: RequestedChange): Promise<ShownFact[]> {
  const text = deskCorrectionText[desk.language];
  const fileId = String(fields.fileId);
  const lineNumber = typeof fields.lineNumber === 'number' ? fields.lineNumber : undefined;
  const { file, lines } = await desk.read(showSettlementFile, { fileId, lineNumber, limit: 1 });
  const line = lineNumber === undefined ? undefined : lines[0];
  const readers = await desk.service.people.names([file.readBy]);
  const day = line?.day ?? String(fields.day);
  const facts: ShownFact[] = [
    [
      text.settlementFile,
      <a key="file" href={settlementPath(fileId)}>
        {file.name}
      </a>,
    ],
    [text.readBy, actorName(file.readBy, desk, readers)],
    [text.settlementDay, day],
  ];
  if (!line) return facts;
  return [
    ...facts,
    [text.settlementLine, line.lineNumber],
    [text.nameInFile, line.identity],
    [deskSettlementText[desk.language].inFile, desk.money(line.amountMinor, effect.currency)],
    [deskSettlementText[desk.language].fee, desk.money(line.feeMinor, effect.currency)],
  ];
}

/** Who asked for a refund and why. */
async function refundFacts(desk: OpenDesk, refundKey: string): Promise<ShownFact[]> {
  const text = deskCorrectionText[desk.language];
  const { refunds } = await desk.read(listRefunds, { refundKey, limit: 1 });
  const [refund] = refunds;
  if (!refund) return [];
  const people = await desk.service.people.names([refund.requestedBy]);
  return [
    [text.refundAskedBy, actorName(refund.requestedBy, desk, people)],
    [text.requestReason, refund.reason],
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
