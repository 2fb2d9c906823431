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
  const known = typeof example === 'object' && example !== null ? (example as object) : {};
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>).filter(
    ([name]) => kind === 'odd' || required.includes(name) || Object.hasOwn(known, name),
  );
  const values = fields.map(([name, part]) => [name, anyValue(part, kind, (known as never)[name])] as const);
  return fc.record(Object.fromEntries(values), { requiredKeys: [...required] as never[] });
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
