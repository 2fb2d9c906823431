import { expect, test } from 'vitest';
import { faultOf, openLandingPage, own, shownIn, typed, typedInChina } from '#tests/setup/landing-page.ts';
import { failure, refused } from '#tests/setup/open-page.ts';

test('[PROMO-5] requests a code with the visit’s origin and confirms that it was sent', async () => {
  const { calls, text, html, status } = await openLandingPage({ ...typed, do: 'send' });
  expect(status).toBe(200);
  expect(calls.find(({ name }) => name === 'requestRegistrationCode')?.request).toEqual({
    templateId: '2',
    phone: '5548217736',
    captchaText: 'A7KX',
    registrationId: 'sid-1',
    deviceId: 'sid-1',
    appName: 'Llano',
    proof: null,
    appFrom: 'web',
    userFrom: 'feria',
    utmTag: 'nov',
  });
  expect(calls.filter(({ name }) => name === 'startPromotionVisit' || name === 'trackVisit')).toEqual([]);
  expect(text).toContain('Al 55 4821 7736. Sirve 5 minutos.');
  expect(shownIn(html, 'captcha')).toBe('A7KX');
  expect(html).not.toContain('<img');
  const inChina = await openLandingPage({ ...typedInChina, do: 'send' }, { readPromotionTemplate: own });
  expect(inChina.text).toContain('验证码已发送，请在手机上查看！');
});

test('[PROMO-5] a sent code is confirmed once, and the page shows when another can be requested', async () => {
  const { html, text } = await openLandingPage({ ...typed, do: 'send' });
  expect(html).toContain('data-wait-seconds="60"');
  expect(text).toContain('Le enviamos el código. Revise los SMS de su celular.');
  const state = { sentTo: shownIn(html, 'sentTo'), sentAt: shownIn(html, 'sentAt') };
  const again = async (sentAt: string) =>
    openLandingPage(
      { ...typed, ...state, sentAt, captchaKind: 'passed', do: 'apply' },
      { registerBorrower: refused('sms-code-wrong', 'Otro código.') },
    );
  const soon = await again(String(Number(state.sentAt) - 18_000));
  expect(soon.html).toContain('data-wait-seconds="42"');
  expect(soon.text).not.toContain('Le enviamos el código.');
  expect(soon.text).toContain('Al 55 4821 7736. Sirve 5 minutos. Enviar otro Otro código.');
  const later = await again(String(Number(state.sentAt) - 60_000));
  expect(later.html).not.toContain('data-wait-seconds');
  expect(later.text).toContain('Enviar otro');
  expect((await again('soon')).text).not.toContain('Sirve 5 minutos.');
});

test('[PROMO-5] within 60 s no other code is asked for, without script either', async () => {
  const { html } = await openLandingPage({ ...typed, do: 'send' });
  const state = { sentTo: shownIn(html, 'sentTo'), sentAt: shownIn(html, 'sentAt') };
  const again = async (sentAt: number) =>
    openLandingPage({ ...typed, ...state, sentAt: String(sentAt), smsCode: '123', do: 'send' });
  const soon = await again(Number(state.sentAt) - 59_000);
  expect(soon.calls.map(({ name }) => name)).not.toContain('requestRegistrationCode');
  expect(soon.status).toBe(429);
  expect(soon.text).toContain('Ya le enviamos un código. Espere un momento antes de pedir otro.');
  expect(soon.html).toContain('data-wait-seconds="1"');
  expect(shownIn(soon.html, 'smsCode')).toBe('123');
  for (const sentAt of [Number(state.sentAt) - 60_000, Number(state.sentAt) + 600_000]) {
    const { calls } = await again(sentAt);
    expect(calls.map(({ name }) => name)).toContain('requestRegistrationCode');
  }
});

test('[CALL-8] with no answer at all, a visitor’s fields stay in the page that says so and are sent again from it', async () => {
  const { html, text } = await openLandingPage(
    { ...typed, do: 'apply' },
    { readPromotionTemplate: failure({ failure: 'network' }) },
  );
  expect(text).toContain('Nuestro servicio no responde');
  for (const [name, value] of Object.entries({ ...typed, do: 'apply' })) {
    expect(html).toContain(`<input type="hidden" name="${name}" value="${value}"/>`);
  }
});

test('the work of a challenge is left to script, its proof goes along, and the next code needs work of its own', async () => {
  const work = { challenge: '{"a":1}', proof: 'cHJvb2Y=' };
  const sent = await openLandingPage(
    { ...typed, ...work, do: 'send' },
    { requestRegistrationCode: { sendsInSeconds: 0, challenge: '{"b":2}' } },
  );
  const { request } = sent.calls.find(({ name }) => name === 'requestRegistrationCode') ?? {};
  expect(request).toMatchObject({ proof: 'cHJvb2Y=' });
  expect(sent.html).toContain('data-challenge="{&quot;b&quot;:2}"');
  expect(shownIn(sent.html, 'proof')).toBe('');
  const refusedOnce = await openLandingPage(
    { ...typed, ...work, do: 'send' },
    { requestRegistrationCode: refused('captcha-wrong', 'La imagen dice otra cosa.') },
  );
  expect(shownIn(refusedOnce.html, 'proof')).toBe('cHJvb2Y=');
  expect(refusedOnce.html).toContain('data-challenge="{&quot;a&quot;:1}"');
});

test('a code that is sent later is announced as that, with its time', async () => {
  const { text, html } = await openLandingPage(
    { ...typed, do: 'send' },
    { requestRegistrationCode: { sendsInSeconds: 100, challenge: '' } },
  );
  expect(text).toContain('Le enviaremos el código por SMS en 2 minutos.');
  expect(text).not.toContain('Le enviamos el código.');
  expect(html).not.toContain('data-challenge');
});

test('[PROMO-5] a wrong captcha brings another image and the backend’s message', async () => {
  const { html, status } = await openLandingPage(
    { ...typed, do: 'send' },
    { requestRegistrationCode: refused('captcha-wrong', 'La imagen dice otra cosa.') },
  );
  expect(status).toBe(422);
  expect(faultOf(html, 'captcha')).toBe('La imagen dice otra cosa.');
  expect(html).not.toContain('a=17&amp;');
  expect(shownIn(html, 'captcha')).toBe('');
  expect(shownIn(html, 'mobile')).toBe('55 4821 7736');
});

test.each([
  refused('sms-too-soon', 'Espere 42 s.'),
  refused('sms-limit-reached', 'Vuelva mañana.'),
  failure({ code: '77', message: 'Cerrado por hoy.', status: 200 }),
])('[PROMO-5] any other refusal is told in the backend’s words: %#', async (answer) => {
  const { text, html } = await openLandingPage({ ...typed, do: 'send' }, { requestRegistrationCode: answer });
  expect(text).toContain(answer.message);
  expect(html).toContain('a=17&amp;lang=2"');
  expect(shownIn(html, 'captcha')).toBe('A7KX');
});

test('a page left open too long goes on with another registration', async () => {
  const { html } = await openLandingPage(
    { ...typed, do: 'send' },
    {
      requestRegistrationCode: refused('not-found', 'Página vieja.'),
      startPromotionVisit: { registrationId: 'sid-2', challenge: '' },
    },
  );
  expect(faultOf(html, 'captcha')).toBe('Página vieja.');
  expect(shownIn(html, 'sid')).toBe('sid-2');
  expect(html).toContain('captcha?sid=sid-2');
});

test('[PROMO-6] applying tracks the click, then registers with the whole payload, then leads to the download page', async () => {
  const { calls, status, location } = await openLandingPage({ ...typed, do: 'apply' });
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
  const { location } = await openLandingPage(
    { ...typed, do: 'apply' },
    { registerBorrower: refused('already-registered', 'Ya.') },
  );
  expect(location).toContain('/downloadTemplate?');
  expect(location).toContain('notice=already');
});

test('[PROMO-6] a wrong captcha shows another image, a wrong code an error at its field, other refusals a message', async () => {
  const captcha = await openLandingPage(
    { ...typed, do: 'apply' },
    { registerBorrower: refused('captcha-wrong', 'Otra imagen.') },
  );
  expect(faultOf(captcha.html, 'captcha')).toBe('Otra imagen.');
  expect(captcha.html).not.toContain('a=17&amp;lang=2"');
  const code = await openLandingPage(
    { ...typed, do: 'apply' },
    { registerBorrower: refused('sms-code-wrong', 'Otro código.') },
  );
  expect(faultOf(code.html, 'smsCode')).toBe('Otro código.');
  const other = failure({ code: '9', message: 'Sin cupo.', status: 200 });
  expect((await openLandingPage({ ...typed, do: 'apply' }, { registerBorrower: other })).text).toContain(
    'Sin cupo.',
  );
});

test('[PROMO-6] without a connection to the backend everything stays and the page says so', async () => {
  const { text, html, status } = await openLandingPage(
    { ...typed, do: 'apply' },
    { registerBorrower: failure({ failure: 'network' }), trackClick: failure({ failure: 'network' }) },
  );
  expect(status).toBe(502);
  expect(text).toContain('Nuestro servicio no responde');
  expect(shownIn(html, 'smsCode')).toBe('071304');
});
