import { expect, test } from 'vitest';
import { deskRoles, mayDo } from '../desk/role.ts';
import { type BatchAct, batchActs, batchActTable, readyReasons } from './batch.ts';

// Written down a second time, so that a change of the table is meant. A letter for each role that may: agent, treasury, manager, auditor.
const whoMay: Readonly<Record<BatchAct, string>> = {
  // Who answers matters of the kind, which is asked of each.
  assign: 'any',
  approve: '- - m -',
  decline: '- - m -',
  match: '- t - -',
  second: '- - m -',
  'close-message': 'a - m -',
  'send-again': '- - m -',
  'hand-over': 'a - m -',
  pause: 'a - m -',
  'log-wrote': 'a - m -',
  'log-no-answer': 'a - m -',
};

test.each(batchActs)('who may %s many is as written down here', (act) => {
  const letters = { agent: 'a', treasury: 't', manager: 'm', auditor: 'u' } as const;
  const { needs } = batchActTable[act];
  const may = deskRoles
    .map((role) => (needs !== null && mayDo([role], needs) ? letters[role] : '-'))
    .join(' ');
  expect(needs === null ? 'any' : may).toBe(whoMay[act]);
});

test('each act that asks a reason has some that are ready, and no other', () => {
  for (const act of batchActs)
    expect([act, act in readyReasons]).toEqual([act, batchActTable[act].asksReason]);
});
