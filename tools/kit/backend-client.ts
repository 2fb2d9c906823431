import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { type CallResult, createContractClient } from '#contract/client.ts';
import type { Reading } from '#contract/envelope.ts';
import { exactJson } from '#contract/exact-json.ts';
import { wireSchema } from '#contract/openapi-schema.ts';
import type { PageQuery } from '#contract/page-query.ts';
import { schemaProblems } from '#contract/schema-problems.ts';
import type { TakenTolerance } from '#contract/tolerances.ts';

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
  /** What they put up with for it. */
  readonly tolerances: readonly TakenTolerance[];
  readonly durationMs: number;
  /** How many bytes an image has. */
  readonly byteCount: number;
  /** Tells one answer's bytes from another's. */
  readonly digest: string;
}

interface Way {
  /** Who asks; the session that is checked with unless given, null for none. */
  readonly as?: Partial<Credentials> | null;
  /** Changes the request as sent. */
  readonly alter?: (request: Request) => Request;
}

/** The pages cannot make a request from what the backend answered before. */
export class UnbuiltRequest extends Error {
  constructor(problem: string) {
    super(`no request can be made from what was answered before: ${problem}`);
  }
}

/** A backend, asked as the pages ask it: `wire` is the request in wire names. @throws UnbuiltRequest where that is none. */
export type Ask = (call: Call, wire: Readonly<Record<string, unknown>>, way?: Way) => Promise<Answer>;

/** How long the backend is waited for, and how it is reached. */
export interface Reach {
  readonly apiBase: string;
  readonly merchantNumber: string;
  readonly timeoutMs: number;
  /** As `SESSION_OVER_CODES` has them for the pages. */
  readonly sessionOverCodes?: readonly string[];
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Asks the backend with the typed client of the pages themselves. */
export function createBackendClient(reach: Reach, credentials: Credentials): Ask {
  return async (call, wire, { as, alter = (request: Request) => request } = {}) => {
    const tolerances: TakenTolerance[] = [];
    const seen = { status: null as number | null, contentType: '', text: '', byteCount: 0, digest: '' };
    const client = createContractClient({
      apiBase: reach.apiBase,
      defaultMerchantNumber: reach.merchantNumber,
      timeoutMs: reach.timeoutMs,
      sessionOverCodes: reach.sessionOverCodes ?? [],
      reportTolerance: (taken) => void tolerances.push(taken),
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
    const request = z.safeDecode(call.request, wire);
    if (!request.success) {
      const [problem] = schemaProblems(wire, wireSchema(call.request));
      throw new UnbuiltRequest(problem ?? request.error.issues[0]?.message ?? '');
    }
    const startedAt = performance.now();
    const result = await client.call(call, request.data, queryOf(as, credentials));
    const body = jsonOf(seen.text);
    return {
      ...seen,
      body,
      reading: call.envelope?.read(body),
      ...{ result, tolerances },
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
    return exactJson(text);
  } catch {
    return undefined;
  }
}
