import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildFolio, FolioError, isFolio } from './complaint-folio.ts';

const anyFolio = fc
  .record({ year: fc.integer({ min: 1000, max: 9999 }), serial: fc.integer({ min: 1, max: 999_999_999 }) })
  .map(({ year, serial }) => buildFolio(year, serial));

const digitPositions = (folio: string) => [...folio.matchAll(/\d/g)].map(({ index }) => index);

test('a folio shows year, number and two check digits', () => {
  expect(buildFolio(2026, 123)).toBe('QJ-2026-000123-38');
  expect(isFolio('QJ-2026-000123-38')).toBe(true);
});

test('every folio built is one', () => {
  fc.assert(fc.property(anyFolio, (folio) => isFolio(folio)));
});

test('one wrong digit is noticed', () => {
  fc.assert(
    fc.property(anyFolio, fc.nat(), fc.integer({ min: 1, max: 9 }), (folio, nth, shift) => {
      const positions = digitPositions(folio);
      const at = positions[nth % positions.length] ?? 0;
      const digit = (Number(folio[at]) + shift) % 10;
      expect(isFolio(folio.slice(0, at) + digit + folio.slice(at + 1))).toBe(false);
    }),
  );
});

test('two digits swapped with their neighbour are noticed', () => {
  fc.assert(
    fc.property(anyFolio, fc.nat(), (folio, nth) => {
      const positions = digitPositions(folio);
      const index = nth % (positions.length - 1);
      const [left = 0, right = 0] = [positions[index], positions[index + 1]];
      fc.pre(folio[left] !== folio[right]);
      const swapped = [...folio];
      [swapped[left], swapped[right]] = [folio[right] ?? '', folio[left] ?? ''];
      expect(isFolio(swapped.join(''))).toBe(false);
    }),
  );
});

test.each([
  [999, 1],
  [10_000, 1],
  [2026, 0],
  [2026, 1_000_000_000],
  [2026, 1.5],
])('year %d with number %d gives no folio', (year, serial) => {
  expect(() => buildFolio(year, serial)).toThrow(FolioError);
});
