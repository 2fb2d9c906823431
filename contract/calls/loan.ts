import { z } from 'zod';
import type { ReportedLoanStatus } from '#domain/loan/loan-status.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { defineCall } from '../call.ts';
import { v3Envelope } from '../envelope.ts';
import { wireLoanStatus } from '../loan-status.ts';
import {
  amountOf,
  type DetailRow,
  flagOf,
  ours,
  rowsOf,
  textOf,
  wireAmount,
  wireFlag,
  wireId,
  wireRow,
  wireRowsOf,
  wireText,
} from '../wire.ts';

/** What identifies an order on most calls. */
export interface LoanKey {
  readonly productId: string;
  readonly orderId: string;
}

/** The codec of a request that names an order. */
export const loanKeyRequest = z.codec(
  z.object({ productId: wireId.nullish(), orderId: wireId }),
  ours<LoanKey>(),
  {
    decode: ({ productId, orderId }) => ({ productId: String(productId ?? ''), orderId: String(orderId) }),
    encode: ({ productId, orderId }) => ({ productId, orderId }),
  },
);

/** One instalment as an order shows it. */
export interface LoanInstalment {
  readonly sequence: number;
  readonly dueDate: string;
  readonly totalMinor: MinorAmount;
  readonly state: 'paid' | 'overdue' | 'due' | 'upcoming';
  /** When the last payment on it arrived, `YYYY-MM-DD`; null while unpaid. */
  readonly paidOn: string | null;
}

/** Extending against paying today, both with their full cost (ORDER-7, DELAY-3). */
export interface ExtensionComparison {
  readonly days: number;
  readonly today: string;
  readonly feeMinor: MinorAmount;
  readonly payTodayMinor: MinorAmount;
  readonly newDueDate: string;
  readonly payLaterMinor: MinorAmount;
  readonly totalMinor: MinorAmount;
  readonly payNowTotalMinor: MinorAmount;
}

/** Where a loan stands in figures; a backend that has none leaves it out, and the page shows less. */
export interface LoanBalance {
  readonly orderNumber: string;
  readonly principalMinor: MinorAmount;
  readonly dueMinor: MinorAmount;
  readonly dueDate: string;
  readonly daysLate: number;
  readonly penaltyMinor: MinorAmount;
  readonly dailyPenaltyMinor: MinorAmount;
  readonly paidMinor: MinorAmount;
  readonly remainingMinor: MinorAmount;
  readonly instalments: readonly LoanInstalment[];
  readonly extension: ExtensionComparison | null;
}

/** A sentence the backend has for the borrower about this order, in their language. */
export interface LoanNotice {
  readonly tone: 'ok' | 'warn' | 'plain';
  readonly text: string;
}

/** An order as its page shows it (ORDER-1 to ORDER-7). */
export interface LoanDetail {
  readonly status: ReportedLoanStatus;
  readonly statusTitle: string;
  readonly statusDescription: string;
  readonly productName: string;
  readonly productLogo: string;
  readonly details: readonly DetailRow[];
  readonly opensInside: boolean;
  readonly canRate: boolean;
  readonly moreLink: string;
  readonly isExtendable: boolean;
  readonly agreementLink: string;
  readonly balance: LoanBalance | null;
  readonly notices: readonly LoanNotice[];
}

const wireNotices = z
  .array(z.object({ tone: z.enum(['ok', 'warn', 'plain']).catch('plain'), text: z.string() }))
  .nullish()
  .catch(null)
  .meta({ description: 'Optional: what else the borrower should know of this order' });

const wireExtension = z
  .object({
    days: z.int(),
    today: z.string(),
    feeMinor: wireAmount,
    payTodayMinor: wireAmount,
    newDueDate: z.string(),
    payLaterMinor: wireAmount,
    totalMinor: wireAmount,
    payNowTotalMinor: wireAmount,
  })
  .nullish();

const wireBalance = z
  .object({
    orderNumber: z.string(),
    principalMinor: wireAmount,
    dueMinor: wireAmount,
    dueDate: z.string(),
    daysLate: z.int(),
    penaltyMinor: wireAmount,
    dailyPenaltyMinor: wireAmount,
    paidMinor: wireAmount,
    remainingMinor: wireAmount,
    instalments: z.array(
      z.object({
        sequence: z.int(),
        dueDate: z.string(),
        totalMinor: wireAmount,
        state: z.enum(['paid', 'overdue', 'due', 'upcoming']),
        paidOn: z.string().nullable(),
      }),
    ),
    extension: wireExtension,
  })
  .nullish()
  .meta({ description: 'Optional: where the loan stands in figures' });

/** An order's status, figures and what can be done with it. */
export const readLoan = defineCall({
  name: 'readLoan',
  area: 'loan',
  summary: 'Order detail',
  method: 'POST',
  path: '/v3/loan-details/loan-details',
  encoding: 'json',
  client: 'json',
  session: 'required',
  envelope: v3Envelope,
  request: loanKeyRequest,
  response: z.codec(
    z.object({
      orderStatus: wireLoanStatus,
      noticeStatusText: wireText,
      noticeDesText: wireText,
      productName: wireText,
      productLogo: wireText,
      userOrderDetail: z.object({ detail: z.array(wireRow).nullish() }).nullish(),
      inside: wireFlag,
      isScore: wireFlag,
      h5Url: wireText,
      isDelay: wireFlag,
      isNewContract: wireText,
      balance: wireBalance,
      notices: wireNotices,
    }),
    ours<LoanDetail>(),
    {
      decode: (wire) => ({
        status: wire.orderStatus,
        statusTitle: textOf(wire.noticeStatusText),
        statusDescription: textOf(wire.noticeDesText),
        productName: textOf(wire.productName),
        productLogo: textOf(wire.productLogo),
        details: rowsOf(wire.userOrderDetail?.detail),
        opensInside: flagOf(wire.inside),
        canRate: flagOf(wire.isScore),
        moreLink: textOf(wire.h5Url),
        isExtendable: flagOf(wire.isDelay),
        agreementLink: textOf(wire.isNewContract),
        balance: wire.balance ? balanceOf(wire.balance) : null,
        notices: wire.notices ?? [],
      }),
      encode: (order) => ({
        orderStatus: order.status,
        noticeStatusText: order.statusTitle,
        noticeDesText: order.statusDescription,
        productName: order.productName,
        productLogo: order.productLogo,
        userOrderDetail: { detail: wireRowsOf(order.details) },
        inside: order.opensInside ? 1 : 0,
        isScore: order.canRate ? 1 : 0,
        h5Url: order.moreLink,
        isDelay: order.isExtendable ? 1 : 0,
        isNewContract: order.agreementLink,
        balance: order.balance && { ...order.balance, instalments: [...order.balance.instalments] },
        notices: [...order.notices],
      }),
    },
  ),
});

function balanceOf(wire: NonNullable<z.infer<typeof wireBalance>>): LoanBalance {
  const { extension } = wire;
  return {
    ...wire,
    principalMinor: amountOf(wire.principalMinor),
    dueMinor: amountOf(wire.dueMinor),
    penaltyMinor: amountOf(wire.penaltyMinor),
    dailyPenaltyMinor: amountOf(wire.dailyPenaltyMinor),
    paidMinor: amountOf(wire.paidMinor),
    remainingMinor: amountOf(wire.remainingMinor),
    instalments: wire.instalments.map((row) => ({ ...row, totalMinor: amountOf(row.totalMinor) })),
    extension: extension ? extensionOf(extension) : null,
  };
}

function extensionOf(wire: NonNullable<z.infer<typeof wireExtension>>): ExtensionComparison {
  return {
    ...wire,
    feeMinor: amountOf(wire.feeMinor),
    payTodayMinor: amountOf(wire.payTodayMinor),
    payLaterMinor: amountOf(wire.payLaterMinor),
    totalMinor: amountOf(wire.totalMinor),
    payNowTotalMinor: amountOf(wire.payNowTotalMinor),
  };
}
