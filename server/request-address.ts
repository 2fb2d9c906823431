import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The address of the borrower whose request is being answered, from the server to the lending service. It travels beside
 * the request, not in it, so nothing that a caller sends can change it.
 */
export interface RequestAddress {
  /** Does work on behalf of a borrower's address. */
  run<Result>(address: string, work: () => Result): Result;
  /** The address on whose behalf work is done; null outside any request. */
  current(): string | null;
}

/** An address store of one server. */
export function createRequestAddress(): RequestAddress {
  const storage = new AsyncLocalStorage<string>();
  return {
    run: (address, work) => storage.run(address, work),
    current: () => storage.getStore() ?? null,
  };
}
