import { z } from 'zod';
import eventExamples from './event-examples.json' with { type: 'json' };
import { eventMessage, eventTypeNames, eventTypes, loanOfEvent } from './events.ts';
import type { JsonObject } from './openapi-envelope.ts';
import { responseReference } from './openapi-refusals.ts';
import { described, schemaReference, type WireSchema, wireSchema } from './openapi-schema.ts';

export function eventWebhooks(): JsonObject {
  return Object.fromEntries(eventTypeNames.map((name) => [name, { post: operationOf(name) }]));
}

export const eventResponses: JsonObject = {
  EventTaken: { description: 'Taken; anything else, and no answer, is tried again' },
};

export function eventComponents(): Record<string, JsonObject> {
  const { type: _type, data: _data, ...shape } = eventMessage.shape;
  const version = z.literal(1).describe('Version');
  const schemas = { EventMessage: z.object({ ...shape, version }), EventOfLoan: z.object(loanOfEvent) };
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, described(wireSchema(schema), `host.${name}`)]),
  );
}

function operationOf(name: (typeof eventTypeNames)[number]): JsonObject {
  const { summary, version, data } = eventTypes[name];
  const message = z.object({
    ...eventMessage.shape,
    type: z.literal(name),
    version: z.literal(version),
    data,
  });
  const { EventMessage = {}, EventOfLoan = {} } = eventComponents();
  const schema = described(wireSchema(message), `host.${name}`);
  const properties = schema.properties ?? {};
  const ofLoan = extending('EventOfLoan', EventOfLoan, properties.data as WireSchema);
  const shown = {
    type: name,
    version,
    timestamp: '2026-11-20T18:00:00.000Z',
    sequence: '4711',
    data: eventExamples[name],
  };
  return {
    operationId: `event.${name}`,
    tags: ['host'],
    security: [{ webhookId: [], webhookTimestamp: [], webhookSignature: [] }],
    summary,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: extending('EventMessage', EventMessage, {
            ...schema,
            properties: { ...properties, data: ofLoan },
          }),
          example: shown as JsonObject,
        },
      },
    },
    responses: { '2XX': responseReference('EventTaken') },
  };
}

/** The same schema as an extension of a named one, where it has all of its fields. */
function extending(baseName: string, base: WireSchema, schema: WireSchema): WireSchema {
  const { properties = {}, required = [], description, ...rest } = schema;
  const names = Object.keys(base.properties ?? {});
  const isSame = names.every(
    (name) => JSON.stringify(properties[name]) === JSON.stringify(base.properties?.[name]),
  );
  if (!isSame) return schema;
  const isOwn = (name: string) => !names.includes(name);
  const own = {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isOwn(name))),
    required: required.filter(isOwn),
  };
  return { allOf: [schemaReference(baseName), own], ...(description !== undefined && { description }) };
}
