import { expect, test } from 'vitest';
import { failure } from '#tests/setup/open-page.ts';
import { problemOf } from './problem.ts';

test.each([
  [401, 'session-required'],
  [404, 'not-found'],
  [409, 'refused'],
] as const)('[SESS-4] a refusal without a code is told by its HTTP status: %i is %s', (status, kind) => {
  expect(problemOf(failure({ status, message: 'Así.' }))).toEqual({ kind, message: 'Así.' });
});

test('[CALL-4] a refusal without a code, a message or a status that says more is a fault of ours', () => {
  expect(problemOf(failure({ status: 200 }))).toEqual({ kind: 'internal', message: '' });
});
