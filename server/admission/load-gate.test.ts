import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createLoadGate, type LoadGate, type NodeLoad } from './load-gate.ts';
import type { Precedence } from './room.ts';

const calm: NodeLoad = { loopUse: 0.4, waiting: 0, sessions: 25, longestWaitMs: 0 };
let load: NodeLoad;
let time = 0;
const gates: LoadGate[] = [];

function newGate(): LoadGate {
  load = calm;
  const gate = createLoadGate(
    () => load,
    () => time,
  );
  gates.push(gate);
  return gate;
}
afterEach(() => {
  for (const gate of gates.splice(0)) gate.close();
});

let callerCount = 0;
/** A caller who has nothing else under way. */
function another(): string {
  callerCount += 1;
  return `caller ${callerCount}`;
}

/** Lets one of each of so many callers in, and gives what to call when each is answered; the rest was refused. */
function entered(gate: LoadGate, count: number, precedence: Precedence = 'stranger'): (() => void)[] {
  return Array.from({ length: count }, () => gate.enter(precedence, another()))
    .filter((admission) => admission !== null)
    .map((admission) => () => admission.leave());
}

test('a node with time to spare refuses nobody, however many wait for a slow backend', () => {
  const gate = newGate();
  gate.measure();
  expect(entered(gate, 5000)).toHaveLength(5000);
});

test.each([
  ['the process is the bottleneck', { ...calm, loopUse: 0.99 }],
  ['the database is the bottleneck', { ...calm, waiting: 51 }],
  ['somebody has waited long for a session', { ...calm, waiting: 1, longestWaitMs: 500 }],
])(
  '%s: half a second of answers may be under way for strangers, half as many again for who was here lately, twice for what they began, and the rest is refused at once',
  (_name, busy) => {
    const gate = newGate();
    for (const left of entered(gate, 50)) left();
    load = busy;
    gate.measure();
    // 50 in a quarter of a second.
    const underWay = entered(gate, 1000);
    expect(underWay).toHaveLength(100);
    expect(entered(gate, 1000, 'known')).toHaveLength(50);
    expect(entered(gate, 1000, 'begun')).toHaveLength(50);
    for (const left of underWay) {
      left();
      left();
    }
    expect(entered(gate, 1000)).toHaveLength(0);
    expect(entered(gate, 1000, 'begun')).toHaveLength(100);
  },
);

test('however slow answers are, some are taken on, and all again once the load is over', () => {
  const gate = newGate();
  load = { ...calm, loopUse: 1 };
  for (let look = 0; look < 20; look += 1) gate.measure();
  expect(entered(gate, 1000)).toHaveLength(32);
  load = calm;
  gate.measure();
  expect(entered(gate, 1000)).toHaveLength(1000);
});

test('a database without sessions of its own to wait for, as the embedded one, is never the bottleneck', () => {
  const gate = newGate();
  load = { loopUse: 0.1, waiting: 0, sessions: 0, longestWaitMs: 0 };
  gate.measure();
  expect(entered(gate, 1000)).toHaveLength(1000);
});

test('many who come together are refused beyond half a second of answers, though the node had time to spare when it was last looked at', () => {
  const gate = newGate();
  for (const left of entered(gate, 50)) left();
  // 200 a second with four tenths of the time.
  time += 250;
  gate.measure();
  load = { ...calm, loopUse: 1 };
  time += 20;
  const underWay = entered(gate, 1000);
  expect(underWay).toHaveLength(250);
  expect(entered(gate, 1000, 'begun')).toHaveLength(250);
  load = calm;
  expect(entered(gate, 1)).toHaveLength(0);
  time += 20;
  expect(entered(gate, 1), 'once it has time again, without a measure').toHaveLength(1);
});

test('a node that has just started takes on a hundred of those who come together', () => {
  const gate = newGate();
  load = { ...calm, loopUse: 1 };
  time += 20;
  expect(entered(gate, 1000)).toHaveLength(100);
});

test('a look that comes late counts answers by the time that passed', () => {
  const gate = newGate();
  load = { ...calm, loopUse: 1 };
  for (let look = 0; look < 8; look += 1) {
    for (let count = 0; count < 80; count += 1) for (const left of entered(gate, 1)) left();
    time += 1000;
    gate.measure();
  }
  expect(entered(gate, 1000)).toHaveLength(40);
});

/** Has so many come one after the other, and tells which of them began, by their places, as it goes on. */
function coming(gate: LoadGate, count: number, precedence: Precedence = 'stranger', callerOf = another) {
  const begun: number[] = [];
  const admissions = Array.from({ length: count }, (_none, place) => {
    const admission = gate.enter(precedence, callerOf());
    if (admission?.turn) void admission.turn.then(() => begun.push(place));
    else if (admission) begun.push(place);
    return admission;
  });
  return { begun, admissions };
}

/** One with room for a hundred, which answered fifty in the last quarter of a second. */
function newBusyGate(busy: NodeLoad): LoadGate {
  const gate = newGate();
  for (const left of entered(gate, 50)) left();
  load = busy;
  gate.measure();
  return gate;
}
const busyProcess: NodeLoad = { ...calm, loopUse: 1 };

const places = (from: number, to: number) =>
  Array.from({ length: to - from }, (_none, place) => from + place);

test('a process that is the bottleneck works on 32 at a time, and each that is answered or given up lets the next begin', async () => {
  const gate = newBusyGate(busyProcess);
  const { begun, admissions } = coming(gate, 100, 'known');
  expect(admissions.filter((admission) => admission !== null)).toHaveLength(100);
  await setImmediate();
  expect(begun).toEqual(places(0, 32));
  admissions[7]?.leave();
  admissions[7]?.leave();
  admissions[8]?.leave(false);
  await setImmediate();
  expect(begun).toEqual(places(0, 34));
  for (const place of places(0, 34)) admissions[place]?.leave();
  await setImmediate();
  expect(begun).toEqual(places(0, 66));
});

test('strangers who came when there was more room keep nobody out who was here lately', () => {
  const gate = newGate();
  load = { ...calm, loopUse: 1 };
  time += 20;
  const strangers = entered(gate, 1000);
  expect(strangers).toHaveLength(100);
  for (let look = 0; look < 4; look += 1) gate.measure();
  expect(entered(gate, 1000)).toHaveLength(0);
  expect(entered(gate, 1000, 'known')).toHaveLength(16);
  expect(entered(gate, 1000, 'begun')).toHaveLength(16);
});

test('of all strangers together one is worked on at a time by a node that has no time for more, and nobody who was here lately waits behind them', async () => {
  const gate = newBusyGate(busyProcess);
  const strangers = coming(gate, 90);
  const known = coming(gate, 10, 'known');
  await setImmediate();
  expect([strangers.begun, known.begun.length]).toEqual([[0], 10]);
  strangers.admissions[0]?.leave();
  await setImmediate();
  expect(strangers.begun).toEqual([0, 1]);
});

test.each([
  ['stranger', 1],
  ['known', 1],
  ['begun', 4],
] as const)(
  'one caller with much under way waits behind themselves: %s, %i at work',
  async (precedence, atWork) => {
    const gate = newBusyGate(busyProcess);
    const much = coming(gate, 60, precedence, () => 'one');
    const other = coming(gate, 1, precedence);
    await setImmediate();
    expect([much.begun, other.begun]).toEqual([places(0, atWork), precedence === 'stranger' ? [] : [0]]);
    if (precedence === 'stranger') much.admissions[0]?.leave();
    await setImmediate();
    expect([much.begun, other.begun]).toEqual([places(0, atWork), [0]]);
    const isTaken = much.admissions.map((admission) => admission !== null);
    expect(isTaken.filter(Boolean), 'a quarter of what may be under way').toHaveLength(
      precedence === 'begun' ? 60 : 25,
    );
  },
);

test('a caller who is refused for what they have under way is not while the node has time', () => {
  const gate = newGate();
  gate.measure();
  expect(coming(gate, 500, 'known', () => 'one').admissions.filter(Boolean)).toHaveLength(500);
});

test('a request that is given up while it waits takes nobody’s turn', async () => {
  const gate = newBusyGate(busyProcess);
  const { begun, admissions } = coming(gate, 10);
  for (const place of places(1, 6)) admissions[place]?.leave(false);
  admissions[0]?.leave();
  await setImmediate();
  expect(begun).toEqual([0, 6]);
});

test('a request that waited and was given up is none that the node answered', () => {
  const gate = newGate();
  load = { ...calm, loopUse: 1 };
  for (let look = 0; look < 4; look += 1) {
    for (let count = 0; count < 30; count += 1) gate.enter('stranger', another())?.leave(count % 2 === 0);
    time += 250;
    gate.measure();
  }
  // 15 in a quarter of a second, and not 30.
  expect(entered(gate, 1000)).toHaveLength(32);
});

test('once the process has time to spare, and for a while, more begin, so that a slow backend is asked by all', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const gate = newBusyGate(busyProcess);
    const { begun } = coming(gate, 100);
    const begunAfterLooks = async (loopUse: number, looks = 5) => {
      load = { ...calm, loopUse };
      vi.advanceTimersByTime(20 * looks);
      await setImmediate();
      return begun.length;
    };
    const counts = [];
    for (const loopUse of [1, 0.8, 0.6, 0.6, 0.3, 0.3, 0.3, 0.9, 0.3, 0.3])
      counts.push(await begunAfterLooks(loopUse));
    // Each quarter of a second there is one look more.
    expect(counts).toEqual([1, 1, 2, 3, 4, 8, 16, 16, 16, 16]);
    for (const loopUse of [0.3, 0.8, 0.3]) await begunAfterLooks(loopUse, 4);
    expect(begun, 'of five looks in turn').toHaveLength(16);
    for (let looks = 0; looks < 12; looks += 1) await begunAfterLooks(0.3);
    expect(begun).toHaveLength(100);
    // And the clock that looked is stopped.
    vi.advanceTimersByTime(20);
    expect(vi.getTimerCount()).toBe(1);
    gate.close();
  } finally {
    vi.useRealTimers();
  }
});

test('what waits for its body or a backend takes nobody’s turn for long, however busy the node is', async () => {
  const gate = newBusyGate(busyProcess);
  const { begun, admissions } = coming(gate, 10);
  time += 249;
  gate.measure();
  await setImmediate();
  expect(begun).toEqual([0]);
  time += 1;
  gate.measure();
  await setImmediate();
  expect(begun).toEqual([0, 1]);
  admissions[0]?.leave();
  await setImmediate();
  expect(begun, 'its end lets no other begin').toEqual([0, 1]);
});

test.each(['known', 'begun'] as const)(
  'bodies that come slowly keep out nobody, however many there are and however busy the node is: %s',
  async (precedence) => {
    const gate = newBusyGate(busyProcess);
    for (let look = 0; look < 4; look += 1) gate.measure();
    let isArriving = true;
    const slow = Array.from({ length: 200 }, () => {
      const admission = gate.enter(precedence, another(), () => isArriving);
      time += 20;
      return admission;
    });
    expect(slow.filter((admission) => admission !== null)).toHaveLength(200);
    for (let look = 0; look < 4; look += 1) {
      time += 250;
      gate.measure();
    }
    expect(entered(gate, 1000, precedence)).toHaveLength(precedence === 'known' ? 48 : 64);
    isArriving = false;
    time += 20;
    expect(entered(gate, 1, precedence), 'once they have come').toHaveLength(0);
    for (const admission of slow) admission?.leave();
    expect(entered(gate, 1, precedence), 'the others are there yet').toHaveLength(0);
  },
);

test('a body that comes slowly takes room until its turn has come', () => {
  const gate = newBusyGate(busyProcess);
  for (let look = 0; look < 4; look += 1) gate.measure();
  const caller = another();
  const taken = Array.from({ length: 200 }, () => gate.enter('stranger', caller, () => true));
  expect(taken.filter((admission) => admission !== null)).toHaveLength(8);
  gate.measure();
  expect(entered(gate, 1000)).toHaveLength(25);
});

test('what a calm node came to work on at a time is not what it begins the next flood with', async () => {
  const gate = newBusyGate(busyProcess);
  const { admissions } = coming(gate, 100);
  load = { ...calm, loopUse: 0.1 };
  for (let look = 0; look < 40; look += 1) gate.measure();
  for (const admission of admissions) admission?.leave();
  for (let look = 0; look < 8; look += 1) gate.measure();
  const flood = coming(gate, 100);
  await setImmediate();
  expect(flood.begun).toEqual(places(0, 2));
});

test('a database that is the bottleneck holds strangers back, and nobody who was here lately', () => {
  const gate = newBusyGate({ ...calm, waiting: 51 });
  expect(coming(gate, 100).begun).toHaveLength(1);
  expect(coming(gate, 50, 'known').begun).toHaveLength(50);
});

test('who waits for their turn when the gate is closed begins', async () => {
  const gate = newBusyGate(busyProcess);
  const { begun } = coming(gate, 100);
  gate.close();
  await setImmediate();
  expect(begun).toHaveLength(100);
});
