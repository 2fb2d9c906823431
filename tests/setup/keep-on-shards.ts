import { afterEach, expect } from 'vitest';
import { takeFaultyStatements } from './service-statements.ts';

// Whatever a service asks in a test would also run where its tables stand on several machines (docs/scaling.md).
afterEach(() => {
  expect(takeFaultyStatements(), 'statements that tables on several machines refuse').toEqual([]);
});
