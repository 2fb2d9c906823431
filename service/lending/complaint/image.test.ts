import { expect, test } from 'vitest';
import { imageMaxBytes } from '#domain/complaint/complaint.ts';
import { createImageCleaner } from './image.ts';

// What is decoded is tried in tests/proofs/lending/complaint/image.test.ts.

test.each([
  ['of too many bytes', Buffer.alloc(imageMaxBytes + 1, Buffer.from([0xff, 0xd8, 0xff])), 'image-too-large'],
  ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00'), 'image-type'],
])('[COMP-3] %s is no image that is taken, whatever is in it', async (_what, bytes, code) => {
  await expect(createImageCleaner().clean(bytes)).rejects.toMatchObject({ code });
});
