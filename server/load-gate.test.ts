import { afterEach, expect, test } from 'vitest';
import { createLoadGate, type LoadGate, type NodeLoad } from './load-gate.ts';

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

/** Lets so many in, and gives what to call when each is answered; the rest was refused. */
function entered(gate: LoadGate, count: number, isBegun = false): (() => void)[] {
  return Array.from({ length: count }, () => gate.enter(isBegun)).filter((left) => left !== null);
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
  '%s: half a second of answers may be under way, twice as many of what was begun, and the rest is refused at once',
  (_name, busy) => {
    const gate = newGate();
    for (const left of entered(gate, 50)) left();
    load = busy;
    gate.measure();
    // 50 in a quarter of a second.
    const underWay = entered(gate, 1000);
    expect(underWay).toHaveLength(100);
    expect(entered(gate, 1000, true)).toHaveLength(100);
    for (const left of underWay) {
      left();
      left();
    }
    expect(entered(gate, 1000)).toHaveLength(0);
    expect(entered(gate, 1000, true)).toHaveLength(100);
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
  expect(entered(gate, 1000, true)).toHaveLength(250);
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
