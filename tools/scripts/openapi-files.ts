import { compile } from 'json-schema-to-typescript';
import { allCalls } from '#contract/all-calls.ts';
import { allHostCalls } from '#contract/all-host-calls.ts';
import { openApiDocument } from '#contract/openapi.ts';
import manifest from '../../package.json' with { type: 'json' };

/** Where the document is kept. */
export const documentFile = 'docs/openapi.json';

/** The document as kept: what `/openapi.json` of the built-in service says. */
export function storedDocument() {
  return openApiDocument({ title: 'Llano', version: manifest.version });
}

/** TypeScript types of the bodies of requests and of the data of answers, from the document alone, by call. */
export async function typesOf(document: ReturnType<typeof storedDocument>): Promise<string> {
  const { schemas } = document.components as { schemas: Record<string, object> };
  const namesOf = (end: string) =>
    allCalls.map(({ name }) => name).filter((name) => schemas[`${name}${end}`] !== undefined);
  const byCall = (end: string, title: string) => {
    const names = namesOf(end);
    const properties = Object.fromEntries(names.map((name) => [name, schemas[`${name}${end}`]]));
    return { title, ...objectOf(properties) };
  };
  return typesFrom([byCall('Request', 'Requests'), byCall('Data', 'Answers')]);
}

/** TypeScript types of the lender's signed calls by their paths, and of the events by their types, from the document alone. */
export async function hostTypesOf(document: ReturnType<typeof storedDocument>): Promise<string> {
  const { schemas } = document.components as { schemas: Record<string, object> };
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
  return typesFrom([
    { title: 'HostCalls', ...objectOf(Object.fromEntries(calls)) },
    { title: 'HostEvents', ...objectOf(Object.fromEntries(events)) },
  ]);
}

interface EventOperation {
  readonly summary: string;
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: object } } };
}

const objectOf = (properties: Readonly<Record<string, object | undefined>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** An interface of each schema, by its title. */
async function typesFrom(schemas: readonly { readonly title: string }[]): Promise<string> {
  const interfaces = await Promise.all(
    schemas.map((schema) =>
      compile(schema as never, schema.title, {
        bannerComment: '',
        maxItems: 1,
        format: true,
        additionalProperties: false,
        style: { singleQuote: true, printWidth: 110 },
      }),
    ),
  );
  const source = interfaces.join('\n').replaceAll(/\/\*\*\n +\* (.+)\n +\*\//g, '/** $1 */');
  return `// Made from docs/openapi.json.\n\n${source}`;
}
