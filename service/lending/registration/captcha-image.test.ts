import sharp from 'sharp';
import { expect, test } from 'vitest';
import { captchaAlphabet } from '#domain/registration/captcha.ts';
import { seededRandom } from '#tests/setup/seeded-random.ts';
import { captchaStrokes } from './captcha-glyph.ts';
import { captchaDrawing, captchaHeightPx, captchaWidthPx, drawCaptcha } from './captcha-image.ts';

const random = seededRandom(20_261_120);

const pathsOf = (drawing: string): string[] =>
  [...drawing.matchAll(/ d="([^"]+)"/g)].map((match) => match[1] ?? '');

test('[PROMO-4] the image is a PNG of its size, and holds no words', async () => {
  const png = Buffer.from(await drawCaptcha('A7KX', random));
  expect(await sharp(png).metadata()).toMatchObject({
    format: 'png',
    width: captchaWidthPx,
    height: captchaHeightPx,
  });
  expect(png.toString('latin1')).not.toMatch(/A7KX|tEXt|iTXt|zTXt/);
  expect(png.length).toBeLessThan(8_000);
});

test('the same character is drawn differently each time, so that no table of drawings reads it', () => {
  const paths = Array.from({ length: 200 }, () => pathsOf(captchaDrawing('7777', random))).flat();
  expect(new Set(paths).size).toBe(paths.length);
  // The angle of a 7's first stroke, told from its first and last point, which a table would have to know.
  const angles = paths
    .filter((path) => path.startsWith('M') && path.includes('L'))
    .map((path) => {
      const points = path
        .slice(1)
        .split('L')
        .map((point) => point.split(' ').map(Number));
      const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = [points[0], points[5]];
      return Math.round((Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI);
    });
  expect(new Set(angles).size).toBeGreaterThan(20);
});

test('all chance in a drawing is the one that was given', () => {
  const drawing = (seed: number): string => captchaDrawing('A7KX', seededRandom(seed));
  expect(drawing(1)).toBe(drawing(1));
  expect(drawing(1)).not.toBe(drawing(2));
});

test('two images of the same text have little in common', async () => {
  const pixels = async (): Promise<Buffer> =>
    sharp(await drawCaptcha('A7KX', random))
      .greyscale()
      .raw()
      .toBuffer();
  const images = await Promise.all(Array.from({ length: 6 }, pixels));
  const isInk = (value: number | undefined): boolean => (value ?? 255) < 128;
  for (const [index, image] of images.entries()) {
    const other = images[(index + 1) % images.length] as Buffer;
    let both = 0;
    let either = 0;
    for (let at = 0; at < image.length; at += 1) {
      if (isInk(image[at]) && isInk(other[at])) both += 1;
      if (isInk(image[at]) || isInk(other[at])) either += 1;
    }
    expect(both / either).toBeLessThan(0.5);
  }
});

test('there are strokes for the whole alphabet and for nothing else', () => {
  expect(Object.keys(captchaStrokes).sort()).toEqual([...captchaAlphabet].sort());
});
