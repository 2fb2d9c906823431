import fc from 'fast-check';
import { allCalls } from '#contract/all-calls.ts';
import examples from '#contract/call-examples.json' with { type: 'json' };
import { wireSchema } from '#contract/openapi-schema.ts';

type Schema = Readonly<Record<string, unknown>>;

/** `minimal` gives the specification's fields only, null where it may; `odd` all that a strict schema allows. */
export type BackendKind = 'minimal' | 'odd';

/** Texts that say nothing in any language. */
const oddTexts = [
  '',
  ' ',
  '—',
  '2026-11-20',
  '2027-02-29',
  '0',
  '☂'.repeat(60),
  '<b>&amp;</b>',
  '/x',
  '//x',
  'day',
];

/** A whole backend that fits the document's schemas: its answers by the names of calls, in wire names. */
export function anyBackend(kind: BackendKind): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const calls = allCalls.filter(({ envelope }) => envelope !== null);
  return fc.record(
    Object.fromEntries(
      calls.map(({ name, response }) => {
        const example = (examples as Record<string, { minimalResponse?: unknown }>)[name]?.minimalResponse;
        return [name, anyValue(wireSchema(response), kind, example)];
      }),
    ),
  );
}

function anyValue(schema: Schema, kind: BackendKind, example: unknown): fc.Arbitrary<unknown> {
  const kinds = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (kinds) return fc.oneof(...kinds.map((each) => anyValue(each, kind, example)));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const types = [schema.type ?? []].flat() as string[];
  if (types.length === 0) return fc.constant(null);
  return fc.oneof(...types.map((type) => anyOfType(type, schema, kind, example)));
}

function anyOfType(type: string, schema: Schema, kind: BackendKind, example: unknown): fc.Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') {
    const min = Math.max(Number(schema.minimum ?? 0), 0);
    const max = Math.min(Number(schema.maximum ?? 1e12), 1e12);
    return fc.oneof(fc.integer({ min, max: Math.min(max, 9_999_999) }), fc.constantFrom(min, max));
  }
  if (type === 'string') {
    const max = Number(schema.maxLength ?? 200);
    const texts = oddTexts.filter(
      (text) => text.length <= max && text.length >= Number(schema.minLength ?? 0),
    );
    return fc.constantFrom(...texts);
  }
  if (type === 'array') {
    const [first] = Array.isArray(example) ? example : [];
    const items = anyValue(schema.items as Schema, kind, first);
    return fc.array(items, { maxLength: kind === 'odd' ? 3 : 1 });
  }
  const { required = [] } = schema as { required?: readonly string[] };
  const exampleFields = typeof example === 'object' && example !== null ? (example as object) : {};
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>).filter(
    ([name]) => kind === 'odd' || required.includes(name) || Object.hasOwn(exampleFields, name),
  );
  const values = fields.map(
    ([name, part]) => [name, anyValue(part, kind, (exampleFields as never)[name])] as const,
  );
  return fc.record(Object.fromEntries(values), { requiredKeys: [...required] as never[] });
}

/** Values that a backend gives in place of others. */
const brokenValues: readonly unknown[] = [
  ...[null, '', ' ', 'x', '7', '174', '2027-02-30', '20/12/2026', 'javascript:alert(1)', 'files/a.png'],
  ...[
    'https://elsewhere.example/a.png',
    '//elsewhere.example',
    0,
    -1,
    7,
    0.5,
    9_007_199_254_740_991,
    true,
    false,
  ],
  ...[[], [null], {}, { url: 1 }],
];

/** An odd backend in which up to six values of each call are replaced or gone, whatever a schema says. */
export function anyBrokenBackend(): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const replacement = fc.tuple(fc.nat(), fc.option(fc.constantFrom(...brokenValues), { nil: undefined }));
  return fc
    .tuple(anyBackend('odd'), fc.array(replacement, { minLength: 1, maxLength: 6 }))
    .map(([data, replacements]) =>
      Object.fromEntries(
        Object.entries(data).map(([name, whole]) => {
          const copy = structuredClone({ whole });
          for (const [place, value] of replacements) replaceAt(copy, place, value);
          return [name, copy.whole];
        }),
      ),
    );
}

/** Puts a value in the place of one of those below, or takes it out. */
function replaceAt(tree: object, place: number, value: unknown): void {
  const places: [object, string][] = [];
  const visit = (part: object): void => {
    for (const [name, below] of Object.entries(part)) {
      if (part !== tree) places.push([part, name]);
      if (typeof below === 'object' && below !== null) visit(below);
    }
  };
  visit(tree);
  const [holder, name] = places[place % Math.max(places.length, 1)] ?? [];
  if (holder === undefined || name === undefined) return;
  if (value === undefined && !Array.isArray(holder)) Reflect.deleteProperty(holder, name);
  else Reflect.set(holder, name, structuredClone(value ?? null));
}

/** Answers the calls of the contract with these data; the captcha with nothing. */
export function backendOf(data: Readonly<Record<string, unknown>>) {
  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const call = allCalls.find(({ path }) => path === pathname);
    if (!call?.envelope) return new Response('', { headers: { 'Content-Type': 'image/png' } });
    return Response.json(call.envelope.wrap(data[call.name]));
  };
}

/** A backend that answers by the specification's fields alone, with `changes` on top: fields of a call's data, in wire names. */
export function minimalBackend(changes: Readonly<Record<string, object>>) {
  const data = Object.entries(examples as Record<string, { minimalResponse?: unknown }>).map(
    ([name, { minimalResponse }]) => [
      name,
      changes[name] ? { ...(minimalResponse as object), ...changes[name] } : minimalResponse,
    ],
  );
  return backendOf(Object.fromEntries(data));
}
