import type { PaymentPageRequest } from '#contract/calls/card-payment.ts';
import { CodedError } from '#domain/error-code.ts';
import type { PaymentPageConfiguration } from '../dependencies.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { payableLoan } from './payable-loan.ts';

/**
 * The provider's payment page for an amount of a loan (PAYWAY-5).
 * @throws CodedError 'not-found' where there is no such page or the loan is not the caller's, 'session-required' for the
 * number of another user; 'status-conflict', 'request-invalid'.
 */
export async function paymentPage(
  context: BorrowerContext,
  request: PaymentPageRequest,
): Promise<{ link: string }> {
  const { borrower, configuration } = context;
  if (request.userId !== borrower.userId) throw new CodedError('session-required');
  const { orderNumber, currency } = await payableLoan(context, request);
  if (configuration.paymentPage.address === '') throw new CodedError('not-found');
  const values = { orderNumber, amount: String(request.amountMinor), currency };
  const link = paymentPageLink(configuration.paymentPage, values);
  if (link === null) throw new Error('The payment page is not on an allowed origin.');
  return { link };
}

/** The configured address with the values filled in; null when it is no address or its origin is not allowed. */
export function paymentPageLink(
  { address, origins }: PaymentPageConfiguration,
  values: Readonly<Record<'orderNumber' | 'amount' | 'currency', string>>,
): string | null {
  const filled = address.replace(/\{(orderNumber|amount|currency)\}/g, (_match, name: keyof typeof values) =>
    encodeURIComponent(values[name]),
  );
  const url = URL.canParse(filled) ? new URL(filled) : null;
  return url !== null && origins.includes(url.origin) ? url.href : null;
}
