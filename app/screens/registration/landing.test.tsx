import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { pagesContext } from '#app/pages-config.ts';
import type { ChannelTemplate } from '#contract/promotion-visit.ts';
import { failure, openLoanScreen, refused } from '#tests/setup/loan-screen.tsx';
import { siteDependencies } from '#tests/setup/site-page.tsx';
import * as landing from './landing.tsx';

const own: ChannelTemplate = {
  templateId: '1',
  language: null,
  market: null,
  color: null,
  heading: '',
  line: '',
};
const mexico: ChannelTemplate = { ...own, templateId: '2', language: 'es', market: 'MX' };
const india: ChannelTemplate = { ...own, templateId: '3', language: 'en', market: 'IN', color: '#4b3f8f' };

const address = '/registerTemplate?id=2&app_from=web&user_from=feria&utm_tag=nov&invite_code=AB12&links_id=9';
const answers = {
  channelTemplate: mexico,
  trackVisit: null,
  getSid: { registrationId: 'sid-1' },
  trackClick: null,
  getSms: null,
  register: null,
};
const typed = { mobile: '55 4821 7736', captcha: 'A7KX', smsCode: '071304', sid: 'sid-1', captchaAt: '17' };
const typedInChina = { ...typed, mobile: '138 0013 8000' };

const open = (form?: Record<string, string>, known: Record<string, unknown> = {}, at = address) =>
  openLoanScreen(landing, at, { answers: { ...answers, ...known }, ...(form && { form }) });

/** The value of a field as the page shows it. */
function shownIn(html: string, name: string): string {
  const [tag = ''] = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html) ?? [];
  return /value="([^"]*)"/.exec(tag)?.[1] ?? '';
}

/** What stands under a field that is at fault. */
function faultOf(html: string, name: string): string {
  return new RegExp(`id="${name}-error"[^>]*>([^<]*)<`).exec(html)?.[1] ?? '';
}

test('[PROMO-1] [SESS-5] the landing loads its template, tracks the visit and takes a sid, without a session', async () => {
  const { calls, html, status } = await open();
  expect(status).toBe(200);
  expect(calls).toEqual([
    { name: 'channelTemplate', request: { templateId: '2' } },
    {
      name: 'trackVisit',
      request: { pageId: '2', clientType: 'android', appFrom: 'web', userFrom: 'feria', utmTag: 'nov' },
    },
    { name: 'getSid', request: {} },
  ]);
  expect(shownIn(html, 'sid')).toBe('sid-1');
});

test('[PROMO-1] a template that cannot be had is told with the backend’s message', async () => {
  const { status, text } = await open(undefined, { channelTemplate: refused('not-found', '模板不存在') });
  expect(status).toBe(404);
  expect(text).toContain('模板不存在');
});

test('[PROMO-1] a visit that cannot be counted neither fails nor delays the page', async () => {
  expect((await open(undefined, { trackVisit: failure({ failure: 'network' }) })).status).toBe(200);
  const context = new RouterContextProvider();
  const call = (named: { name: string }) =>
    named.name === 'trackVisit'
      ? new Promise(() => undefined)
      : Promise.resolve({ success: true, data: named.name === 'getSid' ? { registrationId: 's' } : mexico });
  context.set(pagesContext, { ...siteDependencies, client: { call } as never });
  const request = new Request(`https://paginas.example${address}`);
  await expect(landing.loader({ request, context, params: {} } as never)).resolves.toBeDefined();
});

test('[PROMO-2] mobile, captcha and SMS code with their caps, two buttons of one form', async () => {
  const { html } = await open(undefined, { channelTemplate: own }, '/registerTemplate');
  const capOf = (name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0];
  expect(capOf('mobile')).toContain(`maxLength="${'138 0013 8000'.length}"`);
  expect(capOf('captcha')).toContain('maxLength="4"');
  expect(capOf('smsCode')).toContain('maxLength="6"');
  expect(capOf('smsCode')).toContain('autoComplete="one-time-code"');
  expect(html.match(/<form /g)).toHaveLength(1);
  expect(html).toMatch(/<button[^>]*value="send" name="do">获取验证码</);
  expect(html).toMatch(/<button[^>]*value="apply" name="do">立即注册</);
});

test.each([
  ['send', { mobile: '12800138000' }, 'mobile', '请正确输入手机号！'],
  ['send', { mobile: '' }, 'mobile', '请正确输入手机号！'],
  ['send', { captcha: ' ' }, 'captcha', '请正确输入图形验证码！'],
  ['apply', { mobile: '1380013800' }, 'mobile', '请正确输入手机号！'],
  ['apply', { captcha: '' }, 'captcha', '请正确输入图形验证码！'],
  ['apply', { smsCode: '' }, 'smsCode', '请正确输入短信验证码！'],
])(
  '[PROMO-3] %s with %j is refused under its field, and what was typed stays',
  async (intent, change, field, words) => {
    const form = { ...typedInChina, ...change, do: intent };
    const { html, status, calls } = await open(form, { channelTemplate: own }, '/registerTemplate');
    expect(status).toBe(422);
    expect(faultOf(html, field)).toBe(words);
    expect(shownIn(html, 'smsCode')).toBe(form.smsCode);
    if (!('mobile' in change)) expect(shownIn(html, 'mobile')).toBe('138 0013 8000');
    expect(html).toContain('src="/registerTemplate/captcha?sid=sid-1&amp;a=17"');
    expect(calls.map(({ name }) => name)).toEqual(['channelTemplate', 'channelTemplate']);
  },
);

test.each([
  [mexico, '5548217736', true],
  [mexico, '554821773', false],
  [india, '9845501276', true],
  [india, '5845501276', false],
])('[PROMO-3] [LANG-5] the template %j takes %s: %s', async (channelTemplate, mobile, isTaken) => {
  const { html, calls } = await open({ ...typed, mobile, do: 'send' }, { channelTemplate });
  expect(calls.some(({ name }) => name === 'getSms')).toBe(isTaken);
  const words = channelTemplate === mexico ? /número de celular/ : /mobile number/;
  if (!isTaken) expect(faultOf(html, 'mobile')).toMatch(words);
});

test('[PROMO-4] another image needs a mobile number first, and clears what was typed for the old one', async () => {
  const without = await open({ ...typed, mobile: '', do: 'image' });
  expect(faultOf(without.html, 'mobile')).not.toBe('');
  expect(without.html).toContain('a=17"');
  const { html } = await open({ ...typed, do: 'image' });
  expect(html).not.toContain('a=17"');
  expect(html).toContain(`a=${new Date('2026-11-20T18:00:00Z').getTime()}"`);
  expect(shownIn(html, 'captcha')).toBe('');
  expect(shownIn(html, 'mobile')).toBe('55 4821 7736');
});

test('[PROMO-4] who cannot read the image is asked a question in words; without one the image stays', async () => {
  const question = new Blob(['Escriba con 4 cifras: dos, tres.'], { type: 'text/plain;charset=utf-8' });
  const asked = await open({ ...typed, do: 'question' }, { getCaptcha: question });
  expect(asked.text).toContain('Escriba con 4 cifras: dos, tres.');
  expect(asked.html).not.toContain('<img');
  const [call] = asked.calls.filter(({ name }) => name === 'getCaptcha');
  expect(call?.request).toMatchObject({ registrationId: 'sid-1', kind: 'question', templateId: '2' });
  const faulty = await open({
    ...typed,
    captchaKind: 'question',
    captchaQuestion: 'Escriba con 4 cifras: dos, tres.',
    smsCode: '',
    do: 'apply',
  });
  expect(faulty.text).toContain('Escriba con 4 cifras: dos, tres.');
  const image = new Blob([''], { type: 'image/png' });
  expect((await open({ ...typed, do: 'question' }, { getCaptcha: image })).html).toContain('<img');
});

test('[PROMO-5] a code is asked for with the visit’s origin, and the page says that it was sent', async () => {
  const { calls, text, html, status } = await open({ ...typed, do: 'send' });
  expect(status).toBe(200);
  expect(calls.find(({ name }) => name === 'getSms')?.request).toEqual({
    templateId: '2',
    phone: '5548217736',
    captchaText: 'A7KX',
    registrationId: 'sid-1',
    deviceId: 'sid-1',
    appName: 'Llano',
    appFrom: 'web',
    userFrom: 'feria',
    utmTag: 'nov',
  });
  expect(calls.filter(({ name }) => name === 'getSid' || name === 'trackVisit')).toEqual([]);
  expect(text).toContain('Enviado al 55 4821 7736.');
  expect(shownIn(html, 'captcha')).toBe('A7KX');
  expect(html).not.toContain('<img');
  const inChina = await open({ ...typedInChina, do: 'send' }, { channelTemplate: own });
  expect(inChina.text).toContain('验证码已发送，请在手机上查看！');
});

test('[PROMO-5] a wrong captcha brings another image and the backend’s message', async () => {
  const { html, status } = await open(
    { ...typed, do: 'send' },
    { getSms: refused('captcha-wrong', 'La imagen dice otra cosa.') },
  );
  expect(status).toBe(422);
  expect(faultOf(html, 'captcha')).toBe('La imagen dice otra cosa.');
  expect(html).not.toContain('a=17"');
  expect(shownIn(html, 'captcha')).toBe('');
  expect(shownIn(html, 'mobile')).toBe('55 4821 7736');
});

test.each([
  refused('sms-too-soon', 'Espere 42 s.'),
  refused('sms-limit-reached', 'Vuelva mañana.'),
  failure({ code: '77', message: 'Cerrado por hoy.', status: 200 }),
])('[PROMO-5] any other refusal is told in the backend’s words: %#', async (answer) => {
  const { text, html } = await open({ ...typed, do: 'send' }, { getSms: answer });
  expect(text).toContain(answer.message);
  expect(html).toContain('a=17"');
  expect(shownIn(html, 'captcha')).toBe('A7KX');
});

test('a page left open too long goes on with another registration', async () => {
  const { html } = await open(
    { ...typed, do: 'send' },
    { getSms: refused('not-found', 'Página vieja.'), getSid: { registrationId: 'sid-2' } },
  );
  expect(faultOf(html, 'captcha')).toBe('Página vieja.');
  expect(shownIn(html, 'sid')).toBe('sid-2');
  expect(html).toContain('captcha?sid=sid-2');
});

test('[PROMO-6] applying tracks the click, then registers with the whole payload, then leads to the download page', async () => {
  const { calls, status, location } = await open({ ...typed, do: 'apply' });
  expect(calls.map(({ name }) => name)).toEqual(['channelTemplate', 'trackClick', 'register']);
  const origin = { appFrom: 'web', userFrom: 'feria', utmTag: 'nov' };
  expect(calls[1]?.request).toEqual({ pageId: '2', clientType: 'android', phone: '5548217736', ...origin });
  expect(calls[2]?.request).toEqual({
    templateId: '2',
    phone: '5548217736',
    captchaText: 'A7KX',
    smsCode: '071304',
    registrationId: 'sid-1',
    appName: 'Llano',
    merchantNumber: '1000',
    inviteCode: 'AB12',
    ...origin,
  });
  expect(status).toBe(303);
  const parameters =
    'id=2&app_from=web&user_from=feria&utm_tag=nov&links_id=9&invite_code=AB12&notice=registered&lang=2';
  expect(location).toBe(`/downloadTemplate?${parameters}`);
});

test('[PROMO-6] who is registered already is led to the download page too', async () => {
  const { location } = await open(
    { ...typed, do: 'apply' },
    { register: refused('already-registered', 'Ya.') },
  );
  expect(location).toContain('/downloadTemplate?');
  expect(location).toContain('notice=already');
});

test('[PROMO-6] a wrong captcha brings another image, a wrong code stands under its field, others are told', async () => {
  const captcha = await open(
    { ...typed, do: 'apply' },
    { register: refused('captcha-wrong', 'Otra imagen.') },
  );
  expect(faultOf(captcha.html, 'captcha')).toBe('Otra imagen.');
  expect(captcha.html).not.toContain('a=17"');
  const code = await open({ ...typed, do: 'apply' }, { register: refused('sms-code-wrong', 'Otro código.') });
  expect(faultOf(code.html, 'smsCode')).toBe('Otro código.');
  const other = failure({ code: '9', message: 'Sin cupo.', status: 200 });
  expect((await open({ ...typed, do: 'apply' }, { register: other })).text).toContain('Sin cupo.');
});

test('[PROMO-6] without a connection to the backend everything stays and the page says so', async () => {
  const { text, html, status } = await open(
    { ...typed, do: 'apply' },
    { register: failure({ failure: 'network' }), trackClick: failure({ failure: 'network' }) },
  );
  expect(status).toBe(502);
  expect(text).toContain('No hay conexión.');
  expect(shownIn(html, 'smsCode')).toBe('071304');
});

test('[LANG-5] the page speaks its template’s language, with its template’s colour and words', async () => {
  const inChina = await open(undefined, { channelTemplate: own }, '/registerTemplate?lang=1');
  expect(inChina.title).toBe('用手机号注册 · Llano');
  expect(inChina.text).toContain('立即注册');
  expect(inChina.text).not.toMatch(/Register|Regístrese/);
  const inIndia = await open(undefined, {
    channelTemplate: { ...india, heading: 'Diwali in Pune', line: 'Sign up here.' },
  });
  expect(inIndia.title).toBe('Diwali in Pune · Llano');
  expect(inIndia.text).toContain('Sign up here.');
  expect(inIndia.text).toContain('You receive ₹ 12.000,00');
  expect((await open()).text).toContain('Recibe $ 5.000,00');
});

test('[PROMO-8] the number is shown in its groups when the page comes back', async () => {
  const { html } = await open(
    { ...typedInChina, mobile: '13800138000123', captcha: '', do: 'send' },
    { channelTemplate: own },
  );
  expect(shownIn(html, 'mobile')).toBe('138 0013 8000');
});

test('[COOKIE-1] the template a link names is remembered in a cookie until 31 Dec 9999', async () => {
  const { headers } = await open();
  expect(headers.get('Set-Cookie')).toBe(
    'template=2; Expires=Fri, 31 Dec 9999 23:59:59 GMT; Path=/; HttpOnly; SameSite=Lax; Secure',
  );
  const bare = await open(undefined, { channelTemplate: own }, '/registerTemplate');
  expect(bare.headers.get('Set-Cookie')).toBeNull();
});
