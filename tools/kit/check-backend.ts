import { allCalls } from '#contract/all-calls.ts';
import { namedPointer } from '#contract/answer-tolerances.ts';
import type { Call } from '#contract/call.ts';
import type { TakenTolerance } from '#contract/tolerances.ts';
import { type Answer, type Ask, createBackendClient, UnbuiltRequest } from './backend-client.ts';
import { type Bench, type CheckedBackend, completeness, presence, readability } from './bench.ts';
import { callChecks } from './call-checks.ts';
import { answerLine, causeOf } from './causes.ts';
import { addressTolerances } from './named-origins.ts';

/** `problem` is null when the check passed. */
export interface CheckOutcome {
  readonly check: string;
  readonly problem: string | null;
  /** The line of the answer that shows the problem, if any. */
  readonly line: string | null;
  /** JSON pointer into openapi.json of the field that the problem names, if any. */
  readonly pointer: string | null;
  readonly durationMs: number;
}

export interface CallOutcome {
  readonly call: string;
  readonly path: string;
  readonly verdict: 'works' | 'differs' | 'missing';
  readonly checks: readonly CheckOutcome[];
  readonly tolerances: readonly TakenTolerance[];
  readonly borrowerSees: string;
}

interface Progress {
  /** Position among the calls to check, from 1. */
  readonly place: number;
  readonly count: number;
  /** Estimate from the calls before; null for the first. */
  readonly leftSeconds: number | null;
}

/**
 * Makes all 25 calls as the pages do and says for each whether it works. It accepts an offer, pays, files a complaint and registers, so it
 * needs a borrower of a test environment.
 * @param began called before each call. @param report called after each check.
 */
export async function checkBackend(
  backend: CheckedBackend,
  {
    only = allCalls.map(({ name }) => name),
    began = () => {},
    report = () => {},
    takeAnswer = () => {},
  }: {
    readonly only?: readonly string[];
    readonly began?: (call: string, progress: Progress) => void;
    readonly report?: (call: string, outcome: CheckOutcome) => void;
    readonly takeAnswer?: (call: Call, data: unknown) => void;
  } = {},
): Promise<CallOutcome[]> {
  const client = createBackendClient(backend, backend.credentials);
  const ask: Ask = async (...question) => {
    const [call] = question;
    const answer = await client(...question);
    if (!answer.reading?.success) return answer;
    takeAnswer(call, answer.reading.data);
    const shown = addressTolerances(call, answer.reading.data, backend);
    return { ...answer, tolerances: [...answer.tolerances, ...shown] };
  };
  const outcomes: CallOutcome[] = [];
  const callsToCheck = callChecks.filter(({ call }) => only.includes(call.name));
  const startedAt = performance.now();
  for (const [index, { call, screen, run }] of callsToCheck.entries()) {
    const passedMs = performance.now() - startedAt;
    began(call.name, {
      place: index + 1,
      count: callsToCheck.length,
      leftSeconds: index === 0 ? null : Math.ceil((passedMs / index / 1000) * (callsToCheck.length - index)),
    });
    const checks: CheckOutcome[] = [];
    const taken = new Map<string, TakenTolerance>();
    const heard: Answer[] = [];
    const bench: Bench = {
      async ask(...question) {
        const answer = await ask(...question);
        if (question[0] === call) heard.push(answer);
        for (const each of answer.tolerances) {
          if (each.call === call.name) taken.set(`${each.id} ${each.field}`, each);
        }
        return answer;
      },
      backend,
      async check(name, look) {
        const startedAt = performance.now();
        const heardBefore = heard.length;
        let problem: string | null;
        try {
          problem = await look();
        } catch (error) {
          if (error instanceof UnbuiltRequest && name !== completeness) throw error;
          problem = `could not be checked: ${error instanceof Error ? error.message : 'failed'}`;
        }
        // The answer of this check, otherwise the last one (with data, when the problem is about data).
        const last = heard.at(-1);
        const isAboutLast = heard.length > heardBefore || name === presence || name === readability;
        const answer = isAboutLast ? last : (heard.findLast(({ reading }) => reading?.success) ?? last);
        const line = problem !== null && answer ? answerLine(call, answer, problem) : null;
        const durationMs = Math.round(performance.now() - startedAt);
        const pointer = problem === null ? null : namedPointer(call, problem);
        const outcome = { check: name, problem, line, pointer, durationMs };
        checks.push(outcome);
        report(call.name, outcome);
      },
    };
    await run(bench).catch((error) => bench.check(completeness, () => Promise.reject(error)));
    outcomes.push({
      call: call.name,
      path: call.path,
      checks,
      tolerances: [...taken.values()],
      ...verdictOf(checks, screen),
    });
  }
  return outcomes;
}

function verdictOf(
  checks: readonly CheckOutcome[],
  screen: string,
): Pick<CallOutcome, 'verdict' | 'borrowerSees'> {
  const failed = (name: string) => checks.find(({ check, problem }) => check === name && problem !== null);
  const first = failed(presence) ?? failed(readability) ?? checks.find(({ problem }) => problem !== null);
  if (!first) return { verdict: 'works', borrowerSees: 'everything' };
  const { borrowerLoses } = causeOf(first.check, first.problem ?? '');
  return {
    verdict: first.check === presence ? 'missing' : 'differs',
    borrowerSees: `${screen}: ${borrowerLoses}`,
  };
}
