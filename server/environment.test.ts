import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { upiIntent } from '#domain/repayment/upi.ts';
import { lenderReferences } from '#providers/references/lender-codes.ts';
import { productionVariables as production } from '#tests/setup/production-variables.ts';
import { configurationPage } from '../tools/scripts/configuration-table.ts';
import { EnvironmentError, readEnvironment } from './environment.ts';
import { missingPaperFacts } from './production.ts';
import { publicConfigOf } from './public-config.ts';
import { settingsIn } from './setting.ts';
import { settingsSchema } from './settings.ts';

function problemsOf(variables: Record<string, string>): readonly string[] {
  try {
    readEnvironment(variables);
    return [];
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return error.problems;
  }
}

test('[CONF-1] an empty environment gives the documented defaults', () => {
  const settings = readEnvironment({});
  expect(settings).toMatchObject({
    mode: 'development',
    http: { port: 3000 },
    pages: { amountStyle: 'dot', isLoanMarket: false },
  });
  expect(publicConfigOf(settings).paths).toEqual({
    complaint: '/complaint',
    confirmLoan: '/confirmLoan',
    loanDetail: '/loanDetail',
    order: '/order',
    error: '/error',
    repay: '/repay',
    repayDelay: '/repayDelay',
    customerService: '/customerService',
    aboutUs: '/aboutUs',
    contract: '/contract',
    privacyNotice: '/privacyNotice',
    payWay: '/payWay',
  });
});

test('[CONF-1] every screen path, host page and bridge action can be set', () => {
  const { pages, bridge } = settingsSchema;
  const values = [
    [pages.paths, '/other'],
    [pages.hostPages, '/other'],
    [bridge.actions, 'other.action'],
  ] as const;
  for (const [group, value] of values) {
    for (const { variable } of settingsIn(group)) {
      expect(JSON.stringify(publicConfigOf(readEnvironment({ [variable]: value })))).toContain(value);
    }
  }
});

const paperFacts = [
  ...[
    'LENDER_ADDRESS_MX',
    'LENDER_REGISTRATION_MX',
    'LENDER_REGULATOR_MX',
    'COMPLAINTS_UNIT_MX',
    'LENDER_SITE_MX',
  ],
  'CONTRACT_REGISTER_MX',
  ...[
    'LENDER_ADDRESS_IN',
    'LENDER_REGISTRATION_IN',
    'LENDER_REGULATOR_IN',
    'COMPLAINTS_UNIT_IN',
    'LENDER_SITE_IN',
  ],
  ...['RECOVERY_AGENTS_IN', 'SERVICE_PROVIDER_IN', 'FUNDING_PARTNERS_IN'],
];

test('[LEGAL-6] missing facts of the lender for papers are reported, also shared ones', () => {
  const missing = (variables: Readonly<Record<string, string>>) =>
    missingPaperFacts(readEnvironment({ ...production, ...variables })).map(
      (problem) => problem.split(':')[0],
    );
  expect(missing({})).toEqual([]);
  expect(missing(Object.fromEntries(paperFacts.map((variable) => [variable, ''])))).toEqual(paperFacts);
  expect(missing({ LENDER_ADDRESS_MX: '', LENDER_ADDRESS: 'Calle 1', MARKETS: 'MX' })).toEqual([]);
});

test('no variable is read twice', () => {
  const variables = settingsIn(settingsSchema).map(({ variable }) => variable);
  expect(new Set(variables).size).toBe(variables.length);
});

const refused: Readonly<Record<string, readonly string[]>> = {
  PORT: ['eighty', '70000'],
  METRICS_PORT: ['70000', '3000'],
  AMOUNT_STYLE: ['comma'],
  LOAN_MARKET: ['yes'],
  MODE: ['test'],
  API_BASE: ['ftp://example.com', 'example.com'],
  SESSION_OVER_CODES: ['1001, no session'],
  DATABASE_URL: ['mysql://example.com/x'],
  BRAND_COLOR: ['teal', '#ffee00'],
  IMAGE_ORIGINS: ['https://cdn.example.com/path', 'https://*.example.com', 'https://a;b'],
  PATH_REPAY: [
    'repay',
    '/order',
    '/',
    '/health',
    '/openapi.json',
    '/host',
    '/host/repay',
    '/v3/repay',
    '/assets/repay',
    '/complaintList',
    '/offline',
    '//elsewhere.example/repay',
    '/a/../repay',
  ],
  CLABE_PREFIX: ['12', '6461801234567'],
  UPI_ADDRESS: ['pay@axis-bank', '.pay@axis'],
  IFSC: ['UTIB1000120'],
  LENDER_NAME: ['n'.repeat(100)],
  LENDER_NAME_IN: ['n'.repeat(100)],
  SERVICE_PHONE: ['( ) -'],
  SERVICE_PHONE_MX: ['call us'],
  SERVICE_EMAIL: ["o'brien@lender.example"],
  SERVICE_WHATSAPP: ['+123456'],
  HOST_PAGE_MAIN: ['//elsewhere.example'],
  H5_BASE: ['https://pay.example/app', 'https://pay.example/'],
  FRAME_ANCESTORS: ["https://a'b"],
  SMS_GATEWAY_CONTENT_TYPE: ['application/json; ☃'],
  MARKETS: ['BR', 'MX,MX', ','],
  DEEP_LINK_SCHEME: ['javascript://', 'javascript'],
  HOST_PAGE_LOGIN: ['javascript://%0aalert(1)'],
  BRIDGE_ANDROID_OBJECT: ['a.b'],
  HOST_SIGNING_SECRET: ['short'],
  MASTER_SECRET: ['short'],
  HOST_EVENTS_URL: ['ftp://lender.example', 'https://user:password@lender.example'],
};

test.each(Object.entries(refused).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
  '[CONF-2] %s=%s stops the program with a message that names it',
  (name, value) => {
    expect(problemsOf({ [name]: value }).join('\n')).toContain(name);
  },
);

test('[CONF-2] all bad variables are named at once, and a secret is never repeated', () => {
  const problems = problemsOf({ PORT: 'x', LOAN_MARKET: 'x', HOST_SIGNING_SECRET: 'my-secret' });
  expect(problems).toHaveLength(3);
  expect(problems.join('\n')).not.toContain('my-secret');
});

test.each([
  ['HOST_EVENTS_URL', 'lender.example', 'must be an address such as https://example.com'],
  ['HOST_EVENTS_URL', 'HTTP://lender.example', 'must be an address such as https://example.com'],
  ['FILES_S3_ENDPOINT', 's3.example:9000', 'must be an address such as https://example.com'],
  ['FILES_S3_ENDPOINT', 'https://a.example,https://b.example', 'must be an address'],
  ['PROVIDER_FEES_URL', 'https:/fees.example', 'must be an address'],
  ['DATABASE_URL', 'postgres://llano:a/b@db.example/llano', 'in a password / is written %2F'],
  ['DATABASE_URL', 'postgres://llano@db.example/llano/', 'must be an address such as postgres://'],
  ['DATABASE_URL', '"postgres://llano@db.example/llano"', 'is in quotes'],
  ['LENDER_NAME_MX', '"Préstamos del Valle"', 'is in quotes'],
  ['HOST', "'0.0.0.0'", 'is in quotes'],
  ['METRICS_PORT', '9090s', 'must be a port from 0 to 65535'],
  ['SESSION_MINUTES', '2h', 'must be a whole number'],
  ['SESSION_MINUTES', '99999', 'must be a whole number from 1 to 43200'],
  ['MODE', 'Production', 'must be development or production'],
  ['MARKETS', 'mx;in', 'must be MX, IN or both'],
])('[CONF-2] %s=%s is told in one line that says what is expected', (variable, value, expected) => {
  const problems = problemsOf({ ...production, [variable]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${variable}`));
  expect(problems[0]).toContain(expected);
  expect(problems[0]).not.toContain('\n');
});

test('[CONF-2] markets may be written small, and one that does not exist asks for the facts of no other', () => {
  const { LENDER_NAME_IN: _name, ...mexican } = production;
  expect(readEnvironment({ ...mexican, MARKETS: 'mx' }).markets).toEqual(['MX']);
  expect(problemsOf({ ...mexican, MARKETS: 'MX,BR' })).toEqual(['MARKETS=MX,BR: must be MX, IN or both']);
});

test.each([
  ['API_BASE', 'https://llano:hidden@lender.example'],
  ['API_BASE', 'postgres://llano:hid/hidden@db.example/llano'],
  ['IMAGE_ORIGINS', 'https://llano:hidden@cdn.example'],
  ['SMS_GATEWAY_URL', 'https://llano:hidden@sms.example'],
  ['H5_BASE', 'https://pay.example?key=hidden'],
])('[CONF-2] a password in %s=%s is not printed', (variable, value) => {
  const problems = problemsOf({ ...production, [variable]: value }).join('\n');
  expect(problems).toContain(variable);
  expect(problems).not.toContain('hidden');
});

test('[CONF-2] the desk has no port that something else has', () => {
  const desk = {
    ...{ DESK: 'openid', DESK_ISSUER: 'https://id.example', DESK_CLIENT_ID: 'x', DESK_CLIENT_SECRET: 'y' },
    DESK_BASE: 'https://desk.example',
  };
  const problems = (port: string) =>
    problemsOf({ ...production, ...desk, PORT: '3000', METRICS_PORT: '3001', DESK_PORT: port });
  expect(problems('3000').join()).toContain('DESK_PORT: is PORT');
  expect(problems('3001').join()).toContain('DESK_PORT: is METRICS_PORT');
  expect(problems('3002')).toEqual([]);
});

test('[CONF-2] sessions have to come in the address where nobody gives tickets', () => {
  const off = { SESSION_IN_ADDRESS: 'off' };
  expect(problemsOf(off)).toEqual([]);
  expect(problemsOf({ ...off, API_BASE: 'https://lender.example' }).join()).toContain(
    'SESSION_IN_ADDRESS: must be on',
  );
});

test('[CONF-2] a bucket for files needs its keys', () => {
  expect(problemsOf({ FILES_S3_BUCKET: 'images' }).join()).toContain('FILES_S3_SECRET_ACCESS_KEY');
  const keys = { FILES_S3_ACCESS_KEY_ID: 'key', FILES_S3_SECRET_ACCESS_KEY: 'secret' };
  expect(problemsOf({ FILES_S3_BUCKET: 'images', ...keys })).toEqual([]);
});

test('[CONF-2] several nodes of the built-in service keep messages of the contact page together', () => {
  const files = {
    FILES_S3_BUCKET: 'images',
    FILES_S3_ACCESS_KEY_ID: 'key',
    FILES_S3_SECRET_ACCESS_KEY: 'secret',
  };
  expect(problemsOf({ ...production, ...files, NODE_COUNT: '2', CONTACT_INBOX: 'on' })).toEqual([]);
});

test('[CONF-2] production starts with the facts of the markets it serves, and with a shared one for both', () => {
  expect(problemsOf(production)).toEqual([]);
  const { LENDER_NAME_MX: name, LENDER_NAME_IN: _, ...others } = production;
  expect(problemsOf({ ...others, LENDER_NAME: name })).toEqual([]);
});

test('[CONF-2] the shipped example of an environment, once it is filled in, is all that production needs beside a database', async () => {
  const example = await readFile(new URL('../deploy/production.env.example', import.meta.url), 'utf8');
  const lines = [...example.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value]) => {
    const filled = value || production[name as keyof typeof production] || 'a-secret-that-openssl-made';
    return [name, filled] as const;
  });
  const { DATABASE_URL } = production;
  expect(readEnvironment({ ...Object.fromEntries(lines), DATABASE_URL })).toMatchObject({
    mode: 'production',
    http: { trustedProxyCount: 1 },
  });
});

test.each([
  [{ H5_BASE: 'https://pay.example' }, 'H5_BASE=https://pay.example'],
  [{ TRUSTED_PROXY_COUNT: '1' }, 'TRUSTED_PROXY_COUNT=1'],
  [{ HOST: '0.0.0.0' }, 'HOST=0.0.0.0'],
  [
    { STRIPE_SECRET_KEY_MX: 'rk_live_12345678', STRIPE_WEBHOOK_SECRET_MX: `whsec_${'x'.repeat(16)}` },
    'STRIPE_SECRET_KEY_MX',
  ],
  [
    {
      RAZORPAY_KEY_ID: 'rzp_live_12345678',
      RAZORPAY_KEY_SECRET: 'a-secret-of-razorpay',
      RAZORPAY_WEBHOOK_SECRET: 'a-secret-of-webhooks',
    },
    'RAZORPAY_KEY_ID',
  ],
])('[CONF-2] %o without MODE is refused, and taken with MODE=development', (variables, named) => {
  const [problem, ...others] = problemsOf(variables as Record<string, string>);
  expect(problem).toBe(`MODE: is required with ${named}: production, or development for a test system`);
  expect(others).toEqual([]);
  expect(problemsOf({ ...variables, MODE: 'development' } as Record<string, string>)).toEqual([]);
});

test('[CONF-2] production sends by plain http to this machine and to hosts that are named', () => {
  const plain = {
    ...{ ...production, PLAIN_HTTP_HOSTS: 'files, 10.0.0.7', FILES_S3_ENDPOINT: 'http://files:8333' },
    ...{ SMS_GATEWAY_URL: 'http://10.0.0.7:8080/send', HOST_EVENTS_URL: 'http://127.0.0.1:1/events' },
  };
  expect(problemsOf(plain)).toEqual([]);
  expect(problemsOf({ ...plain, PLAIN_HTTP_HOSTS: 'files:8333' })[0]).toMatch(
    /^PLAIN_HTTP_HOSTS=files:8333: must be hosts/,
  );
});

test('[CONF-2] the settings of production without MODE stop the start', () => {
  const { MODE: _, ...others } = production;
  expect(problemsOf(others)).toEqual([expect.stringMatching(/^MODE: is required with H5_BASE/)]);
  for (const HOST of ['127.0.0.1', '127.0.0.2', 'localhost', '::1']) expect(problemsOf({ HOST })).toEqual([]);
});

test('[CONF-2] production names at once everything that is made up or missing', () => {
  const names = problemsOf({ MODE: 'production', LOAN_MARKET: 'x' }).map(
    (problem) => problem.split(/[:=]/)[0],
  );
  expect(names).toEqual([
    'LOAN_MARKET',
    'H5_BASE',
    'TRUSTED_PROXY_COUNT',
    'DATABASE_URL',
    'HOST_SIGNING_SECRET',
    'MASTER_SECRET',
    'LENDER_NAME_MX or LENDER_NAME',
    'SERVICE_PHONE_MX or SERVICE_PHONE',
    'SERVICE_EMAIL_MX or SERVICE_EMAIL',
    'LENDER_NAME_IN or LENDER_NAME',
    'SERVICE_PHONE_IN or SERVICE_PHONE',
    'SERVICE_EMAIL_IN or SERVICE_EMAIL',
    ...paperFacts,
  ]);
});

test.each([
  [{ CLABE_PREFIX: '999180' }, 'CLABE_PREFIX: 999180 is made up'],
  [{ IFSC: '' }, 'IFSC: is required in production for the market IN'],
  [{ LENDER_NAME_MX: '', LENDER_NAME: 'Llano' }, 'LENDER_NAME: Llano is made up'],
  [{ SERVICE_PHONE_IN: '', SERVICE_PHONE: '+52 55 5000 0100' }, 'SERVICE_PHONE: +52 55 5000 0100 is made up'],
  [{ H5_BASE: 'http://pay.example' }, 'H5_BASE: must be https'],
  [{ SMS_GATEWAY_URL: 'http://sms.example/send' }, 'SMS_GATEWAY_URL: must be https'],
  [{ SMS_SECOND_GATEWAY_URL: 'http://sms.example/send' }, 'SMS_SECOND_GATEWAY_URL: must be https'],
  [{ FILES_S3_ENDPOINT: 'http://files:8333' }, 'FILES_S3_ENDPOINT: must be https'],
  [{ API_BASE: 'http://backend.example', API_BASE_TOKEN: 'a-token' }, 'API_BASE: must be https'],
  [{ HOST_EVENTS_URL: 'http://lender.example/events' }, 'HOST_EVENTS_URL: must be https'],
  [{ HOST_EVENTS_URL: 'http://127.0.0.1.lender.example' }, 'HOST_EVENTS_URL: must be https'],
  [{ DATABASE_URL: '' }, 'DATABASE_URL: is required'],
  [{ TRUSTED_PROXY_COUNT: '0' }, 'TRUSTED_PROXY_COUNT: must be at least 1'],
  [{ NODE_COUNT: '2' }, 'FILES_S3_BUCKET: is required for NODE_COUNT=2'],
  [{ NODE_COUNT: '2', API_BASE: 'https://own.example', CONTACT_INBOX: 'on' }, 'CONTACT_INBOX: must be off'],
])('[CONF-2] production refuses %o and nothing else', (changed, problem) => {
  const problems = problemsOf({ ...production, ...changed });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(problem);
});

test('[CONF-2] cards need both secrets of Stripe, and production a live key and no stand-in', () => {
  const names = (variables: Record<string, string>) =>
    problemsOf({ MODE: 'development', ...variables }).map((problem) => problem.split(/[=:]/)[0]);
  const account = {
    STRIPE_SECRET_KEY_MX: 'sk_live_12345678',
    STRIPE_WEBHOOK_SECRET_MX: 'whsec_1234567812345678',
  };
  expect(names(account)).toEqual([]);
  expect(names({ STRIPE_SECRET_KEY_MX: account.STRIPE_SECRET_KEY_MX })).toEqual(['STRIPE_SECRET_KEY_MX']);
  expect(names({ STRIPE_SECRET_KEY_MX: 'pk_live_12345678' })).toContain('STRIPE_SECRET_KEY_MX');
  expect(names({ ...production, ...account })).toEqual([]);
  expect(
    names({
      ...production,
      ...account,
      STRIPE_SECRET_KEY_MX: 'sk_test_12345678',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
    }),
  ).toEqual(['STRIPE_API_BASE', 'STRIPE_SECRET_KEY_MX']);
});

test('[CONF-2] Razorpay needs a key and both secrets, and production a live key and no stand-in', () => {
  const account = {
    RAZORPAY_KEY_ID: 'rzp_live_12345678',
    RAZORPAY_KEY_SECRET: 'asecretof12345678',
    RAZORPAY_WEBHOOK_SECRET: 'anothersecretof12345678',
  };
  const names = (variables: Record<string, string>) =>
    problemsOf({ MODE: 'development', ...variables }).map((problem) => problem.split(/[=:]/)[0]);
  expect(names({ ...production, ...account, UPI_PROVIDER: 'razorpay' })).toEqual([]);
  expect(names({ ...account, RAZORPAY_WEBHOOK_SECRET: '' })).toEqual(['RAZORPAY_KEY_ID']);
  expect(names({ ...account, RAZORPAY_KEY_ID: 'sk_live_12345678' })).toContain('RAZORPAY_KEY_ID');
  expect(
    names({
      ...{ ...production, ...account, RAZORPAY_KEY_ID: 'rzp_test_12345678' },
      RAZORPAY_API_BASE: 'http://127.0.0.1:1',
    }),
  ).toEqual(['RAZORPAY_API_BASE', 'RAZORPAY_KEY_ID']);
});

const publicKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64');

test('[CONF-2] a channel or a market names a provider that serves it and whose keys are there', () => {
  const stripe = {
    STRIPE_SECRET_KEY_MX: 'sk_test_12345678',
    STRIPE_WEBHOOK_SECRET_MX: 'whsec_1234567812345678',
  };
  expect(problemsOf({ ...stripe, SPEI_PROVIDER: 'stripe', CARD_PROVIDER_MX: 'stripe' })).toEqual([]);
  expect(problemsOf({ ...stripe, CARD_PROVIDER_MX: 'none', CARD_PROVIDER_IN: 'none' })).toEqual([]);
  expect(problemsOf({ ...stripe, UPI_PROVIDER: 'stripe' }).join()).toMatch(
    /^UPI_PROVIDER: stripe does not do this; those that do: /,
  );
  expect(problemsOf({ STORE_PROVIDER: 'paypal' }).join()).toMatch(
    /^STORE_PROVIDER: there is no provider paypal; those that do: .*stripe/,
  );
  expect(problemsOf({ SPEI_PROVIDER: 'stripe', CARD_PROVIDER_IN: 'stripe', ...stripe })).toEqual([
    'CARD_PROVIDER_IN: stripe needs STRIPE_SECRET_KEY_IN and STRIPE_WEBHOOK_SECRET_IN',
  ]);
  expect(problemsOf({ CONEKTA_PRIVATE_KEY: 'key_12345678', STORE_PROVIDER: 'conekta' })).toEqual([
    'CONEKTA_PRIVATE_KEY: needs CONEKTA_WEBHOOK_KEY, and the other way round',
    'STORE_PROVIDER: conekta needs CONEKTA_WEBHOOK_KEY',
  ]);
  expect(problemsOf({ ...production, CONEKTA_API_BASE: 'http://127.0.0.1:1' }).join()).toMatch(
    /^CONEKTA_API_BASE: is for development only/,
  );
  const conekta = { CONEKTA_PRIVATE_KEY: 'key_12345678', CONEKTA_WEBHOOK_KEY: publicKey };
  expect(problemsOf({ ...conekta, STORE_PROVIDER: 'conekta' })).toEqual([]);
  expect(problemsOf({ ...stripe, ...conekta })).toEqual([
    'CARD_PROVIDER_MX: is required, or none: there are accounts with stripe and conekta',
  ]);
  for (const name of ['stripe', 'conekta', 'none']) {
    expect(problemsOf({ ...stripe, ...conekta, CARD_PROVIDER_MX: name })).toEqual([]);
  }
  expect(problemsOf({ CARD_PROVIDER_MX: 'Stripe!' }).join()).toContain('CARD_PROVIDER_MX=Stripe!');
});

test.each([
  'https://lender.example/events',
  'http://127.0.0.1:4000',
  'http://localhost:4000',
  'http://[::1]:4000',
])('[CONF-2] production sends events to %s', (address) => {
  expect(problemsOf({ ...production, HOST_EVENTS_URL: address })).toEqual([]);
});

test('[CONF-2] production asks for nothing of a market that is not served', () => {
  const { LENDER_NAME_IN, SERVICE_PHONE_IN, SERVICE_EMAIL_IN, IFSC, ...others } = production;
  expect(problemsOf({ ...others, MARKETS: 'MX' })).toEqual([]);
  expect(problemsOf({ ...others, MARKETS: 'MX,IN' })).toHaveLength(4);
});

test('[CONF-2] production on a backend of its own needs neither our database nor our accounts', () => {
  const { DATABASE_URL, HOST_SIGNING_SECRET, MASTER_SECRET, CLABE_PREFIX, IFSC, ...others } = production;
  expect(problemsOf({ ...others, API_BASE: 'https://lender.example' })).toEqual([]);
  expect(problemsOf({ ...others, API_BASE: 'https://lender.example', LENDER_NAME_MX: '' })).toHaveLength(1);
});

test('[CONF-2] what the accounts are written with passes the check that guards their use', () => {
  const { channels } = readEnvironment({
    UPI_ADDRESS: `${'p'.repeat(200)}@axis`,
    IFSC: 'UTIB0000120',
  }).lending;
  const payment = { amountMinor: minorAmount(1), currency: 'INR', transactionReference: 'LL1' } as const;
  const [payeeName = ''] = ['n'.repeat(99), 'n'.repeat(100)].filter(
    (name) => problemsOf({ LENDER_NAME: name }).length === 0,
  );
  expect(upiIntent({ ...channels.upi, payeeName, ...payment })).toContain('@axis');
  const clabe = lenderReferences({
    clabe: channels.spei.clabePrefix,
    store: '4821',
    virtualAccount: 'LLANO',
  });
  expect(clabe['bank-transfer'].build({ market: 'MX', serialNumber: 1 }, 'repay').code).toHaveLength(18);
});

test('no secret is part of the public configuration', () => {
  const secret = `whsec_${'c2VjcmV0'.repeat(6)}`;
  const settings = readEnvironment({
    HOST_SIGNING_SECRET: secret,
    DATABASE_URL: 'postgres://user:pass-word@localhost/x',
  });
  const shown = JSON.stringify(publicConfigOf(settings));
  expect(shown).not.toContain(secret);
  expect(shown).not.toContain('pass-word');
});

test('the documented table is the one the settings give', async () => {
  expect(await readFile(new URL('../docs/configuration.md', import.meta.url), 'utf8')).toBe(
    configurationPage(),
  );
});

const openid = {
  DESK: 'openid',
  DESK_ISSUER: 'https://id.example',
  DESK_CLIENT_ID: 'llano-desk',
  DESK_CLIENT_SECRET: 'a-secret-that-only-tests-know',
};

test('the desk is off unless configured, and takes no made-up people into production', () => {
  expect(readEnvironment({}).desk).toMatchObject({ signIn: 'off', port: null });
  expect(problemsOf({ ...production, ...openid })).toEqual([]);
  expect(problemsOf({ DESK: 'local' })).toEqual([]);
  expect(problemsOf({ ...production, DESK: 'local' })).toEqual([
    'DESK: local signs in made-up people, in development only',
  ]);
});

test('the desk needs its provider whole, over https, and an origin that the provider can send people back to', () => {
  expect(problemsOf({ ...production, DESK: 'openid' })).toHaveLength(3);
  expect(problemsOf({ ...production, ...openid, DESK_ISSUER: 'http://id.example' })).toEqual([
    'DESK_ISSUER: must be https, except on this machine',
  ]);
  expect(problemsOf({ ...production, ...openid, DESK_PORT: '3001' })).toEqual([
    'DESK_BASE: is required for DESK=openid, unless the desk shares H5_BASE',
  ]);
  expect(problemsOf({ ...production, ...openid, DESK_BASE: 'http://desk.example' })).toEqual([
    'DESK_BASE: must be https in production',
  ]);
  expect(
    problemsOf({ ...openid, DESK_BASE: 'http://127.0.0.1:3000', API_BASE: 'https://api.example' }),
  ).toEqual(['DESK: needs the built-in lending service, without API_BASE']);
  const [problem] = problemsOf({ ...production, ...openid, DESK_ROLES: '{"boss":["heads"]}' });
  expect(problem).toContain('DESK_ROLES');
});

test('what the desk takes from its settings is typed', () => {
  const { desk } = readEnvironment({
    DESK: 'local',
    DESK_ROLES: '{"agent":["support","branch"]}',
    DESK_PORT: '3001',
  });
  expect(desk).toMatchObject({
    groupsOfRole: { agent: ['support', 'branch'] },
    port: 3001,
  });
});
