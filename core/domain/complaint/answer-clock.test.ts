import { expect, test } from 'vitest';
import { answerClock } from './answer-clock.ts';

test.each([
  ['2027-01-22T10:00:00Z', 1440],
  ['2027-01-23T08:50:30Z', 69],
  ['2027-01-23T10:00:00Z', 0],
  ['2027-01-23T10:00:01Z', -1],
  ['2027-01-23T10:40:00Z', -40],
])('filed with 24 hours to go, at %s %i minutes are left', (now, minutesLeft) => {
  expect(answerClock(new Date('2027-01-22T10:00:00Z'), 24, new Date(now))).toEqual({
    dueAt: new Date('2027-01-23T10:00:00Z'),
    minutesLeft,
  });
});
