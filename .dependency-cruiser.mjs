// Which layer may import what, as an allow-list: an import that no line below names is an error, and so is every import
// of a folder that is not listed. Run by `npm run imports`.

// TypeScript 7 has no programming interface that dependency-cruiser could use; swc reads the same syntax. Imported here
// because without it dependency-cruiser would read no TypeScript at all, and find no violations.
import '@swc/core';

const test = '\\.test\\.tsx?$';

/** Files of a layer that are shipped. */
const shipped = (layer) => ({ path: `^${layer}/`, pathNot: test });

const packages = (...names) => ({ path: `^node_modules/(${names.join('|')})/` });

const nodeCore = { dependencyTypes: ['core'] };

/** What each layer's files may import beside their own layer. */
const layers = {
  domain: [],
  contract: [shipped('domain'), packages('zod')],
  content: [shipped('domain')],
  db: [shipped('domain'), packages('drizzle-orm', 'pg', '@types/pg', '@electric-sql/pglite'), nodeCore],
  api: [
    shipped('(domain|contract|content|db)'),
    packages(
      '@aws-sdk/client-s3',
      '@remix-run/form-data-parser',
      'bwip-js',
      'cockatiel',
      'drizzle-orm',
      'hono',
      'libphonenumber-js',
      'sharp',
      'standardwebhooks',
      'zod',
    ),
    nodeCore,
  ],
  fixtures: [shipped('(domain|contract|db)'), nodeCore],
};

/** Contract files that run in the browser: they and what they import stay free of zod (20 kB). */
const browserContract = '^contract/(call|envelope|error-codes|page-query)\\.ts$';

const serverOnly = '(^app/entry\\.server\\.tsx$|\\.server\\.tsx?$)';
const screens = '^app/(root\\.tsx$|screens/)';
const typeOnly = { dependencyTypes: ['type-only'] };
const appPackages = packages(
  'react',
  'react-dom',
  'react-router',
  '@react-router',
  '@types/react',
  '@types/react-dom',
);

const app = [
  { from: shipped('app'), to: { path: '^app/', pathNot: [test, serverOnly] } },
  { from: shipped('app'), to: shipped('(domain|content)') },
  { from: shipped('app'), to: { path: browserContract } },
  { from: shipped('app'), to: { path: '^contract/', ...typeOnly } },
  { from: shipped('app'), to: appPackages },
  // A screen's loader and action run on the server. React Router keeps what only they import out of the browser, and the
  // build fails where something slips through (scripts/browser-guard.ts).
  { from: { path: screens, pathNot: test }, to: { path: serverOnly } },
  { from: { path: screens, pathNot: test }, to: shipped('contract') },
  { from: { path: serverOnly, pathNot: test }, to: shipped('(app|contract)') },
  { from: { path: serverOnly, pathNot: test }, to: nodeCore },
  { from: { path: serverOnly, pathNot: test }, to: packages('@remix-run/form-data-parser') },
  // The service worker is a program of its own: what it is made of is in no page.
  { from: shipped('app/service-worker'), to: packages('workbox-[a-z]+') },
  // Route types that React Router generates.
  { from: shipped('app'), to: { path: '(^|/)\\+types/' } },
];

/** A test beside a file imports what its layer may, and what tests are made of. */
const layerTests = (layer) =>
  [
    { path: `^${layer}/` },
    ...(layers[layer] ?? [shipped('(domain|contract|content)'), appPackages]),
    { path: '^fixtures/' },
    { path: '^tests/setup/' },
    packages(
      'vitest',
      'fast-check',
      'zod',
      'drizzle-orm',
      '@electric-sql/pglite',
      'pg',
      '@types/pg',
      '@20minutes',
    ),
    nodeCore,
  ].map((to) => ({ from: { path: `^${layer}/.*${test}` }, to }));

/** Lending's rooms, each with those it may import; all may import what stands beside them: dependencies, ports, clock. */
const lendingRooms = {
  http: [],
  ledger: [],
  sms: [],
  borrower: ['http'],
  support: ['http'],
  offer: ['http', 'ledger'],
  complaint: ['http', 'ledger'],
  repayment: ['http', 'ledger'],
  registration: ['http', 'sms'],
  'card-payment': ['http', 'ledger', 'sms'],
  extension: ['http', 'ledger', 'repayment'],
  loan: ['http', 'ledger', 'repayment', 'card-payment', 'complaint'],
  developer: ['http', 'ledger', 'repayment'],
};

const lendingRules = [
  ...Object.entries(lendingRooms).map(([room, below]) => ({
    name: `lending-${room}`,
    comment: 'Rooms import one way: what stands above or beside is not known here.',
    severity: 'error',
    from: { path: `^lending/${room}/`, pathNot: test },
    to: {
      path: ['^lending/[^/]+/', '^lending/(create-lending|jobs)\\.ts$'],
      pathNot: `^lending/(${[room, ...below].join('|')})/`,
    },
  })),
  {
    name: 'lending-queries',
    comment: "Queries stand in an area's store and in the ledger, nowhere else.",
    severity: 'error',
    from: { path: '^lending/', pathNot: [test, '^lending/(ledger/.*|[^/]+/store|clock)\\.ts$'] },
    to: { path: '^(db/schema|node_modules/drizzle-orm)/' },
  },
  {
    name: 'lending-adapters',
    comment: 'Lending knows ports; the composition chooses the adapters.',
    severity: 'error',
    from: { path: '^lending/', pathNot: test },
    to: { path: '^providers/', pathNot: '^providers/ports/' },
  },
];

export default {
  forbidden: [
    ...lendingRules,
    {
      name: 'no-circular',
      comment: 'Types may refer to each other; what runs may not.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '(^|/)(\\+types|build)/' },
    },
    {
      name: 'browser-contract-without-zod',
      comment: 'These run in the browser: move what needs zod to another file of the contract.',
      severity: 'error',
      from: { path: browserContract },
      to: {
        path: '^(contract|node_modules/zod)/',
        pathNot: browserContract,
        dependencyTypesNot: ['type-only'],
      },
    },
  ],
  allowed: [
    ...Object.entries(layers).flatMap(([layer, targets]) =>
      [shipped(layer), ...targets].map((to) => ({ from: shipped(layer), to })),
    ),
    ...app,
    ...[...Object.keys(layers), 'app'].flatMap(layerTests),
    { from: { path: '^(server|tests|bench|scripts)/' }, to: {} },
    { from: { path: '^[^/]+\\.(ts|mjs)$' }, to: {} },
  ],
  allowedSeverity: 'error',
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: '^(node_modules|build|\\.react-router|data)(/|$)' },
    exclude: { path: '^\\.git/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
};
