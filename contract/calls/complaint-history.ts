import { z } from 'zod';
import { defineCall } from '../call.ts';
import { genericEnvelope } from '../envelope.ts';
import { optionalIdOf, ours, textOf, wireFlag, wireId, wireInteger, wireText } from '../wire.ts';

/** A complaint as the list shows it (COMP-5); `time` is ready to show. */
export interface ComplaintEntry {
  readonly complaintId: string;
  readonly time: string;
  readonly type: string;
  readonly content: string;
  /** What the borrower can quote; empty where the backend gives none. */
  readonly folio: string;
  /** Where it stands, one of the domain's states from our own service; empty where the backend does not tell. */
  readonly state: string;
}

/** A tab of the list of complaints. */
export interface ComplaintTab {
  readonly title: string;
  /** Asks for this tab alone; null where the backend gives every complaint at once. */
  readonly tabId: string | null;
  readonly entries: readonly ComplaintEntry[];
  /** Asks for the entries after these; null when there are no more. */
  readonly nextCursor: string | null;
}

/** Which complaints are asked for: every tab from its start, or one tab from a cursor on. */
export interface ComplaintListKey {
  readonly tabId: string | null;
  readonly cursor: string | null;
}

/** The borrower's complaints, by tab; the tab's id, the cursors, folio and state are our own additions. */
export const readComplaints = defineCall({
  name: 'readComplaints',
  area: 'complaint',
  summary: 'Complaints of the borrower',
  method: 'POST',
  path: '/user-problem/problem-list',
  encoding: 'form',
  client: 'form',
  session: 'required',
  envelope: genericEnvelope,
  request: z.codec(z.object({ tab: wireId.nullish(), cursor: wireId.nullish() }), ours<ComplaintListKey>(), {
    decode: ({ tab, cursor }) => ({ tabId: optionalIdOf(tab), cursor: optionalIdOf(cursor) }),
    encode: ({ tabId, cursor }) => ({
      ...(tabId === null ? {} : { tab: tabId }),
      ...(cursor === null ? {} : { cursor }),
    }),
  }),
  response: z.codec(
    z.object({
      tabs: z
        .array(
          z.object({
            title: wireText,
            tab: wireId.nullish(),
            nextCursor: wireId.nullish(),
            items: z
              .array(
                z.object({
                  id: wireId,
                  time: wireText,
                  type: wireText,
                  content: wireText,
                  folio: wireText,
                  state: wireText,
                }),
              )
              .nullish(),
          }),
        )
        .nullish(),
    }),
    ours<{ tabs: readonly ComplaintTab[] }>(),
    {
      decode: (wire) => ({
        tabs: (wire.tabs ?? []).map(({ title, tab, items, nextCursor }) => ({
          title: textOf(title),
          tabId: optionalIdOf(tab),
          nextCursor: optionalIdOf(nextCursor),
          entries: (items ?? []).map((item) => ({
            complaintId: String(item.id),
            time: textOf(item.time),
            type: textOf(item.type),
            content: textOf(item.content),
            folio: textOf(item.folio),
            state: textOf(item.state),
          })),
        })),
      }),
      encode: ({ tabs }) => ({
        tabs: tabs.map(({ title, tabId, entries, nextCursor }) => ({
          title,
          tab: tabId,
          nextCursor,
          items: entries.map(({ complaintId, ...entry }) => ({ id: complaintId, ...entry })),
        })),
      }),
    },
  ),
});

/** A complaint and the answer to it (COMP-6); `reply` is empty while there is none. */
export interface ComplaintDetail {
  readonly complaintId: string;
  readonly type: string;
  readonly subtype: string;
  readonly content: string;
  readonly images: readonly string[];
  readonly reply: string;
  readonly replyImages: readonly string[];
  /** Whether the borrower is to be asked for a rating. */
  readonly asksForRating: boolean;
  /** What the borrower can quote; empty where the backend gives none. */
  readonly folio: string;
  /** The number of the order it is about; empty for none. */
  readonly orderNumber: string;
  /** The states it went through, first to last, each with a time ready to show; empty where the backend does not tell. */
  readonly progress: readonly ComplaintStep[];
  /** The stars the borrower gave; null when not rated. */
  readonly score: number | null;
}

/** A state a complaint reached, one of the domain's from our own service. */
export interface ComplaintStep {
  readonly state: string;
  readonly time: string;
}

const wireImages = z.union([z.array(wireText), z.string()]).nullish();

/** Image addresses from a list or a comma-joined text; empty ones are left out. */
export function imagesOf(wire: z.infer<typeof wireImages>): string[] {
  const addresses = typeof wire === 'string' ? wire.split(',') : (wire ?? []).map(textOf);
  return addresses.map((address) => address.trim()).filter((address) => address !== '');
}

/**
 * One complaint. `isNeedScore` asks for a rating with any value but zero (COMP-6). Folio, order number, progress and score
 * are our own additions.
 */
export const readComplaint = defineCall({
  name: 'readComplaint',
  area: 'complaint',
  summary: 'A complaint and its answer',
  method: 'POST',
  path: '/user-problem/problem-detail',
  encoding: 'form',
  client: 'form',
  session: 'required',
  envelope: genericEnvelope,
  request: z.codec(z.object({ problemId: wireId }), ours<{ complaintId: string }>(), {
    decode: ({ problemId }) => ({ complaintId: String(problemId) }),
    encode: ({ complaintId }) => ({ problemId: complaintId }),
  }),
  response: z.codec(
    z.object({
      type: wireText,
      sonType: wireText,
      problemId: wireId,
      content: wireText,
      images: wireImages,
      disposeDetail: wireText,
      disposeImages: wireImages,
      isNeedScore: wireFlag,
      folio: wireText,
      orderNo: wireText,
      progress: z.array(z.object({ state: wireText, time: wireText })).nullish(),
      score: wireInteger.nullish(),
    }),
    ours<ComplaintDetail>(),
    {
      decode: (wire) => ({
        complaintId: String(wire.problemId),
        type: textOf(wire.type),
        subtype: textOf(wire.sonType),
        content: textOf(wire.content),
        images: imagesOf(wire.images),
        reply: textOf(wire.disposeDetail),
        replyImages: imagesOf(wire.disposeImages),
        asksForRating: Boolean(Number(wire.isNeedScore)),
        folio: textOf(wire.folio),
        orderNumber: textOf(wire.orderNo),
        progress: (wire.progress ?? []).map(({ state, time }) => ({
          state: textOf(state),
          time: textOf(time),
        })),
        score: wire.score === null || wire.score === undefined ? null : Number(wire.score),
      }),
      encode: (complaint) => ({
        type: complaint.type,
        sonType: complaint.subtype,
        problemId: complaint.complaintId,
        content: complaint.content,
        images: [...complaint.images],
        disposeDetail: complaint.reply,
        disposeImages: [...complaint.replyImages],
        isNeedScore: complaint.asksForRating ? 1 : 0,
        folio: complaint.folio,
        orderNo: complaint.orderNumber,
        progress: complaint.progress.map(({ state, time }) => ({ state, time })),
        score: complaint.score,
      }),
    },
  ),
});
