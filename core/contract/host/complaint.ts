import { z } from 'zod';
import {
  complaintImagesMax,
  complaintReplyMaxLength,
  complaintStates,
  complaintSubtypeIds,
  complaintTypeIds,
  imageMaxBytes,
} from '#domain/complaint/complaint.ts';
import { isFolio } from '#domain/complaint/complaint-folio.ts';
import { allMarkets } from '#domain/market.ts';
import { defineHostCall, namedObject, nextCursor, pageFields } from '../host-call.ts';

const folio = z.string().max(32).refine(isFolio, 'not a folio');
const state = z.enum(complaintStates);
const instant = z.string();

const hostComplaint = namedObject('HostComplaint', {
  complaintId: z.string(),
  folio: z.string(),
  borrowerId: z.string(),
  orderNumber: z.string().nullable(),
  typeId: z.enum(complaintTypeIds),
  subtypeId: z.enum(complaintSubtypeIds).nullable(),
  content: z.string(),
  state,
  filedAt: instant,
  reviewedAt: instant.nullable(),
  answeredAt: instant.nullable(),
  closedAt: instant.nullable(),
  dueAt: instant
    .nullable()
    .describe('Legal deadline of a data request, to answer and then to carry out; null for complaints'),
  reply: z.string().nullable(),
  interimAnswers: z
    .array(z.object({ text: z.string().describe('Answer to the borrower'), sentAt: instant }))
    .readonly()
    .describe('Interim answers that announce a delay, oldest first'),
  score: z.int().nullable(),
  images: z.array(z.string()).describe('Links without origin, valid for 15 minutes'),
  replyImages: z.array(z.string()),
});

export type HostComplaint = z.infer<typeof hostComplaint>;

const changed = z.object({ folio: z.string(), state });

export const listComplaints = defineHostCall({
  name: 'listComplaints',
  summary: 'List complaints',
  path: '/host/complaints',
  isRead: true,
  request: z.object({ state, ...pageFields }),
  response: z.object({ complaints: z.array(hostComplaint), nextCursor }),
});

/** Lists complaints in every state, oldest first, for an export by page. */
export const exportComplaints = defineHostCall({
  name: 'exportComplaints',
  summary: 'Export complaints',
  path: '/host/complaints/export',
  isRead: true,
  request: z.object({
    market: z.enum(allMarkets).optional().describe("Only complaints of this market's borrowers"),
    filedFrom: z.iso.datetime({ offset: true }).optional().describe('Only those filed then or later'),
    filedBefore: z.iso.datetime({ offset: true }).optional().describe('Only those filed before'),
    ...pageFields,
  }),
  response: z.object({ complaints: z.array(hostComplaint), nextCursor }),
});

export const reviewComplaint = defineHostCall({
  name: 'reviewComplaint',
  summary: 'Take a complaint into review',
  path: '/host/complaints/review',
  request: z.object({ folio }),
  response: changed,
});

/** A JPEG, PNG or WebP image in base64. */
export const imageBase64 = z
  .base64()
  .max(Math.ceil(imageMaxBytes / 3) * 4)
  .describe('JPEG, PNG or WebP of at most 8 MB, in base64');

export const uploadReplyImage = defineHostCall({
  name: 'uploadReplyImage',
  summary: 'Upload an image for an answer',
  path: '/host/complaints/images',
  request: z.object({
    folio,
    imageBase64,
  }),
  response: z.object({ image: z.string() }),
});

export const answerComplaint = defineHostCall({
  name: 'answerComplaint',
  summary: 'Answer a complaint',
  path: '/host/complaints/answer',
  request: z.object({
    folio,
    reply: z.string().max(complaintReplyMaxLength),
    images: z
      .array(z.string().max(64))
      .max(complaintImagesMax)
      .optional()
      .describe('Names from the upload, in the order to show'),
  }),
  response: changed,
});

/** Tells the borrower that the answer takes longer. State and deadline of the complaint stay. */
export const sendInterimAnswer = defineHostCall({
  name: 'sendInterimAnswer',
  summary: 'Send an interim answer to a complaint',
  path: '/host/complaints/interim-answers',
  request: z.object({
    folio,
    text: z.string().max(complaintReplyMaxLength).describe('Text for the borrower'),
  }),
  response: changed,
});

/** Extends the legal deadline of a data request, once, where the law allows it. */
export const extendDataRequest = defineHostCall({
  name: 'extendDataRequest',
  summary: 'Extend the deadline of a data request',
  path: '/host/complaints/extensions',
  request: z.object({
    folio,
    text: z.string().max(complaintReplyMaxLength).describe('Reason that the borrower reads'),
  }),
  response: changed.extend({ dueAt: instant.describe('The extended deadline') }),
});

export const closeComplaint = defineHostCall({
  name: 'closeComplaint',
  summary: 'Close a complaint',
  path: '/host/complaints/close',
  request: z.object({ folio }),
  response: changed,
});
