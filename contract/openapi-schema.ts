import { z } from 'zod';
import type { JsonObject } from './openapi-envelope.ts';

/** The schema of an object, as far as it is looked into. */
export interface WireSchema extends JsonObject {
  readonly properties?: JsonObject;
  readonly required?: readonly string[];
}

/** The wire side of a codec: what is decoded, for requests and responses alike. */
export function wireSchema(codec: z.ZodType): WireSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(codec, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type !== 'file') return;
      // OpenAPI 3.1 describes raw bytes by their media type, not by the `binary` of 3.0.
      delete jsonSchema.format;
      delete jsonSchema.contentEncoding;
      jsonSchema.contentMediaType = 'application/octet-stream';
    },
  });
  return schema as WireSchema;
}

/** A reference to a schema of the document. */
export const schemaReference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
