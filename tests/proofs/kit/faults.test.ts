import { expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { checkBackend } from '#kit/check-backend.ts';
import { answerFaults, anyCallFaults, faultAt, type Mutation, mutated, refusalFaults } from '#kit/faults.ts';
import { junitOf, tableOf } from '#kit/report.ts';
import { checkedService, problemsOf } from '#tests/setup/checked-service.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';

const service = await testLendingService();
const mutations = [...answerFaults, ...refusalFaults];

/** What calls that change nothing are asked of. */
const unchanged = await checkedService(service);

async function checkWith(mutation: Mutation, limits: { timeoutMs?: number; longestMs?: number } = {}) {
  const right = /^(read|list)/.test(mutation.call) ? unchanged : await checkedService(service);
  const wrong = { ...right, ...limits, fetch: mutated(right.fetch, mutation) };
  if (mutation.call === 'readComplaint') await checkBackend(right, { only: ['sendComplaint'] });
  return checkBackend(wrong, { only: [mutation.call] });
}

test('there are more than 51 ways to be wrong, at least one for each call, each by its own name', () => {
  expect(mutations.length + anyCallFaults.length).toBeGreaterThan(120);
  const mutatedCalls = new Set(mutations.map(({ call }) => call));
  expect(allCalls.map(({ name }) => name).filter((name) => !mutatedCalls.has(name))).toEqual([]);
  const names = [...mutations, ...anyCallFaults.map(({ name }) => ({ name, call: '' }))];
  expect(new Set(names.map(({ name, call }) => `${name} ${call}`)).size).toBe(names.length);
});

test.each(mutations)('a backend is caught in which $call is wrong: $name', async (mutation) => {
  const outcomes = await checkWith(mutation);
  expect(problemsOf(outcomes).join('\n')).toMatch(mutation.finding);
  expect(outcomes[0]?.verdict).not.toBe('works');
  expect(junitOf(outcomes)).toContain('<failure');
  expect(tableOf(outcomes)).toMatch(/differs|missing/);
});

test.each(anyCallFaults)('a backend is caught, or what it does is harmless: $name', async (fault) => {
  const limits = {
    ...(fault.name === 'never answers' && { timeoutMs: 50 }),
    ...(fault.name === 'slow' && { longestMs: 5 }),
  };
  const outcomes = await checkWith(faultAt(fault, fault.seenOn ?? 'readRepayment', 10), limits);
  const problems = problemsOf(outcomes).join('\n');
  if (fault.finding === null) {
    expect(problems).toBe('');
    expect(fault.harmless).toMatch(/\w/);
    return;
  }
  expect(problems).toMatch(fault.finding);
  expect(fault.harmless).toBeUndefined();
  expect(tableOf(outcomes)).toMatch(/^ {3}mend: \w/m);
});
