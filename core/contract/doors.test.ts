import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { acts } from '#domain/booking/decide.ts';
import { deskRoles, mayDo } from '#domain/desk/role.ts';
import { allCalls, optionalCalls } from './all-calls.ts';
import { allHostCalls } from './all-host-calls.ts';
import { deskActOf, deskRolesOf, type doorKinds, doors } from './doors.ts';

const jobs = readFileSync(new URL('../../service/lending/jobs.ts', import.meta.url), 'utf8');

const namesOf: Readonly<Record<(typeof doorKinds)[number], readonly string[]>> = {
  host: allHostCalls.map(({ name }) => name),
  borrower: [...allCalls, ...optionalCalls].map(({ name }) => name),
  webhook: ['/webhooks/'],
  job: [...jobs.matchAll(/\b(?:job|runJob)\('([^']+)'/g)].map(([, name = '']) => name),
  desk: ['/desk/loan'],
};

test.each(Object.entries(doors))('%s is a door there is', (name, { by, sends, desk, needsPreview }) => {
  expect(namesOf[by]).toContain(name);
  expect(acts).toEqual(expect.arrayContaining([...sends]));
  expect(sends.length > 0 || desk !== null).toBe(true);
  if (needsPreview) expect(desk).toEqual(expect.any(String));
  if (desk !== null) expect(deskRoles.filter((role) => mayDo([role], desk))).not.toEqual([]);
});

test.each(acts)('%s comes in by a door', (act) => {
  expect(Object.values(doors).filter(({ sends }) => sends.includes(act))).not.toEqual([]);
});

test('a call that is no row is made by nobody at the desk', () => {
  for (const name of ['recordDisbursal', 'readLoan', 'no such call', 'toString']) {
    expect([deskActOf(name), deskRolesOf(name)]).toEqual([null, []]);
  }
});
