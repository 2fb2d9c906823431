import { expect, test } from 'vitest';
import { createKnownSigners } from './known-signers.ts';

test('whoever signed from a block of addresses is known there for a day, and of many the latest are', () => {
  let now = 0;
  const signers = createKnownSigners(() => now);
  signers.note('2001:db8:0:7::1');
  expect(['2001:db8:0:7::2', '2001:db8:0:8::1', '192.0.2.1'].map(signers.isKnown)).toEqual([
    true,
    false,
    false,
  ]);
  now += 24 * 3_600_000;
  expect(signers.isKnown('2001:db8:0:7::1')).toBe(false);
  for (let at = 0; at < 1_001; at += 1) signers.note(`192.0.${at >> 8}.${at & 255}`);
  expect(['192.0.0.0', '192.0.0.1', '192.0.3.232'].map(signers.isKnown)).toEqual([false, true, true]);
});
