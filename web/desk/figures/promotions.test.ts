import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readPromotionFigures } from '#contract/host/promotion-figures.ts';
import { localDate } from '#domain/calendar.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { openLanding } from '#tests/setup/registrant.ts';
import { deskPaths } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const october = {
  market: 'MX',
  fromDay: localDate('2026-10-01'),
  throughDay: localDate('2026-10-31'),
} as const;
await service.database.execute(sql`
  insert into promotion_visits (id, page_id, client_type, app_from, user_from, utm_tag, visited_at)
  select gen_random_uuid(), '2', 'ios', 'app-' || lpad((n / 2)::text, 3, '0'), '', 'spring',
    timestamptz '2026-10-02' + n * interval '1 minute' from generate_series(0, 239) n`);
await service.database.execute(sql`
  insert into promotion_visits (id, page_id, client_type, app_from, user_from, utm_tag, visited_at) values
  (gen_random_uuid(), '2', 'ios', '=x', '', '', '2026-10-01T05:59:59Z'),
  (gen_random_uuid(), '3', 'ios', '=x', '', '', '2026-10-01T06:00:00Z'),
  (gen_random_uuid(), '3', 'ios', '=x', '', '', '2026-11-01T05:59:59Z'),
  (gen_random_uuid(), '3', 'ios', '=x', '', '', '2026-11-01T06:00:00Z')`);

test('codes are counted under the template and the link they were asked for from, those that waited too', async () => {
  const range = {
    market: 'MX',
    fromDay: localDate('2026-11-20'),
    throughDay: localDate('2026-11-20'),
    by: 'channel',
  } as const;
  const counts = async () => (await service.tell(readPromotionFigures, range)).figures;
  const visitor = await openLanding(service.api, { phone: '5548217701' });
  await visitor.sendCode({ capcode: await visitor.solveCaptcha() });
  const other = await openLanding(service.api, { phone: '5548217702' });
  await other.sendCode({ capcode: await other.solveCaptcha(), proof: '' });
  const [before] = await counts();
  expect(before).toMatchObject({ sendCount: 1, visitCount: 0, registrationCount: 0 });
  service.setTime('2026-11-20T12:02:00-06:00');
  service.api.jobs.start();
  await service.api.jobs.stop();
  const [after] = await counts();
  expect(after).toEqual({ ...before, sendCount: 2 });
});

test('figures are of the days of the market, by template or channel, and page through all of them', async () => {
  const { figures } = await service.tell(readPromotionFigures, { ...october, by: 'template' });
  expect(figures).toEqual([
    { templateId: '2', appFrom: null, utmTag: null, visitCount: 240, sendCount: 0, registrationCount: 0 },
    { templateId: '3', appFrom: null, utmTag: null, visitCount: 2, sendCount: 0, registrationCount: 0 },
  ]);
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await service.tell(readPromotionFigures, { ...october, by: 'channel', limit: 50, cursor });
    seen.push(...page.figures.map(({ templateId, appFrom, utmTag }) => `${templateId} ${appFrom} ${utmTag}`));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect([seen.length, new Set(seen).size]).toEqual([121, 121]);
  const wrong = await service.host(readPromotionFigures.path, {
    ...october,
    throughDay: localDate('2026-09-30'),
    by: 'channel',
  });
  expect(wrong.status).toBe(422);
});

test('the desk draws them with the tables beside, as a file too, for those who may', async () => {
  const manager = await person('Marta', 'manager');
  const address = `${deskPaths.promotions}?since=2026-10-01&through=2026-10-31`;
  const page = await manager.open(address);
  expect(page.html).toContain('<svg viewBox="0 0 372');
  expect(page.text).toMatch(/app-\d{3} · spring/);
  expect(page.text).toContain('Next 50');
  expect((await manager.open(`${deskPaths.promotions}?since=x`)).text).toContain('“x” is not a day');
  expect((await manager.open(`${deskPaths.promotions}?since=2025-01-01&through=2025-01-02`)).text).toContain(
    'Nothing',
  );
  const file = `${deskPaths.exports.replace(':file', 'promotions.csv')}?since=2026-10-01&through=2026-10-31`;
  const lines = (await manager.open(file)).whole.trimEnd().split('\n');
  expect(lines).toHaveLength(122);
  expect(lines.at(-1)?.trim()).toBe(`"3","'=x","",2,0,0`);
  const { rows } = await desk.audit({ subject: 'file:promotions.csv', limit: 5 });
  expect(rows).toHaveLength(1);
  for (const role of ['agent', 'treasury'] as const) {
    const other = await person(role, role);
    expect([(await other.open(address)).status, (await other.open(file)).status]).toEqual([403, 403]);
  }
  expect((await (await person('Vera', 'auditor')).open(address)).status).toBe(200);
});
