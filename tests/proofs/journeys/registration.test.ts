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
