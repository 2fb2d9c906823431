import { expect, test } from 'vitest';
import { productionVariables } from '#tests/setup/production-variables.ts';
import { readEnvironment } from './environment.ts';
import { createRequestScope } from './request-scope.ts';
import { smsPartsOf } from './sms-sender.ts';

const warned: string[] = [];
const logger = { info: () => {}, warn: (text: string) => void warned.push(text), error: () => {} };
const message = { messageId: 'm1', to: '+524421550134', text: 'Su código es 123456' };

function partsOf(variables: Record<string, string>) {
  return smsPartsOf(readEnvironment(variables), logger, () => new Date());
}

test('development keeps the messages, and production without a gateway sends none and says so', async () => {
  const { sms, inbox } = partsOf({});
  expect(await sms.send(message)).toBe('accepted');
  expect(inbox?.messages()).toMatchObject([message]);
  const none = partsOf(productionVariables);
  expect(none.inbox).toBeNull();
  expect(await none.sms.send(message)).toBe('not-sent');
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

test('each request has its own address, also after waiting, and outside of any there is none', async () => {
  const requestScope = createRequestScope();
  const answer = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return requestScope.current()?.address;
  };
  const addresses = ['203.0.113.7', '198.51.100.9'];
  expect(
    await Promise.all(
      addresses.map((address) => requestScope.run({ address, id: 'a request', isSigned: false }, answer)),
    ),
  ).toEqual(addresses);
  expect(requestScope.current()).toBeNull();
});
