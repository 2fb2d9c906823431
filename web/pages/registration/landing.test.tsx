import { expect, test } from 'vitest';
import {
  faultOf,
  india,
  landingAddress,
  landingAnswers,
  mexico,
  openLandingPage,
  own,
  shownIn,
  typed,
  typedInChina,
} from '#tests/setup/landing-page.ts';
import { failure, openPage, pagesDependencies, refused } from '#tests/setup/open-page.ts';

test('[PROMO-1] [SESS-5] the landing loads its template, tracks the visit and takes a sid, without a session', async () => {
  const { calls, html, status } = await openLandingPage();
  expect(status).toBe(200);
  expect(calls).toEqual([
    { name: 'readPromotionTemplate', request: { templateId: '2' } },
    {
      name: 'trackVisit',
      request: { pageId: '2', clientType: 'android', appFrom: 'web', userFrom: 'feria', utmTag: 'nov' },
    },
    { name: 'startPromotionVisit', request: { templateId: '2' } },
  ]);
  expect(shownIn(html, 'sid')).toBe('sid-1');
});

test('[PROMO-1] an unavailable template shows the backend’s message', async () => {
  const { status, text } = await openLandingPage(undefined, {
    readPromotionTemplate: refused('not-found', '模板不存在'),
  });
  expect(status).toBe(404);
  expect(text).toContain('模板不存在');
});

test('[PROMO-1] a visit that cannot be counted neither fails nor delays the page', async () => {
  expect((await openLandingPage(undefined, { trackVisit: failure({ failure: 'network' }) })).status).toBe(
    200,
  );
  const call = (named: { name: string }) =>
    named.name === 'trackVisit'
      ? new Promise(() => undefined)
      : Promise.resolve({
          success: true,
          data: named.name === 'startPromotionVisit' ? { registrationId: 's' } : mexico,
        });
  const delayed = await openPage(landingAddress, { dependencies: { client: { call } as never } });
  expect(delayed.status).toBe(200);
  expect(shownIn(delayed.html, 'sid')).toBe('s');
});

test('[PROMO-2] the fields are all there from the start, in their order, with send beside the code and apply last', async () => {
  const { html } = await openLandingPage(undefined, { readPromotionTemplate: own }, '/registerTemplate');
  const shown =
    html.match(/<(?:input|button)(?![^>]*(?:type="hidden"|tabindex="-1"))[^>]*name="[^"]*"[^>]*>/gi) ?? [];
  const names = shown.map((tag) => /name="(\w+)"/.exec(tag)?.[1]);
  const intents = shown.map((tag) => /<button[^>]*value="(\w+)"/.exec(tag)?.[1]);
  expect(names).toEqual(['mobile', 'do', 'captcha', 'do', 'smsCode', 'do', 'do']);
  expect(intents.filter(Boolean)).toEqual(['image', 'question', 'send', 'apply']);
  expect(html).toMatch(/id="mobile"[^>]*maxLength="13"/);
  expect(html).toMatch(/id="captcha"[^>]*maxLength="4"/);
  expect(html).toContain('autoComplete="one-time-code"');
  expect(html).toContain('<img');
  expect(html.match(/<form /g)).toHaveLength(1);
  for (const label of ['获取验证码', '立即注册']) expect(html).toMatch(new RegExp(`<button[^>]*>${label}<`));
});

test.each([
  [{ readPromotionTemplate: mexico }, '+91 98455 01276', 'Ese número es de otro país (India).'],
  [{ readPromotionTemplate: india }, '+977 9841234567', 'This number is from another country (Nepal).'],
  [{ readPromotionTemplate: india }, '98455 012761', 'This number has too many digits.'],
  [{ readPromotionTemplate: mexico }, '5548217736 / 5587654321', 'Aquí hay dos números.'],
  [{ readPromotionTemplate: own }, '+1 380 013 8000', '这是其他国家（+1）的号码'],
])(
  '[PROMO-8] a number that is not the country’s own is refused with its reason and stays as it was typed: %#',
  async (template, mobile, words) => {
    for (const intent of ['enter', 'send', 'apply']) {
      const { html, status, calls } = await openLandingPage({ ...typed, mobile, do: intent }, template);
      expect(status).toBe(422);
      expect(faultOf(html, 'mobile')).toContain(words);
      expect(shownIn(html, 'mobile')).toBe(mobile);
      expect(new Set(calls.map(({ name }) => name))).toEqual(new Set(['readPromotionTemplate']));
    }
  },
);

test('[PROMO-8] a number is read in every form that people of its country write', async () => {
  const { calls } = await openLandingPage({ ...typed, mobile: '044 55 4821 7736', do: 'send' });
  expect(calls.find(({ name }) => name === 'requestRegistrationCode')?.request).toMatchObject({
    phone: '5548217736',
  });
});

test('[PROMO-5] another code begins with another captcha, and the code typed stays', async () => {
  const { html, calls } = await openLandingPage({ ...typed, captchaKind: 'passed', do: 'send' });
  expect(html).toContain('<img');
  expect([shownIn(html, 'captcha'), shownIn(html, 'smsCode')]).toEqual(['', '071304']);
  expect(faultOf(html, 'captcha')).toBe('Escriba lo que pide la imagen o la pregunta.');
  expect(calls.map(({ name }) => name)).not.toContain('requestRegistrationCode');
});

test.each([
  ['', 'requestRegistrationCode'],
  ['071304', 'registerBorrower'],
])('[PROMO-2] Enter sends a code, or registers once one is typed: "%s"', async (smsCode, call) => {
  const { calls } = await openLandingPage({ ...typed, smsCode, do: 'enter' });
  expect(calls.map(({ name }) => name)).toContain(call);
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
    const { html, status, calls } = await openLandingPage(
      form,
      { readPromotionTemplate: own },
      '/registerTemplate',
    );
    expect(status).toBe(422);
    expect(faultOf(html, field)).toBe(words);
    expect(shownIn(html, 'smsCode')).toBe(form.smsCode);
    if (!('mobile' in change)) expect(shownIn(html, 'mobile')).toBe('138 0013 8000');
    expect([shownIn(html, 'sid'), shownIn(html, 'captchaAt')]).toEqual(['sid-1', '17']);
    expect(calls.map(({ name }) => name)).toEqual(['readPromotionTemplate', 'readPromotionTemplate']);
  },
);

test.each([
  [mexico, '5548217736', true],
  [mexico, '554821773', false],
  [india, '9845501276', true],
  [india, '5845501276', false],
])('[PROMO-3] [LANG-5] the template %j takes %s: %s', async (readPromotionTemplate, mobile, isTaken) => {
  const { html, calls } = await openLandingPage({ ...typed, mobile, do: 'send' }, { readPromotionTemplate });
  expect(calls.some(({ name }) => name === 'requestRegistrationCode')).toBe(isTaken);
  const words = readPromotionTemplate === mexico ? /número de celular/ : /mobile number/;
  if (!isTaken) expect(faultOf(html, 'mobile')).toMatch(words);
});

const unnamed = { ...own, language: null };

test.each([
  ['', ['MX', 'IN'], '52', '5548217736', '554821773'],
  ['&lang=1', ['MX', 'IN'], '91', '9845501276', '5845501276'],
  ['&lang=1', ['MX'], '52', '5548217736', '554821773'],
  ['', ['IN'], '91', '9845501276', '13800138000'],
] as const)(
  '[PROMO-3] a template that names neither language nor market takes the numbers of the market (%j, %j: +%s)',
  async (lang, markets, callingCode, mobile, other) => {
    const options = (form?: Record<string, string>) => ({
      answers: { ...landingAnswers, readPromotionTemplate: unnamed },
      dependencies: { markets },
      ...(form && { form }),
    });
    const page = await openPage(landingAddress + lang, options());
    expect(page.text).toContain(`+${callingCode}`);
    expect(page.html).toContain(`&quot;callingCode&quot;:&quot;${callingCode}&quot;`);
    const [taken, refusedOne] = await Promise.all(
      [mobile, other].map((each) =>
        openPage(landingAddress + lang, options({ ...typed, mobile: each, do: 'send' })),
      ),
    );
    expect(taken?.calls.some(({ name }) => name === 'requestRegistrationCode')).toBe(true);
    expect(faultOf(refusedOne?.html ?? '', 'mobile')).not.toBe('');
  },
);

test('[PROMO-3] it keeps the rule of 11 digits where the pages are configured to speak Chinese', async () => {
  const { text } = await openPage(landingAddress, {
    answers: { ...landingAnswers, readPromotionTemplate: unnamed },
    dependencies: { promotion: { ...pagesDependencies.promotion, standingLanguage: 'zh' } },
  });
  expect(text).toContain('+86');
});

test('[PROMO-4] another image needs a mobile number first, and clears what was typed for the old one', async () => {
  const without = await openLandingPage({ ...typed, mobile: '', do: 'image' });
  expect(faultOf(without.html, 'mobile')).not.toBe('');
  expect(shownIn(without.html, 'captchaAt')).toBe('17');
  const { html } = await openLandingPage({ ...typed, do: 'image' });
  expect(html).not.toContain('a=17&amp;');
  expect(html).toContain(`a=${new Date('2026-11-20T18:00:00Z').getTime()}&amp;lang=2"`);
  expect(shownIn(html, 'captcha')).toBe('');
  expect(shownIn(html, 'mobile')).toBe('55 4821 7736');
});

test('[PROMO-4] who cannot read the image is asked a question in words; without one the image stays', async () => {
  const question = new Blob(['Escriba con 4 cifras: dos, tres.'], { type: 'text/plain;charset=utf-8' });
  const answer = await openLandingPage({ ...typed, do: 'question' }, { readCaptcha: question });
  expect(answer.text).toContain('Escriba con 4 cifras: dos, tres.');
  expect(answer.html).not.toContain('<img');
  const [call] = answer.calls.filter(({ name }) => name === 'readCaptcha');
  expect(call?.request).toMatchObject({ registrationId: 'sid-1', kind: 'question', templateId: '2' });
  const faulty = await openLandingPage({
    ...typed,
    captchaKind: 'question',
    captchaQuestion: 'Escriba con 4 cifras: dos, tres.',
    captcha: '',
    do: 'send',
  });
  expect(faulty.text).toContain('Escriba con 4 cifras: dos, tres.');
  const image = new Blob([''], { type: 'image/png' });
  expect((await openLandingPage({ ...typed, do: 'question' }, { readCaptcha: image })).html).toContain(
    '<img',
  );
});

test('[LANG-5] the page speaks its template’s language, with its template’s colour and words', async () => {
  const inChina = await openLandingPage(
    undefined,
    { readPromotionTemplate: own },
    '/registerTemplate?lang=1',
  );
  expect(inChina.title).toBe('用手机号注册 · Llano');
  expect(inChina.text).toContain('获取验证码');
  expect(inChina.text).not.toMatch(/Register|Regístrese/);
  const inIndia = await openLandingPage(undefined, {
    readPromotionTemplate: { ...india, heading: 'Diwali in Pune', line: 'Sign up here.' },
  });
  expect(inIndia.title).toBe('Diwali in Pune · Llano');
  expect(inIndia.text).toContain('Sign up here.');
  expect(inIndia.text).toContain('You receive ₹ 12.000,00');
  expect((await openLandingPage()).text).toContain('Recibe $ 5.000,00');
});

test.each([
  [{ ...mexico, language: 'en' }, 'You receive $ 5.000,00', 'Yearly cost (CAT) before VAT: 58,1 %.'],
  [{ ...india, language: 'es' }, 'Recibe ₹ 12.000,00', 'Tasa anual con todos los cargos (APR): 51,8 %.'],
  [{ ...mexico, language: 'zh' }, '到手 $ 5.000,00', '年化总成本（CAT，不含增值税）：58,1 %。'],
] as const)(
  '[LANG-5] the example of %j is that of its market, its yearly cost named for what it is',
  async (readPromotionTemplate, amounts, yearlyCost) => {
    const { text } = await openLandingPage(undefined, { readPromotionTemplate });
    expect(text).toContain(amounts);
    expect(text).toContain(yearlyCost);
  },
);

test.each([
  [own, 'zh-CN', '#0b5f68'],
  [mexico, 'es-MX', '#0b5f68'],
  [india, 'en-IN', '#4b3f8f'],
])('[LANG-5] the document of %j is in %s and in %s', async (readPromotionTemplate, locale, color) => {
  const page = await openLandingPage(undefined, { readPromotionTemplate });
  expect(page.locale).toBe(locale);
  expect(page.head).toContain(`:root{--brand:${color}}`);
  expect(page.head).toContain(`<meta name="theme-color" content="${color}"/>`);
  expect(page.head).toContain('<meta name="robots" content="noindex"/>');
});

test.each([
  [own, '请勿重复发送验证码!', '请正确输入手机号！'],
  [
    mexico,
    'Ya le enviamos un código. Espere un momento antes de pedir otro.',
    'Escriba su número de celular completo, con lada.',
  ],
  [
    india,
    'We already sent you a code. Wait a moment before you ask for another.',
    'Enter your whole mobile number.',
  ],
])(
  '[PROMO-3] [PROMO-5] [PROMO-6] the page of %j has what script says in its language, and error for a lost network',
  async (readPromotionTemplate, tooSoon, mobileFault) => {
    const { html, script, head } = await openLandingPage(undefined, { readPromotionTemplate });
    expect(script).toBe('landing');
    expect(html).toContain(`data-too-soon="${tooSoon}"`);
    expect(html).toContain('data-unanswered-toast="error"');
    expect(html).toMatch(new RegExp(`<template data-fault="mobile"><p [^>]*>${mobileFault}</p></template>`));
    expect(head).toContain('<script>/* hash-forms */</script>');
  },
);

test('[PROMO-8] the number is shown in its groups when the page comes back', async () => {
  const { html } = await openLandingPage(
    { ...typedInChina, mobile: '13800138000123', do: 'image' },
    { readPromotionTemplate: own },
  );
  expect(shownIn(html, 'mobile')).toBe('138 0013 8000');
});

test('[COOKIE-1] the template a link names is remembered in a cookie until 31 Dec 9999', async () => {
  const { headers } = await openLandingPage();
  expect(headers.get('Set-Cookie')).toBe(
    'template=2; Expires=Fri, 31 Dec 9999 23:59:59 GMT; Path=/; HttpOnly; SameSite=Lax; Secure',
  );
  const bare = await openLandingPage(undefined, { readPromotionTemplate: own }, '/registerTemplate');
  expect(bare.headers.get('Set-Cookie')).toBeNull();
});
