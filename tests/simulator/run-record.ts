import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from '#db/failure.ts';
import type { TestAnswer } from '#tests/setup/lending-service.ts';
import { say } from '../../tools/load/progress.ts';

/** Nodes killed, crashes and failovers of the database, payments and those that prepaid, requests answered and made again, comparisons. */
const counted = [
  ...(['kills', 'crashes', 'failovers', 'loans', 'steps', 'payments', 'prepayments'] as const),
  ...(['answers', 'repeats', 'checks'] as const),
];
export type Counted = (typeof counted)[number];

/** What a run did to the service and what the service did wrong. */
export interface RunRecord {
  readonly counts: Record<Counted, number>;
  /** What was asked again and why, by how often. */
  readonly repeated: ReadonlyMap<string, number>;
  readonly violations: string[];
  violate(text: string): void;
  /** Makes a request again until it is answered for good, as every caller has to. */
  persist<Answer>(what: string, attempt: () => Promise<Answer>): Promise<Answer>;
  /** The same for an answer that is looked at as it came, whether it refuses or not. */
  persistAnswer(what: string, attempt: () => Promise<TestAnswer>): Promise<TestAnswer>;
}

/** No request may be without an answer as long as this, whatever is killed. */
const silenceMs = 30_000;
/** Over this much time of repeating, something stays broken. */
const patienceMs = 120_000;

/** The service could not answer now. */
class MomentaryError extends Error {}

/** @param seed that draws the steps; each violation names it, and how many were taken. */
export function createRunRecord(seed: number): RunRecord {
  const violations: string[] = [];
  const repeated = new Map<string, number>();
  const counts = Object.fromEntries(counted.map((name) => [name, 0])) as Record<Counted, number>;
  const violate = (text: string) => {
    violations.push(text);
    say(`VIOLATION (seed ${seed}, step ${counts.steps}) ${text}`);
  };

  async function persist<Answer>(what: string, attempt: () => Promise<Answer>): Promise<Answer> {
    const startedAt = performance.now();
    for (;;) {
      try {
        const answer = await inTime(attempt());
        counts.answers += 1;
        return answer;
      } catch (error) {
        const reason = momentaryReason(error);
        if (reason === undefined) throw new Error(`${what}: ${String(error)}`, { cause: error });
        if (reason === 'silent' || reason === 'failed') violate(`${what}: the service ${reason}`);
        if (performance.now() - startedAt > patienceMs) throw new Error(`${what}: never answered`);
        counts.repeats += 1;
        const why = `${what}: ${String(error).slice(0, 60)}`;
        repeated.set(why, (repeated.get(why) ?? 0) + 1);
        await pause(50 + Math.random() * 250);
      }
    }
  }

  return {
    counts,
    repeated,
    violations,
    violate,
    persist,
    persistAnswer: (what, attempt) =>
      persist(what, async () => {
        const answer = await attempt();
        if (answer.status >= 500 || answer.status === 429) throw new MomentaryError(String(answer.status));
        return answer;
      }),
  };
}

async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => silence.reject(new MomentaryError('silent')), silenceMs);
  try {
    return await Promise.race([answer, silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Why a request has to be made again; undefined for an answer that stands. A 500 is never right. */
function momentaryReason(error: unknown): 'away' | 'silent' | 'failed' | undefined {
  if (error instanceof MomentaryError) {
    if (error.message === 'silent') return 'silent';
    return error.message === '500' ? 'failed' : 'away';
  }
  // The node or the proxy's connection to it is gone, before the answer or in its middle.
  if (error instanceof TypeError || error instanceof SyntaxError || isDatabaseUnavailable(error))
    return 'away';
  const [, status] = /^refused with (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  if (status === '500') return 'failed';
  return Number(status) > 500 || status === '429' ? 'away' : undefined;
}
