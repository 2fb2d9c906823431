import { expect, test } from 'vitest';
import { z } from 'zod';
import examples from './event-examples.json' with { type: 'json' };
import { eventTypeNames, eventTypes } from './events.ts';

test.each(eventTypeNames)('the example of %s is what its data say, no field more', (name) => {
  const { data, version } = eventTypes[name];
  const example = examples[name];
  expect(z.strictObject((data as unknown as z.ZodObject).shape).parse(example)).toEqual(example);
  expect(version).toBeGreaterThanOrEqual(1);
});
