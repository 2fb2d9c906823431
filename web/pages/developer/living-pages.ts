import type { TestPreviewText } from '#content/messages/test-preview.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { type LoanDetail, readLoan } from '#contract/calls/loan.ts';
import { readOffer } from '#contract/calls/offer.ts';
import { type ChannelGroup, readRepayment } from '#contract/calls/repayment.ts';
import type { CallResult } from '#contract/client.ts';
import { isOpen, isRunning } from '#domain/loan/loan-status.ts';
import type { OpenScreen } from '../open-screen.ts';
import { type PreviewValues, pageQueryOf } from './preview-values.ts';
import type { SandboxBorrower } from './sandbox-lender.ts';

export type LivingPage =
  | 'confirm'
  | 'agreement'
  | 'loan'
  | 'repay'
  | 'payWay'
  | 'payInstruction'
  | 'extension'
  | 'extendInstruction'
  | 'claim'
  | 'dispute';

export type PageState =
  | { readonly own: Readonly<Record<string, string | number>> }
  | { readonly reason: string };

export type PageStates = Readonly<Record<LivingPage, PageState>>;

const opens: PageState = { own: {} };

/** State of each page for the chosen borrower (TEST-2). Over a lender's own backend, without `borrower`, every page opens. */
export async function pageStates(
  { client, language, parameters }: Pick<OpenScreen, 'client' | 'language' | 'parameters'>,
  text: TestPreviewText,
  values: PreviewValues,
  borrower: SandboxBorrower | undefined,
): Promise<PageStates> {
  const { productId, orderId, sessionId } = values;
  const key = { productId, orderId };
  const query = pageQueryOf(values, language);
  const hasLoan = orderId !== '' && sessionId !== '';
  const loan = hasLoan && borrower ? await client.call(readLoan, key, query) : null;
  const repayment = hasLoan ? await client.call(readRepayment, key, query) : null;
  const payInstruction = codeState(repayment, text);
  if (!borrower) return everyPage(payInstruction);
  const isTyped = parameters.has('productId');
  const offerId = isTyped ? productId : freeOfferOf(borrower);
  const offered = isTyped || !offerId ? {} : { productId: offerId, orderId: '' };
  const offer = offerId ? await client.call(readOffer, { productId: offerId, isReload: false }, query) : null;
  const isExtendable = loan?.success === true && loan.data.isExtendable;
  const extension = isExtendable ? await client.call(readExtension, key, query) : null;
  const { statement = null, status = 'unknown' } = loan?.success ? loan.data : {};
  const ofLoan = (page: PageState): PageState => (loan ? page : { reason: text.noLoan });
  return {
    confirm: offer ? stateOf(offer, offered) : { reason: text.noOffer },
    agreement: agreementState(loan ?? offer, text),
    loan: ofLoan(stateOf(loan)),
    repay: ofLoan(stateOf(repayment)),
    payWay: ofLoan(stateOf(repayment)),
    payInstruction: ofLoan(payInstruction),
    extension: ofLoan(extension ? stateOf(extension) : { reason: text.notExtendable }),
    extendInstruction: ofLoan(extension ? codeState(extension, text) : { reason: text.notExtendable }),
    claim: ofLoan(statement?.claims && isRunning(status) ? opens : { reason: text.nothingToClaim }),
    dispute: ofLoan(statement?.charges?.length ? opens : { reason: text.nothingToDispute }),
  };
}

/** The first product offered to a borrower without an open loan of it. */
function freeOfferOf({ products, loans }: SandboxBorrower): string | undefined {
  const taken = loans.filter(({ status }) => isOpen(status)).map(({ productId }) => productId);
  return products.find(({ productId }) => !taken.includes(productId))?.productId;
}

function stateOf(result: CallResult<unknown> | null, own: Readonly<Record<string, string>> = {}): PageState {
  if (result === null) return { reason: '' };
  return result.success ? { own } : { reason: result.message };
}

function codeState(
  result: CallResult<{
    readonly amountMinor: number;
    readonly channelGroups: readonly ChannelGroup[];
  }> | null,
  text: TestPreviewText,
): PageState {
  if (!result?.success) return stateOf(result);
  const { amountMinor, channelGroups } = result.data;
  const channel = channelGroups.flatMap(({ channels }) => channels).find(({ payCode }) => payCode);
  return channel ? { own: { amount: amountMinor, payCode: channel.payCode } } : { reason: text.noCode };
}

/** The agreement of the loan, else of the offer, by its link's number. */
function agreementState(
  result: CallResult<Pick<LoanDetail, 'agreementLink'>> | null,
  text: TestPreviewText,
): PageState {
  if (!result?.success) return result ? stateOf(result) : { reason: text.noLoan };
  const orderNo = new URLSearchParams(result.data.agreementLink.split('?')[1]).get('orderNo');
  return orderNo ? { own: { orderNo } } : { reason: text.noLoan };
}

function everyPage(payInstruction: PageState): PageStates {
  return {
    confirm: opens,
    agreement: opens,
    loan: opens,
    repay: opens,
    payWay: opens,
    payInstruction: 'own' in payInstruction ? payInstruction : opens,
    extension: opens,
    extendInstruction: opens,
    claim: opens,
    dispute: opens,
  };
}
