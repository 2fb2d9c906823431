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

/** One response for statuses 400 to 499 and one for 500 to 599, by name; each lists the codes of each status. */
export function refusalsByClass(
  name: string,
  envelope: Envelope,
  codes: readonly ErrorCode[],
): Record<string, JsonObject> {
  const byClass = Map.groupBy(codes, (code) => `${Math.floor(errorCodes[code].status / 100)}XX`);
  return Object.fromEntries(
    [...byClass].map(([statuses, those]) => {
      const words = [...Map.groupBy(those, (code) => errorCodes[code].status)].map(
        ([status, same]) => `${status} ${same.join(', ')}`,
      );
      return [`${name}.${statuses}`, refusalOf(envelope, those, words.join('; '))];
    }),
  );
}

export const classReferences = (name: string): JsonObject => ({
  '4XX': responseReference(`${name}.4XX`),
  '5XX': responseReference(`${name}.5XX`),
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
