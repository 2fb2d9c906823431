import { z } from 'zod';
import eventExamples from './event-examples.json' with { type: 'json' };
import { eventMessage, eventTypeNames, eventTypes } from './events.ts';
import type { JsonObject } from './openapi-envelope.ts';
import { described, wireSchema } from './openapi-schema.ts';

/** The events as OpenAPI webhooks, each with an example. */
export function eventWebhooks(): JsonObject {
  return Object.fromEntries(eventTypeNames.map((name) => [name, { post: operationOf(name) }]));
}

function operationOf(name: (typeof eventTypeNames)[number]): JsonObject {
  const { summary, version, data } = eventTypes[name];
  const message = z.object({
    ...eventMessage.shape,
    type: z.literal(name),
    version: z.literal(version),
    data,
  });
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
          schema: described(wireSchema(message), `host.${name}`),
          example: shown as JsonObject,
        },
      },
    },
    responses: { '2XX': { description: 'Taken; anything else, and no answer, is tried again' } },
  };
}
