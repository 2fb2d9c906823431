import { paymentPageLink } from '#lending/card-payment/payment-page.ts';
import { smsBodyProblem } from '#providers/sms/http-gateway/body.ts';
import { isSetting, type Setting, type SettingGroup } from './setting.ts';
import { type Settings, settingsSchema } from './settings.ts';

/** A configuration that cannot be used; each problem names its variable and never repeats a secret (CONF-2). */
export class EnvironmentError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'EnvironmentError';
    this.problems = problems;
  }
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks the whole configuration once.
 * @throws EnvironmentError that names every bad variable at once.
 */
export function readEnvironment(variables: Variables): Settings {
  const problems: string[] = [];
  const settings = readGroup(settingsSchema, variables, problems) as Settings;
  if (problems.length === 0) problems.push(...disagreements(settings));
  if (problems.length > 0) throw new EnvironmentError(problems);
  return settings;
}

function readGroup(group: SettingGroup, variables: Variables, problems: string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(group).map(([key, entry]) => [
      key,
      isSetting(entry) ? readSetting(entry, variables, problems) : readGroup(entry, variables, problems),
    ]),
  );
}

function readSetting(setting: Setting, variables: Variables, problems: string[]): unknown {
  const { variable, parser, fallback, isSecret } = setting;
  const given = variables[variable]?.trim() || fallback;
  const parsed = parser.safeParse(given);
  if (parsed.success) return parsed.data;
  const reason = parsed.error.issues.map((issue) => issue.message).join(', ');
  problems.push(`${variable}${isSecret ? '' : `=${given}`}: ${reason}`);
}

/** Settings that are fine alone and not together. */
function disagreements({
  mode,
  http,
  files,
  backend,
  lending,
  paymentProvider,
  sms,
  pages,
}: Settings): string[] {
  const problems: string[] = [];
  const variables = new Map<string, string>();
  for (const [key, path] of Object.entries(pages.paths)) {
    const { variable } = settingsSchema.pages.paths[key as keyof typeof pages.paths];
    const other = variables.get(path);
    if (other) problems.push(`${variable}=${path}: ${other} has the same path`);
    variables.set(path, variable);
  }
  if (files.bucket !== '' && (files.accessKeyId === '' || files.secretAccessKey === '')) {
    problems.push('FILES_S3_BUCKET: needs FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY');
  }
  if (sms.url !== '') {
    const problem = smsBodyProblem(sms.body);
    if (problem !== null) problems.push(`SMS_GATEWAY_BODY, SMS_GATEWAY_CONTENT_TYPE: ${problem}`);
  }
  if (paymentProvider.pageUrl !== '') {
    const page = { address: paymentProvider.pageUrl, origins: http.redirectOrigins };
    if (paymentPageLink(page, { orderNumber: 'x', amount: '1', currency: 'MXN' }) === null) {
      problems.push('PAYMENT_PAGE_URL: its origin is not in REDIRECT_ORIGINS');
    }
  }
  if (mode === 'production' && backend.apiBase === '') {
    if (lending.hostSigningSecret === '') {
      problems.push('HOST_SIGNING_SECRET: is required in production with the built-in lending service');
    }
    if (http.h5Base === '') problems.push('H5_BASE: is required in production');
  }
  return problems;
}
