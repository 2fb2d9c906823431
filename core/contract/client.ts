import { z } from 'zod';
import type { ErrorCode } from '#domain/error-code.ts';
import { pathInAnswer, placeOf } from './answer-place.ts';
import { answerTolerances, keptDigits } from './answer-tolerances.ts';
import type { Call } from './call.ts';
import { errorCodeOf } from './error-codes.ts';
import { exactJson } from './exact-json.ts';
import { envelopeSchemas } from './openapi-envelope.ts';
import { wireSchema } from './openapi-schema.ts';
import { commonParameters, formClientHeaders, jsonClientHeaders, type PageQuery } from './page-query.ts';
import { schemaProblems } from './schema-problems.ts';
import type { TakenTolerance, ToleranceId } from './tolerances.ts';

/** Timeout of a call for both clients (CALL-3). */
export const callTimeoutMs = 60_000;

export interface CallSuccess<Data> {
  readonly success: true;
  readonly code: string | null;
  readonly message: string;
  readonly data: Data;
  readonly raw: unknown;
}

/** `malformed`: the answer does not fit the contract. */
export interface CallFailure {
  readonly success: false;
  readonly failure: 'refused' | 'network' | 'timeout' | 'malformed';
  /** Our code of the refusal; null when only the backend knows it. */
  readonly errorCode: ErrorCode | null;
  readonly code: string | null;
  /** The backend's message, ready to show; empty for none. */
  readonly message: string;
  readonly status: number | null;
  readonly raw: unknown;
  /** Technical description for the page in development; absent elsewhere. */
  readonly detail?: string;
}

/** A fault of the backend. Never holds a value of the answer. */
export interface CallFault {
  readonly call: string;
  readonly failure: Exclude<CallFailure['failure'], 'refused'>;
  readonly status: number | null;
  /** First field of the answer's data that does not fit, by wire name; empty for the whole answer. */
  readonly path: string;
}

/** Errors are values, for the screens to show (CALL-4). */
export type CallResult<Data> = CallSuccess<Data> | CallFailure;

/** HTTP status and parsed body; `body` is undefined when it is not JSON. */
export interface AnsweredBody {
  readonly status: number;
  readonly body: unknown;
}

/** Typed client of the contract (CALL-1 to CALL-5). */
export interface ContractClient {
  /**
   * Makes one call for the page that `query` describes. `request` is in our names.
   * A request the contract does not allow is refused here, as the backend would (`request-invalid`).
   */
  call<Request, Response>(
    call: Call<Request, Response>,
    request: Request,
    query: PageQuery,
  ): Promise<CallResult<Response>>;
}

/** `fetch` answers in this process or over the network (CALL-7). */
export interface ContractClientOptions {
  readonly fetch: (request: Request) => Promise<globalThis.Response>;
  /** Answers in this process without HTTP; null leaves the call to `fetch`. `fields` have wire names. */
  readonly answerHere?: (
    call: Call,
    fields: Readonly<Record<string, unknown>>,
    query: PageQuery,
  ) => Promise<AnsweredBody> | null;
  readonly apiBase: string;
  readonly defaultMerchantNumber: string;
  readonly timeoutMs?: number;
  /** Codes beside 401 by which the backend says that the session has ended (SESS-4). */
  readonly sessionOverCodes?: readonly string[];
  readonly headers?: () => Readonly<Record<string, string>>;
  readonly around?: <Result extends CallResult<unknown>>(
    call: string,
    make: () => Promise<Result>,
  ) => Promise<Result>;
  readonly reportFault?: (fault: CallFault) => void;
  /** Whether failures carry `detail`; in development only. */
  readonly isFaultReported?: boolean;
  /** Receives each accepted deviation of an answer. Without it none is looked for. */
  readonly reportTolerance?: (taken: TakenTolerance) => void;
}

export function createContractClient(options: ContractClientOptions): ContractClient {
  const { timeoutMs = callTimeoutMs, sessionOverCodes = [] } = options;
  const meaningOf: Meaning = (code) =>
    sessionOverCodes.includes(code) ? 'session-required' : (errorCodeOf(code) ?? null);
  return {
    async call(call, request, query) {
      const encoded = z.safeEncode(call.request, request);
      if (!encoded.success) return failed('refused', { errorCode: 'request-invalid' });
      const controller = new AbortController();
      const { signal } = controller;
      const timer = setTimeout(() => controller.abort(), timeoutMs);
      // Not left to `fetch` alone: one that answers in this process may never look at the signal.
      const expiry = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      const { reportTolerance } = options;
      const note: Note | null =
        reportTolerance === undefined
          ? null
          : (id, field = '', says = '') => reportTolerance({ id, call: call.name, field, says });
      const fault: Fault = (failure, facts = {}, path = '') => {
        const { status = null } = facts;
        options.reportFault?.({ call: call.name, failure, status, path });
        const line = [call.name, failure, status, path].filter(Boolean).join(' · ');
        return failed(failure, { ...facts, ...(options.isFaultReported && { detail: line }) });
      };
      const answer = async () => {
        const here = options.answerHere?.(call as Call, encoded.data, query);
        if (here) return resultIn(call, await here, { meaningOf, fault, note });
        const request = requestOf(call, encoded.data, query, options, signal);
        return resultOf(call, await options.fetch(request), { meaningOf, fault, note });
      };
      const concluded = async () => {
        try {
          return await Promise.race([answer(), expiry]);
        } catch {
          note?.('answer-missing', '', signal.aborted ? 'nothing came in time' : 'it cannot be reached');
          return fault(signal.aborted ? 'timeout' : 'network');
        } finally {
          clearTimeout(timer);
        }
      };
      return options.around?.(call.name, concluded) ?? concluded();
    },
  };
}

type Fault = (failure: CallFault['failure'], facts?: Partial<CallFailure>, path?: string) => CallFailure;

/** Gives our code for a wire code; null for one that only the backend knows. */
type Meaning = (code: string) => ErrorCode | null;

type Note = (id: ToleranceId, field?: string, says?: string) => void;

interface ReadWith {
  readonly meaningOf: Meaning;
  readonly fault: Fault;
  readonly note: Note | null;
}

function requestOf(
  call: Call,
  fields: Record<string, unknown>,
  query: PageQuery,
  options: ContractClientOptions,
  signal: AbortSignal,
): Request {
  const url = new URL(options.apiBase.replace(/\/+$/, '') + call.path);
  for (const [name, value] of commonParameters(query, options.defaultMerchantNumber)) {
    url.searchParams.set(name, value);
  }
  const headers = new Headers(
    call.client === 'json'
      ? jsonClientHeaders(query)
      : formClientHeaders({
          ...query,
          merchantNumber: query.merchantNumber || options.defaultMerchantNumber,
        }),
  );
  headers.set('X-Requested-With', 'XMLHttpRequest');
  headers.set('Accept', 'application/json');
  for (const [name, value] of Object.entries(options.headers?.() ?? {})) headers.set(name, value);
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Followed, a redirect would take the session elsewhere, or have a payment made again.
  const request = { method: call.method, headers, signal, redirect: 'manual' } as const;
  if (call.encoding === 'query') {
    for (const [name, value] of present) url.searchParams.set(name, String(value));
    // A backend may take no POST that does not say what it holds.
    if (call.method === 'POST') headers.set('Content-Type', 'application/x-www-form-urlencoded');
    return new Request(url, request);
  }
  if (call.encoding === 'multipart') {
    const body = new FormData();
    for (const [name, value] of present) body.append(name, value instanceof Blob ? value : String(value));
    return new Request(url, { ...request, body });
  }
  if (call.encoding === 'form') {
    const body = new URLSearchParams(present.map(([name, value]) => [name, String(value)]));
    return new Request(url, { ...request, body });
  }
  headers.set('Content-Type', 'application/json');
  return new Request(url, {
    ...request,
    body: JSON.stringify(Object.fromEntries(present)),
  });
}

async function resultOf<Data>(
  call: Call<unknown, Data>,
  response: Response,
  readWith: ReadWith,
): Promise<CallResult<Data>> {
  const { status } = response;
  if (call.envelope) {
    const text = await response.text().catch(() => '');
    const body = jsonOf(text);
    if (body !== undefined && readWith.note) {
      const isCalledJson = /^application\/json/.test(response.headers.get('Content-Type') ?? '');
      if (!isCalledJson) readWith.note('json-assumed', '', 'Content-Type is not application/json');
      for (const place of keptDigits(text)) {
        readWith.note('digits-kept', place, `${place} is beyond 2^53-1, which most readers round`);
      }
    }
    return resultIn(call, { status, body }, readWith);
  }
  if (!response.ok) return failed('refused', { status });
  const decoded = z.safeDecode(call.response as z.core.$ZodType<Data, unknown>, await response.blob());
  if (decoded.success) return { success: true, code: null, message: '', data: decoded.data, raw: null };
  readWith.note?.('answer-unread');
  return readWith.fault('malformed', { status });
}

function jsonOf(text: string): unknown {
  try {
    return exactJson(text);
  } catch {
    return undefined;
  }
}

function resultIn<Data>(
  call: Call<unknown, Data>,
  { status, body: raw }: AnsweredBody,
  { meaningOf, fault, note }: ReadWith,
): CallResult<Data> {
  const reading = call.envelope?.read(raw);
  if (!reading) {
    const isGood = status >= 200 && status < 300;
    note?.(
      isGood ? 'answer-unread' : 'refusal-outside',
      '',
      `it answers, but in another envelope (${status})`,
    );
    return isGood ? fault('malformed', { status, raw }) : failed('refused', { status, raw });
  }
  const { code, message } = reading;
  if (!reading.success) {
    if (message === '') note?.('message-own', '', 'the refusal has no message');
    return failed('refused', {
      status,
      code,
      message,
      raw,
      errorCode: code === null ? null : meaningOf(code),
    });
  }
  const schema = call.response as z.core.$ZodType<Data, unknown>;
  const { decoded, rest, leftOut } = decodeWhatCanBe(schema, reading.data);
  if (!decoded.success) {
    const path = decoded.error.issues[0]?.path.join('.') ?? '';
    const [problem] = note ? schemaProblems(reading.data, wireSchema(schema, 'tolerated')) : [];
    note?.('answer-unread', placeOf(path), problem ?? `${path} cannot be read`);
    return fault('malformed', { status, code, message, raw }, path);
  }
  for (const path of leftOut) fault('malformed', { status }, path);
  if (note) {
    if (status >= 400) note('status-ignored', '', `a success with the status ${status}`);
    const [odd] = call.envelope ? schemaProblems(raw, envelopeSchemas[call.envelope.name].success) : [];
    if (odd !== undefined) note('envelope-read', '', odd);
    const { data } = reading;
    const parts = { data, rest, decoded: decoded.data, leftOut };
    for (const { id, field, says } of answerTolerances(call, parts)) note(id, field, says);
  }
  return { success: true, code, message, data: decoded.data, raw };
}

/** Maximum parts to leave out before the whole answer is refused. */
const leftOutMax = 50;

/**
 * Decodes an answer without the parts that do not fit, so that one bad row or field does not break the page (MONEY-3): drops
 * the row of a list, otherwise the field itself if it is optional. `leftOut` holds their dotted paths in `value`.
 */
function decodeWhatCanBe<Data>(schema: z.core.$ZodType<Data, unknown>, value: unknown) {
  const leftOut: string[] = [];
  let decoded = z.safeDecode(schema, value);
  let rest = value;
  while (!decoded.success && leftOut.length < leftOutMax) {
    const path = decoded.error.issues[0]?.path ?? [];
    const row = path.findLastIndex((step) => typeof step === 'number');
    const partPath = row === -1 ? path : path.slice(0, row + 1);
    const name = pathInAnswer(path, leftOut).join('.');
    if (partPath.length === 0 || (row === -1 && leftOut.includes(name))) break;
    if (leftOut.length === 0) rest = structuredClone(value);
    if (!leaveOut(rest, partPath)) break;
    leftOut.push(name);
    decoded = z.safeDecode(schema, rest);
  }
  return { decoded, rest, leftOut };
}

function leaveOut(tree: unknown, path: readonly PropertyKey[]): boolean {
  const last = path.at(-1);
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((branch, step) => (branch as Record<PropertyKey, unknown> | undefined)?.[step], tree);
  if (Array.isArray(holder) && typeof last === 'number') return holder.splice(last, 1).length > 0;
  if (typeof holder !== 'object' || holder === null || last === undefined) return false;
  return Reflect.deleteProperty(holder, last);
}

function failed(failure: CallFailure['failure'], facts: Partial<CallFailure> = {}): CallFailure {
  return {
    errorCode: null,
    code: null,
    message: '',
    status: null,
    raw: null,
    ...facts,
    success: false,
    failure,
  };
}
