import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/call.ts';
import { type Ask, createBackendClient, UnbuiltRequest } from './backend-client.ts';
import { type Bench, type CheckedBackend, completeness, presence, readability } from './bench.ts';
import { callChecks } from './call-checks.ts';

/** What became of one check; `problem` is null where it passed. */
export interface CheckOutcome {
  readonly check: string;
  readonly problem: string | null;
  readonly durationMs: number;
}

/** How a call stands: `works` as the contract says, `differs` somewhere, or is `missing`. */
export interface CallOutcome {
  readonly call: string;
  readonly path: string;
  readonly verdict: 'works' | 'differs' | 'missing';
  readonly checks: readonly CheckOutcome[];
  /** What the pages take for granted of it. */
  readonly notes: readonly string[];
  /** What the borrower would see of it. */
  readonly borrowerSees: string;
}

/** How far a run is. */
interface Progress {
  /** The call's place among those that are asked, from 1. */
  readonly place: number;
  readonly count: number;
  /** As long as the calls before it let expect; null for the first. */
  readonly leftSeconds: number | null;
}

/**
 * Asks a backend all 25 calls as the pages do, and says of each how it stands. It accepts an offer, pays, files a complaint
 * and registers: give it a borrower of a test environment. `began` hears of every call before it is asked, `report` of every
 * check as it is made.
 */
export async function checkBackend(
  backend: CheckedBackend,
  {
    only = allCalls.map(({ name }) => name),
    began = () => {},
    report = () => {},
    answered = () => {},
  }: {
    readonly only?: readonly string[];
    readonly began?: (call: string, progress: Progress) => void;
    readonly report?: (call: string, outcome: CheckOutcome) => void;
    /** Gets the data of each answer that gave some. */
    readonly answered?: (call: Call, data: unknown) => void;
  } = {},
): Promise<CallOutcome[]> {
  const client = createBackendClient(backend, backend.credentials);
  const ask: Ask = async (...question) => {
    const answer = await client(...question);
    if (answer.reading?.success) answered(question[0], answer.reading.data);
    return answer;
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
    const notes: string[] = [];
    const bench: Bench = {
      ask,
      backend,
      note: (words) => void notes.push(words),
      async check(name, look) {
        const startedAt = performance.now();
        let problem: string | null;
        try {
          problem = await look();
        } catch (error) {
          if (error instanceof UnbuiltRequest && name !== completeness) throw error;
          problem = `could not be checked: ${error instanceof Error ? error.message : 'failed'}`;
        }
        const outcome = { check: name, problem, durationMs: Math.round(performance.now() - startedAt) };
        checks.push(outcome);
        report(call.name, outcome);
      },
    };
    await run(bench).catch((error) => bench.check(completeness, () => Promise.reject(error)));
    outcomes.push({ call: call.name, path: call.path, checks, notes, ...verdictOf(checks, screen) });
  }
  return outcomes;
}

function verdictOf(
  checks: readonly CheckOutcome[],
  screen: string,
): Pick<CallOutcome, 'verdict' | 'borrowerSees'> {
  const failed = (name: string) => checks.some(({ check, problem }) => check === name && problem !== null);
  if (failed(presence)) {
    return { verdict: 'missing', borrowerSees: `${screen}: a page that says our service is not available` };
  }
  if (failed(readability)) {
    return { verdict: 'differs', borrowerSees: `${screen}: a page that says our service has a fault` };
  }
  const first = checks.find(({ problem }) => problem !== null);
  if (!first) return { verdict: 'works', borrowerSees: 'everything' };
  return {
    verdict: 'differs',
    borrowerSees: `${screen}: ${consequences[first.check] ?? 'less than is true'}`,
  };
}

/** What a borrower meets when a check fails. */
const consequences: Readonly<Record<string, string>> = {
  'fields of the specification': 'nothing where the field would stand',
  'strict schema': 'the page works, since it puts up with it; another reader may not',
  envelope: 'the page works, since it puts up with it; another reader may not',
  'amounts and term make sense': 'a plan that does not add up, or no term',
  'the agreement can be opened': 'a box that cannot be ticked, so that nobody accepts the offer',
  'the status is one the pages know': 'a loan without a drawing and without what can be done',
  [completeness]: 'a button that cannot work',
  'images and links are allowed': 'the page without them',
  'in time': 'a long wait',
  'nobody is refused': 'their data can be read by anyone',
  'an unknown session is refused': 'their data can be read by anyone',
  'another device is refused': 'a session that was copied works elsewhere',
  'another user is refused': 'a session that was copied works elsewhere',
  'another borrower’s loan is refused': 'another borrower’s data',
  'a loan that does not exist is refused': 'a page of no loan',
  'a session that is over asks to sign in': 'a refusal, and no way to sign in again',
  'a visitor needs no session': 'nothing: whoever comes by a promotion link has none',
  'a visit that was not started is refused': 'messages that machines had sent',
  'an empty captcha is refused': 'messages that machines had sent',
  'a malformed body is refused': 'nothing; a scanner makes errors',
  'a missing field is refused': 'nothing; a scanner makes errors',
};
