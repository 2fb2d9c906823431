import { z } from 'zod';
import { complaintImagesMax, imageMaxBytes } from '#domain/complaint/complaint.ts';
import { defineCall, formCall } from '../call.ts';
import { loanStatusOf, wireLoanStatusOf } from '../loan-status.ts';
import { field, optionalField, provided, wireObject, wireValue } from '../wire.ts';
import {
  addressAnswer,
  flag,
  flagUnlessZero,
  id,
  idOrEmpty,
  idOrNull,
  imageAddress,
  integer,
  list,
  orElse,
  text,
  tolerated,
} from '../wire-values.ts';

const imageAddressMaxLength = 2048;
// Room for 200 graphemes of up to 32 units each; they are counted where the complaint is taken (COMP-2).
const contentMaxLength = 6400;

const folio = text.describe('Number that the borrower can quote; empty where the backend gives none');

const complaintType = wireObject({ title: text, typeId: field('value', id, '1 is collection') });

export type ComplaintType = z.output<typeof complaintType>;

/** Drops types without an id, which cannot be chosen. */
const complaintTypes = wireValue(list(complaintType), (types) =>
  types.filter(({ typeId }) => typeId.trim() !== ''),
);

const loanStatus = wireValue(
  provided(z.unknown().optional(), { type: ['string', 'null'] }),
  loanStatusOf,
  (status) => String(wireLoanStatusOf(status)),
);

const complaintOrder = wireObject({
  orderNumber: field('orderNo', idOrEmpty),
  productName: text,
  productLogo: imageAddress,
  status: loanStatus,
  allowsCollection: field('isShow', flag, '1: complaints about collection are possible (COMP-1)'),
  details: field('rows', list(wireObject({ label: field('title', text), value: text }))),
}).meta({ id: 'ComplaintOrder' });

export type ComplaintOrder = z.output<typeof complaintOrder>;

/** Null, empty text, an empty list and an order without a number all mean no order. */
const orderOrNone = wireValue(
  z.union([complaintOrder, z.literal(''), z.array(z.unknown()).max(0)]).nullish(),
  (wire): ComplaintOrder | null => (wire && 'orderNumber' in wire && wire.orderNumber ? wire : null),
);

const complaintStart = wireObject({
  types: field('problemType', complaintTypes),
  collectionSubtypes: field('problemSonType', complaintTypes),
  dataRequests: field(
    'dataRequests',
    tolerated(complaintTypes, []),
    'Subtypes of type 4, personal data; sent as `problemSonType`',
  ),
  order: field('orderDetail', orderOrNone, 'Requested tab or complaint; null for none'),
  orders: field(
    'orderList',
    wireValue(list(complaintOrder), (orders) => orders.filter(({ orderNumber }) => orderNumber !== '')),
  ),
});

/** Data of an empty complaint form (COMP-1). */
export type ComplaintStart = z.output<typeof complaintStart>;

export const openComplaint = defineCall({
  ...formCall,
  name: 'openComplaint',
  area: 'complaint',
  summary: 'Start of a complaint',
  refusals: ['not-found'],
  path: '/user-problem/problem-init',
  request: wireObject({ orderId: optionalField('orderId', idOrNull) }),
  response: complaintStart,
});

/** An id; on the wire an empty text stands for none. */
const idOrBlank = wireValue(
  idOrNull,
  (value) => value,
  (value) => value ?? '',
);

const joinedImages = wireValue(
  z
    .string()
    .max(complaintImagesMax * (imageAddressMaxLength + 1))
    .refine(
      (joined) => joined.split(',').length <= complaintImagesMax,
      `more than ${complaintImagesMax} images`,
    )
    .nullish()
    .describe(`Up to ${complaintImagesMax} addresses, joined by commas`),
  (joined): readonly string[] => imagesOf((joined ?? '').split(',')),
  // A comma inside an address would part it in two.
  (images) => images.map((address) => address.replaceAll(',', '%2C')).join(','),
);

const complaintDraft = wireObject({
  typeId: field('problemType', id),
  subtypeId: field('problemSonType', idOrBlank),
  content: field('problemDetail', z.string().max(contentMaxLength)),
  images: field('problemImage', joinedImages),
  orderNumber: field('orderNo', idOrBlank),
});

/** A complaint to file (COMP-2); `images` are addresses from `sendComplaintImage`. */
export type ComplaintDraft = z.output<typeof complaintDraft>;

const answerBy = text.describe('Deadline of the answer, `YYYY-MM-DD`; empty when answered or unknown');

const filedComplaint = wireObject({
  complaintId: field('problemId', idOrNull),
  folio,
  answerBy,
});

/** All fields are our additions. */
export type FiledComplaint = z.output<typeof filedComplaint>;

export const sendComplaint = defineCall({
  ...formCall,
  name: 'sendComplaint',
  area: 'complaint',
  summary: 'File a complaint',
  refusals: [
    'not-found',
    'submission-repeated',
    'collection-unsupported',
    'complaint-empty',
    'complaint-too-long',
    'complaint-images-exceeded',
    'complaint-image-unknown',
  ],
  path: '/user-problem/problem-save',
  request: complaintDraft,
  response: tolerated(filedComplaint, { complaintId: null, folio: '', answerBy: '' }),
});

/** Uploads one image (COMP-3) and gives its address for `sendComplaint`. */
export const sendComplaintImage = defineCall({
  ...formCall,
  name: 'sendComplaintImage',
  area: 'complaint',
  summary: 'Upload an image of a complaint',
  refusals: ['image-type', 'image-pixels-exceeded', 'image-damaged', 'image-too-large'],
  path: '/user-problem/upload-problem-img',
  encoding: 'multipart',
  request: wireObject({ image: field('problemImage', z.file().min(1).max(imageMaxBytes)) }),
  response: addressAnswer('image'),
});

const complaintEntry = wireObject({
  complaintId: field('id', id),
  time: text.describe('Ready to show'),
  type: text,
  content: text,
  folio,
  answerBy,
  state: text.describe('State; empty where the backend gives none'),
});

export type ComplaintEntry = z.output<typeof complaintEntry>;

const complaintTab = wireObject({
  title: text,
  tabId: field(
    'tab',
    idOrNull,
    'Id to request this tab alone; null where the backend gives all complaints at once',
  ),
  entries: field('items', list(complaintEntry)),
  nextCursor: idOrNull.describe('Cursor of the next entries; null for none'),
});

export type ComplaintTab = z.output<typeof complaintTab>;

const complaintListKey = wireObject({
  tabId: optionalField('tab', idOrNull),
  cursor: optionalField('cursor', idOrNull),
});

/** Every tab from its start, or one tab from a cursor on. */
export type ComplaintListKey = z.output<typeof complaintListKey>;

/** Lists the borrower's complaints by tab. Tab ids, cursors, folio, answer date and state are our additions. */
export const readComplaints = defineCall({
  ...formCall,
  name: 'readComplaints',
  area: 'complaint',
  summary: 'Complaints of the borrower',
  path: '/user-problem/problem-list',
  request: complaintListKey,
  response: wireObject({ tabs: list(complaintTab) }),
});

/** Image addresses from a list or a comma-joined text, without empty ones. */
const images = wireValue(
  provided(z.union([z.array(imageAddress), z.string()]).nullish(), {
    type: ['array', 'null'],
    items: { type: 'string' },
  }),
  (wire): readonly string[] => imagesOf(typeof wire === 'string' ? wire.split(',') : (wire ?? [])),
  (addresses) => [...addresses],
);

function imagesOf(addresses: readonly string[]): string[] {
  return addresses.map((address) => address.trim()).filter((address) => address !== '');
}

const complaintStep = wireObject({ state: text, time: text.describe('Ready to show') });

/** A state that the complaint reached. From our own service it is one of the domain's. */
export type ComplaintStep = z.output<typeof complaintStep>;

const interimAnswer = wireObject({ time: text.describe('Ready to show'), text });

const complaintDetail = wireObject({
  complaintId: field('problemId', id),
  type: text,
  subtype: field('sonType', text),
  content: text,
  images,
  reply: field('disposeDetail', text, 'Empty while unanswered'),
  replyImages: field('disposeImages', images),
  interimAnswers: list(interimAnswer).describe('Interim answers that announce a delay, oldest first'),
  asksForRating: field('isNeedScore', flagUnlessZero),
  folio,
  answerBy,
  orderNumber: field('orderNo', text, 'The order it is about; empty for none'),
  progress: list(complaintStep).describe('States reached, in order'),
  score: orElse(integer, null).describe('Stars given by the borrower; null for none'),
});

/** A complaint with its answer (COMP-6). */
export type ComplaintDetail = z.output<typeof complaintDetail>;

/** Folio, answer date, order number, interim answers, progress and score are our additions. */
export const readComplaint = defineCall({
  ...formCall,
  name: 'readComplaint',
  area: 'complaint',
  summary: 'A complaint and its answer',
  refusals: ['not-found'],
  path: '/user-problem/problem-detail',
  request: wireObject({ complaintId: field('problemId', id) }),
  response: complaintDetail,
});
