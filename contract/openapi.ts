import { z } from 'zod';
import { allCalls } from './all-calls.ts';
import type { Call } from './call.ts';
import { errorCodes } from './error-codes.ts';
import { envelopeComponentNames, envelopeSchemas, type JsonObject } from './openapi-envelope.ts';
import { eventWebhooks } from './openapi-events.ts';
import { hostComponents, hostPaths, hostSecuritySchemes, hostTag } from './openapi-host.ts';
import { schemaReference, wireSchema } from './openapi-schema.ts';
import {
  formClientHeaders,
  jsonClientHeaders,
  readPageQuery,
  sessionParameterMaxLength,
  sessionParameterNames,
} from './page-query.ts';

/** What the document says of the service; `serverUrl` is left out where it is served from the same address. */
export interface OpenApiOptions {
  readonly title: string;
  readonly version: string;
  readonly serverUrl?: string;
  /** Whether the lender's systems can call it too: the built-in service, and no backend of a lender's own. */
  readonly hasHostCalls?: boolean;
}

const parameterReference = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` });

/** The contract as an OpenAPI 3.1.1 document, ready for `JSON.stringify`: every call in wire names (CALL-6), and the events. */
export function openApiDocument({
  title,
  version,
  serverUrl,
  hasHostCalls = true,
}: OpenApiOptions): JsonObject {
  return {
    openapi: '3.1.1',
    info: { title, version },
    ...(serverUrl === undefined ? {} : { servers: [{ url: serverUrl }] }),
    tags: [
      ...[...new Set(allCalls.map(({ area }) => area))].map((name) => ({ name })),
      ...(hasHostCalls ? [hostTag] : []),
    ],
    paths: { ...pathsOf(allCalls), ...(hasHostCalls && hostPaths()) },
    ...(hasHostCalls && { webhooks: eventWebhooks() }),
    components: {
      schemas: {
        ...envelopeComponents(),
        ...callComponents(allCalls),
        ...(hasHostCalls && hostComponents()),
      },
      parameters: parameterComponents(),
      securitySchemes: {
        sessionHeader: { type: 'apiKey', in: 'header', name: 'X-Session-Id' },
        sessionQuery: { type: 'apiKey', in: 'query', name: 'sessionId' },
        ...(hasHostCalls && hostSecuritySchemes),
      },
    },
  };
}

function pathsOf(calls: readonly Call[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const call of calls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call) };
  }
  return paths;
}

function operationOf(call: Call): JsonObject {
  const body = bodyOf(call);
  return {
    operationId: call.name,
    tags: [call.area],
    summary: call.summary,
    security: call.session === 'required' ? [{ sessionHeader: [] }, { sessionQuery: [] }] : [],
    parameters: [
      ...commonParameterNames.map(parameterReference),
      ...clientHeaderNames[call.client].map(parameterReference),
      ...(call.encoding === 'query' ? queryParametersOf(call) : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: { '200': answerOf(call), ...refusalsOf(call) },
  };
}

const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const;

function bodyOf(call: Call): JsonObject | undefined {
  if (call.encoding === 'query') return undefined;
  const hasRequired = wireSchema(call.request).required !== undefined;
  return {
    required: hasRequired,
    content: { [mediaTypes[call.encoding]]: { schema: schemaReference(requestNameOf(call)) } },
  };
}

function queryParametersOf(call: Call): JsonObject[] {
  const { properties = {}, required = [] } = wireSchema(call.request);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function answerOf(call: Call): JsonObject {
  if (!call.envelope) {
    return { description: call.summary, content: { 'image/*': {} } };
  }
  const { success, refusal } = envelopeComponentNames(call.envelope.name);
  const withData = hasData(call)
    ? {
        allOf: [
          schemaReference(success),
          { required: ['data'], properties: { data: schemaReference(dataNameOf(call)) } },
        ],
      }
    : schemaReference(success);
  return {
    description: `${call.summary}; or a refusal, from a backend that always answers 200`,
    content: { 'application/json': { schema: { oneOf: [withData, schemaReference(refusal)] } } },
  };
}

// Answers only to the signed calls of the lender's own systems, which are not part of this contract.
const otherServiceCodes = ['signature-invalid'];

/** The refusals by status; the envelope itself says which wire code it gives each of our codes. */
function refusalsOf(call: Call): JsonObject {
  const codesByStatus = new Map<number, [string, string][]>();
  for (const [code, { status, wireCode }] of Object.entries(errorCodes)) {
    if (otherServiceCodes.includes(code) || (status === 401 && call.session === 'none')) continue;
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), [code, wireCode]]);
  }
  return Object.fromEntries(
    [...codesByStatus].map(([status, codes]) => [String(status), refusalOf(call, codes)]),
  );
}

function refusalOf({ envelope }: Call, codes: readonly [string, string][]): JsonObject {
  const description = codes.map(([code]) => code).join(', ');
  if (!envelope) return { description };
  return {
    description,
    content: {
      'application/json': {
        schema: schemaReference(envelopeComponentNames(envelope.name).refusal),
        examples: Object.fromEntries(
          codes.map(([code, wireCode]) => [code, { value: envelope.refuse(wireCode, '') }]),
        ),
      },
    },
  };
}

function envelopeComponents(): JsonObject {
  return Object.fromEntries(
    (Object.keys(envelopeSchemas) as (keyof typeof envelopeSchemas)[]).flatMap((name) => {
      const names = envelopeComponentNames(name);
      const { success, refusal } = envelopeSchemas[name];
      return [
        [names.success, success],
        [names.refusal, refusal],
      ];
    }),
  );
}

function callComponents(calls: readonly Call[]): JsonObject {
  const schemas: Record<string, JsonObject> = {};
  for (const call of calls) {
    if (call.encoding !== 'query') schemas[requestNameOf(call)] = wireSchema(call.request);
    if (hasData(call)) schemas[dataNameOf(call)] = wireSchema(call.response);
  }
  return schemas;
}

const requestNameOf = (call: Call): string => `${call.name}Request`;
const dataNameOf = (call: Call): string => `${call.name}Data`;

/** A call whose answer the specification does not show has no data to describe. */
function hasData(call: Call): boolean {
  return call.envelope !== null && !(call.response instanceof z.ZodUnknown);
}

const languageParameterName = 'lang';
const commonParameterNames: readonly string[] = [...sessionParameterNames, languageParameterName];

const emptyQuery = readPageQuery(new URLSearchParams());
const requestedWith = 'X-Requested-With';

/** The headers of each client (CALL-1 to CALL-3). */
const clientHeaderNames: Readonly<Record<Call['client'], readonly string[]>> = {
  json: [...Object.keys(jsonClientHeaders(emptyQuery)), requestedWith],
  form: [...Object.keys(formClientHeaders(emptyQuery)), requestedWith],
};

function parameterComponents(): JsonObject {
  const language = { type: 'string', enum: ['2', '1'], default: '2', description: '2 Spanish, 1 English' };
  const sessionText = { type: 'string', maxLength: sessionParameterMaxLength };
  const schemaOf = (name: string): JsonObject => {
    if (name === languageParameterName || name === 'X-Language') return language;
    return name === requestedWith ? { type: 'string', const: 'XMLHttpRequest' } : sessionText;
  };
  const headerNames = new Set([...clientHeaderNames.json, ...clientHeaderNames.form]);
  return Object.fromEntries([
    ...commonParameterNames.map((name) => [name, { name, in: 'query', schema: schemaOf(name) }]),
    ...[...headerNames].map((name) => [name, { name, in: 'header', schema: schemaOf(name) }]),
  ]);
}
