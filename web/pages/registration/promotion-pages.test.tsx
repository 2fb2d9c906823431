import { expect, test } from 'vitest';
import { openPage, pagesDependencies } from '#tests/setup/open-page.ts';
import { promotionAddress, storeLink } from './promotion-address.ts';

const own = { templateId: '1', language: 'zh', market: null, color: null, heading: '', line: '' };
const mexico = { ...own, templateId: '2', language: 'es', market: 'MX' };
const query = 'app_from=web&user_from=feria&utm_tag=nov&id=2&links_id=9';
const play = 'https://play.google.com/store/apps/details?id=example.llano';
const stores = {
  ...pagesDependencies.promotion,
  androidLink: play,
  iphoneLink: 'https://apps.apple.com/app/id1',
};

test.each([
  [own, 'registered', '注册成功'],
  [own, 'already', '您已注册,请直接下载APP登录！'],
  [mexico, 'registered', 'Listo, ya está registrado'],
])('[PROMO-6] the download page of %j says %s: %s', async (readPromotionTemplate, notice, words) => {
  const { text } = await openPage(`/downloadTemplate?${query}&notice=${notice}`, {
    answers: { readPromotionTemplate },
  });
  expect(text).toContain(words);
});

test('[PROMO-7] [SESS-5] the download page leads to the stores, the visitor’s own first, and ships no script', async () => {
  const options = { answers: { readPromotionTemplate: mexico }, dependencies: { promotion: stores } };
  const android = await openPage(`/downloadTemplate?${query}`, options);
  expect(android.script).toBeNull();
  expect(android.text.indexOf('Android')).toBeLessThan(android.text.indexOf('iPhone'));
  const iphone = await openPage(`/downloadTemplate?${query}`, {
    ...options,
    body: { headers: { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' } },
  });
  expect(iphone.text.indexOf('iPhone')).toBeLessThan(iphone.text.indexOf('Android'));
  const none = await openPage(`/downloadTemplate?${query}`, { answers: options.answers });
  expect(none.text).toContain('Busque «Llano» en la tienda de aplicaciones');
});

test('[PROMO-7] on a desktop a QR code opens the page on a phone; a phone, or a page without stores, has none', async () => {
  const options = { answers: { readPromotionTemplate: mexico }, dependencies: { promotion: stores } };
  const session = 'sessionId=s-1&userId=u-1&deviceId=d-1&next=x';
  const open = (agent: string, pageOptions = options) =>
    openPage(`/downloadTemplate?${query}&${session}&lang=2`, {
      ...pageOptions,
      body: { headers: { 'User-Agent': agent } },
    });
  const [, code = ''] = /<img src="(data:image\/svg[^"]*)"/.exec((await open('Firefox/150')).html) ?? [];
  const address = `https://paginas.example/downloadTemplate?${new URLSearchParams({
    ...{ id: '2', app_from: 'web', user_from: 'feria', utm_tag: 'nov', links_id: '9', lang: '2' },
  })}`;
  expect(code).toBe(pagesDependencies.renderQrCode(address));
  expect((await open('Mozilla/5.0 (Linux; Android 15) Mobile')).html).not.toContain('data:image/svg');
  const { promotion } = pagesDependencies;
  const none = await open('Firefox/150', { ...options, dependencies: { promotion } });
  expect(none.html).not.toContain('data:image/svg');
});

test('[PROMO-7] the store learns where its user came from, under links_id or down_id', () => {
  for (const name of ['links_id', 'down_id']) {
    const address = promotionAddress(new URLSearchParams(`id=2&user_from=feria&${name}=9`));
    expect(address).toMatchObject({ id: '2', userFrom: 'feria', linkId: '9' });
  }
  const link = new URL(storeLink(play, { user_from: 'feria & más', links_id: '9', utm_tag: '' }));
  expect(link.searchParams.get('id')).toBe('example.llano');
  expect([...new URLSearchParams(link.searchParams.get('referrer') ?? '')]).toEqual([
    ['user_from', 'feria & más'],
    ['links_id', '9'],
  ]);
  expect(storeLink('https://store.example/llano', { links_id: '9' })).toBe('https://store.example/llano');
});

test('[PROMO-7] the agreement page holds the terms and the privacy notice and leads back to its landing', async () => {
  const { text, html, script } = await openPage(`/agreementTemplate?${query}`, {
    answers: { readPromotionTemplate: mexico },
  });
  expect(script).toBeNull();
  expect(text).toContain('Términos y aviso de privacidad');
  expect(text).toMatch(/derechos ARCO/i);
  expect(html).toContain(
    'href="/registerTemplate?id=2&amp;app_from=web&amp;user_from=feria&amp;utm_tag=nov&amp;links_id=9',
  );
});

test('[PROMO-7] a template without a market names the lender of its language, whatever the address asks for', async () => {
  const { MX, IN } = pagesDependencies.companies;
  const companies = { MX, IN: { ...IN, lenderName: 'Lender of India' } };
  for (const lang of ['1', '2']) {
    const { text } = await openPage(`/agreementTemplate?id=1&lang=${lang}`, {
      answers: { readPromotionTemplate: own },
      dependencies: { companies },
    });
    expect(text).toContain('Lender of India');
    expect(text).not.toContain(MX.lenderName);
  }
});

test('[LANG-5] the Chinese agreement page says that its documents are in English, and marks them so', async () => {
  const { text, html } = await openPage('/agreementTemplate?id=1', {
    answers: { readPromotionTemplate: own },
  });
  expect(text).toContain('条款和隐私声明');
  expect(text).toContain('以下法律文件以英文提供。');
  expect(html).toContain('lang="en-IN"');
});

test('[COOKIE-1] a promotion page opened without a template is that of the link the visitor last came by', async () => {
  const { calls } = await openPage('/downloadTemplate?lang=2', {
    answers: { readPromotionTemplate: mexico },
    body: { headers: { Cookie: 'template=3' } },
  });
  expect(calls[0]?.request).toEqual({ templateId: '3' });
  const named = await openPage('/downloadTemplate?id=2', {
    answers: { readPromotionTemplate: mexico },
    body: { headers: { Cookie: 'template=3' } },
  });
  expect(named.calls[0]?.request).toEqual({ templateId: '2' });
});

test('[PROMO-4] the image comes from the backend with sid and a, and stays for as long as it may be guessed', async () => {
  const png = new Blob([Buffer.from('89504e47', 'hex')], { type: 'image/png' });
  const { calls, headers, status } = await openPage('/registerTemplate/captcha?sid=sid-1&a=17', {
    answers: { readCaptcha: png },
  });
  expect(status).toBe(200);
  expect(calls).toEqual([
    {
      name: 'readCaptcha',
      request: { registrationId: 'sid-1', requestedAtMs: 17, kind: null, templateId: null },
    },
  ]);
  expect(headers.get('Content-Type')).toBe('image/png');
  expect(headers.get('Cache-Control')).toBe('private, max-age=300');
  const html = new Blob(['<script>'], { type: 'text/html' });
  const hostile = await openPage('/registerTemplate/captcha?sid=s&a=x', {
    answers: { readCaptcha: html },
  });
  expect(hostile.headers.get('Content-Type')).toBe('image/png');
});
