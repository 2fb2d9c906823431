import { beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#db/database.ts';
import { smsSends } from '#db/schema/sms.ts';
import { CodedError } from '#domain/error-code.ts';
import { minorAmount } from '#domain/money/money.ts';
import {
  paymentSendLimits,
  registrationSendLimits,
  type SendPurpose,
  type SendScope,
} from '#domain/sms/send-limit.ts';
import { demoBorrowers } from '#fixtures/demo-data.ts';
import type { SmsOutcome } from '#providers/ports/sms.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { forgetExpired } from '../retention.ts';
import { guessCode } from './guess-code.ts';
import { sendCode } from './send-code.ts';

const demoBorrower = demoBorrowers.rosa.id;
const service = await testLendingService();
let sent: string[];
let outcome: SmsOutcome;
let address: string | null;
let refusals: string[];
let dependencies: LendingDependencies;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  await service.database.delete(smsSends);
  sent = [];
  refusals = [];
  outcome = 'accepted';
  address = null;
  dependencies = restarted();
});

/** The service after a restart: everything but the database is new. */
function restarted(configuration: Partial<LendingDependencies['configuration']> = {}): LendingDependencies {
  return {
    ...service.dependencies,
    configuration: { ...service.dependencies.configuration, ...configuration },
    sms: {
      async send({ to, text }) {
        if (outcome !== 'not-sent') sent.push(`${to} ${text}`);
        return { outcome, gateway: 'one', gatewayMessageId: null };
      },
    },
    smsWatch: {
      concluded() {},
      reported() {},
      refused: (purpose, scope) => void refusals.push(`${purpose} ${scope}`),
    },
    callerAddress: () => address,
  };
}

function wait(seconds: number): void {
  service.setTime(new Date(service.dependencies.clock.now().getTime() + seconds * 1000).toISOString());
}

/** Sends a code; `sent`, or the code of the refusal with its field. */
async function send({
  mobilePhone = '+524421550134',
  borrowerId = null,
  subject = 'one',
  country = 'MX',
  purpose = 'registration',
}: {
  mobilePhone?: string;
  borrowerId?: string | null;
  subject?: string;
  country?: string | null;
  purpose?: 'card-payment' | 'registration';
} = {}): Promise<string> {
  const binding =
    purpose === 'registration'
      ? ({ purpose, mobilePhone } as const)
      : ({ purpose, loanId: subject, amountMinor: minorAmount(100), cardId: 'card' } as const);
  try {
    await sendCode(dependencies, {
      binding,
      subject,
      mobilePhone,
      country,
      borrowerId,
      words: (code) => ({ language: 'es', text: code, values: { appName: '', amount: '', originLine: '' } }),
    });
    return 'sent';
  } catch (error) {
    return error instanceof CodedError ? `${error.code} ${error.field ?? ''}`.trim() : String(error);
  }
}

async function guess(code: string, subject = 'one', mobilePhone = '+524421550134'): Promise<string> {
  return inTransaction(service.database, (transaction) =>
    guessCode(transaction, { binding: { purpose: 'registration', mobilePhone }, subject }, code, {
      secrets: dependencies.configuration.masterSecrets,
      now: dependencies.clock.now(),
    }),
  );
}

function sendsOf(scope: SendScope, purpose: SendPurpose = 'registration'): number {
  const newcomer = { isReturning: false, isSmsPumping: false };
  const limits =
    purpose === 'card-payment'
      ? paymentSendLimits
      : registrationSendLimits(dependencies.configuration.registration, newcomer);
  return Math.max(...limits.filter((limit) => limit.scope === scope).map(({ sends }) => sends));
}

test('a number gets one code in 60 s, and a refused one leaves the code before alone', async () => {
  expect(await send()).toBe('sent');
  wait(30);
  expect(await send()).toBe('sms-too-soon 30');
  expect(sent).toHaveLength(1);
  expect(await guess(sent[0]?.slice(-6) ?? '')).toBe('accepted');
});

test('a number gets five codes a day, also when the service restarts in between', async () => {
  for (let count = 1; count <= sendsOf('number'); count += 1) {
    expect(await send()).toBe('sent');
    wait(61);
    dependencies = restarted();
  }
  expect(await send()).toBe(`sms-limit-reached ${86_400 - 5 * 61}`);
  wait(86_400 - 5 * 61);
  expect(await send()).toBe('sent');
});

test('a borrower, an address and a block of numbers each have their limit', async () => {
  const cases = [
    [
      'borrower',
      (index: number) => ({
        mobilePhone: `+5255${index}0000000`,
        borrowerId: demoBorrower,
        purpose: 'card-payment',
      }),
    ],
    ['address', (index: number) => ({ mobilePhone: `+52${10 + index}5000000` })],
    ['prefix', (index: number) => ({ mobilePhone: `+52550000${1000 + index}` })],
    ['network', (index: number) => ({ mobilePhone: `+52${100 + index}5000000` })],
  ] as const;
  for (const [scope, change] of cases) {
    await service.database.delete(smsSends);
    const limit = sendsOf(scope, scope === 'borrower' ? 'card-payment' : 'registration');
    const outcomes = [];
    for (let index = 0; index < limit + 1; index += 1) {
      const addresses: Partial<Record<SendScope, string>> = {
        address: '203.0.113.7',
        network: `2001:db8:1:${index}::1`,
      };
      address = addresses[scope] ?? null;
      outcomes.push(await send({ ...change(index), subject: `${scope} ${index}` }));
    }
    expect(outcomes.slice(0, limit).every((text) => text === 'sent')).toBe(true);
    expect(outcomes.at(-1)).toMatch(/^sms-limit-reached \d+$/);
    expect(refusals.at(-1)).toMatch(new RegExp(` ${scope}$`));
    address = '198.51.100.9';
    expect(await send({ mobilePhone: '+919845501276', subject: 'another' })).toBe('sent');
  }
});

test('a country and all registrations together have their budgets, which free when told', async () => {
  dependencies = restarted({
    registration: { ...dependencies.configuration.registration, sendsPerHour: 12 },
  });
  const numberOf = (index: number) => `+52${10 + index}${10 + index}000000`;
  const outcomes = [];
  for (let index = 0; index < 10; index += 1) {
    outcomes.push(await send({ mobilePhone: numberOf(index), subject: `${index}` }));
  }
  expect(outcomes).toEqual([...Array<string>(9).fill('sent'), 'sms-limit-reached 3600']);
  expect(refusals).toEqual(['registration country']);
  wait(1800);
  for (let index = 10; index < 14; index += 1) {
    outcomes.push(await send({ mobilePhone: `+91${numberOf(index)}`, subject: `${index}`, country: 'IN' }));
  }
  expect(outcomes.slice(10)).toEqual([...Array<string>(3).fill('sent'), 'sms-limit-reached 1800']);
  expect(refusals.at(-1)).toBe('registration total');
  wait(1800);
  expect(await send({ mobilePhone: numberOf(30), subject: '30' })).toBe('sent');
});

test('75 addresses that flood leave a quarter of an hour’s messages, and of a day’s, to visitors from others, and three quarters once nobody enters a code', async () => {
  for (const [sendsPerHour, sendsPerDay, least, most] of [
    // Seventy-five are of the first message of each address.
    [200, 10_000, 75, 75],
    [400, 10_000, 100, 100],
    [10_000, 400, 100, 130],
  ] as const) {
    await service.database.delete(smsSends);
    dependencies = restarted({
      registration: { ...dependencies.configuration.registration, sendsPerHour, sendsPerDay },
    });
    let sentCount = 0;
    for (let request = 0; request < 600; request += 1) {
      address = `198.51.100.${request % 75}`;
      const mobilePhone = `+91${10_000 + request}00000`;
      if ((await send({ mobilePhone, subject: `${request}`, country: null })) === 'sent') sentCount += 1;
    }
    expect(sentCount, `${sendsPerHour} an hour`).toBeGreaterThanOrEqual(least);
    expect(sentCount, `${sendsPerHour} an hour`).toBeLessThanOrEqual(most);
    address = '203.0.113.1';
    expect(await send({ mobilePhone: '+524421550199', subject: 'a visitor', country: null })).toBe('sent');
  }
});

test('what registrations use up, no payment lacks, and the other way round', async () => {
  for (let count = 0; count < 5; count += 1) {
    expect(await send()).toBe('sent');
    wait(61);
  }
  expect(await send()).toMatch(/^sms-limit-reached/);
  for (let count = 0; count < 5; count += 1) {
    expect(await send({ purpose: 'card-payment', borrowerId: demoBorrower })).toBe('sent');
    wait(61);
  }
  expect(await send({ purpose: 'card-payment', borrowerId: demoBorrower })).toMatch(/^sms-limit-reached/);
});

test('a message that was certainly not sent counts for nothing, and its code does not serve', async () => {
  outcome = 'not-sent';
  for (let count = 0; count < 7; count += 1) expect(await send()).toBe('sms-unavailable');
  expect(await guess('000000')).toBe('none');
  outcome = 'accepted';
  expect(await send()).toBe('sent');
});

test('a message of which nobody knows whether it was sent counts, and its code serves', async () => {
  outcome = 'unknown';
  expect(await send()).toBe('sent');
  expect(await send()).toMatch(/^sms-too-soon/);
  expect(await guess(sent[0]?.slice(-6) ?? '')).toBe('accepted');
});

test('a code serves its own subject and what it is bound to, once', async () => {
  await send();
  const code = sent[0]?.slice(-6) ?? '';
  expect(await guess(code, 'two')).toBe('none');
  expect(await guess(code, 'one', '+919845501276')).toBe('wrong');
  expect(await guess(code)).toBe('accepted');
  expect(await guess(code)).toBe('used');
});

test('messages that no limit looks at any more are forgotten', async () => {
  await send();
  wait(86_400);
  await send();
  wait(86_401);
  await forgetExpired(service.database, dependencies.clock.now());
  expect(await service.database.select().from(smsSends)).toHaveLength(1);
});
