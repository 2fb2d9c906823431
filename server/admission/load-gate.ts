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

/** Refuses at once what a node could not answer soon, so that what it takes on is answered. */
export interface LoadGate {
  /** Takes a request on; null when it is to be refused. */
  enter(precedence: Precedence): Admission | null;
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

/**
 * A gate over requests. While the process or the database is the bottleneck, as many may be under way as can be answered in half a second, since one
 * more would wait longer than that; more of those who were here lately, and most of those who go on with what they began. When so many are under way it looks at the
 * node at once, so that of many who come together not all are taken on. A backend that is slow while the node has nothing to do
 * refuses no one.
 *
 * Of those under way a process that is the bottleneck works on a few at a time, and the others wait for their turn, strangers last, each in the order in which they came: what is
 * begun holds memory that V8 moves about until it is answered. Each look at a process with time to spare lets as many more begin.
 * @param now milliseconds of a clock that only goes on.
 */
export function createLoadGate(look: () => NodeLoad, now: () => number = () => performance.now()): LoadGate {
  const answeredLately: number[] = [];
  const held = { known: [] as (() => void)[], strangers: [] as (() => void)[] };
  let answered = 0;
  let underWay = 0;
  let strangersUnderWay = 0;
  let isProcessBusy = false;
  let isBusy = false;
  let underWayMax = perSecondAtFirst;
  let lookedAt = now();
  let measuredAt = lookedAt;
  let lookingAgain: NodeJS.Timeout | undefined;
  const heldCount = () => held.known.length + held.strangers.length;
  const hasRoomAtWork = () => underWay - heldCount() < atWorkMax;
  const beginNext = (count: number) => {
    const next = held.known.splice(0, count);
    for (const begin of [...next, ...held.strangers.splice(0, count - next.length)]) begin();
  };
  const lookAgain = (): NodeLoad => {
    const load = look();
    const { loopUse, waiting, sessions, longestWaitMs } = load;
    const isDatabaseBusy =
      sessions > 0 && (waiting > sessions * busyWaitingPerSession || longestWaitMs >= busyWaitMs);
    isProcessBusy = loopUse >= busyLoopUse;
    isBusy = isProcessBusy || isDatabaseBusy;
    lookedAt = now();
    if (!isProcessBusy) beginNext(atWorkMax);
    return load;
  };
  const hold = (queue: (() => void)[]): Promise<void> => {
    lookingAgain ??= setInterval(() => {
      if (heldCount() > 0) return void lookAgain();
      clearInterval(lookingAgain);
      lookingAgain = undefined;
    }, againMs).unref();
    return new Promise((begin) => queue.push(begin));
  };
  const gate: LoadGate = {
    enter(precedence) {
      const others = underWay - strangersUnderWay;
      const isFull =
        underWay >= underWayMax * rooms[precedence] && others >= underWayMax * roomsOfTheirOwn[precedence];
      if (isFull) {
        if (now() - lookedAt >= againMs) lookAgain();
        if (isBusy) return null;
      }
      const isHeld = isProcessBusy && !hasRoomAtWork();
      underWay += 1;
      if (precedence === 'stranger') strangersUnderWay += 1;
      let isUnderWay = true;
      return {
        turn: isHeld ? hold(precedence === 'stranger' ? held.strangers : held.known) : null,
        leave(wasAnswered = true) {
          if (!isUnderWay) return;
          isUnderWay = false;
          underWay -= 1;
          if (precedence === 'stranger') strangersUnderWay -= 1;
          if (wasAnswered) answered += 1;
          if (hasRoomAtWork()) beginNext(1);
        },
      };
    },
    measure() {
      const { loopUse } = lookAgain();
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
      beginNext(heldCount());
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
