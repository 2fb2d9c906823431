import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type StandInServer, startStandInServer } from '#tests/providers/stand-in-server.ts';
import type { SmsMessage } from '../../ports/sms.ts';
import { createSmsGateway, type SmsGatewayOptions } from './gateway.ts';

/** How the local gateway answers one request; `hang` never does. */
type Answer = number | 'hang' | 'reset' | { readonly body: string } | { readonly brokenBody: string };

const message: SmsMessage = {
  ...{ messageId: 'm1', to: '+525550000100', purpose: 'registration', language: 'es' },
  text: 'Su código es 123456',
  values: { code: '123456', appName: 'Llano', amount: '', originLine: '' },
};

/** For a gateway that hangs: the last answer of all, or one before others, which come in time on a busy machine too. */
const short = { attemptTimeoutMs: 500 };
const long = { attemptTimeoutMs: 3_000 };

/** A gateway that says nothing but 2xx, and reports nothing. */
const plain: Pick<SmsGatewayOptions, 'name' | 'senderId' | 'texts' | 'idPath' | 'accepted' | 'reports'> = {
  ...{ name: 'sms', senderId: '', texts: {}, idPath: '', accepted: { path: '', values: [] } },
  reports: {
    ...{ secret: '', proof: 'secret', header: 'X-Signature' },
    form: {
      ...{ list: '', id: 'id', idOf: 'message-id', status: 'status', failure: '' },
      ...{ onItsWay: [], delivered: [], undelivered: [] },
    },
  },
};

let server: StandInServer;
let address: string;
let answers: Answer[];
let received: { method: string; headers: IncomingMessage['headers']; body: string }[];
let logged: unknown[];

beforeEach(async () => {
  answers = [];
  received = [];
  logged = [];
  server = await startStandInServer(answer);
  address = `${server.origin}/messages`;
});

afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  _url: URL,
  body: string,
): Promise<void> {
  received.push({ method: request.method ?? '', headers: request.headers, body });
  const next = answers.shift() ?? 200;
  if (next === 'hang') return;
  if (next === 'reset') {
    request.socket.destroy();
    return;
  }
  if (typeof next === 'object') {
    if ('body' in next) return void response.writeHead(200).end(next.body);
    response.writeHead(200, { 'Content-Length': 1000 }).write(next.brokenBody);
    setTimeout(() => request.socket.destroy(), 50);
    return;
  }
  response.writeHead(next, next === 302 ? { Location: '/elsewhere' } : {}).end('{}');
}

function gateway(options: Partial<SmsGatewayOptions> = {}) {
  const log = (text: string, fields?: unknown) => void logged.push(text, fields);
  return createSmsGateway(
    {
      ...plain,
      url: address,
      method: 'POST',
      headers: { Authorization: 'Bearer gateway-secret' },
      body: { contentType: 'application/json', template: '{"to":"{to}","text":"{text}","id":"{messageId}"}' },
      isIdempotent: false,
      firstDelayMs: 1,
      ...options,
    },
    { error: log },
  );
}

test('a message reaches the gateway once, with the configured headers and body', async () => {
  expect((await gateway().send(message)).outcome).toBe('accepted');
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    method: 'POST',
    headers: { authorization: 'Bearer gateway-secret', 'content-type': 'application/json' },
  });
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    to: '+525550000100',
    text: 'Su código es 123456',
    id: 'm1',
  });
});

test('a gateway that hangs is given up, and the message is not repeated since it may have arrived', async () => {
  answers = ['hang'];
  expect((await gateway(short).send(message)).outcome).toBe('unknown');
  expect(received).toHaveLength(1);
});

test('a gateway that knows repetitions gets the same message again after a hang and a broken connection', async () => {
  answers = ['hang', 'reset', 202];
  expect((await gateway({ ...long, isIdempotent: true }).send(message)).outcome).toBe('accepted');
  expect(received.map(({ body }) => JSON.parse(body).id)).toEqual(['m1', 'm1', 'm1']);
});

test('a gateway that is too busy is tried three times, and then the message is known not to be sent', async () => {
  answers = [503, 429, 200];
  expect((await gateway().send(message)).outcome).toBe('accepted');
  answers = [503, 503, 503, 200];
  received = [];
  expect((await gateway().send(message)).outcome).toBe('not-sent');
  expect(received).toHaveLength(3);
});

test('a failure inside the gateway leaves it unknown whether the message was sent', async () => {
  answers = [500];
  expect((await gateway().send(message)).outcome).toBe('unknown');
  answers = [503, 500, 200];
  expect((await gateway().send(message)).outcome).toBe('unknown');
  expect(received).toHaveLength(3);
});

test('a refused message is not repeated, and a redirect is not followed', async () => {
  for (const status of [400, 401, 302]) {
    answers = [status];
    received = [];
    expect((await gateway().send(message)).outcome).toBe('not-sent');
    expect(received).toHaveLength(1);
  }
});

test('a gateway that nobody answers for costs nothing but the attempts', async () => {
  await server.close();
  expect((await gateway().send(message)).outcome).toBe('not-sent');
});

test('after five failures in a row the gateway is left alone for 30 s, then tried with one message', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const sender = gateway();
  answers = [500, 500, 500, 500, 500];
  for (let sent = 0; sent < 5; sent += 1) await sender.send(message);
  expect(received).toHaveLength(5);
  expect((await sender.send(message)).outcome).toBe('not-sent');
  expect(received).toHaveLength(5);
  vi.setSystemTime(Date.now() + 30_000);
  expect((await sender.send(message)).outcome).toBe('accepted');
  expect((await sender.send(message)).outcome).toBe('accepted');
  expect(received).toHaveLength(7);
});

test('messages that the gateway refuses do not make it look broken', async () => {
  const sender = gateway();
  answers = Array.from({ length: 8 }, () => 400);
  for (let sent = 0; sent < 8; sent += 1) await sender.send(message);
  expect((await sender.send(message)).outcome).toBe('accepted');
});

test('no number, text or credential is logged', async () => {
  answers = [500, 400, 'hang'];
  const sender = gateway(long);
  for (let sent = 0; sent < 3; sent += 1) await sender.send(message);
  const log = JSON.stringify(logged);
  expect(log).toContain('status-500');
  for (const secret of ['5550000100', '123456', 'gateway-secret']) expect(log).not.toContain(secret);
});

test('an answer is a yes where the rule over it says so, a no is not repeated, and what cannot be read is neither', async () => {
  const picky = () =>
    gateway({
      accepted: { path: 'messages.0.status', values: ['queued', 'sent'] },
      idPath: 'messages.0.id',
    });
  const outcomes = [];
  for (const answer of [
    { body: '{"messages":[{"status":"sent","id":"g-1"}]}' },
    { body: '{"messages":[{"status":"rejected","id":"g-2"}]}' },
    { body: '{"error":"no credit"}' },
    { body: '<html>queued</html>' },
    { brokenBody: '{"messages":[{"status":"sent"' },
    { body: `{"messages":[{"status":"sent"}],"padding":"${'x'.repeat(70_000)}"}` },
  ]) {
    answers = [answer];
    received = [];
    outcomes.push(await picky().send(message));
    expect(received).toHaveLength(1);
  }
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([
    ...['accepted', 'not-sent', 'not-sent', 'unknown', 'unknown', 'unknown'],
  ]);
  expect(outcomes[0]?.gatewayMessageId).toBe('g-1');
});

test('a registered text goes out with its id, code and sender, in the language of the message or the first of its purpose', async () => {
  const texts = {
    registration: {
      en: { id: '1107160000000012345', text: '{code} is your {appName} code.' },
      es: { id: '1107160000000012346', text: '' },
    },
  };
  const template =
    '{"to":"{toDigits}","dlt":"{template}","from":"{senderId}","message":"{text}","otp":"{code}","about":"{purpose}-{language}"}';
  const indian = gateway({ texts, senderId: 'LLANOX', body: { contentType: 'application/json', template } });
  const bodyOf = async (language: string, purpose: SmsMessage['purpose'] = 'registration') => {
    received = [];
    await indian.send({ ...message, language, purpose });
    return JSON.parse(received[0]?.body ?? '');
  };
  const hindi = await bodyOf('hi');
  expect(hindi).toEqual({
    ...{ to: '525550000100', dlt: '1107160000000012345', from: 'LLANOX', otp: '123456' },
    ...{ message: '123456 is your Llano code.', about: 'registration-hi' },
  });
  expect(await bodyOf('es')).toMatchObject({ dlt: '1107160000000012346', message: message.text });
  expect(await bodyOf('en', 'card-payment')).toMatchObject({ dlt: '', message: message.text });
});
