import { expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import type { Answer } from './backend-client.ts';
import { answerLine, byCause, causeOf } from './causes.ts';
import type { CallOutcome } from './check-backend.ts';
import { tableOf } from './report.ts';

const outcomeOf = (call: string, failures: readonly (readonly [string, string])[]): CallOutcome => ({
  ...{ call, path: '/x', verdict: 'differs', tolerances: [], borrowerSees: 'less' },
  checks: failures.map(([check, problem]) => ({
    check,
    problem,
    line: '200 {}',
    pointer: null,
    durationMs: 1,
  })),
});

const openCalls = Array.from({ length: 19 }, (_, index) =>
  outcomeOf(`call${index}`, [
    ['strict schema', 'amount is string, not integer'],
    ['nobody is refused', 'it was answered'],
    ['an unknown session is refused', 'it was answered'],
  ]),
);

test('sessions that are not checked are one finding of 19 calls, before what a borrower loses less by', () => {
  const lines = tableOf(openCalls).split('\n');
  expect(lines.filter((line) => /^\d\. /.test(line))).toEqual([
    '1. Sessions are not checked: 19 calls',
    '2. Types and envelopes differ: 19 calls',
  ]);
  expect(lines.filter((line) => line.includes('nobody is refused'))).toHaveLength(1);
  expect(lines).toContain('   a borrower meets: their data can be read by anyone');
  expect(lines).toContain('     call0 answered 200 {}');
  expect(lines.filter((line) => line.startsWith('   mend: '))).toHaveLength(2);
});

test('a call that is not there is one finding, but for what it answers to those it must not', () => {
  const outcome = outcomeOf('readLoan', [
    ['is there', 'it failed with 500'],
    ['the pages can read it', 'it was refused with 500'],
    ['another device is refused', 'it failed with 500'],
    ['nobody is refused', 'it was answered'],
  ]);
  const lines = tableOf([{ ...outcome, verdict: 'missing' }]).split('\n');
  expect(lines.filter((line) => line.startsWith('   - '))).toEqual([
    '   - nobody is refused: it was answered (readLoan)',
    '   - is there: it failed with 500 (readLoan)',
  ]);
});

test.each([
  ['another borrower’s loan is refused', 'it was answered', 'A loan is shown to other borrowers'],
  ['another device is refused', 'it was answered', 'Sessions are not bound'],
  ['another device is refused', 'the refusal has no message', 'Refusals are not refusals of the call'],
  ['a malformed body is refused', 'it was answered', 'What cannot be is answered'],
  ['0 stars are refused', 'it failed with 500', 'Refusals are not refusals of the call'],
  ['card numbers are masked', 'a cardNo holds a whole number', 'Card numbers are shown whole'],
  ['what was filed is in the list', 'it is not', 'Other differences'],
])('%s: %s', (check, problem, title) => {
  expect(causeOf(check, problem).title).toBe(title);
});

test('every finding has a cause, and the worst comes first', () => {
  const findings = [
    { check: 'new', problem: 'odd' },
    { check: 'nobody is refused', problem: 'it was answered' },
  ];
  expect(byCause(findings).map(({ findings: [first] }) => first)).toEqual(findings.toReversed());
});

const answer = (body: unknown, status: number | null = 200): Answer => ({
  ...{ status, contentType: 'text/html', body, tolerances: [], reading: undefined, durationMs: 1 },
  ...{ result: {} as Answer['result'], byteCount: 9, digest: '' },
});

test.each([
  [
    'the field that a problem names',
    answer({ success: true, data: { orderStatus: 180, balance: { dueMinor: 3000.5, daysLate: 'Rosa' } } }),
    'balance.dueMinor is number, not integer',
    '200 "balance.dueMinor": 3000.5',
  ],
  [
    'a text of it without what it says',
    answer({ success: true, data: { balance: { dueMinor: 'mucho' } } }),
    'balance.dueMinor is string, not integer',
    '200 "balance.dueMinor": "xxxxx"',
  ],
  [
    'a refusal with its envelope',
    answer({ success: false, code: '401', message: 'Rosa', data: null }, 401),
    'the refusal carries data',
    '401 {"success":false,"code":"401","message":"xxxx","data":null}',
  ],
  ['what is no JSON by its type and size', answer(undefined), 'another envelope', '200 text/html, 9 bytes'],
  ['what did not come', answer(undefined, null), 'it cannot be reached', 'nothing'],
] as const)('the line of an answer has %s', (_name, reply, problem, line) => {
  expect(answerLine(readLoan, reply, problem)).toBe(line);
});
