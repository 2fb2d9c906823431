/** A provider that has to be asked, and does not answer now: what it was asked is not known, and is to be asked again. */
export class ProviderUnavailableError extends Error {
  /** @param message what did not come, without a key and without what was answered. */
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ProviderUnavailableError';
  }
}
