import { z } from 'zod';
import { fieldDescriptions, hostFieldDescriptions } from './field-descriptions.ts';
import type { JsonObject } from './openapi-envelope.ts';

export interface WireSchema extends JsonObject {
  readonly properties?: JsonObject;
  readonly required?: readonly string[];
}

/** `provided`: what a backend should answer. `tolerated`: what the pages accept. */
export type Reading = 'provided' | 'tolerated';

/** JSON Schema of a codec's wire side, with named schemas in place. */
export function wireSchema(codec: z.core.$ZodType, reading: Reading = 'provided'): WireSchema {
  return inPlace(jsonSchema(codec, reading));
}

/** Named schemas (`.meta({ id })`) within a codec, by name. */
export function namedSchemas(
  codec: z.core.$ZodType,
  reading: Reading = 'provided',
): [name: string, schema: WireSchema][] {
  const { $defs = {} } = jsonSchema(codec, reading);
  return Object.keys($defs).map((name) => [name, inPlace({ $ref: `#/$defs/${name}`, $defs })]);
}

interface SchemaWithNames extends WireSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonObject>>;
}

function jsonSchema(codec: z.core.$ZodType, reading: Reading): SchemaWithNames {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(codec, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const { provided, ...rest } = jsonSchema as JsonObject;
      if (provided) {
        const facts = reading === 'tolerated' ? rest : pick(rest, ['description']);
        for (const name of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, name);
        Object.assign(jsonSchema, reading === 'tolerated' ? {} : provided, facts);
      }
      // The schema of the same field beside it says what it means.
      if (reading === 'tolerated') delete jsonSchema.description;
      // `.catch()` sets a fallback for values that we cannot parse. It is not a default that callers may rely on.
      if (zodSchema instanceof z.ZodCatch) delete jsonSchema.default;
      if (!(zodSchema instanceof z.ZodFile)) return;
      // OpenAPI 3.1 describes raw bytes by their media type, not by the `binary` of 3.0.
      delete jsonSchema.format;
      delete jsonSchema.contentEncoding;
      jsonSchema.contentMediaType = 'application/octet-stream';
    },
  });
  return schema as SchemaWithNames;
}

function inPlace({ $defs = {}, ...schema }: SchemaWithNames): WireSchema {
  const visit = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(visit);
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, ...own } = part as JsonObject;
    const named = typeof $ref === 'string' ? $defs[$ref.replace('#/$defs/', '')] : undefined;
    return mapped({ ...named, ...own }, (_name, each) => visit(each));
  };
  return visit(schema) as WireSchema;
}

/** The parts of a schema that differ from another reading of it; undefined for none. Annotations are left out. */
export function differences(schema: JsonObject, from: JsonObject): JsonObject | undefined {
  if (sameText(schema, from)) return undefined;
  const { properties, items, anyOf } = schema as SchemaParts;
  const other = from as SchemaParts;
  if (properties && other.properties) {
    const fields = Object.entries(properties).flatMap(([name, each]) => {
      const different = differences(each, other.properties?.[name] ?? {});
      return different ? [[name, different]] : [];
    });
    const required = sameText(schema.required, from.required) ? {} : { required: schema.required ?? [] };
    return { properties: Object.fromEntries(fields), ...required };
  }
  if (items && other.items) {
    const different = differences(items, other.items);
    return different && { items: different };
  }
  if (anyOf && other.anyOf && anyOf.length === other.anyOf.length) {
    return { anyOf: anyOf.map((each, index) => differences(each, other.anyOf?.[index] ?? {}) ?? each) };
  }
  return schema;
}

interface SchemaParts {
  readonly properties?: Readonly<Record<string, JsonObject>>;
  readonly items?: JsonObject;
  readonly anyOf?: readonly JsonObject[];
}

/** Whether two schemas are the same but for their descriptions. */
const sameText = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

const textOf = (schema: unknown): string =>
  JSON.stringify(schema, (name, value) => (name === 'description' ? undefined : value)) ?? '';

const pick = (of: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)));

export function described(schema: WireSchema, name: string): WireSchema {
  const table = name.startsWith('host.') ? hostFieldDescriptions : fieldDescriptions;
  const visit = (part: unknown, path: string): unknown => {
    if (Array.isArray(part)) return part.map((each) => visit(each, path));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([keyword, rule]) =>
        keyword === 'properties'
          ? [keyword, mapped(rule as JsonObject, (field, each) => describedField(field, each, path))]
          : [keyword, ['items', 'anyOf', 'oneOf', 'allOf'].includes(keyword) ? visit(rule, path) : rule],
      ),
    );
  };
  const describedField = (field: string, part: unknown, path: string): unknown => {
    const own = table[`${path}.${field}`] ?? table[field];
    const visited = visit(part, `${path}.${field}`) as JsonObject;
    const said = visited.description as string | undefined;
    // An amount says its unit, and what it is an amount of is said of the field.
    const description = said?.startsWith(amountWords) && own ? `${own}. ${said}` : (said ?? own);
    return description === undefined ? visited : { ...visited, description };
  };
  return visit(schema, name) as WireSchema;
}

const amountWords = 'Amount in minor units';

const mapped = (of: JsonObject, change: (name: string, value: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(name, value)]));

export const schemaReference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
