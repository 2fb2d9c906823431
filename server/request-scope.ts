import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What is known of a request beside itself. */
export interface RequestFacts {
  /** The borrower's network address. */
  readonly address: string;
  /** What names its session, hashed; null where it bears none. */
  readonly credential: string | null;
  /** The request's name in every log it leaves a line in, ours and those before and behind us. */
  readonly id: string;
  /** Whether the signature of the lender's systems was found good: their calls count by key and not by address. */
  isSigned: boolean;
  /** The borrower whose session it bears; absent until that is known, and where a lender's own backend alone knows it. */
  borrowerId?: string;
  /** Whether it was counted for its block of addresses, before its session was known. */
  isCountedForBlock?: boolean;
  /** The pattern of the path that answers it; absent until that is known. */
  route?: string;
}

/**
 * The request that is being answered, from the server to the lending service, a backend and the log. It travels beside
 * the request, not in it, so nothing that a caller sends can change it.
 */
export interface RequestScope {
  /** Does work on behalf of a request. */
  run<Result>(facts: RequestFacts, work: () => Result): Result;
  /** Notes the pattern of the path that answers; what a page asks of the service in its turn does not change it. */
  setRoute(pattern: string): void;
  /** The request on whose behalf work is done; null outside any. */
  current(): RequestFacts | null;
}

/** A scope of one server. */
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

/** The caller's own name for a request where it is one that a log and a header can hold; otherwise a new one. */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && /^[\w.:-]{8,128}$/.test(header) ? header : randomUUID();
}

/** The headers by which a lender's own backend knows who calls, for whom, and which request it is part of. */
export function backendHeaders(facts: RequestFacts | null, token: string): Record<string, string> {
  return {
    ...(facts && { 'X-Request-Id': facts.id, 'X-Forwarded-For': facts.address }),
    ...(token !== '' && { Authorization: `Bearer ${token}` }),
  };
}
