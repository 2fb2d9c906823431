import { chargeName } from '#content/messages/charge-dispute.ts';
import { complaintTypeText } from '#content/messages/complaint-types.ts';
import { deskClaimText } from '#content/messages/desk-claim.ts';
import { deskDisputeText } from '#content/messages/desk-dispute.ts';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { deskUnmatchedText } from '#content/messages/desk-unmatched.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskApproval } from '#contract/desk-correction.ts';
import type { QueuedMatter } from '#contract/matter.ts';
import { isDataRequest } from '#domain/complaint/complaint.ts';
import type { Language } from '#domain/language.ts';
import { dayIn } from '#domain/market.ts';
import type { MatterKind } from '#domain/matter/matter.ts';
import { requestWords } from '../approval/request-words.ts';
import { failureWords } from '../operations/job-words.ts';
import {
  approvalPath,
  claimPath,
  complaintPath,
  correctLoanPath,
  deskPaths,
  disputePath,
  loanPath,
  messagePath,
  outflowPath,
  refundPath,
  unmatchedPath,
} from '../paths.ts';
import { addressOf } from '../ui/pager.tsx';
import { reasonWords } from './reason-words.ts';

type Words = readonly [title: string, ...about: (string | null | undefined | false)[]];

const word = <Of>(value: unknown) => value as Of;
const shownRemark = 60;

const wordsOfKind: Readonly<Record<MatterKind, (matter: QueuedMatter, language: Language) => Words>> = {
  complaint: complaintWords,
  'data-request': complaintWords,
  'payment-claim': ({ detail, orderNumber }, language) => [
    `${deskClaimText[language][word<'store'>(detail.channel)]}, ${detail.paidOn}`,
    orderNumber,
  ],
  'charge-dispute': ({ detail, currency, orderNumber }, language) => [
    `${chargeName(word(detail.charge), language, currency)}, ${detail.sequence}`,
    deskDisputeText[language][word<'other'>(detail.reason)],
    orderNumber,
  ],
  message({ detail }) {
    const remark = String(detail.remark).replace(/\s+/g, ' ');
    return [remark.length > shownRemark ? `${remark.slice(0, shownRemark)}…` : remark];
  },
  unmatched({ name, detail: { eventId, provider, heldUntil }, market, clock }, language) {
    const now = new Date(clock.dueAt.getTime() - clock.minutesLeft * 60_000);
    const isHeld = typeof heldUntil === 'string' && market !== null && heldUntil >= dayIn(market, now);
    return [
      name || String(eventId),
      String(provider),
      isHeld && fill(deskUnmatchedText[language].held, { day: heldUntil }),
    ];
  },
  outflow: ({ detail }, language) => [
    deskUnmatchedText[language][word<'refund'>(detail.cause)],
    String(detail.provider),
  ],
  refund: ({ name, orderNumber, detail }, language) => [
    `${deskQueueText[language].sendRefund}, ${orderNumber ?? name}`,
    String(detail.reason),
  ],
  approval({ detail, orderNumber }, language) {
    const { call, component, act, decision, payment, reason, askedByName } = detail;
    const request = { call, fields: { component, act, decision }, effect: { payment: payment ?? undefined } };
    return [
      requestWords(request as unknown as DeskApproval, language),
      fill(deskQueueText[language].askedBy, { name: String(askedByName) }),
      orderNumber,
      reasonWords(String(reason), language),
    ];
  },
  application: ({ name, detail }) => [String(detail.product), name],
  payout: ({ name, detail }) => [String(detail.product), name],
  event: ({ detail }, language) => [
    String(detail.type),
    failureWords(word<string | null>(detail.lastFailure), language),
  ],
};

function complaintWords({ name, detail, orderNumber }: QueuedMatter, language: Language): Words {
  const type = word<keyof (typeof complaintTypeText)['es']>(detail.subtypeId ?? detail.typeId);
  const state = {
    'in-review': deskQueueText[language].inReview,
    answered: deskQueueText[language].toCarryOut,
  };
  const isRequest = isDataRequest(String(detail.subtypeId));
  return [
    complaintTypeText[language][type],
    name,
    orderNumber,
    (isRequest || detail.state === 'in-review') && state[word<keyof typeof state>(detail.state)],
  ];
}

export function matterWords(
  matter: QueuedMatter,
  language: Language,
): { readonly title: string; readonly about: string } {
  const [title, ...about] = wordsOfKind[matter.kind](matter, language);
  return { title, about: about.filter(Boolean).join(' · ') };
}

/** The page that ends a matter, or says who ends it. */
export function matterPath({ kind, id, name, detail }: QueuedMatter): string {
  const paths: Readonly<Record<MatterKind, () => string>> = {
    complaint: () => complaintPath(name),
    'data-request': () => complaintPath(name),
    'payment-claim': () => claimPath(id),
    'charge-dispute': () => disputePath(id),
    message: () => messagePath(id),
    unmatched: () => unmatchedPath(word(detail)),
    outflow: () => outflowPath(id),
    refund: () => refundPath(name),
    approval: () => approvalPath(id),
    application: () => correctLoanPath(name),
    payout: () => loanPath(name),
    event: () => addressOf(deskPaths.jobs, { event: id, from: String(detail.from) }),
  };
  return paths[kind]();
}
