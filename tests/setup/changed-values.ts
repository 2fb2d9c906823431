import fc from 'fast-check';

/** What a backend may put in place of any part of its answer. */
export const anyPart = fc.oneof(
  fc.constantFrom(null, undefined, true, false, 0, 1, '0', '1', '180', '', 'es', 'a,b', [], {}),
  fc.maxSafeInteger(),
  fc.maxSafeInteger().map(String),
  fc.string({ maxLength: 70 }),
  fc.array(fc.constantFrom(null, 'a', 'b,c', 7, {}), { maxLength: 3 }),
);

const isWhole = (part: unknown): boolean =>
  typeof part !== 'object' || part === null || part instanceof Blob || part instanceof Date;

const countParts = (part: unknown): number =>
  1 + (isWhole(part) ? 0 : Object.values(part as object).reduce((sum, child) => sum + countParts(child), 0));

/** Which parts of a value are changed, and into what; each number picks a part, however deep. */
export type Changes = readonly (readonly [number, unknown])[];

/** Up to four changes. */
export function changesTo(part: fc.Arbitrary<unknown>): fc.Arbitrary<Changes> {
  return fc.array(fc.tuple(fc.nat(1000), part), { minLength: 1, maxLength: 4 });
}

/** The sample with other values in some places. */
export function withChanges(sample: unknown, changes: Changes): unknown {
  const count = countParts(sample);
  let index = -1;
  const copy = (part: unknown): unknown => {
    index += 1;
    const change = changes.find(([pick]) => pick % count === index);
    if (change) return change[1];
    if (Array.isArray(part)) return part.map(copy);
    if (isWhole(part)) return part;
    return Object.fromEntries(Object.entries(part as object).map(([name, child]) => [name, copy(child)]));
  };
  return copy(sample);
}
