import { z } from 'zod';
import type { ReportedLoanStatus } from '#domain/loan/loan-status.ts';
import { defineCall } from '../call.ts';
import { genericEnvelope } from '../envelope.ts';
import { loanStatusOf, wireLoanStatusOf } from '../loan-status.ts';
import {
  type DetailRow,
  flagOf,
  linkOf,
  optionalIdOf,
  ours,
  textOf,
  wireFlag,
  wireId,
  wireLink,
  wireText,
} from '../wire.ts';
import { imagesOf } from './complaint-history.ts';

const imagesMax = 9;
const imageAddressMaxLength = 2048;
const imageMaxBytes = 8 * 1024 * 1024;
// Room for 200 graphemes of up to 32 units each; they are counted where the complaint is taken (COMP-2).
const contentMaxLength = 6400;

/** A type or subtype to choose; `typeId` '1' is collection (COMP-1). */
export interface ComplaintType {
  readonly title: string;
  readonly typeId: string;
}

/** An order a complaint can be about. */
export interface ComplaintOrder {
  readonly orderNumber: string;
  readonly productName: string;
  readonly productLogo: string;
  readonly status: ReportedLoanStatus;
  /** Whether a complaint about collection can be filed on it (COMP-1). */
  readonly allowsCollection: boolean;
  readonly details: readonly DetailRow[];
}

/** What a complaint starts from (COMP-1): `order` is the one asked for, null when none was. */
export interface ComplaintStart {
  readonly types: readonly ComplaintType[];
  readonly collectionSubtypes: readonly ComplaintType[];
  readonly order: ComplaintOrder | null;
  readonly orders: readonly ComplaintOrder[];
}

const wireTypes = z.array(z.object({ title: wireText, value: wireId })).nullish();

function typesOf(wire: z.infer<typeof wireTypes>): ComplaintType[] {
  return (wire ?? []).map(({ title, value }) => ({ title: textOf(title), typeId: String(value) }));
}

function wireTypesOf(types: readonly ComplaintType[]): { title: string; value: string }[] {
  return types.map(({ title, typeId }) => ({ title, value: typeId }));
}

const wireOrder = z.object({
  orderNo: wireId.nullish(),
  productLogo: wireText,
  productName: wireText,
  status: wireText,
  isShow: wireFlag,
  rows: z.array(z.object({ title: wireText, value: wireText })).nullish(),
});

/** No order is null, an empty text, an empty list or an order without its number. */
const wireOrderOrEmpty = z.union([wireOrder, z.literal(''), z.array(z.unknown()).max(0)]).nullish();

function orderOf(wire: z.infer<typeof wireOrderOrEmpty>): ComplaintOrder | null {
  if (!wire || Array.isArray(wire)) return null;
  const orderNumber = optionalIdOf(wire.orderNo);
  if (orderNumber === null) return null;
  return {
    orderNumber,
    productName: textOf(wire.productName),
    productLogo: textOf(wire.productLogo),
    status: loanStatusOf(wire.status),
    allowsCollection: flagOf(wire.isShow),
    details: (wire.rows ?? []).map(({ title, value }) => ({ label: textOf(title), value: textOf(value) })),
  };
}

function wireOrderOf(order: ComplaintOrder): z.infer<typeof wireOrder> {
  return {
    orderNo: order.orderNumber,
    productLogo: order.productLogo,
    productName: order.productName,
    status: String(wireLoanStatusOf(order.status)),
    isShow: order.allowsCollection ? 1 : 0,
    rows: order.details.map(({ label, value }) => ({ title: label, value })),
  };
}

/** The types of complaint and the orders one can be about. */
export const openComplaint = defineCall({
  name: 'openComplaint',
  area: 'complaint',
  summary: 'Start of a complaint',
  method: 'POST',
  path: '/user-problem/problem-init',
  encoding: 'form',
  client: 'form',
  session: 'required',
  envelope: genericEnvelope,
  request: z.codec(z.object({ orderId: wireId.nullish() }), ours<{ orderId: string | null }>(), {
    decode: ({ orderId }) => ({ orderId: optionalIdOf(orderId) }),
    encode: ({ orderId }) => (orderId === null ? {} : { orderId }),
  }),
  response: z.codec(
    z.object({
      problemType: wireTypes,
      problemSonType: wireTypes,
      loanDetail: wireOrderOrEmpty,
      orderList: z.array(wireOrder).nullish(),
    }),
    ours<ComplaintStart>(),
    {
      decode: (wire) => ({
        types: typesOf(wire.problemType),
        collectionSubtypes: typesOf(wire.problemSonType),
        order: orderOf(wire.loanDetail),
        orders: (wire.orderList ?? []).map(orderOf).filter((order) => order !== null),
      }),
      encode: (start) => ({
        problemType: wireTypesOf(start.types),
        problemSonType: wireTypesOf(start.collectionSubtypes),
        loanDetail: start.order && wireOrderOf(start.order),
        orderList: start.orders.map(wireOrderOf),
      }),
    },
  ),
});

/** A complaint to file (COMP-2); `images` are addresses that the upload gave. */
export interface ComplaintDraft {
  readonly typeId: string;
  readonly subtypeId: string | null;
  readonly content: string;
  readonly images: readonly string[];
  readonly orderNumber: string | null;
}

/** A complaint that was filed; `folio` is what the borrower can quote, empty where the backend gives none. */
export interface FiledComplaint {
  readonly complaintId: string | null;
  readonly folio: string;
}

/** Files a complaint; `problemId` and `folio` are our own additions to the answer. */
export const sendComplaint = defineCall({
  name: 'sendComplaint',
  area: 'complaint',
  summary: 'File a complaint',
  method: 'POST',
  path: '/user-problem/problem-save',
  encoding: 'form',
  client: 'form',
  session: 'required',
  envelope: genericEnvelope,
  request: z.codec(
    z.object({
      problemType: wireId,
      problemSonType: wireId.nullish(),
      readComplaint: z.string().max(contentMaxLength),
      problemImage: z
        .string()
        .max(imagesMax * (imageAddressMaxLength + 1))
        .refine((joined) => joined.split(',').length <= imagesMax, `more than ${imagesMax} images`)
        .nullish()
        .meta({ description: `Up to ${imagesMax} addresses, joined by commas` }),
      orderNo: wireId.nullish(),
    }),
    ours<ComplaintDraft>(),
    {
      decode: (wire) => ({
        typeId: String(wire.problemType),
        subtypeId: optionalIdOf(wire.problemSonType),
        content: wire.readComplaint,
        images: imagesOf(wire.problemImage),
        orderNumber: optionalIdOf(wire.orderNo),
      }),
      encode: (draft) => ({
        problemType: draft.typeId,
        problemSonType: draft.subtypeId ?? '',
        readComplaint: draft.content,
        // A comma inside an address would part it in two.
        problemImage: draft.images.map((address) => address.replaceAll(',', '%2C')).join(','),
        orderNo: draft.orderNumber ?? '',
      }),
    },
  ),
  response: z.codec(
    z.object({ problemId: wireId.nullish(), folio: wireText }).nullish().catch(null),
    ours<FiledComplaint>(),
    {
      decode: (wire) => ({ complaintId: optionalIdOf(wire?.problemId), folio: textOf(wire?.folio) }),
      encode: ({ complaintId, folio }) => ({ problemId: complaintId, folio }),
    },
  ),
});

/** Takes one image (COMP-3) and gives its address, which `sendComplaint` sends back. */
export const sendComplaintImage = defineCall({
  name: 'sendComplaintImage',
  area: 'complaint',
  summary: 'Upload an image of a complaint',
  method: 'POST',
  path: '/user-problem/upload-problem-img',
  encoding: 'multipart',
  client: 'form',
  session: 'required',
  envelope: genericEnvelope,
  request: z.codec(z.object({ problemImage: z.file().min(1).max(imageMaxBytes) }), ours<{ image: File }>(), {
    decode: ({ problemImage }) => ({ image: problemImage }),
    encode: ({ image }) => ({ problemImage: image }),
  }),
  response: z.codec(wireLink, ours<{ link: string }>(), {
    decode: (wire) => ({ link: linkOf(wire) }),
    encode: ({ link }) => ({ url: link }),
  }),
});
