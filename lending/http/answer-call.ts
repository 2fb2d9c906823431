import type { Call } from '#contract/call.ts';
import { genericEnvelope, textWrapper } from '#contract/envelope.ts';
import { writerOf } from '#contract/writer.ts';
import { formatDay } from '#domain/date-format.ts';
import { CodedError } from '#domain/error-code.ts';
import { type Language, languageOf } from '#domain/language.ts';
import { marketOf } from '#domain/market.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { blobAnswer, failureAnswer, textAnswer } from './answer.ts';
import { bodyLimitBytes, inTurn, queryOf, readFields } from './read-body.ts';
import { type Borrower, requireBorrower } from './session.ts';

/** What a handler knows besides the request. */
export interface CallContext extends LendingDependencies {
  readonly language: Language;
  /** The `lang` the request names, as it came; empty where it names none. */
  readonly lang: string;
  /** The time loans live in. */
  readonly now: Date;
}

/** The context of a call that needs a session. */
export interface BorrowerContext extends CallContext {
  readonly borrower: Borrower;
  /** An amount of the borrower's loans as they read it (MONEY-4). */
  readonly money: (amountMinor: MinorAmount) => string;
  /** A date, `YYYY-MM-DD`, as the borrower reads it inside a sentence (DATE-1). */
  readonly day: (date: string) => string;
}

/** A call with what answers it. */
export interface AnsweredCall {
  readonly call: Pick<Call, 'name' | 'method' | 'path' | 'envelope'>;
  respond(dependencies: LendingDependencies, request: Request): Promise<Response>;
}

interface AnswerOptions {
  readonly limitBytes?: number;
}

/** Answers a call for the borrower of its session; the handler gets and gives our names. */
export function answerBorrower<Wanted, Given>(
  call: Call<Wanted, Given>,
  handle: (context: BorrowerContext, request: Wanted) => Promise<Given>,
  { limitBytes = bodyLimitBytes }: AnswerOptions = {},
): AnsweredCall {
  return answered(call, limitBytes, async (context, request, readRequest) => {
    const borrower = await requireBorrower(context.database, request, {
      now: context.clock.now(),
      idleMinutes: context.configuration.sessionIdleMinutes,
    });
    const { currency, timeZone } = marketOf[borrower.market];
    const { language, configuration } = context;
    const money = (amountMinor: MinorAmount): string =>
      formatMoney(amountMinor, language, configuration.amountStyle, currency);
    const day = (date: string): string =>
      formatDay(date, { language, style: configuration.dateStyle, timeZone });
    return inTurn(context, { gate: context.uploadGates.borrowers, limitBytes }, async () =>
      handle({ ...context, borrower, money, day }, await readRequest()),
    );
  });
}

/** Answers a call that anybody may make (SESS-5). */
export function answerVisitor<Wanted, Given>(
  call: Call<Wanted, Given>,
  handle: (context: CallContext, request: Wanted) => Promise<Given>,
): AnsweredCall {
  return answered(call, bodyLimitBytes, async (context, _request, readRequest) =>
    handle(context, await readRequest()),
  );
}

function answered<Wanted, Given>(
  call: Call<Wanted, Given>,
  limitBytes: number,
  work: (context: CallContext, request: Request, readRequest: () => Promise<Wanted>) => Promise<Given>,
): AnsweredCall {
  const envelope = call.envelope ?? genericEnvelope;
  const write = writerOf(call.response);
  const wrap = textWrapper(envelope);
  return {
    call,
    async respond(dependencies, request) {
      const lang = langOfRequest(request);
      const language = languageOf(lang);
      try {
        const now = await currentTime(dependencies, dependencies.database);
        const response = await work({ ...dependencies, language, lang, now }, request, async () =>
          decode(call, await readFields(request, call.encoding, limitBytes)),
        );
        if (call.envelope === null && response instanceof Blob) return blobAnswer(response);
        return textAnswer(wrap(write(response) ?? 'null'));
      } catch (error) {
        return failureAnswer(error, envelope, language, { logger: dependencies.logger, call: call.name });
      }
    },
  };
}

/** The language a caller asks for, by header or by query; Spanish when it does not say (LANG-1, CALL-1). */
export function languageOfRequest(request: Request): Language {
  return languageOf(langOfRequest(request));
}

function langOfRequest(request: Request): string {
  return request.headers.get('X-Language') || (queryOf(request).get('lang') ?? '');
}

function decode<Wanted>(call: Pick<Call<Wanted>, 'request'>, fields: Record<string, unknown>): Wanted {
  const result = call.request.safeParse(fields);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const isFileTooLarge = issue?.code === 'too_big' && issue.origin === 'file';
  throw new CodedError(isFileTooLarge ? 'image-too-large' : 'request-invalid', issue?.path.join('.'));
}
