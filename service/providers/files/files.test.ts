import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startS3Server, type TestS3Server } from '#tests/setup/s3-server.ts';
import { type Files, FilesUnavailableError } from '../ports/files.ts';
import { createFolderFiles } from './folder.ts';
import { createS3Files } from './s3.ts';

const pixels = Uint8Array.of(0xff, 0xd8, 0xff, 0, 1, 2, 255);
const tomorrow = () => new Date(Date.now() + 86_400_000);
const yesterday = () => new Date(Date.now() - 86_400_000);

let root: string;
let server: TestS3Server;
let listingServer: TestS3Server;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'files-test-'));
  server = await startS3Server(join(root, 's3'));
  listingServer = await startS3Server(join(root, 's3'), { takesAnySignature: true });
});

afterAll(async () => {
  await Promise.all([server.close(), listingServer.close()]);
  await rm(root, { recursive: true, force: true });
});

function s3Files(): Files {
  const { listOlderThan } = createS3Files(listingServer.location);
  return { ...createS3Files(server.location), listOlderThan };
}

const adapters: readonly (readonly [string, () => Files])[] = [
  ['a folder', () => createFolderFiles(join(root, 'folder'))],
  ['an S3-compatible server', s3Files],
];

describe.each(adapters)('files in %s', (_name, create) => {
  test('what was kept comes back the same, under a name that tells nothing', async () => {
    const files = create();
    const name = await files.put(pixels);
    expect(name).toMatch(/^[0-9a-f]{32}\.jpg$/);
    expect(await files.get(name)).toEqual(pixels);
  });

  test('a deleted file is gone, and deleting it again is no error', async () => {
    const files = create();
    const name = await files.put(pixels);
    await files.delete(name);
    await files.delete(name);
    expect(await files.get(name)).toBeNull();
  });

  test('only files older than the instant are listed, all of them', async () => {
    const files = create();
    const names = await Promise.all(Array.from({ length: 5 }, () => files.put(pixels)));
    expect(await files.listOlderThan(yesterday())).toEqual([]);
    expect(await files.listOlderThan(tomorrow())).toEqual(expect.arrayContaining(names));
  });

  test.each([
    '../secret.jpg',
    `${'a'.repeat(32)}.jpg/../../secret.jpg`,
    `..%2f${'a'.repeat(32)}.jpg`,
    `${'a'.repeat(32)}.jpg\u0000`,
    `${'A'.repeat(32)}.JPG`,
    `${'a'.repeat(32)}.webp`,
    `/etc/${'a'.repeat(32)}.jpg`,
    '',
  ])('%j is no name: nothing is read, nothing is deleted', async (name) => {
    const files = create();
    await writeFile(join(root, 'secret.jpg'), 'secret');
    expect(await files.get(name)).toBeNull();
    await files.delete(name);
    expect(existsSync(join(root, 'secret.jpg'))).toBe(true);
  });

  test('a file that was never kept is null', async () => {
    expect(await create().get(`${'0'.repeat(32)}.jpg`)).toBeNull();
  });
});

test('a folder that is not there yet has no files, and is readable by its owner only', async () => {
  const folder = join(root, 'new', 'files');
  const files = createFolderFiles(folder);
  expect(await files.listOlderThan(tomorrow())).toEqual([]);
  const name = await files.put(pixels);
  expect((await stat(folder)).mode & 0o077).toBe(0);
  expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
  expect(await readdir(folder)).toEqual([name]);
  expect(new Uint8Array(await readFile(join(folder, name)))).toEqual(pixels);
});

test('a folder that cannot be written says so as a bucket does', async () => {
  const inTheWay = join(root, 'a-file');
  await writeFile(inTheWay, '');
  const put = createFolderFiles(join(inTheWay, 'files')).put(pixels);
  await expect(put).rejects.toThrow(FilesUnavailableError);
  await expect(put).rejects.toMatchObject({ code: 'files: ENOTDIR' });
});

test('the age of a file in a folder is when it was written', async () => {
  const folder = join(root, 'aged');
  const files = createFolderFiles(folder);
  const [old, recent] = [await files.put(pixels), await files.put(pixels)];
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  await utimes(join(folder, old), twoDaysAgo, twoDaysAgo);
  expect(await files.listOlderThan(yesterday())).toEqual([old]);
  expect(await files.get(recent)).not.toBeNull();
});

test('what a killed process left half written in a folder is listed with its age and can be deleted, and is never given', async () => {
  const folder = join(root, 'killed');
  const files = createFolderFiles(folder);
  const name = await files.put(pixels);
  const left = `${name}.unfinished`;
  await rename(join(folder, name), join(folder, left));
  expect(await files.listOlderThan(yesterday())).toEqual([]);
  expect(await files.listOlderThan(tomorrow())).toEqual([left]);
  expect(await files.get(left)).toBeNull();
  await files.delete(left);
  expect(await readdir(folder)).toEqual([]);
});

test('requests are signed with the secret: with a wrong one the server refuses', async () => {
  const files = createS3Files({ ...server.location, secretAccessKey: 'wrong' });
  await expect(files.put(pixels)).rejects.toMatchObject({ code: 'files: SignatureDoesNotMatch' });
});

test('a server that fails is an error, not a missing file', async () => {
  const files = createS3Files({ ...server.location, bucket: 'not-there' });
  await expect(files.put(pixels)).rejects.toMatchObject({ code: 'files: NoSuchBucket' });
  await expect(files.get(`${'0'.repeat(32)}.jpg`)).rejects.toMatchObject({ code: 'files: NoSuchBucket' });
});

test('a server that takes a request and never answers is given up', async () => {
  const mute = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const location = { ...server.location, endpoint: `http://127.0.0.1:${port}` };
  const files = createS3Files(location, { requestTimeoutMs: 200 });
  await expect(files.put(pixels)).rejects.toMatchObject({ code: 'files: TimeoutError' });
  mute.closeAllConnections();
  mute.close();
});

test('only keys under the prefix are ours', async () => {
  const [ours, theirs] = [s3Files(), createS3Files({ ...server.location, keyPrefix: 'other/' })];
  const name = await theirs.put(pixels);
  expect(await ours.get(name)).toBeNull();
  expect(await ours.listOlderThan(tomorrow())).not.toContain(name);
});
