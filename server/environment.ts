import type { ZodError } from 'zod';
import { allMarkets, currencyOf } from '#domain/market.ts';
import { isLoopback } from '#domain/site/loopback.ts';
import type { SendPurpose } from '#domain/sms/send-limit.ts';
import { paymentPageLink } from '#lending/card-payment/payment-page.ts';
import { namesTemplate, smsBodyProblem } from '#providers/sms/http-gateway/body.ts';
import type { RegisteredTexts } from '#providers/sms/registered-text.ts';
import { twilioGateways } from '#providers/sms/twilio/account.ts';
import { paymentProviderProblems } from './payment-providers/registry.ts';
import { missingPaperFacts, productionProblems, publicSettings } from './production.ts';
import { isReservedPath } from './reserved-paths.ts';
import { isSetting, type Setting, type SettingGroup, type ValuesOf } from './setting.ts';
import { type Settings, settingsSchema } from './settings.ts';

/** Each problem names its variable and never repeats a secret (CONF-2). */
export class EnvironmentError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'EnvironmentError';
    this.problems = problems;
  }
}

const shownMax = 200;

type Variables = Readonly<Record<string, string | undefined>>;

type Problems = Map<string, string>;

/**
 * Reads and checks the settings of one consumer, for a program that needs no others.
 * @throws EnvironmentError that names every bad variable at once.
 */
export function readSettings<Group extends SettingGroup>(
  group: Group,
  variables: Variables,
): ValuesOf<Group> {
  const problems: Problems = new Map();
  const settings = readGroup(group, variables, problems) as ValuesOf<Group>;
  if (problems.size > 0) throw new EnvironmentError([...problems.values()]);
  return settings;
}

/**
 * Reads and checks the whole configuration once (CONF-2). A bad value does not hide what is wrong with the others.
 * @throws EnvironmentError that names every bad variable at once.
 */
export function readEnvironment(variables: Variables): Settings {
  const problems: Problems = new Map();
  const settings = readGroup(settingsSchema, variables, problems) as Settings;
  const isGiven = (variable: string): boolean => textOf(variables, variable) !== '';
  // Missing facts of markets are reported once MARKETS is right.
  const checkable = problems.has(settingsSchema.markets.variable) ? { ...settings, markets: [] } : settings;
  for (const [variable, problem] of [
    ...disagreements(settings),
    ...(isGiven('MODE') ? [] : modeProblems(settings)),
    ...(settings.mode === 'production' ? productionProblems(checkable, isGiven) : []),
  ]) {
    if (!problems.has(variable)) problems.set(variable, `${variable}: ${problem}`);
  }
  // Whether these alone are required depends on the database (`prepareDatabase`).
  if (problems.size > 0) throw new EnvironmentError([...problems.values(), ...missingPaperFacts(checkable)]);
  return settings;
}

function textOf(variables: Variables, variable: string): string {
  return variables[variable]?.trim() ?? '';
}

function readGroup(group: SettingGroup, variables: Variables, problems: Problems): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(group).map(([key, entry]) => [
      key,
      isSetting(entry) ? readSetting(entry, variables, problems) : readGroup(entry, variables, problems),
    ]),
  );
}

/** The value of a setting; the fallback's where what is given is wrong, which is then a problem. */
function readSetting(setting: Setting, variables: Variables, problems: Problems): unknown {
  const { variable, parser, fallback, isSecret } = setting;
  const text = textOf(variables, variable) || fallback;
  const parsed = parser.safeParse(text);
  // A secret may contain quotes.
  const isQuoted = (!isSecret || !parsed.success) && /^(["'])[^"']*\1$/.test(text);
  if (parsed.success && !isQuoted) return parsed.data;
  const reasons = isQuoted
    ? ['is in quotes, which count as part of it: leave them out']
    : reasonsOf(parsed.error);
  const shown = isSecret ? '' : `=${withoutCredentials(text)}`;
  problems.set(variable, `${variable}${shown}: ${[...new Set(reasons)].join(', ')}`);
  return parser.parse(fallback);
}

function reasonsOf(error: ZodError | undefined): string[] {
  return (error?.issues ?? []).map((issue) =>
    issue.code === 'invalid_value' && issue.message.startsWith('Invalid')
      ? `must be ${issue.values.join(' or ')}`
      : issue.message,
  );
}

/** A value for a message: one line, shortened, and without credentials in an address. */
function withoutCredentials(text: string): string {
  const line = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\/\/[^@]*@(?!.*@)/g, '//…@')
    .replaceAll(/(:\/\/[^?]*\?).*/g, '$1…');
  return line.length > shownMax ? `${line.slice(0, shownMax)}…` : line;
}

/** Development serves `/testPreview` to everybody, so a public system has to set MODE. */
function modeProblems(settings: Settings): [string, string][] {
  const found = publicSettings(settings);
  if (found.length === 0) return [];
  return [['MODE', `is required with ${found.join(', ')}: production, or development for a test system`]];
}

function disagreements(settings: Settings): [string, string][] {
  const { mode, http, files, paymentProvider, pages, desk, backend } = settings;
  const problems: [string, string][] = [];
  const variables = new Map<string, string>();
  for (const [key, path] of Object.entries(pages.paths)) {
    const { variable } = settingsSchema.pages.paths[key as keyof typeof pages.paths];
    const other = variables.get(path);
    if (isReservedPath(path)) problems.push([variable, `${path} belongs to another page or to the service`]);
    if (other) problems.push([variable, `${other} has the same path ${path}`]);
    variables.set(path, variable);
  }
  if (!http.isSessionInAddress && backend.apiBase !== '') {
    problems.push([
      'SESSION_IN_ADDRESS',
      'must be on with API_BASE: only the built-in service gives tickets',
    ]);
  }
  if (http.metricsPort !== null && http.metricsPort !== 0 && http.metricsPort === http.port) {
    problems.push(['METRICS_PORT', 'is PORT, which borrowers reach']);
  }
  if (desk.signIn !== 'off' && desk.port !== null && desk.port !== 0) {
    if (desk.port === http.port)
      problems.push(['DESK_PORT', 'is PORT; leave it empty to have the desk there']);
    if (desk.port === http.metricsPort) problems.push(['DESK_PORT', 'is METRICS_PORT']);
  }
  if (files.bucket !== '' && (files.accessKeyId === '' || files.secretAccessKey === '')) {
    problems.push(['FILES_S3_BUCKET', 'needs FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY']);
  }
  problems.push(...deskProblems(desk, { mode, backend, http }));
  problems.push(...smsProblems(settings));
  if (settings.company.remindedBy === 'sms' && backend.apiBase !== '') {
    problems.push(['REMINDERS', 'sms needs the built-in lending service, without API_BASE']);
  }
  problems.push(...paymentProviderProblems(settings));
  if (paymentProvider.pageUrl !== '') {
    const page = { address: paymentProvider.pageUrl, origins: http.redirectOrigins };
    if (
      paymentPageLink(page, { orderNumber: 'x', amount: '1', currency: currencyOf(allMarkets[0]) }) === null
    ) {
      problems.push(['PAYMENT_PAGE_URL', 'its origin is not in REDIRECT_ORIGINS']);
    }
  }
  return problems;
}

function smsProblems({
  sms: { gateway, secondGateway, twilio, routes },
  company,
}: Pick<Settings, 'sms' | 'company'>): [string, string][] {
  // Without texts for a change of telephone the desk says that the message cannot be sent.
  const codePurposes = ['card-payment', 'registration'] as const;
  const purposes = company.remindedBy === 'sms' ? [...codePurposes, 'reminder' as const] : codePurposes;
  const problems: [string, string][] = [];
  const set = new Set<string>();
  for (const [name, prefix, { url, body, texts }] of [
    ['sms', 'SMS_GATEWAY', gateway],
    ['sms-second', 'SMS_SECOND_GATEWAY', secondGateway],
  ] as const) {
    if (url === '') continue;
    set.add(name);
    const problem = smsBodyProblem(body);
    if (problem !== null) problems.push([`${prefix}_BODY, ${prefix}_CONTENT_TYPE`, problem]);
    if (namesTemplate(body)) problems.push(...missingTexts(`${prefix}_TEXTS`, texts, purposes));
  }
  if (twilio.accountSid !== '') {
    if (twilio.authToken === '') problems.push(['TWILIO_AUTH_TOKEN', 'is required for TWILIO_ACCOUNT_SID']);
    if (twilio.from !== '') set.add(twilioGateways.sms);
    if (twilio.whatsappFrom !== '') {
      set.add(twilioGateways.whatsapp);
      problems.push(...missingTexts('TWILIO_WHATSAPP_TEXTS', twilio.whatsappTexts, codePurposes));
    }
    if (twilio.from === '' && twilio.whatsappFrom === '') {
      problems.push(['TWILIO_FROM', 'or TWILIO_WHATSAPP_FROM is required for TWILIO_ACCOUNT_SID']);
    }
  }
  for (const [market, route] of Object.entries(routes)) {
    const missing = route.find((name) => !set.has(name));
    if (missing) problems.push([`SMS_ROUTE_${market}`, `${missing} is not set`]);
  }
  return problems;
}

/** A gateway with templates needs the id of a registered text for every purpose. */
function missingTexts(
  variable: string,
  texts: RegisteredTexts,
  purposes: readonly SendPurpose[],
): [string, string][] {
  const missing = purposes.filter((purpose) => {
    const ofPurpose = Object.values(texts[purpose] ?? {});
    return ofPurpose.length === 0 || ofPurpose.some(({ id }) => id === '');
  });
  return missing.map((purpose) => [variable, `needs texts with an id for ${purpose}`]);
}

function deskProblems(
  { signIn, port, base, issuer, clientId, clientSecret }: Settings['desk'],
  { mode, backend, http }: Pick<Settings, 'mode' | 'backend' | 'http'>,
): [string, string][] {
  if (signIn === 'off') return [];
  const problems: [string, string][] = [];
  if (backend.apiBase !== '') problems.push(['DESK', 'needs the built-in lending service, without API_BASE']);
  if (signIn === 'local' && mode === 'production') {
    problems.push(['DESK', 'local signs in made-up people, in development only']);
  }
  if (mode === 'production' && base.startsWith('http:')) {
    problems.push(['DESK_BASE', 'must be https in production']);
  }
  if (signIn === 'openid') {
    if (base === '' && (http.h5Base === '' || port !== null)) {
      problems.push(['DESK_BASE', 'is required for DESK=openid, unless the desk shares H5_BASE']);
    }
    for (const [variable, value] of [
      ['DESK_ISSUER', issuer],
      ['DESK_CLIENT_ID', clientId],
      ['DESK_CLIENT_SECRET', clientSecret],
    ] as const) {
      if (value === '') problems.push([variable, 'is required for DESK=openid']);
    }
    if (issuer.startsWith('http:') && !isLoopback(new URL(issuer).hostname)) {
      problems.push(['DESK_ISSUER', 'must be https, except on this machine']);
    }
  }
  return problems;
}
