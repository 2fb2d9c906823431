import { expect, test } from 'vitest';
import { actsOfRole, type DeskAct, deskActs, deskRoles, mayDo, rolesOfGroups } from './role.ts';

// Written down a second time, so that a change of the table is meant. A letter for each role that may: agent, treasury, manager,
// auditor.
const whoMay: Readonly<Record<DeskAct, string>> = {
  'see-overview': 'a t m u',
  'see-loans': 'a t m u',
  'see-personal-data': 'a t m -',
  'see-complaints': 'a - m u',
  'see-money': '- t m u',
  'see-catalogue': 'a t m u',
  'see-operations': '- - m u',
  'see-audit': '- - m u',
  export: '- t m u',
  'answer-complaint': 'a - m -',
  'change-borrower': 'a - m -',
  'answer-data-request': '- - m -',
  'decide-application': '- - m -',
  'match-payment': '- t - -',
  'correct-loan': '- t - -',
  approve: '- - m -',
  'change-catalogue': '- - m -',
  'run-operations': '- - m -',
  'write-note': 'a t m -',
  collect: 'a - m -',
  'end-session': '- - m -',
};

test.each(deskActs)('who may %s is as written down here', (act) => {
  const letters = { agent: 'a', treasury: 't', manager: 'm', auditor: 'u' } as const;
  expect(deskRoles.map((role) => (mayDo([role], act) ? letters[role] : '-')).join(' ')).toBe(whoMay[act]);
});

test('each permission belongs to a role, and no role both requests and approves a correction', () => {
  for (const act of deskActs)
    expect(
      deskRoles.some((role) => mayDo([role], act)),
      act,
    ).toBe(true);
  for (const role of deskRoles) expect(mayDo([role], 'correct-loan') && mayDo([role], 'approve')).toBe(false);
});

test('an auditor changes nothing and sees nobody’s data', () => {
  for (const act of actsOfRole.auditor) expect(act).toMatch(/^(see-|export$)/);
  expect(mayDo(['auditor'], 'see-personal-data')).toBe(false);
});

test('several roles may do what any of them may, and no role nothing', () => {
  expect(mayDo(['agent', 'auditor'], 'see-audit')).toBe(true);
  expect(deskActs.filter((act) => mayDo([], act))).toEqual([]);
});

test('groups of the identity provider make roles as configured, unknown ones none', () => {
  const groups = { agent: ['support', 'branch'], manager: ['heads'] };
  expect(rolesOfGroups(['heads', 'branch', 'canteen'], groups)).toEqual(['agent', 'manager']);
  expect(rolesOfGroups(['canteen'], groups)).toEqual([]);
});
