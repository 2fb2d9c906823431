import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

export interface RequestFacts {
  readonly address: string;
  /** Hash of its session; null without one. */
  readonly credential: string | null;
  /** Request id in all logs, also of proxies and backends. */
  readonly id: string;
  /** Whether its signature is verified: signed calls count by key, not by address. */
  isSigned: boolean;
  /** Absent until the session is read, and with a lender's own backend. */
  borrowerId?: string;
  /** Whether the rate limit of its address block counted it, before its session was known. */
  isCountedForBlock?: boolean;
  /** Pattern of the route; absent until it is known. */
  route?: string;
}

/** Carries facts of the current request to the lending service, a backend and the log. Nothing that a client sends can change them. */
export interface RequestScope {
  run<Result>(facts: RequestFacts, work: () => Result): Result;
  /** Notes the pattern of the route; calls that a page makes do not change it. */
  setRoute(pattern: string): void;
  /** Null outside a request. */
  current(): RequestFacts | null;
}

export function createRequestScope(): RequestScope {
  const storage = new AsyncLocalStorage<RequestFacts>();
  return {
    run: (facts, work) => storage.run(facts, work),
    setRoute(pattern) {
      const facts = storage.getStore();
      if (facts) facts.route ??= pattern;
    },
    current: () => storage.getStore() ?? null,
  };
}

/** The caller's request id if it is safe for logs and headers, else a new one. */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && /^[\w.:-]{8,128}$/.test(header) ? header : randomUUID();
}

/** Tells a lender's own backend the request id, the client's address and our credential. */
export function backendHeaders(facts: RequestFacts | null, token: string): Record<string, string> {
  return {
    ...(facts && { 'X-Request-Id': facts.id, 'X-Forwarded-For': facts.address }),
    ...(token !== '' && { Authorization: `Bearer ${token}` }),
  };
}
