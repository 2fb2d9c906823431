import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isSigned, type SignedMessage, signatureHeaders } from '#contract/signature.ts';
import type { HostCalls, HostEvents } from './contract.ts';

export type * from './contract.ts';

/** The path of a call that the lender's systems make. */
export type HostPath = keyof HostCalls;
/** What a call asks, by its path. */
export type HostRequest<Path extends HostPath> = HostCalls[Path]['request'];
/** What a call gives, by its path. */
export type HostData<Path extends HostPath> = HostCalls[Path]['data'];
/** What the lender's systems are told, by its `type`. */
export type HostEvent = HostEvents[keyof HostEvents];

/** An event and the id of its message, which is the same however often it comes. */
export interface ReceivedEvent {
  readonly id: string;
  readonly event: HostEvent;
}

/** A call that was understood and refused, so that it is no use to repeat it. */
export class HostRefusal extends Error {
  readonly path: string;
  readonly status: number;
  /** The code of the refusal, as `/openapi.json` lists them; empty where none was given. */
  readonly code: string;

  constructor(path: string, status: number, code: string, message: string) {
    super(`${path} was refused with ${status}: ${message}`);
    this.name = 'HostRefusal';
    this.path = path;
    this.status = status;
    this.code = code;
  }
}

/** A message that none of the secrets signed, or too long ago. */
export class SignatureRefusal extends Error {
  constructor() {
    super('the message is not signed by us');
    this.name = 'SignatureRefusal';
  }
}

/** What the client is made of. */
export interface HostClientOptions {
  /** Where Llano is: its `H5_BASE`. */
  readonly origin: string;
  /** `HOST_SIGNING_SECRET`. */
  readonly secret: string;
  /** Reaches Llano; the platform's own unless given. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** How often a call is sent that is not answered, or with 429 or 5xx; 10 unless given. */
  readonly attempts?: number;
  /** How long an answer is waited for, in milliseconds; 15,000 unless given. */
  readonly timeoutMs?: number;
}

/** The lender's calls. */
export interface HostClient {
  /**
   * Makes a call and gives its data. One whose answer is lost is sent again under its id, which has one effect.
   * @param id Names the message, at one path alone, in printable ASCII; give your own where the call may be made again after a restart.
   * @throws HostRefusal where it is refused; the last failure where none of the attempts is answered.
   */
  call<Path extends HostPath>(path: Path, fields: HostRequest<Path>, id?: string): Promise<HostData<Path>>;
}

const pauseMs = 500;

/** A client of the calls under `/host/`. */
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

/** A signed call as a request; `now` is the real time. */
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
