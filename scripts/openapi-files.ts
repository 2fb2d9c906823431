import { compile } from 'json-schema-to-typescript';
import { allCalls } from '#contract/all-calls.ts';
import { openApiDocument } from '#contract/openapi.ts';
import manifest from '../package.json' with { type: 'json' };

/** Where the document is kept. */
export const documentFile = 'docs/openapi.json';

/** Where the example backend keeps its types. */
export const typesFile = 'examples/backend/contract.ts';

/** The document as it is kept: what `/openapi.json` of the built-in service says. */
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
    return { title, type: 'object', properties, required: names, additionalProperties: false };
  };
  const options = {
    bannerComment: '',
    format: true,
    additionalProperties: false,
    style: { singleQuote: true, printWidth: 110 },
  } as const;
  const requests = await compile(byCall('Request', 'Requests') as never, 'Requests', options);
  const answers = await compile(byCall('Data', 'Answers') as never, 'Answers', options);
  return `// Made from docs/openapi.json by \`npm run docs:openapi\`.\n\n${requests}\n${answers}`;
}
