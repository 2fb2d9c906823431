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

/** Refuses at once what a node could not answer soon, so that what it takes on is answered. */
export interface LoadGate {
  /**
   * Takes a request on, and gives what to call once it is answered; null when it is to be refused.
   * @param isBegun whether somebody goes on with what they began, as with a form, and is refused last.
   */
  enter(isBegun: boolean): (() => void) | null;
  /** Looks at the node anew; `everyMs` after the last time. */
  measure(): void;
  close(): void;
}

/** How often the node is looked at, in milliseconds. */
const everyMs = 250;
/** Once as many are under way as there is room for, the node is looked at again for the next one, though not more often than this. */
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

/**
 * A gate over requests. While the process or the database is the bottleneck, as many may be under way as can be answered in half a second, since one
 * more would wait longer than that; twice as many of those who go on with what they began. When so many are under way it looks at the
 * node at once, so that of many who come together not all are taken on. A backend that is slow while the node has nothing to do
 * refuses nobody.
 * @param now milliseconds of a clock that only goes on.
 */
export function createLoadGate(look: () => NodeLoad, now: () => number = () => performance.now()): LoadGate {
  const answeredLately: number[] = [];
  let answered = 0;
  let underWay = 0;
  let isBusy = false;
  let underWayMax = perSecondAtFirst;
  let lookedAt = now();
  let measuredAt = lookedAt;
  const lookAgain = (): NodeLoad => {
    const load = look();
    const { loopUse, waiting, sessions, longestWaitMs } = load;
    const isDatabaseBusy =
      sessions > 0 && (waiting > sessions * busyWaitingPerSession || longestWaitMs >= busyWaitMs);
    isBusy = loopUse >= busyLoopUse || isDatabaseBusy;
    lookedAt = now();
    return load;
  };
  const gate: LoadGate = {
    enter(isBegun) {
      if (underWay >= underWayMax * (isBegun ? 2 : 1)) {
        if (now() - lookedAt >= againMs) lookAgain();
        if (isBusy) return null;
      }
      underWay += 1;
      let isUnderWay = true;
      return () => {
        if (!isUnderWay) return;
        isUnderWay = false;
        underWay -= 1;
        answered += 1;
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
    close: () => clearInterval(timer),
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
