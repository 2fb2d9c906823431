import { ProviderUnavailableError } from '#providers/ports/provider-unavailable.ts';

/** What is not answered within this is asked again later, ms. */
const providerTimeoutMs = 20_000;

/**
 * What a provider answers within a time.
 * @param limitMs how long it may take, ms; usually 20 s.
 * @throws ProviderUnavailableError where nothing came by then: what it was asked for may still be done.
 */
export async function inTime<Answer>(
  pendingAnswer: Promise<Answer>,
  limitMs = providerTimeoutMs,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ProviderUnavailableError('A provider did not answer.')), limitMs);
  });
  try {
    return await Promise.race([pendingAnswer, expiry]);
  } finally {
    clearTimeout(timer);
  }
}
