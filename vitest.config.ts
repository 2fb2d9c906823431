import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

const databaseTimeoutMs = 120_000;
// Generous, for a busy machine with two cores: no unit test waits for time to pass.
const unitTimeoutMs = 120_000;
const journeyTimeoutMs = 120_000;

const inBrowser = 'browser/**/*.test.{ts,tsx}';
const journeys = 'tests/journeys/**/*.test.{ts,tsx}';
const attacks = 'tests/attacks/**/*.test.ts';
const engines = 'tests/engines/**/*.test.ts';
const specMap = 'tests/spec-map/**/*.test.ts';
const threeMarkets = 'tests/markets/three-markets/**/*.test.ts';
/** What tables in parts do otherwise than whole ones, and no look at a statement tells: triggers, plans of lists, locks. */
const onPartitions = ['db/ledger-guards.test.ts', 'lending/list-plans.test.ts', 'lending/races.test.ts'];
const indexes = 'tests/indexes/**/*.test.ts';
const testRun = 'tests/setup/test-run.ts';

export default defineConfig({
  test: {
    environment: 'node',
    // A PGlite takes 0.6 GB, and a small machine has two cores.
    maxWorkers: 2,
    css: { include: [/\.module\.css$/], modules: { classNameStrategy: 'non-scoped' } },
    hookTimeout: databaseTimeoutMs,
    testTimeout: unitTimeoutMs,
    // A busy processor decides no test: what is polled for is waited for.
    expect: { poll: { timeout: 20_000 } },
    // A busy machine may lose a tap or a wait; a fault fails twice, and the checks name what needed a second try.
    retry: 1,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx,mjs}'],
          exclude: [
            ...configDefaults.exclude,
            '**/build/**',
            inBrowser,
            journeys,
            attacks,
            engines,
            specMap,
            threeMarkets,
            indexes,
          ],
          globalSetup: [testRun],
          setupFiles: ['tests/setup/keep-on-shards.ts'],
          // Modules keep no state, so the files of a worker share them: half the time went into importing them anew.
          isolate: false,
        },
      },
      // After them: what their services asked tells which indexes are of use.
      {
        extends: true,
        test: {
          name: 'indexes',
          include: [indexes],
          globalSetup: [testRun],
          sequence: { groupOrder: 1 },
        },
      },
      // The same tests on tables that are partitioned by borrower; TEST_PARTITIONS=4 and the project `unit` are all of them.
      {
        extends: true,
        test: {
          name: 'partitions',
          include: onPartitions,
          env: { TEST_PARTITIONS: '4' },
          globalSetup: [testRun],
          isolate: false,
        },
      },
      // The same sources with one line more in `markets/markets.ts`: a made-up market.
      {
        extends: true,
        resolve: {
          alias: {
            '#markets/markets.ts': fileURLToPath(new URL('tests/markets/three-markets.ts', import.meta.url)),
          },
        },
        test: { name: 'three-markets', include: [threeMarkets], globalSetup: [testRun] },
      },
      // What runs in a browser changes its window, so each file has one of its own.
      { extends: true, test: { name: 'browser', include: [inBrowser] } },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: [journeys, attacks],
          globalSetup: [testRun],
          testTimeout: journeyTimeoutMs,
          // Each file has a Llano of its own; those of a worker share its modules and its browser.
          isolate: false,
        },
      },
      // Each attacker for long enough to measure what a bystander feels of it.
      {
        extends: true,
        test: {
          name: 'attacks',
          include: [attacks],
          env: { ATTACK_SECONDS: '10' },
          globalSetup: [testRun],
          retry: 0,
        },
      },
      // The main journeys in other engines too; a file has browsers of its own.
      {
        extends: true,
        test: {
          name: 'engines',
          include: [engines],
          globalSetup: [testRun],
          testTimeout: journeyTimeoutMs,
        },
      },
      { extends: true, test: { name: 'spec-map', include: [specMap] } },
    ],
  },
});
