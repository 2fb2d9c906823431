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
  [`${deskOrigin}${deskPaths.signIn}?out=1`],
);
afterAll(provider.close);
const { desk, visitor, person } = testDesk(service, openIdSignIn(service, provider, back));

/** Signs in at the provider as somebody, and gives the path it sends the browser back to. */
async function providerAnswer(start: string, as: string, jar = new Map<string, string>()): Promise<string> {
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

async function signInAs(
  browser: DeskVisitor,
  as: string,
  { to = deskPaths.overview, jar }: { readonly to?: string; readonly jar?: Map<string, string> } = {},
) {
  const start = await browser.open(`${deskPaths.signInStart}?to=${encodeURIComponent(to)}`);
  return browser.open(await providerAnswer(start.location ?? '', as, jar));
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

test('a person in no group of the desk cannot sign in, and the attempt is logged', async () => {
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
  expect((await out.send(deskPaths.signOut, {})).location).toBe(`${deskPaths.signIn}?out=provider`);
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

test('an address outside the desk is no redirect target', async () => {
  for (const to of [
    'https://evil.example',
    '//evil.example/desk',
    '/desk/../pay',
    '/deskless',
    '/desk\\@evil',
    'javascript:1',
  ]) {
    const browser = visitor();
    const answer = await signInAs(browser, 'ana', { to });
    expect(answer.location, to).toBe(deskPaths.overview);
  }
});

test('the desk speaks both languages, by the browser and then by choice', async () => {
  const browser = await person('Lía', 'manager');
  expect((await browser.open(deskPaths.overview)).text).toContain('Overview');
  await browser.send(deskPaths.language, { language: 'es', to: deskPaths.overview });
  expect((await browser.open(deskPaths.overview)).text).toContain('Resumen');
});

/** Follows the browser through ending its session at the provider, whose page of it has one button; where it is sent at last. */
async function signOutAtProvider(start: string, jar: Map<string, string>): Promise<string> {
  const cookies = () => [...jar].map((pair) => pair.join('=')).join('; ');
  const keep = (response: Response) => {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
  };
  const page = await fetch(start, { headers: { Cookie: cookies() }, redirect: 'manual' });
  keep(page);
  const html = await page.text();
  const action = /action="([^"]+)"/.exec(html)?.[1] ?? '';
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const answer = await fetch(new URL(action, start), {
    method: 'POST',
    headers: { Cookie: cookies() },
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
    redirect: 'manual',
  });
  keep(answer);
  return answer.headers.get('Location') ?? '';
}

test('signing out ends the session here and at the provider, which asks for a password again', async () => {
  const browser = visitor();
  const jar = new Map<string, string>();
  await signInAs(browser, 'ana', { jar });
  expect((await browser.open(deskPaths.signOutProvider)).location).toBe(deskPaths.overview);
  const token = browser.cookies.get('__Host-desk') ?? '';
  const out = await browser.send(deskPaths.signOut, {});
  expect(out.location).toBe(`${deskPaths.signIn}?out=provider`);
  const between = await browser.open(out.location ?? '');
  expect(between.headers.get('Refresh')).toBe(`0; url=${deskPaths.signOutProvider}`);
  expect(between.html).toContain(`href="${deskPaths.signOutProvider}"`);
  const there = await browser.open(deskPaths.signOutProvider);
  expect(browser.cookies.size).toBe(0);
  const address = new URL(there.location ?? '');
  expect(address.origin).toBe(provider.issuer);
  expect(address.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(await desk.people.takeIdToken(token)).toBeNull();
  const returned = await signOutAtProvider(address.href, jar);
  expect(returned).toBe(`${deskOrigin}${deskPaths.signIn}?out=1`);
  const again = await browser.open(returned.slice(deskOrigin.length));
  expect(again.text).toContain('You have signed out of the desk.');
  const link = /href="([^"]*sign-in\/start[^"]*)"/.exec(again.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const request = new URL((await browser.open(link)).location ?? '').searchParams;
  expect(request.get('prompt')).toBe('login');
  expect(request.get('max_age')).toBe('36000');
  // The provider knows the browser no longer.
  const asked = await fetch((await browser.open(deskPaths.signInStart)).location ?? '', {
    headers: { Cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
    redirect: 'manual',
  });
  expect(asked.headers.get('Location')).toContain('/interaction/');
});

test('a session that ended at the provider ends here, by a message that the provider alone can sign', async () => {
  const [browser, other] = [visitor(), visitor()];
  const jar = new Map<string, string>();
  await signInAs(browser, 'ana', { jar });
  await signInAs(other, 'ana');
  const token = browser.cookies.get('__Host-desk') ?? '';
  const sealed = await service.database.execute(
    sql`select sealed_id_token from desk_sessions where ended_at is null`,
  );
  expect(JSON.stringify(sealed)).not.toMatch(/"eyJ/);
  await browser.send(deskPaths.signOut, {});
  const idToken = await desk.people.takeIdToken(token);
  browser.cookies.clear();
  await signInAs(browser, 'ana', { jar });
  expect((await browser.open(deskPaths.overview)).status).toBe(200);
  const end = new URL('/session/end', provider.issuer);
  end.searchParams.set('id_token_hint', idToken ?? '');
  end.searchParams.set('post_logout_redirect_uri', `${deskOrigin}${deskPaths.signIn}?out=1`);
  await signOutAtProvider(end.href, jar);
  await expect.poll(() => provider.logoutTokens.length).toBeGreaterThan(0);
  const message = provider.logoutTokens.at(-1) ?? '';
  const stranger = visitor();
  const [head = '', body = '', signature = ''] = message.split('.');
  const forged = Buffer.from(body, 'base64url').toString().replace('"sid"', '"sib"');
  for (const logout_token of [
    '',
    'x',
    [head, Buffer.from(forged).toString('base64url'), signature].join('.'),
  ]) {
    expect((await stranger.send(deskPaths.signInEnded, { logout_token })).status).toBe(400);
  }
  expect((await browser.open(deskPaths.overview)).status).toBe(200);
  expect((await stranger.send(deskPaths.signInEnded, { logout_token: message })).status).toBe(200);
  expect((await browser.open(deskPaths.overview)).status).toBe(303);
  expect((await other.open(deskPaths.overview)).status).toBe(200);
  const { rows } = await desk.audit({ limit: 1 });
  expect(rows).toMatchObject([{ act: 'sign-out', name: 'Ana Gómez', detail: { by: 'provider' } }]);
});

test('groups are read anew after the minutes that are set, without a word of the person, and a form in hand is still taken', async () => {
  const strict = testDesk(service, openIdSignIn(service, provider, back), { roleMinutes: 30 });
  const browser = strict.visitor();
  const jar = new Map<string, string>();
  await signInAs(browser, 'ana', { jar });
  await browser.send(deskPaths.language, { language: 'es', to: deskPaths.overview });
  const first = browser.cookies.get('__Host-desk');
  for (const minutes of [14, 28]) {
    service.setTime(new Date(Date.parse('2026-11-20T12:00:00-06:00') + minutes * 60_000).toISOString());
    expect((await browser.open('/desk/loans?status=overdue')).status).toBe(200);
  }
  service.setTime('2026-11-20T12:31:00-06:00');
  // The form is taken, and its page, which is opened next, asks for the groups.
  const taken = await browser.send(deskPaths.receipts, {});
  expect(taken.location).toContain(encodeURIComponent(`${deskPaths.receipts}?draft=`));
  const around = await browser.open('/desk/loans?status=overdue');
  expect(around.location).toBe(`${deskPaths.signInStart}?to=%2Fdesk%2Floans%3Fstatus%3Doverdue`);
  const start = await browser.open(around.location ?? '');
  expect(new URL(start.location ?? '').searchParams.get('prompt')).toBeNull();
  const back2 = await browser.open(await providerAnswer(start.location ?? '', 'nobody', jar));
  expect(back2.location).toBe('/desk/loans?status=overdue');
  expect(browser.cookies.get('__Host-desk')).not.toBe(first);
  expect((await browser.open(deskPaths.overview)).text).toContain('Resumen');
  expect(await strict.desk.people.find(first ?? '')).toBeNull();
  service.setTime('2026-11-20T12:00:00-06:00');
});

test('a manager ends a colleague’s sessions, which is logged; others may not', async () => {
  const manager = await person('Marta Ruiz', 'manager');
  const agent = await person('Eva Luz', 'agent');
  expect((await agent.open(deskPaths.people)).status).toBe(403);
  expect((await agent.send(deskPaths.people, { person: manager.personId })).status).toBe(403);
  const page = await manager.open(deskPaths.people);
  expect(page.text).toMatch(/Eva Luz Agent/);
  const ended = await manager.send(deskPaths.people, { person: agent.personId });
  expect(ended.text).toContain('Sessions ended: 1.');
  expect((await agent.open(deskPaths.overview)).status).toBe(303);
  expect((await manager.open(deskPaths.overview)).status).toBe(200);
  const { rows } = await desk.audit({ personId: manager.personId, limit: 5 });
  expect(rows).toContainEqual(
    expect.objectContaining({ act: 'ended-sessions', outcome: 'done', detail: { to: agent.personId } }),
  );
});
