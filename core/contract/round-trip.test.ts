import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { wireSamples } from '#fixtures/wire-samples.ts';
import { anyPart, changesTo, withChanges } from '#tests/setup/changed-values.ts';
import { allCalls } from './all-calls.ts';
import type { Call } from './call.ts';

const cases = allCalls.map((call) => {
  const build = wireSamples[call.name as keyof typeof wireSamples];
  return { name: call.name, call, sample: build() };
});

/** What the backend reads of an encoded request: JSON drops what is undefined, the other encodings carry text. */
function overTheWire({ encoding }: Call, fields: Record<string, unknown>): Record<string, unknown> {
  if (encoding === 'json') return JSON.parse(JSON.stringify(fields));
  const asText = (value: unknown): unknown => (value instanceof File ? value : String(value));
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, asText(value)]),
  );
}

test('every call has a wire sample', () => {
  expect(Object.keys(wireSamples).sort()).toEqual(allCalls.map(({ name }) => name).sort());
});

test.each(cases)('[CALL-6] the request of $name: wire to ours to wire', ({ call, sample }) => {
  const ours = z.decode(call.request, sample.request);
  const wire = z.encode(call.request, ours);
  expect(wire).toStrictEqual(sample.request);
  expect(z.decode(call.request, overTheWire(call, wire))).toStrictEqual(ours);
});

test.each(cases)('[CALL-6] the response of $name: wire to ours to wire', ({ call, sample }) => {
  const ours = z.decode(call.response, sample.response);
  const wire = z.encode(call.response, ours);
  expect(wire).toStrictEqual(sample.response);
  if (call.envelope === null) return;
  expect(z.decode(call.response, JSON.parse(JSON.stringify(wire)))).toStrictEqual(ours);
});

test.each(cases)(
  '[CALL-6] the response of $name from a backend that sends no more than the specification',
  ({ call, sample }) => {
    const ours = z.decode(call.response, sample.minimalResponse);
    if (call.envelope !== null) expect(ours).toStrictEqual(JSON.parse(JSON.stringify(ours)));
    expect(JSON.stringify(ours)).not.toMatch(/"(undefined|null|NaN)"/);
    const again = z.decode(call.response, z.encode(call.response, ours));
    expect(again).toStrictEqual(ours);
  },
);

test.each(cases)('the request of $name leaves behind what the contract does not know', ({ call, sample }) => {
  const ours = z.decode(call.request, { ...sample.request, isAdmin: true, lang: '1' });
  expect(ours).toStrictEqual(z.decode(call.request, sample.request));
});

test.each(cases)('[CALL-6] the request of $name leaves out what has nothing to say', ({ call, sample }) => {
  const { required = [] } = z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' });
  const least = Object.fromEntries(
    Object.entries(sample.request).filter(([name]) => required.includes(name)),
  );
  const ours = z.decode(call.request, least);
  const wire = z.encode(call.request, ours);
  expect(wire).toMatchObject(least);
  // Beyond what is required stand empty texts, and the registration's repeated fields.
  for (const value of Object.values(wire)) expect(['', ...Object.values(least)]).toContain(value);
  expect(z.decode(call.request, overTheWire(call, wire))).toStrictEqual(ours);
});

const changes = changesTo(anyPart);

test.each(cases)(
  '[CALL-6] whatever is read of $name is written so that it reads the same',
  ({ name, call }) => {
    const { request, response, minimalResponse } = wireSamples[name as keyof typeof wireSamples]();
    fc.assert(
      fc.property(changes, (made) => {
        for (const [codec, sample] of [
          [call.request, request],
          [call.response, response],
          [call.response, minimalResponse],
        ] as const) {
          const wire = withChanges(sample, made);
          const read = z.safeDecode(codec as z.core.$ZodType<unknown, unknown>, wire);
          if (!read.success) continue;
          expect(z.decode(codec, z.encode(codec, read.data) as never)).toStrictEqual(read.data);
        }
      }),
    );
  },
);

/** The same body with null for every list. */
function withoutLists(body: unknown): unknown {
  if (Array.isArray(body)) return null;
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, withoutLists(value)]));
}

test.each(cases)(
  '[CALL-6] the response of $name from a backend that sends null for an empty list',
  ({ call, sample }) => {
    if (call.envelope === null) return;
    const ours = z.decode(call.response, withoutLists(sample.minimalResponse));
    expect(ours).toStrictEqual(JSON.parse(JSON.stringify(ours)));
  },
);
