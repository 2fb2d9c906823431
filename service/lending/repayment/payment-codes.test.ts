import sharp from 'sharp';
import { expect, test } from 'vitest';
import { barcodeImage, qrImage } from './payment-codes.ts';

async function pixels(address: string, widthPixels: number) {
  const svg = decodeURIComponent(address.replace('data:image/svg+xml,', ''));
  const { data, info } = await sharp(Buffer.from(svg))
    .resize({ width: widthPixels })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { dark: [...data].map((value) => value < 128), ...info };
}

/** Widths of the bars and spaces of a bar code along its middle, in modules, quiet zones left out. */
async function barWidths(address: string): Promise<number[]> {
  const svg = decodeURIComponent(address);
  const modules = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const scale = 4;
  const { dark, width, height } = await pixels(address, modules * scale);
  const row = dark.slice(Math.floor(height / 2) * width, (Math.floor(height / 2) + 1) * width);
  const widths: number[] = [];
  let start = row.indexOf(true);
  for (let x = start + 1; x <= row.lastIndexOf(true) + 1; x += 1) {
    if (row[x] !== row[x - 1]) {
      widths.push(Math.round((x - start) / scale));
      start = x;
    }
  }
  return widths;
}

test('a bar code is Code 128 of the digits, two to a symbol, with its check symbol (ISO/IEC 15417)', async () => {
  const [startC, value0, value1, check4, stop] = ['211232', '212222', '222122', '121322', '2331112'];
  const widths = await barWidths(barcodeImage('0001'));
  expect(widths.join('')).toBe([startC, value0, value1, check4, stop].join(''));
});

test('a text that Code 128 cannot hold has no bar code, so that what is to be paid is shown all the same', () => {
  expect(barcodeImage('')).toBe('');
  expect(barcodeImage('referencia ñ')).toBe('');
  expect(barcodeImage('REF-123 a')).toMatch(/^data:image\/svg\+xml,/);
});

test('codes are black on white with their quiet zones', async () => {
  for (const [address, quietShare] of [
    [barcodeImage('4821000001000016'), 0.05],
    [qrImage('upi://pay?pa=llano@okbank'), 0.05],
  ] as const) {
    const svg = decodeURIComponent(address);
    expect(svg).toContain('fill="#FFFFFF"');
    expect(svg).toContain('#000000');
    const { dark, width } = await pixels(address, 400);
    const columns = dark.flatMap((isDark, index) => (isDark ? [index % width] : []));
    expect(Math.min(...columns) / width).toBeGreaterThan(quietShare);
    expect(1 - Math.max(...columns) / width).toBeGreaterThan(quietShare);
  }
});

test('a QR code has its three finder patterns', async () => {
  const text = 'upi://pay?pa=llano@okbank&pn=Llano%20India&am=3414.73&cu=INR&tr=LL00000100001';
  const { dark, width, height } = await pixels(qrImage(text), 410);
  expect(width).toBe(height);
  const first = dark.findIndex(Boolean) % width;
  const at = (x: number, y: number) => dark[Math.round(y) * width + Math.round(x)];
  const inset = first + 2;
  expect([at(inset, inset), at(width - inset, inset), at(inset, width - inset)]).toEqual([true, true, true]);
});
