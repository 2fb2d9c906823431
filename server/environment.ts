import { paymentPageLink } from '#lending/card-payment/payment-page.ts';
import { smsBodyProblem } from '#providers/sms/http-gateway/body.ts';
import { type Environment, type Setting, settings } from './settings.ts';

/** A configuration that cannot be used; each problem names its variable and never repeats a secret (CONF-2). */
export class EnvironmentError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'EnvironmentError';
    this.problems = problems;
  }
}

/**
 * Reads and checks the whole configuration once.
 * @throws EnvironmentError that names every bad variable at once.
 */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting>(settings)) {
    const given = variables[setting.name]?.trim() || setting.fallback;
    const parsed = setting.schema.safeParse(given);
    if (parsed.success) values[key] = parsed.data;
    else {
      const reason = parsed.error.issues.map((issue) => issue.message).join(', ');
      problems.push(`${setting.name}${setting.isSecret ? '' : `=${given}`}: ${reason}`);
    }
  }
  const environment = values as Environment;
  if (problems.length === 0) problems.push(...disagreements(environment));
  if (problems.length > 0) throw new EnvironmentError(problems);
  return environment;
}

/** Settings that are fine alone and not together. */
function disagreements(environment: Environment): string[] {
  const problems: string[] = [];
  const paths = new Map<string, string>();
  for (const [key, setting] of Object.entries<Setting>(settings)) {
    if (!key.startsWith('path')) continue;
    const path = environment[key as keyof Environment] as string;
    const other = paths.get(path);
    if (other) problems.push(`${setting.name}=${path}: ${other} has the same path`);
    paths.set(path, setting.name);
  }
  const lacksKeys = environment.filesAccessKeyId === '' || environment.filesSecretAccessKey === '';
  if (environment.filesBucket !== '' && lacksKeys) {
    problems.push('FILES_S3_BUCKET: needs FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY');
  }
  if (environment.smsGatewayUrl !== '') {
    const problem = smsBodyProblem({
      contentType: environment.smsGatewayContentType,
      template: environment.smsGatewayBody,
    });
    if (problem !== null) problems.push(`SMS_GATEWAY_BODY, SMS_GATEWAY_CONTENT_TYPE: ${problem}`);
  }
  if (environment.paymentPageUrl !== '') {
    const page = { address: environment.paymentPageUrl, origins: environment.redirectOrigins };
    if (paymentPageLink(page, { orderNumber: 'x', amount: '1', currency: 'MXN' }) === null) {
      problems.push('PAYMENT_PAGE_URL: its origin is not in REDIRECT_ORIGINS');
    }
  }
  if (environment.mode === 'production' && environment.apiBase === '') {
    if (environment.hostSigningSecret === '') {
      problems.push('HOST_SIGNING_SECRET: is required in production with the built-in lending service');
    }
    if (environment.h5Base === '') problems.push('H5_BASE: is required in production');
  }
  return problems;
}
