import { createHmac } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { webhookMessages } from '#db/schema/webhook.ts';
import { CodedError } from '#domain/error-code.ts';
import { ProviderUnavailableError } from '#providers/ports/provider-unavailable.ts';
import { type WebhookMessage, WebhookRefused, WebhookUnreadable } from '#providers/ports/webhook.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { answerWebhook } from './answer-webhook.ts';

const service = await testLendingService();
afterEach(() => void vi.useRealTimers());

const signatureOf = (body: string) => createHmac('sha256', 'a secret').update(body).digest('hex');

function verify({ headers, body }: WebhookMessage) {
  if (headers.get('X-Signature') !== signatureOf(body)) throw new WebhookRefused();
  const { id, notice } = JSON.parse(body) as { id: string; notice: string | null };
  return { id, notice, acknowledgement: { heard: id } };
}

/** A provider's messages, what they led to, and those that fail the first time. */
function provider(name: string) {
  const taken: string[] = [];
  const failing = new Set<string>();
  const webhook = answerWebhook(name, verify, async ({ transaction }, notice) => {
    await transaction.select().from(webhookMessages);
    if (failing.delete(notice)) throw new CodedError('request-invalid', 'amount');
    // What follows from what it read reaches the database after the claim.
    await transaction.select().from(webhookMessages);
    taken.push(notice);
  });
  return {
    taken,
    failing,
    async send(id: string, notice: string | null, signature?: string) {
      const body = `{ "id": "${id}",\r\n  "notice": ${JSON.stringify(notice)} }`;
      const headers = { 'X-Signature': signature ?? signatureOf(body) };
      const request = new Request(`http://lender.test/webhooks/${name}`, { method: 'POST', headers, body });
      const response = await webhook.respond(service.dependencies, request);
      return [response.status, response.status === 200 ? await response.json() : null];
    },
    async messageIds() {
      const rows = await service.database.select().from(webhookMessages);
      return rows.filter((row) => row.provider === name).map(({ messageId }) => messageId);
    },
  };
}

test('a message has one effect, however often and how close together it comes', async () => {
  const { send, taken, messageIds: record } = provider('first');
  const answers = await Promise.all([send('e1', 'paid'), send('e1', 'paid'), send('e1', 'paid')]);
  expect(answers).toEqual(Array(3).fill([200, { heard: 'e1' }]));
  expect(await send('e1', 'paid')).toEqual([200, { heard: 'e1' }]);
  expect(taken).toEqual(['paid']);
  expect(await record()).toEqual(['e1']);
  expect((await provider('second').send('e1', 'paid'))[0]).toBe(200);
});

test('a message that two adapters of its provider read is read once', async () => {
  let readCount = 0;
  const read = async (message: WebhookMessage) =>
    message.once?.(async () => {
      readCount += 1;
      return 'read';
    });
  const webhook = answerWebhook<string>(
    'read-once',
    async (message) => ({ id: 'e1', notice: `${await read(message)}, ${await read(message)}` }),
    async (_context, notice) => expect(notice).toBe('read, read'),
  );
  const request = new Request('http://lender.test/webhooks/read-once', { method: 'POST', body: '{}' });
  expect((await webhook.respond(service.dependencies, request)).status).toBe(200);
  expect(readCount).toBe(1);
});

test('what is not signed is not read further and leaves nothing', async () => {
  const { send, taken, messageIds: record } = provider('third');
  expect(await send('e1', 'paid', signatureOf('another body'))).toEqual([401, null]);
  expect([taken, await record()]).toEqual([[], []]);
});

test('a message that could not be processed has no effect and is processed when it is sent again', async () => {
  const { send, taken, failing, messageIds: record } = provider('fourth');
  failing.add('paid');
  expect(await send('e1', 'paid')).toEqual([422, null]);
  expect(await record()).toEqual([]);
  expect(await send('e1', 'paid')).toEqual([200, { heard: 'e1' }]);
  expect(taken).toEqual(['paid']);
});

test('what is none of our business is acknowledged and not kept', async () => {
  const { send, taken, messageIds: record } = provider('fifth');
  expect(await send('e1', null)).toEqual([200, { heard: 'e1' }]);
  expect([taken, await record()]).toEqual([[], []]);
});

/** What a message is answered with, and what is logged as an error then. */
async function answerLogged(
  name: string,
  read: (message: WebhookMessage) => { id: string; notice: string | null } | Promise<never>,
  take: () => Promise<void> = async () => undefined,
) {
  const logged: unknown[] = [];
  const logger = { ...service.dependencies.logger, error: (...said: unknown[]) => void logged.push(said) };
  const body = JSON.stringify({ id: 'e1', notice: 'paid' });
  const headers = { 'X-Signature': signatureOf(body) };
  const request = new Request(`http://lender.test/webhooks/${name}`, { method: 'POST', headers, body });
  const webhook = answerWebhook(name, read, take);
  const response = await webhook.respond({ ...service.dependencies, logger }, request);
  return { status: response.status, isToComeAgain: response.headers.has('Retry-After'), logged };
}

test('a signed message of a form that its provider does not document is refused as such, and logged', async () => {
  const { status, logged } = await answerLogged('odd', () => {
    throw new WebhookUnreadable(['data.object.amount']);
  });
  const places = { provider: 'odd', places: ['data.object.amount'] };
  expect([status, logged]).toEqual([422, [[expect.stringContaining('cannot be read'), places]]]);
});

test('a message of which its provider cannot be asked now is to come again, and is no error in the log', async () => {
  const answer = await answerLogged('away', () => Promise.reject(new ProviderUnavailableError('no answer')));
  expect(answer).toEqual({ status: 503, isToComeAgain: true, logged: [] });
});

test('a message that cannot be read for any other reason is to come again, and is an error that names its provider', async () => {
  const { status, isToComeAgain, logged } = await answerLogged('changed', () =>
    Promise.reject(new Error('sk_live_secret answered an amount of another form')),
  );
  expect([status, isToComeAgain]).toEqual([503, true]);
  expect(logged).toMatchObject([[expect.stringContaining('cannot be read'), { provider: 'changed' }]]);
  expect(JSON.stringify(logged)).not.toContain('sk_live_secret');
});

test('a message that is refused for what it says is an error in the log, by its id and without what it says', async () => {
  const { status, logged } = await answerLogged('altered', verify, async () => {
    throw new CodedError('request-invalid', 'amount');
  });
  const refused = { provider: 'altered', message: 'e1', code: 'request-invalid', field: 'amount' };
  expect([status, logged]).toEqual([422, [[expect.stringContaining('refused'), refused]]]);
});

test('a message whose provider is asked and says nothing is answered after ten seconds, to come again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = Promise.withResolvers<void>();
  const webhook = answerWebhook(
    'silent',
    () => {
      asked.resolve();
      return new Promise<never>(() => undefined);
    },
    async () => undefined,
  );
  const request = new Request('http://lender.test/webhooks/silent', { method: 'POST', body: '{}' });
  const responding = webhook.respond(service.dependencies, request);
  await asked.promise;
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await responding).status).toBe(503);
});

test('a message without an id, or with an endless one, is refused', async () => {
  const { send } = provider('sixth');
  expect(await send('', 'paid')).toEqual([422, null]);
  expect(await send('e'.repeat(201), 'paid')).toEqual([422, null]);
});
