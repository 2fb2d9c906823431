import type { CallFailure } from '#contract/client.ts';
import { errorCodes, retryAfterSeconds } from '#contract/error-codes.ts';
import type { ErrorCode } from '#domain/error-code.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';
import type { Problem } from '#ui/notice/problem-note.tsx';

/** Ends a request as the page of its problem, with an HTTP status (CALL-8, SESS-4). */
export class Refusal extends Error {
  readonly problem: Problem;
  readonly status: number;
  /** After how many seconds it is worth trying again; null where that is not known. */
  readonly retryAfterSeconds: number | null;
  /** What its page speaks where that is not the language of the request (LANG-5). */
  readonly language: PromotionLanguage | null;
  /** The form it met, which its page keeps to send it again (CALL-8); null for none. */
  readonly typed: FormData | null;

  constructor(
    problem: Problem,
    status: number,
    {
      waitSeconds = null,
      language = null,
      typed = null,
    }: {
      readonly waitSeconds?: number | null;
      readonly language?: PromotionLanguage | null;
      readonly typed?: FormData | null;
    } = {},
  ) {
    super(problem.kind);
    this.problem = problem;
    this.status = status;
    const isBusy = problem.kind === 'service-unavailable';
    this.retryAfterSeconds = waitSeconds ?? (isBusy ? retryAfterSeconds : null);
    this.language = language;
    this.typed = typed;
  }

  /** The same of a form. */
  ofForm(typed: FormData | null): Refusal {
    const { problem, status, retryAfterSeconds: waitSeconds, language } = this;
    return new Refusal(problem, status, { waitSeconds, language, typed });
  }

  /** The refusal of a call that failed, told in `language` where one is given. */
  static of(failure: CallFailure, language: PromotionLanguage | null = null): Refusal {
    return new Refusal(problemOf(failure), statusOf(failure), { language });
  }

  /** One of our own codes, with its status and without a message of the backend's. */
  static coded(kind: ErrorCode): Refusal {
    return new Refusal({ kind, message: '' }, errorCodes[kind].status);
  }
}

/**
 * Whether a problem leaves nothing of the form that met it, so that the page itself has to tell it. Of any other the page
 * may be read all the same, and then says what the backend said.
 */
export function endsForm(problem: Problem): boolean {
  return problem.kind === 'session-required';
}

/** A call's failure as something to show beside a form whose input stays. */
export function problemOf(failure: CallFailure): Problem {
  if (failure.failure !== 'refused') {
    const { detail } = failure;
    const kind = ({ malformed: 'internal', network: 'unreachable', timeout: 'timeout' } as const)[
      failure.failure
    ];
    return { kind, message: '', ...(detail !== undefined && { detail }) };
  }
  if (failure.errorCode) return { kind: failure.errorCode, message: failure.message };
  if (failure.status === 401) return { kind: 'session-required', message: failure.message };
  if (failure.status === 404) return { kind: 'not-found', message: failure.message };
  return { kind: failure.message ? 'refused' : 'internal', message: failure.message };
}

/** The HTTP status a page answers with after a failed call. */
export function statusOf(failure: CallFailure): number {
  if (failure.failure === 'timeout') return 504;
  if (failure.failure !== 'refused') return 502;
  if (failure.errorCode) return errorCodes[failure.errorCode].status;
  return failure.status !== null && failure.status >= 400 ? failure.status : 409;
}
