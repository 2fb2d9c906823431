import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ReadForm } from '#pages/dependencies.ts';
import { countedBody, multipartHeaders, multipartStart } from '#tests/setup/counted-body.ts';
import { createPlaces } from './admission/places.ts';
import { holdersOf } from './admission/shares.ts';
import { createFormReader } from './form-reader.ts';

const megabyte = 1024 * 1024;
/** Temporary files of this file's tests alone: servers of other tests read forms meanwhile. */
const ownFolder = mkdtempSync(join(tmpdir(), 'form-reader-'));
beforeEach(() => void vi.stubEnv('TMPDIR', ownFolder));
afterAll(() => rmSync(ownFolder, { recursive: true }));
const folders = () => readdirSync(ownFolder);

const limits = { atOnce: 3, perHolder: 2, waitMs: 300 };

/** A reader for a caller at `address`, who is the borrower `borrowerId` where that is known. */
function readerFor(address: string, places = createPlaces(limits), borrowerId?: string, fileCount = 9) {
  const caller = { address, ...(borrowerId && { borrowerId }) };
  const faults: unknown[] = [];
  const { read } = createFormReader(
    (_thing, holders, work) => places.take('borrower', holdersOf(caller, holders), work),
    (error) => faults.push(error),
  );
  return {
    places,
    faults,
    reader: {
      read: <Result>(request: Request, work: (form: ReadForm) => Promise<Result>, session = address) =>
        read(request, { sender: session, fileCount }, work),
    },
  };
}

function formOf(...files: readonly number[]): Request {
  const body = new FormData();
  body.append('content', 'Algo.');
  for (const bytes of files) body.append('problemImage', new File([new Uint8Array(bytes)], 'foto.jpg'));
  return new Request('http://llano.test/', { method: 'POST', body });
}

test('files of up to 8 MB wait on disk while the work lasts, and a larger one keeps the form', async () => {
  const { reader } = readerFor('203.0.113.7');
  const sizes = await reader.read(formOf(8 * megabyte, 8 * megabyte + 1, 5), async ({ fields, files }) => {
    expect(folders()).toEqual([expect.stringMatching(/^llano-form-/)]);
    expect(fields.get('content')).toBe('Algo.');
    return files.map(({ file }) => (typeof file === 'string' ? file : file.size));
  });
  expect(sizes).toEqual([8 * megabyte, 'image-too-large', 5]);
  expect(folders()).toEqual([]);
});

test.each([
  ['one file goes on and on', 9, [5, 33 * megabyte], [5, 'image-too-large']],
  ['more files come than the form takes', 1, Array(4).fill(8 * megabyte), 'image-too-large'],
] as const)(
  'a form beyond all bounds, as %s, gives what stood before',
  async (_how, fileCount, sizes, kept) => {
    const { reader } = readerFor('203.0.113.7', undefined, undefined, fileCount);
    const read = await reader.read(formOf(...sizes), async ({ fields, files }) => {
      const outcomes = files.map(({ file }) => (typeof file === 'string' ? file : file.size));
      return { content: fields.get('content'), outcomes };
    });
    if (typeof read === 'string') throw new Error(read);
    expect(read.content).toBe('Algo.');
    if (typeof kept === 'string') expect(read.outcomes.at(-1)).toBe(kept);
    else expect(read.outcomes).toEqual(kept);
    expect(folders()).toEqual([]);
  },
);

test('photos that a killed process left on disk are deleted, and those of a form under way are not', async () => {
  const [left, underWay] = ['left', 'under-way'].map((name) => {
    const folder = mkdtempSync(join(ownFolder, 'llano-form-'));
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
  const other = readerFor('203.0.113.8', one.places);
  let finish = () => {};
  const isOver = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const hold = (reader: typeof one.reader) => reader.read(formOf(5), () => isOver);
  const held = [hold(one.reader), hold(one.reader), hold(other.reader)];
  for (const { reader } of [one, other, readerFor('203.0.113.9', one.places)]) {
    const { stream, takenBytes } = countedBody(multipartStart);
    const init = { method: 'POST', headers: multipartHeaders, body: stream, duplex: 'half' } as RequestInit;
    expect(await reader.read(new Request('http://llano.test/', init), async () => 'read')).toBe('busy');
    expect(takenBytes()).toBe(0);
  }
  finish();
  await Promise.all(held);
  expect(await one.reader.read(formOf(5), async () => 'read')).toBe('read');
});

test('a form that waits is read when the one before it is done', async () => {
  const patient = createPlaces({ atOnce: 1, perHolder: 1, waitMs: 60_000 });
  const { reader } = readerFor('203.0.113.7', patient);
  const { promise: isOver, resolve: finish } = Promise.withResolvers<void>();
  const done: string[] = [];
  const first = reader.read(formOf(5), () => isOver.then(() => done.push('first')));
  const next = reader.read(formOf(5), async () => done.push('next'));
  finish();
  await Promise.all([first, next]);
  expect(done).toEqual(['first', 'next']);
});

test.each([
  ['a block of addresses', (at: number) => [`2001:db8:0:7::${at}`, `session-${at}`, `borrower-${at}`]],
  ['a session', (at: number) => [`2001:db8:0:${at}::1`, 'session', undefined]],
  ['a borrower', (at: number) => [`2001:db8:0:${at}::1`, `session-${at}`, 'borrower']],
] as const)('of 24 slow forms of %s few are read, and another is read at once', async (_holder, senderOf) => {
  const gate = createPlaces({ atOnce: 24, perHolder: 4, waitMs: 20 });
  const { promise: isOver, resolve: finish } = Promise.withResolvers<void>();
  const slow = Array.from({ length: 24 }, (_, at) => {
    const [address, session, borrowerId] = senderOf(at + 10);
    return readerFor(address as string, gate, borrowerId).reader.read(formOf(5), () => isOver, session);
  });
  expect(await Promise.all(slow.slice(4))).toEqual(Array(20).fill('busy'));
  const other = readerFor('2001:db8:0:1::1', gate, 'other').reader;
  expect(await other.read(formOf(5), async () => 'read')).toBe('read');
  finish();
  expect(await Promise.all(slow.slice(0, 4))).not.toContain('busy');
});

test('a disk that takes nothing costs a form its photos, not what was typed, and is reported', async () => {
  const { reader, faults } = readerFor('203.0.113.7');
  const read = () =>
    reader.read(formOf(5, 8 * megabyte + 1), async ({ fields, files }) => [
      fields.get('content'),
      ...files.map(({ file }) => (typeof file === 'string' ? file : file.size)),
    ]);
  vi.stubEnv('TMPDIR', '/proc/none');
  expect(await read()).toEqual(['Algo.', 'service-unavailable', 'image-too-large']);
  vi.stubEnv('TMPDIR', ownFolder);
  expect(faults).toEqual([expect.objectContaining({ syscall: 'mkdtemp' })]);
  expect(await read()).toEqual(['Algo.', 5, 'image-too-large']);
});

test('a form that breaks off leaves nothing on disk and its place to others', async () => {
  const { reader } = readerFor('203.0.113.7', createPlaces({ atOnce: 1, perHolder: 1, waitMs: 0 }));
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
  expect(folders()).toEqual([]);
});
