import type { DeskAct } from '../desk/role.ts';
import type { WorkKind } from './matter.ts';

export const batchActs = [
  'assign',
  'approve',
  'decline',
  'match',
  'second',
  'close-message',
  'send-again',
  'hand-over',
  'pause',
  'log-wrote',
  'log-no-answer',
] as const;
export type BatchAct = (typeof batchActs)[number];

export const batchOutcomes = ['ready', 'cannot', 'done', 'dropped'] as const;
export type BatchOutcome = (typeof batchOutcomes)[number];

/** The next page of the list that a batch takes whole. */
export interface BatchRest {
  /** `batch` for the items that an earlier batch left undone; its id is the query. */
  readonly list: string;
  readonly query: string;
  readonly cursor: string;
}

/** The kind of matter that each act needs (null for any), and its permission. */
export const batchActTable: Readonly<
  Record<
    BatchAct,
    { readonly kind: WorkKind | null; readonly needs: DeskAct | null; readonly asksReason: boolean }
  >
> = {
  assign: { kind: null, needs: null, asksReason: false },
  approve: { kind: 'application', needs: 'decide-application', asksReason: true },
  decline: { kind: 'application', needs: 'decide-application', asksReason: true },
  match: { kind: 'unmatched', needs: 'match-payment', asksReason: true },
  second: { kind: 'approval', needs: 'approve', asksReason: false },
  'close-message': { kind: 'message', needs: 'answer-complaint', asksReason: false },
  'send-again': { kind: 'event', needs: 'run-operations', asksReason: false },
  'hand-over': { kind: 'collection', needs: 'collect', asksReason: false },
  pause: { kind: 'collection', needs: 'collect', asksReason: true },
  'log-wrote': { kind: 'collection', needs: 'collect', asksReason: false },
  'log-no-answer': { kind: 'collection', needs: 'collect', asksReason: false },
};

export const readyReasons = {
  approve: ['fits-offer', 'paid-before', 'checked'],
  decline: ['affordability', 'incomplete-data', 'identity'],
  match: ['reference-slip', 'same-payer', 'told-by-borrower'],
  pause: ['checking-data', 'hardship', 'holiday'],
} as const satisfies Partial<Record<BatchAct, readonly string[]>>;

/** Most items that one request previews or carries out; longer batches go on in pieces. */
export const batchPieceMax = 200;

/** Items of each outcome that the page of a batch shows. */
export const batchRowsShown = 50;
