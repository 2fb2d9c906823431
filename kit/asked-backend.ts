import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { type CallResult, createContractClient } from '#contract/client.ts';
import type { Reading } from '#contract/envelope.ts';
import type { PageQuery } from '#contract/page-query.ts';

/** Whose pages make the calls. */
export interface Credentials {
  readonly sessionId: string;
  readonly deviceId: string;
  readonly userId: string;
}

/** What a backend answered a call with. */
export interface Answer {
  /** HTTP status; null where nothing came. */
  readonly status: number | null;
  readonly contentType: string;
  /** The JSON of the body; undefined where it is none. */
  readonly body: unknown;
  /** What the envelope says; undefined where the body is not the call's envelope. */
  readonly reading: Reading | undefined;
  /** What the pages make of it. */
  readonly result: CallResult<unknown>;
  readonly durationMs: number;
  /** How many bytes an image has. */
  readonly byteCount: number;
  /** Tells one answer's bytes from another's. */
  readonly digest: string;
}

interface Way {
  /** Who asks; the session that is checked with unless given, null for nobody. */
  readonly as?: Partial<Credentials> | null;
  /** Changes the request as it is sent. */
  readonly alter?: (request: Request) => Request;
}

/** A backend, asked as the pages ask it: `wire` is the request in wire names. */
export type Ask = (call: Call, wire: Readonly<Record<string, unknown>>, way?: Way) => Promise<Answer>;

/** How long the backend is waited for, and how it is reached. */
export interface Reach {
  readonly apiBase: string;
  readonly merchantNumber: string;
  readonly timeoutMs: number;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Asks the backend with the typed client of the pages themselves. */
export function askedBackend(reach: Reach, credentials: Credentials): Ask {
  return async (call, wire, { as, alter = (request: Request) => request } = {}) => {
    const seen = { status: null as number | null, contentType: '', text: '', byteCount: 0, digest: '' };
    const client = createContractClient({
      apiBase: reach.apiBase,
      defaultMerchantNumber: reach.merchantNumber,
      timeoutMs: reach.timeoutMs,
      async fetch(request) {
        const response = await reach.fetch(alter(request));
        const bytes = await response.clone().arrayBuffer();
        seen.status = response.status;
        seen.contentType = response.headers.get('Content-Type') ?? '';
        seen.text = new TextDecoder().decode(bytes);
        seen.byteCount = bytes.byteLength;
        seen.digest = createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
        return response;
      },
    });
    const startedAt = performance.now();
    const result = await client.call(call, z.decode(call.request, wire), queryOf(as, credentials));
    const body = jsonOf(seen.text);
    return {
      ...seen,
      body,
      reading: call.envelope?.read(body),
      result,
      durationMs: performance.now() - startedAt,
    };
  };
}

function queryOf(as: Way['as'], credentials: Credentials): PageQuery {
  const nobody = { sessionId: '', deviceId: '', userId: '' };
  return {
    ...(as === null ? nobody : { ...credentials, ...as }),
    appVersion: '1.0.0',
    clientType: 'android',
    merchantNumber: '',
    mobilePhone: '',
    language: 'es',
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
