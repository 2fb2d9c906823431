import { compile } from 'json-schema-to-typescript';
import { allCalls } from '#contract/all-calls.ts';
import { allHostCalls } from '#contract/all-host-calls.ts';
import { openApiDocument } from '#contract/openapi.ts';
import manifest from '../../package.json' with { type: 'json' };

export const documentFile = 'docs/openapi.json';

/** The document as kept: what `/openapi.json` of the built-in service says. */
export function storedDocument() {
  return openApiDocument({ title: 'Llano', version: manifest.version });
}

/** The text of the document's file: short parts and examples stand on one line, so that a changed field changes one line. */
export function documentText(document: unknown): string {
  return `${linesOf(document)}\n`;
}

const lineMaxLength = 240;

function linesOf(value: unknown, name = ''): string {
  const line = JSON.stringify(value);
  const isLeaf = typeof value !== 'object' || value === null || line.length <= lineMaxLength;
  if (isLeaf || name === 'example' || name === 'value') return line;
  if (Array.isArray(value)) return `[\n${value.map((each) => linesOf(each)).join(',\n')}\n]`;
  const parts = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${linesOf(each, name)}`);
  return `{\n${parts.join(',\n')}\n}`;
}

/** TypeScript types of the bodies of requests and of the data of answers, from the document alone, by call. */
export async function typesOf(document: ReturnType<typeof storedDocument>): Promise<string> {
  const schemas = schemasOf(document);
  const byCall = (end: string, title: string): TitledSchema => {
    const bodies = allCalls.flatMap(({ name }) => {
      const schema = schemas[`${name}${end}`];
      return schema ? [[name, schema] as const] : [];
    });
    return { title, ...objectOf(Object.fromEntries(bodies)) };
  };
  return typesFrom(document, [byCall('Request', 'Requests'), byCall('Data', 'Answers')]);
}

/** TypeScript types of the lender's signed calls by their paths, and of the events by their types, from the document alone. */
export async function hostTypesOf(document: ReturnType<typeof storedDocument>): Promise<string> {
  const schemas = schemasOf(document);
  const inOrder = allHostCalls.toSorted((one, other) => one.path.localeCompare(other.path, 'en'));
  const calls = inOrder.map(({ name, path, summary }) => {
    const properties = { request: schemas[`host.${name}Request`], data: schemas[`host.${name}Data`] };
    return [path, { ...objectOf(properties), description: summary }];
  });
  const webhooks = document.webhooks as Record<string, { readonly post: EventOperation }>;
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const { schema } = post.requestBody.content['application/json'];
    return [type, { ...schema, description: post.summary }];
  });
  return typesFrom(document, [
    { title: 'HostCalls', ...objectOf(Object.fromEntries(calls)) },
    { title: 'HostEvents', ...objectOf(Object.fromEntries(events)) },
  ]);
}

interface EventOperation {
  readonly summary: string;
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: object } } };
}

interface TitledSchema {
  readonly title: string;
}

const schemasOf = (document: ReturnType<typeof storedDocument>) =>
  (document.components as { readonly schemas: Record<string, object> }).schemas;

const objectOf = (properties: Readonly<Record<string, object | undefined>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** A type of each schema, by its title, and of each named schema that they refer to. */
async function typesFrom(
  document: ReturnType<typeof storedDocument>,
  schemas: readonly TitledSchema[],
): Promise<string> {
  const found = new Map<string, TitledSchema>();
  for (const schema of schemas) addNamed(schema);
  const named = [...found.values()].sort((one, other) => one.title.localeCompare(other.title, 'en'));
  const types = await Promise.all([...schemas, ...named].map(typeFrom));
  return `// Made from docs/openapi.json.\n\n${types.join('\n')}`;

  function addNamed(schema: object): void {
    for (const [, title = ''] of JSON.stringify(schema).matchAll(reference)) {
      const body = schemasOf(document)[title];
      if (found.has(title) || !body) continue;
      found.set(title, { ...body, title });
      addNamed(body);
    }
  }
}

const reference = /"#\/components\/schemas\/([^"]+)"/g;

async function typeFrom(schema: TitledSchema): Promise<string> {
  const withTypeNames = JSON.stringify(schema).replaceAll(/"\$ref":"#\/components\/schemas\//g, '"tsType":"');
  const source = await compile(JSON.parse(withTypeNames), schema.title, {
    bannerComment: '',
    maxItems: 1,
    format: true,
    additionalProperties: false,
    style: { singleQuote: true, printWidth: 110 },
  });
  return source.replaceAll(/\/\*\*\n +\* (.+)\n +\*\//g, '/** $1 */');
}
