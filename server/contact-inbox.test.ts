import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createContactInbox } from './contact-inbox.ts';

const message = {
  name: 'Eva\n"E"',
  telephone: '55 1',
  email: 'eva@correo.example',
  remark: 'Hola\n¿Qué tal?',
};

test('[SITE-4] an inbox that is on stores each message with its time, one a line, for the server alone', async () => {
  const folder = path.join(await temporaryFolder(), 'data');
  const inbox = createContactInbox(folder, () => new Date('2026-11-20T10:00:00Z'));
  await Promise.all([1, 2, 3].map((count) => inbox.keep({ ...message, telephone: `55 ${count}` })));
  const file = path.join(folder, 'contact-messages.jsonl');
  const stored = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const telephones = stored.map((line) => (JSON.parse(line) as { telephone: string }).telephone);
  expect(telephones.sort()).toEqual(['55 1', '55 2', '55 3']);
  expect(JSON.parse(stored[0] ?? '')).toMatchObject({
    receivedAt: '2026-11-20T10:00:00.000Z',
    name: message.name,
    remark: message.remark,
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('an inbox that cannot store says so', async () => {
  const inbox = createContactInbox(path.join(await temporaryFolder(), 'a\0b'), () => new Date());
  await expect(inbox.keep(message)).rejects.toThrow();
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'llano-inbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
