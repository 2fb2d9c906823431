import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { imageMaxBytes } from '#domain/complaint/complaint.ts';
import { CodedError } from '#domain/error-code.ts';
import { hostileImages, truncations } from '#fixtures/hostile-images.ts';
import { locatedPhoto, pngOf, smallImage } from '#fixtures/images.ts';
import { createImageCleaner } from '#lending/complaint/image.ts';

const cleaner = createImageCleaner();

/** What comes of an image: its error code, or the clean image; an error without a code fails the test. */
async function outcome(bytes: Uint8Array): Promise<{ code: string } | { code: 'clean'; image: Buffer }> {
  try {
    return { code: 'clean', image: Buffer.from(await cleaner.clean(bytes)) };
  } catch (error) {
    if (error instanceof CodedError) return { code: error.code };
    throw error;
  }
}

test.each(hostileImages)('[COMP-3] $name: $expected', async ({ bytes, expected }) => {
  const result = await outcome(bytes());
  expect(result.code).toBe(expected);
  if (!('image' in result)) return;
  for (const foreign of ['script', 'php', 'PK\x03\x04', 'Exif', 'GPS', 'CameraXYZ']) {
    expect(result.image.includes(foreign, 0, 'latin1')).toBe(false);
  }
  expect(await sharp(result.image).metadata()).toMatchObject({ format: 'jpeg' });
});

let photos: Record<'jpeg' | 'progressive' | 'png' | 'interlaced' | 'webp' | 'lossless', Buffer>;

beforeAll(async () => {
  const noisy = () =>
    sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    });
  photos = {
    jpeg: await noisy().jpeg().toBuffer(),
    progressive: await noisy().jpeg({ progressive: true }).toBuffer(),
    png: await noisy().png().toBuffer(),
    interlaced: await noisy().png({ progressive: true }).toBuffer(),
    webp: await noisy().webp().toBuffer(),
    lossless: await noisy().webp({ lossless: true }).toBuffer(),
  };
});

test.each(['jpeg', 'progressive', 'png', 'interlaced', 'webp', 'lossless'] as const)(
  '[COMP-3] a %s image is taken whole, and refused with a reason wherever it breaks off',
  async (kind) => {
    expect((await outcome(photos[kind])).code).toBe('clean');
    for (const truncated of truncations(photos[kind])) {
      expect((await outcome(truncated)).code, `${truncated.length} of ${photos[kind].length} bytes`).toMatch(
        /^image-(type|damaged)$/,
      );
    }
  },
);

test('a photo is turned upright, and neither its location nor its camera is kept', async () => {
  const before = await sharp(locatedPhoto()).metadata();
  expect(before).toMatchObject({ orientation: 6 });
  expect(before.exif?.toString('latin1')).toContain('CameraXYZ');
  const wide = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c33' } })
    .withExif({ IFD0: { Make: 'CameraXYZ' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '19/1 25/1 57/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const after = await sharp(await cleaner.clean(wide)).metadata();
  expect(after).toMatchObject({ width: 20, height: 40 });
  expect([after.exif, after.icc, after.xmp, after.iptc, after.orientation]).toEqual(Array(5).fill(undefined));
});

test('the see-through parts of a screenshot become white', async () => {
  const clear = await sharp({
    create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const { dominant } = await sharp(await cleaner.clean(clear)).stats();
  expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
});

test('a large photo is kept at 6 megapixels with its shape, a small one as it is', async () => {
  const large = await sharp(await cleaner.clean(pngOf({ width: 6000, height: 4000 }))).metadata();
  expect((large.width ?? 0) * (large.height ?? 0)).toBeGreaterThan(6_200_000);
  expect((large.width ?? 0) * (large.height ?? 0)).toBeLessThan(6_300_000);
  expect((large.width ?? 0) / (large.height ?? 1)).toBeCloseTo(1.5, 2);
  expect(await sharp(await cleaner.clean(smallImage('jpeg'))).metadata()).toMatchObject({
    width: 16,
    height: 16,
  });
});

test('8 MB are taken and one byte more is not', async () => {
  const padded = (length: number) =>
    Buffer.concat([smallImage('jpeg'), Buffer.alloc(length)]).subarray(0, length);
  expect((await outcome(padded(imageMaxBytes))).code).toBe('clean');
  expect((await outcome(padded(imageMaxBytes + 1))).code).toBe('image-too-large');
});

test('the hostile images, one after the other, take no more than 150 MB in a process of their own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-images-'));
  for (const [index, { bytes }] of hostileImages.entries()) {
    await writeFile(join(folder, String(index).padStart(3, '0')), bytes());
  }
  const probe = fileURLToPath(new URL('../../../setup/image-memory.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', probe, folder]);
  await rm(folder, { recursive: true });
  const lines = stdout.trim().split('\n');
  expect(lines).toHaveLength(hostileImages.length);
  for (const [index, line] of lines.entries()) {
    const { code, grownBytes } = JSON.parse(line) as { code: string; grownBytes: number };
    expect(code, hostileImages[index]?.name).toBe(hostileImages[index]?.expected);
    expect(grownBytes, hostileImages[index]?.name).toBeLessThan(150_000_000);
  }
});
