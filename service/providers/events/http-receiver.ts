import type { EventOutcome, EventReceiver } from '../ports/event-receiver.ts';

const usualTimeoutMs = 15_000;

/** A 2xx answer within the timeout accepts an event. A redirect is a failure, since events go to the configured address only. */
export function createHttpReceiver({
  url,
  timeoutMs = usualTimeoutMs,
}: {
  readonly url: string;
  readonly timeoutMs?: number;
}): EventReceiver {
  return {
    async deliver({ headers, body }, signal): Promise<EventOutcome> {
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body,
          redirect: 'manual',
          signal: AbortSignal.any([signal, timeout]),
        });
        await response.body?.cancel().catch(() => undefined);
        return response.ok ? { isTaken: true } : { isTaken: false, failure: `answered ${response.status}` };
      } catch {
        const failure = signal.aborted ? 'stopped' : timeout.aborted ? 'timed out' : 'not reached';
        return { isTaken: false, failure };
      }
    },
  };
}
