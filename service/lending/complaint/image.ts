import sharp, { type Metadata } from 'sharp';
import { imageMaxBytes, imageMaxPixels } from '#domain/complaint/complaint.ts';
import { type ImageFormat, imageFormatOf } from '#domain/complaint/image-format.ts';
import { CodedError } from '#domain/error-code.ts';
import type { ImageCleaner } from '../ports.ts';
import { createTurns } from './turns.ts';

const takenFormats = ['jpeg', 'png', 'webp'] as const satisfies readonly ImageFormat['name'][];
type Format = (typeof takenFormats)[number];

const imagesAtOnce = 2;
// Each waiting image takes up to 8 MB.
const imagesWaitingMax = 12;
const workSecondsMax = 20;
const quality = 82;
/** Small print stays legible at this size, and a 24-megapixel image is halved while it is read. */
const keptPixelsMax = imageMaxPixels / 4;
/** Most memory that a progressive JPEG or an interlaced PNG may take while it is decoded. */
const heldBytesMax = 80_000_000;

/** The image cleaner of a process: two images at a time, one thread each. */
export function createImageCleaner(): ImageCleaner {
  sharp.cache(false);
  sharp.concurrency(1);
  const turns = createTurns(imagesAtOnce, imagesWaitingMax);
  return {
    async clean(bytes) {
      if (bytes.byteLength > imageMaxBytes) throw refused('image-too-large');
      const format = takenFormatOf(bytes);
      if (!format) throw refused('image-type');
      return turns.take(() => reencode(bytes, format));
    },
  };
}

/** The format by the first bytes; undefined for one that is not accepted. */
function takenFormatOf(bytes: Uint8Array): Format | undefined {
  const name = imageFormatOf(bytes)?.name;
  return takenFormats.find((format) => format === name);
}

async function reencode(bytes: Uint8Array, format: Format): Promise<Uint8Array> {
  const { width, height } = await sizeOf(bytes, format);
  const scale = Math.min(1, Math.sqrt(keptPixelsMax / (width * height)));
  try {
    const image = sharp(bytes, {
      failOn: 'error',
      limitInputPixels: imageMaxPixels,
      sequentialRead: true,
      pages: 1,
    });
    return await image
      .autoOrient()
      .resize({ width: Math.ceil(width * scale), withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality })
      .timeout({ seconds: workSecondsMax })
      .toBuffer();
  } catch {
    throw refused('image-damaged');
  }
}

/** Width and height once upright, from the header alone: nothing is decoded before the size is checked. */
async function sizeOf(bytes: Uint8Array, format: Format): Promise<{ width: number; height: number }> {
  const header = await sharp(bytes, { failOn: 'error', limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => {
      throw refused('image-damaged');
    });
  if (header.format !== format) throw refused('image-type');
  const { width, height } = header.autoOrient;
  const pixels = width * height;
  if (pixels > imageMaxPixels || pixels * heldBytesPerPixel(header) > heldBytesMax) {
    throw refused('image-pixels-exceeded');
  }
  return { width, height };
}

/** Memory for a pixel of a format that cannot be decoded line by line; 0 for others. */
function heldBytesPerPixel({ format, isProgressive, channels, chromaSubsampling, depth }: Metadata): number {
  if (!isProgressive) return 0;
  if (format === 'png') return channels * (depth === 'ushort' ? 2 : 1);
  const samplesPerPixel = chromaSubsampling === '4:2:0' ? 1.5 : channels;
  return 2 * samplesPerPixel;
}

function refused(code: ConstructorParameters<typeof CodedError>[0]): CodedError {
  return new CodedError(code, 'problemImage');
}
