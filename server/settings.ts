import { z } from 'zod';
import { defaultScreenPaths, pathSettingOf } from '#contract/screen-paths.ts';
import type { AmountLimit } from '#domain/desk/second-person.ts';
import { allMarkets, currencyOf, homeMarketOf, type Market, marketOf } from '#domain/market.ts';
import { usualHours } from '#domain/matter/matter.ts';
import type { Currency } from '#domain/money/money.ts';
import { reminderSenders } from '#domain/reminder/reminder-channel.ts';
import type { RetentionKind } from '#domain/retention-years.ts';
import { isServiceHours } from '#domain/support/service-hours.ts';
import type { MarketDefinition } from '#markets/definition.ts';
import {
  acceptRule,
  actionName,
  addressOrNone,
  amountLimit,
  answerCodes,
  answerHours,
  bankHolidays,
  brandColor,
  clabePrefix,
  databaseAddressOrNone,
  emailOrNone,
  groupsOfRole,
  headers,
  headerValue,
  hosts,
  identifier,
  ifsc,
  jsonPathOrNone,
  lenderName,
  lenderNameOrNone,
  link,
  marketList,
  masterSecret,
  name,
  onOff,
  originOrNone,
  originPatterns,
  origins,
  path,
  placeholder,
  portOrNone,
  providerName,
  publicKeyOrNone,
  registeredTexts,
  reminderDays,
  reminderHours,
  reportForm,
  reportSecret,
  type Setting,
  type SettingGroup,
  secret,
  setting,
  settlementLayouts,
  signingSecret,
  smsGatewayList,
  storeReferencePrefix,
  telephoneOrNone,
  text,
  tlsAddressOrNone,
  upiAddress,
  type ValuesOf,
  virtualAccountPrefix,
  whatsappOrNone,
  wholeNumber,
} from './setting.ts';

const razorpaySecret = z.union([
  z.literal(''),
  z.string().regex(/^[\x21-\x7e]{12,255}$/, 'must be 12 characters or more, without spaces'),
]);

/** How many times the limit of a loan the usual limit of a day is, of acts of one kind. */
const usualLoansOfDay = 5;

/** Every setting under its consumer, in the order the documentation lists them. */
export const settingsSchema = {
  mode: setting(
    'MODE',
    z.enum(['development', 'production']),
    'development',
    'development adds `/testPreview`, its sandbox lender and demo data; production has none of them. Required with settings that only a public system has: `https` in `H5_BASE`, `TRUSTED_PROXY_COUNT` above 0, a `HOST` that others reach, a live key of a provider',
  ),
  markets: setting(
    'MARKETS',
    marketList,
    allMarkets.join(','),
    `Markets served, comma-separated: ${allMarkets.map((market) => `\`${market}\``).join(', ')}. Production asks for the facts of these only, and quotes in no other`,
  ),
  nodeCount: setting(
    'NODE_COUNT',
    wholeNumber(1, 1000),
    '1',
    'Processes that serve the pages together, all on the same number; with more than one production refuses to keep anything in a folder',
  ),
  log: {
    level: setting(
      'LOG_LEVEL',
      z.enum(['silent', 'error', 'warn', 'info', 'debug']),
      'info',
      'What is logged',
    ),
  },

  http: {
    host: setting('HOST', name, '127.0.0.1', 'Address to listen on'),
    port: setting('PORT', wholeNumber(0, 65_535), '3000', 'Port to listen on'),
    h5Base: setting(
      'H5_BASE',
      originOrNone,
      '',
      'Origin of the pages as borrowers see it, `https://…` in production; empty for the address listened on',
    ),
    trustedProxyCount: setting(
      'TRUSTED_PROXY_COUNT',
      wholeNumber(0, 10),
      '0',
      'Proxies in front whose `X-Forwarded-For` entry is believed; in production at least the one that ends TLS',
    ),
    requestsPerMinute: setting(
      'REQUESTS_PER_MINUTE',
      wholeNumber(1, 1_000_000),
      '600',
      'Requests that one borrower may make in a minute, and all strangers of one address (IPv4, or 64 bits of IPv6) together, on all nodes together; with `API_BASE` or the embedded database on each',
    ),
    addressRequestsPerMinute: setting(
      'ADDRESS_REQUESTS_PER_MINUTE',
      wholeNumber(1, 10_000_000),
      '12000',
      'Requests that all borrowers of one address may make in a minute together: a mobile network has hundreds behind one',
    ),
    hostRequestsPerMinute: setting(
      'HOST_REQUESTS_PER_MINUTE',
      wholeNumber(1, 1_000_000),
      '6000',
      "Calls under `/host/` that the lender's systems may sign with one secret in a minute, whatever address they come from",
    ),
    metricsPort: setting(
      'METRICS_PORT',
      portOrNone,
      '',
      'Port on which Prometheus gets `/metrics`, on the same address as the pages and not for borrowers; empty for none',
    ),
    drainSeconds: setting(
      'DRAIN_SECONDS',
      wholeNumber(0, 300),
      '0',
      'How long it goes on serving after SIGTERM while `/ready` says 503: longer than the proxy takes to notice',
    ),
    graceSeconds: setting(
      'SHUTDOWN_GRACE_SECONDS',
      wholeNumber(1, 300),
      '20',
      'How long requests under way may take to end after that',
    ),
    isSessionInAddress: setting(
      'SESSION_IN_ADDRESS',
      onOff,
      'on',
      'off takes no session from the address of a page: borrowers then come with a ticket, which the built-in service gives; the links of `/testPreview` need it on',
    ),
    imageOrigins: setting(
      'IMAGE_ORIGINS',
      origins,
      '',
      'Origins, comma-separated, that logos and codes may come from besides our own',
    ),
    redirectOrigins: setting(
      'REDIRECT_ORIGINS',
      origins,
      '',
      'Origins, comma-separated, that a page may send the borrower to besides our own',
    ),
    plainHttpHosts: setting(
      'PLAIN_HTTP_HOSTS',
      hosts,
      '',
      'Hosts, comma-separated, that production may send to by plain `http` besides this machine, such as those of a network of your own',
    ),
    frameAncestors: setting(
      'FRAME_ANCESTORS',
      originPatterns,
      '',
      'Origins, comma-separated, that may show the pages in a frame',
    ),
  },

  database: {
    databaseUrl: secret(
      'DATABASE_URL',
      databaseAddressOrNone,
      '',
      'PostgreSQL to use, required in production with the built-in service; empty for the embedded database',
    ),
    readUrl: secret(
      'DATABASE_READ_URL',
      databaseAddressOrNone,
      '',
      'Streaming replica of it for figures, exports and lists; empty reads all from `DATABASE_URL`, as does a replica that is behind or away',
    ),
    dataDirectory: setting(
      'DATA_DIR',
      name,
      'data',
      'Folder of the embedded database, when `DATABASE_URL` is empty',
    ),
    poolSize: setting(
      'DATABASE_POOL_SIZE',
      wholeNumber(2, 1000),
      '20',
      'Sessions on PostgreSQL that one process takes for pages and jobs',
    ),
    hostPoolSize: setting(
      'DATABASE_HOST_POOL_SIZE',
      wholeNumber(1, 1000),
      '5',
      "Sessions that it takes for the messages of the lender's systems; one more asks whether PostgreSQL answers",
    ),
    connectTimeoutMs: setting(
      'DATABASE_CONNECT_TIMEOUT_MS',
      wholeNumber(100, 60_000),
      '1500',
      'How long a request waits for a session, in milliseconds; then it is answered 503',
    ),
    lockTimeoutMs: setting(
      'DATABASE_LOCK_TIMEOUT_MS',
      wholeNumber(10, 60_000),
      '1000',
      'How long a statement waits for a row that another has (`lock_timeout`), in milliseconds',
    ),
    statementTimeoutMs: setting(
      'DATABASE_STATEMENT_TIMEOUT_MS',
      wholeNumber(100, 600_000),
      '3000',
      'How long a statement runs (`statement_timeout`), in milliseconds; half a second later PostgreSQL counts as gone',
    ),
    idleTransactionTimeoutMs: setting(
      'DATABASE_IDLE_TRANSACTION_TIMEOUT_MS',
      wholeNumber(100, 600_000),
      '10000',
      'How long a transaction stands still (`idle_in_transaction_session_timeout`), in milliseconds',
    ),
    retryForMs: setting(
      'DATABASE_RETRY_MS',
      wholeNumber(0, 60_000),
      '2000',
      'How long work is tried again that a lock or a lost connection stopped, in milliseconds',
    ),
  },

  files: {
    bucket: setting(
      'FILES_S3_BUCKET',
      z.string().regex(/^(?:[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/, 'must be the name of a bucket'),
      '',
      'S3 bucket for the images of complaints; empty keeps them in `DATA_DIR/files`',
    ),
    endpoint: setting(
      'FILES_S3_ENDPOINT',
      addressOrNone,
      '',
      'Address of the S3-compatible server; empty for Amazon S3',
    ),
    region: setting('FILES_S3_REGION', name, 'us-east-1', 'Region of the bucket'),
    accessKeyId: setting('FILES_S3_ACCESS_KEY_ID', text, '', 'Access key of the bucket'),
    secretAccessKey: secret('FILES_S3_SECRET_ACCESS_KEY', text, '', 'Secret key of the bucket'),
    keyPrefix: setting(
      'FILES_S3_PREFIX',
      z.string().regex(/^[A-Za-z0-9._/-]{0,128}$/, 'must be letters, digits and . _ / -'),
      'complaints/',
      'What every key in the bucket begins with',
    ),
  },

  backend: {
    apiBase: setting(
      'API_BASE',
      addressOrNone,
      '',
      "A lender's own backend that answers the calls; empty for the built-in lending service",
    ),
    token: secret(
      'API_BASE_TOKEN',
      z.string().regex(/^[\x21-\x7e]{0,4096}$/, 'must be printable and without spaces'),
      '',
      'Credential that is sent to that backend as `Authorization: Bearer`; empty for none',
    ),
    sessionOverCodes: setting(
      'SESSION_OVER_CODES',
      answerCodes,
      '',
      'Codes, comma-separated, by which that backend says that a session is over, besides 401',
    ),
    defaultMerchantNumber: setting(
      'DEFAULT_MERCHANT_NUMBER',
      z.string().regex(/^[\w-]{1,64}$/, 'must be letters, digits, _ and -'),
      'LL0001',
      'Merchant number sent when the page address has none',
    ),
  },

  security: {
    contact: setting(
      'SECURITY_CONTACT',
      z.union([emailOrNone, tlsAddressOrNone]),
      '',
      'Mail or https address for reports of weaknesses, which `/.well-known/security.txt` names (RFC 9116); empty for no such text',
    ),
    policy: setting(
      'SECURITY_POLICY',
      tlsAddressOrNone,
      '',
      'Address of your policy for such reports, which the text names; empty for none',
    ),
  },

  lending: {
    hostSigningSecret: secret(
      'HOST_SIGNING_SECRET',
      signingSecret,
      '',
      "Secret that the lender's systems sign `/host/` calls with, and the service its events; required in production with the built-in service",
    ),
    hostSigningSecretOld: secret(
      'HOST_SIGNING_SECRET_OLD',
      signingSecret,
      '',
      'The one before it, which is taken too until all systems sign with the new one; empty outside a rotation',
    ),
    takesWebhookSignatures: setting(
      'HOST_WEBHOOK_SIGNATURES',
      onOff,
      'on',
      'on takes `/host/` calls signed by Standard Webhooks beside those signed by RFC 9421; set off once all your systems sign by RFC 9421. The release after this one has it off',
    ),
    shownHostCalls: setting(
      'OPENAPI_HOST_CALLS',
      z.enum(['', 'on', 'off']),
      '',
      "Whether `/openapi.json` tells anyone of the calls of your systems, the events and the providers' webhooks too; empty: in development only",
    ),
    masterSecret: secret(
      'MASTER_SECRET',
      masterSecret,
      '',
      'What the keys for codes, captchas, kept answers and image addresses are made from, 32 characters or more; required in production with the built-in service',
    ),
    masterSecretOld: secret(
      'MASTER_SECRET_OLD',
      masterSecret,
      '',
      'The one before it, which still opens what it made: keep it for 30 days; empty outside a rotation',
    ),
    sessionTtlMinutes: setting(
      'SESSION_MINUTES',
      wholeNumber(1, 43_200),
      '120',
      'How long a borrower session lasts unless the host asks for less',
    ),
    sessionIdleMinutes: setting(
      'SESSION_IDLE_MINUTES',
      wholeNumber(0, 43_200),
      '30',
      'After how long without a page or a call a borrower session is over; 0 for never',
    ),
    jobs: setting(
      'JOBS',
      z.enum(['all', 'comparison']),
      'all',
      '`comparison` has a node do nothing by itself but compare its books when asked: it sends nothing, asks no provider and deletes no image, for a look at a restored database',
    ),
    settlementLayouts: setting(
      'SETTLEMENT_LAYOUTS',
      settlementLayouts,
      '{}',
      'How your settlement files differ from docs/providers/settlement-files.md, as a JSON object by source: the heads that stand for its column names, and `minor` or `major` as the unit of amounts',
    ),
    penaltyStepDays: setting(
      'PENALTY_STEP_DAYS',
      wholeNumber(1, 366),
      '3',
      'How many days penalties may leap at once; a longer leap waits for `/host/penalties/step`',
    ),
    channels: {
      providers: {
        'bank-transfer': setting(
          'SPEI_PROVIDER',
          providerName,
          '',
          'Who issues CLABEs: `stripe`, `conekta` or `fintoc`; empty for those that begin with `CLABE_PREFIX`',
        ),
        store: setting(
          'STORE_PROVIDER',
          providerName,
          '',
          'Who issues vouchers that are paid in cash: `stripe` for OXXO, or `conekta`; empty for none, and in development for made-up ones',
        ),
        upi: setting(
          'UPI_PROVIDER',
          providerName,
          '',
          'Who issues what UPI pays to: `razorpay`; empty for `UPI_ADDRESS`',
        ),
        'virtual-account': setting(
          'VIRTUAL_ACCOUNT_PROVIDER',
          providerName,
          '',
          'Who issues virtual accounts: `razorpay`; empty for those that begin with `VIRTUAL_ACCOUNT_PREFIX`',
        ),
      },
      spei: {
        clabePrefix: placeholder(
          'CLABE_PREFIX',
          clabePrefix,
          '999180',
          "What the CLABEs of the lender's own begin with, 6 to 12 digits: the bank's 3, the plaza's 3 and what the bank gave; empty makes none in production",
        ),
      },
      speiNotices: {
        publicKey: setting(
          'SPEI_NOTICE_KEY',
          publicKeyOrNone,
          '',
          'Public RSA key, its DER in base64, that notices of SPEI deposits to `/webhooks/spei` are signed with; empty takes none',
        ),
      },
      upi: {
        payeeAddress: placeholder(
          'UPI_ADDRESS',
          upiAddress,
          'llano@examplebank',
          'UPI address that repayments are sent to; empty offers none of its own in production',
        ),
      },
      virtualAccount: {
        ifsc: placeholder(
          'IFSC',
          ifsc,
          'LLAN0000001',
          'IFSC of the virtual accounts; empty makes none in production',
        ),
        bankName: placeholder(
          'VIRTUAL_ACCOUNT_BANK',
          name.max(60),
          'Llano Bank',
          'Bank of the virtual accounts',
        ),
        accountPrefix: placeholder(
          'VIRTUAL_ACCOUNT_PREFIX',
          virtualAccountPrefix,
          'LLANO',
          'Capitals that every virtual account number begins with',
        ),
      },
      store: {
        referencePrefix: placeholder(
          'STORE_REFERENCE_PREFIX',
          storeReferencePrefix,
          '4821',
          'Digits that the made-up store references of development begin with',
        ),
        chainName: placeholder(
          'STORE_CHAIN',
          name.max(60),
          'Tiendas de conveniencia',
          'Convenience stores that take them',
        ),
      },
    },
  },

  events: {
    url: setting(
      'HOST_EVENTS_URL',
      addressOrNone,
      '',
      'Where the lender takes events, signed as `/host/` calls are; `https` in production, but for this machine itself; empty keeps them to be asked for',
    ),
  },

  paymentProvider: {
    feesUrl: setting(
      'PROVIDER_FEES_URL',
      tlsAddressOrNone,
      '',
      "The payment provider's page of fees, linked from the payment instructions",
    ),
    pageUrl: setting(
      'PAYMENT_PAGE_URL',
      tlsAddressOrNone,
      '',
      "The payment provider's page for paying with a card, with `{orderNumber}`, `{amount}` in minor units and `{currency}` to fill in; its origin has to be in `REDIRECT_ORIGINS`",
    ),
  },

  cardProviders: perMarket(cardProvider),

  creditCards: perMarket(creditCards),

  stripe: {
    ...perMarket(stripeAccount),
    apiBase: setting(
      'STRIPE_API_BASE',
      originOrNone,
      '',
      "A stand-in for Stripe's API, in development only; empty for Stripe",
    ),
  },

  conekta: {
    privateKey: secret(
      'CONEKTA_PRIVATE_KEY',
      z.union([z.literal(''), z.string().regex(/^key_\w{8,255}$/, 'must be key_…')]),
      '',
      `Private key of the Conekta account in ${marketOf[homeMarketOf('conekta')].name}; empty for none`,
    ),
    webhookKey: setting(
      'CONEKTA_WEBHOOK_KEY',
      publicKeyOrNone,
      '',
      'Public key that Conekta signs its messages to `/webhooks/conekta` with: the `public_key` of a webhook key, without its first and last line and the breaks',
    ),
    apiBase: setting(
      'CONEKTA_API_BASE',
      originOrNone,
      '',
      "A stand-in for Conekta's API, in development only; empty for Conekta",
    ),
  },

  fintoc: {
    secretKey: secret(
      'FINTOC_SECRET_KEY',
      z.union([
        z.literal(''),
        z.string().regex(/^sk_(test|live)_[\w-]{8,255}$/, 'must be sk_test_… or sk_live_…'),
      ]),
      '',
      `Secret key of the Fintoc account in ${marketOf[homeMarketOf('fintoc')].name}; empty for none`,
    ),
    webhookSecret: secret(
      'FINTOC_WEBHOOK_SECRET',
      z.union([z.literal(''), z.string().regex(/^whsec_[\w-]{8,255}$/, 'must be whsec_…')]),
      '',
      'Secret of its webhook endpoint `/webhooks/fintoc`',
    ),
    accountId: setting(
      'FINTOC_ACCOUNT_ID',
      z.union([z.literal(''), z.string().regex(/^acc_\w{4,80}$/, 'must be acc_…')]),
      '',
      'The account of Fintoc that its CLABEs lead to',
    ),
    apiBase: setting(
      'FINTOC_API_BASE',
      originOrNone,
      '',
      "A stand-in for Fintoc's API, in development only; empty for Fintoc",
    ),
  },

  razorpay: {
    keyId: setting(
      'RAZORPAY_KEY_ID',
      z.union([z.literal(''), z.string().regex(/^rzp_(test|live)_\w{8,64}$/, 'must be rzp_…')]),
      '',
      `Key of the Razorpay account in ${marketOf[homeMarketOf('razorpay')].name}; empty for none`,
    ),
    keySecret: secret('RAZORPAY_KEY_SECRET', razorpaySecret, '', 'Its secret'),
    webhookSecret: secret(
      'RAZORPAY_WEBHOOK_SECRET',
      razorpaySecret,
      '',
      'What its webhook to `/webhooks/razorpay` is signed with: any text, and not the secret of the key',
    ),
    apiBase: setting(
      'RAZORPAY_API_BASE',
      originOrNone,
      '',
      "A stand-in for Razorpay's API, in development only; empty for Razorpay",
    ),
  },

  sms: {
    gateway: smsGateway(
      'SMS_GATEWAY',
      'sms',
      'Gateway that sends codes by SMS; empty for none. Without one, `/testPreview` shows them in development',
    ),
    secondGateway: smsGateway(
      'SMS_SECOND_GATEWAY',
      'sms-second',
      'Gateway that takes what the first did not send; empty for none',
    ),
    twilio: {
      accountSid: setting(
        'TWILIO_ACCOUNT_SID',
        z.string().regex(/^(AC[0-9a-f]{32})?$/, 'must be AC…'),
        '',
        'Account of Twilio that sends codes; empty for none',
      ),
      authToken: secret('TWILIO_AUTH_TOKEN', headerValue.or(z.literal('')), '', 'Its token'),
      from: setting(
        'TWILIO_FROM',
        z
          .string()
          .regex(
            /^(\+\d{6,15}|MG[0-9a-f]{32}|\d{3,8}|[A-Za-z0-9 ]{1,11})?$/,
            'must be a number, a name or MG…',
          ),
        '',
        'What its SMS come from: a number, a name or a messaging service `MG…`; empty for no SMS',
      ),
      texts: setting(
        'TWILIO_TEXTS',
        registeredTexts,
        '{}',
        'Texts registered with carriers for its SMS, as `SMS_GATEWAY_TEXTS`',
      ),
      whatsappFrom: setting(
        'TWILIO_WHATSAPP_FROM',
        whatsappOrNone,
        '',
        'Number of its WhatsApp sender; empty for no WhatsApp',
      ),
      whatsappTexts: setting(
        'TWILIO_WHATSAPP_TEXTS',
        registeredTexts,
        '{}',
        'Its templates for WhatsApp, as `SMS_GATEWAY_TEXTS` with ids `HX…`; the code is their first variable',
      ),
      apiBase: setting(
        'TWILIO_API_BASE',
        originOrNone,
        '',
        "A stand-in for Twilio's API, in development only; empty for Twilio",
      ),
    },
    routes: perMarket(smsRoute),
    registrationSendsPerHour: setting(
      'REGISTRATION_SMS_PER_HOUR',
      wholeNumber(1, 1_000_000),
      '2000',
      'Codes sent by SMS in an hour to all who register, three quarters of them to one country at most; those of payments count apart',
    ),
    registrationSendsPerDay: setting(
      'REGISTRATION_SMS_PER_DAY',
      wholeNumber(1, 10_000_000),
      '8000',
      'The same in a day. Of both a quarter is kept for networks that nothing was sent to within the hour, and three quarters while few of those who are sent a code enter it',
    ),
    proofIterations: setting(
      'REGISTRATION_PROOF_ITERATIONS',
      wholeNumber(1, 100_000),
      '1000',
      'Rounds of PBKDF2 in a try of the proof of work that has a registration code sent at once; 256 tries on average, more with volume',
    ),
  },

  /** The lender's own screens. */
  desk: {
    signIn: setting(
      'DESK',
      z.enum(['off', 'openid', 'local']),
      'off',
      "The lender's own screens at `/desk`: `openid` signs people in by OpenID Connect, `local` as one of a few made-up people, in development only",
    ),
    port: setting(
      'DESK_PORT',
      portOrNone,
      '',
      'Port of its own for the desk, on the address of `HOST`; empty for that of the pages',
    ),
    base: setting(
      'DESK_BASE',
      originOrNone,
      '',
      'Origin of the desk as its people see it; empty for that of `H5_BASE`. The identity provider has to know it with `/desk/sign-in/back`, with `/desk/sign-in?out=1` for after signing out, and with `/desk/sign-in/ended` for its back channel',
    ),
    issuer: setting('DESK_ISSUER', addressOrNone, '', 'Issuer of the OpenID provider'),
    clientId: setting('DESK_CLIENT_ID', text, '', 'What the provider knows the desk by'),
    clientSecret: secret('DESK_CLIENT_SECRET', text, '', 'The secret that it gave the desk'),
    scope: setting('DESK_SCOPE', name, 'openid profile email groups', 'What the provider is asked for'),
    groupClaim: setting('DESK_GROUP_CLAIM', name, 'groups', "The claim that lists somebody's groups"),
    groupsOfRole: setting(
      'DESK_ROLES',
      groupsOfRole,
      '{"agent":["llano-agents"],"treasury":["llano-treasury"],"manager":["llano-managers"],"auditor":["llano-auditors"]}',
      'The groups that make each role, as a JSON object of lists; who is in none of them cannot enter',
    ),
    idleMinutes: setting(
      'DESK_IDLE_MINUTES',
      wholeNumber(1, 1440),
      '15',
      'Minutes after which somebody who does nothing is signed out',
    ),
    sessionHours: setting(
      'DESK_SESSION_HOURS',
      wholeNumber(1, 24),
      '10',
      'Hours after which everybody has to sign in again',
    ),
    roleMinutes: setting(
      'DESK_ROLE_MINUTES',
      wholeNumber(1, 1440),
      '60',
      "Minutes after which somebody's groups are read anew from the provider, which asks nothing while it still knows them",
    ),
    maxAgeMinutes: setting(
      'DESK_MAX_AGE_MINUTES',
      wholeNumber(0, 10_080),
      '600',
      'Minutes since somebody gave the provider a password or key, beyond which a sign-in asks for it anew (`max_age`); 0 for as the provider decides',
    ),
    secondPersonAboveMinor: Object.fromEntries(
      allMarkets.map((market) => [currencyOf(market), secondPersonAbove(market)]),
    ) as Readonly<Record<Currency, Setting<AmountLimit>>>,
    daySumAboveMinor: Object.fromEntries(
      allMarkets.map((market) => [currencyOf(market), daySumAbove(market)]),
    ) as Readonly<Record<Currency, Setting<AmountLimit>>>,
    complaintHours: setting(
      'DESK_COMPLAINT_HOURS',
      wholeNumber(1, 2160),
      '24',
      'Hours in which a complaint has to be answered, as the clock of the queue counts them',
    ),
    answerHours: setting(
      'DESK_ANSWER_HOURS',
      answerHours,
      JSON.stringify(usualHours),
      'The same of other kinds of matter, as a JSON object; of a claimed payment it is 24 and of a disputed charge 72, when either becomes a complaint',
    ),
  },

  /** Who lends: what serves every market, and what a market has of its own. */
  company: {
    reminderDays: setting(
      'REMINDER_DAYS',
      reminderDays,
      '-3,0',
      'Days after the due day on which `REMINDERS=sms` reminds, comma-separated, from -30 to 30; below zero before it. A loan that is paid, disputed or paused is not reminded of',
    ),
    reminderHours: setting(
      'REMINDER_HOURS',
      reminderHours,
      '9-20',
      'Hours of the day, where the borrower is, from and until which it does; those in which collections may contact nobody stay out',
    ),
    remindedBy: setting(
      'REMINDERS',
      z.enum(reminderSenders),
      'lender',
      'Who reminds borrowers of due dates: `lender`, your systems, which `reminder.consent-changed` tells who wants it; `sms`, the built-in service, those who agreed to it; `nobody`, and then pages and privacy notice offer none',
    ),
    appName: setting('APP_NAME', name.max(40), 'Llano', 'Name shown in titles and texts'),
    shared: {
      lenderName: placeholder('LENDER_NAME', lenderName, 'Llano', 'Company named as lender and beneficiary'),
      address: setting(
        'LENDER_ADDRESS',
        text,
        '',
        "Lender's address, in the legal documents; empty leaves it out",
      ),
      registration: setting(
        'LENDER_REGISTRATION',
        text,
        '',
        "Lender's registrations and licences, in the legal documents; empty leaves them out",
      ),
      telephone: placeholder(
        'SERVICE_PHONE',
        telephoneOrNone,
        marketOf[allMarkets[0]].telephone.madeUp,
        'Customer service telephone',
      ),
      email: placeholder(
        'SERVICE_EMAIL',
        emailOrNone,
        'ayuda@llano.example',
        'Customer service mail address',
      ),
      whatsapp: setting(
        'SERVICE_WHATSAPP',
        whatsappOrNone,
        '',
        'Customer service number on WhatsApp; empty for none',
      ),
      serviceHours: setting(
        'SERVICE_HOURS',
        z.string().refine((hours) => hours === '' || isServiceHours(hours), 'must be like 1-6 08:00-20:00'),
        '',
        'When customer service answers, days from 1 for Monday and times: `1-6 08:00-20:00`; empty says nothing',
      ),
    },
    ...perMarket(companyFacts),
  },

  site: {
    isContactInboxOn: setting(
      'CONTACT_INBOX',
      onOff,
      'off',
      'on stores what visitors send from the contact page, for `/host/contact-messages/list`, or with `API_BASE` in a file of `DATA_DIR`; off keeps nothing',
    ),
    standingLanguage: setting(
      'PROMOTION_LANGUAGE',
      z.enum(['market', 'zh']),
      'market',
      'What a promotion page speaks whose template and address name no language: `market` the language of its market, `zh` Chinese',
    ),
    androidLink: setting(
      'ANDROID_LINK',
      tlsAddressOrNone,
      '',
      'Where the download page gets the app for Android; Google Play is told where the visitor came from',
    ),
    iphoneLink: setting(
      'IPHONE_LINK',
      tlsAddressOrNone,
      '',
      'Where the download page gets the app for iPhone',
    ),
  },

  /** What every page may show: nothing secret belongs here. */
  pages: {
    brandColor: setting(
      'BRAND_COLOR',
      brandColor,
      '#0b5f68',
      'The one brand colour; at least 4.5:1 against white',
    ),
    amountStyle: setting(
      'AMOUNT_STYLE',
      z.enum(['dot', 'locale']),
      'dot',
      '`dot` shows 1.234.567,89; `locale` groups as the currency does: 1,234,567.89 pesos, 12,34,567.89 rupees',
    ),
    dateStyle: setting(
      'DATE_STYLE',
      z.enum(['iso', 'locale']),
      'iso',
      '`iso` shows 2026-12-21, and 21 dic in a heading or sentence of a page that shows the date whole too; `locale` writes the month as a word, as language and market do: 21 dic 2026',
    ),
    isLoanMarket: setting(
      'LOAN_MARKET',
      onOff,
      'off',
      'on hides the action buttons of an order once its status is known',
    ),
    agreementBox: perMarket(agreementBox),
    paths: {
      complaint: screenPath('complaint', 'Screen: start of a complaint'),
      confirmLoan: screenPath('confirmLoan', 'Screen: loan confirmation'),
      loanDetail: screenPath('loanDetail', 'Screen: order detail'),
      order: screenPath('order', 'Screen: order detail, second path'),
      error: screenPath('error', 'Screen: joint login failure'),
      repay: screenPath('repay', 'Screen: repayment'),
      repayDelay: screenPath('repayDelay', 'Screen: extension'),
      customerService: screenPath('customerService', 'Screen: customer service'),
      aboutUs: screenPath('aboutUs', 'Screen: about us'),
      contract: screenPath('contract', 'Screen: loan agreement'),
      privacyNotice: screenPath('privacyNotice', 'Screen: privacy notice'),
      payWay: screenPath('payWay', 'Screen: payment with a saved card'),
    },
    hostPages: {
      bindBank: setting('HOST_PAGE_BIND_BANK', link, '', 'Page of the host app: bind a bank account'),
      bindCard: setting('HOST_PAGE_BIND_CARD', link, '', 'Page of the host app: bind a card'),
      setting: setting('HOST_PAGE_SETTING', link, '', 'Page of the host app: settings'),
      main: setting('HOST_PAGE_MAIN', link, '/', 'Page of the host app: main'),
      login: setting('HOST_PAGE_LOGIN', link, '', 'Page of the host app: login'),
      productDetail: setting('HOST_PAGE_PRODUCT_DETAIL', link, '', 'Page of the host app: product detail'),
      recommendList: setting('HOST_PAGE_RECOMMEND_LIST', link, '', 'Page of the host app: recommended loans'),
    },
  },

  bridge: {
    androidObject: setting(
      'BRIDGE_ANDROID_OBJECT',
      identifier,
      'LlanoHost',
      "Name of the Android host's JavaScript interface",
    ),
    androidMethod: setting(
      'BRIDGE_ANDROID_METHOD',
      identifier,
      'postMessage',
      'Its method, which takes a JSON text',
    ),
    iosHandler: setting(
      'BRIDGE_IOS_HANDLER',
      identifier,
      'LlanoHost',
      'Name of the handler under `webkit.messageHandlers`',
    ),
    deepLinkScheme: setting(
      'DEEP_LINK_SCHEME',
      z
        .string()
        .regex(
          /^(?!javascript$|data$|https?$)([a-z][a-z0-9+.-]{1,30})?$/,
          'must be a scheme of its own, without ://',
        ),
      '',
      "Scheme of the host's deep links; empty for none",
    ),
    actions: {
      openPage: action('BRIDGE_ACTION_OPEN_PAGE', 'openPage'),
      openPageWithParameter: action('BRIDGE_ACTION_OPEN_PAGE_WITH_PARAMETER', 'openPageWithParameter'),
      closeWebView: action('BRIDGE_ACTION_CLOSE_WEB_VIEW', 'closeWebView'),
      homeTab: action('BRIDGE_ACTION_HOME_TAB', 'homeTab'),
      mineTab: action('BRIDGE_ACTION_MINE_TAB', 'mineTab'),
      forceLogin: action('BRIDGE_ACTION_FORCE_LOGIN', 'forceLogin'),
      callTelephone: action('BRIDGE_ACTION_CALL_TELEPHONE', 'callTelephone'),
      ratingPrompt: action('BRIDGE_ACTION_RATING_PROMPT', 'ratingPrompt'),
      burialPointConfirmation: action('BRIDGE_ACTION_BURIAL_POINT_CONFIRMATION', 'burialPointConfirmation'),
      startBankFlow: action('BRIDGE_ACTION_START_BANK_FLOW', 'startBankFlow'),
      endBankFlow: action('BRIDGE_ACTION_END_BANK_FLOW', 'endBankFlow'),
      goToLoan: action('BRIDGE_ACTION_GO_TO_LOAN', 'goToLoan'),
    },
  },
} satisfies SettingGroup;

/** The same settings for each market, by its code. */
function perMarket<Of>(make: (market: Market) => Of): Readonly<Record<Market, Of>> {
  return Object.fromEntries(allMarkets.map((market) => [market, make(market)])) as Record<Market, Of>;
}

function secondPersonAbove(market: Market) {
  const { currency, secondPersonAboveMinor } = marketOf[market];
  return setting(
    `DESK_SECOND_PERSON_${currency.code}`,
    amountLimit,
    String(secondPersonAboveMinor),
    `${currency.minorUnits} that one person may move on a loan in a day, or lend by approving it; what goes beyond needs a second person. One number, or a JSON object with one for each role`,
  );
}

function daySumAbove(market: Market) {
  const { currency, secondPersonAboveMinor } = marketOf[market];
  return setting(
    `DESK_DAY_SUM_${currency.code}`,
    amountLimit,
    String(usualLoansOfDay * secondPersonAboveMinor),
    `${currency.minorUnits} that one person may move in 24 hours by acts of one kind, such as waivers or refunds, on all loans; what goes beyond needs a second person. One number, or a JSON object with one for each role`,
  );
}

/** Who lends in a market: each fact empty for what serves every market. */
function companyFacts(market: Market) {
  const {
    name: country,
    settings: words,
    coolingOff,
    mayKeepDataAbroad,
    retentionYears,
    proposal,
    lateFeeBesidePenalties: usualLateFee,
    bankHolidays: closed,
    supervisors,
  } = marketOf[market];
  const regions = Object.keys(closed.regions);
  const years = (kind: RetentionKind, what: string) =>
    setting(
      `RETENTION_${kind.toUpperCase()}_YEARS_${market}`,
      wholeNumber(1, 100),
      String(retentionYears[kind]),
      `Years for which ${what}, in ${country}; the default follows the law there`,
    );
  const [usualSupervisor, ...otherSupervisors] = supervisors.map(({ id }) => id);
  const needed = (fact: MarketDefinition['proposal']['lenderFacts'][number]): string => {
    const facts: MarketDefinition['proposal']['lenderFacts'] = proposal.lenderFacts;
    return facts.includes(fact) ? '; required in production before the first loan' : '';
  };
  return {
    lenderName: setting(
      `LENDER_NAME_${market}`,
      lenderNameOrNone,
      '',
      `Company named as lender and beneficiary in ${country}; empty for that of \`LENDER_NAME\``,
    ),
    address: setting(
      `LENDER_ADDRESS_${market}`,
      text,
      '',
      `Lender's address, in the legal documents in ${country}; empty for that of \`LENDER_ADDRESS\`; one of them is required in production before the first loan`,
    ),
    registration: setting(
      `LENDER_REGISTRATION_${market}`,
      text,
      '',
      `Lender's registrations and licences, in the legal documents in ${country}; empty for that of \`LENDER_REGISTRATION\`; one of them is required in production before the first loan`,
    ),
    regulator: setting(
      `LENDER_REGULATOR_${market}`,
      text,
      '',
      `Who supervises lenders in ${country} and how to reach them, in the legal documents; required in production before the first loan`,
    ),
    site: setting(
      `LENDER_SITE_${market}`,
      z
        .string()
        .regex(/^(?:(?:[a-z0-9-]+\.)+[a-z]{2,}(?:\/[\w./-]*)?)?$/, 'must be an address without https://'),
      '',
      `Lender's web address in ${country}, such as \`www.lender.example\`, in the legal documents; required in production before the first loan`,
    ),
    supervisor: setting(
      `LENDER_SUPERVISOR_${market}`,
      z.enum([usualSupervisor ?? '', ...otherSupervisors]),
      usualSupervisor ?? '',
      `Whose law the lender is under in ${country}: it names who hears complaints and the register of contracts; where it has a borrower save interest by paying early, no new product may charge all of its plan`,
    ),
    telephone: setting(
      `SERVICE_PHONE_${market}`,
      telephoneOrNone,
      '',
      `Customer service telephone in ${country}; empty for that of \`SERVICE_PHONE\``,
    ),
    email: setting(
      `SERVICE_EMAIL_${market}`,
      emailOrNone,
      '',
      `Customer service mail address in ${country}; empty for that of \`SERVICE_EMAIL\``,
    ),
    whatsapp: setting(
      `SERVICE_WHATSAPP_${market}`,
      whatsappOrNone,
      '',
      `Customer service number on WhatsApp in ${country}; empty for that of \`SERVICE_WHATSAPP\``,
    ),
    complaintsUnit: setting(
      `COMPLAINTS_UNIT_${market}`,
      text,
      '',
      `${words.complaintsUnit}; required in production before the first loan`,
    ),
    complaintsTelephone: setting(
      `COMPLAINTS_PHONE_${market}`,
      telephoneOrNone,
      '',
      `Telephone of \`COMPLAINTS_UNIT_${market}\`; empty for that of customer service`,
    ),
    complaintsEmail: setting(
      `COMPLAINTS_EMAIL_${market}`,
      emailOrNone,
      '',
      `Mail address of \`COMPLAINTS_UNIT_${market}\`; empty for that of customer service`,
    ),
    recoveryAgents: setting(
      `RECOVERY_AGENTS_${market}`,
      text,
      '',
      `Who collects for the lender in ${country} and how to reach them, or that they collect themselves, on the paper before acceptance${needed('recoveryAgents')}`,
    ),
    creditBureaus: setting(
      `CREDIT_BUREAUS_${market}`,
      text,
      '',
      `Credit bureaus in ${country} that the lender reports to or asks, by name, in the privacy notice; empty has them named by what they are, \`none\` says that there are none, in the agreement too`,
    ),
    sendsDataAbroad: setting(
      `DATA_ABROAD_${market}`,
      onOff,
      mayKeepDataAbroad ? 'on' : 'off',
      `\`off\` where data of borrowers in ${country} never leave it: the privacy notice says so`,
    ),
    serviceProvider: setting(
      `SERVICE_PROVIDER_${market}`,
      text,
      '',
      `Who serves borrowers for the lender in ${country}, such as a digital lending service provider, or that nobody does; empty leaves it out of the paper${needed('serviceProvider')}`,
    ),
    fundingPartners: setting(
      `FUNDING_PARTNERS_${market}`,
      text,
      '',
      `Who lends with the lender in ${country}, with shares and blended rate, or that it lends alone; empty leaves it out of the paper${needed('fundingPartners')}`,
    ),
    contractRegister: setting(
      `CONTRACT_REGISTER_${market}`,
      z.string().regex(/^[\w/ .-]{0,64}$/, 'must be a number of letters, digits and / . -'),
      '',
      `Number of the agreement in the public register of contracts in ${country}, on the paper before acceptance${needed('contractRegister')}`,
    ),
    consultsBureaus: setting(
      `CONSULTS_CREDIT_BUREAUS_${market}`,
      onOff,
      'off',
      `Whether the lender consults the credit bureaus of \`CREDIT_BUREAUS_${market}\` about borrowers in ${country}; where its law wants that authorised apart, the agreement has a section of its own and the confirmation a box`,
    ),
    coolingOffDays: setting(
      `COOLING_OFF_DAYS_${market}`,
      wholeNumber(coolingOff.leastDays, 30),
      String(coolingOff.usualDays),
      `Days after a loan was paid out in ${country} within which it can be given back for its principal and the interest of those days${coolingOff.leastDays === 0 ? '; 0 for none' : ''}`,
    ),
    loanYears: years('loan', 'data of borrowers and their loans are kept after the last loan ended'),
    complaintYears: years('complaint', 'complaints, disputes and claims are kept after the last one ended'),
    registrationYears: years('registration', 'data of people who registered and never borrowed are kept'),
    areYearsConfirmed: setting(
      `RETENTION_CONFIRMED_${market}`,
      onOff,
      'off',
      `Whether you confirm the years of \`RETENTION_…_${market}\`: the privacy notice then promises them, and what is older is counted for the desk, where two people start erasing it. \`off\`: nothing of borrowers, loans and registrations ends by time`,
    ),
    lateFeeBesidePenalties: setting(
      `LATE_FEE_BESIDE_PENALTIES_${market}`,
      onOff,
      usualLateFee ? 'on' : 'off',
      words.lateFeeBesidePenalties,
    ),
    bankHolidays: setting(
      `BANK_HOLIDAYS_${market}`,
      bankHolidays(regions),
      '',
      `Bank holidays in ${country} besides those of every year, comma-separated: ${regions.length > 0 ? `the state of your office where its list is known (${regions.map((region) => `\`${region}\``).join(', ')}), ` : ''}days as \`2027-12-25\`, and years as \`2027\` that have no others. A year of which nothing is known is warned of at start`,
    ),
    documentSet: setting(
      `LEGAL_DOCUMENTS_${market}`,
      z.enum([market, 'specification']),
      market,
      `Legal documents shown in ${country}: its own, or the specification's to the letter`,
    ),
  };
}

function cardProvider(market: Market) {
  const { name: country, settings: words } = marketOf[market];
  return setting(
    `CARD_PROVIDER_${market}`,
    providerName,
    '',
    `Who saves and charges new cards in ${country}: ${words.cardProviders}; empty for the one there is an account with, \`none\` for no provider`,
  );
}

function agreementBox(market: Market) {
  const { name: country, ticksAgreement } = marketOf[market];
  return setting(
    `AGREEMENT_BOX_${market}`,
    z.enum(['ticked', 'empty']),
    ticksAgreement ? 'ticked' : 'empty',
    `How the box that accepts the agreement starts in ${country}: \`ticked\` or \`empty\`; the default follows the law there`,
  );
}

function creditCards(market: Market) {
  const { name: country, repaysByCredit } = marketOf[market];
  return setting(
    `CREDIT_CARDS_${market}`,
    z.enum(['accept', 'refuse']),
    repaysByCredit ? 'accept' : 'refuse',
    `Whether loans in ${country} may be repaid with credit cards, as your agreement with the acquirer says: \`accept\` or \`refuse\``,
  );
}

function stripeAccount(market: Market) {
  const { name: country } = marketOf[market];
  return {
    secretKey: secret(
      `STRIPE_SECRET_KEY_${market}`,
      z.union([z.literal(''), z.string().regex(/^(sk|rk)_(test|live)_\w{8,255}$/, 'must be sk_… or rk_…')]),
      '',
      `Secret key of the Stripe account that charges cards in ${country}; empty for none there`,
    ),
    webhookSecret: secret(
      `STRIPE_WEBHOOK_SECRET_${market}`,
      z.union([z.literal(''), z.string().regex(/^whsec_\w{16,255}$/, 'must be whsec_…')]),
      '',
      `Signing secret of its webhook endpoint \`/webhooks/stripe\` in ${country}`,
    ),
  };
}

function smsGateway<Name extends string, Prefix extends string>(prefix: Prefix, name: Name, about: string) {
  return {
    url: setting(`${prefix}_URL`, addressOrNone, '', about),
    method: setting(`${prefix}_METHOD`, z.enum(['POST', 'PUT']), 'POST', 'Its method'),
    headers: secret(
      `${prefix}_HEADERS`,
      headers,
      '{}',
      'Its headers as a JSON object, credentials among them',
    ),
    body: {
      contentType: setting(
        `${prefix}_CONTENT_TYPE`,
        headerValue,
        'application/json',
        'Type of its body: `application/json` or `application/x-www-form-urlencoded`',
      ),
      template: setting(
        `${prefix}_BODY`,
        z.string().max(4096),
        '{"to":"{to}","text":"{text}","id":"{messageId}"}',
        'Its body, with `{to}` or `{toDigits}`, `{text}`, `{messageId}`, `{code}`, `{amount}`, `{purpose}`, `{language}`, `{template}` and `{senderId}` to fill in',
      ),
    },
    senderId: setting(`${prefix}_SENDER`, text, '', 'What stands for `{senderId}`'),
    texts: setting(
      `${prefix}_TEXTS`,
      registeredTexts,
      '{}',
      'Texts that it or a carrier has registered, by purpose (`card-payment`, `registration`) and language, as a JSON object: `{"registration":{"en":{"id":"1107…","text":"{code} is your code for {appName}"}}}`; the first serves the other languages, and our own words what is not there',
    ),
    accepted: setting(
      `${prefix}_ACCEPTED`,
      acceptRule,
      '',
      'Which answers are a yes: a path in their JSON and what stands there, such as `messages.0.status=queued,sent`; empty for every 2xx',
    ),
    idPath: setting(
      `${prefix}_MESSAGE_ID`,
      jsonPathOrNone,
      '',
      'Path of its own id of a message in the JSON of its answer, when its reports do not name ours',
    ),
    isIdempotent: setting(
      `${prefix}_IDEMPOTENT`,
      onOff,
      'off',
      'on when it drops a message whose `{messageId}` it knows; only then is a message repeated that may have arrived',
    ),
    reports: {
      secret: secret(
        `${prefix}_REPORT_SECRET`,
        reportSecret,
        '',
        `What proves its delivery reports to \`/webhooks/${name}\`; empty for none`,
      ),
      proof: setting(
        `${prefix}_REPORT_PROOF`,
        z.enum(['hmac-sha256', 'secret']),
        'hmac-sha256',
        'How: `hmac-sha256` of the body in hex or base64, or the `secret` itself',
      ),
      header: setting(
        `${prefix}_REPORT_HEADER`,
        z.string().regex(/^[\w-]{1,64}$/, 'must be the name of a header'),
        'X-Signature',
        'The header it stands in',
      ),
      form: setting(
        `${prefix}_REPORT_FORM`,
        reportForm,
        '{"id":"id","status":"status","delivered":["delivered"],"undelivered":["undelivered","failed","expired","rejected"]}',
        'Where a report says what, as a JSON object: paths `id` and `status`, also `list` and `failure`; the words `delivered`, `undelivered` and `onItsWay`; `idOf` is `message-id` for ours or `gateway-message-id`',
      ),
    },
  };
}

function smsRoute(market: Market) {
  const { name: country } = marketOf[market];
  return setting(
    `SMS_ROUTE_${market}`,
    smsGatewayList,
    '',
    `Ways of messages to numbers of ${country}, in order, comma-separated: \`sms\`, \`sms-second\`, \`twilio\`, \`twilio-whatsapp\`; empty for all that are set, in this order`,
  );
}

function screenPath(screen: keyof typeof defaultScreenPaths, about: string): Setting<string> {
  return setting(pathSettingOf(screen), path, defaultScreenPaths[screen], about);
}

function action(variable: string, fallback: string): Setting<string> {
  return setting(variable, actionName, fallback, `What the host calls the action ${fallback}`);
}

/** The checked configuration, nested by consumer. */
export type Settings = ValuesOf<typeof settingsSchema>;
