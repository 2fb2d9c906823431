import type { Envelope } from './envelope.ts';

export type JsonObject = { readonly [name: string]: unknown };

interface EnvelopeSchemas {
  readonly success: JsonObject;
  readonly refusal: JsonObject;
}

const message = { type: 'string', description: 'Ready to show, in the language of the request' };
const successWords = 'Whether the call gave its data';
const codeWords = 'The value of success of this envelope, or the code of the refusal';
const code = { type: ['string', 'number', 'null'], description: codeWords };
const data = { description: 'What the call gives' };
const noData = { description: 'Nothing' };

/** JSON Schema of each envelope (CALL-5); the calls add the schema of `data`. */
export const envelopeSchemas: Readonly<Record<Envelope['name'], EnvelopeSchemas>> = {
  v3: {
    success: {
      type: 'object',
      required: ['success'],
      properties: { success: { const: true, description: successWords }, code, message, data },
    },
    refusal: {
      type: 'object',
      required: ['success'],
      properties: {
        success: { const: false, description: successWords },
        code,
        message,
        data: noData,
      },
    },
  },
  'pay-way': codeSchemas({ const: '00' }, { const: '00' }),
  'channel-template': codeSchemas({ const: '00' }, { const: '00' }),
  promotion: codeSchemas({ const: '0' }, { enum: ['0', 0] }),
  generic: codeSchemas(
    { const: 0 },
    { anyOf: [{ const: 0 }, { type: 'string', pattern: '^\\s*[+-]?0+\\s*$' }] },
  ),
};

/** A backend gives `successCode`; the pages accept all `successCodes`, so no refusal has one. */
function codeSchemas(successCode: JsonObject, successCodes: JsonObject): EnvelopeSchemas {
  return {
    success: {
      type: 'object',
      required: ['code'],
      properties: { code: { ...successCode, description: codeWords }, message, data },
    },
    refusal: {
      type: 'object',
      required: ['code'],
      properties: {
        code: { type: ['string', 'number'], not: successCodes, description: codeWords },
        message,
        data: noData,
      },
    },
  };
}

/** Component names: `pay-way` gives `PayWaySuccess` and `PayWayRefusal`. */
export function envelopeComponentNames(name: Envelope['name']): { success: string; refusal: string } {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return { success: `${words.join('')}Success`, refusal: `${words.join('')}Refusal` };
}
