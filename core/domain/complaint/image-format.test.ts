import { expect, test } from 'vitest';
import { pngOf, smallImage } from '#fixtures/images.ts';
import { imageFormatOf } from './image-format.ts';

test.each([
  [smallImage('jpeg'), 'jpeg', 'jpg'],
  [pngOf({ width: 1, height: 1 }), 'png', 'png'],
  [smallImage('webp'), 'webp', 'webp'],
  [smallImage('animatedWebp'), 'webp', 'webp'],
  [smallImage('animatedGif'), 'gif', 'gif'],
  [smallImage('avif'), 'avif', 'avif'],
  [Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), 'heic', 'heic'],
] as const)('[COMP-3] the first bytes tell what an image is (%#)', (bytes, name, extension) => {
  expect(imageFormatOf(bytes)).toMatchObject({ name, extension });
  expect(imageFormatOf(bytes.subarray(0, 2))).toBeNull();
});

test.each(['', 'no image', '<svg/>', 'RIFF....WAVEfmt ', 'xx\xff\xd8\xff', '\x89PNG\n'])(
  '%j begins no image',
  (text) => {
    expect(imageFormatOf(Buffer.from(text, 'latin1'))).toBeNull();
  },
);
