import { errorText } from '#content/messages/errors.ts';
import { waitText } from '#content/messages/wait.ts';
import { fill } from '#content/text-pack.ts';
import type { Envelope } from '#contract/envelope.ts';
import { errorCodes, retryAfterSeconds } from '#contract/error-codes.ts';
import { isDatabaseUnavailable } from '#db/failure.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Language } from '#domain/language.ts';
import { FilesUnavailableError } from '#providers/ports/files.ts';
import { ProviderUnavailableError } from '#providers/ports/provider-unavailable.ts';
import type { Logger } from '../ports.ts';

/** A refusal with its own message in place of the table's. */
export class WordedError extends CodedError {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof CodedError && 'words' in value;
  }

  readonly words: string;

  constructor(error: CodedError, words: string) {
    super(error.code, error.field, error.bounds);
    this.name = 'WordedError';
    this.words = words;
  }
}

/** Every answer is private and has exactly the type it declares. */
const answerHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

export function jsonAnswer(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: answerHeaders });
}

export function textAnswer(json: string, status = 200): Response {
  return new Response(json, { status, headers: { ...answerHeaders, 'Content-Type': 'application/json' } });
}

export function blobAnswer(body: Blob): Response {
  return new Response(body, { headers: { ...answerHeaders, 'Content-Type': body.type } });
}

/** A refusal in the caller's language; `field` is a wire name (specification, 8). */
export function refusal(error: CodedError, envelope: Envelope, language: Language): Response {
  const { wireCode, status } = errorCodes[error.code];
  const message =
    error instanceof WordedError
      ? error.words
      : fill(errorText[language][error.code], { field: fieldWords(error, language) });
  const response = jsonAnswer(envelope.refuse(wireCode, message), status);
  if (isWait(error)) response.headers.set('Retry-After', String(error.field));
  if (error.code === 'service-unavailable') response.headers.set('Retry-After', String(retryAfterSeconds));
  return response;
}

/** The field of a refusal's message, or the time to wait. */
export function fieldWords(
  error: Pick<CodedError, 'code' | 'field'>,
  language: Parameters<typeof waitText>[0],
): string {
  return error.code === 'sms-limit-reached' && isWait(error)
    ? waitText(language, Number(error.field))
    : (error.field ?? '');
}

/** Whether `field` is the seconds until a retry is allowed. */
function isWait({ code, field }: Pick<CodedError, 'code' | 'field'>): boolean {
  return (code === 'sms-limit-reached' || code === 'sms-too-soon') && /^\d+$/.test(field ?? '');
}

/**
 * The answer for a failure: a refusal with its own code; 503 for a database, file store or provider that is unavailable; anything else is
 * logged and answered without details.
 */
export function failureAnswer(
  error: unknown,
  envelope: Envelope,
  language: Language,
  { logger, call }: { readonly logger: Logger; readonly call: string },
): Response {
  if (error instanceof CodedError) return refusal(error, envelope, language);
  if (error instanceof FilesUnavailableError) {
    logger.warn('the image store could not serve a call', { call, ...describeFailure(error) });
    return refusal(new CodedError('service-unavailable'), envelope, language);
  }
  if (error instanceof ProviderUnavailableError) {
    logger.warn('a provider could not serve a call', { call, ...describeFailure(error) });
    return refusal(new CodedError('service-unavailable'), envelope, language);
  }
  if (isDatabaseUnavailable(error)) {
    logger.warn('the database could not serve a call', { call, ...describeFailure(error) });
    return refusal(new CodedError('service-unavailable'), envelope, language);
  }
  logger.error('a call failed', { call, ...describeFailure(error) });
  return refusal(new CodedError('internal'), envelope, language);
}

/**
 * What may be logged of an error: its kind, the database's error code and where it was thrown. Messages are left out, since those of a
 * database contain values of the statement.
 */
export function describeFailure(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { failure: typeof error };
  const root = error.cause instanceof Error ? error.cause : error;
  const { code, constraint } = root as Error & { code?: unknown; constraint?: unknown };
  const frames = (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return {
    failure: error.constructor.name,
    ...(root === error ? {} : { cause: root.constructor.name }),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    at: frames.slice(0, 8).map((line) => line.trim()),
  };
}
