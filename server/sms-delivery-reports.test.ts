import { createHmac } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listSmsMessages } from '#contract/host/sms.ts';
import { smsSends } from '#db/schema/sms.ts';
import { CodedError } from '#domain/error-code.ts';
import { sendCode } from '#lending/sms/send-code.ts';
import type { SmsGateway, SmsMessage, SmsReceipt } from '#providers/ports/sms.ts';
import { createDeliveryReports } from '#providers/sms/http-gateway/reports.ts';
import { createSmsRoute } from '#providers/sms/route.ts';
import { createTwilioGateways } from '#providers/sms/twilio/gateway.ts';
import { startTwilioStandIn } from '#tests/providers/twilio-stand-in.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { lendingService } from '#tests/setup/lending-service.ts';

const account = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'a token that only the tests know',
  ...{ from: '+15005550006', texts: {}, whatsappFrom: '+15005550009' },
  whatsappTexts: { registration: { es: { id: `HX${'1'.repeat(32)}`, text: '' } } },
};
const webhookAddress = 'https://pages.llano.test/webhooks/twilio';
const standIn = await startTwilioStandIn({
  ...account,
  deliver: async (address, request) => service.api.fetch(new Request(address, request)),
});
afterAll(standIn.close);

/** The lender's own gateway, whose answers the test gives. */
let own: SmsReceipt;
let gatewayMessages: SmsMessage[];
const gateway: SmsGateway = {
  name: 'sms',
  async send(message) {
    gatewayMessages.push(message);
    return own;
  },
};
const reportSecret = 'a secret of the reports';
const gatewayReports = createDeliveryReports('sms', {
  ...{ secret: reportSecret, proof: 'hmac-sha256', header: 'X-Signature' },
  form: {
    ...{ list: 'results', id: 'messageId', idOf: 'gateway-message-id', status: 'status.name' },
    ...{ failure: 'error.name', onItsWay: ['PENDING'], delivered: ['DELIVERED'], undelivered: ['REJECTED'] },
  },
});
const failures: unknown[] = [];
let route: readonly string[];
const { database } = await testLendingService();
const service = lendingService(
  database,
  {},
  {
    sms: {
      ...createSmsRoute(
        [
          { ...gateway, ...(gatewayReports && { reports: [gatewayReports] }) },
          ...createTwilioGateways(
            { ...account, apiBase: standIn.origin },
            () => webhookAddress,
            { error: (...parts) => void failures.push(parts) },
            { attemptTimeoutMs: 3_000, firstDelayMs: 1, breakAfterFailures: 100 },
          ),
        ],
        () => route,
      ),
      messages: () => [],
    },
  },
);

beforeEach(async () => {
  await database.delete(smsSends);
  own = { outcome: 'not-sent', gateway: 'sms', gatewayMessageId: null };
  gatewayMessages = [];
  route = ['sms', 'twilio'];
  standIn.faults.length = 0;
});

let numbers = 0;
function newNumber(): string {
  numbers += 1;
  return `+5244215${String(numbers).padStart(5, '0')}`;
}

async function send(mobilePhone = newNumber()): Promise<string> {
  const binding = { purpose: 'registration', mobilePhone } as const;
  try {
    const values = { appName: 'Llano', amount: '', originLine: '' };
    await sendCode(service.dependencies, {
      ...{ binding, subject: mobilePhone, mobilePhone, country: 'MX', borrowerId: null },
      words: (code) => ({ language: 'es', text: `Su código es ${code}`, values }),
    });
    return 'sent';
  } catch (error) {
    return error instanceof CodedError ? error.code : String(error);
  }
}

/** The newest message as the lender sees it. */
async function listed() {
  const { smsMessages } = await service.tell(listSmsMessages, { limit: 100 });
  const { gateway, outcome, deliveryState, deliveryFailure } = smsMessages.at(-1) ?? {};
  return [gateway, outcome, deliveryState, deliveryFailure];
}

async function reportStatus(body: string, signature = signatureOf(body)): Promise<number> {
  const headers = { 'X-Signature': signature, 'Content-Type': 'application/json' };
  const request = new Request('https://pages.llano.test/webhooks/sms', { method: 'POST', headers, body });
  return (await service.api.fetch(request)).status;
}
const signatureOf = (body: string) => createHmac('sha256', reportSecret).update(body).digest('hex');
const reportBody = (id: string, status: string, error = 'NO_ERROR') =>
  JSON.stringify({ results: [{ messageId: id, status: { name: status }, error: { name: error } }] });

test('a gateway that says no hands the code on, and the reports of the other one tell how far it came', async () => {
  expect(await send()).toBe('sent');
  const [message] = standIn.messages;
  if (!message) throw new Error('Twilio got no message.');
  expect(message.fields).toMatchObject({ From: '+15005550006', ValidityPeriod: '300' });
  expect(message.fields.Body).toMatch(/^Su código es \d{6}$/);
  expect(await listed()).toEqual(['twilio', 'accepted', null, null]);
  expect(await standIn.report(message, 'queued')).toBe(200);
  expect(await listed()).toEqual(['twilio', 'accepted', null, null]);
  for (const status of ['delivered', 'delivered', 'sent'])
    expect(await standIn.report(message, status)).toBe(200);
  expect(await listed()).toEqual(['twilio', 'accepted', 'delivered', null]);
});

test('a message that may be on its way goes to no second gateway, and counts', async () => {
  own = { outcome: 'unknown', gateway: 'sms', gatewayMessageId: null };
  const before = standIn.messages.length;
  expect(await send('+524421599999')).toBe('sent');
  expect(standIn.messages).toHaveLength(before);
  expect(await listed()).toEqual(['sms', 'unknown', null, null]);
  expect(await send('+524421599999')).toBe('sms-too-soon');
  expect(gatewayMessages).toHaveLength(1);
});

test('Twilio is asked once where it may have the message, again where it certainly has not', async () => {
  route = ['twilio'];
  const count = () => standIn.messages.length;
  for (const [faults, outcome, taken] of [
    [['429', '503'], 'sent', 1],
    [['429', '429', '429'], 'sms-unavailable', 0],
    [['drop-after'], 'sent', 1],
    [['drop-before'], 'sent', 0],
    [['500'], 'sent', 0],
    [['hang'], 'sent', 0],
    [['no-id'], 'sent', 0],
    [['21211'], 'sms-unavailable', 0],
    [['401'], 'sms-unavailable', 0],
    [['failed'], 'sms-unavailable', 0],
  ] as const) {
    const before = count();
    standIn.faults.push(...faults);
    expect([faults, await send(), count() - before]).toEqual([faults, outcome, taken]);
    expect(standIn.faults).toEqual([]);
  }
  expect(JSON.stringify(failures)).not.toMatch(/44215|only the tests/);
});

test('a report is believed with the signature of its account over the address and every field alone', async () => {
  await send();
  const [message] = standIn.messages;
  if (!message) throw new Error('Twilio got no message.');
  const forged = [
    { authToken: 'another token' },
    { accountSid: `AC${'9'.repeat(32)}` },
    { calledAs: 'https://pages.llano.test/webhooks/twilio' },
    { calledAs: `http://pages.llano.test/webhooks/twilio?message=x` },
  ];
  for (const options of forged) expect(await standIn.report(message, 'delivered', options)).toBe(401);
  expect(await listed()).toEqual(['twilio', 'accepted', null, null]);
  expect(await standIn.report(message, 'delivered', { search: '?message=nothing' })).toBe(404);
  const withPort = new URL(message.fields.StatusCallback ?? '');
  const calledAs = `https://pages.llano.test:443${withPort.pathname}${withPort.search}`;
  expect(await standIn.report(message, 'undelivered', { calledAs, errorCode: '30003' })).toBe(200);
  expect(await listed()).toEqual(['twilio', 'accepted', 'undelivered', '30003']);
});

test('WhatsApp sends a code in its template, and a number that it missed gets the next code another way', async () => {
  route = ['twilio-whatsapp', 'sms'];
  own = { outcome: 'accepted', gateway: 'sms', gatewayMessageId: 'g-7' };
  const number = '+524421588888';
  expect(await send(number)).toBe('sent');
  const [message] = standIn.messages;
  if (!message) throw new Error('Twilio got no message.');
  expect(message.fields).toMatchObject({
    To: `whatsapp:${number}`,
    From: 'whatsapp:+15005550009',
    ContentSid: account.whatsappTexts.registration.es.id,
  });
  expect(JSON.parse(message.fields.ContentVariables ?? '')).toEqual({
    '1': expect.stringMatching(/^\d{6}$/),
  });
  expect(await standIn.report(message, 'undelivered', { errorCode: '63024' })).toBe(200);
  service.setTime('2026-11-20T12:02:00-06:00');
  expect(await send(number)).toBe('sent');
  expect(gatewayMessages.map(({ to }) => to)).toEqual([number]);
  service.setTime('2026-11-20T12:04:00-06:00');
  expect(await send()).toBe('sent');
  expect(gatewayMessages).toHaveLength(1);
  service.setTime('2026-11-20T12:00:00-06:00');
});

test('a gateway of the lender reports by its own id: signed, late, twice, out of order, of messages not ours', async () => {
  own = { outcome: 'accepted', gateway: 'sms', gatewayMessageId: 'g-1' };
  await send();
  const pending = reportBody('g-1', 'PENDING');
  expect(await reportStatus(pending, signatureOf(`${pending} `))).toBe(401);
  expect(await reportStatus(pending, '')).toBe(401);
  expect([await reportStatus(pending), await reportStatus(pending)]).toEqual([200, 200]);
  expect(await listed()).toEqual(['sms', 'accepted', 'on-its-way', null]);
  expect(await reportStatus(reportBody('g-1', 'REJECTED', 'EC_ABSENT_SUBSCRIBER'))).toBe(200);
  expect(await listed()).toEqual(['sms', 'accepted', 'undelivered', 'EC_ABSENT_SUBSCRIBER']);
  expect(await reportStatus(pending)).toBe(200);
  expect(await listed()).toEqual(['sms', 'accepted', 'undelivered', 'EC_ABSENT_SUBSCRIBER']);
  expect(await reportStatus(reportBody('g-1', 'DELIVERED'))).toBe(200);
  expect(await listed()).toEqual(['sms', 'accepted', 'delivered', null]);
  expect(await reportStatus(reportBody('g-2', 'DELIVERED'))).toBe(404);
  expect(await reportStatus(reportBody('g-1', 'SOMETHING'))).toBe(200);
  expect(await reportStatus('not json')).toBe(200);
});
