import { z } from 'zod';
import type { MinorAmount } from '#domain/money/money.ts';
import { defineCall } from '../call.ts';
import { v3Envelope } from '../envelope.ts';
import {
  amountOf,
  type DetailRow,
  ours,
  rowsOf,
  textOf,
  wireAmount,
  wireAmountSent,
  wireId,
  wireInteger,
  wireRow,
  wireRowsOf,
  wireText,
} from '../wire.ts';
import { loanKeyRequest } from './loan.ts';

/** What kind of channel it is; a backend that does not say gets a plain card. */
export type ChannelKind = 'bank-transfer' | 'store' | 'upi' | 'virtual-account';

/** One way to pay (REPAY-3). Texts are ready to show; images are addresses, checked before they are used. */
export interface Channel {
  readonly logo: string;
  readonly description: string;
  readonly payCode: string;
  /** Image of a code to scan, a QR for instance; empty when there is none. */
  readonly codeImage: string;
  /** Image of the bar code; empty when there is none. */
  readonly barcodeImage: string;
  readonly kind: ChannelKind | null;
  readonly title: string;
  /** What the pay code is, for instance "CLABE, 18 dígitos". */
  readonly codeLabel: string;
  readonly holderName: string;
  /** The bank's code beside an account number: the IFSC in India. */
  readonly bankCode: string;
  /** An intent link that opens a payment app: `upi://pay…`. */
  readonly payLink: string;
}

/** Channels under one title, for instance Transfer or Cash. */
export interface ChannelGroup {
  readonly title: string;
  readonly channels: readonly Channel[];
}

/** What is to be paid and how (REPAY-1 to REPAY-3). */
export interface RepaymentDetail {
  readonly amountMinor: MinorAmount;
  readonly date: string;
  readonly productName: string;
  readonly productLogo: string;
  readonly details: readonly DetailRow[];
  readonly channelGroups: readonly ChannelGroup[];
  readonly notice: string;
}

/** A channel as it travels. */
export const wireChannel = z.object({
  logo: wireText,
  desc: wireText,
  payCode: wireText,
  vCode: wireText,
  BARcodeImg: wireText,
  kind: z.enum(['bank-transfer', 'store', 'upi', 'virtual-account']).nullish().catch(null),
  title: wireText,
  codeLabel: wireText,
  holderName: wireText,
  bankCode: wireText,
  payLink: wireText,
});

/** The channel of a checked wire value. */
export function channelOf(wire: z.infer<typeof wireChannel>): Channel {
  return {
    logo: textOf(wire.logo),
    description: textOf(wire.desc),
    payCode: textOf(wire.payCode),
    codeImage: textOf(wire.vCode),
    barcodeImage: textOf(wire.BARcodeImg),
    kind: wire.kind ?? null,
    title: textOf(wire.title),
    codeLabel: textOf(wire.codeLabel),
    holderName: textOf(wire.holderName),
    bankCode: textOf(wire.bankCode),
    payLink: textOf(wire.payLink),
  };
}

/** A channel as it travels. */
export function wireChannelOf(channel: Channel): z.infer<typeof wireChannel> {
  return {
    logo: channel.logo,
    desc: channel.description,
    payCode: channel.payCode,
    vCode: channel.codeImage,
    BARcodeImg: channel.barcodeImage,
    kind: channel.kind,
    title: channel.title,
    codeLabel: channel.codeLabel,
    holderName: channel.holderName,
    bankCode: channel.bankCode,
    payLink: channel.payLink,
  };
}

/** What is due on an order and the channels to pay it. */
export const readRepayment = defineCall({
  name: 'readRepayment',
  area: 'repayment',
  summary: 'Instalment repayment',
  method: 'POST',
  path: '/v3/installment/loan-play-detail',
  encoding: 'json',
  client: 'json',
  session: 'required',
  envelope: v3Envelope,
  request: loanKeyRequest,
  response: z.codec(
    z.object({
      repayAmount: wireAmount,
      productName: wireText,
      repayDate: wireText,
      productLogo: wireText,
      detail: z.array(wireRow).nullish(),
      repayList: z.array(z.object({ reviewer: wireText, list: z.array(wireChannel).nullish() })).nullish(),
      noticeMsg: wireText,
    }),
    ours<RepaymentDetail>(),
    {
      decode: (wire) => ({
        amountMinor: amountOf(wire.repayAmount),
        date: textOf(wire.repayDate),
        productName: textOf(wire.productName),
        productLogo: textOf(wire.productLogo),
        details: rowsOf(wire.detail),
        channelGroups: (wire.repayList ?? []).map((group) => ({
          title: textOf(group.reviewer),
          channels: (group.list ?? []).map(channelOf),
        })),
        notice: textOf(wire.noticeMsg),
      }),
      encode: (repayment) => ({
        repayAmount: repayment.amountMinor,
        productName: repayment.productName,
        repayDate: repayment.date,
        productLogo: repayment.productLogo,
        detail: wireRowsOf(repayment.details),
        repayList: repayment.channelGroups.map((group) => ({
          reviewer: group.title,
          list: group.channels.map(wireChannelOf),
        })),
        noticeMsg: repayment.notice,
      }),
    },
  ),
});

/** What a payment is for: `requestType` 1 repays, 2 extends (INSTR-1). */
export type PaymentPurpose = 'repay' | 'extend';

/** Which payment the instructions are for. */
export interface InstructionRequest {
  readonly productId: string;
  readonly orderId: string;
  readonly amountMinor: MinorAmount;
  readonly payCode: string;
  readonly purpose: PaymentPurpose;
}

/** A titled block of the instructions. */
export interface InstructionSection {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Images with whom to ask; `contact` is a mail address or a link. */
export interface InstructionImages {
  readonly title: string;
  readonly contact: string;
  readonly images: readonly string[];
}

/** How to pay one code, step by step (INSTR-1). */
export interface PaymentInstruction {
  readonly topLogo: string;
  readonly amountMinor: MinorAmount;
  readonly title: string;
  readonly text: string;
  readonly payCode: string;
  readonly codeImage: string;
  readonly companyName: string;
  readonly sections: readonly InstructionSection[];
  readonly imageSections: readonly InstructionImages[];
  readonly bottomLogo: string;
}

/** Instructions for paying one code. */
export const readPaymentInstruction = defineCall({
  name: 'readPaymentInstruction',
  area: 'repayment',
  summary: 'Payment instructions of one code',
  method: 'POST',
  path: '/v3/loan-details/generate-vcode',
  encoding: 'json',
  client: 'json',
  session: 'required',
  envelope: v3Envelope,
  request: z.codec(
    z.object({
      productId: wireId.nullish(),
      orderId: wireId,
      amount: wireAmountSent,
      payCode: z.string().max(64),
      requestType: wireInteger.refine(
        (value) => Number(value) === 1 || Number(value) === 2,
        'must be 1 or 2',
      ),
    }),
    ours<InstructionRequest>(),
    {
      decode: (wire): InstructionRequest => ({
        productId: String(wire.productId ?? ''),
        orderId: String(wire.orderId),
        amountMinor: amountOf(wire.amount),
        payCode: wire.payCode,
        purpose: Number(wire.requestType) === 2 ? 'extend' : 'repay',
      }),
      encode: (request) => ({
        productId: request.productId,
        orderId: request.orderId,
        amount: request.amountMinor,
        payCode: request.payCode,
        requestType: request.purpose === 'extend' ? 2 : 1,
      }),
    },
  ),
  response: z.codec(
    z.object({
      topLogo: wireText,
      repayDetail: z.object({
        amount: wireAmount,
        repayTitle: wireText,
        repayDes: wireText,
        repayCode: wireText,
        vCode: wireText,
        companyName: wireText,
      }),
      dataList: z.array(z.object({ title: wireText, content: z.array(wireText).nullish() })).nullish(),
      imgList: z
        .array(z.object({ title: wireText, eMail: wireText, content: z.array(wireText).nullish() }))
        .nullish(),
      bottomLogo: wireText,
    }),
    ours<PaymentInstruction>(),
    {
      decode: (wire) => ({
        topLogo: textOf(wire.topLogo),
        amountMinor: amountOf(wire.repayDetail.amount),
        title: textOf(wire.repayDetail.repayTitle),
        text: textOf(wire.repayDetail.repayDes),
        payCode: textOf(wire.repayDetail.repayCode),
        codeImage: textOf(wire.repayDetail.vCode),
        companyName: textOf(wire.repayDetail.companyName),
        sections: (wire.dataList ?? []).map((section) => ({
          title: textOf(section.title),
          lines: (section.content ?? []).map(textOf),
        })),
        imageSections: (wire.imgList ?? []).map((section) => ({
          title: textOf(section.title),
          contact: textOf(section.eMail),
          images: (section.content ?? []).map(textOf),
        })),
        bottomLogo: textOf(wire.bottomLogo),
      }),
      encode: (instruction) => ({
        topLogo: instruction.topLogo,
        repayDetail: {
          amount: instruction.amountMinor,
          repayTitle: instruction.title,
          repayDes: instruction.text,
          repayCode: instruction.payCode,
          vCode: instruction.codeImage,
          companyName: instruction.companyName,
        },
        dataList: instruction.sections.map(({ title, lines }) => ({ title, content: [...lines] })),
        imgList: instruction.imageSections.map(({ title, contact, images }) => ({
          title,
          eMail: contact,
          content: [...images],
        })),
        bottomLogo: instruction.bottomLogo,
      }),
    },
  ),
});
