import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import type { CallResult, ContractClient } from '#contract/client.ts';
import type { PageQuery } from '#contract/page-query.ts';
import { isOpen } from '#domain/loan/loan-status.ts';
import type { OpenScreen } from '../open-screen.ts';
import { type PreviewValues, pageQueryOf } from './preview-values.ts';
import type { SandboxLender } from './sandbox-lender.ts';

/** Steps of a loan in order. A walk does all steps up to its last one. */
export const walkSteps = ['accept', 'approve', 'pay-out', 'receive'] as const;
export type WalkStep = (typeof walkSteps)[number];

type Outcome = Awaited<ReturnType<SandboxLender['act']>>;

const done: Outcome = { accepted: true, detail: '' };

interface Walk {
  readonly sandbox: SandboxLender;
  readonly values: PreviewValues;
  readonly borrowerId: string;
}

/**
 * Does the steps of a borrower's newest loan through `end`. The borrower's session accepts the offer; signed calls of the
 * lender do the rest. A refusal ends the walk with its message.
 */
export async function walkTo(
  end: WalkStep,
  open: Pick<OpenScreen, 'client' | 'language'>,
  walk: Walk,
): Promise<Outcome> {
  for (const step of walkSteps.slice(0, walkSteps.indexOf(end) + 1)) {
    const outcome = await take(step, open, walk);
    if (!outcome.accepted) return outcome;
  }
  return done;
}

async function take(
  step: WalkStep,
  open: Pick<OpenScreen, 'client' | 'language'>,
  { sandbox, values, borrowerId }: Walk,
): Promise<Outcome> {
  const borrowers = await sandbox.borrowers();
  const borrower = borrowers.find((each) => each.borrowerId === borrowerId);
  if (!borrower) return { accepted: false, detail: 'no such borrower' };
  const loan = borrower.loans.find(({ status }) => isOpen(status));
  if (step === 'accept') {
    if (loan) return done;
    const { userId, sessionId, mobilePhone } = await sandbox.signedIn(borrower, values.deviceId);
    const query = pageQueryOf({ ...values, userId, sessionId, mobilePhone }, open.language);
    const accepted = await acceptFirstOffer(open.client, borrower.products[0]?.productId ?? '', query);
    return { accepted: accepted.success, detail: accepted.message };
  }
  if (!loan) return { accepted: false, detail: 'no open loan' };
  const { orderNumber, status, dueMinor } = loan;
  if (step === 'approve') {
    return status === 'under-review' ? sandbox.act({ kind: 'approve', orderNumber }) : done;
  }
  if (step === 'pay-out') {
    return status === 'paying-out' ? sandbox.act({ kind: 'pay-out', orderNumber }) : done;
  }
  return sandbox.act({
    kind: 'receive-payment',
    orderNumber,
    amountMinor: dueMinor,
    isDeliveredTwice: false,
  });
}

export async function acceptFirstOffer(
  client: ContractClient,
  productId: string,
  query: PageQuery,
): Promise<CallResult<{ readonly detailLink: string }>> {
  const read = await client.call(readOffer, { productId, isReload: true }, query);
  if (!read.success) return read;
  const { amountMinor, term, quote } = read.data;
  return client.call(acceptOffer, { productId, amountMinor, term, quoteId: quote?.quoteId ?? null }, query);
}
