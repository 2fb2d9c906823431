import type { CallFailure } from '#contract/client.ts';
import { errorCodes, retryAfterSeconds } from '#contract/error-codes.ts';
import type { ErrorCode } from '#domain/error-code.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';
import type { Problem } from '#ui/notice/problem-note.tsx';

/** Ends a request with the page of its problem and an HTTP status (CALL-8, SESS-4). */
export class Refusal extends Error {
  readonly problem: Problem;
  readonly status: number;
  readonly retryAfterSeconds: number | null;
  /** Language of the page, if not the request's (LANG-5). */
  readonly language: PromotionLanguage | null;
  /** The failed form, to be sent again from its page (CALL-8); null for none. */
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

  ofForm(typed: FormData | null): Refusal {
    const { problem, status, retryAfterSeconds: waitSeconds, language } = this;
    return new Refusal(problem, status, { waitSeconds, language, typed });
  }

  static of(failure: CallFailure, language: PromotionLanguage | null = null): Refusal {
    return new Refusal(problemOf(failure), statusOf(failure), { language });
  }

  static coded(kind: ErrorCode): Refusal {
    return new Refusal({ kind, message: '' }, errorCodes[kind].status);
  }
}

/** Whether the page cannot be shown again with its form after this problem. Otherwise it is shown with the backend's message. */
export function endsForm(problem: Problem): boolean {
  return problem.kind === 'session-required';
}

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

export function statusOf(failure: CallFailure): number {
  if (failure.failure === 'timeout') return 504;
  if (failure.failure !== 'refused') return 502;
  if (failure.errorCode) return errorCodes[failure.errorCode].status;
  return failure.status !== null && failure.status >= 400 ? failure.status : 409;
}
