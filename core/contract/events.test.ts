import { expect, test } from 'vitest';
import { z } from 'zod';
import { eventTypeNames, eventTypes } from './events.ts';

test.each(eventTypeNames)('the example of %s is what its data say, no field more', (name) => {
  const { data, example, version } = eventTypes[name];
  expect(z.strictObject((data as unknown as z.ZodObject).shape).parse(example)).toEqual(example);
  expect(version).toBeGreaterThanOrEqual(1);
});
