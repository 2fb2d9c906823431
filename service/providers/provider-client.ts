import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { ReferenceRefused } from './ports/payment-references.ts';
import { ProviderUnavailableError } from './ports/provider-unavailable.ts';

export interface ProviderApi {
  readonly name: string;
  /** Address that paths are appended to; without a slash at its end. */
  readonly base: string;
  /** Sent with each request, credentials among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Reads an error answer; null if the request may still have been carried out, or may succeed later. */
  refusalIn(status: number, body: unknown): { readonly code: string; readonly message: string } | null;
  readonly paging: {
    readonly query: string;
    readonly pagesMax: number;
    /** @returns the items of a page, and the path of the next page or null at the end. */
    read(page: ListPage): { readonly items: unknown; readonly nextPath: string | null };
  };
}

export interface ListPage {
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** The provider refused for good: nothing was done, and a repetition gets the same answer. */
export class ProviderRefusal extends Error {
  /** The provider's own error code; may be empty. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Every method throws `ProviderRefusal` if nothing was done, `ProviderUnavailableError` if the provider gave no answer (timeout, 429, 5xx, no
 * JSON), or another error; after the last two the request may have been carried out.
 */
export interface ProviderClient {
  /** Retries twice without an answer, since reading changes nothing. */
  get<Schema extends z.ZodType>(path: string, answer: Schema): Promise<z.output<Schema>>;
  send<Schema extends z.ZodType>(
    method: 'POST' | 'PUT' | 'PATCH',
    path: string,
    answer: Schema,
    request?: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<z.output<Schema>>;
  /** @throws Error for a list of more than `pagesMax` pages. */
  pages<Schema extends z.ZodType>(path: string, item: Schema): AsyncGenerator<z.output<Schema>[]>;
  list<Schema extends z.ZodType>(path: string, item: Schema): AsyncGenerator<z.output<Schema>>;
}

const readTries = 3;
const pauseMs = 200;

/** Our own client: the packages of the providers set no timeout, retry nothing or hide why a connection failed. */
export function createProviderClient(api: ProviderApi): ProviderClient {
  const read = (path: string) => withRetries(() => ask(api, 'GET', path));
  const client: ProviderClient = {
    get: async (path, answer) => answer.parse((await read(path)).body),
    send: async (method, path, answer, request) => answer.parse((await ask(api, method, path, request)).body),
    async *pages(path, item) {
      const { query, pagesMax, read: readPage } = api.paging;
      let next: string | null = withQuery(path, query);
      for (let pages = 0; next !== null; pages += 1) {
        if (pages >= pagesMax) throw new Error(`${api.name} lists more than ${pagesMax} pages.`);
        const page: ReturnType<typeof readPage> = readPage({ path: next, ...(await read(next)) });
        yield z.array(item).parse(page.items);
        next = page.nextPath;
      }
    },
    async *list(path, item) {
      for await (const page of client.pages(path, item)) yield* page;
    },
  };
  return client;
}

export async function ifRefused<Answer, Fallback>(
  answer: Promise<Answer>,
  fallback: (refusal: ProviderRefusal) => Fallback | Promise<Fallback>,
): Promise<Answer | Fallback> {
  return answer.catch((error: unknown) => {
    if (error instanceof ProviderRefusal) return fallback(error);
    throw error;
  });
}

/** Turns a refusal into the error that asks the provider for no such reference again. */
export function refuseReference(refusal: ProviderRefusal): never {
  throw new ReferenceRefused(refusal.message, { cause: refusal });
}

function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

async function ask(
  { name, base, headers, timeoutMs, refusalIn }: ProviderApi,
  method: string,
  path: string,
  request: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<{ readonly body: unknown; readonly headers: Headers }> {
  const [response, text] = await readWhole(
    fetch(`${base}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers, ...request.headers },
      // The request bears a key, so it goes to no other address.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(request.body && { body: JSON.stringify(request.body) }),
    }),
  ).catch((error: unknown) => {
    throw new ProviderUnavailableError(`${name} did not answer.`, error);
  });
  const { status, ok } = response;
  if (status === 429 || status >= 500) throw new ProviderUnavailableError(`${name} answered ${status}.`);
  const body = parseJson(text);
  if (!ok) {
    const refusal = refusalIn(status, body ?? null);
    throw refusal
      ? new ProviderRefusal(refusal.code, refusal.message)
      : new Error(`${name} answered ${status}.`);
  }
  if (body === undefined) throw new ProviderUnavailableError(`${name} answered no JSON.`);
  return { body, headers: response.headers };
}

async function withRetries<Read>(read: () => Promise<Read>): Promise<Read> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ProviderUnavailableError) || tries === readTries) throw error;
      await pause(pauseMs * tries);
    }
  }
}

async function readWhole(answer: Promise<Response>): Promise<readonly [Response, string]> {
  const response = await answer;
  return [response, await response.text()];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
