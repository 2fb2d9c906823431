import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { verifySignature } from 'http-message-sig';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;

const program = `
import { createHostClient, type HostLoan } from '@llano/host-client';

const { ORIGIN = '', SECRET = '' } = process.env;
const { call } = createHostClient({ origin: ORIGIN, secret: SECRET });
const decision = { orderNumber: 'LL-1', decision: 'approve' } as const;
const { orderNumber }: { orderNumber: string } = await call('/host/applications/decision', decision);
// @ts-expect-error A call takes its own fields alone.
await call('/host/applications/decision', { orderNumber, decision: 'perhaps' }).catch(() => {});
const { loans } = await call('/host/loans/list', {});
const [loan]: readonly HostLoan[] = loans ?? [];
process.stdout.write(loan?.orderNumber ?? orderNumber);
`;

const policy = {
  algorithms: ['hmac-sha256'],
  requiredComponents: ['@method', '@path', '@query', 'content-digest'],
  requiredParameters: ['created', 'nonce', 'keyid'],
  maxAge: 60,
};
const resolveVerifier = () => ({
  algorithm: 'hmac-sha256',
  verify: (base: Uint8Array, signature: Uint8Array) =>
    createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(base)
      .digest()
      .equals(signature),
});

/** Answers every call as one whose signature is good, and keeps the calls. */
async function startLlano() {
  const calls: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method = '', url = '', headers } = request;
    const fields = Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }));
    const targetUri = `http://${headers.host}${url}`;
    await verifySignature({ kind: 'request', method, targetUri, fields }, { policy, resolveVerifier });
    calls.push({ path: url, ...JSON.parse(body) });
    response.end(JSON.stringify({ success: true, data: { orderNumber: 'LL-1' } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { calls, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('the package is packed and installed without a registry, and its types refuse what a call does not take', async () => {
  await run(process.execPath, ['tools/scripts/host-client-package.ts'], { cwd: root });
  const folder = mkdtempSync(join(tmpdir(), 'host-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // The registry would not be asked: what is missing is missing.
  const environment = { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false' };
  const within = { cwd: folder, env: environment };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'lender.ts'), program);
  const { stdout } = await run('npm', ['pack', '--json', join(root, 'build/host-client')], within);
  const [packed] = Object.values(JSON.parse(stdout)) as { filename: string; files: { path: string }[] }[];
  expect(packed?.files.map(({ path }) => path).sort()).toEqual([
    'contract.d.ts',
    'host-client.d.ts',
    'host-client.js',
    'package.json',
    'signature.d.ts',
  ]);
  const types = (file: string) => readFileSync(join(root, file), 'utf8').matchAll(/^export \w+ (\w+)/gm);
  const packedTypes = [...types('build/host-client/contract.d.ts')].map(([, name]) => name);
  const ownTypes = [...types('tools/host-client/contract.ts')].map(([, name]) => name);
  expect(packedTypes).toEqual(expect.arrayContaining(ownTypes));
  await run('npm', ['install', '--ignore-scripts', packed?.filename ?? ''], within);
  const typeRoots = join(root, 'node_modules/@types');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024'];
  await run(
    join(root, 'node_modules/.bin/tsc'),
    [...options, '--typeRoots', typeRoots, '--types', 'node', 'lender.ts'],
    within,
  );
  const { calls, origin } = await startLlano();
  const made = await run(process.execPath, ['lender.ts'], {
    cwd: folder,
    env: { ...environment, ORIGIN: origin, SECRET: secret },
  });
  expect(made.stdout).toBe('LL-1');
  expect(calls[0]).toEqual({
    path: '/host/applications/decision',
    orderNumber: 'LL-1',
    decision: 'approve',
  });
});
