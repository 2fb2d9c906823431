import { count, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { documentText } from '#content/legal/document.ts';
import { legalDocument } from '#content/legal/legal-documents.ts';
import { quoteFigures } from '#content/legal/quoted-figures.ts';
import { putPromotionTemplate } from '#contract/host/promotion-template.ts';
import { listRegistrations } from '#contract/host/registration.ts';
import { termsEditions } from '#db/schema/loan.ts';
import {
  promotionClicks,
  promotionVisits,
  registrationSessions,
  registrations,
} from '#db/schema/registration.ts';
import { smsSends } from '#db/schema/sms.ts';
import { CodedError } from '#domain/error-code.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { captcha, get, lastCode, openLanding, registrantPhones } from '#tests/setup/registrant.ts';
import { forgetExpired } from '../retention.ts';
import { captchaHash } from './captcha.ts';
import { inWordsOf, templateRules } from './template.ts';

const service = await testLendingService();
let minute = 0;

const inbox = service.dependencies.sms;

/** Each test has a day of its own, so that the limits of one do not reach another. */
function nextDay(): void {
  minute += 2 * 24 * 60;
  service.setTime(new Date(Date.UTC(2026, 10, 20, 18) + minute * 60_000).toISOString());
}

function pass(seconds: number): void {
  minute += seconds / 60;
  service.setTime(new Date(Date.UTC(2026, 10, 20, 18) + minute * 60_000).toISOString());
}

const sentCount = async (): Promise<number> => {
  const [row] = await service.database.select({ rows: count() }).from(smsSends);
  return Number(row?.rows);
};

test('[PROMO-1] a template is answered with 00, one that is none with its message', async () => {
  const own = await get(service.api, 'service/channel/channel-template', { templateId: '1' });
  expect(own.body).toMatchObject({ code: '00', data: { id: '1', language: 'zh', market: null } });
  const mexico = await get(service.api, 'service/channel/channel-template', { templateId: '2' });
  expect(mexico.body).toMatchObject({ code: '00', data: { language: 'es', market: 'MX' } });
  const none = await get(service.api, 'service/channel/channel-template', { templateId: 'x' });
  expect(none.status).toBe(404);
  expect(none.body.message).not.toBe('');
});

test.each([
  ['1', 'market', 'Enter your whole mobile number.'],
  ['2', 'market', 'Escriba su número de celular completo, con lada.'],
  ['', 'market', 'Escriba su número de celular completo, con lada.'],
  ['', 'zh', '请正确输入手机号！'],
  ['1', 'zh', 'Enter your whole mobile number.'],
] as const)(
  '[LANG-5] a call with lang %j about a template without a language, of a product with %s, is refused as its page speaks',
  async (lang, standingLanguage, words) => {
    const { dependencies } = service;
    const configuration = {
      ...dependencies.configuration,
      registration: { ...dependencies.configuration.registration, standingLanguage },
    };
    const { language } = await templateRules({ database: service.database, lang, configuration }, null);
    const refused = inWordsOf(language, () => Promise.reject(new CodedError('request-invalid')));
    await expect(refused).rejects.toMatchObject({ words });
  },
);

test.each([
  ['es', ['MX', 'IN'], 'MX'],
  ['en', ['MX', 'IN'], 'IN'],
  ['en', ['MX'], 'MX'],
  ['zh', ['MX', 'IN'], 'CN'],
  [null, ['IN', 'MX'], 'IN'],
] as const)(
  '[PROMO-3] a template in %s without a market, where %j are served, takes numbers of %s',
  async (language, markets, country) => {
    const { database, dependencies } = service;
    const templateId = `without-${language}-${markets.join('-')}`;
    const text = { color: null, heading: '', line: '' };
    await service.tell(putPromotionTemplate, { templateId, language, market: null, ...text });
    const configuration = { ...dependencies.configuration, markets };
    const rules = await templateRules({ database, lang: '', configuration }, templateId);
    expect(rules.phoneRule.country).toBe(country);
  },
);

test('[PROMO-1] [PROMO-6] visits and clicks are kept as they come, the number only as a keyed hash', async () => {
  const visit = {
    page_id: '2',
    user_from: 'feria',
    client_type: 'android',
    page_type: '1',
    utm_tag: 'nov',
    app_from: 'web',
  };
  expect((await get(service.api, 'promotion/track-visit', visit)).body.code).toBe('0');
  const phone = registrantPhones.es;
  expect((await get(service.api, 'promotion/track-click', { ...visit, phone })).body.code).toBe('0');
  const [record] = await service.database.select().from(promotionVisits);
  expect(record).toMatchObject({
    pageId: '2',
    userFrom: 'feria',
    clientType: 'android',
    utmTag: 'nov',
    appFrom: 'web',
  });
  const [click] = await service.database.select().from(promotionClicks);
  expect(click?.phoneHash).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(click)).not.toContain(phone);
  const unknown = await get(service.api, 'promotion/track-visit', { ...visit, page_id: 'x' });
  expect(unknown.status).toBe(404);
});

test('[PROMO-4] the captcha of a sid is an image, another each time; a foreign sid has none', async () => {
  const { sid } = await openLanding(service.api);
  const first = await captcha(service.api, { sid, a: '1' });
  expect(first.headers.get('Content-Type')).toBe('image/png');
  expect(first.headers.get('Cache-Control')).toBe('no-store');
  const second = await captcha(service.api, { sid, a: '2' });
  expect(Buffer.from(await first.arrayBuffer()).equals(Buffer.from(await second.arrayBuffer()))).toBe(false);
  expect((await captcha(service.api, { sid: 'nobody', a: '3' })).status).toBe(404);
});

test('a registration sees forty captchas and no more, so that guesses do not add up', async () => {
  const { sid } = await openLanding(service.api);
  const statuses: number[] = [];
  for (let count = 1; count <= 41; count += 1) {
    const answer = await captcha(service.api, { sid, a: String(count) });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array(40).fill(200), 429]);
});

test('a sid and a captcha are kept as hashes only', async () => {
  const visitor = await openLanding(service.api);
  const answer = await visitor.solveCaptcha();
  const rows = JSON.stringify(await service.database.select().from(registrationSessions));
  expect(rows).not.toContain(visitor.sid);
  expect(rows).not.toContain(`"${answer}"`);
  const secret = service.dependencies.configuration.masterSecrets[0];
  expect(rows).toContain(captchaHash(secret, visitor.sid, answer));
  expect(rows).not.toContain(captchaHash(secret, 'another sid', answer));
});

test.each(['zh', 'es', 'en'] as const)(
  '[PROMO-5] [PROMO-6] [LANG-5] a visitor of the %s template registers once',
  async (language) => {
    nextDay();
    const visitor = await openLanding(service.api, { language });
    const capcode = await visitor.solveCaptcha();
    expect((await visitor.sendCode({ capcode })).body.code).toBe('0');
    const message = inbox.messages()[0];
    expect(message?.to.endsWith(registrantPhones[language])).toBe(true);
    expect(message?.text).toMatch(/@pages\.llano\.test #\d{6}$/);
    const smsCode = lastCode(inbox);
    expect((await visitor.register({ capcode, smsCode })).body.code).toBe('0');
    expect((await visitor.register({ capcode, smsCode })).body.code).toBe('0');
    const rows = await service.database
      .select()
      .from(registrations)
      .where(eq(registrations.mobilePhone, message?.to ?? ''));
    expect(rows).toHaveLength(1);

    pass(90);
    const again = await openLanding(service.api, { language });
    const capcodeAgain = await again.solveCaptcha();
    expect((await again.sendCode({ capcode: capcodeAgain })).body.code).toBe('0');
    const answer = await again.register({ capcode: capcodeAgain, smsCode: lastCode(inbox) });
    expect(answer.body.code).toBe('11');
    if (language === 'zh') expect(answer.body.message).toBe('您已注册,请直接下载APP登录！');
  },
);

test('[PROMO-7] a registration records the editions that its page linked, whose texts are kept', async () => {
  nextDay();
  const { database, dependencies } = service;
  const { mobilePhone, termsHash, privacyNoticeHash, registeredAt } = await registered('5548217737');
  expect(registeredAt).toEqual(dependencies.clock.now());
  const { companies, amountStyle } = dependencies.configuration;
  const context = { company: companies.MX, figures: quoteFigures('es', amountStyle), product: null };
  const shown = (['loan-terms', 'privacy-notice'] as const).map((id) =>
    documentText(legalDocument(id, 'es', context)),
  );
  const kept = await database
    .select()
    .from(termsEditions)
    .where(inArray(termsEditions.hash, [termsHash ?? '', privacyNoticeHash ?? '']));
  expect(kept.map(({ text }) => text).sort()).toEqual(shown.sort());
  const { registrations: listed } = await service.tell(listRegistrations, {});
  expect(listed).toContainEqual(expect.objectContaining({ mobilePhone, termsHash, privacyNoticeHash }));
});

test('[PROMO-7] a page that linked a document with a newer edition registers nobody, and its visitor reads the new one', async () => {
  nextDay();
  const { database } = service;
  const visitor = await openLanding(service.api, { phone: '5548217738' });
  const capcode = await visitor.solveCaptcha();
  await visitor.sendCode({ capcode });
  await database.update(registrationSessions).set({ termsHash: 'of an edition before' });
  const answer = await visitor.register({ capcode, smsCode: lastCode(inbox) });
  expect(answer.status).toBe(404);
  expect(await database.$count(registrations, eq(registrations.mobilePhone, '+525548217738'))).toBe(0);
  expect((await registered('5548217738')).termsHash).not.toBe('of an edition before');
});

/** Registers a number in Mexico; gives its row. */
async function registered(phone: string): Promise<typeof registrations.$inferSelect> {
  pass(90);
  const visitor = await openLanding(service.api, { phone });
  const capcode = await visitor.solveCaptcha();
  await visitor.sendCode({ capcode });
  expect((await visitor.register({ capcode, smsCode: lastCode(inbox) })).body.code).toBe('0');
  const [row] = await service.database
    .select()
    .from(registrations)
    .where(eq(registrations.mobilePhone, `+52${phone}`));
  if (!row) throw new Error('nobody is registered');
  return row;
}

test('[PROMO-6] only the holder of the code learns whether a number is registered; a borrower counts as registered', async () => {
  nextDay();
  const rosa = '4421550134';
  const visitor = await openLanding(service.api, { phone: rosa });
  const capcode = await visitor.solveCaptcha();
  expect((await visitor.sendCode({ capcode })).body.code).toBe('0');
  const right = lastCode(inbox);
  const wrong = right === '000000' ? '000001' : '000000';
  expect((await visitor.register({ capcode, smsCode: wrong })).body.code).toBe('800006');
  expect((await visitor.register({ capcode, smsCode: right })).body.code).toBe('11');
});

test('[PROMO-5] a wrong captcha is 101 and sends nothing; the third wrong one ends it', async () => {
  nextDay();
  const before = await sentCount();
  const visitor = await openLanding(service.api, { language: 'zh' });
  const right = await visitor.solveCaptcha();
  const wrong = right === '2222' ? '3333' : '2222';
  for (let guess = 0; guess < 3; guess += 1) {
    const answer = await visitor.sendCode({ capcode: wrong });
    expect(answer.body).toMatchObject({ code: '101', message: '图形验证码错误，请输入新图片中的字符。' });
  }
  expect((await visitor.sendCode({ capcode: right })).body.code).toBe('101');
  expect(await sentCount()).toBe(before);
});

test('a captcha serves once, for five minutes and in its own registration', async () => {
  nextDay();
  const visitor = await openLanding(service.api);
  const other = await openLanding(service.api, { phone: '5548217737' });
  const capcode = await visitor.solveCaptcha();
  expect((await other.sendCode({ capcode })).body.code).toBe('101');
  expect((await visitor.sendCode({ capcode })).body.code).toBe('0');
  pass(61);
  expect((await visitor.sendCode({ capcode })).body.code).toBe('101');
  const late = await other.solveCaptcha();
  pass(300);
  expect((await other.sendCode({ capcode: late })).body.code).toBe('101');
});

test('a code serves in the registration it was sent for, for the number it was sent to', async () => {
  nextDay();
  const visitor = await openLanding(service.api);
  const capcode = await visitor.solveCaptcha();
  expect((await visitor.sendCode({ capcode })).body.code).toBe('0');
  const smsCode = lastCode(inbox);
  const thief = await openLanding(service.api);
  const capcodeOfThief = await thief.solveCaptcha();
  expect((await thief.register({ capcode: capcodeOfThief, smsCode })).body.code).toBe('422010');
  expect((await visitor.register({ capcode, smsCode, phone: '5548217739' })).body.code).toBe('800006');
  expect((await visitor.register({ capcode: 'XXXX', smsCode })).body.code).toBe('-1');
});

test('[PROMO-5] within 60 s nothing is sent again, and the captcha still serves afterwards', async () => {
  nextDay();
  const visitor = await openLanding(service.api, { language: 'zh' });
  const capcode = await visitor.solveCaptcha();
  expect((await visitor.sendCode({ capcode })).body.code).toBe('0');
  const before = await sentCount();
  const soon = await visitor.solveCaptcha();
  for (let guess = 0; guess < 4; guess += 1) {
    expect((await visitor.sendCode({ capcode: 'XXXX' })).status).toBe(429);
  }
  const refused = await visitor.sendCode({ capcode: soon });
  expect(refused.status).toBe(429);
  expect(refused.body.message).toBe('请勿重复发送验证码!');
  const elsewhere = await openLanding(service.api, { language: 'zh' });
  const capcodeElsewhere = await elsewhere.solveCaptcha();
  expect((await elsewhere.sendCode({ capcode: capcodeElsewhere })).status).toBe(429);
  expect(await sentCount()).toBe(before);
  pass(60);
  expect((await visitor.sendCode({ capcode: soon })).body.code).toBe('0');
  expect((await elsewhere.sendCode({ capcode: capcodeElsewhere })).status).toBe(429);
});

test.each([
  ['es', '554821773'],
  ['es', '0000000000'],
  ['en', '5876543210'],
  ['zh', '12800138000'],
] as const)(
  '[PROMO-3] a number that the %s template does not take is refused: %s',
  async (language, phone) => {
    const visitor = await openLanding(service.api, { language, phone });
    const answer = await visitor.sendCode({ capcode: await visitor.solveCaptcha() });
    expect(answer.status).toBe(422);
    if (language === 'zh') expect(answer.body.message).toBe('请正确输入手机号！');
  },
);

test('a registration is over after an hour, and complete ones take no further code', async () => {
  nextDay();
  const visitor = await openLanding(service.api, { phone: '5548217701' });
  const capcode = await visitor.solveCaptcha();
  await visitor.sendCode({ capcode });
  expect((await visitor.register({ capcode, smsCode: lastCode(inbox) })).body.code).toBe('0');
  expect((await captcha(service.api, { sid: visitor.sid, a: '1' })).status).toBe(404);
  expect((await visitor.sendCode({ capcode })).status).toBe(404);
  const idle = await openLanding(service.api);
  pass(3601);
  expect((await captcha(service.api, { sid: idle.sid, a: '1' })).status).toBe(404);
  await forgetExpired(service.database, service.dependencies.clock.now());
  expect(await service.database.select().from(registrationSessions)).toHaveLength(0);
});

test('nothing that identifies a visitor is reported', () => {
  const reported = JSON.stringify(service.reported);
  for (const phone of Object.values(registrantPhones)) expect(reported).not.toContain(phone);
  expect(service.reported.filter(({ level }) => level === 'error')).toEqual([]);
});
