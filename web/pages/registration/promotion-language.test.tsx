import { expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { createContractClient } from '#contract/client.ts';
import type { Market } from '#domain/market.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';
import { openPage, pagesDependencies } from '#tests/setup/open-page.ts';

interface Product {
  readonly markets?: readonly Market[];
  readonly standingLanguage?: 'market' | 'zh';
}

/** Opens a promotion page over a backend whose template is `template`, or which has none; with the calls as they went out. */
async function openOver(
  address: string,
  template: object | null,
  { markets = ['MX', 'IN'], standingLanguage = 'market' }: Product = {},
  form?: Record<string, string>,
) {
  const sent: Request[] = [];
  const client = createContractClient({
    apiBase: 'https://backend.example',
    defaultMerchantNumber: '1000',
    async fetch(request) {
      sent.push(request);
      const { pathname } = new URL(request.url);
      const call = allCalls.find(({ path }) => path === pathname);
      if (!call?.envelope) return new Response('x', { headers: { 'Content-Type': 'image/png' } });
      if (call.name === 'readPromotionTemplate' && !template) return new Response('', { status: 404 });
      if (call.name === 'readPromotionTemplate') return Response.json(call.envelope.wrap(template));
      return Response.json(call.envelope.wrap({ sid: 'sid-1' }));
    },
  });
  const promotion = { ...pagesDependencies.promotion, standingLanguage };
  const page = await openPage(address, {
    dependencies: { client, markets, promotion },
    ...(form && { form }),
  });
  return { ...page, langs: sent.map(({ url }) => new URL(url).searchParams.get('lang')), sent };
}

const nameless = { id: '9' };

test.each<[string, object, Product, string]>([
  ['', nameless, {}, 'es-MX'],
  ['&lang=1', nameless, {}, 'en-IN'],
  ['', nameless, { markets: ['IN'] }, 'en-IN'],
  ['', { ...nameless, market: 'IN' }, {}, 'en-IN'],
  ['&lang=2', { ...nameless, market: 'IN' }, {}, 'es-IN'],
  ['&lang=1', { ...nameless, market: 'MX' }, {}, 'en-MX'],
  ['', nameless, { standingLanguage: 'zh' }, 'zh-CN'],
  ['&lang=1', nameless, { standingLanguage: 'zh' }, 'en-IN'],
  ['&lang=1', { ...nameless, language: 'zh' }, {}, 'zh-CN'],
  ['&lang=1', { ...nameless, language: 'es' }, { standingLanguage: 'zh' }, 'es-MX'],
])('[LANG-5] the landing at %j with the template %j of the product %j is in %s', async (...names) => {
  const [lang, template, product, locale] = names;
  const { locale: spoken, html } = await openOver(`/registerTemplate?id=9${lang}`, template, product);
  expect(spoken).toBe(locale);
  const buttons = {
    es: 'Enviar código',
    en: 'Send code',
    zh: '获取验证码',
  } as const;
  for (const [each, words] of Object.entries(buttons)) {
    expect(html.includes(`>${words}</button>`), each).toBe(locale.startsWith(each));
  }
});

test.each<[PromotionLanguage | null, string, string | null]>([
  ['en', '', '1'],
  ['es', '&lang=1', '2'],
  [null, '&lang=1', '1'],
  [null, '', '2'],
  ['zh', '&lang=1', null],
])(
  '[LANG-5] [SESS-2] calls and links of a template in %s at %j carry lang %s',
  async (language, lang, carried) => {
    const landing = `/registerTemplate?id=9${lang}&sessionId=s1`;
    const { sent, html } = await openOver(landing, { ...nameless, language });
    const [first, ...later] = sent.map(({ url }) => new URL(url));
    expect(first?.pathname).toMatch(/channel-template$/);
    expect(first?.searchParams.get('lang')).toBe(lang === '' ? '2' : '1');
    expect(later.map(({ pathname }) => pathname.split('/').at(-1))).toEqual(['track-visit', 'get-sid']);
    for (const { searchParams } of later) expect(searchParams.get('lang')).toBe(carried);
    const linkOf = (pattern: RegExp, on = html) =>
      new URL((pattern.exec(on)?.[1] ?? '').replaceAll('&amp;', '&'), 'https://paginas.example').searchParams;
    expect(linkOf(/href="(\/agreementTemplate[^"]*)"/).get('lang')).toBe(carried);
    // The public site has no Chinese; English stands in.
    expect(linkOf(/href="(\/\?[^"]*)"/).get('lang')).toBe(carried ?? '1');
    const form = { sid: 'sid-1', mobile: '1', do: 'image' };
    const captcha = await openOver(landing, { ...nameless, language }, {}, form);
    const image = linkOf(/<img[^>]* src="([^"]*)"/, captcha.html);
    expect([image.get('lang'), image.get('sid'), image.get('sessionId')]).toEqual([carried, 'sid-1', 's1']);
  },
);

test('[SESS-2] [PROMO-4] the captcha image is asked for with the common parameters', async () => {
  const address = '/registerTemplate/captcha?sid=sid-1&a=17&sessionId=s1&deviceId=d1&merchantNumber=7&lang=1';
  const { sent } = await openOver(address, nameless);
  const { pathname, searchParams } = new URL(sent[0]?.url ?? '');
  expect(pathname).toBe('/api/v2/youmi/promotion/get-captcha');
  expect(Object.fromEntries(searchParams)).toEqual({
    sid: 'sid-1',
    a: '17',
    sessionId: 's1',
    deviceId: 'd1',
    merchantNumber: '7',
    lang: '1',
  });
});

test('[LANG-5] [PROMO-4] the captcha image of a Chinese page is asked for without a language', async () => {
  const { sent } = await openOver('/registerTemplate/captcha?sid=sid-1&a=17', nameless);
  expect(new URL(sent[0]?.url ?? '').searchParams.has('lang')).toBe(false);
});

test.each<[string, Product, string, RegExp]>([
  ['', {}, 'es-MX', /No encontramos esta página/],
  ['&lang=1', {}, 'en-IN', /We could not find this page/],
  ['', { markets: ['IN'] }, 'en-IN', /We could not find this page/],
  ['', { standingLanguage: 'zh' }, 'zh-CN', /找不到该页面/],
  ['&lang=2', { standingLanguage: 'zh' }, 'es-MX', /No encontramos esta página/],
])('[LANG-5] [PROMO-7] the page of a failed template at %j of the product %j is in %s', async (...names) => {
  const [lang, product, locale, heading] = names;
  for (const path of ['/registerTemplate', '/downloadTemplate', '/agreementTemplate']) {
    const page = await openOver(`${path}?id=9${lang}`, null, product);
    expect([page.status, page.locale], path).toEqual([404, locale]);
    expect(page.html).toMatch(heading);
    expect(page.title).toMatch(heading);
    expect(page.head).toContain('hash-forms');
    for (const language of ['zh', 'es', 'en']) {
      const isOther = !locale.startsWith(language);
      const words = { zh: /[\u4e00-\u9fff]/, es: /página|inicio/, en: /page|start/ }[language] as RegExp;
      if (isOther) expect(page.text, language).not.toMatch(words);
    }
  }
});

test('[LANG-5] a form sent to a template that fails is answered in the page’s language too', async () => {
  const page = await openOver('/registerTemplate?id=9', null, { markets: ['IN'] }, { do: 'send' });
  expect([page.status, page.locale]).toEqual([404, 'en-IN']);
});
