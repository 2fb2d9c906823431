import { expect, onTestFinished, test } from 'vitest';
import type { SmsMessage } from '#providers/ports/sms.ts';
import { startStandInServer } from '#tests/providers/stand-in-server.ts';
import { productionVariables } from '#tests/setup/production-variables.ts';
import { readEnvironment } from './environment.ts';
import { createRequestScope } from './request-scope.ts';
import { smsPartsOf } from './sms-sender.ts';

const warned: string[] = [];
const logger = { info: () => {}, warn: (text: string) => void warned.push(text), error: () => {} };
const message: SmsMessage = {
  ...{ messageId: 'm1', to: '+524421550134', purpose: 'registration', language: 'es' },
  text: 'Su código es 123456',
  values: { code: '123456', appName: 'Llano', amount: '', originLine: '' },
};

function partsOf(variables: Record<string, string>) {
  return smsPartsOf(readEnvironment(variables), {
    logger,
    now: () => new Date(),
    pagesOrigin: () => 'https://pages.llano.test',
  });
}

test('development keeps the messages, and production without a gateway sends none and says so', async () => {
  const { sms, inbox } = partsOf({});
  expect((await sms.send(message)).outcome).toBe('accepted');
  expect(inbox?.messages()).toMatchObject([message]);
  const none = partsOf(productionVariables);
  expect(none.inbox).toBeNull();
  expect((await none.sms.send(message)).outcome).toBe('not-sent');
  expect(warned.join()).toContain('no SMS gateway');
});

test('a gateway takes the place of the inbox', () => {
  expect(partsOf({ SMS_GATEWAY_URL: 'http://127.0.0.1:9/messages' }).inbox).toBeNull();
});

test('a gateway body, headers and payment page that cannot work stop the program by name', () => {
  const gateway = { SMS_GATEWAY_URL: 'https://sms.test/' };
  expect(() => readEnvironment({ ...gateway, SMS_GATEWAY_BODY: '{"to":"{to}"}' })).toThrow(
    /SMS_GATEWAY_BODY.*\{text\}/,
  );
  expect(() => readEnvironment({ ...gateway, SMS_GATEWAY_CONTENT_TYPE: 'text/xml' })).toThrow(
    /application\/json/,
  );
  expect(() => readEnvironment({ SMS_GATEWAY_HEADERS: '["secret-value"]' })).toThrow(/SMS_GATEWAY_HEADERS/);
  expect(() => readEnvironment({ SMS_GATEWAY_HEADERS: '["secret-value"]' })).not.toThrow(/secret-value/);
  const page = 'https://pay.test/?order={orderNumber}';
  expect(() => readEnvironment({ PAYMENT_PAGE_URL: page })).toThrow(/PAYMENT_PAGE_URL.*REDIRECT_ORIGINS/);
  expect(
    readEnvironment({ PAYMENT_PAGE_URL: page, REDIRECT_ORIGINS: 'https://pay.test' }).paymentProvider.pageUrl,
  ).toBe(page);
});

test('texts, rules, reports and routes that cannot work stop the program by name', () => {
  const twilio = {
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'a token',
    TWILIO_FROM: 'LLANO',
  };
  const gateway = { SMS_GATEWAY_URL: 'https://sms.test/' };
  const dlt = { SMS_GATEWAY_BODY: '{"to":"{to}","text":"{text}","template":"{template}"}' };
  const texts = (text: string, id = '1107') =>
    JSON.stringify({ registration: { en: { id, text } }, 'card-payment': { en: { id, text } } });
  for (const [variables, problem] of [
    [{ ...gateway, ...dlt }, /SMS_GATEWAY_TEXTS: needs texts with an id for card-payment/],
    [{ ...gateway, ...dlt, SMS_GATEWAY_TEXTS: texts('{code}', '') }, /SMS_GATEWAY_TEXTS/],
    [{ SMS_GATEWAY_TEXTS: texts('no code') }, /must contain \{code\}/],
    [{ SMS_GATEWAY_TEXTS: texts('{code} {amount}') }, /registration has no \{amount\}/],
    [{ SMS_GATEWAY_TEXTS: '{"marketing":{}}' }, /SMS_GATEWAY_TEXTS/],
    [{ SMS_GATEWAY_ACCEPTED: 'a b=c' }, /SMS_GATEWAY_ACCEPTED/],
    [{ SMS_GATEWAY_ACCEPTED: 'status=' }, /SMS_GATEWAY_ACCEPTED/],
    [{ SMS_GATEWAY_REPORT_FORM: '{"id":"id"}' }, /SMS_GATEWAY_REPORT_FORM/],
    [{ SMS_GATEWAY_REPORT_SECRET: 'short' }, /SMS_GATEWAY_REPORT_SECRET/],
    [{ ...gateway, SMS_ROUTE_MX: 'sms,twilio' }, /SMS_ROUTE_MX: twilio is not set/],
    [{ ...gateway, SMS_ROUTE_MX: 'sms,sms' }, /SMS_ROUTE_MX/],
    [{ ...twilio, TWILIO_AUTH_TOKEN: '' }, /TWILIO_AUTH_TOKEN: is required/],
    [{ ...twilio, TWILIO_FROM: '' }, /TWILIO_FROM: or TWILIO_WHATSAPP_FROM/],
    [{ ...twilio, TWILIO_WHATSAPP_FROM: '+15005550009' }, /TWILIO_WHATSAPP_TEXTS: needs texts/],
    [{ ...productionVariables, TWILIO_API_BASE: 'http://127.0.0.1:9' }, /TWILIO_API_BASE/],
  ] as const) {
    expect(() => readEnvironment(variables)).toThrow(problem);
  }
  expect(() =>
    readEnvironment({
      ...gateway,
      ...dlt,
      ...twilio,
      SMS_GATEWAY_TEXTS: texts('{code}'),
      SMS_ROUTE_IN: 'sms',
    }),
  ).not.toThrow();
  expect(() => readEnvironment({ SMS_GATEWAY_REPORT_SECRET: 'a  secret  value' })).not.toThrow(
    /secret {2}value/,
  );
});

test('a number goes the ways of its country, and every way where none are named', async () => {
  const taken: string[] = [];
  const [first, second] = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const server = await startStandInServer((_request, response) => {
        taken.push(name);
        response.writeHead(name === 'first' ? 400 : 202).end();
      });
      onTestFinished(server.close);
      return `${server.origin}/`;
    }),
  );
  const { sms } = partsOf({
    SMS_GATEWAY_URL: first ?? '',
    SMS_SECOND_GATEWAY_URL: second ?? '',
    SMS_ROUTE_IN: 'sms-second',
    SMS_ROUTE_MX: 'sms',
  });
  const outcomes = [];
  for (const to of ['+919845501276', '+524421550134', '+8613800138000']) {
    outcomes.push(await sms.send({ ...message, to }));
  }
  expect(taken).toEqual(['second', 'first', 'first', 'second']);
  expect(outcomes.map(({ outcome, gateway }) => `${gateway} ${outcome}`)).toEqual([
    ...['sms-second accepted', 'sms not-sent', 'sms-second accepted'],
  ]);
});

test('each request has its own address, also after waiting, and outside of any there is none', async () => {
  const requestScope = createRequestScope();
  const answer = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return requestScope.current()?.address;
  };
  const addresses = ['203.0.113.7', '198.51.100.9'];
  expect(
    await Promise.all(
      addresses.map((address) =>
        requestScope.run({ address, id: 'a request', credential: null, isSigned: false }, answer),
      ),
    ),
  ).toEqual(addresses);
  expect(requestScope.current()).toBeNull();
});
