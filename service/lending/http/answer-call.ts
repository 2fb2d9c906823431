import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import type { AnsweredBody } from '#contract/client.ts';
import { genericEnvelope } from '#contract/envelope.ts';
import { jsonClientHeaders, type PageQuery } from '#contract/page-query.ts';
import { formatDay } from '#domain/date-format.ts';
import { CodedError } from '#domain/error-code.ts';
import { type Language, languageOf, languageParameter } from '#domain/language.ts';
import { currencyOf } from '#domain/market.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { blobAnswer, failureAnswer, textAnswer } from './answer.ts';
import { bodyLimitBytes, fieldsInJson, inTurn, queryOf, readFields, required } from './read-body.ts';
import { type Borrower, type NamedSession, namedSession, requireBorrower } from './session.ts';

export interface CallContext extends LendingDependencies {
  readonly language: Language;
  /** The `lang` of the request; empty where it has none. */
  readonly lang: string;
  /** Business time. */
  readonly now: Date;
}

export interface BorrowerContext extends CallContext {
  readonly borrower: Borrower;
  /** An amount of the borrower's loans as they read it (MONEY-4). */
  readonly money: (amountMinor: MinorAmount) => string;
  /** A date, `YYYY-MM-DD`, as the borrower reads it inside a sentence (DATE-1). */
  readonly day: (date: string) => string;
}

export interface AnsweredCall {
  readonly call: Pick<Call, 'name' | 'method' | 'path' | 'envelope'>;
  respond(dependencies: LendingDependencies, request: Request): Promise<Response>;
  /**
   * Answers a page of the same process like `respond`, without HTTP; `fields` are those of the wire. Absent for calls whose fields do not
   * travel as JSON or that answer nothing.
   */
  respondHere?(
    dependencies: LendingDependencies,
    fields: Readonly<Record<string, unknown>>,
    query: PageQuery,
  ): Promise<AnsweredBody>;
}

interface Caller {
  readonly session: NamedSession;
  readonly lang: string;
}

interface AnswerOptions {
  readonly limitBytes?: number;
}

/** Answers a call for the borrower of its session; the handler takes and gives domain names. */
export function answerBorrower<Request, Answer>(
  call: Call<Request, Answer>,
  handle: (context: BorrowerContext, request: Request) => Promise<Answer>,
  { limitBytes = bodyLimitBytes }: AnswerOptions = {},
): AnsweredCall {
  return answered(call, limitBytes, async (context, session, readRequest) => {
    const borrower = await requireBorrower(context.database, session, {
      now: context.clock.now(),
      idleMinutes: context.configuration.sessionIdleMinutes,
    });
    context.nameBorrower?.(borrower.id);
    return inTurn(context, { limitBytes, holders: [borrower.id] }, async () =>
      handle(contextOf(context, borrower), await readRequest()),
    );
  });
}

/** The context in which a borrower's loans are read, by them or for them. */
export function contextOf(context: CallContext, borrower: Borrower): BorrowerContext {
  const { market } = borrower;
  const currency = currencyOf(market);
  const { language, configuration } = context;
  return {
    ...context,
    borrower,
    money: (amountMinor) => formatMoney(amountMinor, language, configuration.amountStyle, currency),
    day: (date) => formatDay(date, { language, style: configuration.dateStyle, market }),
  };
}

/** Answers a call that anybody may make (SESS-5). */
export function answerVisitor<Request, Answer>(
  call: Call<Request, Answer>,
  handle: (context: CallContext, request: Request) => Promise<Answer>,
): AnsweredCall {
  return answered(call, bodyLimitBytes, async (context, _session, readRequest) => {
    const request = await readRequest();
    return required(await context.holdPlace('visitor-call', [], () => handle(context, request)));
  });
}

function answered<Request, Answer>(
  call: Call<Request, Answer>,
  limitBytes: number,
  work: (context: CallContext, session: NamedSession, readRequest: () => Promise<Request>) => Promise<Answer>,
): AnsweredCall {
  const envelope = call.envelope ?? genericEnvelope;
  const answerOf = async (
    dependencies: LendingDependencies,
    { session, lang }: Caller,
    fields: () => Promise<Record<string, unknown>>,
  ): Promise<Answer> => {
    const now = await currentTime(dependencies, dependencies.database);
    const context = { ...dependencies, language: languageOf(lang), lang, now };
    return work(context, session, async () => decode(call, await fields()));
  };
  const textOf = (answer: Answer) => JSON.stringify(envelope.wrap(z.encode(call.response, answer) ?? null));
  const failure = (error: unknown, { logger }: LendingDependencies, { lang }: Caller): Response =>
    failureAnswer(error, envelope, languageOf(lang), { logger, call: call.name });
  return {
    call,
    async respond(dependencies, request) {
      const caller = { session: namedSession(request), lang: langOfRequest(request) };
      try {
        const answer = await answerOf(dependencies, caller, () =>
          readFields(request, call.encoding, limitBytes),
        );
        if (call.envelope === null && answer instanceof Blob) return blobAnswer(answer);
        return textAnswer(textOf(answer));
      } catch (error) {
        return failure(error, dependencies, caller);
      }
    },
    ...(call.encoding === 'json' &&
      call.envelope !== null && {
        async respondHere(dependencies, fields, query) {
          const caller = callerOfPage(query);
          try {
            const answer = await answerOf(dependencies, caller, async () => fieldsInJson(fields, limitBytes));
            // Through its text, so that a page gets what any backend would give it.
            return { status: 200, body: JSON.parse(textOf(answer)) };
          } catch (error) {
            const response = failure(error, dependencies, caller);
            return { status: response.status, body: await response.json() };
          }
        },
      }),
  };
}

/** The caller's language, from header or query; Spanish by default (LANG-1, CALL-1). */
export function languageOfRequest(request: Request): Language {
  return languageOf(langOfRequest(request));
}

function langOfRequest(request: Request): string {
  return request.headers.get('X-Language') || (queryOf(request).get('lang') ?? '');
}

/** Session and language of a page's caller, from the JSON client's headers and the common parameters (CALL-1, SESS-2). */
function callerOfPage(query: PageQuery): Caller {
  const headers = jsonClientHeaders(query);
  // HTTP trims header values.
  const values = (header: keyof typeof headers, parameter: string) => [headers[header].trim(), parameter];
  return {
    session: {
      sessionIds: values('X-Session-Id', query.sessionId),
      deviceIds: values('X-Device-Id', query.deviceId),
      userIds: values('X-User-Id', query.userId),
    },
    lang: headers['X-Language'] || (query.isLanguageUnnamed ? '' : languageParameter(query.language)),
  };
}

function decode<Request>(call: Pick<Call<Request>, 'request'>, fields: Record<string, unknown>): Request {
  const result = z.safeParse(call.request, fields);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const isFileTooLarge = issue?.code === 'too_big' && issue.origin === 'file';
  throw new CodedError(isFileTooLarge ? 'image-too-large' : 'request-invalid', issue?.path.join('.'));
}
