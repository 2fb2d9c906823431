import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

const databaseTimeoutMs = 120_000;
// Generous, for a busy machine with two cores: no unit test waits for time to pass.
const unitTimeoutMs = 300_000;
const journeyTimeoutMs = 120_000;

const inBrowser = 'web/browser/**/*.test.{ts,tsx}';
const engines = 'tests/engines/**/*.test.ts';
const journeys = ['tests/journeys/**/*.test.{ts,tsx}', engines];
const specMap = 'tests/spec-map/**/*.test.ts';
// What takes long: `npm test` runs nothing of it, `npm run test:all` all of it.
const proofs = 'tests/proofs/**/*.test.{ts,tsx}';
const longJourneys = 'tests/proofs/journeys/**/*.test.{ts,tsx}';
const attacks = 'tests/proofs/attacks/**/*.test.ts';
const threeMarkets = 'tests/proofs/three-markets/**/*.test.ts';
const indexes = 'tests/proofs/indexes/**/*.test.ts';
/** What tables in parts do otherwise than whole ones, and no look at a statement tells: triggers, plans of lists, locks. */
const onPartitions = [
  'tests/proofs/db/ledger-guards.test.ts',
  'tests/proofs/lending/list-plans.test.ts',
  'tests/proofs/lending/races.test.ts',
];
const testRun = 'tests/setup/test-run.ts';
const measureCost = 'tests/setup/measure-cost.ts';

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
    setupFiles: [measureCost],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx,mjs}'],
          exclude: [...configDefaults.exclude, '**/build/**', inBrowser, ...journeys, specMap, proofs],
          globalSetup: [testRun],
          setupFiles: ['tests/setup/keep-on-shards.ts'],
          // Modules keep no state, so the files of a worker share them: half the time went into importing them anew.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'proofs',
          include: [proofs],
          exclude: [...configDefaults.exclude, longJourneys, attacks, threeMarkets, indexes],
          globalSetup: [testRun],
          setupFiles: ['tests/setup/keep-on-shards.ts'],
          isolate: false,
        },
      },
      // After them, because their statements show which indexes are used.
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
      // The same sources with one line more in `core/markets/markets.ts`: a made-up market.
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
      // Each file has a Llano of its own; those of a worker share its modules and its browser.
      ...[
        { name: 'journeys', include: journeys },
        { name: 'long-journeys', include: [longJourneys, attacks] },
      ].map((journeysOf) => ({
        extends: true as const,
        test: {
          ...journeysOf,
          globalSetup: [testRun],
          testTimeout: journeyTimeoutMs,
          isolate: false,
        },
      })),
      // Each attacker for long enough to measure what a bystander feels of it.
      {
        extends: true,
        test: {
          name: 'attacks',
          include: [attacks],
          env: { ATTACK_SECONDS: '10' },
          globalSetup: [testRun],
        },
      },
      // The main journeys in the other engines; a file has browsers of its own.
      {
        extends: true,
        test: {
          name: 'engines',
          include: [engines],
          env: { ENGINES: 'firefox,webkit' },
          globalSetup: [testRun],
          testTimeout: journeyTimeoutMs,
        },
      },
      { extends: true, test: { name: 'spec-map', include: [specMap] } },
    ],
  },
});
