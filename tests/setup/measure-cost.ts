import { relative } from 'node:path';
import process from 'node:process';
import { afterAll, expect } from 'vitest';
import { keepCost } from './file-cost.ts';

// Runs before each file of tests: what the file takes of the processor is known when it ends.
const before = process.cpuUsage();

afterAll(() => {
  const { user, system } = process.cpuUsage(before);
  const { testPath = '' } = expect.getState();
  keepCost({
    file: relative(process.cwd(), testPath),
    seconds: (user + system) / 1e6,
  });
});
