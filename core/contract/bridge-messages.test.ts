import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bridgeActionNames } from '#domain/bridge/actions.ts';
import { isPublishedMessage } from '#tests/setup/published-bridge-schema.ts';
import { bridgeMessages, bridgeMessagesSchema } from './bridge-messages.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('[BRIDGE-1] the published schema is that of the code; -u renews it', async () => {
  expect(bridgeMessages.map(({ shape }) => shape.action.value)).toEqual(bridgeActionNames);
  await expect(`${JSON.stringify(bridgeMessagesSchema(), null, 2)}\n`).toMatchFileSnapshot(
    join(root, 'docs/bridge-messages.schema.json'),
  );
});

test.each([
  { action: 'somethingElse' },
  { action: 'homeTab', page: '/app/main' },
  { action: 'openPage' },
  { action: 'openPage', page: '' },
  { action: 'openPage', page: '/app/main', parameter: '1' },
  { action: 'callTelephone', telephone: '+52 55 5000 0100' },
  { action: 'burialPointConfirmation', productId: 7 },
  { page: '/app/main' },
  'homeTab',
])('[BRIDGE-4] the published schema knows no %j', (message) => {
  expect(isPublishedMessage(message)).toBe(false);
});

test('[BRIDGE-4] the published schema bounds its texts', () => {
  expect(isPublishedMessage({ action: 'openPage', page: 'x'.repeat(2048) })).toBe(true);
  expect(isPublishedMessage({ action: 'openPage', page: 'x'.repeat(2049) })).toBe(false);
});

test('[BRIDGE-1] docs/bridge.md has a sample of every action, and the schema knows them', () => {
  const guide = read('docs/bridge.md');
  const samples = [...guide.matchAll(/^\| `(\{.*?\})` \|/gm)].map(([, sample]) => JSON.parse(sample ?? ''));
  expect(samples.map(({ action }) => action)).toEqual(bridgeActionNames);
  for (const sample of samples) expect(isPublishedMessage(sample), sample.action).toBe(true);
});

test('[BRIDGE-2] the deep links of docs/bridge.md hold messages that the schema knows', () => {
  const links = [...read('docs/bridge.md').matchAll(/^llanoapp:\/\/\S+$/gm)].map(([link]) => new URL(link));
  expect(links.length).toBeGreaterThan(1);
  for (const { host, searchParams } of links) {
    const message = { action: host, ...Object.fromEntries(searchParams) };
    expect(isPublishedMessage(message), host).toBe(true);
  }
});
