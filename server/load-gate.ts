import { performance } from 'node:perf_hooks';

/** How a node stands at the moment. */
export interface NodeLoad {
  /** The part of the last moments that the process worked, 0 to 1. */
  readonly loopUse: number;
  /** Requests that wait for a session of the database, and the sessions there are. */
  readonly waiting: number;
  readonly sessions: number;
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
/** Looks that are remembered: the best of them tells what the node can do. */
const remembered = 8;
/** From this use on the process is the bottleneck. */
const busyLoopUse = 0.95;
/** Requests that wait for each session before the database is the bottleneck. */
const busyWaitingPerSession = 2;
/** How long a request that is taken on may wait, as long as answers go on as they do. */
const waitSeconds = 1;
/** Taken on however slow answers are. */
const underWayMin = 32;

/**
 * A gate over requests. While the process or the database is the bottleneck, as many may be under way as were answered in a second lately, since one
 * more would wait longer than that; twice as many of those who go on with what they began. A backend that is slow while the node
 * has nothing to do refuses nobody.
 */
export function createLoadGate(look: () => NodeLoad): LoadGate {
  const answeredLately: number[] = [];
  let answered = 0;
  let underWay = 0;
  let isBusy = false;
  let underWayMax = underWayMin;
  const gate: LoadGate = {
    enter(isBegun) {
      if (isBusy && underWay >= underWayMax * (isBegun ? 2 : 1)) return null;
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
      const { loopUse, waiting, sessions } = look();
      isBusy = loopUse >= busyLoopUse || (sessions > 0 && waiting > sessions * busyWaitingPerSession);
      answeredLately.push((answered * 1000) / everyMs);
      answered = 0;
      if (answeredLately.length > remembered) answeredLately.shift();
      underWayMax = Math.max(underWayMin, Math.ceil(Math.max(...answeredLately) * waitSeconds));
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
