import { eq } from 'drizzle-orm';
import type { Response } from 'playwright';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { downloadText, registrationText } from '#content/messages/registration.ts';
import { fill } from '#content/text-pack.ts';
import { promotionClicks, promotionVisits, registrations } from '#db/schema/registration.ts';
import { groupedPhone } from '#domain/registration/mobile-phone.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { defaultTemplateIds, promotionLocaleOf } from '#domain/registration/promotion-template.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { answerOf } from '#tests/setup/registrant.ts';
import { startSmsGateway } from '#tests/setup/sms-gateway.ts';
import type { Visitor } from '#tests/setup/visitor.ts';

const gateway = await startSmsGateway();
afterAll(gateway.close);
const llano = await testLlano({ SMS_GATEWAY_URL: gateway.url });

// All visitors have one address, and an address gets 20 codes an hour.
beforeEach(() => llano.letPass(3_601_000));

const templates = {
  zh: { market: null, phone: '13800138' },
  es: { market: 'MX', phone: '5548217' },
  en: { market: 'IN', phone: '9876543' },
} as const;
type TemplateLanguage = keyof typeof templates;

const ways = (['zh', 'es', 'en'] as const).flatMap((template) => [
  { template, hasScript: true },
  { template, hasScript: false },
]);

let phonesGiven = 0;

/** A number that no other test has. */
function newPhone(template: TemplateLanguage): string {
  phonesGiven += 1;
  return `${templates[template].phone}${String(100 + phonesGiven)}`;
}

const origin = 'app_from=web&user_from=feria&utm_tag=nov&links_id=9';

/** The landing of a template, in a browser; a Chinese page is checked here, since others have two languages. */
async function openLanding(
  template: TemplateLanguage,
  hasScript: boolean,
  prepare: (visitor: Visitor) => Promise<unknown> = async () => undefined,
): Promise<Visitor> {
  const visitor = await llano.visit({ language: template === 'es' ? 'es' : 'en', hasScript });
  await prepare(visitor);
  await visitor.page.goto(`/registerTemplate?id=${defaultTemplateIds[template]}&${origin}`);
  await checkPromotionPage(visitor, template);
  return visitor;
}

async function checkPromotionPage(visitor: Visitor, template: TemplateLanguage): Promise<void> {
  if (template !== 'zh') return visitor.check();
  const { page, hasScript } = visitor;
  expect(await page.locator('html').getAttribute('lang')).toBe(promotionLocaleOf(template));
  await llano.accessibility.expectAccessible(page, { hasScript });
}

/** Presses a button of the form and waits for what the server answers. */
async function press({ page }: Visitor, value: 'send' | 'apply' | 'question'): Promise<Response> {
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.locator(`button[value=${value}]`).last().click();
  return answer;
}

async function solveCaptcha(visitor: Visitor, template: TemplateLanguage): Promise<void> {
  await press(visitor, 'question');
  const question = visitor.page.locator('#captcha-hint');
  await question.waitFor();
  await visitor.page.fill('#captcha', answerOf(await visitor.text(question), template));
}

async function enterPhone(visitor: Visitor, phone: string): Promise<void> {
  await visitor.page.locator('#mobile').pressSequentially(phone);
}

async function askForCode(visitor: Visitor, template: TemplateLanguage, phone: string): Promise<string> {
  const rule = phoneRuleOf(templates[template].market);
  await enterPhone(visitor, phone);
  await checkPromotionPage(visitor, template);
  await solveCaptcha(visitor, template);
  const number = `+${rule.callingCode}${phone}`;
  const messagesBefore = gateway.messageCount(number);
  await press(visitor, 'send');
  const { codeSent, codeComing } = registrationText[template];
  // Who proves no work is sent the code later, and told so.
  const [before = '', after = ''] = codeComing.split('{wait}');
  const coming = new RegExp(`${before}[^。.]*${after.replaceAll('.', '\\.')}`);
  await visitor.see(visitor.hasScript ? codeSent : coming);
  await visitor.see(fill(registrationText[template].sentTo, { phone: groupedPhone(rule, phone) }));
  if (!visitor.hasScript) llano.letPass(250_000);
  await expect.poll(() => gateway.messageCount(number), { timeout: 10_000 }).toBe(messagesBefore + 1);
  return gateway.lastCode(number);
}

async function apply(visitor: Visitor, code: string): Promise<void> {
  await visitor.page.fill('#smsCode', code);
  await visitor.page.locator('button[value=apply]').last().click();
}

// Those of the markets are walked in every engine (tests/engines).
test.each([true, false])(
  '[PROMO-1] [PROMO-2] [PROMO-5] [PROMO-6] [LANG-5] [SESS-5] a visitor of the Chinese template registers, script %s',
  async (hasScript) => {
    const template = 'zh';
    const phone = newPhone(template);
    const visitor = await openLanding(template, hasScript);
    const code = await askForCode(visitor, template, phone);
    expect(code).toMatch(/^\d{6}$/);
    await checkPromotionPage(visitor, template);
    await apply(visitor, code);
    await visitor.see(downloadText[template].registered);
    const { pathname, searchParams } = new URL(visitor.page.url());
    expect(pathname).toBe('/downloadTemplate');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      app_from: 'web',
      user_from: 'feria',
      links_id: '9',
    });
    await checkPromotionPage(visitor, template);
    expect(await visitor.page.locator('body script').count()).toBe(0);

    const { callingCode } = phoneRuleOf(templates[template].market);
    const [record] = await llano.database
      .select()
      .from(registrations)
      .where(eq(registrations.mobilePhone, `+${callingCode}${phone}`));
    expect(record).toMatchObject({
      templateId: defaultTemplateIds[template],
      userFrom: 'feria',
      utmTag: 'nov',
    });
    for (const [table, counted] of [
      [promotionVisits, promotionVisits.pageId],
      [promotionClicks, promotionClicks.pageId],
    ] as const) {
      const rows = await llano.database.select().from(table).where(eq(counted, defaultTemplateIds[template]));
      expect(rows.length).toBeGreaterThan(0);
    }
  },
);

test.each(ways)(
  '[PROMO-3] [PROMO-4] [LANG-5] the $template template says what is missing, and what was typed stays, script $hasScript',
  async ({ template, hasScript }) => {
    const text = registrationText[template];
    const visitor = await openLanding(template, hasScript);
    const { page } = visitor;
    if (!hasScript) visitor.expectFault(/status of 422/);
    const button = (value: string) => page.locator(`button[value=${value}]`).last();
    await button('send').click();
    await visitor.see(text.mobileFault);
    await checkPromotionPage(visitor, template);
    const phone = newPhone(template);
    await enterPhone(visitor, phone);
    const imageBefore = await page.locator('img').getAttribute('src');
    await button('image').click();
    await expect.poll(() => page.locator('img').getAttribute('src')).not.toBe(imageBefore);
    expect(
      await page
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBe(232);
    await button('send').click();
    await visitor.see(text.captchaFault);
    await solveCaptcha(visitor, template);
    await press(visitor, 'send');
    await page.locator('#smsCode').waitFor();
    await button('apply').click();
    await visitor.see(text.smsCodeFault);
    await checkPromotionPage(visitor, template);
  },
);

test('[PROMO-5] after sending 60 s are counted down, within them nothing is sent, and afterwards again', async () => {
  const visitor = await openLanding('zh', true, ({ page }) => page.clock.install());
  const phone = newPhone('zh');
  await askForCode(visitor, 'zh', phone);
  const send = visitor.page.locator('button[value=send]');
  expect(await visitor.text(send)).toMatch(/^[01]:\d\d 后重发$/);
  await visitor.page.clock.runFor(30_000);
  expect(await visitor.text(send)).toMatch(/^0:(29|30) 后重发$/);
  let posts = 0;
  visitor.page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1;
  });
  await send.click();
  await visitor.see('请勿重复发送验证码!');
  expect(posts).toBe(0);
  await visitor.page.clock.runFor(31_000);
  expect(await visitor.text(send)).toBe('重新获取');
  llano.letPass(61_000);
  visitor.expectFault(/status of 422/);
  await press(visitor, 'send');
  await visitor.see(registrationText.zh.captchaFault);
  await solveCaptcha(visitor, 'zh');
  await press(visitor, 'send');
  await expect.poll(() => visitor.text(send)).toMatch(/后重发$/);
});

test('[PROMO-5] [PROMO-6] a wrong captcha and a wrong code are told beside their fields', async () => {
  const visitor = await openLanding('zh', true);
  visitor.expectFault(/status of 422/);
  const { page } = visitor;
  await enterPhone(visitor, newPhone('zh'));
  const image = await page.locator('img').getAttribute('src');
  await page.fill('#captcha', '2222');
  await press(visitor, 'send');
  await visitor.see('图形验证码错误，请输入新图片中的字符。');
  expect(await page.locator('img').getAttribute('src')).not.toBe(image);
  expect(await page.inputValue('#captcha')).toBe('');
  await solveCaptcha(visitor, 'zh');
  await press(visitor, 'send');
  await visitor.see(registrationText.zh.codeSent);
  await apply(visitor, '000000');
  await visitor.see('短信验证码错误，请核对后重新输入。');
});

test.each([true, false])(
  '[PROMO-6] who is registered already is told so on the download page, script %s',
  async (hasScript) => {
    const phone = newPhone('zh');
    for (const words of [downloadText.zh.registered, '您已注册,请直接下载APP登录！']) {
      const visitor = await openLanding('zh', hasScript);
      await apply(visitor, await askForCode(visitor, 'zh', phone));
      await visitor.see(words);
      llano.letPass(61_000);
    }
  },
);

test('[PROMO-6] [CALL-8] without a connection the toast says error, everything stays, and a second try works', async () => {
  const visitor = await openLanding('es', true);
  visitor.expectFault(/ERR_FAILED|Failed to load/);
  const { page } = visitor;
  const code = await askForCode(visitor, 'es', newPhone('es'));
  await page.route('**/registerTemplate?*', (route) => route.abort());
  await apply(visitor, code);
  await page
    .locator('output')
    .filter({ hasText: /^error$/ })
    .waitFor();
  await visitor.see(registrationText.es.network);
  expect(await page.inputValue('#smsCode')).toBe(code);
  await page.unrouteAll();
  await apply(visitor, code);
  await visitor.see(downloadText.es.registered);
});

test('[PROMO-2] [PROMO-8] the number is grouped while typed, keeps its caret, and is taken out of what is pasted', async () => {
  const visitor = await openLanding('zh', true);
  const { page } = visitor;
  const mobile = page.locator('#mobile');
  await mobile.pressSequentially('1380013800099');
  expect(await mobile.inputValue()).toBe('138 0013 8000');
  await mobile.fill('');
  await mobile.pressSequentially('1380013800');
  await page.keyboard.press('Home');
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('9');
  expect(await mobile.inputValue()).toBe('139 8001 3800');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('7');
  expect(await mobile.inputValue()).toBe('137 8001 3800');
  await page.keyboard.type('x-');
  expect(await mobile.inputValue()).toBe('137 8001 3800');
  await mobile.fill('+86 (138) 0013-8000');
  expect(await mobile.inputValue()).toBe('138 0013 8000');
  await page.locator('#captcha').pressSequentially('ABCDEF');
  expect(await page.inputValue('#captcha')).toBe('ABCD');
  await solveCaptcha(visitor, 'zh');
  await press(visitor, 'send');
  await page.locator('#smsCode').pressSequentially('12345678');
  expect(await page.inputValue('#smsCode')).toBe('123456');
});

test('the browser’s offer of the code fills it in', async () => {
  const visitor = await openLanding('en', true, ({ page }) =>
    page.addInitScript(() => {
      Object.assign(window, { OTPCredential: class {} });
      navigator.credentials.get = async () => ({ code: '246810' }) as never;
    }),
  );
  await askForCode(visitor, 'en', newPhone('en'));
  await visitor.page.waitForFunction(
    () => (document.getElementById('smsCode') as HTMLInputElement).value === '246810',
  );
});

test.each(['/', '/registerTemplate?lang=2'])(
  '[PROMO-7] the hash forms on %s lead to their pages with their query',
  async (path) => {
    const visitor = await llano.visit({ language: 'es', hasScript: true });
    const query = 'app_from=web&user_from=feria&utm_tag=nov&id=2&down_id=9';
    for (const page of ['downloadTemplate', 'agreementTemplate']) {
      await visitor.page.goto('about:blank');
      await visitor.page.goto(`${path}#/${page}?${query}`);
      await visitor.page.waitForURL(new RegExp(`/${page}\\?`));
      expect(visitor.page.url()).toBe(`${llano.address}/${page}?${query}`);
      await visitor.check();
    }
  },
);

test('[PROMO-7] [LANG-5] the terms open from the landing and lead back to it, in Chinese with English documents', async () => {
  const visitor = await openLanding('zh', false);
  const { page } = visitor;
  await page.getByRole('link', { name: registrationText.zh.agreement }).click();
  await visitor.see('以下法律文件以英文提供。');
  await checkPromotionPage(visitor, 'zh');
  expect(await page.locator('body script').count()).toBe(0);
  await page.getByRole('link', { name: '返回' }).click();
  await visitor.see(registrationText.zh.heading);
  expect(new URL(page.url()).searchParams.get('user_from')).toBe('feria');
});

test('[COOKIE-1] every cookie that the pages set expires on 31 Dec 9999, and one remembers the template', async () => {
  const visitor = await llano.visit({ language: 'es', hasScript: false });
  const cookies: string[] = [];
  visitor.page.on('response', async (response) => {
    const headers = await response.headersArray();
    for (const { name, value } of headers) if (name.toLowerCase() === 'set-cookie') cookies.push(value);
  });
  for (const path of ['/', '/Contact', '/registerTemplate?id=2', '/agreementTemplate?id=2'])
    await visitor.openAddress(path);
  await visitor.openAddress('/downloadTemplate');
  await visitor.see(fill(downloadText.es.heading, { appName: 'Llano' }));
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toContain('Expires=Fri, 31 Dec 9999 23:59:59 GMT');
});
