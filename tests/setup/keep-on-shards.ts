import { afterAll, afterEach, expect } from 'vitest';
import { takeFaultyStatements, writeServiceStatements } from './service-statements.ts';

// Whatever a service asks in a test would also run where its tables stand on several machines (docs/scaling.md), and is kept for
// the test of the indexes (tests/indexes/).
afterEach(() => {
  expect(takeFaultyStatements(), 'statements that tables on several machines refuse').toEqual([]);
});
afterAll(writeServiceStatements);
