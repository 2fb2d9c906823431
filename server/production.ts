import type { ChannelKind } from '#contract/calls/repayment.ts';
import { channelsOf, type Market, marketOf } from '#domain/market.ts';
import { isLoopback } from '#domain/site/loopback.ts';
import { companiesOf } from './companies.ts';
import { liveKeysIn, paymentProviders } from './payment-providers/registry.ts';
import type { Setting } from './setting.ts';
import { type Settings, settingsSchema } from './settings.ts';

const { channels } = settingsSchema.lending;
const { company } = settingsSchema;

/** Settings of the lender's own account by channel: production needs all of them or none. */
const accountFacts: Readonly<Partial<Record<ChannelKind, readonly Setting[]>>> = {
  'bank-transfer': Object.values(channels.spei),
  upi: Object.values(channels.upi),
  'virtual-account': Object.values(channels.virtualAccount),
};

const lenderFacts = ['lenderName', 'telephone', 'email'] as const;

/**
 * All problems of production settings, by the variable to change. Only served markets need facts; with a lender's own backend,
 * accounts, database and files are not checked.
 * @param isGiven whether a variable is set.
 */
export function productionProblems(
  settings: Settings,
  isGiven: (variable: string) => boolean,
): [string, string][] {
  const { http, nodeCount, database, files, backend, lending, markets, site } = settings;
  const isBuiltIn = backend.apiBase === '';
  const problems: [string, string][] = [];
  const mustHold = (isRight: boolean, variable: string, problem: string) => {
    if (!isRight) problems.push([variable, problem]);
  };
  mustHold(http.h5Base !== '', 'H5_BASE', 'is required in production');
  mustHold(!http.h5Base.startsWith('http:'), 'H5_BASE', 'must be https in production');
  mustHold(
    http.trustedProxyCount > 0,
    'TRUSTED_PROXY_COUNT',
    'must be at least 1 in production, for the proxy that ends TLS: borrowers would share one address',
  );
  if (isBuiltIn) {
    mustHold(
      database.databaseUrl !== '',
      'DATABASE_URL',
      'is required in production: the embedded database is for development',
    );
    mustHold(
      lending.hostSigningSecret !== '',
      'HOST_SIGNING_SECRET',
      'is required in production with the built-in lending service',
    );
    mustHold(
      lending.masterSecret !== '',
      'MASTER_SECRET',
      'is required in production with the built-in lending service',
    );
    mustHold(
      nodeCount === 1 || files.bucket !== '',
      'FILES_S3_BUCKET',
      `is required for NODE_COUNT=${nodeCount}: a folder belongs to one node`,
    );
  }
  mustHold(
    isBuiltIn || nodeCount === 1 || !site.isContactInboxOn,
    'CONTACT_INBOX',
    `must be off for NODE_COUNT=${nodeCount}: it keeps messages in a folder of one node`,
  );
  for (const [variable, address] of sendingAddresses(settings)) {
    mustHold(
      !address.startsWith('http:') || isPlainAllowed(new URL(address).hostname, http.plainHttpHosts),
      variable,
      'must be https in production, but for this machine itself and PLAIN_HTTP_HOSTS',
    );
  }
  mustHold(
    settings.sms.twilio.apiBase === '',
    'TWILIO_API_BASE',
    'is for development only: its messages reach nobody',
  );
  for (const provider of paymentProviders) {
    for (const [variable, problem] of provider.productionProblems(settings))
      problems.push([variable, problem]);
  }
  for (const market of markets) {
    for (const fact of lenderFacts) {
      const own = company[market][fact];
      const shared = company.shared[fact];
      if (isGiven(own.variable)) continue;
      const problem = placeholderProblem(shared, settings.company.shared[fact], market, isGiven);
      mustHold(problem === null, `${own.variable} or ${shared.variable}`, problem ?? '');
    }
    if (!isBuiltIn) continue;
    const values = new Map<Setting, unknown>([
      ...valuesOf(channels.spei, lending.channels.spei),
      ...valuesOf(channels.upi, lending.channels.upi),
      ...valuesOf(channels.virtualAccount, lending.channels.virtualAccount),
    ]);
    for (const facts of channelsOf(market).flatMap((channel) => [accountFacts[channel] ?? []])) {
      if (!facts.some(({ variable }) => isGiven(variable))) continue;
      for (const fact of facts) {
        const problem = placeholderProblem(fact, values.get(fact), market, isGiven);
        mustHold(problem === null, fact.variable, problem ?? '');
      }
    }
  }
  return problems;
}

const paperFacts = ['address', 'registration', 'regulator', 'complaintsUnit', 'site'] as const;

/**
 * Missing facts for legal papers, a sentence each; none with a lender's own backend. They are required before the first loan; a
 * database with loans starts with warnings (`prepareDatabase`).
 */
export function missingPaperFacts(settings: Settings): string[] {
  const { mode, backend, markets } = settings;
  if (mode !== 'production' || backend.apiBase !== '') return [];
  const companies = companiesOf(settings);
  return markets.flatMap((market) =>
    [...paperFacts, ...marketOf[market].proposal.lenderFacts]
      .filter((fact) => !companies[market][fact])
      .map((fact) => `${company[market][fact].variable}: is required in production, for papers`),
  );
}

/** Addresses that receive borrowers' data or credentials, by variable. */
function sendingAddresses({ backend, files, events, sms }: Settings): [string, string][] {
  return [
    ['HOST_EVENTS_URL', backend.apiBase === '' ? events.url : ''],
    ['API_BASE', backend.token === '' ? '' : backend.apiBase],
    ['FILES_S3_ENDPOINT', files.endpoint],
    ['SMS_GATEWAY_URL', sms.gateway.url],
    ['SMS_SECOND_GATEWAY_URL', sms.secondGateway.url],
  ];
}

function isPlainAllowed(host: string, named: readonly string[]): boolean {
  return isLoopback(host) || named.includes(host);
}

/** Settings that only a public system has, as `NAME=value`. */
export function publicSettings(settings: Settings): string[] {
  const { host, h5Base, trustedProxyCount } = settings.http;
  return [
    ...(h5Base.startsWith('https:') ? [`H5_BASE=${h5Base}`] : []),
    ...(trustedProxyCount > 0 ? [`TRUSTED_PROXY_COUNT=${trustedProxyCount}`] : []),
    ...(isLoopback(host) ? [] : [`HOST=${host}`]),
    ...liveKeysIn(settings),
  ];
}

function valuesOf(
  group: Readonly<Record<string, Setting>>,
  values: Readonly<Record<string, unknown>>,
): [Setting, unknown][] {
  return Object.entries(group).map(([key, fact]) => [fact, values[key]]);
}

function placeholderProblem(
  { variable, fallback, isStandIn }: Setting,
  value: unknown,
  market: Market,
  isGiven: (variable: string) => boolean,
): string | null {
  if (!isGiven(variable)) return `is required in production for the market ${market}`;
  return isStandIn && value === fallback ? `${fallback} is made up, for development only` : null;
}
