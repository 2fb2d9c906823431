import type { ErrorCode } from '#domain/error-code.ts';
import { allHostCalls } from './all-host-calls.ts';
import { deskRolesOf } from './doors.ts';
import { v3Envelope } from './envelope.ts';
import { errorCodes } from './error-codes.ts';
import { eventTypes } from './events.ts';
import type { HostCall } from './host-call.ts';
import examples from './host-examples.json' with { type: 'json' };
import { envelopeComponentNames, type JsonObject } from './openapi-envelope.ts';
import { refusalReferences, refusalsOfAll } from './openapi-refusals.ts';
import { described, namedSchemas, schemaReference, wireSchema } from './openapi-schema.ts';

/** Request and answer of a real call, unchanged. */
export interface HostExample {
  readonly request: unknown;
  readonly status: number;
  readonly response: unknown;
}

/** By call; `service/lending/host-examples.test.ts` makes every call and compares. */
export const hostExamples: Readonly<Record<string, HostExample>> = examples;

/** Codes that only calls of borrowers and visitors give. */
const borrowerCodes: ReadonlySet<ErrorCode> = new Set([
  'session-required',
  'offer-unavailable',
  'quote-expired',
  'quote-mismatch',
  'open-loan-exists',
  'sms-code-wrong',
  'sms-code-spent',
  'sms-too-soon',
  'sms-limit-reached',
  'sms-unavailable',
  'card-declined',
  'credit-card-refused',
  'extension-unavailable',
  'captcha-wrong',
  'already-registered',
  'timed-out',
]);

/** OpenAPI has no scheme for a signature; its headers are required together. */
export const hostSecuritySchemes: JsonObject = {
  contentDigest: header('Content-Digest', 'The SHA-256 or SHA-512 of the body: `sha-256=:…:` (RFC 9530)'),
  signatureInput: header(
    'Signature-Input',
    'What is signed (RFC 9421): `sig1=("@method" "@path" "@query" "content-digest");created=…;nonce="…";keyid="…";alg="hmac-sha256"`. `created` is at most five minutes from now. `nonce` names the message, at one path alone: one that comes again takes effect once. `keyid` is the first 16 hexadecimal digits of the SHA-256 of HOST_SIGNING_SECRET',
  ),
  signature: header(
    'Signature',
    '`sig1=:…:`, the HMAC-SHA256 of the signature base under the key in HOST_SIGNING_SECRET',
  ),
  webhookId: header(
    'webhook-id',
    'Where HOST_WEBHOOK_SIGNATURES is on: names the message, as `nonce` does elsewhere',
  ),
  webhookTimestamp: header('webhook-timestamp', 'Seconds since 1970, at most five minutes from now'),
  webhookSignature: header(
    'webhook-signature',
    'v1, and the HMAC-SHA256 of `id.timestamp.body` under HOST_SIGNING_SECRET in base64 (Standard Webhooks)',
  ),
};

/** Default of the whole document, since most operations are host calls. */
export const hostSecurity: readonly JsonObject[] = [
  { contentDigest: [], signatureInput: [], signature: [] },
  { webhookId: [], webhookTimestamp: [], webhookSignature: [] },
];

function header(name: string, description: string): JsonObject {
  return { type: 'apiKey', in: 'header', name, description };
}

export const hostTag: JsonObject = {
  name: 'host',
  description: "Signed calls of the lender's own systems; a refused one has no effect",
};

export function hostPaths(): Record<string, JsonObject> {
  return Object.fromEntries(allHostCalls.map((call) => [call.path, { post: operationOf(call) }]));
}

export function hostComponents(): Record<string, JsonObject> {
  return Object.fromEntries(
    allHostCalls.flatMap((call) => [
      [requestNameOf(call), described(wireSchema(call.request), requestNameOf(call))],
      [dataNameOf(call), described(wireSchema(call.response), dataNameOf(call))],
    ]),
  );
}

export function hostNames(): Record<string, JsonObject> {
  const bodies = [
    ...allHostCalls.flatMap(({ request, response }) => [request, response]),
    ...Object.values(eventTypes).map(({ data }) => data),
  ];
  const named = bodies.flatMap((body) => namedSchemas(body));
  return Object.fromEntries(named.map(([name, schema]) => [name, described(schema, `host.${name}`)]));
}

/** The same refusals apply to every host call. */
export function hostResponses(): JsonObject {
  const codes = (Object.keys(errorCodes) as ErrorCode[]).filter((code) => !borrowerCodes.has(code));
  return { HostRefusal: refusalsOfAll(v3Envelope, codes) };
}

export function shortened(example: unknown): unknown {
  if (Array.isArray(example)) return example.slice(0, 1).map(shortened);
  if (typeof example !== 'object' || example === null) return example;
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, shortened(value)]));
}

const requestNameOf = ({ name }: HostCall): string => `host.${name}Request`;
const dataNameOf = ({ name }: HostCall): string => `host.${name}Data`;

function operationOf(call: HostCall): JsonObject {
  const example = hostExamples[call.name];
  const { success } = envelopeComponentNames(v3Envelope.name);
  const schema = {
    allOf: [
      schemaReference(success),
      { required: ['data'], properties: { data: schemaReference(dataNameOf(call)) } },
    ],
  };
  const { statuses = [200] } = call;
  const roles = deskRolesOf(call.name);
  const answers = statuses.map((status) => {
    const made = example?.status === status && { example: v3Envelope.wrap(shortened(example.response)) };
    const description = status === 202 ? `${call.summary}: kept for later` : call.summary;
    return [String(status), { description, content: { 'application/json': { schema, ...made } } }];
  });
  return {
    operationId: `host.${call.name}`,
    tags: ['host'],
    summary: call.summary,
    ...(roles.length > 0 && { 'x-desk-roles': roles }),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: schemaReference(requestNameOf(call)),
          ...(example && { example: example.request }),
        },
      },
    },
    responses: { ...Object.fromEntries(answers), ...refusalReferences('HostRefusal') },
  };
}
