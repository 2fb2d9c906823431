import type { EventOutcome, EventReceiver } from '../ports/event-receiver.ts';

const usualTimeoutMs = 15_000;

/**
 * The lender's receiver behind an address: an event is taken when it is answered with 2xx within the time-out. A redirect
 * is a failure, so that events go to the configured address only, and what is answered is not read.
 */
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
