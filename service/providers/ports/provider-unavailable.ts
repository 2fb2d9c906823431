/** The provider gave no answer; try again later. */
export class ProviderUnavailableError extends Error {
  /** @param message holds no key and no part of the answer. */
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ProviderUnavailableError';
  }
}
