import { defaultTemplateIds } from '#domain/registration/promotion-template.ts';
import type { CheckedBackend } from '#kit/bench.ts';
import type { CallOutcome } from '#kit/check-backend.ts';
import { newCardHolder } from './card-holders.ts';
import { newBorrower, paidOutLoan } from './lending-journeys.ts';
import type { LendingService } from './lending-service.ts';

/** The built-in service as the kit is told of it, with borrowers of its own. */
export async function checkedService(service: LendingService): Promise<CheckedBackend> {
  const { session, loan } = await newCardHolder(service);
  const other = await paidOutLoan(service, await newBorrower(service));
  return {
    apiBase: 'http://lender.test',
    merchantNumber: 'LL0001',
    timeoutMs: 60_000,
    fetch: async (request) => service.api.fetch(request),
    credentials: session,
    imageOrigins: ['http://lender.test'],
    redirectOrigins: ['https://pay.test'],
    offeredProductId: 'mx-90-steps',
    productId: loan.productId,
    orderId: loan.orderId,
    orderNumber: loan.orderNumber,
    otherOrderId: other.orderId,
    otherOrderNumber: other.orderNumber,
    templateId: defaultTemplateIds.es,
    phone: '5548217736',
    captcha: null,
    smsCode: null,
  };
}

/** What the kit finds, a line a problem. */
export const problemsOf = (outcomes: readonly CallOutcome[]) =>
  outcomes.flatMap(({ call, checks }) =>
    checks.flatMap(({ check, problem }) => (problem === null ? [] : [`${call}, ${check}: ${problem}`])),
  );
