import { z } from 'zod';
import type { MinorAmount } from '#domain/money/money.ts';
import { defineCall } from '../call.ts';
import { v3Envelope } from '../envelope.ts';
import { amountOf, ours, textOf, wireAmount, wireText } from '../wire.ts';
import { loanKeyRequest } from './loan.ts';
import { type ChannelGroup, channelOf, wireChannel, wireChannelOf } from './repayment.ts';

/** One way to go on, with its full cost: extend, pay as much as that takes as a part, or pay all that is due. */
export interface PaymentOptionView {
  readonly kind: 'extend' | 'pay-part' | 'pay-all';
  readonly payTodayMinor: MinorAmount;
  /** What is then still owed, and by when. */
  readonly owedAfterMinor: MinorAmount;
  readonly owedOn: string;
  readonly totalMinor: MinorAmount;
}

/** What extending costs and how to pay for it (DELAY-1). */
export interface ExtensionDetail {
  readonly productName: string;
  readonly productLogo: string;
  readonly feeTitle: string;
  readonly amountMinor: MinorAmount;
  readonly newDueDate: string;
  readonly plan: readonly { readonly title: string; readonly date: string }[];
  readonly channelGroups: readonly ChannelGroup[];
  readonly notice: string;
  readonly note: string;
  /** Days gained; null when the backend does not say. */
  readonly days: number | null;
  /** The ways to go on side by side; none when the backend does not say. */
  readonly options: readonly PaymentOptionView[];
}

const wireOption = z.object({
  kind: z.enum(['extend', 'pay-part', 'pay-all']),
  payTodayMinor: wireAmount,
  owedAfterMinor: wireAmount,
  owedOn: z.string(),
  totalMinor: wireAmount,
});

/** The price of an extension and the channels to pay it. */
export const readExtension = defineCall({
  name: 'readExtension',
  area: 'extension',
  summary: 'Extension repayment',
  method: 'POST',
  path: '/v3/installment/loan-play-delay-detail',
  encoding: 'json',
  client: 'json',
  session: 'required',
  envelope: v3Envelope,
  request: loanKeyRequest,
  response: z.codec(
    z.object({
      productLogo: wireText,
      productName: wireText,
      delayInfo: z.object({ reviewer: wireText, delayAmount: wireAmount, delayTime: wireText }),
      repayPlan: z.array(z.object({ title: wireText, time: wireText })).nullish(),
      repayList: z.array(z.object({ title: wireText, list: z.array(wireChannel).nullish() })).nullish(),
      noticeMsg: wireText,
      note: wireText,
      days: z.int().nullish().catch(null).meta({ description: 'Optional: days gained' }),
      options: z
        .array(wireOption)
        .nullish()
        .catch(null)
        .meta({ description: 'Optional: the ways to go on, side by side' }),
    }),
    ours<ExtensionDetail>(),
    {
      decode: (wire) => ({
        productName: textOf(wire.productName),
        productLogo: textOf(wire.productLogo),
        feeTitle: textOf(wire.delayInfo.reviewer),
        amountMinor: amountOf(wire.delayInfo.delayAmount),
        newDueDate: textOf(wire.delayInfo.delayTime),
        plan: (wire.repayPlan ?? []).map((row) => ({ title: textOf(row.title), date: textOf(row.time) })),
        channelGroups: (wire.repayList ?? []).map((group) => ({
          title: textOf(group.title),
          channels: (group.list ?? []).map(channelOf),
        })),
        notice: textOf(wire.noticeMsg),
        note: textOf(wire.note),
        days: wire.days ?? null,
        options: (wire.options ?? []).map((option) => ({
          ...option,
          payTodayMinor: amountOf(option.payTodayMinor),
          owedAfterMinor: amountOf(option.owedAfterMinor),
          totalMinor: amountOf(option.totalMinor),
        })),
      }),
      encode: (extension) => ({
        productLogo: extension.productLogo,
        productName: extension.productName,
        delayInfo: {
          reviewer: extension.feeTitle,
          delayAmount: extension.amountMinor,
          delayTime: extension.newDueDate,
        },
        repayPlan: extension.plan.map(({ title, date }) => ({ title, time: date })),
        repayList: extension.channelGroups.map((group) => ({
          title: group.title,
          list: group.channels.map(wireChannelOf),
        })),
        noticeMsg: extension.notice,
        note: extension.note,
        days: extension.days,
        options: [...extension.options],
      }),
    },
  ),
});
