import { z } from 'zod';
import type { ErrorCode } from '#domain/error-code.ts';
import { allCalls, optionalCalls } from './all-calls.ts';
import type { Call } from './call.ts';
import examples from './call-examples.json' with { type: 'json' };
import type { Envelope } from './envelope.ts';
import { errorCodes } from './error-codes.ts';
import { fieldDescriptions } from './field-descriptions.ts';
import { envelopeComponentNames, envelopeSchemas, type JsonObject } from './openapi-envelope.ts';
import { eventComponents, eventResponses, eventWebhooks } from './openapi-events.ts';
import {
  hostComponents,
  hostNames,
  hostPaths,
  hostResponses,
  hostSecurity,
  hostSecuritySchemes,
  hostTag,
} from './openapi-host.ts';
import {
  providerPaths,
  providerResponses,
  providerSecuritySchemes,
  providerTag,
} from './openapi-providers.ts';
import { refusalReferences, refusalsByStatus, refusalsOfAll, responseReference } from './openapi-refusals.ts';
import { described, differences, namedSchemas, schemaReference, wireSchema } from './openapi-schema.ts';
import { describedValues, namedValues, shareSchemas } from './openapi-sharing.ts';
import optionalExamples from './optional-call-examples.json' with { type: 'json' };
import {
  formClientHeaders,
  jsonClientHeaders,
  readPageQuery,
  sessionParameterMaxLength,
  sessionParameterNames,
} from './page-query.ts';

/** Request, full answer, and answer with the specification's fields alone. */
export interface CallExample {
  readonly request?: JsonObject;
  readonly response?: unknown;
  readonly minimalResponse?: unknown;
}

/** By call; a test compares them with the samples of the tests. */
export const callExamples: Readonly<Record<string, CallExample>> = { ...examples, ...optionalExamples };

/** `serverUrl` is left out where the document is served from the same address. */
export interface OpenApiOptions {
  readonly title: string;
  readonly version: string;
  readonly serverUrl?: string;
  /** Whether host calls exist: with the built-in service, not with a lender's own backend. */
  readonly hasHostCalls?: boolean;
}

const parameterReference = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` });

/** The contract as an OpenAPI 3.1.1 document: every call by wire names (CALL-6), and the events. */
export function openApiDocument({
  title,
  version,
  serverUrl,
  hasHostCalls = true,
}: OpenApiOptions): JsonObject {
  const shared = shareSchemas(
    {
      paths: { ...pathsOf(describedCalls), ...(hasHostCalls && { ...hostPaths(), ...providerPaths() }) },
      webhooks: hasHostCalls ? eventWebhooks() : {},
      schemas: {
        ...callComponents(describedCalls),
        ...(hasHostCalls && { ...hostComponents(), ...eventComponents() }),
      },
    },
    { ...namedOf(describedCalls), ...(hasHostCalls && hostNames()) },
    '/components/schemas',
  );
  const tolerated = shareSchemas(
    toleratedAnswers(describedCalls),
    toleratedNames(describedCalls),
    '/x-tolerated-schemas',
  );
  return {
    openapi: '3.1.1',
    info: {
      title,
      version,
      description: documentWords,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl ?? '/' }],
    ...(hasHostCalls && { security: hostSecurity }),
    tags: [
      ...[...new Set(allCalls.map(({ area }) => area))].map((name) => ({
        name,
        description: areaWords[name],
      })),
      ...(hasHostCalls ? [hostTag, providerTag] : []),
    ],
    paths: shared.parts.paths,
    ...(hasHostCalls && { webhooks: shared.parts.webhooks }),
    components: {
      schemas: { ...envelopeComponents(), ...shared.named, ...(shared.parts.schemas as JsonObject) },
      responses: {
        ...refusalComponents(describedCalls),
        ...(hasHostCalls && { ...hostResponses(), ...providerResponses(), ...eventResponses }),
      },
      parameters: parameterComponents(),
      securitySchemes: securitySchemes(hasHostCalls),
    },
    'x-tolerated-answers': tolerated.parts,
    'x-tolerated-schemas': tolerated.named,
  };
}

function securitySchemes(hasHostCalls: boolean): JsonObject {
  return {
    sessionHeader: apiKey('header', 'X-Session-Id', 'The session; both places have to agree'),
    sessionQuery: apiKey('query', 'sessionId', 'The session; both places have to agree'),
    deviceHeader: apiKey('header', 'X-Device-Id', 'The device that the session is bound to'),
    deviceQuery: apiKey('query', 'deviceId', 'The device that the session is bound to'),
    ...(hasHostCalls && { ...hostSecuritySchemes, ...providerSecuritySchemes() }),
  };
}

const bodiesOf = (calls: readonly Call[]) =>
  calls.flatMap((call) => (hasData(call) ? [call.request, call.response] : [call.request]));

function namedOf(calls: readonly Call[]): Record<string, JsonObject> {
  const values = Object.entries({ ...namedValues, ...describedValues });
  const named = bodiesOf(calls).flatMap((body) => namedSchemas(body));
  return Object.fromEntries([
    ...values.map(([name, value]) => [name, wireSchema(value)] as const),
    ...named.map(([name, schema]) => [name, described(schema, name)] as const),
  ]);
}

function toleratedNames(calls: readonly Call[]): Record<string, JsonObject> {
  const bodies = bodiesOf(calls);
  const provided = Object.fromEntries(bodies.flatMap((body) => namedSchemas(body)));
  const named = bodies.flatMap((body) => namedSchemas(body, 'tolerated'));
  return Object.fromEntries([
    ...Object.entries(namedValues).map(([name, value]) => [name, wireSchema(value, 'tolerated')] as const),
    ...named.map(([name, schema]) => [name, differences(schema, provided[name] ?? {}) ?? schema] as const),
  ]);
}

const describedCalls: readonly Call[] = [...allCalls, ...optionalCalls];

const documentWords = `The calls that the loan pages make, and what a backend answers. The schemas say what to give. x-tolerated-answers
lists by call the fields that the pages also accept in another form. Fields whose description says that they are optional are beyond
the specification: a backend without them works on every screen, and so does one without the calls that x-optional marks.
A call is given up after 60 seconds.`;

const optionalWords = (announcedBy: readonly string[]) =>
  `Beyond the specification's 25 calls: the pages make it only where an answer announces it, by ${announcedBy
    .map((field) => `\`${field}\``)
    .join(' or ')}, and are whole without it.`;

const areaWords: Readonly<Record<Call['area'], string>> = {
  offer: 'What the borrower is asked to accept',
  loan: 'A loan and its agreement',
  repayment: 'What is due and how to pay it',
  extension: 'Postponing a payment',
  'card-payment': 'Paying with a saved card',
  complaint: 'Filing and following complaints',
  support: 'Reaching a person',
  registration: 'Visitors of a promotion page, without a session',
};

function apiKey(place: 'header' | 'query', name: string, description: string): JsonObject {
  return { type: 'apiKey', in: place, name, description };
}

/** What the pages accept beside the schemas, by call. */
function toleratedAnswers(calls: readonly Call[]): JsonObject {
  return Object.fromEntries(
    calls.filter(hasData).flatMap((call) => {
      const tolerated = differences(wireSchema(call.response, 'tolerated'), wireSchema(call.response));
      return tolerated ? [[call.name, tolerated]] : [];
    }),
  );
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
    ...(call.announcedBy && { description: optionalWords(call.announcedBy), 'x-optional': true }),
    security: securityOf(call),
    parameters: [
      ...commonParameterNames.map(parameterReference),
      ...clientHeaderNames[call.client].map(parameterReference),
      ...(call.encoding === 'query' ? queryParametersOf(call) : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: { '200': answerOf(call), ...refusalsOf(call) },
  };
}

/** A session is valid on its device only; header and query must agree where both name one. */
function securityOf({ session, client }: Call): JsonObject[] {
  if (session === 'none') return [];
  const device = client === 'json' ? 'deviceHeader' : 'deviceQuery';
  return [
    { sessionHeader: [], [device]: [] },
    { sessionQuery: [], deviceQuery: [] },
  ];
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
    content: {
      [mediaTypes[call.encoding]]: {
        schema: schemaReference(requestNameOf(call)),
        ...(callExamples[call.name]?.request && { example: callExamples[call.name]?.request }),
      },
    },
  };
}

function queryParametersOf(call: Call): JsonObject[] {
  const { properties = {}, required = [] } = wireSchema(call.request);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description: (schema as JsonObject).description ?? fieldDescriptions[name],
    schema,
    ...(callExamples[call.name]?.request && { example: callExamples[call.name]?.request?.[name] }),
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
    content: {
      'application/json': {
        schema: { anyOf: [withData, schemaReference(refusal)] },
        examples: answerExamplesOf(call),
      },
    },
  };
}

function answerExamplesOf(call: Call): JsonObject | undefined {
  const { envelope } = call;
  const { response = null, minimalResponse = null } = callExamples[call.name] ?? {};
  if (!envelope) return undefined;
  const summary = 'The fields of the specification alone';
  return {
    whole: { summary: 'Every field', value: envelope.wrap(response) },
    ...(minimalResponse !== null && { least: { summary, value: envelope.wrap(minimalResponse) } }),
  };
}

const commonRefusals = [
  'request-malformed',
  'method-not-allowed',
  'request-invalid',
  'too-many-requests',
  'internal',
  'timed-out',
  'service-unavailable',
] as const satisfies readonly ErrorCode[];

const bodyRefusals = ['body-too-large', 'body-too-slow'] as const satisfies readonly ErrorCode[];

const usualRefusalsOf = ({ encoding }: Call): ErrorCode[] =>
  inOrder([...commonRefusals, ...(encoding === 'query' ? [] : bodyRefusals)]);

export function refusalCodesOf(call: Call): ErrorCode[] {
  const ofSession: readonly ErrorCode[] = call.session === 'required' ? ['session-required'] : [];
  return inOrder([...usualRefusalsOf(call), ...(call.refusals ?? []), ...ofSession]);
}

function inOrder(codes: readonly ErrorCode[]): ErrorCode[] {
  const given = new Set(codes);
  return (Object.keys(errorCodes) as ErrorCode[]).filter((code) => given.has(code));
}

/** Refusals that every call may give stand in one response; a status that has other codes too has a response of its own. */
function refusalsOf(call: Call): JsonObject {
  const { envelope } = call;
  if (!envelope) {
    const byStatus = Map.groupBy(refusalCodesOf(call), (code) => String(errorCodes[code].status));
    return Object.fromEntries(
      [...byStatus].map(([status, same]) => [status, { description: same.join(', ') }]),
    );
  }
  const own = refusalsByStatus(envelope, ownRefusalsOf(call));
  return {
    ...Object.fromEntries(own.map(({ status, name }) => [status, responseReference(name)])),
    ...refusalReferences(usualNameOf(envelope, call)),
  };
}

function ownRefusalsOf(call: Call): ErrorCode[] {
  const codes = refusalCodesOf(call);
  const usual = new Set<ErrorCode>(usualRefusalsOf(call));
  const own = new Set(codes.filter((code) => !usual.has(code)).map((code) => errorCodes[code].status));
  return codes.filter((code) => own.has(errorCodes[code].status));
}

const usualNameOf = ({ name }: Envelope, { encoding }: Call): string =>
  encoding === 'query' ? `${name}.read` : name;

function refusalComponents(calls: readonly Call[]): JsonObject {
  const refusals = calls.flatMap((call) => {
    const { envelope } = call;
    if (!envelope) return [];
    const usual = refusalsOfAll(envelope, usualRefusalsOf(call));
    const own = refusalsByStatus(envelope, ownRefusalsOf(call));
    return [
      [usualNameOf(envelope, call), usual] as const,
      ...own.map(({ name, response }) => [name, response] as const),
    ];
  });
  return Object.fromEntries(refusals);
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
    if (call.encoding !== 'query') {
      schemas[requestNameOf(call)] = described(wireSchema(call.request), requestNameOf(call));
    }
    if (hasData(call)) {
      schemas[dataNameOf(call)] = described(wireSchema(call.response), dataNameOf(call));
    }
  }
  return schemas;
}

const requestNameOf = (call: Call): string => `${call.name}Request`;
const dataNameOf = (call: Call): string => `${call.name}Data`;

/** False for a call whose answer the specification does not show. */
function hasData(call: Call): boolean {
  return call.envelope !== null && !(call.response instanceof z.ZodUnknown);
}

const languageParameterName = 'lang';
const commonParameterNames: readonly string[] = [...sessionParameterNames, languageParameterName];

const emptyQuery = readPageQuery(new URLSearchParams());
const requestedWith = 'X-Requested-With';

/** Headers of each client (CALL-1 to CALL-3). */
const clientHeaderNames: Readonly<Record<Call['client'], readonly string[]>> = {
  json: [...Object.keys(jsonClientHeaders(emptyQuery)), requestedWith],
  form: [...Object.keys(formClientHeaders(emptyQuery)), requestedWith],
};

const languageWords = '2 Spanish, 1 English; empty where the page’s address names none, which is Spanish';
const parameterWords: Readonly<Record<string, string>> = {
  deviceId: 'The device, as the page’s address names it',
  appVersion: 'Version of the app around the page',
  userId: 'The app’s user',
  sessionId: 'The borrower’s session',
  clientType: 'android, ios or h5',
  merchantNumber: 'The merchant; the configured one where the address names none',
  mobilePhone: 'The number the app knows the borrower by',
  lang: languageWords,
  'X-Device-Id': 'The same as deviceId; empty where absent',
  'X-App-Version': 'The same as appVersion; empty where absent',
  'X-User-Id': 'The same as userId; empty where absent',
  'X-Session-Id': 'The same as sessionId; empty where absent',
  'X-Language': languageWords,
  'X-Merchant-Number': 'The same as merchantNumber',
  [requestedWith]: 'Says that a page makes the call',
};

function parameterComponents(): JsonObject {
  const language = { type: 'string', enum: ['2', '1', ''], default: '2' };
  const sessionText = { type: 'string', maxLength: sessionParameterMaxLength };
  const schemaOf = (name: string): JsonObject => {
    if (name === languageParameterName || name === 'X-Language') return language;
    return name === requestedWith ? { type: 'string', const: 'XMLHttpRequest' } : sessionText;
  };
  const described = (name: string) => ({ description: parameterWords[name], schema: schemaOf(name) });
  const headerNames = new Set([...clientHeaderNames.json, ...clientHeaderNames.form]);
  return Object.fromEntries([
    ...commonParameterNames.map((name) => [name, { name, in: 'query', ...described(name) }]),
    ...[...headerNames].map((name) => [name, { name, in: 'header', ...described(name) }]),
  ]);
}
