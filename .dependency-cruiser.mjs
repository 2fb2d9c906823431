// Which layer may import what, as an allow-list: an import that no line below names is an error, and so is every import
// of a folder that is not listed. Run by `npm test -- imports`.

// TypeScript 7 has no programming interface that dependency-cruiser could use, and it warns so; swc reads the same
// syntax. Imported here because without it dependency-cruiser would read no TypeScript at all, and find no violations.
import '@swc/core';

const test = '\\.test\\.tsx?$';

/** Where layers stand. The server composes them and may import everything; `roomRules` has what it may not. */
const rooms = '(core|web|service|tools)';

const shipped = (folder) => ({ path: `^${rooms}/${folder}/`, pathNot: test });

const packages = (...names) => ({ path: `^node_modules/(${names.join('|')})/` });

const nodeCore = { dependencyTypes: ['core'] };

const reactNative = { path: '^react-native(-webview)?$' };

/** Types that `npm run types` makes for `examples/backend/backend.ts`; before that they are missing. */
const exampleTypes = '^\\./contract\\.ts$';

const screenPackages = packages('react', 'react-dom', '@types/react', '@types/react-dom', 'hono');

/** What markup and the browser's modules agree by. */
const marks = { path: '^web/browser/marks\\.ts$' };

/** How a call is signed, written once: the service checks it, and the lender's systems have it packed into their client. */
const signature = { path: '^core/contract/signature\\.ts$' };

/** What each layer's files may import beside their own layer. */
const layers = {
  // Data; what reads it is the domain.
  markets: [],
  domain: [shipped('markets'), packages('libphonenumber-js')],
  contract: [shipped('domain'), packages('zod')],
  content: [shipped('(domain|markets)')],
  db: [shipped('domain'), packages('drizzle-orm', 'pg', '@types/pg', '@electric-sql/pglite'), nodeCore],
  providers: [
    shipped('(domain|contract)'),
    packages(
      '@aws-sdk/client-s3',
      'cockatiel',
      'csv-parse',
      'fast-xml-parser',
      'jose',
      'openid-client',
      'stripe',
      'zod',
    ),
    nodeCore,
  ],
  lending: [
    shipped('(domain|contract|content|db)'),
    // The ports are types: which adapter stands behind one is the server's choice.
    shipped('providers/ports'),
    packages(
      'altcha-lib',
      'drizzle-orm',
      'hono',
      'http-message-sig',
      'jsbarcode',
      'qr',
      'sharp',
      'standardwebhooks',
      'structured-headers',
      'zod',
    ),
    nodeCore,
  ],
  // The one kit of components: what a page says and where it leads comes in.
  ui: [shipped('(domain|content)'), marks, packages('react', '@types/react')],
  pages: [shipped('(domain|contract|content|ui)'), shipped('browser/complaint'), marks, screenPackages],
  // A program for the lender's own pipelines: what it asks is the contract, and nothing of ours stands behind it.
  kit: [shipped('(domain|contract)'), packages('zod'), nodeCore],
  desk: [
    shipped('(domain|contract|content|ui)'),
    { path: '^web/pages/(screen|document|open-screen|dependencies|problem|lasting-cookie)\\.tsx?$' },
    // A paper that a borrower has is the same one at the desk.
    { path: '^web/pages/(loan/(closure-letter|settlement-paper)|paper/(file-answer|paper))\\.tsx?$' },
    screenPackages,
    packages('d3-scale', '@types/d3-scale'),
  ],
  // A package of its own for the lender's systems.
  'host-client': [signature, nodeCore],
  // Programs of their own that run in the browser: what a page is made of stays on the server.
  browser: [
    shipped('domain'),
    shipped('ui'),
    packages('react', 'react-dom', '@types/react', '@types/react-dom'),
  ],
};

/** A test beside a file imports what its layer may, and what tests are made of. */
const testTools = [
  { path: '^(tests/(fixtures|setup|providers)/|server/system-random\\.ts$)' },
  packages(
    'vitest',
    'react-dom',
    '@types/react-dom',
    'altcha-lib',
    'fast-check',
    'zod',
    'drizzle-orm',
    'drizzle-kit',
    '@electric-sql/pglite',
    'pg',
    '@types/pg',
    '@20minutes',
    'oidc-provider',
    '@types/oidc-provider',
  ),
  nodeCore,
];

/** Lending's rooms, each with those it may import; all may import what stands beside them: dependencies, ports, clock. */
const lendingRooms = {
  http: [],
  events: ['http'],
  ledger: ['events'],
  decision: ['http', 'ledger'],
  webhooks: ['http'],
  sms: ['http', 'webhooks'],
  borrower: ['http', 'events', 'registration', 'sms', 'support'],
  support: ['http', 'events'],
  job: ['http', 'events'],
  offer: ['http', 'borrower', 'events', 'ledger', 'new-plan'],
  complaint: ['borrower', 'http', 'events', 'ledger'],
  repayment: ['decision', 'http', 'events', 'ledger', 'statement', 'payment-claim', 'card-payment'],
  'payment-claim': ['http', 'events', 'ledger', 'complaint'],
  'charge-dispute': ['decision', 'http', 'events', 'ledger', 'complaint'],
  'new-plan': ['decision', 'http', 'ledger'],
  registration: ['http', 'events', 'sms'],
  'card-payment': ['http', 'events', 'ledger', 'sms', 'webhooks', 'payment-claim'],
  statement: ['http', 'ledger', 'card-payment', 'payment-claim', 'charge-dispute', 'new-plan'],
  extension: ['http', 'ledger', 'repayment', 'statement', 'card-payment'],
  loan: ['decision', 'http', 'ledger', 'repayment', 'card-payment', 'complaint', 'statement', 'webhooks'],
  developer: ['http', 'ledger', 'repayment'],
  settlement: ['decision', 'http', 'ledger', 'repayment'],
  desk: [
    ...['borrower', 'complaint', 'events', 'http', 'ledger', 'loan', 'offer', 'payment-claim', 'statement'],
    ...['repayment', 'sms', 'support'],
  ],
  'past-years': ['http', 'personal-data'],
  'personal-data': ['http', 'events', 'complaint', 'registration', 'support'],
};

const lendingRules = [
  ...Object.entries(lendingRooms).map(([room, below]) => ({
    name: `lending-${room}`,
    comment: 'Rooms import one way: what stands above or beside is not known here.',
    severity: 'error',
    from: { path: `^service/lending/${room}/`, pathNot: test },
    to: {
      path: ['^service/lending/[^/]+/', '^service/lending/(create-lending|jobs)\\.ts$'],
      pathNot: `^service/lending/(${[room, ...below].join('|')})/`,
    },
  })),
  {
    name: 'lending-queries',
    comment: "Queries stand in an area's store, in the ledger, and in what serves all tables, nowhere else.",
    severity: 'error',
    from: {
      path: '^service/lending/',
      pathNot: [
        test,
        '^service/lending/(ledger/.*|[^/]+/store|desk/store/[a-z-]+|http/idempotency|clock|job-lease|retention)\\.ts$',
      ],
    },
    to: { path: '^(service/db/schema|node_modules/drizzle-orm)/' },
  },
  {
    name: 'lending-adapters',
    comment: 'Lending knows ports; the composition chooses the adapters.',
    severity: 'error',
    from: { path: '^service/lending/', pathNot: test },
    to: { path: '^service/providers/', pathNot: '^service/providers/ports/' },
  },
];

/** The server's files that development alone loads, and its commands: they may use tools and made-up data. */
const developerParts = '^server/(developer/[\\w-]+|host-call)\\.ts$';

const roomRules = [
  {
    name: 'web-without-service',
    comment: 'Pages know the contract; what answers it is the service or a backend of the lender.',
    severity: 'error',
    from: { path: '^web/', pathNot: test },
    to: { path: '^(service|server)/' },
  },
  {
    name: 'service-without-web',
    comment: 'The service answers calls, whoever makes them.',
    severity: 'error',
    from: { path: '^service/', pathNot: test },
    to: { path: '^(web|server)/' },
  },
  {
    name: 'shipped-without-tools',
    comment: 'What is shipped stands without tools, tests and examples.',
    severity: 'error',
    from: { path: '^(core|web|service|server)/', pathNot: [test, developerParts] },
    to: { path: '^(tools|tests|examples)/' },
  },
  {
    name: 'islands-are-views',
    comment:
      'An island gets words and figures that the server made: contract and texts stay out of the browser.',
    severity: 'error',
    from: { path: '\\.island\\.tsx$' },
    to: {
      path: '^(core/(contract|content)|service|server|web/(pages|desk))/',
      pathNot: '\\.(island\\.tsx|css)$',
    },
  },
];

export const options = {
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: '^(node_modules|build|data)(/|$)' },
  exclude: { path: '^(\\.git|tools/gallery/(\\.storybook|node_modules|stories|build))/' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['node', 'import', 'types', 'default'],
    extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
  },
};

export default {
  forbidden: [
    ...roomRules,
    ...lendingRules,
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: `${reactNative.path}|${exampleTypes}` },
    },
  ],
  allowed: [
    ...Object.entries(layers).flatMap(([layer, targets]) => [
      ...[shipped(layer), ...targets].map((to) => ({ from: shipped(layer), to })),
      ...[{ path: `^${rooms}/${layer}/` }, ...targets, ...testTools].map((to) => ({
        from: { path: `^${rooms}/${layer}/.*${test}` },
        to,
      })),
    ]),
    { from: signature, to: nodeCore },
    // Islands run in the browser.
    {
      from: { path: `^web/(pages|desk)/.*(\\.island\\.tsx|${test})$` },
      to: { path: '^web/browser/' },
    },
    // What the browser solves is what the service asked for.
    {
      from: { path: '^web/browser/proof-of-work\\.test\\.ts$' },
      to: { path: '^service/lending/registration/proof-of-work\\.ts$' },
    },
    // Types alone; the packed client has generated ones.
    {
      from: { path: '^tools/host-client/contract\\.ts$' },
      to: { path: '^core/contract/|^node_modules/zod/', dependencyTypes: ['type-only'] },
    },
    // Calls and events of the lender's client are those of the contract.
    {
      from: { path: `^tools/host-client/.*${test}` },
      to: { path: '^(core/contract|node_modules/(standardwebhooks|http-message-sig))/' },
    },
    // As a lender would write it, from the document alone.
    { from: { path: '^examples/backend/' }, to: { path: `^examples/backend/|${exampleTypes}` } },
    { from: { path: '^examples/backend/' }, to: nodeCore },
    // React Native and its web view are an app's own; here their declarations stand for them.
    {
      from: { path: '^examples/(react-native/|hosts\\.test\\.ts$)' },
      to: { path: '^(examples/react-native/|node_modules/(react|@types/react|vitest)/)' },
    },
    { from: { path: '^examples/hosts\\.test\\.ts$' }, to: nodeCore },
    { from: { path: '^examples/react-native/' }, to: reactNative },
    { from: { path: '^(server|tests|tools/(bench|load|scripts|gallery)|examples/lender)/' }, to: {} },
    { from: { path: '^[^/]+\\.(ts|mjs)$' }, to: {} },
  ],
  allowedSeverity: 'error',
  options,
};
