import sharp from 'sharp';

export async function renderIcon(svg: string, sizePx: number): Promise<Uint8Array<ArrayBuffer>> {
  const png = await sharp(Buffer.from(svg), { density: 72 * (sizePx / 32) })
    .resize(sizePx, sizePx)
    .png()
    .toBuffer();
  return new Uint8Array(png);
}
