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
import { placeholder, type Setting, type SettingGroup, secret, setting, type ValuesOf } from './setting.ts';
import * as kind from './setting-kinds.ts';

const razorpaySecret = kind.matchingOrNone(
  /^[\x21-\x7e]{12,255}$/,
  'must be 12 characters or more, without spaces',
);

/** The default limit of a day is this many times the limit of a loan. */
const loansPerDayLimit = 5;

const actionNames = [
  'openPage',
  'openPageWithParameter',
  'closeWebView',
  'homeTab',
  'mineTab',
  'forceLogin',
  'callTelephone',
  'ratingPrompt',
  'burialPointConfirmation',
  'startBankFlow',
  'endBankFlow',
  'goToLoan',
] as const;

/** Every setting under its consumer, in the order the documentation lists them. */
export const settingsSchema = {
  mode: setting('MODE', z.enum(['development', 'production']), 'development').means(
    'development adds `/testPreview`, its sandbox lender and demo data; production has none of them. Required with settings that only a public system has: `https` in `H5_BASE`, `TRUSTED_PROXY_COUNT` above 0, a `HOST` that others reach, a live key of a provider',
  ),
  markets: setting('MARKETS', kind.marketList, allMarkets.join(',')).means(
    `Markets served, comma-separated: ${allMarkets.map((market) => `\`${market}\``).join(', ')}. Production asks for the facts of these only, and quotes in no other`,
  ),
  nodeCount: setting('NODE_COUNT', kind.wholeNumber(1, 1000), '1').means(
    'Number of processes that serve the pages together, the same in each; with more than one, production refuses to store files in a folder',
  ),
  log: {
    level: setting('LOG_LEVEL', z.enum(['silent', 'error', 'warn', 'info', 'debug']), 'info').means(
      'What is logged',
    ),
  },

  http: {
    host: setting('HOST', kind.name, '127.0.0.1').means('Address to listen on'),
    port: setting('PORT', kind.wholeNumber(0, 65_535), '3000').means('Port to listen on'),
    h5Base: setting('H5_BASE', kind.originOrNone).means(
      'Origin of the pages as borrowers see it, `https://…` in production; empty for the address listened on',
    ),
    trustedProxyCount: setting('TRUSTED_PROXY_COUNT', kind.wholeNumber(0, 10), '0').means(
      'Number of proxies in front whose `X-Forwarded-For` entry is trusted; in production at least the one that ends TLS',
    ),
    requestsPerMinute: setting('REQUESTS_PER_MINUTE', kind.wholeNumber(1, 1_000_000), '600').means(
      'Requests a minute from one borrower, or from all unknown clients of one address (IPv4, or the first 64 bits of IPv6). All nodes count together; with `API_BASE` or the embedded database each node counts alone',
    ),
    addressRequestsPerMinute: setting(
      'ADDRESS_REQUESTS_PER_MINUTE',
      kind.wholeNumber(1, 10_000_000),
      '12000',
    ).means(
      'Requests a minute from all borrowers behind one address: a mobile network puts hundreds behind one',
    ),
    hostRequestsPerMinute: setting('HOST_REQUESTS_PER_MINUTE', kind.wholeNumber(1, 1_000_000), '6000').means(
      'Calls a minute under `/host/` that are signed with one secret, from any address',
    ),
    metricsPort: setting('METRICS_PORT', kind.portOrNone).means(
      'Port on which Prometheus gets `/metrics`, on the same address as the pages and not for borrowers; empty for none',
    ),
    drainSeconds: setting('DRAIN_SECONDS', kind.wholeNumber(0, 300), '0').means(
      'Seconds of normal service after SIGTERM while `/ready` answers 503; longer than the proxy takes to notice',
    ),
    graceSeconds: setting('SHUTDOWN_GRACE_SECONDS', kind.wholeNumber(1, 300), '20').means(
      'Seconds after that in which running requests may finish',
    ),
    isSessionInAddress: setting('SESSION_IN_ADDRESS', kind.onOff, 'on').means(
      '`off` ignores a session in the address of a page: borrowers then come with a ticket, which the built-in service issues. The links of `/testPreview` need `on`',
    ),
    imageOrigins: setting('IMAGE_ORIGINS', kind.origins).means(
      'Origins, comma-separated, of logos and codes besides our own',
    ),
    redirectOrigins: setting('REDIRECT_ORIGINS', kind.origins).means(
      'Origins, comma-separated, that a page may send the borrower to besides our own',
    ),
    plainHttpHosts: setting('PLAIN_HTTP_HOSTS', kind.hosts).means(
      'Hosts, comma-separated, that production may reach by plain `http` besides this machine, such as those of a private network',
    ),
    frameAncestors: setting('FRAME_ANCESTORS', kind.originPatterns).means(
      'Origins, comma-separated, that may show the pages in a frame',
    ),
  },

  database: {
    databaseUrl: secret('DATABASE_URL', kind.databaseAddressOrNone).means(
      'PostgreSQL to use, required in production with the built-in service; empty for the embedded database',
    ),
    readUrl: secret('DATABASE_READ_URL', kind.databaseAddressOrNone).means(
      'Streaming replica for figures, exports and lists; empty reads everything from `DATABASE_URL`, which also answers while the replica lags or is down',
    ),
    dataDirectory: setting('DATA_DIR', kind.name, 'data').means(
      'Folder of the embedded database, when `DATABASE_URL` is empty',
    ),
    poolSize: setting('DATABASE_POOL_SIZE', kind.wholeNumber(2, 1000), '20').means(
      'Sessions on PostgreSQL that one process opens for pages and jobs',
    ),
    hostPoolSize: setting('DATABASE_HOST_POOL_SIZE', kind.wholeNumber(1, 1000), '5').means(
      'Sessions that one process opens for calls under `/host/`; one more checks whether PostgreSQL answers',
    ),
    connectTimeoutMs: setting('DATABASE_CONNECT_TIMEOUT_MS', kind.wholeNumber(100, 60_000), '1500').means(
      'Milliseconds that a request waits for a session; then the answer is 503',
    ),
    lockTimeoutMs: setting('DATABASE_LOCK_TIMEOUT_MS', kind.wholeNumber(10, 60_000), '1000').means(
      'Milliseconds that a statement waits for a locked row (`lock_timeout`)',
    ),
    statementTimeoutMs: setting(
      'DATABASE_STATEMENT_TIMEOUT_MS',
      kind.wholeNumber(100, 600_000),
      '3000',
    ).means(
      'Milliseconds that a statement may run (`statement_timeout`); half a second later PostgreSQL counts as down',
    ),
  },

  files: {
    bucket: setting(
      'FILES_S3_BUCKET',
      kind.matching(/^(?:[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/, 'must be the name of a bucket'),
    ).means('S3 bucket for the images of complaints; empty keeps them in `DATA_DIR/files`'),
    endpoint: setting('FILES_S3_ENDPOINT', kind.addressOrNone).means(
      'Address of the S3-compatible server; empty for Amazon S3',
    ),
    region: setting('FILES_S3_REGION', kind.name, 'us-east-1').means('Region of the bucket'),
    accessKeyId: setting('FILES_S3_ACCESS_KEY_ID', kind.text).means('Access key of the bucket'),
    secretAccessKey: secret('FILES_S3_SECRET_ACCESS_KEY', kind.text).means('Secret key of the bucket'),
    keyPrefix: setting(
      'FILES_S3_PREFIX',
      kind.matching(/^[A-Za-z0-9._/-]{0,128}$/, 'must be letters, digits and . _ / -'),
      'complaints/',
    ).means('Prefix of every key in the bucket'),
  },

  backend: {
    apiBase: setting('API_BASE', kind.addressOrNone).means(
      "A lender's own backend that answers the calls; empty for the built-in lending service",
    ),
    token: secret(
      'API_BASE_TOKEN',
      kind.matching(/^[\x21-\x7e]{0,4096}$/, 'must be printable and without spaces'),
    ).means('Credential sent to that backend as `Authorization: Bearer`; empty for none'),
    sessionOverCodes: setting('SESSION_OVER_CODES', kind.answerCodes).means(
      'Error codes, comma-separated, that mean an expired session in that backend, besides 401',
    ),
    defaultMerchantNumber: setting(
      'DEFAULT_MERCHANT_NUMBER',
      kind.matching(/^[\w-]{1,64}$/, 'must be letters, digits, _ and -'),
      'LL0001',
    ).means('Merchant number sent when the page address has none'),
  },

  security: {
    contact: setting('SECURITY_CONTACT', z.union([kind.emailOrNone, kind.tlsAddressOrNone])).means(
      'Mail or https address for reports of weaknesses, which `/.well-known/security.txt` names (RFC 9116); empty for no such text',
    ),
    policy: setting('SECURITY_POLICY', kind.tlsAddressOrNone).means(
      'Address of your policy for such reports, which the text names; empty for none',
    ),
  },

  lending: {
    hostSigningSecret: secret('HOST_SIGNING_SECRET', kind.signingSecret).means(
      "Secret that the lender's systems sign `/host/` calls with, and the service its events; required in production with the built-in service",
    ),
    hostSigningSecretOld: secret('HOST_SIGNING_SECRET_OLD', kind.signingSecret).means(
      'The previous secret, accepted until all systems sign with the new one; empty outside a rotation',
    ),
    takesWebhookSignatures: setting('HOST_WEBHOOK_SIGNATURES', kind.onOff, 'on').means(
      '`on` accepts `/host/` calls signed by Standard Webhooks as well as by RFC 9421; set `off` once all your systems sign by RFC 9421. The next release has `off` as its default',
    ),
    shownHostCalls: setting('OPENAPI_HOST_CALLS', z.enum(['', 'on', 'off'])).means(
      '`on` adds the `/host/` calls, events and webhooks of providers to `/openapi.json`, which anyone can read; empty adds them in development only',
    ),
    masterSecret: secret('MASTER_SECRET', kind.masterSecret).means(
      'Secret of 32 characters or more from which the keys for codes, captchas, stored answers and image addresses are derived; required in production with the built-in service',
    ),
    masterSecretOld: secret('MASTER_SECRET_OLD', kind.masterSecret).means(
      'The previous secret, which still reads what it made: keep it for 30 days; empty outside a rotation',
    ),
    sessionTtlMinutes: setting('SESSION_MINUTES', kind.wholeNumber(1, 43_200), '120').means(
      'Minutes that a borrower session lasts, unless the host app asks for less',
    ),
    sessionIdleMinutes: setting('SESSION_IDLE_MINUTES', kind.wholeNumber(0, 43_200), '30').means(
      'Minutes without a request after which a borrower session ends; 0 for never',
    ),
    jobs: setting('JOBS', z.enum(['all', 'comparison']), 'all').means(
      '`comparison` is for inspecting a restored database: the node runs no job except the comparison of books on request, sends nothing, calls no provider and deletes no image',
    ),
    settlementLayouts: setting('SETTLEMENT_LAYOUTS', kind.settlementLayouts, '{}').means(
      'How your settlement files differ from docs/providers/settlement-files.md, as a JSON object by source: your column names for its column names, and `minor` or `major` as the unit of amounts',
    ),
    penaltyStepDays: setting('PENALTY_STEP_DAYS', kind.wholeNumber(1, 366), '3').means(
      'Most days of penalties that are booked at once; a longer gap waits for `/host/penalties/step`',
    ),
    channels: {
      providers: {
        'bank-transfer': setting('SPEI_PROVIDER', kind.providerName).means(
          'Who issues CLABEs: `stripe`, `conekta` or `fintoc`; empty for those that begin with `CLABE_PREFIX`',
        ),
        store: setting('STORE_PROVIDER', kind.providerName).means(
          'Who issues vouchers that are paid in cash: `stripe` for OXXO, or `conekta`; empty for none, and in development for made-up ones',
        ),
        upi: setting('UPI_PROVIDER', kind.providerName).means(
          'Who issues what UPI pays to: `razorpay`; empty for `UPI_ADDRESS`',
        ),
        'virtual-account': setting('VIRTUAL_ACCOUNT_PROVIDER', kind.providerName).means(
          'Who issues virtual accounts: `razorpay`; empty for those that begin with `VIRTUAL_ACCOUNT_PREFIX`',
        ),
      },
      spei: {
        clabePrefix: placeholder('CLABE_PREFIX', kind.clabePrefix, '999180').means(
          "First 6 to 12 digits of the lender's own CLABEs: 3 of the bank, 3 of the plaza and those the bank assigned; empty makes none in production",
        ),
      },
      speiNotices: {
        publicKey: setting('SPEI_NOTICE_KEY', kind.publicKeyOrNone).means(
          'Public RSA key (DER in base64) that verifies SPEI deposit notices to `/webhooks/spei`; empty accepts no notices',
        ),
      },
      upi: {
        payeeAddress: placeholder('UPI_ADDRESS', kind.upiAddress, 'llano@examplebank').means(
          'UPI address that repayments are sent to; empty offers none of its own in production',
        ),
      },
      virtualAccount: {
        ifsc: placeholder('IFSC', kind.ifsc, 'LLAN0000001').means(
          'IFSC of the virtual accounts; empty makes none in production',
        ),
        bankName: placeholder('VIRTUAL_ACCOUNT_BANK', kind.name.max(60), 'Llano Bank').means(
          'Bank of the virtual accounts',
        ),
        accountPrefix: placeholder('VIRTUAL_ACCOUNT_PREFIX', kind.virtualAccountPrefix, 'LLANO').means(
          'Capitals that every virtual account number begins with',
        ),
      },
    },
  },

  events: {
    url: setting('HOST_EVENTS_URL', kind.addressOrNone).means(
      'Address of the lender that receives events, signed like `/host/` calls; `https` in production, except on this machine; empty stores them for `/host/events/list`',
    ),
  },

  paymentProvider: {
    feesUrl: setting('PROVIDER_FEES_URL', kind.tlsAddressOrNone).means(
      "The payment provider's page of fees, linked from the payment instructions",
    ),
    pageUrl: setting('PAYMENT_PAGE_URL', kind.tlsAddressOrNone).means(
      "The payment provider's page for paying with a card, with `{orderNumber}`, `{amount}` in minor units and `{currency}` to fill in; its origin has to be in `REDIRECT_ORIGINS`",
    ),
  },

  cardProviders: perMarket(cardProvider),

  creditCards: perMarket(creditCards),

  stripe: {
    ...perMarket(stripeAccount),
    apiBase: setting('STRIPE_API_BASE', kind.originOrNone).means(
      "A stand-in for Stripe's API, in development only; empty for Stripe",
    ),
  },

  conekta: {
    privateKey: secret('CONEKTA_PRIVATE_KEY', kind.matchingOrNone(/^key_\w{8,255}$/, 'must be key_…')).means(
      `Private key of the Conekta account in ${marketOf[homeMarketOf('conekta')].name}; empty for none`,
    ),
    webhookKey: setting('CONEKTA_WEBHOOK_KEY', kind.publicKeyOrNone).means(
      'Public key that verifies messages to `/webhooks/conekta`: the `public_key` of a webhook key, without its first and last line and without line breaks',
    ),
    apiBase: setting('CONEKTA_API_BASE', kind.originOrNone).means(
      "A stand-in for Conekta's API, in development only; empty for Conekta",
    ),
  },

  fintoc: {
    secretKey: secret(
      'FINTOC_SECRET_KEY',
      kind.matchingOrNone(/^sk_(test|live)_[\w-]{8,255}$/, 'must be sk_test_… or sk_live_…'),
    ).means(`Secret key of the Fintoc account in ${marketOf[homeMarketOf('fintoc')].name}; empty for none`),
    webhookSecret: secret(
      'FINTOC_WEBHOOK_SECRET',
      kind.matchingOrNone(/^whsec_[\w-]{8,255}$/, 'must be whsec_…'),
    ).means('Secret of its webhook endpoint `/webhooks/fintoc`'),
    accountId: setting('FINTOC_ACCOUNT_ID', kind.matchingOrNone(/^acc_\w{4,80}$/, 'must be acc_…')).means(
      'Fintoc account that its CLABEs pay into',
    ),
    apiBase: setting('FINTOC_API_BASE', kind.originOrNone).means(
      "A stand-in for Fintoc's API, in development only; empty for Fintoc",
    ),
  },

  razorpay: {
    keyId: setting(
      'RAZORPAY_KEY_ID',
      kind.matchingOrNone(/^rzp_(test|live)_\w{8,64}$/, 'must be rzp_…'),
    ).means(`Key of the Razorpay account in ${marketOf[homeMarketOf('razorpay')].name}; empty for none`),
    keySecret: secret('RAZORPAY_KEY_SECRET', razorpaySecret).means('Its secret'),
    webhookSecret: secret('RAZORPAY_WEBHOOK_SECRET', razorpaySecret).means(
      'Secret of its webhook to `/webhooks/razorpay`: any text other than the secret of the key',
    ),
    apiBase: setting('RAZORPAY_API_BASE', kind.originOrNone).means(
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
      'Gateway for messages that the first did not send; empty for none',
    ),
    twilio: {
      accountSid: setting('TWILIO_ACCOUNT_SID', kind.matching(/^(AC[0-9a-f]{32})?$/, 'must be AC…')).means(
        'Account of Twilio that sends codes; empty for none',
      ),
      authToken: secret('TWILIO_AUTH_TOKEN', kind.headerValue.or(z.literal(''))).means('Its token'),
      from: setting(
        'TWILIO_FROM',
        z
          .string()
          .regex(
            /^(\+\d{6,15}|MG[0-9a-f]{32}|\d{3,8}|[A-Za-z0-9 ]{1,11})?$/,
            'must be a number, a name or MG…',
          ),
      ).means('Sender of its SMS: a number, a name or a messaging service `MG…`; empty for no SMS'),
      texts: setting('TWILIO_TEXTS', kind.registeredTexts, '{}').means(
        'Texts registered with carriers for its SMS, as `SMS_GATEWAY_TEXTS`',
      ),
      whatsappFrom: setting('TWILIO_WHATSAPP_FROM', kind.whatsappOrNone).means(
        'Number of its WhatsApp sender; empty for no WhatsApp',
      ),
      whatsappTexts: setting('TWILIO_WHATSAPP_TEXTS', kind.registeredTexts, '{}').means(
        'Its templates for WhatsApp, as `SMS_GATEWAY_TEXTS` with ids `HX…`; the code is their first variable',
      ),
      apiBase: setting('TWILIO_API_BASE', kind.originOrNone).means(
        "A stand-in for Twilio's API, in development only; empty for Twilio",
      ),
    },
    routes: perMarket(smsRoute),
    registrationSendsPerHour: setting(
      'REGISTRATION_SMS_PER_HOUR',
      kind.wholeNumber(1, 1_000_000),
      '2000',
    ).means(
      'Registration codes sent by SMS in an hour, at most three quarters of them to one country; payment codes are counted separately',
    ),
    registrationSendsPerDay: setting(
      'REGISTRATION_SMS_PER_DAY',
      kind.wholeNumber(1, 10_000_000),
      '8000',
    ).means(
      'The same in a day. A quarter of both is reserved for networks that received nothing within the hour; three quarters while few recipients enter their code',
    ),
    proofIterations: setting('REGISTRATION_PROOF_ITERATIONS', kind.wholeNumber(1, 100_000), '1000').means(
      'PBKDF2 rounds in one try of the proof of work before a registration code is sent; 256 tries on average, more at high volume',
    ),
  },

  desk: {
    signIn: setting('DESK', z.enum(['off', 'openid', 'local']), 'off').means(
      'Staff screens at `/desk`: `openid` signs in by OpenID Connect, `local` as one of a few made-up people, in development only',
    ),
    port: setting('DESK_PORT', kind.portOrNone).means(
      'Port of its own for the desk, on the address of `HOST`; empty for that of the pages',
    ),
    base: setting('DESK_BASE', kind.originOrNone).means(
      'Origin of the desk in the browser; empty for that of `H5_BASE`. Register it at the identity provider with `/desk/sign-in/back`, `/desk/sign-in?out=1` (after signing out) and `/desk/sign-in/ended` (back channel)',
    ),
    issuer: setting('DESK_ISSUER', kind.addressOrNone).means('Issuer of the OpenID provider'),
    clientId: setting('DESK_CLIENT_ID', kind.text).means('Client id of the desk at the provider'),
    clientSecret: secret('DESK_CLIENT_SECRET', kind.text).means('Client secret of the desk'),
    scope: setting('DESK_SCOPE', kind.name, 'openid profile email groups').means(
      'Scopes that the desk requests',
    ),
    groupClaim: setting('DESK_GROUP_CLAIM', kind.name, 'groups').means(
      "The claim that lists somebody's groups",
    ),
    groupsOfRole: setting(
      'DESK_ROLES',
      kind.groupsOfRole,
      '{"agent":["llano-agents"],"treasury":["llano-treasury"],"manager":["llano-managers"],"auditor":["llano-auditors"]}',
    ).means('Groups that grant each role, as a JSON object of lists; people in none of them cannot sign in'),
    idleMinutes: setting('DESK_IDLE_MINUTES', kind.wholeNumber(1, 1440), '15').means(
      'Minutes without a request after which staff are signed out',
    ),
    sessionHours: setting('DESK_SESSION_HOURS', kind.wholeNumber(1, 24), '10').means(
      'Hours after which staff have to sign in again',
    ),
    roleMinutes: setting('DESK_ROLE_MINUTES', kind.wholeNumber(1, 1440), '60').means(
      'Minutes after which the groups of staff are read again from the provider, without a prompt while its own session lasts',
    ),
    maxAgeMinutes: setting('DESK_MAX_AGE_MINUTES', kind.wholeNumber(0, 10_080), '600').means(
      'Minutes after which a sign-in asks for the password or key again (`max_age`); 0 leaves it to the provider',
    ),
    secondApproverAboveMinor: Object.fromEntries(
      allMarkets.map((market) => [currencyOf(market), secondPersonAbove(market)]),
    ) as Readonly<Record<Currency, Setting<AmountLimit>>>,
    daySumAboveMinor: Object.fromEntries(
      allMarkets.map((market) => [currencyOf(market), daySumAbove(market)]),
    ) as Readonly<Record<Currency, Setting<AmountLimit>>>,
    complaintHours: setting('DESK_COMPLAINT_HOURS', kind.wholeNumber(1, 2160), '24').means(
      'Hours within which a complaint has to be answered',
    ),
    answerHours: setting('DESK_ANSWER_HOURS', kind.answerHours, JSON.stringify(usualHours)).means(
      'The same for other kinds of matter, as a JSON object. A payment claim becomes a complaint after 24 hours and a charge dispute after 72',
    ),
    messages: setting('DESK_MESSAGES', kind.lenderTexts, '{}').means(
      'Texts that staff can send to borrowers, in place of ours, as a JSON object by a name of your own: `{"call-us":{"es":"…","en":"Please call us at {telephone} about your loan {loan}."}}`; `{loan}`, `{telephone}` and `{appName}` are filled in',
    ),
  },

  /** Facts of the lender: shared by all markets, and those of one market. */
  company: {
    reminderDays: setting('REMINDER_DAYS', kind.reminderDays, '-3,0').means(
      'Days after the due day on which `REMINDERS=sms` reminds, comma-separated, from -30 to 30; negative before it. A product can have days of its own. Paid, disputed and paused loans get no reminder',
    ),
    reminderHours: setting('REMINDER_HOURS', kind.reminderHours, '9-20').means(
      'Hours between which reminders are sent, in the time zone of the borrower. A product can have hours of its own; hours in which the law forbids collection contacts are excluded',
    ),
    remindedBy: setting('REMINDERS', z.enum(reminderSenders), 'lender').means(
      'Who reminds borrowers of due dates: `lender`, your systems (`reminder.consent-changed` says who agreed); `sms`, the built-in service, to those who agreed; `nobody`, and pages and privacy notice offer no reminders',
    ),
    appName: setting('APP_NAME', kind.name.max(40), 'Llano').means('Name shown in titles and texts'),
    shared: {
      lenderName: placeholder('LENDER_NAME', kind.lenderName, 'Llano').means(
        'Company named as lender and beneficiary',
      ),
      address: setting('LENDER_ADDRESS', kind.text).means(
        "Lender's address, in the legal documents; empty leaves it out",
      ),
      registration: setting('LENDER_REGISTRATION', kind.text).means(
        "Lender's registrations and licences, in the legal documents; empty leaves them out",
      ),
      telephone: placeholder(
        'SERVICE_PHONE',
        kind.telephoneOrNone,
        marketOf[allMarkets[0]].telephone.madeUp,
      ).means('Customer service telephone'),
      email: placeholder('SERVICE_EMAIL', kind.emailOrNone, 'ayuda@llano.example').means(
        'Customer service mail address',
      ),
      whatsapp: setting('SERVICE_WHATSAPP', kind.whatsappOrNone).means(
        'Customer service number on WhatsApp; empty for none',
      ),
      serviceHours: setting(
        'SERVICE_HOURS',
        z.string().refine((hours) => hours === '' || isServiceHours(hours), 'must be like 1-6 08:00-20:00'),
      ).means(
        'When customer service answers, days from 1 for Monday and times: `1-6 08:00-20:00`; empty says nothing',
      ),
    },
    ...perMarket(companyFacts),
  },

  site: {
    isContactInboxOn: setting('CONTACT_INBOX', kind.onOff, 'off').means(
      '`on` stores messages from the contact page, for `/host/contact-messages/list`, or with `API_BASE` in a file of `DATA_DIR`; `off` stores nothing',
    ),
    standingLanguage: setting('PROMOTION_LANGUAGE', z.enum(['market', 'zh']), 'market').means(
      'Language of a promotion page whose template and address name none: `market` for that of its market, `zh` for Chinese',
    ),
    androidLink: setting('ANDROID_LINK', kind.tlsAddressOrNone).means(
      'Link to the Android app on the download page; Google Play receives the source of the visitor',
    ),
    iphoneLink: setting('IPHONE_LINK', kind.tlsAddressOrNone).means(
      'Link to the iPhone app on the download page',
    ),
  },

  /** Every page may show these, so they hold no secrets. */
  pages: {
    brandColor: setting('BRAND_COLOR', kind.brandColor, '#0b5f68').means(
      'The one brand colour; at least 4.5:1 against white',
    ),
    amountStyle: setting('AMOUNT_STYLE', z.enum(['dot', 'locale']), 'dot').means(
      '`dot` shows 1.234.567,89; `locale` groups as the currency does: 1,234,567.89 pesos, 12,34,567.89 rupees',
    ),
    dateStyle: setting('DATE_STYLE', z.enum(['iso', 'locale']), 'iso').means(
      '`iso` shows 2026-12-21, or 21 dic where the page also shows the full date; `locale` writes the month as a word: 21 dic 2026',
    ),
    isLoanMarket: setting('LOAN_MARKET', kind.onOff, 'off').means(
      '`on` hides the action buttons of an order once its status is known',
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
      bindBank: setting('HOST_PAGE_BIND_BANK', kind.link).means('Page of the host app: bind a bank account'),
      bindCard: setting('HOST_PAGE_BIND_CARD', kind.link).means('Page of the host app: bind a card'),
      setting: setting('HOST_PAGE_SETTING', kind.link).means('Page of the host app: settings'),
      main: setting('HOST_PAGE_MAIN', kind.link, '/').means('Page of the host app: main'),
      login: setting('HOST_PAGE_LOGIN', kind.link).means('Page of the host app: login'),
      productDetail: setting('HOST_PAGE_PRODUCT_DETAIL', kind.link).means(
        'Page of the host app: product detail',
      ),
      recommendList: setting('HOST_PAGE_RECOMMEND_LIST', kind.link).means(
        'Page of the host app: recommended loans',
      ),
    },
  },

  bridge: {
    androidObject: setting('BRIDGE_ANDROID_OBJECT', kind.identifier, 'LlanoHost').means(
      "Name of the Android host's JavaScript interface",
    ),
    androidMethod: setting('BRIDGE_ANDROID_METHOD', kind.identifier, 'postMessage').means(
      'Its method, which takes a JSON text',
    ),
    iosHandler: setting('BRIDGE_IOS_HANDLER', kind.identifier, 'LlanoHost').means(
      'Name of the iOS handler under `webkit.messageHandlers`',
    ),
    deepLinkScheme: setting(
      'DEEP_LINK_SCHEME',
      z
        .string()
        .regex(
          /^(?!javascript$|data$|https?$)([a-z][a-z0-9+.-]{1,30})?$/,
          'must be a scheme of its own, without ://',
        ),
    ).means("Scheme of the host's deep links; empty for none"),
    actions: hostActions(),
  },
} satisfies SettingGroup;

function perMarket<Of>(make: (market: Market) => Of): Readonly<Record<Market, Of>> {
  return Object.fromEntries(allMarkets.map((market) => [market, make(market)])) as Record<Market, Of>;
}

function secondPersonAbove(market: Market) {
  const { currency, secondApproverAboveMinor } = marketOf[market];
  return setting(
    `DESK_SECOND_PERSON_${currency.code}`,
    kind.amountLimit,
    String(secondApproverAboveMinor),
  ).means(
    `${currency.minorUnits} that one member of staff may move on a loan in a day, or lend by approving it; more needs a second approver. One number, or a JSON object with one for each role`,
  );
}

function daySumAbove(market: Market) {
  const { currency, secondApproverAboveMinor } = marketOf[market];
  return setting(
    `DESK_DAY_SUM_${currency.code}`,
    kind.amountLimit,
    String(loansPerDayLimit * secondApproverAboveMinor),
  ).means(
    `${currency.minorUnits} that one member of staff may move in 24 hours by acts of one kind, such as waivers or refunds, on all loans; more needs a second approver. One number, or a JSON object with one for each role`,
  );
}

/** Facts of the lender in a market; shared facts replace empty ones. */
function companyFacts(market: Market) {
  return { ...lenderFacts(market), ...contactFacts(market), ...paperFacts(market), ...marketRules(market) };
}

function lenderFacts(market: Market) {
  const { name: country, supervisors } = marketOf[market];
  const [usualSupervisor = '', ...otherSupervisors] = supervisors.map(({ id }) => id);
  return {
    lenderName: setting(`LENDER_NAME_${market}`, kind.lenderNameOrNone).means(
      `Company named as lender and beneficiary in ${country}; empty for that of \`LENDER_NAME\``,
    ),
    address: setting(`LENDER_ADDRESS_${market}`, kind.text).means(
      `Lender's address, in the legal documents in ${country}; empty for that of \`LENDER_ADDRESS\`; one of them is required in production before the first loan`,
    ),
    registration: setting(`LENDER_REGISTRATION_${market}`, kind.text).means(
      `Lender's registrations and licences, in the legal documents in ${country}; empty for that of \`LENDER_REGISTRATION\`; one of them is required in production before the first loan`,
    ),
    regulator: setting(`LENDER_REGULATOR_${market}`, kind.text).means(
      `Supervisor of lenders in ${country} and how to reach it, in the legal documents; required in production before the first loan`,
    ),
    site: setting(
      `LENDER_SITE_${market}`,
      kind.matching(
        /^(?:(?:[a-z0-9-]+\.)+[a-z]{2,}(?:\/[\w./-]*)?)?$/,
        'must be an address without https://',
      ),
    ).means(
      `Lender's web address in ${country}, such as \`www.lender.example\`, in the legal documents; required in production before the first loan`,
    ),
    supervisor: setting(
      `LENDER_SUPERVISOR_${market}`,
      z.enum([usualSupervisor, ...otherSupervisors]),
      usualSupervisor,
    ).means(
      `Supervisor of the lender in ${country}, which decides the complaints body, the register of contracts, and whether early repayment has to save interest`,
    ),
  };
}

function contactFacts(market: Market) {
  const { name: country, settings: words } = marketOf[market];
  return {
    telephone: setting(`SERVICE_PHONE_${market}`, kind.telephoneOrNone).means(
      `Customer service telephone in ${country}; empty for that of \`SERVICE_PHONE\``,
    ),
    email: setting(`SERVICE_EMAIL_${market}`, kind.emailOrNone).means(
      `Customer service mail address in ${country}; empty for that of \`SERVICE_EMAIL\``,
    ),
    whatsapp: setting(`SERVICE_WHATSAPP_${market}`, kind.whatsappOrNone).means(
      `Customer service number on WhatsApp in ${country}; empty for that of \`SERVICE_WHATSAPP\``,
    ),
    complaintsUnit: setting(`COMPLAINTS_UNIT_${market}`, kind.text).means(
      `${words.complaintsUnit}; required in production before the first loan`,
    ),
    complaintsTelephone: setting(`COMPLAINTS_PHONE_${market}`, kind.telephoneOrNone).means(
      `Telephone of \`COMPLAINTS_UNIT_${market}\`; empty for that of customer service`,
    ),
    complaintsEmail: setting(`COMPLAINTS_EMAIL_${market}`, kind.emailOrNone).means(
      `Mail address of \`COMPLAINTS_UNIT_${market}\`; empty for that of customer service`,
    ),
  };
}

function paperFacts(market: Market) {
  const { name: country, mayKeepDataAbroad, proposal } = marketOf[market];
  const needed = (fact: MarketDefinition['proposal']['lenderFacts'][number]): string => {
    const facts: MarketDefinition['proposal']['lenderFacts'] = proposal.lenderFacts;
    return facts.includes(fact) ? '; required in production before the first loan' : '';
  };
  return {
    recoveryAgents: setting(`RECOVERY_AGENTS_${market}`, kind.text).means(
      `Who collects for the lender in ${country} and how to reach them, or that the lender collects itself, on the paper before acceptance${needed('recoveryAgents')}`,
    ),
    creditBureaus: setting(`CREDIT_BUREAUS_${market}`, kind.text).means(
      `Credit bureaus in ${country} that the lender reports to or asks, by name, in the privacy notice; empty names none in particular, \`none\` states that there are none, in the agreement too`,
    ),
    sendsDataAbroad: setting(`DATA_ABROAD_${market}`, kind.onOff, mayKeepDataAbroad ? 'on' : 'off').means(
      `\`off\` if data of borrowers in ${country} never leave the country; the privacy notice says so`,
    ),
    serviceProvider: setting(`SERVICE_PROVIDER_${market}`, kind.text).means(
      `Who serves borrowers for the lender in ${country}, such as a digital lending service provider, or that nobody does; empty leaves it out of the paper${needed('serviceProvider')}`,
    ),
    fundingPartners: setting(`FUNDING_PARTNERS_${market}`, kind.text).means(
      `Who lends with the lender in ${country}, with shares and blended rate, or that it lends alone; empty leaves it out of the paper${needed('fundingPartners')}`,
    ),
    contractRegister: setting(
      `CONTRACT_REGISTER_${market}`,
      kind.matching(/^[\w/ .-]{0,64}$/, 'must be a number of letters, digits and / . -'),
    ).means(
      `Number of the agreement in the public register of contracts in ${country}, on the paper before acceptance${needed('contractRegister')}`,
    ),
    consultsBureaus: setting(`CONSULTS_CREDIT_BUREAUS_${market}`, kind.onOff, 'off').means(
      `Whether the lender consults the credit bureaus of \`CREDIT_BUREAUS_${market}\` about borrowers in ${country}; where its law wants that authorised apart, the agreement has a section of its own and the confirmation a box`,
    ),
  };
}

/** Rules whose defaults follow the law of the market. */
function marketRules(market: Market) {
  const { name: country, settings: words, coolingOff, retentionYears, bankHolidays } = marketOf[market];
  const { lateFeeBesidePenalties: usualLateFee } = marketOf[market];
  const regions = Object.keys(bankHolidays.regions);
  const regionList = regions.map((region) => `\`${region}\``).join(', ');
  const years = (of: RetentionKind, what: string) =>
    setting(
      `RETENTION_${of.toUpperCase()}_YEARS_${market}`,
      kind.wholeNumber(1, 100),
      String(retentionYears[of]),
    ).means(`Years for which ${what}, in ${country}; the default is the legal one`);
  return {
    coolingOffDays: setting(
      `COOLING_OFF_DAYS_${market}`,
      kind.wholeNumber(coolingOff.leastDays, 30),
      String(coolingOff.usualDays),
    ).means(
      `Days after a loan was paid out in ${country} within which it can be given back for its principal and the interest of those days${coolingOff.leastDays === 0 ? '; 0 for none' : ''}`,
    ),
    loanYears: years('loan', 'data of borrowers and their loans are kept after the last loan ended'),
    complaintYears: years('complaint', 'complaints, disputes and claims are kept after the last one ended'),
    registrationYears: years('registration', 'data of people who registered and never borrowed are kept'),
    areYearsConfirmed: setting(`RETENTION_CONFIRMED_${market}`, kind.onOff, 'off').means(
      `\`on\` confirms the years of \`RETENTION_…_${market}\`: the privacy notice promises them, and the desk counts older data, which two people may erase. \`off\` keeps borrowers, loans and registrations without limit`,
    ),
    lateFeeBesidePenalties: setting(
      `LATE_FEE_BESIDE_PENALTIES_${market}`,
      kind.onOff,
      usualLateFee ? 'on' : 'off',
    ).means(words.lateFeeBesidePenalties),
    bankHolidays: setting(`BANK_HOLIDAYS_${market}`, kind.bankHolidays(regions)).means(
      `Bank holidays in ${country} besides those of every year, comma-separated: ${regions.length > 0 ? `the state of your office where its list is known (${regionList}), ` : ''}days as \`2027-12-25\`, and years as \`2027\` that have no others. A year without known holidays is reported at start`,
    ),
    documentSet: setting(`LEGAL_DOCUMENTS_${market}`, z.enum([market, 'specification']), market).means(
      `Legal documents shown in ${country}: its own, or the specification's to the letter`,
    ),
  };
}

function cardProvider(market: Market) {
  const { name: country, settings: words } = marketOf[market];
  return setting(`CARD_PROVIDER_${market}`, kind.providerName).means(
    `Provider that saves and charges new cards in ${country}: ${words.cardProviders}; empty for the one with a configured account, \`none\` for no provider`,
  );
}

function agreementBox(market: Market) {
  const { name: country, ticksAgreement } = marketOf[market];
  return setting(
    `AGREEMENT_BOX_${market}`,
    z.enum(['ticked', 'empty']),
    ticksAgreement ? 'ticked' : 'empty',
  ).means(
    `How the box that accepts the agreement starts in ${country}: \`ticked\` or \`empty\`; the default follows the law there`,
  );
}

function creditCards(market: Market) {
  const { name: country, repaysByCredit } = marketOf[market];
  return setting(
    `CREDIT_CARDS_${market}`,
    z.enum(['accept', 'refuse']),
    repaysByCredit ? 'accept' : 'refuse',
  ).means(
    `Whether loans in ${country} may be repaid with credit cards, as your agreement with the acquirer says: \`accept\` or \`refuse\``,
  );
}

function stripeAccount(market: Market) {
  const { name: country } = marketOf[market];
  return {
    secretKey: secret(
      `STRIPE_SECRET_KEY_${market}`,
      kind.matchingOrNone(/^(sk|rk)_(test|live)_\w{8,255}$/, 'must be sk_… or rk_…'),
    ).means(`Secret key of the Stripe account that charges cards in ${country}; empty for none there`),
    webhookSecret: secret(
      `STRIPE_WEBHOOK_SECRET_${market}`,
      kind.matchingOrNone(/^whsec_\w{16,255}$/, 'must be whsec_…'),
    ).means(`Signing secret of its webhook endpoint \`/webhooks/stripe\` in ${country}`),
  };
}

function smsGateway<Name extends string, Prefix extends string>(prefix: Prefix, name: Name, about: string) {
  return {
    url: setting(`${prefix}_URL`, kind.addressOrNone).means(about),
    method: setting(`${prefix}_METHOD`, z.enum(['POST', 'PUT']), 'POST').means('Its method'),
    headers: secret(`${prefix}_HEADERS`, kind.headers, '{}').means(
      'Its headers as a JSON object, credentials among them',
    ),
    body: {
      contentType: setting(`${prefix}_CONTENT_TYPE`, kind.headerValue, 'application/json').means(
        'Type of its body: `application/json` or `application/x-www-form-urlencoded`',
      ),
      template: setting(
        `${prefix}_BODY`,
        z.string().max(4096),
        '{"to":"{to}","text":"{text}","id":"{messageId}"}',
      ).means(
        'Its body, with `{to}` or `{toDigits}`, `{text}`, `{messageId}`, `{code}`, `{amount}`, `{purpose}`, `{language}`, `{template}` and `{senderId}` to fill in',
      ),
    },
    senderId: setting(`${prefix}_SENDER`, kind.text).means('Value of `{senderId}`'),
    texts: setting(`${prefix}_TEXTS`, kind.registeredTexts, '{}').means(
      'Texts that it or a carrier has registered, by purpose (`card-payment`, `registration`; for changes of telephone `phone-code` and `phone-notice`) and language, as a JSON object: `{"registration":{"en":{"id":"1107…","text":"{code} is your code for {appName}"}}}`; the first serves the other languages, and our own words what is not there',
    ),
    accepted: setting(`${prefix}_ACCEPTED`, kind.acceptRule).means(
      'Answers that accept a message: a path in their JSON and its values, such as `messages.0.status=queued,sent`; empty for every 2xx',
    ),
    idPath: setting(`${prefix}_MESSAGE_ID`, kind.jsonPathOrNone).means(
      'Path of its own id of a message in the JSON of its answer, when its reports do not name ours',
    ),
    isIdempotent: setting(`${prefix}_IDEMPOTENT`, kind.onOff, 'off').means(
      '`on` if it drops a repeated `{messageId}`; only then is a message sent again that may have arrived',
    ),
    reports: {
      secret: secret(`${prefix}_REPORT_SECRET`, kind.reportSecret).means(
        `What proves its delivery reports to \`/webhooks/${name}\`; empty for none`,
      ),
      proof: setting(`${prefix}_REPORT_PROOF`, z.enum(['hmac-sha256', 'secret']), 'hmac-sha256').means(
        'Signature of a report: `hmac-sha256` of the body in hex or base64, or the `secret` itself',
      ),
      header: setting(
        `${prefix}_REPORT_HEADER`,
        kind.matching(/^[\w-]{1,64}$/, 'must be the name of a header'),
        'X-Signature',
      ).means('Header of that signature'),
      form: setting(
        `${prefix}_REPORT_FORM`,
        kind.reportForm,
        '{"id":"id","status":"status","delivered":["delivered"],"undelivered":["undelivered","failed","expired","rejected"]}',
      ).means(
        'How to read a report, as a JSON object: paths `id` and `status`, also `list` and `failure`; the words `delivered`, `undelivered` and `onItsWay`; `idOf` is `message-id` for ours or `gateway-message-id`',
      ),
    },
  };
}

function smsRoute(market: Market) {
  const { name: country } = marketOf[market];
  return setting(`SMS_ROUTE_${market}`, kind.smsGatewayList).means(
    `Gateways for numbers of ${country}, in order, comma-separated: \`sms\`, \`sms-second\`, \`twilio\`, \`twilio-whatsapp\`; empty for all that are configured, in this order`,
  );
}

function screenPath(screen: keyof typeof defaultScreenPaths, about: string): Setting<string> {
  return setting(pathSettingOf(screen), kind.path, defaultScreenPaths[screen]).means(about);
}

function hostActions() {
  const rows = actionNames.map((action) => {
    const variable = `BRIDGE_ACTION_${action.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;
    const row = setting(variable, kind.actionName, action);
    return [action, row.means(`Name of the action \`${action}\` in the host app`)];
  });
  return Object.fromEntries(rows) as Readonly<Record<(typeof actionNames)[number], Setting<string>>>;
}

export type Settings = ValuesOf<typeof settingsSchema>;
