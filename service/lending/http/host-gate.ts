import { createHash } from 'node:crypto';
import { z } from 'zod';
import { v3Envelope } from '#contract/envelope.ts';
import { actorName, type HostCall } from '#contract/host-call.ts';
import { claimBehindRead, inTransaction, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { CalendarError } from '#domain/calendar.ts';
import type { Effect } from '#domain/desk/effect.ts';
import { CodedError } from '#domain/error-code.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { nonceBytes, openText, sealText } from '../sealed-text.ts';
import { failureAnswer, textAnswer } from './answer.ts';
import type { AnsweredCall } from './answer-call.ts';
import {
  bindHostMessage,
  claimHostMessage,
  findHostMessage,
  isMessageTaken,
  keepHostAnswer,
  releaseHostMessage,
} from './idempotency.ts';
import { datesToText, type WithDates } from './instants.ts';
import { signedHead } from './message-signature.ts';
import { bodyLimitBytes, inTurn, parseJsonObject, readBytes, textOfBytes } from './read-body.ts';
import { type MessageHead, webhookHead } from './signature.ts';

/** What a host handler knows; the whole message is one transaction, and there is no database beside it. */
export interface HostContext extends Omit<LendingDependencies, 'database' | 'hostDatabase' | 'replica'> {
  readonly transaction: Transaction;
  /** The time loans live in. */
  readonly now: Date;
  /** Who acts, as the books and the audit name them: `host`, `host:` and a name, or a person of the desk. */
  readonly actor: string;
  /** Says of what was decided, before it is written, whether it is. */
  readonly judge?: ((effect: Effect) => Promise<boolean>) | undefined;
}

/** Who asks for something, and the id under which it takes effect once. */
export interface HostAct {
  readonly actor: string;
  readonly messageId: string;
  /** What else belongs to the same effect: in the same transaction, after it, and no more than it for a repetition. */
  readonly alongside?: (transaction: Transaction, answer: unknown) => Promise<void>;
}

/** The same of what is done only as somebody saw it. */
export interface JudgedAct extends Omit<HostAct, 'alongside'> {
  /**
   * Looks at what was decided, in the transaction that is to write it.
   * @returns whether it is written; where not, the message has had no effect but what this writes.
   */
  readonly judge: (transaction: Transaction, effect: Effect) => Promise<boolean>;
}

/** Does what the lender's signed calls do, for people who have signed in elsewhere. */
export interface HostCaller {
  /**
   * @param fields the request, as it would be sent.
   * @throws CodedError as the call refuses.
   */
  ask<Request, Answer>(call: HostCall<Request, Answer>, fields: Fields, act: HostAct): Promise<Answer>;
  /** Does it where the effect decided passes its judge. @throws CodedError as the call refuses. */
  carryOut(call: HostCall, fields: Fields, act: JudgedAct): Promise<void>;
  /** What each of some requests of a call would do now, or why the call refuses it; nothing is done. */
  preview(call: HostCall, requests: readonly Fields[], actor: string): Promise<(Effect | CodedError)[]>;
}

/** A request, as it would be sent. */
type Fields = Readonly<Record<string, unknown>>;

/** A signed call with what answers it, for the lender's systems and for the desk. */
export interface AnsweredHostCall extends AnsweredCall {
  readonly hostCall: HostCall;
  /**
   * Does what the call does, for somebody who is already known, under the same rules and with the same single effect.
   * @throws CodedError as the call refuses.
   */
  perform(dependencies: LendingDependencies, fields: Fields, act: HostAct | JudgedAct): Promise<unknown>;
  /** What each request would do now, as of one moment, or why the call refuses it. */
  preview(
    dependencies: LendingDependencies,
    requests: readonly Fields[],
    actor: string,
  ): Promise<(Effect | CodedError)[]>;
}

/** What a host handler gives: the answer, and the HTTP status where it is not 200. */
export interface HostAnswer<Answer> {
  readonly status?: 200 | 202;
  readonly data: WithDates<Answer>;
}

interface RecordedAnswer {
  readonly status: number;
  readonly text: string;
  /** The borrower it tells of. */
  readonly subjectId: string | null;
}

/**
 * Answers a signed call. A message takes effect once: its id is kept with the answer in the same transaction, and a replay
 * gets that answer again. A call that only reads is answered anew each time, and a refused message is judged anew; of these
 * the path is kept alone, since no id may be used at two.
 */
export function answerHost<Parameters, Answer>(
  call: HostCall<Parameters, Answer>,
  handle: (context: HostContext, request: Parameters) => Promise<HostAnswer<Answer> | null>,
  {
    limitBytes = bodyLimitBytes,
    isForReplica = false,
    show,
  }: {
    readonly limitBytes?: number;
    /** Whether it reads so much that a replica is better asked; never for a call that somebody decides or books by. */
    readonly isForReplica?: boolean;
    /** What a request would do; none for a call that decides nothing on loans. */
    readonly show?: (context: HostContext, request: Parameters) => Promise<Effect>;
  } = {},
): AnsweredHostCall {
  const decoded = async <Result>(fields: Fields, work: (request: Parameters) => Promise<Result>) => {
    const request = decode(call, fields);
    try {
      return await work(request);
    } catch (error) {
      // Of the last day of all, the day after it.
      throw error instanceof CalendarError ? new CodedError('request-invalid') : error;
    }
  };
  /** @param textOf the text of what the call answers. */
  const answerIn = async (context: HostContext, fields: Fields, textOf: (encoded: unknown) => string) => {
    const answer = await decoded(fields, (request) => handle(context, request));
    if (answer === null) return null;
    const { status = 200, data } = answer;
    return {
      status,
      data,
      text: textOf(z.encode(call.response, datesToText(data) as Answer)),
      subjectId: subjectOf(fields, data),
    };
  };
  const answer = async (dependencies: LendingDependencies, request: Request, head: MessageHead) => {
    const bytes = await readBytes(request, limitBytes);
    const keyId = head.verify(bytes);
    if (head.keyId === undefined) await admit(dependencies, keyId);
    const body = textOfBytes(bytes);
    const fields = parseJsonObject(body);
    const message = { messageId: head.messageId, path: call.path, body };
    const bind = () => bindHostMessage(dependencies.hostDatabase, message, dependencies.clock.now());
    if (call.isRead && !(await bind())) throw new CodedError('submission-repeated');
    const way = { isRead: call.isRead, isForReplica };
    try {
      const outcome = await take(way, dependencies, { message, actor: actorOf(fields) }, (context) =>
        answerIn(context, fields, (encoded) => JSON.stringify(v3Envelope.wrap(encoded))),
      );
      if (outcome === null) throw new Error('A signed call was neither done nor refused.');
      return textAnswer(outcome.text, outcome.status);
    } catch (error) {
      if (!call.isRead && error instanceof CodedError) await bind();
      throw error;
    }
  };
  return {
    hostCall: call as HostCall,
    call: { name: call.name, method: 'POST', path: call.path, envelope: v3Envelope },
    async respond(dependencies, request) {
      try {
        const head = await headOf(dependencies, request);
        if (head.keyId !== undefined) await admit(dependencies, head.keyId);
        return await inTurn(dependencies, { limitBytes }, async () => {
          if (limitBytes > bodyLimitBytes) await refuseBoundElsewhere(dependencies, head, call.path);
          return answer(dependencies, request, head);
        });
      } catch (error) {
        return failureAnswer(error, v3Envelope, 'en', { logger: dependencies.logger, call: call.name });
      }
    },
    async perform(dependencies, fields, act) {
      const { actor, messageId } = act;
      const alongside = 'alongside' in act ? act.alongside : undefined;
      const judge = 'judge' in act ? act.judge : undefined;
      const message = { messageId: `${actor}:${messageId}`, path: call.path, body: JSON.stringify(fields) };
      if (isForReplica && alongside && dependencies.replica) {
        // What is kept of it is kept where everything is, before the answer is given.
        const answer = await this.perform(dependencies, fields, { actor, messageId });
        await inTransaction(dependencies.hostDatabase, (transaction) => alongside(transaction, answer), {
          isIdempotent: true,
        });
        return answer;
      }
      const way = { isRead: call.isRead, isForReplica };
      const outcome = await take(way, dependencies, { message, actor }, async (context) => {
        const { transaction } = context;
        const judged = judge && { judge: (effect: Effect) => judge(transaction, effect) };
        const answer = await answerIn(
          { ...context, ...judged },
          fields,
          (encoded) => JSON.stringify(encoded) ?? 'null',
        );
        if (answer) await alongside?.(transaction, answer.data);
        return answer;
      });
      return outcome === null ? undefined : z.decode(call.response, JSON.parse(outcome.text));
    },
    async preview(dependencies, requests, actor) {
      if (!show) throw new CodedError('not-found');
      const read = async (transaction: Transaction) => {
        const context = await contextIn(dependencies, transaction, actor);
        const effects: (Effect | CodedError)[] = [];
        for (const fields of requests) {
          effects.push(await decoded(fields, (request) => show(context, request)).catch(refusalOf));
        }
        return effects;
      };
      return inTransaction(dependencies.hostDatabase, read, previewOptions);
    },
  };
}

function refusalOf(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  throw error;
}

/** Nothing that is only shown is written. */
const previewOptions = { accessMode: 'read only', isolationLevel: 'repeatable read' } as const;

async function contextIn(
  { database: _database, hostDatabase: _hosts, replica: _replica, ...dependencies }: LendingDependencies,
  transaction: Transaction,
  actor: string,
): Promise<HostContext> {
  return { ...dependencies, transaction, actor, now: await currentTime(dependencies, transaction) };
}

/**
 * What is known of a message before its body: all but the body where it is signed by RFC 9421, else what it says of itself.
 * @throws CodedError 'signature-invalid'.
 */
async function headOf(
  { configuration, clock }: Pick<LendingDependencies, 'configuration' | 'clock'>,
  request: Request,
): Promise<MessageHead> {
  const { hostSigningSecrets, takesWebhookSignatures } = configuration;
  if (request.headers.has('Signature-Input')) return signedHead(request, hostSigningSecrets, clock);
  if (!takesWebhookSignatures) throw new CodedError('signature-invalid');
  return webhookHead(request.headers, hostSigningSecrets, clock);
}

/** @throws CodedError 'too-many-requests' where a secret has signed more than its share. */
async function admit({ admitHostCall }: Pick<LendingDependencies, 'admitHostCall'>, keyId: string) {
  if (!(await admitHostCall(keyId))) throw new CodedError('too-many-requests');
}

/**
 * Refuses a large message before it is read whose id belongs to another path.
 * @throws CodedError 'submission-repeated'; 'signature-invalid' while it is not known who sends it, so that they learn of no id.
 */
async function refuseBoundElsewhere(
  { hostDatabase }: Pick<LendingDependencies, 'hostDatabase'>,
  { messageId, keyId }: MessageHead,
  path: string,
): Promise<void> {
  const { isOfAnotherPath } = await findHostMessage(hostDatabase, { messageId, path });
  if (isOfAnotherPath)
    throw new CodedError(keyId === undefined ? 'signature-invalid' : 'submission-repeated');
}

/** The person a signed message names as acting, after `host:`; `host` when it names none. */
function actorOf(fields: Fields): string {
  const result = actorName.safeParse(fields.actor);
  return result.success ? `host:${result.data}` : 'host';
}

function decode<Request>(call: HostCall<Request>, fields: Fields): Request {
  const result = z.safeParse(call.request, fields);
  if (result.success) return result.data;
  throw new CodedError('request-invalid', result.error.issues[0]?.path.join('.'));
}

interface HostMessage {
  readonly messageId: string;
  readonly path: string;
  readonly body: string;
}

/** Does the work in one transaction, and once for a message that changes something; null where it came to nothing. */
function take(
  { isRead, isForReplica }: { readonly isRead?: boolean | undefined; readonly isForReplica: boolean },
  dependencies: LendingDependencies,
  { message, actor }: { readonly message: HostMessage; readonly actor: string },
  work: (context: HostContext) => Promise<RecordedAnswer | null>,
): Promise<RecordedAnswer | null> {
  const { hostDatabase, replica, clock, configuration, random } = dependencies;
  const { messageId, path } = message;
  const secrets = configuration.masterSecrets;
  const bodyHash = createHash('sha256').update(message.body).digest('hex');
  const takeEffect = async (transaction: Transaction) => {
    const working = contextIn(dependencies, transaction, actor).then(work);
    const claim = () => claimHostMessage(transaction, { messageId, path, bodyHash }, clock.now());
    await claimBehindRead(working, claim);
    const answer = await working;
    if (answer === null) {
      releaseHostMessage(transaction, messageId);
      return null;
    }
    const { status, text, subjectId } = answer;
    const sealedAnswer = sealText(text, secrets[0], {
      purpose: 'host answers',
      nonce: random.bytes(nonceBytes),
    });
    keepHostAnswer(transaction, messageId, { status, sealedAnswer, subjectId });
    return { status, text, subjectId };
  };
  /** The answer that a message was given before. @throws CodedError 'submission-repeated' where its id is another's; `failure` where it is new. */
  const answerBefore = async (failure: unknown) => {
    const { isOfAnotherPath, message: storedMessage } = await findHostMessage(hostDatabase, message);
    if (!isOfAnotherPath && !storedMessage) throw failure;
    const text =
      storedMessage && !isOfAnotherPath
        ? openText(storedMessage.sealedAnswer, secrets, 'host answers')
        : undefined;
    if (!storedMessage || text === undefined || storedMessage.bodyHash !== bodyHash) {
      throw new CodedError('submission-repeated');
    }
    return { status: storedMessage.status, text, subjectId: storedMessage.subjectId };
  };
  const read = async (transaction: Transaction) => work(await contextIn(dependencies, transaction, actor));
  if (isRead && isForReplica && replica) return replica.read(hostDatabase, read);
  if (isRead) return inTransaction(hostDatabase, read, { isIdempotent: true });
  return inTransaction(hostDatabase, takeEffect, { isIdempotent: true }).catch((error: unknown) =>
    isMessageTaken(error) ? answerBefore(error) : Promise.reject(error),
  );
}

/** The borrower that a request or its answer names, whose data the answer may hold; null for none. */
function subjectOf(...named: readonly unknown[]): string | null {
  const ids = named.map((each) => (each as { readonly borrowerId?: unknown } | null)?.borrowerId);
  return ids.find((id): id is string => typeof id === 'string' && isId(id)) ?? null;
}
