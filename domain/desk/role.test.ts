import { expect, test } from 'vitest';
import { actsOfRole, deskActs, deskRoles, mayDo, rolesOfGroups } from './role.ts';

test.each(deskRoles)('%s may do what the table says and nothing else', (role) => {
  for (const act of deskActs) expect(mayDo([role], act), act).toBe(actsOfRole[role].includes(act));
});

test('each act is somebody’s, and whoever asks for a correction is not by that role who approves it', () => {
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
