import { ProviderUnavailableError } from '#providers/ports/provider-unavailable.ts';

/** After this a provider counts as silent and is asked again later, ms. */
const providerTimeoutMs = 20_000;

/**
 * A provider's answer within a time. @param limitMs usually 20 s. @throws ProviderUnavailableError on timeout: the provider may still do
 * what it was asked for.
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
