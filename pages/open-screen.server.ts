import { data } from 'react-router';
import type { Call } from '#contract/call.ts';
import type { CallFailure, CallResult } from '#contract/client.ts';
import { errorCodes } from '#contract/error-codes.ts';
import { type PageQuery, readPageQuery, screenLink } from '#contract/page-query.ts';
import type { Language } from '#domain/language.ts';
import { type PagesDependencies, pagesContext } from './pages-config.ts';
import type { Problem } from './problem.ts';

interface ScreenArguments {
  readonly request: Request;
  readonly context: { get<Value>(key: typeof pagesContext & { defaultValue?: Value }): PagesDependencies };
}

/** A screen as its loader and action see it: who asks, in which language, and the calls it can make. */
export interface OpenScreen extends PagesDependencies {
  readonly query: PageQuery;
  readonly language: Language;
  /** The address's parameters; only what a screen names may be read from here. */
  readonly parameters: URLSearchParams;
  /** Makes a call of the contract for this borrower. */
  call<Request, Response>(call: Call<Request, Response>, request: Request): Promise<CallResult<Response>>;
  /** A link to a path of ours that carries the session and the language on. */
  link(path: string, own?: Readonly<Record<string, string | number | undefined>>): string;
}

/** Opens a screen for one request. */
export function openScreen({ request, context }: ScreenArguments): OpenScreen {
  const dependencies = context.get(pagesContext);
  const address = new URL(request.url);
  const parameters = address.searchParams;
  const query = readPageQuery(parameters);
  return {
    ...dependencies,
    h5Base: dependencies.h5Base || address.origin,
    query,
    language: query.language,
    parameters,
    call: (call, fields) => dependencies.client.call(call, fields, query),
    link: (path, own) => screenLink(path, query, own),
  };
}

/** A call's failure as something to throw: the error boundary shows it with the right status (CALL-8, SESS-4). */
export function refusal(failure: CallFailure): ReturnType<typeof data<Problem>> {
  const problem = problemOf(failure);
  return data(problem, { status: statusOf(failure), headers: { 'Cache-Control': 'no-store' } });
}

/** A call's failure as something to show beside a form whose input stays. */
export function problemOf(failure: CallFailure): Problem {
  if (failure.failure !== 'refused') {
    return { kind: failure.failure === 'malformed' ? 'internal' : failure.failure, message: '' };
  }
  if (failure.errorCode) return { kind: failure.errorCode, message: failure.message };
  if (failure.status === 401) return { kind: 'session-required', message: failure.message };
  if (failure.status === 404) return { kind: 'not-found', message: failure.message };
  return { kind: failure.message ? 'refused' : 'internal', message: failure.message };
}

/** The HTTP status a page answers with after a failed call. */
export function statusOf(failure: CallFailure): number {
  if (failure.failure === 'timeout') return 504;
  if (failure.failure !== 'refused') return 502;
  if (failure.errorCode) return errorCodes[failure.errorCode].status;
  return failure.status !== null && failure.status >= 400 ? failure.status : 409;
}
