import fc from 'fast-check';
import { expect, test } from 'vitest';
import { derivedKey, type KeyPurpose, keyedHash } from './secrets.ts';

const purposes = ['code', 'number', 'captcha', 'host answers', 'complaint images', 'desk sign-in'] as const;

test('a key of one purpose is none of another, and none of another secret', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (one, other) => {
      fc.pre(one !== other);
      const keys = [one, other].flatMap((secret) =>
        purposes.map((purpose: KeyPurpose) => derivedKey(secret, purpose).toString('hex')),
      );
      expect(new Set(keys).size).toBe(keys.length);
    }),
    { numRuns: 20 },
  );
});

test('a text hashes differently for each purpose, and the same again', () => {
  const hashes = (['code', 'number', 'captcha'] as const).map((purpose) =>
    keyedHash('secret', purpose, '123456'),
  );
  expect(new Set(hashes).size).toBe(3);
  expect(keyedHash('secret', 'code', '123456')).toBe(hashes[0]);
});
