import { performance } from 'node:perf_hooks';
import { createRoom, type Precedence } from './room.ts';
import { createTurns } from './turns.ts';

export interface NodeLoad {
  /** Event loop utilisation since the last measurement, 0 to 1. */
  readonly loopUse: number;
  /** Requests that wait for a database session. */
  readonly waiting: number;
  /** Database sessions of the node; 0 for an embedded database. */
  readonly sessions: number;
  /** How long the first page request has waited for a session. */
  readonly longestWaitMs: number;
}

export interface Admission {
  /** Fulfilled when the request may begin; null if it may begin at once. */
  readonly turn: Promise<void> | null;
  /** Call it once the request is answered or aborted. */
  leave(wasAnswered?: boolean): void;
}

/** Refuses requests that an overloaded node could not answer soon, so that it can answer those it admits. */
export interface LoadGate {
  /**
   * Admits a request of a caller; null refuses it.
   * @param isArriving whether the client is still sending the body; called at each measurement.
   */
  enter(precedence: Precedence, caller: string, isArriving?: () => boolean): Admission | null;
  /** Measures the load and sets the limit; call it every `measureMs`. */
  measure(): void;
  close(): void;
}

const measureMs = 250;
/** Minimum time between measurements while requests are refused, and their period while requests wait. */
const lookAgainMs = 20;
/** Measurements that the throughput is averaged over: one second. */
const measurementsMax = 4;
/** Assumed throughput of a node that has just started, in answers a second. */
const initialPerSecond = 100;
/** On a node with spare time, so many answers are needed to project the throughput, as if the process were used by `projectedUseMin` at least. */
const projectedAnswersMin = 5;
const projectedUseMin = 0.25;
/** At this share of use the process is the bottleneck. */
const busyLoopUse = 0.95;
/** From so many waiting requests per session, or this wait, on the database is the bottleneck. */
const busyWaitingPerSession = 2;
const busyWaitMs = 500;
/** How long an admitted request may wait at the measured throughput. */
const waitSeconds = 0.5;
/** Admitted however slow answers are. */
const limitMin = 32;

/**
 * A gate with two semaphores. `room` limits the requests under way to what the node answers in half a second while the process or the database is
 * the bottleneck; a slow backend of an idle node refuses nobody. `turns` limits those that are worked on at a time, so that a caller with many
 * requests waits behind their own.
 * @param now a monotonic clock in milliseconds.
 */
export function createLoadGate(look: () => NodeLoad, now: () => number = () => performance.now()): LoadGate {
  const room = createRoom(initialPerSecond);
  const turns = createTurns(now);
  const throughput = createThroughput(now());
  let isBusy = false;
  let lookedAt = now();
  let waitingLooks: NodeJS.Timeout | undefined;
  const lookAgain = (): NodeLoad => {
    const load = look();
    const isDatabaseBusy = isDatabaseBottleneck(load);
    const isProcessBusy = load.loopUse >= busyLoopUse;
    isBusy = isProcessBusy || isDatabaseBusy;
    lookedAt = now();
    turns.adapt({ loopUse: load.loopUse, isProcessBusy, isDatabaseBusy });
    room.update();
    return load;
  };
  const lookWhileSomeWait = () => {
    waitingLooks ??= setInterval(() => {
      if (turns.waitingCount > 0) return void lookAgain();
      clearInterval(waitingLooks);
      waitingLooks = undefined;
    }, lookAgainMs).unref();
  };
  const gate: LoadGate = {
    enter(precedence, caller, isArriving = () => false) {
      if (room.isFullFor(precedence, caller)) {
        if (now() - lookedAt >= lookAgainMs) lookAgain();
        if (isBusy && room.isFullFor(precedence, caller)) return null;
      }
      const request = room.admit(precedence, caller, isArriving);
      const turn = turns.take(request);
      if (turn) lookWhileSomeWait();
      return {
        turn,
        leave(wasAnswered = true) {
          if (!room.release(request)) return;
          if (wasAnswered) throughput.answered();
          turns.release(request);
        },
      };
    },
    measure() {
      const { loopUse } = lookAgain();
      if (!isBusy && turns.waitingCount === 0) turns.relax();
      const perSecond = throughput.measure({ loopUse, isBusy, at: lookedAt });
      if (perSecond !== null) room.setLimit(Math.max(limitMin, Math.ceil(perSecond * waitSeconds)));
    },
    close() {
      clearInterval(timer);
      clearInterval(waitingLooks);
      turns.beginAll();
    },
  };
  const timer = setInterval(gate.measure, measureMs).unref();
  return gate;
}

function isDatabaseBottleneck({ waiting, sessions, longestWaitMs }: NodeLoad): boolean {
  return sessions > 0 && (waiting > sessions * busyWaitingPerSession || longestWaitMs >= busyWaitMs);
}

/** Measures answers a second: of a busy node as counted, of another as if it were busy. */
function createThroughput(startedAt: number) {
  const measurements: number[] = [];
  let answers = 0;
  let measuredAt = startedAt;
  return {
    answered() {
      answers += 1;
    },
    /** @returns the mean of the last measurements; null as long as there is none. */
    measure({
      loopUse,
      isBusy,
      at,
    }: {
      readonly loopUse: number;
      readonly isBusy: boolean;
      readonly at: number;
    }) {
      // A busy process measures late.
      const perSecond = (answers * 1000) / Math.max(measureMs, at - measuredAt);
      measuredAt = at;
      if (isBusy) measurements.push(perSecond);
      else if (answers >= projectedAnswersMin)
        measurements.push(perSecond / Math.max(loopUse, projectedUseMin));
      answers = 0;
      if (measurements.length > measurementsMax) measurements.shift();
      return measurements.length === 0
        ? null
        : measurements.reduce((sum, each) => sum + each, 0) / measurements.length;
    },
  };
}

/** @returns a function that measures event loop utilisation since its previous call, 0 to 1. */
export function createLoopUse(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
