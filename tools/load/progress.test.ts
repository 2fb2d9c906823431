import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

/** What is said of a hundred steps that take a second each. */
function saidOf(isTerminal: boolean): string[] {
  const said: string[] = [];
  let time = 0;
  const progress = createProgress('Steps', 100, {
    isTerminal,
    now: () => time,
    tell: (text) => said.push(text),
  });
  for (let done = 1; done <= 100; done += 1) {
    time += 1000;
    progress(done);
  }
  return said;
}

test('a terminal is told every few seconds how far a long command is and how long it takes, and at its end', () => {
  const said = saidOf(true);
  expect(said).toHaveLength(20);
  expect(said[0]).toBe('Steps: 5 of 100 in 0:05, 1:35 left');
  expect(said.at(-1)).toBe('Steps: 100 of 100 in 1:40');
});

test('a log gets a line a minute, and the end', () => {
  expect(saidOf(false)).toEqual(['Steps: 60 of 100 in 1:00, 0:40 left', 'Steps: 100 of 100 in 1:40']);
});
