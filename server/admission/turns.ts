import type { AdmittedRequest } from './room.ts';

/** Concurrent requests of a busy process. */
const atWorkMax = 32;
/** Concurrent requests of one caller, and of all strangers together, at the start and on a node without spare capacity. */
const initialShare = 2;
const shareMin = 1;
/** Multiple of the share for callers that continue earlier work, such as the lender's systems. */
const begunFactor = 4;
/** Loop use above which the share is halved. Five measurements in a row with spare time raise it by one, or double it on an idle process. */
const fullLoopUse = 0.85;
const spareLoopUse = 0.7;
const idleLoopUse = 0.4;
const spareLooks = 5;
/** After this time a request counts as waiting for its body, a backend or a lock, and leaves its turn. */
const workMaxMs = 250;

export interface NodeUse {
  readonly loopUse: number;
  readonly isProcessBusy: boolean;
  readonly isDatabaseBusy: boolean;
}

/**
 * A semaphore that limits the concurrent requests of each caller. Waiting requests start when there is room: known callers
 * before strangers, then callers with the fewest requests so far.
 */
export interface Turns {
  readonly waitingCount: number;
  /** Starts a request and returns null, or returns a promise that resolves when the request starts. */
  take(request: AdmittedRequest): Promise<void> | null;
  release(request: AdmittedRequest): void;
  /** Adapts each caller's share to the load, and starts waiting requests that now fit. */
  adapt(use: NodeUse): void;
  /** Lowers each caller's share towards its initial value. For a node with low load and no waiting requests. */
  relax(): void;
  beginAll(): void;
}

export function createTurns(now: () => number): Turns {
  /** In the order in which they began. */
  const atWork = new Set<AdmittedRequest>();
  const waiting: Record<'known' | 'strangers', AdmittedRequest[]> = { known: [], strangers: [] };
  let strangersAtWork = 0;
  let share = initialShare;
  let isProcessBusy = false;
  /** Loop use at the latest consecutive measurements with spare time and waiting requests. */
  let spareUses: number[] = [];
  const queueOf = ({ precedence }: AdmittedRequest) => (precedence === 'stranger' ? 'strangers' : 'known');
  const waitingCount = () => waiting.known.length + waiting.strangers.length;
  const hasTurn = ({ precedence, share: ofCaller }: AdmittedRequest) => {
    if (isProcessBusy && atWork.size >= atWorkMax) return false;
    if (precedence === 'begun') return ofCaller.atWork < share * begunFactor;
    if (precedence === 'known') return ofCaller.atWork < share;
    // One stranger gets at most half of the strangers' share.
    return strangersAtWork < share && ofCaller.atWork < Math.ceil(share / 2);
  };
  const start = (request: AdmittedRequest) => {
    request.begunAt = now();
    atWork.add(request);
    request.share.atWork += 1;
    request.share.begun += 1;
    if (request.precedence === 'stranger') strangersAtWork += 1;
  };
  const stop = (request: AdmittedRequest) => {
    if (!atWork.delete(request)) return;
    request.share.atWork -= 1;
    if (request.precedence === 'stranger') strangersAtWork -= 1;
  };
  const beginWaiting = (mayBegin: (request: AdmittedRequest) => boolean) => {
    for (const group of ['known', 'strangers'] as const) {
      const inTurn = waiting[group].toSorted((one, other) => one.share.begun - other.share.begun);
      waiting[group] = inTurn.filter((request) => {
        if (!mayBegin(request)) return true;
        start(request);
        request.begin?.();
        request.begin = undefined;
        return false;
      });
    }
  };
  const stopLongRunning = () => {
    const time = now();
    for (const request of atWork) {
      if (time - (request.begunAt ?? time) < workMaxMs) break;
      stop(request);
    }
  };
  return {
    get waitingCount() {
      return waitingCount();
    },
    take(request) {
      if (hasTurn(request)) {
        start(request);
        return null;
      }
      return new Promise((begin) => {
        request.begin = begin;
        waiting[queueOf(request)].push(request);
      });
    },
    release(request) {
      const queue = queueOf(request);
      if (request.begin) waiting[queue] = waiting[queue].filter((one) => one !== request);
      else stop(request);
      if (waitingCount() > 0) beginWaiting(hasTurn);
    },
    adapt({ loopUse, isProcessBusy: isBusyNow, isDatabaseBusy }) {
      isProcessBusy = isBusyNow;
      stopLongRunning();
      if (isDatabaseBusy || loopUse >= fullLoopUse) share = Math.max(shareMin, Math.floor(share / 2));
      const hasSpare = waitingCount() > 0 && !isDatabaseBusy && loopUse < spareLoopUse;
      spareUses = hasSpare ? [...spareUses, loopUse] : [];
      if (spareUses.length >= spareLooks) {
        share = Math.max(...spareUses) < idleLoopUse ? share * 2 : share + 1;
        spareUses = [];
      }
      beginWaiting(hasTurn);
    },
    relax() {
      share = Math.max(initialShare, Math.ceil(share / 2));
    },
    beginAll: () => beginWaiting(() => true),
  };
}
