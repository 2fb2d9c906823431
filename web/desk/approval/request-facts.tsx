import { chargeName } from '#content/messages/charge-dispute.ts';
import { deskBorrowerText } from '#content/messages/desk-borrower.ts';
import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { deskClaimText } from '#content/messages/desk-claim.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskDisputeText } from '#content/messages/desk-dispute.ts';
import { deskSettlementText } from '#content/messages/desk-settlement.ts';
import { deskUnmatchedText } from '#content/messages/desk-unmatched.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskApproval } from '#contract/desk-correction.ts';
import { readBorrower } from '#contract/host/borrower.ts';
import { readChargeDispute } from '#contract/host/charge-dispute.ts';
import { readPaymentClaim } from '#contract/host/payment-claim.ts';
import { readProduct } from '#contract/host/product.ts';
import { type HostPayment, listRefunds, readPayment } from '#contract/host/repayment.ts';
import { readRetention } from '#contract/host/retention.ts';
import { showSettlementFile } from '#contract/host/settlement.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn, marketOfCurrency } from '#domain/market.ts';
import { channelByHand } from '#domain/repayment/payment-by-hand.ts';
import { MaskedBorrower } from '../borrower/link-parts.tsx';
import { type ProductFacts, productFields, wordsOf } from '../catalogue/product-form.ts';
import { LoanNumber } from '../loan/loan-link.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { retentionFacts } from '../operations/retention.tsx';
import { claimPath, disputePath, proofPath, settlementPath } from '../paths.ts';
import { claimDifferences } from '../payment-claim/record-by-hand.tsx';
import { actorName } from '../ui/actor-name.ts';
import { factLink, type ShownFact } from '../ui/facts.tsx';

type RequestedChange = Pick<DeskApproval, 'call' | 'fields' | 'effect'>;

interface RequestView extends RequestedChange {
  /** A field of the call as text; empty where the call has none. */
  field(name: string): string;
}

/** The facts of a request beside its amount and reason, by the name of its call. */
const factsOfCall: Readonly<
  Record<
    string,
    (desk: OpenDesk, request: RequestView) => readonly ShownFact[] | Promise<readonly ShownFact[]>
  >
> = {
  waiveCharge(desk, { fields }) {
    const text = deskCorrectionText[desk.language];
    return [[text.charge, text[fields.component === 'fee' ? 'component-fee' : 'component-penalty']]];
  },
  reversePenalties(desk, { field }) {
    const text = deskCorrectionText[desk.language];
    return [
      [text.fromDay, field('fromDay')],
      [text.throughDay, field('throughDay')],
    ];
  },
  proposeNewPlan: newPlanFacts,
  async recordPayment(desk, request) {
    return [...(await recordedByHand(desk, request)), ...anotherFact(desk, request)];
  },
  async movePayment(desk, request) {
    const to = request.field('orderNumber');
    return [
      ...(await namedPayment(desk, request)),
      [deskCorrectionText[desk.language].toLoan, <LoanNumber key="to" orderNumber={to} />],
      ...anotherFact(desk, request),
    ];
  },
  async changePayment(desk, request) {
    const text = deskCorrectionText[desk.language];
    const { fields, field, effect } = request;
    return [
      ...(await namedPayment(desk, request)),
      fields.paidOn === undefined
        ? [text.newAmount, desk.money(Number(field('amountMinor')), effect.currency)]
        : [text.paidOn, field('paidOn')],
    ];
  },
  unmatchPayment: namedPayment,
  reversePayment: namedPayment,
  async assignPayment(desk, request) {
    return [...(await namedPayment(desk, request)), ...anotherFact(desk, request)];
  },
  async requestRefund(desk, { effect, fields, field }) {
    const text = deskCorrectionText[desk.language];
    if (effect.payment) return paymentFacts(desk, effect.payment);
    if (fields.cardPaymentId === undefined) return [[text.backTo, text.byTransfer]];
    const payment = { provider: 'card', eventId: field('cardPaymentId') };
    return [[text.backTo, text.toCard], ...(await paymentFacts(desk, payment))];
  },
  decideSettlementLine: settlementFacts,
  correctSettlementLine: settlementFacts,
  closeSettlementDay: settlementFacts,
  async markRefundSent(desk, { field }) {
    const text = deskCorrectionText[desk.language];
    return [[text.transfer, field('reference')], ...(await refundFacts(desk, field('refundKey')))];
  },
  async markRefundFailed(desk, { field }) {
    const text = deskCorrectionText[desk.language];
    return [[text.whyFailed, field('reason')], ...(await refundFacts(desk, field('refundKey')))];
  },
  upholdChargeDispute: (desk, { field }) => disputeFacts(desk, field('disputeId')),
  async startRetention(desk, { fields }) {
    const { markets } = await desk.read(readRetention, {});
    return markets
      .filter(({ market }) => market === fields.market)
      .flatMap((shown): ShownFact[] => [
        [deskCorrectionText[desk.language].market, shown.market],
        ...retentionFacts(desk, shown),
      ]);
  },
  makeBorrowerChange: changeFacts,
  linkBorrowers: linkFacts,
  unlinkBorrowers: linkFacts,
  putProduct: (desk, { fields }) => productFacts(desk, fields as unknown as ProductFacts),
};

export async function requestFacts(desk: OpenDesk, change: RequestedChange): Promise<readonly ShownFact[]> {
  const field = (name: string) => String(change.fields[name] ?? '');
  return (await factsOfCall[change.call]?.(desk, { ...change, field })) ?? [];
}

/** Both values and the proof of a change, which are logged as shown; without them for staff who may not see personal data. */
async function changeFacts(desk: OpenDesk, { field }: RequestView): Promise<readonly ShownFact[]> {
  const text = deskBorrowerText[desk.language];
  const borrowerId = field('borrowerId');
  const { changes, erasedAt } = await desk.read(readBorrower, { borrowerId });
  const change = changes.find(({ changeId }) => changeId === field('changeId'));
  if (!change || erasedAt !== null) return [];
  const { changeId, kind, proofKind } = change;
  const proof: ShownFact[] = proofKind === null ? [] : [[text.proof, text[proofKind]]];
  const values = desk.may('see-personal-data')
    ? await desk.service.borrowers.showChange(desk.person, { borrowerId, changeId, kind })
    : null;
  if (!values) return [[text.what, text[kind]], ...proof];
  const { before, after, proofReference } = values;
  return [
    [text[kind], before],
    [text[`new-${kind}`], after],
    ...proof,
    [text.proofReference, proofReference],
  ];
}

/** Both borrowers, masked as on their pages. */
async function linkFacts(desk: OpenDesk, { field }: RequestView): Promise<readonly ShownFact[]> {
  const text = deskBorrowerText[desk.language];
  const one = await desk.read(readBorrower, { borrowerId: field('borrowerId') });
  const other = await desk.read(readBorrower, { borrowerId: field('otherBorrowerId') });
  return [
    [text.thisOne, <MaskedBorrower key="one" record={one} />],
    [text.other, <MaskedBorrower key="other" record={other} />],
  ];
}

function newPlanFacts(desk: OpenDesk, { fields, field }: RequestView): readonly ShownFact[] {
  const text = deskCorrectionText[desk.language];
  const spread = fields.spread as { readonly count: number; readonly days: number } | null;
  const spreadFacts: readonly ShownFact[] = spread
    ? [
        [text.count, spread.count],
        [text.days, spread.days],
      ]
    : [];
  return [
    [text.moratoriumDays, field('moratoriumDays')],
    ...spreadFacts,
    [text.penalties, fields.waivesPenalties === true ? text.penaltiesWaived : text.penaltiesCharged],
  ];
}

function anotherFact(desk: OpenDesk, { fields }: RequestView): readonly ShownFact[] {
  const text = deskCorrectionText[desk.language];
  return fields.anotherPayment === true ? [[text.anotherPaymentName, text.anotherPayment]] : [];
}

/** The proposed terms of a product; a changed term also shows its current value. */
async function productFacts(desk: OpenDesk, proposed: ProductFacts): Promise<ShownFact[]> {
  const text = deskCatalogueText[desk.language];
  const known = await unlessNotFound(desk.read(readProduct, { productId: proposed.productId }));
  return productFields.map((field) => {
    const after = wordsOf(field, proposed, desk);
    const before = known ? wordsOf(field, known.product, desk) : after;
    return [text[field], before === after ? after : fill(text.changesTo, { before, after })];
  });
}

async function recordedByHand(
  desk: OpenDesk,
  { field, effect: { currency }, fields }: RequestView,
): Promise<readonly ShownFact[]> {
  const text = deskClaimText[desk.language];
  const channel = channelByHand(field('provider')) ?? 'other';
  const paidOn = dayIn(marketOfCurrency(currency), new Date(field('paidAt')));
  const amountMinor = Number(field('amountMinor'));
  const claimId = field('claimId');
  const claim = claimId === '' ? null : await desk.read(readPaymentClaim, { claimId });
  const differences = claim ? claimDifferences(desk, claim, { amountMinor, paidOn, channel, currency }) : [];
  const hasProof = fields.proof !== undefined && desk.may('see-personal-data');
  const facts: readonly (ShownFact | false)[] = [
    [text.amount, desk.money(amountMinor, currency)],
    [text.folio, field('eventId')],
    [text.paidOn, paidOn],
    [text.channel, text[channel]],
    claim !== null && [text.one, factLink(claimPath(claimId), text.seeClaim)],
    differences.length > 0 && [text.differs, differences.join(' ')],
    hasProof && [text.proof, factLink(proofPath(field('orderNumber'), field('proof')), text.seePhoto)],
  ];
  return facts.filter((fact) => fact !== false);
}

function namedPayment(desk: OpenDesk, { field }: RequestView): Promise<readonly ShownFact[]> {
  return paymentFacts(desk, { provider: field('provider'), eventId: field('eventId') });
}

async function paymentFacts(
  desk: OpenDesk,
  { provider, eventId }: Pick<HostPayment, 'provider' | 'eventId'>,
): Promise<readonly ShownFact[]> {
  const text = deskUnmatchedText[desk.language];
  const named: readonly ShownFact[] = [
    [text.provider, provider],
    [text.event, eventId],
  ];
  // A payment recorded by hand has another name once its provider reports it.
  const payment = await unlessNotFound(desk.read(readPayment, { provider, eventId }));
  if (!payment) return named;
  const { amountMinor, currency, paidAt, reference } = payment.payment;
  return [
    [text.amount, desk.money(amountMinor, currency)],
    [text.paid, desk.time(paidAt, marketOfCurrency(currency))],
    ...named,
    [text.reference, reference],
  ];
}

async function unlessNotFound<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CodedError && error.code === 'not-found') return null;
    throw error;
  }
}

async function settlementFacts(desk: OpenDesk, { fields, effect }: RequestView): Promise<ShownFact[]> {
  const text = deskCorrectionText[desk.language];
  const fileId = String(fields.fileId);
  const lineNumber = typeof fields.lineNumber === 'number' ? fields.lineNumber : undefined;
  const { file, lines } = await desk.read(showSettlementFile, { fileId, lineNumber, limit: 1 });
  const line = lineNumber === undefined ? undefined : lines[0];
  const readers = await desk.service.people.names([file.readBy]);
  const day = line?.day ?? String(fields.day);
  const facts: ShownFact[] = [
    [text.settlementFile, factLink(settlementPath(fileId), file.name)],
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
    [text.charge, factLink(disputePath(disputeId), chargeName(kind, desk.language, currency))],
    [text.payment, sequence],
    [text.disputed, desk.money(amountMinor, currency)],
  ];
}
