import { expect, test } from 'vitest';
import { z } from 'zod';
import { wireSamples } from '#fixtures/wire-samples.ts';
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
