import { setTimeout as pause } from 'node:timers/promises';
import { ProviderUnavailableError } from './ports/provider-unavailable.ts';

/** How often something is read, where no answer came. */
const readTries = 3;
const pauseMs = 200;

/** What a provider is asked. */
export interface ProviderRequest {
  /** Who is asked, in the messages of failures. */
  readonly name: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object | undefined;
  /** How long it may take, ms. */
  readonly tryMs: number;
}

/** What a provider answered. */
export interface ProviderAnswer {
  readonly status: number;
  readonly isOk: boolean;
  readonly headers: Headers;
  /** Its JSON; null where a refusal has none. */
  readonly said: unknown;
}

/**
 * Asks a provider once. No redirect is followed, since the request bears its key.
 * @throws ProviderUnavailableError where the whole answer does not come in its time, is no JSON, or says that it cannot be given now (429, 5xx);
 *   what was asked for may have been done.
 */
export async function askProvider(
  address: string,
  { name, method, headers, body, tryMs }: ProviderRequest,
): Promise<ProviderAnswer> {
  const [response, text] = await answerOf(
    fetch(address, {
      ...{ method, headers, redirect: 'error', signal: AbortSignal.timeout(tryMs) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  ).catch((error: unknown) => {
    throw new ProviderUnavailableError(`${name} did not answer.`, error);
  });
  const { status, ok: isOk } = response;
  if (status === 429 || status >= 500) throw new ProviderUnavailableError(`${name} answered ${status}.`);
  const said = jsonIn(text);
  if (isOk && said === undefined) throw new ProviderUnavailableError(`${name} answered no JSON.`);
  return { status, isOk, headers: response.headers, said: said ?? null };
}

/** Asks again what did not come: reading changes nothing. @throws ProviderUnavailableError after three times. */
export async function readAgain<Read>(read: () => Promise<Read>): Promise<Read> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ProviderUnavailableError) || tries === readTries) throw error;
      await pause(pauseMs * tries);
    }
  }
}

async function answerOf(answering: Promise<Response>): Promise<readonly [Response, string]> {
  const response = await answering;
  return [response, await response.text()];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
