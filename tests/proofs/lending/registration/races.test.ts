import { randomBytes } from 'node:crypto';
import { count, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inTransaction } from '#db/database.ts';
import { registrationSessions, registrations } from '#db/schema/registration.ts';
import { smsCodes } from '#db/schema/sms.ts';
import { captchaHash } from '#lending/registration/captcha.ts';
import { findSession, updateSession } from '#lending/registration/store.ts';
import { codeHash } from '#lending/sms/send-code.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import type { TestAnswer } from '#tests/setup/lending-service.ts';
import { lastCode, openLanding, type Registrant } from '#tests/setup/registrant.ts';

const service = await testLendingService();
const inbox = service.dependencies.sms;

/** Ten for each connection of the pool: who waits for one adds nothing to a race. */
const crowd = 200;

function atOnce<Result>(times: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => work(index)));
}

function tally(answers: readonly TestAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { body } of answers) counts[body.code] = (counts[body.code] ?? 0) + 1;
  return counts;
}

async function registrationCount(mobilePhone: string): Promise<number> {
  const [row] = await service.database
    .select({ rows: count() })
    .from(registrations)
    .where(eq(registrations.mobilePhone, mobilePhone));
  return Number(row?.rows);
}

const secret = () => service.dependencies.configuration.masterSecrets[0];
const now = () => service.dependencies.clock.now();

/** A visitor who has solved the captcha and was sent the code, without the limits on messages. */
async function visitorWithCode(phone: string, capcode: string, smsCode: string): Promise<Registrant> {
  const visitor = await openLanding(service.api, { phone });
  const session = await findSession(service.database, visitor.sid, now());
  if (!session) throw new Error('no session');
  const passedCaptchaHash = captchaHash(secret(), visitor.sid, capcode);
  await inTransaction(service.database, (transaction) =>
    updateSession(transaction, session.id, { passedCaptchaHash }),
  );
  const binding = { purpose: 'registration', mobilePhone: `+52${phone}` } as const;
  await service.database.insert(smsCodes).values({
    purpose: 'registration',
    subject: session.id,
    codeHash: codeHash(secret(), binding, smsCode),
    issuedAt: now(),
  });
  return visitor;
}

test('[PROMO-6] 200 visitors who register one number at once make one registration', async () => {
  const phone = '5548217736';
  const visitors = await atOnce(crowd, () => visitorWithCode(phone, 'A7KX', '071304'));
  const answers = await atOnce(crowd, async (index) => {
    const visitor = visitors[index] as Registrant;
    return visitor.register({ capcode: 'A7KX', smsCode: '071304' });
  });
  expect(tally(answers)).toEqual({ '0': 1, '11': crowd - 1 });
  expect(await registrationCount(`+52${phone}`)).toBe(1);
});

test('[PROMO-6] a form sent 200 times at once makes one registration and gets one answer', async () => {
  const phone = '5548217737';
  const visitor = await visitorWithCode(phone, 'A7KX', '071304');
  const answers = await atOnce(crowd, () => visitor.register({ capcode: 'A7KX', smsCode: '071304' }));
  expect(tally(answers)).toEqual({ '0': crowd });
  expect(await registrationCount(`+52${phone}`)).toBe(1);
});

test('of 200 captcha guesses at once at most three are compared', async () => {
  const visitor = await openLanding(service.api, { phone: '5548217738' });
  const right = await visitor.solveCaptcha();
  const figures = [...'23456789'];
  const guesses = figures.flatMap((a) =>
    figures.flatMap((b) => figures.flatMap((c) => figures.map((d) => `${a}${b}${c}${d}`))),
  );
  const wrong = guesses.filter((guess) => guess !== right).slice(0, crowd);
  const answers = await atOnce(crowd, (index) => visitor.sendCode({ capcode: wrong[index] ?? '' }));
  expect(tally(answers)).toEqual({ '101': crowd });
  const session = await findSession(service.database, visitor.sid, now());
  expect(session?.guessCount).toBe(3);
  expect((await visitor.sendCode({ capcode: right })).body.code).toBe('101');
});

test('of 200 code guesses at once at most five are compared', async () => {
  const visitor = await visitorWithCode('5548217739', 'A7KX', '071304');
  const answers = await atOnce(crowd, (index) =>
    visitor.register({ capcode: 'A7KX', smsCode: String(100_000 + index) }),
  );
  expect(tally(answers)).toEqual({ '800006': 5, '422010': crowd - 5 });
  expect((await visitor.register({ capcode: 'A7KX', smsCode: '071304' })).body.code).toBe('422010');
});

test('a captcha sent 100 times at once sends one message', async () => {
  const visitor = await openLanding(service.api, { phone: '5548217740' });
  const capcode = await visitor.solveCaptcha();
  const before = inbox.messages().length;
  const answers = await atOnce(100, () => visitor.sendCode({ capcode }));
  expect(tally(answers)['0']).toBe(1);
  expect(inbox.messages().length - before).toBe(1);
  expect((await visitor.register({ capcode, smsCode: lastCode(inbox) })).body.code).toBe('0');
});

test('one number asked for by 50 visitors at once is sent one message', async () => {
  const phone = '5548217741';
  const visitors = await atOnce(50, () => openLanding(service.api, { phone }));
  const captchas = await Promise.all(visitors.map((visitor) => visitor.solveCaptcha()));
  const before = inbox.messages().length;
  const answers = await atOnce(50, async (index) =>
    (visitors[index] as Registrant).sendCode({ capcode: captchas[index] ?? '' }),
  );
  expect(tally(answers)).toEqual({ '0': 1, '429001': 49 });
  expect(inbox.messages().length - before).toBe(1);
});

test('a sid made up gets nothing and leaves nothing', async () => {
  const before = await service.database.select({ rows: count() }).from(registrationSessions);
  await atOnce(50, () => {
    const sid = randomBytes(16).toString('base64url');
    const request = new Request(`http://lender.test/api/v2/youmi/promotion/get-captcha?sid=${sid}&a=1`);
    return Promise.resolve(service.api.fetch(request)).then(({ status }) => expect(status).toBe(404));
  });
  expect(await service.database.select({ rows: count() }).from(registrationSessions)).toEqual(before);
});
