import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen } from '#server/listen.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { testConfiguration } from '#tests/setup/lending-service.ts';

const service = await testLendingService();
const [secret] = testConfiguration.hostSigningSecrets;
let listening: Listening;
beforeAll(async () => {
  listening = await listen(service.api, { host: '127.0.0.1', port: 0, isHttps: false });
});
afterAll(() => listening.close(0));

/** What the program wrote and ended with. */
function hostCall(variables: Readonly<Record<string, string>>, ...parameters: string[]) {
  return new Promise<{ code: number; out: string; text: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, '../../../server/host-call.ts'), ...parameters],
      { env: { PATH: process.env.PATH, ...variables } },
      (error, out, said) => resolve({ code: Number(error?.code ?? 0), out, text: said }),
    );
  });
}

test('a call is signed, sent and answered, and once more with its id has no second effect', async () => {
  const { host, port } = { host: '127.0.0.1', port: new URL(listening.address).port };
  const variables = { HOST: host, PORT: port, HOST_SIGNING_SECRET: secret };
  const payment = { provider: 'bank', eventId: 'e1', orderNumber: 'none', amountMinor: 100, currency: 'MXN' };
  const parameters = ['--id', 'msg_of_an_operator', '/host/payments', JSON.stringify(payment)];
  const first = await hostCall(variables, ...parameters);
  expect(first).toMatchObject({ code: 0, text: '202 msg_of_an_operator\n' });
  expect(JSON.parse(first.out)).toMatchObject({ data: { outcome: 'unmatched', isRepeated: false } });
  expect((await hostCall(variables, ...parameters)).out).toBe(first.out);
  const matched = await hostCall(
    { HOST_SIGNING_SECRET: secret },
    '--to',
    listening.address,
    '/host/payments/match',
  );
  expect(JSON.parse(matched.out)).toMatchObject({ data: { matchedCount: 0 } });
});

test('a refusal ends it with 1 and says why', async () => {
  const other = `whsec_${Buffer.from('some other secret of 24 bytes').toString('base64')}`;
  const refused = await hostCall(
    { HOST_SIGNING_SECRET: other },
    '--to',
    listening.address,
    '/host/payments/match',
  );
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.out)).toMatchObject({ success: false, code: '401001' });
  expect(refused.text).not.toContain(other);
});

test.each([
  [[], 'needs a path under /host/'],
  [['/v3/loan'], 'needs a path under /host/'],
  [['/host/payments', '{'], 'JSON'],
  [['--to', 'localhost', '/host/payments'], '--to needs an origin'],
  [['/host/payments'], 'HOST_SIGNING_SECRET'],
])('without what it needs it says so: %j', async (parameters, problem) => {
  const { code, text } = await hostCall({}, ...parameters);
  expect(code).toBe(1);
  expect(text).toContain(problem);
});
