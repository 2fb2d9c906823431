import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { countedBody, multipartHeaders, multipartStart } from '#tests/setup/counted-body.ts';
import { createFormReader } from './form-reader.ts';
import { createUploadGate } from './upload-gate.ts';

const megabyte = 1024 * 1024;
const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('llano-form-'));

function readerFor(address: string, gate = createUploadGate({ atOnce: 3, perAddress: 2, waitMs: 300 })) {
  return { gate, reader: createFormReader(gate, () => address) };
}

function formOf(...files: readonly number[]): Request {
  const body = new FormData();
  body.append('content', 'Algo.');
  for (const bytes of files) body.append('problemImage', new File([new Uint8Array(bytes)], 'foto.jpg'));
  return new Request('http://llano.test/', { method: 'POST', body });
}

test('files of up to 8 MB wait on disk while the work lasts, and a larger one keeps the form', async () => {
  const before = folders();
  const { reader } = readerFor('203.0.113.7');
  const sizes = await reader.read(formOf(8 * megabyte, 8 * megabyte + 1, 5), async ({ fields, files }) => {
    expect(folders().length).toBeGreaterThan(before.length);
    expect(fields.get('content')).toBe('Algo.');
    return files.map(({ file }) => file?.size ?? null);
  });
  expect(sizes).toEqual([8 * megabyte, null, 5]);
  expect(folders().filter((name) => !before.includes(name))).toEqual([]);
});

test('photos that a killed process left on disk are deleted, and those of a form under way are not', async () => {
  const [left, underWay] = ['left', 'under-way'].map((name) => {
    const folder = mkdtempSync(join(tmpdir(), 'llano-form-'));
    writeFileSync(join(folder, '0'), name);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }) as [string, string];
  const longAgo = new Date(Date.now() - 3_700_000);
  utimesSync(left, longAgo, longAgo);
  readerFor('203.0.113.7');
  await expect.poll(folders).not.toContain(basename(left));
  expect(folders()).toContain(basename(underWay));
});

test('some forms are read at once, fewer of one address; of the others not a byte is read', async () => {
  const one = readerFor('203.0.113.7');
  const other = readerFor('203.0.113.8', one.gate);
  let finish = () => {};
  const isOver = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const hold = (reader: typeof one.reader) => reader.read(formOf(5), () => isOver);
  const held = [hold(one.reader), hold(one.reader), hold(other.reader)];
  for (const { reader } of [one, other, readerFor('203.0.113.9', one.gate)]) {
    const { stream, takenBytes } = countedBody(multipartStart);
    const init = { method: 'POST', headers: multipartHeaders, body: stream, duplex: 'half' } as RequestInit;
    expect(await reader.read(new Request('http://llano.test/', init), async () => 'read')).toBe('busy');
    expect(takenBytes()).toBe(0);
  }
  const next = one.reader.read(formOf(5), async () => 'read');
  finish();
  await Promise.all(held);
  expect(await next).toBe('read');
});

test('a form that breaks off leaves nothing on disk and its place to others', async () => {
  const before = folders();
  const { reader } = readerFor('203.0.113.7', createUploadGate({ atOnce: 1, perAddress: 1, waitMs: 0 }));
  const broken = () =>
    new Request('http://llano.test/', {
      method: 'POST',
      headers: multipartHeaders,
      body: `${multipartStart}x`,
    });
  expect(await reader.read(broken(), async () => 'read')).toBe('malformed');
  expect(await reader.read(broken(), async () => 'read')).toBe('malformed');
  expect(await reader.read(formOf(5), async () => 'read')).toBe('read');
  await expect(reader.read(formOf(5), () => Promise.reject(new Error('ours')))).rejects.toThrow('ours');
  expect(await reader.read(formOf(5), async () => 'read')).toBe('read');
  expect(folders().filter((name) => !before.includes(name))).toEqual([]);
});
