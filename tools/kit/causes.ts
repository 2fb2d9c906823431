import { namedField } from '#contract/answer-tolerances.ts';
import type { Call } from '#contract/call.ts';
import { isRecord } from '#contract/schema-problems.ts';
import { type ToleranceId, tolerances } from '#contract/tolerances.ts';
import type { Answer } from './backend-client.ts';
import { announcement, completeness, presence, readability } from './bench.ts';
import { recordedAnswer } from './session-record.ts';

/** Why checks fail: the effect on the borrower and the remedy. */
export interface Cause {
  readonly title: string;
  readonly borrowerLoses: string;
  readonly mend: string;
}

/** Problem of a request that should have been refused. */
export const wasAnswered = 'it was answered';

type Rule = Cause & {
  /** Names of the checks that fail for this cause, unless a more specific cause matches. */
  readonly checks: readonly string[];
  /** Pattern that the problem matches; any problem when absent. */
  readonly says?: RegExp;
};

/** Accepted deviations as causes of the checks that report them. */
function tolerated(...ids: readonly ToleranceId[]): Rule[] {
  return ids.map((id) => ({ ...tolerances[id], checks: [tolerances[id].title] }));
}

const answered = new RegExp(`^${wasAnswered}`);

/** Worst effect on the borrower first. */
const rules: readonly Rule[] = [
  {
    title: 'A loan is shown to other borrowers',
    borrowerLoses: 'another borrower’s data',
    mend: 'look a loan up by the borrower of the session, and answer 404 where it is not theirs',
    checks: ['another borrower’s loan is refused', 'a card of somebody else is refused'],
    says: answered,
  },
  {
    title: 'Sessions are not checked',
    borrowerLoses: 'their data can be read by anyone',
    mend: 'refuse a call without a session that you know, with status or code 401',
    checks: ['nobody is refused', 'an unknown session is refused'],
    says: answered,
  },
  {
    title: 'Sessions are not bound',
    borrowerLoses: 'a session that was copied works elsewhere',
    mend: 'keep deviceId and userId with the session, and refuse a call that comes with others',
    checks: [
      'another device is refused',
      'another user is refused',
      'another user is refused in the body too',
    ],
    says: answered,
  },
  {
    title: 'Card numbers are shown whole',
    borrowerLoses: 'the number of their card',
    mend: 'mask all but the last four digits',
    checks: ['card numbers are masked'],
  },
  {
    title: 'Money moves more than once, or otherwise than was agreed',
    borrowerLoses: 'money',
    mend: 'take each token and code once, for the card, order and amount it was given for; refuse all else',
    checks: [
      'the same token pays once',
      'accepting again has no second effect',
      'another amount than was offered is refused',
      'an amount of 0 is refused',
      'an amount far above what is due is refused',
      'a token that was not given is refused',
      'the right code confirms, and once',
      'a wrong code is refused as 800006',
      'it is about the code and amount that were asked for',
      'a card can be told from another',
    ],
  },
  {
    title: 'Calls are not there',
    borrowerLoses: 'a page that says our service is not available',
    mend: 'answer at the path and by the method of openapi.json, in the envelope of the call',
    checks: [presence],
  },
  {
    title: 'Answers cannot be read',
    borrowerLoses: 'a page that says our service has a fault',
    mend: 'give the field as the schema of the call in openapi.json has it',
    checks: [readability],
  },
  {
    title: 'What was answered allows no next call',
    borrowerLoses: 'a button that cannot work',
    mend: 'amounts are whole numbers of minor units, above 0',
    checks: [completeness],
  },
  {
    title: 'Announced calls are not there',
    borrowerLoses: 'a button that leads to a fault',
    mend: 'answer the optional call, or leave out the field that announces it',
    checks: [announcement],
  },
  ...tolerated('agreement-own', 'status-unknown'),
  {
    title: 'Amounts, days and states that do not hold',
    borrowerLoses: 'a plan that does not add up, or a loan without what can be done',
    mend: 'compare the sums with the terms; days are YYYY-MM-DD',
    checks: [
      'amounts and term make sense',
      'amounts make sense',
      'the balance adds up',
      'the statement adds up',
      'there is something to pay and a way to',
      'extending has a price and a day',
    ],
  },
  {
    title: 'Nobody is asked to sign in again',
    borrowerLoses: 'a refusal, and no way to sign in again',
    mend: 'refuse with status or code 401, or name your code in SESSION_OVER_CODES',
    checks: ['a session that is over asks to sign in'],
  },
  {
    title: 'Visitors are asked for a session',
    borrowerLoses: 'nothing: whoever comes by a promotion link has none',
    mend: 'answer the calls of the promotion page without one',
    checks: ['a visitor needs no session'],
  },
  {
    title: 'Machines can register, or learn who is known',
    borrowerLoses: 'messages that machines had sent',
    mend: 'check sid, captcha and number before a message goes out or a number is looked up',
    checks: [
      'a visit that was not started is refused',
      'an empty captcha is refused',
      'a number that is none is refused',
      'a wrong captcha is refused as 101',
      'a wrong captcha is refused as -1',
      'whether a number is known is not told without its code',
      'another image shows something else',
      'every visit has its own sid',
    ],
  },
  {
    title: 'Links that lead on are no addresses',
    borrowerLoses: 'a way to go on',
    mend: 'give whole addresses with https, or paths',
    checks: ['lendDetailsUrl leads somewhere', 'it is an address with TLS'],
  },
  ...tolerated(...(Object.keys(tolerances) as ToleranceId[])),
  {
    title: 'Answers are slow',
    borrowerLoses: 'a long wait',
    mend: 'answer within 10 seconds; the pages give up after 60',
    checks: ['in time'],
  },
  {
    title: 'Types and envelopes differ',
    borrowerLoses: 'the page works, since it puts up with it; another reader may not',
    mend: 'answer as the schema in openapi.json has it, not as x-tolerated-answers',
    checks: ['strict schema'],
  },
];

/** For every check that a request is refused. */
const badRefusal: Cause = {
  title: 'Refusals are not refusals of the call',
  borrowerLoses: 'a page that says our service has a fault, in place of the reason',
  mend: 'refuse in the envelope of the call with a fitting code, words for the borrower, and no data',
};

const unknownInput: Cause = {
  title: 'What cannot be is answered',
  borrowerLoses: 'nothing at first; a mistake goes on as if it were right',
  mend: 'refuse what does not exist, is missing, or is out of its bounds',
};

const otherwise: Cause = {
  title: 'Other differences',
  borrowerLoses: 'less than is true',
  mend: 'compare the answer with the example of the call in openapi.json',
};

const ranking: readonly Cause[] = [...rules, badRefusal, unknownInput, otherwise];

export function causeOf(check: string, problem: string): Cause {
  const rule = rules.find(({ checks, says }) => checks.includes(check) && (says?.test(problem) ?? true));
  if (rule) return rule;
  if (!/ (?:is|are) refused\b/.test(check)) return otherwise;
  return answered.test(problem) ? unknownInput : badRefusal;
}

/** Groups findings by cause, worst effect on the borrower first. */
export function byCause<Finding extends { readonly check: string; readonly problem: string }>(
  findings: readonly Finding[],
): { readonly cause: Cause; readonly findings: readonly Finding[] }[] {
  return ranking
    .map((cause) => ({
      cause,
      findings: findings.filter(({ check, problem }) => causeOf(check, problem) === cause),
    }))
    .filter((each) => each.findings.length > 0);
}

const lineMaxLength = 160;

/** The line of an answer that shows the problem, without personal data: the field that the problem names, otherwise status and envelope. */
export function answerLine(call: Call, answer: Answer, problem: string): string {
  const { status, contentType, body, byteCount } = answer;
  if (status === null) return 'nothing';
  const { body: rest } = recordedAnswer(call, status, body);
  if (!isRecord(rest)) {
    return `${status} ${contentType || 'without Content-Type'}, ${byteCount} bytes`;
  }
  const { data, ...envelope } = rest;
  const [, path] = namedField.exec(problem) ?? [];
  const value = path === undefined ? undefined : valueAt(data, path);
  const shown =
    value === undefined
      ? JSON.stringify({ ...envelope, ...(data !== undefined && { data }) })
      : `"${path}": ${JSON.stringify(value)}`;
  const line = `${status} ${shown}`;
  return line.length > lineMaxLength ? `${line.slice(0, lineMaxLength)}…` : line;
}

function valueAt(data: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((part, step) => (part as Record<string, unknown> | undefined | null)?.[step], data);
}
