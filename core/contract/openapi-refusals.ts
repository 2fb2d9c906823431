import type { ErrorCode } from '#domain/error-code.ts';
import type { Envelope } from './envelope.ts';
import { errorCodes } from './error-codes.ts';
import { envelopeComponentNames, type JsonObject } from './openapi-envelope.ts';
import { schemaReference } from './openapi-schema.ts';

interface SharedRefusal {
  readonly status: string;
  readonly name: string;
  readonly response: JsonObject;
}

export function refusalsByStatus(envelope: Envelope, codes: readonly ErrorCode[]): SharedRefusal[] {
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status);
  return [...byStatus].map(([status, same]) => ({
    status: String(status),
    name: [envelope.name, status, ...same].join('.'),
    response: refusalOf(envelope, same, same.join(', ')),
  }));
}

/** The refusals of every status as one response, which lists the codes of each status. */
export function refusalsOfAll(envelope: Envelope, codes: readonly ErrorCode[]): JsonObject {
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status);
  const words = [...byStatus].map(([status, same]) => `${status} ${same.join(', ')}`);
  return refusalOf(envelope, codes, words.join('; '));
}

/** One response for every status from 400 on. */
export const refusalReferences = (name: string): JsonObject => ({
  '4XX': responseReference(name),
  '5XX': responseReference(name),
});

function refusalOf(envelope: Envelope, codes: readonly ErrorCode[], description: string): JsonObject {
  const examples = codes.map((code) => [code, { value: envelope.refuse(errorCodes[code].wireCode, '') }]);
  return {
    description,
    content: {
      'application/json': {
        schema: schemaReference(envelopeComponentNames(envelope.name).refusal),
        examples: Object.fromEntries(examples),
      },
    },
  };
}

export const responseReference = (name: string): JsonObject => ({ $ref: `#/components/responses/${name}` });
