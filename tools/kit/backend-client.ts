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

export interface Credentials {
  readonly sessionId: string;
  readonly deviceId: string;
  readonly userId: string;
}

export interface Answer {
  /** HTTP status; null without a response. */
  readonly status: number | null;
  readonly contentType: string;
  /** Parsed JSON body; undefined when it is not JSON. */
  readonly body: unknown;
  /** Undefined when the body is not this call's envelope. */
  readonly reading: Reading | undefined;
  readonly result: CallResult<unknown>;
  /** Deviations from the contract that the pages accept. */
  readonly tolerances: readonly TakenTolerance[];
  readonly durationMs: number;
  readonly byteCount: number;
  readonly digest: string;
}

interface Way {
  /** Default: the checked session; null for none. */
  readonly as?: Partial<Credentials> | null;
  readonly alter?: (request: Request) => Request;
}

/** An earlier answer lacks what this request needs. */
export class UnbuiltRequest extends Error {
  constructor(problem: string) {
    super(`no request can be made from what was answered before: ${problem}`);
  }
}

/** Sends a call as the pages do. @param wire request fields by wire name. @throws UnbuiltRequest */
export type Ask = (call: Call, wire: Readonly<Record<string, unknown>>, way?: Way) => Promise<Answer>;

export interface Reach {
  readonly apiBase: string;
  readonly merchantNumber: string;
  readonly timeoutMs: number;
  /** `SESSION_OVER_CODES` of the pages. */
  readonly sessionOverCodes?: readonly string[];
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Sends calls with the contract client that the pages use. */
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
      result,
      tolerances,
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
