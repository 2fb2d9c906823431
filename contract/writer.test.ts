import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { wireSamples } from '#fixtures/wire-samples.ts';
import { anyPart, changesTo, withChanges } from '#tests/setup/changed-values.ts';
import { allCalls } from './all-calls.ts';
import { allHostCalls } from './all-host-calls.ts';
import examples from './host-examples.json' with { type: 'json' };
import { wireObject, wireValue } from './wire.ts';
import { writerOf } from './writer.ts';

const examplesByCall: Readonly<Record<string, { readonly response?: unknown }>> = examples;

const answers = [
  ...allCalls.flatMap(({ name, response }) => {
    const sample = wireSamples[name as keyof typeof wireSamples]();
    return [sample.response, sample.minimalResponse].map((wire) => ({ name, response, wire }));
  }),
  ...allHostCalls.flatMap(({ name, response }) => {
    const wire = examplesByCall[name]?.response;
    return wire === undefined ? [] : [{ name, response, wire }];
  }),
];

/** What of ours may by a fault of ours stand in an answer. */
const anyFault = fc.oneof(
  anyPart,
  fc.double(),
  fc.constantFrom(Number.NaN, 2 ** 53, -1.5, 1e300, new Date(Number.NaN), new Date(0)),
  fc.constantFrom('2026-11-20', '2026-02-30', 'overdue', 'paid', 'MXN', 'x'.repeat(65), 10n, Symbol('value')),
);

/** What comes of writing: a text, or a refusal. */
function outcomeOf(write: () => string | undefined): unknown {
  try {
    return { text: write() };
  } catch {
    return 'refused';
  }
}

/** Expects of a value that a writer does with it what zod does. */
function sameAsZod(schema: z.ZodType): (ours: unknown) => void {
  const write = writerOf(schema);
  return (ours) => {
    const byZod = outcomeOf(() => JSON.stringify(z.encode(schema, ours)));
    expect(outcomeOf(() => write(ours))).toStrictEqual(byZod);
  };
}

test('there are answers of every call of the lender and of its borrowers', () => {
  const names = new Set(answers.map(({ name }) => name));
  expect(allCalls.filter(({ name }) => !names.has(name))).toEqual([]);
  expect(names.size).toBeGreaterThan(allCalls.length + 40);
});

test.each(answers)('[CALL-6] an answer of $name is written and refused as zod does', ({ response, wire }) => {
  const ours = z.decode(response as z.ZodType<unknown, unknown>, wire);
  const expectSame = sameAsZod(response);
  expectSame(ours);
  fc.assert(fc.property(changesTo(anyFault), (changes) => expectSame(withChanges(ours, changes))));
});

test('a value that the contract forbids is refused with where it stands', () => {
  const write = writerOf(wireObject({ rows: z.array(wireObject({ count: z.int() })) }));
  expect(write({ rows: [{ count: 1 }] })).toBe('{"rows":[{"count":1}]}');
  expect(() => write({ rows: [{ count: 1 }, { count: 1.5 }] })).toThrow(
    expect.objectContaining({ issues: [expect.objectContaining({ path: ['rows', 1, 'count'] })] }),
  );
});

const schemas: Readonly<Record<string, z.ZodType>> = {
  'a text with a check that changes it': z.string().trim().min(2),
  'a text of a form': z.string().regex(/^\d{2}$/),
  'a number in a range': z.int().min(3).max(5),
  'any number': z.number(),
  'one of two objects': z.union([z.object({ a: z.string() }), z.object({ b: z.int() })]),
  'one of two objects, checked': z
    .union([z.object({ a: wireValue(z.int(), String, Number) }), z.object({ b: z.int() })])
    .refine((value) => !('a' in value) || value.a === '1'),
  'one of two by their kind': z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a'), value: z.int() }),
    z.object({ kind: z.literal('b'), value: z.string() }),
  ]),
  'an object, checked': z.object({ a: z.int(), b: z.int() }).refine(({ a, b }) => a <= b),
  'an object that knows all its fields': z.strictObject({ a: z.string() }),
  'an object that takes others': z.looseObject({ a: z.string() }),
  'fields that may be absent': z.object({
    a: z.string().optional(),
    b: z.string().nullish(),
    c: z.int().default(7),
    d: z.int().default(7).optional(),
    e: z.string().catch('x'),
    f: z.string().optional().catch('x'),
    g: wireValue(z.string().nullish(), (value) => value ?? ''),
    h: z.string().prefault('y'),
  }),
  'a field of anything': z.object({ a: z.unknown() }),
  'fields by name': z.record(z.string(), z.int()),
  'a list that is not empty': z.array(z.string()).min(1),
  'what is only read': z.string().transform(Number),
  'what can be written both ways': z.codec(z.string(), z.int(), { decode: Number, encode: String }),
  frozen: z.object({ a: z.int() }).readonly(),
  'a tuple': z.tuple([z.string(), z.int()]),
};

const shapes = fc.oneof(
  anyFault,
  fc.constantFrom(' a ', 'ab', '12', 3, 4, 5, 6, -0, ['a'], ['a', 1], ['a', 'b']),
  fc.constantFrom({ kind: 'a', value: 1 }, { kind: 'b', value: 1 }, { kind: 'b', value: 'b' }, { kind: 'c' }),
  fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'other'),
    fc.constantFrom(undefined, null, 0, 1, 2, '', 'x', '1'),
  ),
);

test.each(Object.entries(schemas))('%s is written and refused as zod does', (_name, schema) => {
  const expectSame = sameAsZod(schema);
  fc.assert(fc.property(shapes, expectSame), { numRuns: 300 });
});
