import { expect, test } from 'vitest';
import { type DeskRole, deskRoles, mayDo } from '#domain/desk/role.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { deskPaths } from './paths.ts';

const service = await testLendingService();
const { visitor, person } = testDesk(service);

test('nobody sees a page of the desk without having signed in', async () => {
  for (const path of ['/desk', '/desk/audit', '/desk/nowhere']) {
    const page = await visitor().open(path);
    expect(page).toMatchObject({ status: 303, location: `/desk/sign-in?to=${encodeURIComponent(path)}` });
    expect(page.headers.get('Cache-Control')).toBe('no-store');
  }
});

test.each(deskRoles)(
  '%s is refused the audit log unless the table says so, and finds no link to it',
  async (role: DeskRole) => {
    const somebody = await person(role, role);
    const page = await somebody.open(deskPaths.audit);
    expect(page.status).toBe(mayDo([role], 'see-audit') ? 200 : 403);
    const overview = await somebody.open(deskPaths.overview);
    expect(overview.html.includes(`href="${deskPaths.audit}"`)).toBe(mayDo([role], 'see-audit'));
  },
);

test('an address where nothing is says so in the frame', async () => {
  const page = await (await person('Lost', 'agent')).open('/desk/nowhere');
  expect(page.status).toBe(404);
  expect(page.text).toContain('We could not find it');
});

test('the log shows names masked, and can be read by person and subject', async () => {
  const auditor = await person('Vera Luna', 'auditor');
  const page = await auditor.open(deskPaths.audit);
  expect(page.text).toContain('V••• L••• Signed in');
  expect(page.text).not.toContain('Vera');
  const own = await auditor.open(`${deskPaths.audit}?person=${auditor.personId}`);
  expect(own.text).toContain('roles auditor');
  expect((await auditor.open(`${deskPaths.audit}?about=loan:none`)).text).toContain('Nothing for now.');
});
