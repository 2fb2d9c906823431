import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isSigned, type SignedMessage, signatureHeaders } from '#contract/signature.ts';
import type { HostCalls, HostEvents } from './contract.ts';

export type * from './contract.ts';

export type HostPath = keyof HostCalls;
export type HostRequest<Path extends HostPath> = HostCalls[Path]['request'];
export type HostData<Path extends HostPath> = HostCalls[Path]['data'];
export type HostEvent = HostEvents[keyof HostEvents];

/** `id` is the same for every delivery of an event. */
export interface ReceivedEvent {
  readonly id: string;
  readonly event: HostEvent;
}

/** A call that was understood and refused; repeating it does not help. */
export class HostRefusal extends Error {
  readonly path: string;
  readonly status: number;
  /** Code of the refusal, as listed in openapi.json; empty for none. */
  readonly code: string;

  constructor(path: string, status: number, code: string, message: string) {
    super(`${path} was refused with ${status}: ${message}`);
    this.name = 'HostRefusal';
    this.path = path;
    this.status = status;
    this.code = code;
  }
}

/** A message that none of the secrets signed, or that is too old. */
export class SignatureRefusal extends Error {
  constructor() {
    super('the message is not signed by us');
    this.name = 'SignatureRefusal';
  }
}

export interface HostClientOptions {
  /** The `H5_BASE` of Llano. */
  readonly origin: string;
  /** `HOST_SIGNING_SECRET`. */
  readonly secret: string;
  /** Default: the platform's own. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** How often a call is sent in all while it fails with 429, 5xx or without an answer. Default: 10. */
  readonly attempts?: number;
  /** Timeout of one attempt in milliseconds. Default: 15,000. */
  readonly timeoutMs?: number;
}

export interface HostClient {
  /**
   * Makes a call and gives its data. One whose answer is lost is sent again under its id, which has one effect.
   * @param id Names the message, at one path alone, in printable ASCII; give your own where the call may be made again after a restart.
   * @throws HostRefusal where it is refused; the last failure where none of the attempts is answered.
   */
  call<Path extends HostPath>(path: Path, fields: HostRequest<Path>, id?: string): Promise<HostData<Path>>;
}

const pauseMs = 500;

export function createHostClient(options: HostClientOptions): HostClient {
  const { origin, secret, fetch = globalThis.fetch, attempts = 10, timeoutMs = 15_000 } = options;
  return {
    async call<Path extends HostPath>(path: Path, fields: HostRequest<Path>, id = `msg_${randomUUID()}`) {
      const message = { id, body: JSON.stringify(fields) };
      for (let attempt = 1; ; attempt += 1) {
        try {
          const signal = AbortSignal.timeout(timeoutMs);
          const response = await fetch(new Request(signedRequest(origin, path, message, secret), { signal }));
          return await dataOf<Path>(path, response);
        } catch (error) {
          if (error instanceof HostRefusal || attempt >= attempts) throw error;
          await wait(pauseMs * attempt);
        }
      }
    },
  };
}

/** Builds a signed call; `now` is the real time. */
export function signedRequest(
  origin: string,
  path: string,
  message: SignedMessage,
  secret: string,
  now = new Date(),
): Request {
  const url = new URL(path, origin);
  return new Request(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...signatureHeaders(url, message, secret, now) },
    body: message.body,
    redirect: 'error',
  });
}

/**
 * Reads an event that Llano sent to `HOST_EVENTS_URL`: give it the body as it came, and answer 401 where it throws.
 * @param headers The request's, of the platform or of `node:http`.
 * @param secrets `HOST_SIGNING_SECRET`, and during a rotation both.
 * @throws SignatureRefusal where none of them signed it within five minutes.
 */
export function readEvent(
  body: string,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  secrets: readonly string[],
  now = new Date(),
): ReceivedEvent {
  const header = (name: string) =>
    headers instanceof Headers ? headers.get(name) : headers[name]?.toString();
  if (!isSigned(body, header, secrets, now)) throw new SignatureRefusal();
  return { id: header('webhook-id') ?? '', event: JSON.parse(body) };
}

async function dataOf<Path extends HostPath>(path: Path, response: Response): Promise<HostData<Path>> {
  const { status } = response;
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer.data;
  if (status < 400 || status === 429 || status >= 500) throw new Error(`${path} failed with ${status}`);
  throw new HostRefusal(path, status, String(answer?.code ?? ''), String(answer?.message ?? ''));
}
