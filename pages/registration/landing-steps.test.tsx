import { expect, test } from 'vitest';
import {
  faultOf,
  openLandingScreen,
  own,
  shownIn,
  typed,
  typedInChina,
} from '#tests/setup/landing-screen.tsx';
import { failure, refused } from '#tests/setup/loan-screen.tsx';

test('[PROMO-5] a code is asked for with the visit’s origin, and the page says that it was sent', async () => {
  const { calls, text, html, status } = await openLandingScreen({ ...typed, do: 'send' });
  expect(status).toBe(200);
  expect(calls.find(({ name }) => name === 'requestRegistrationCode')?.request).toEqual({
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
  expect(calls.filter(({ name }) => name === 'startPromotionVisit' || name === 'trackVisit')).toEqual([]);
  expect(text).toContain('Enviado al 55 4821 7736.');
  expect(shownIn(html, 'captcha')).toBe('A7KX');
  expect(html).not.toContain('<img');
  const inChina = await openLandingScreen({ ...typedInChina, do: 'send' }, { readPromotionTemplate: own });
  expect(inChina.text).toContain('验证码已发送，请在手机上查看！');
});

test('[PROMO-5] a wrong captcha brings another image and the backend’s message', async () => {
  const { html, status } = await openLandingScreen(
    { ...typed, do: 'send' },
    { requestRegistrationCode: refused('captcha-wrong', 'La imagen dice otra cosa.') },
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
  const { text, html } = await openLandingScreen(
    { ...typed, do: 'send' },
    { requestRegistrationCode: answer },
  );
  expect(text).toContain(answer.message);
  expect(html).toContain('a=17"');
  expect(shownIn(html, 'captcha')).toBe('A7KX');
});

test('a page left open too long goes on with another registration', async () => {
  const { html } = await openLandingScreen(
    { ...typed, do: 'send' },
    {
      requestRegistrationCode: refused('not-found', 'Página vieja.'),
      startPromotionVisit: { registrationId: 'sid-2' },
    },
  );
  expect(faultOf(html, 'captcha')).toBe('Página vieja.');
  expect(shownIn(html, 'sid')).toBe('sid-2');
  expect(html).toContain('captcha?sid=sid-2');
});

test('[PROMO-6] applying tracks the click, then registers with the whole payload, then leads to the download page', async () => {
  const { calls, status, location } = await openLandingScreen({ ...typed, do: 'apply' });
  expect(calls.map(({ name }) => name)).toEqual(['readPromotionTemplate', 'trackClick', 'registerBorrower']);
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
  const { location } = await openLandingScreen(
    { ...typed, do: 'apply' },
    { registerBorrower: refused('already-registered', 'Ya.') },
  );
  expect(location).toContain('/downloadTemplate?');
  expect(location).toContain('notice=already');
});

test('[PROMO-6] a wrong captcha brings another image, a wrong code stands under its field, others are told', async () => {
  const captcha = await openLandingScreen(
    { ...typed, do: 'apply' },
    { registerBorrower: refused('captcha-wrong', 'Otra imagen.') },
  );
  expect(faultOf(captcha.html, 'captcha')).toBe('Otra imagen.');
  expect(captcha.html).not.toContain('a=17"');
  const code = await openLandingScreen(
    { ...typed, do: 'apply' },
    { registerBorrower: refused('sms-code-wrong', 'Otro código.') },
  );
  expect(faultOf(code.html, 'smsCode')).toBe('Otro código.');
  const other = failure({ code: '9', message: 'Sin cupo.', status: 200 });
  expect((await openLandingScreen({ ...typed, do: 'apply' }, { registerBorrower: other })).text).toContain(
    'Sin cupo.',
  );
});

test('[PROMO-6] without a connection to the backend everything stays and the page says so', async () => {
  const { text, html, status } = await openLandingScreen(
    { ...typed, do: 'apply' },
    { registerBorrower: failure({ failure: 'network' }), trackClick: failure({ failure: 'network' }) },
  );
  expect(status).toBe(502);
  expect(text).toContain('No hay conexión.');
  expect(shownIn(html, 'smsCode')).toBe('071304');
});
