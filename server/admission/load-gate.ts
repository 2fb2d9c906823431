import { performance } from 'node:perf_hooks';

/** How a node stands at the moment. */
export interface NodeLoad {
  /** The part of the last moments that the process worked, 0 to 1. */
  readonly loopUse: number;
  /** Requests that wait for a session of the database, the sessions there are, and how long the first of those that pages wait for. */
  readonly waiting: number;
  readonly sessions: number;
  readonly longestWaitMs: number;
}

/** A request that was taken on. */
export interface Admission {
  /** Done once it is its turn; null where that is at once. */
  readonly turn: Promise<void> | null;
  /** To be called once it is answered, or given up. */
  leave(wasAnswered?: boolean): void;
}

/** Who is refused first: a stranger, then a caller who was here lately; last, one of these who goes on with what they began, as with a form. */
export type Precedence = 'stranger' | 'known' | 'begun';

/** How many times as many of each may be under way. */
const rooms: Readonly<Record<Precedence, number>> = { stranger: 1, known: 1.5, begun: 2 };
/** The part of that which is theirs however many strangers are under way: more may be than there is room for, once answers get slower. */
const roomsOfTheirOwn: Readonly<Record<Precedence, number>> = { stranger: 0, known: 0.5, begun: 1 };
/** The part of what may be under way that one caller may have of it, though so many at least. */
const partsOfOne: Readonly<Record<Precedence, number>> = { stranger: 0.25, known: 0.25, begun: 1 };
const ofOneMin = 8;

/** Refuses at once what a node could not answer soon, so that what it takes on is answered. */
export interface LoadGate {
  /**
   * Takes a request of a caller on; null when it is to be refused.
   * @param isArriving whether the rest of its body is waited for from its client; asked at each look.
   */
  enter(precedence: Precedence, caller: string, isArriving?: () => boolean): Admission | null;
  /** Looks at the node anew; `everyMs` after the last time. */
  measure(): void;
  close(): void;
}

/** How often the node is looked at, in milliseconds. */
const everyMs = 250;
/** Once as many are under way as there is room for, or some wait for their turn, the node is looked at again, though not more often than this. */
const againMs = 20;
/** Looks that are remembered, and together tell what the node can do: a second of them. */
const remembered = 4;
/** Answers a second of a node that has not shown yet what it can do. */
const perSecondAtFirst = 100;
/** A look at a node with time to spare tells what it could do where it answered so many, and as if it worked this part of the time at least. */
const tellingCount = 5;
const leastLoopUse = 0.25;
/** From this use on the process is the bottleneck. */
const busyLoopUse = 0.95;
/** Requests that wait for each session before the database is the bottleneck. */
const busyWaitingPerSession = 2;
/** From this wait on, for a session, the database is the bottleneck too. */
const busyWaitMs = 500;
/** How long a request that is taken on may wait, as long as answers go on as they do. */
const waitSeconds = 0.5;
/** Taken on however slow answers are. */
const underWayMin = 32;
/** Worked on at a time by a process that is the bottleneck. */
const atWorkMax = 32;
/** Worked on at a time of one caller, and of all strangers together: at first, and at a node that has no time for more. */
const shareAtFirst = 2;
const shareMin = 1;
/** How many times as many of those who go on with what they began, as the lender's systems. */
const begunTimes = 4;
/** From this use of the process on half as many are; once so many looks in turn found less, one more, or twice as many, for who waits. */
const fullLoopUse = 0.85;
const spareLoopUse = 0.7;
const idleLoopUse = 0.4;
const spareLooks = 5;
/** What was begun so long ago is not worked on: it waits for its body, a backend or a lock. */
const workMaxMs = 250;

/** What one caller has under way, and what of that is worked on. */
interface Share {
  underWay: number;
  atWork: number;
  /** How many were begun since nothing was under way. */
  begun: number;
}

/** A request that was taken on. */
interface Taken {
  readonly precedence: Precedence;
  readonly share: Share;
  readonly isArriving: () => boolean;
  takesRoom: boolean;
  /** Begins it; absent where it has begun. */
  begin?: (() => void) | undefined;
  begunAt?: number;
}

/**
 * A gate over requests. While the process or the database is the bottleneck, as many may be under way as can be answered in half a second, since one
 * more would wait longer than that; more of those who were here lately, and most of those who go on with what they began. One caller has a part of that at most. When so many
 * are under way it looks at the node at once, so that of many who come together not all are taken on. A backend that is slow while the node has
 * nothing to do refuses no one, and what has begun and waits for the rest of its body takes no room: no client keeps others out by sending
 * slowly.
 *
 * Of those under way a few are worked on at a time for each caller, and for all strangers together; the others wait for their turn, strangers last, and first who had
 * least of late: a caller with much under way waits behind themselves. While some wait a node with time to spare lets more begin, until it has none.
 * @param now milliseconds of a clock that only goes on.
 */
export function createLoadGate(look: () => NodeLoad, now: () => number = () => performance.now()): LoadGate {
  const answeredLately: number[] = [];
  const shares = new Map<string, Share>();
  /** In the order in which they began. */
  const atWork = new Set<Taken>();
  const held: Record<'known' | 'strangers', Taken[]> = { known: [], strangers: [] };
  let answered = 0;
  const underWay = new Set<Taken>();
  let roomTaken = 0;
  let roomOfStrangers = 0;
  let strangersAtWork = 0;
  let shareMax = shareAtFirst;
  /** Uses at the last looks, in turn, that found time to spare while some wait. */
  let looked: number[] = [];
  let isProcessBusy = false;
  let isBusy = false;
  let underWayMax = perSecondAtFirst;
  let lookedAt = now();
  let measuredAt = lookedAt;
  let lookingAgain: NodeJS.Timeout | undefined;
  const heldCount = () => held.known.length + held.strangers.length;
  const setRoom = (request: Taken, takesRoom: boolean) => {
    if (request.takesRoom === takesRoom) return;
    request.takesRoom = takesRoom;
    const change = takesRoom ? 1 : -1;
    roomTaken += change;
    if (request.precedence === 'stranger') roomOfStrangers += change;
  };
  const hasTurn = ({ precedence, share }: Pick<Taken, 'precedence' | 'share'>) => {
    if (isProcessBusy && atWork.size >= atWorkMax) return false;
    if (precedence === 'begun') return share.atWork < shareMax * begunTimes;
    if (precedence === 'known') return share.atWork < shareMax;
    // One stranger leaves some to the others.
    return strangersAtWork < shareMax && share.atWork < Math.ceil(shareMax / 2);
  };
  const countAtWork = (request: Taken) => {
    request.begunAt = now();
    atWork.add(request);
    request.share.atWork += 1;
    request.share.begun += 1;
    if (request.precedence === 'stranger') strangersAtWork += 1;
  };
  const countNoMore = (request: Taken) => {
    if (!atWork.delete(request)) return;
    request.share.atWork -= 1;
    if (request.precedence === 'stranger') strangersAtWork -= 1;
  };
  const beginAll = (isTurn: (request: Taken) => boolean) => {
    for (const group of ['known', 'strangers'] as const) {
      // Who had least comes first, so that one with much under way keeps no other waiting for all of it.
      const inTurn = held[group].toSorted((a, b) => a.share.begun - b.share.begun);
      held[group] = inTurn.filter((request) => {
        if (!isTurn(request)) return true;
        countAtWork(request);
        request.begin?.();
        request.begin = undefined;
        return false;
      });
    }
  };
  const lookAgain = (): NodeLoad => {
    const load = look();
    const { loopUse, waiting, sessions, longestWaitMs } = load;
    const isDatabaseBusy =
      sessions > 0 && (waiting > sessions * busyWaitingPerSession || longestWaitMs >= busyWaitMs);
    isProcessBusy = loopUse >= busyLoopUse;
    isBusy = isProcessBusy || isDatabaseBusy;
    lookedAt = now();
    for (const request of atWork) {
      if (lookedAt - (request.begunAt ?? lookedAt) < workMaxMs) break;
      countNoMore(request);
    }
    if (isDatabaseBusy || loopUse >= fullLoopUse) shareMax = Math.max(shareMin, Math.floor(shareMax / 2));
    const hasSpare = heldCount() > 0 && !isDatabaseBusy && loopUse < spareLoopUse;
    looked = hasSpare ? [...looked, loopUse] : [];
    if (looked.length >= spareLooks) {
      shareMax = Math.max(...looked) < idleLoopUse ? shareMax * 2 : shareMax + 1;
      looked = [];
    }
    beginAll(hasTurn);
    for (const request of underWay) setRoom(request, request.begunAt === undefined || !request.isArriving());
    return load;
  };
  const queueOf = ({ precedence }: Pick<Taken, 'precedence'>) =>
    precedence === 'stranger' ? 'strangers' : 'known';
  const hold = (request: Taken): Promise<void> => {
    lookingAgain ??= setInterval(() => {
      if (heldCount() > 0) return void lookAgain();
      clearInterval(lookingAgain);
      lookingAgain = undefined;
    }, againMs).unref();
    return new Promise((begin) => {
      request.begin = begin;
      held[queueOf(request)].push(request);
    });
  };
  const gate: LoadGate = {
    enter(precedence, caller, isArriving = () => false) {
      const share = shares.get(caller) ?? { underWay: 0, atWork: 0, begun: 0 };
      const isRefused = () => {
        const isFull =
          roomTaken >= underWayMax * rooms[precedence] &&
          roomTaken - roomOfStrangers >= underWayMax * roomsOfTheirOwn[precedence];
        return isFull || share.underWay >= Math.max(ofOneMin, underWayMax * partsOfOne[precedence]);
      };
      if (isRefused()) {
        if (now() - lookedAt >= againMs) lookAgain();
        if (isBusy && isRefused()) return null;
      }
      shares.set(caller, share);
      share.underWay += 1;
      const request: Taken = { precedence, share, isArriving, takesRoom: false };
      underWay.add(request);
      setRoom(request, true);
      const isHeld = !hasTurn(request);
      if (!isHeld) countAtWork(request);
      return {
        turn: isHeld ? hold(request) : null,
        leave(wasAnswered = true) {
          if (!underWay.delete(request)) return;
          setRoom(request, false);
          share.underWay -= 1;
          if (share.underWay === 0) shares.delete(caller);
          if (request.begin) held[queueOf(request)] = held[queueOf(request)].filter((one) => one !== request);
          else countNoMore(request);
          if (wasAnswered) answered += 1;
          if (heldCount() > 0) beginAll(hasTurn);
        },
      };
    },
    measure() {
      const { loopUse } = lookAgain();
      if (!isBusy && heldCount() === 0) shareMax = Math.max(shareAtFirst, Math.ceil(shareMax / 2));
      // A process that has much to do is late to look.
      const perSecond = (answered * 1000) / Math.max(everyMs, lookedAt - measuredAt);
      measuredAt = lookedAt;
      if (isBusy) answeredLately.push(perSecond);
      else if (answered >= tellingCount) answeredLately.push(perSecond / Math.max(loopUse, leastLoopUse));
      answered = 0;
      if (answeredLately.length > remembered) answeredLately.shift();
      if (answeredLately.length === 0) return;
      const mean = answeredLately.reduce((sum, each) => sum + each, 0) / answeredLately.length;
      underWayMax = Math.max(underWayMin, Math.ceil(mean * waitSeconds));
    },
    close() {
      clearInterval(timer);
      clearInterval(lookingAgain);
      beginAll(() => true);
    },
  };
  const timer = setInterval(gate.measure, everyMs).unref();
  return gate;
}

/** The use of this process since it was last asked for, 0 to 1. */
export function createLoopUse(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
