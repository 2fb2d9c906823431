import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { type DeskVisitor, deskOrigin, openIdSignIn, testDesk } from '#tests/setup/desk.ts';
import { startIdentityProvider } from '#tests/setup/identity-provider.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { deskPaths } from '../paths.ts';

const service = await testLendingService();
const back = deskOrigin + deskPaths.signInBack;
const provider = await startIdentityProvider(
  {
    ana: { name: 'Ana Gómez', groups: ['agent', 'canteen'] },
    leo: { name: 'Leo Paz', groups: ['canteen'] },
  },
  [back],
);
afterAll(provider.close);
const { desk, visitor, person } = testDesk(service, openIdSignIn(service, provider, back));

/** Signs in at the provider as somebody, and gives the path it sends the browser back to. */
async function providerAnswer(start: string, as: string): Promise<string> {
  const jar = new Map<string, string>();
  let address = start;
  for (let hops = 0; hops < 10; hops += 1) {
    if (address.startsWith(back)) return address.slice(deskOrigin.length);
    const headers = { Cookie: [...jar].map((pair) => pair.join('=')).join('; ') };
    const response = await fetch(address, { headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('Location');
    address = location === null ? `${address}?person=${as}` : new URL(location, address).href;
  }
  throw new Error('the provider sent the browser round in circles');
}

async function signInAs(browser: DeskVisitor, as: string, to: string = deskPaths.overview) {
  const start = await browser.open(`${deskPaths.signInStart}?to=${encodeURIComponent(to)}`);
  return browser.open(await providerAnswer(start.location ?? '', as));
}

test('somebody signs in at the provider, with PKCE, state and nonce, and comes to the page they wanted', async () => {
  const browser = visitor();
  const first = await browser.open('/desk/audit?about=loan%3A7');
  expect(first).toMatchObject({
    status: 303,
    location: '/desk/sign-in?to=%2Fdesk%2Faudit%3Fabout%3Dloan%253A7',
  });
  const start = await browser.open(`${deskPaths.signInStart}?to=${encodeURIComponent(deskPaths.overview)}`);
  const request = new URL(start.location ?? '').searchParams;
  expect(request.get('code_challenge_method')).toBe('S256');
  for (const name of ['state', 'nonce', 'code_challenge']) expect(request.get(name)).toMatch(/^[\w-]{43}$/);
  const answer = await browser.open(await providerAnswer(start.location ?? '', 'ana'));
  expect(answer).toMatchObject({ status: 303, location: deskPaths.overview });
  const [cookie] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-desk=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  const page = await browser.open(deskPaths.overview);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Ana Gómez Agent');
});

test('the session is kept hashed, and what is logged of a sign-in is who and as what', async () => {
  const browser = visitor();
  await signInAs(browser, 'ana');
  const token = browser.cookies.get('__Host-desk') ?? '';
  const rows = await service.database.execute(
    sql`select token_hash, to_json(desk_sessions)::text from desk_sessions`,
  );
  expect(JSON.stringify(rows)).toMatch(/"token_hash":"[0-9a-f]{64}"/);
  expect(JSON.stringify(rows)).not.toContain(token);
  const { rows: entries } = await desk.audit({ limit: 1 });
  expect(entries).toMatchObject([
    { act: 'sign-in', name: 'Ana Gómez', outcome: 'done', detail: { roles: ['agent'] } },
  ]);
});

test('an answer is taken once, from the browser that asked, and within ten minutes', async () => {
  const browser = visitor();
  const start = await browser.open(deskPaths.signInStart);
  const answer = await providerAnswer(start.location ?? '', 'ana');
  const stranger = visitor();
  expect((await stranger.open(answer)).location).toBe('/desk/sign-in?failed=1');
  await stranger.open(deskPaths.signInStart);
  expect((await stranger.open(answer)).location).toBe('/desk/sign-in?failed=1');
  expect(stranger.cookies.has('__Host-desk')).toBe(false);

  expect((await browser.open(answer)).location).toBe(deskPaths.overview);
  expect((await browser.open(answer)).location).toBe('/desk/sign-in?failed=1');

  const slow = visitor();
  const late = await providerAnswer((await slow.open(deskPaths.signInStart)).location ?? '', 'ana');
  service.setTime('2026-11-20T12:10:01-06:00');
  expect((await slow.open(late)).location).toBe('/desk/sign-in?failed=1');
  service.setTime('2026-11-20T12:00:00-06:00');
  expect((await slow.open('/desk/sign-in?failed=1')).text).toContain('We could not confirm who you are');
});

test('whoever is in no group of the desk cannot enter, and that they tried is logged', async () => {
  const browser = visitor();
  const answer = await signInAs(browser, 'leo');
  expect(answer.location).toBe('/desk/sign-in?role=none');
  expect(browser.cookies.has('__Host-desk')).toBe(false);
  const { rows: entries } = await desk.audit({ limit: 1 });
  expect(entries).toMatchObject([{ act: 'sign-in', name: 'Leo Paz', outcome: 'refused' }]);
});

test('a session ends by signing out, by fifteen idle minutes, and after ten hours however busy', async () => {
  const out = await person('Out', 'agent');
  const token = out.cookies.get('__Host-desk') ?? '';
  expect((await out.send(deskPaths.signOut, {})).location).toBe(deskPaths.signIn);
  expect(out.cookies.size).toBe(0);
  out.cookies.set('__Host-desk', token);
  expect((await out.open(deskPaths.overview)).location).toBe('/desk/sign-in?to=%2Fdesk&ended=1');

  const idle = await person('Idle', 'agent');
  service.setTime('2026-11-20T12:14:59-06:00');
  expect((await idle.open(deskPaths.overview)).status).toBe(200);
  service.setTime('2026-11-20T12:29:58-06:00');
  expect((await idle.open(deskPaths.overview)).status).toBe(200);
  service.setTime('2026-11-20T12:44:58-06:00');
  expect((await idle.open(deskPaths.overview)).status).toBe(303);

  service.setTime('2026-11-20T12:00:00-06:00');
  const busy = await person('Busy', 'agent');
  for (let minutes = 14; minutes < 600; minutes += 14) {
    service.setTime(new Date(Date.parse('2026-11-20T12:00:00-06:00') + minutes * 60_000).toISOString());
    expect((await busy.open(deskPaths.overview)).status, `after ${minutes} minutes`).toBe(200);
  }
  service.setTime('2026-11-20T22:00:00-06:00');
  expect((await busy.open(deskPaths.overview)).status).toBe(303);
  service.setTime('2026-11-20T12:00:00-06:00');
});

test('what is no path of the desk is no place to go on to', async () => {
  for (const to of [
    'https://evil.example',
    '//evil.example/desk',
    '/desk/../pay',
    '/deskless',
    '/desk\\@evil',
    'javascript:1',
  ]) {
    const browser = visitor();
    const answer = await signInAs(browser, 'ana', to);
    expect(answer.location, to).toBe(deskPaths.overview);
  }
});

test('the desk speaks both languages, by the browser and then by choice', async () => {
  const browser = await person('Lía', 'manager');
  expect((await browser.open(deskPaths.overview)).text).toContain('Overview');
  await browser.send(deskPaths.language, { language: 'es', to: deskPaths.overview });
  expect((await browser.open(deskPaths.overview)).text).toContain('Resumen');
});
