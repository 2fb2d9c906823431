import { createHash } from 'node:crypto';
import { z } from 'zod';
import { v3Envelope } from '#contract/envelope.ts';
import { actorName, type HostCall } from '#contract/host-call.ts';
import { claimBehindRead, inTransaction, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { CalendarError } from '#domain/calendar.ts';
import type { Effect } from '#domain/desk/effect.ts';
import { type Bounds, CodedError } from '#domain/error-code.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { datesToText, type WithDates } from '../instants.ts';
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
import { signedHead } from './message-signature.ts';
import { bodyLimitBytes, inTurn, parseJsonObject, readBytes, textOfBytes } from './read-body.ts';
import { type MessageHead, webhookHead } from './signature.ts';

/** The context of a host handler; the whole message is one transaction, and no other database is at hand. */
export interface HostContext extends Omit<LendingDependencies, 'database' | 'hostDatabase' | 'replica'> {
  readonly transaction: Transaction;
  readonly now: Date;
  /** Who acts, as the books and the audit log name them: `host`, `host:` and a name, or a member of staff. */
  readonly actor: string;
  readonly judge?: ((effect: Effect) => Promise<boolean>) | undefined;
}

/** The actor, and the id under which the act takes effect once. */
export interface HostAct {
  readonly actor: string;
  readonly messageId: string;
  /** Further work in the same transaction, done once with the effect. */
  readonly alongside?: (transaction: Transaction, answer: unknown) => Promise<void>;
}

/** An act that is carried out only if its effect is as previewed. */
export interface JudgedAct extends Omit<HostAct, 'alongside'> {
  /**
   * Checks the effect in the transaction that will write it. @returns whether it is written; if not, only what this writes takes effect.
   */
  readonly judge: (transaction: Transaction, effect: Effect) => Promise<boolean>;
}

/** Makes host calls for staff who have signed in elsewhere. */
export interface HostCaller {
  ask<Request, Answer>(call: HostCall<Request, Answer>, fields: Fields, act: HostAct): Promise<Answer>;
  /** Carries out a call if `judge` accepts its effect. @throws CodedError as the call refuses. */
  carryOut(call: HostCall, fields: Fields, act: JudgedAct): Promise<void>;
  /** The effect that each request would have now, or its refusal; nothing is written. */
  preview(call: HostCall, requests: readonly Fields[], actor: string): Promise<(Effect | CodedError)[]>;
}

type Fields = Readonly<Record<string, unknown>>;

/** A host call with its handler, for the lender's systems and for the desk. */
export interface AnsweredHostCall extends AnsweredCall {
  readonly hostCall: HostCall;
  /** Makes the call for a known actor, with the same rules and the same idempotency. @throws CodedError as the call refuses. */
  perform(dependencies: LendingDependencies, fields: Fields, act: HostAct | JudgedAct): Promise<unknown>;
  preview(
    dependencies: LendingDependencies,
    requests: readonly Fields[],
    actor: string,
  ): Promise<(Effect | CodedError)[]>;
}

export interface HostAnswer<Answer> {
  readonly status?: 200 | 202;
  readonly data: WithDates<Answer>;
}

interface RecordedAnswer {
  readonly status: number;
  readonly text: string;
  readonly subjectId: string | null;
}

interface HostHandler<Parameters, Answer> extends HostOptions<Parameters> {
  readonly call: HostCall<Parameters, Answer>;
  readonly handle: (context: HostContext, request: Parameters) => Promise<HostAnswer<Answer> | null>;
}

interface HostOptions<Parameters> {
  readonly limitBytes?: number;
  /** Whether it reads so much that a replica should serve it; never for a call on which decisions or bookings depend. */
  readonly isForReplica?: boolean;
  /** Computes the effect of a request; absent for a call that decides nothing on loans. */
  readonly show?: (context: HostContext, request: Parameters) => Promise<Effect>;
}

/**
 * Answers a host call. A message takes effect once: its id is stored with the answer in the same transaction, and a replay gets that
 * answer. A read is answered anew each time and a refused message is judged anew; of these only the path is stored, since an id may not be
 * used at two.
 */
export function answerHost<Parameters, Answer>(
  call: HostCall<Parameters, Answer>,
  handle: HostHandler<Parameters, Answer>['handle'],
  options: HostOptions<Parameters> = {},
): AnsweredHostCall {
  const { limitBytes = bodyLimitBytes } = options;
  const handler = { ...options, call, handle };
  return {
    hostCall: call as HostCall,
    call: { name: call.name, method: 'POST', path: call.path, envelope: v3Envelope },
    async respond(dependencies, request) {
      try {
        const head = await headOf(dependencies, request);
        if (head.keyId !== undefined) await admit(dependencies, head.keyId);
        return await inTurn(dependencies, { limitBytes }, async () => {
          if (limitBytes > bodyLimitBytes) await refuseBoundElsewhere(dependencies, head, call.path);
          return answerMessage(handler, dependencies, head, await readBytes(request, limitBytes));
        });
      } catch (error) {
        return failureAnswer(error, v3Envelope, 'en', { logger: dependencies.logger, call: call.name });
      }
    },
    perform: (dependencies, fields, act) => perform(handler, dependencies, fields, act),
    preview: (dependencies, requests, actor) => preview(handler, dependencies, requests, actor),
  };
}

async function answerMessage<Parameters, Answer>(
  handler: HostHandler<Parameters, Answer>,
  dependencies: LendingDependencies,
  head: MessageHead,
  bytes: Uint8Array,
) {
  const { isRead, path } = handler.call;
  const keyId = head.verify(bytes);
  if (head.keyId === undefined) await admit(dependencies, keyId);
  const body = textOfBytes(bytes);
  const fields = parseJsonObject(body);
  const message = { messageId: head.messageId, path, body };
  const bind = () => bindHostMessage(dependencies.hostDatabase, message, dependencies.clock.now());
  if (isRead && !(await bind())) throw new CodedError('submission-repeated');
  try {
    const outcome = await take(handler, dependencies, { message, actor: actorOf(fields) }, (context) =>
      runHandler(handler, context, fields, (encoded) => JSON.stringify(v3Envelope.wrap(encoded))),
    );
    if (outcome === null) throw new Error('A signed call was neither done nor refused.');
    return textAnswer(outcome.text, outcome.status);
  } catch (error) {
    if (!isRead && error instanceof CodedError) await bind();
    throw error;
  }
}

async function perform<Parameters, Answer>(
  handler: HostHandler<Parameters, Answer>,
  dependencies: LendingDependencies,
  fields: Fields,
  act: HostAct | JudgedAct,
): Promise<unknown> {
  const { actor, messageId } = act;
  const { path, response } = handler.call;
  const alongside = 'alongside' in act ? act.alongside : undefined;
  const judge = 'judge' in act ? act.judge : undefined;
  if (handler.isForReplica && alongside && dependencies.replica) {
    // Recorded on the primary, before the answer is given.
    const answer = await perform(handler, dependencies, fields, { actor, messageId });
    const record = (transaction: Transaction) => alongside(transaction, answer);
    await inTransaction(dependencies.hostDatabase, record, { isIdempotent: true });
    return answer;
  }
  const message = { messageId: `${actor}:${messageId}`, path, body: JSON.stringify(fields) };
  const outcome = await take(handler, dependencies, { message, actor }, async (context) => {
    const { transaction } = context;
    const judged = judge && { judge: (effect: Effect) => judge(transaction, effect) };
    const textOf = (encoded: unknown) => JSON.stringify(encoded) ?? 'null';
    const answer = await runHandler(handler, { ...context, ...judged }, fields, textOf);
    if (answer) await alongside?.(transaction, answer.data);
    return answer;
  });
  return outcome === null ? undefined : z.decode(response, JSON.parse(outcome.text));
}

async function preview<Parameters, Answer>(
  { call, show }: HostHandler<Parameters, Answer>,
  dependencies: LendingDependencies,
  requests: readonly Fields[],
  actor: string,
) {
  if (!show) throw new CodedError('not-found');
  const read = async (transaction: Transaction) => {
    const context = await contextIn(dependencies, transaction, actor);
    const effects: (Effect | CodedError)[] = [];
    for (const fields of requests) {
      effects.push(await decoded(call, fields, (request) => show(context, request)).catch(refusalOf));
    }
    return effects;
  };
  return inTransaction(dependencies.hostDatabase, read, previewOptions);
}

async function runHandler<Parameters, Answer>(
  { call, handle }: HostHandler<Parameters, Answer>,
  context: HostContext,
  fields: Fields,
  textOf: (encoded: unknown) => string,
) {
  const answer = await decoded(call, fields, (request) => handle(context, request));
  if (answer === null) return null;
  const { status = 200, data } = answer;
  const text = textOf(z.encode(call.response, datesToText(data) as Answer));
  return { status, data, text, subjectId: subjectOf(fields, data) };
}

async function decoded<Parameters, Answer, Result>(
  call: HostCall<Parameters, Answer>,
  fields: Fields,
  work: (request: Parameters) => Promise<Result>,
) {
  const request = decode(call, fields);
  try {
    return await work(request);
  } catch (error) {
    // The day after the last possible day.
    throw error instanceof CalendarError ? new CodedError('request-invalid') : error;
  }
}

function refusalOf(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  throw error;
}

const previewOptions = { accessMode: 'read only', isolationLevel: 'repeatable read' } as const;

async function contextIn(
  { database: _database, hostDatabase: _hosts, replica: _replica, ...dependencies }: LendingDependencies,
  transaction: Transaction,
  actor: string,
): Promise<HostContext> {
  return { ...dependencies, transaction, actor, now: await currentTime(dependencies, transaction) };
}

/**
 * What is known of a message before its body is read: everything but the body under RFC 9421, else only what its headers claim. @throws
 * CodedError 'signature-invalid'.
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

/** @throws CodedError 'too-many-requests' where a key exceeds its rate limit. */
async function admit({ admitHostCall }: Pick<LendingDependencies, 'admitHostCall'>, keyId: string) {
  if (!(await admitHostCall(keyId))) throw new CodedError('too-many-requests');
}

/**
 * Refuses a large message before its body is read when its id belongs to another path. @throws CodedError 'submission-repeated';
 * 'signature-invalid' while the sender is unverified, so that they learn of no id.
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

/** The actor that a message names, after `host:`; `host` when it names none. */
function actorOf(fields: Fields): string {
  const result = actorName.safeParse(fields.actor);
  return result.success ? `host:${result.data}` : 'host';
}

function decode<Request>(call: HostCall<Request>, fields: Fields): Request {
  const result = z.safeParse(call.request, fields);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new CodedError('request-invalid', issue?.path.join('.'), issue && boundsOf(issue));
}

function boundsOf(issue: z.core.$ZodIssue): Bounds | undefined {
  if (issue.code === 'too_big' && issue.origin !== 'string') return { max: Number(issue.maximum) };
  if (issue.code === 'too_small' && issue.origin !== 'string') return { min: Number(issue.minimum) };
  return undefined;
}

interface HostMessage {
  readonly messageId: string;
  readonly path: string;
  readonly body: string;
}

/** Does the work in one transaction, once for a message that changes something; null where it had no effect. */
function take<Parameters, Answer>(
  { call: { isRead }, isForReplica }: HostHandler<Parameters, Answer>,
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
  /**
   * The stored answer of a repeated message. @throws CodedError 'submission-repeated' where its id is another's; `failure` where it is new.
   */
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

/** The borrower that a request or its answer names; null for none. */
function subjectOf(...named: readonly unknown[]): string | null {
  const ids = named.map((each) => (each as { readonly borrowerId?: unknown } | null)?.borrowerId);
  return ids.find((id): id is string => typeof id === 'string' && isId(id)) ?? null;
}
