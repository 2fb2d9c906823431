import type { z } from 'zod';
import type { ErrorCode } from '#domain/error-code.ts';
import { type Envelope, genericEnvelope, payWayEnvelope, promotionEnvelope, v3Envelope } from './envelope.ts';

export type Encoding = 'json' | 'form' | 'query' | 'multipart';

/**
 * One call, declared once: the pages make it with the typed client, the lending service answers it, and the OpenAPI
 * document describes it. `request` and `response` turn wire names into ours: decoded is ours, encoded is the wire.
 */
export interface Call<Request = unknown, Response = unknown> {
  readonly name: string;
  readonly area:
    | 'loan'
    | 'repayment'
    | 'offer'
    | 'extension'
    | 'card-payment'
    | 'complaint'
    | 'support'
    | 'registration';
  readonly summary: string;
  /**
   * Fields of answers that announce a call beyond the specification, by wire name; `rows[].name` is met by any row. The pages
   * make the call only where one of them has a value. Absent for the 25 calls of the specification.
   */
  readonly announcedBy?: readonly [string, ...string[]];
  /** Reasons for a refusal beside those of every call. */
  readonly refusals?: readonly ErrorCode[];
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly encoding: Encoding;
  /** `json` sends the five headers of CALL-1, `form` the two of CALL-2. */
  readonly client: 'json' | 'form';
  /** Whether the borrower's session is required (SESS-4, SESS-5). */
  readonly session: 'required' | 'none';
  /** Envelope of the answer; null for a call that answers with an image. */
  readonly envelope: Envelope | null;
  readonly request: z.core.$ZodType<Request, Record<string, unknown>>;
  readonly response: z.core.$ZodType<Response>;
}

/** Returns the call; only checks its types. */
export function defineCall<Request, Response>(call: Call<Request, Response>): Call<Request, Response> {
  return call;
}

type Family = Pick<Call, 'method' | 'encoding' | 'client' | 'session' | 'envelope'>;

/** v3 calls: JSON both ways. */
export const v3Call = {
  method: 'POST',
  encoding: 'json',
  client: 'json',
  session: 'required',
  envelope: v3Envelope,
} as const satisfies Family;

/** Calls about complaints and service: form request, generic envelope. */
export const formCall = {
  method: 'POST',
  encoding: 'form',
  client: 'form',
  session: 'required',
  envelope: genericEnvelope,
} as const satisfies Family;

export const payWayCall = { ...formCall, envelope: payWayEnvelope } as const satisfies Family;

export const promotionCall = {
  method: 'GET',
  encoding: 'query',
  client: 'form',
  session: 'none',
  envelope: promotionEnvelope,
} as const satisfies Family;
