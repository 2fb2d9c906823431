import { expect, test } from 'vitest';
import { actsOfRole, deskActs, deskRoles, mayDo, rolesOfGroups } from './role.ts';

/** Who may do what, written apart from the table of the program: agent, treasury, manager, auditor. */
const rights = `
  see-overview           agent treasury manager auditor
  see-loans              agent treasury manager auditor
  see-personal-data      agent treasury manager -
  see-complaints         agent -        manager auditor
  see-money              -     treasury manager auditor
  see-catalogue          agent treasury manager auditor
  see-operations         -     -        manager auditor
  see-audit              -     -        manager auditor
  export                 -     treasury manager auditor
  answer-complaint       agent -        manager -
  change-borrower        agent -        manager -
  answer-data-request    -     -        manager -
  decide-application     -     -        manager -
  match-payment          -     treasury -       -
  correct-loan           -     treasury -       -
  approve                -     -        manager -
  change-catalogue       -     -        manager -
  run-operations         -     -        manager -
  write-note             agent treasury manager -
  end-session            -     -        manager -
`;

const rows = rights
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

test('each role may do what is written here, act by act, and nothing else', () => {
  expect(rows.map(([act]) => act).sort()).toEqual([...deskActs].sort());
  const wrong = rows.flatMap(([act = '', ...roles]) =>
    deskRoles
      .filter((role) => mayDo([role], act as (typeof deskActs)[number]) !== roles.includes(role))
      .map((role) => `${role} ${act}`),
  );
  expect(wrong).toEqual([]);
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
