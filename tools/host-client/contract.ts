import type { z } from 'zod';
import type { AnyHostCall } from '#contract/all-host-calls.ts';
import type { EventMessages } from '#contract/events.ts';

// Types alone, from the schemas of the contract. The packed client has generated ones in their place, which need no zod and
// say what each field means (tools/scripts/host-client-package.ts).

export type HostCalls = {
  readonly [Call in AnyHostCall as Call['path']]: {
    readonly request: z.input<Call['request']>;
    readonly data: z.input<Call['response']>;
  };
};

export type HostEvents = EventMessages;

type DataOf<Path extends keyof HostCalls> = HostCalls[Path]['data'];

export type HostBorrower = DataOf<'/host/borrowers'>;
export type HostChargeDispute = DataOf<'/host/charge-disputes/list'>['disputes'][number];
export type HostComplaint = DataOf<'/host/complaints'>['complaints'][number];
export type HostLoan = DataOf<'/host/loans/list'>['loans'][number];
export type HostNewPlan = DataOf<'/host/loans/read'>['newPlans'][number];
export type HostOffer = DataOf<'/host/offers'>;
export type HostPayment = DataOf<'/host/payments/list'>['payments'][number];
export type HostPaymentClaim = DataOf<'/host/payment-claims/list'>['claims'][number];
export type HostProduct = DataOf<'/host/products'>;
export type HostRefund = DataOf<'/host/refunds'>;
