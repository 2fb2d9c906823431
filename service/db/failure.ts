/** What a statement that failed means for its caller. */
export type DatabaseFailure =
  /** The database said no for the moment: a lock, a deadlock, a conflict, a table that was just changed. Nothing took effect. */
  | 'conflict'
  /** It took too long and was ended. Nothing took effect, and asking again would take as long. */
  | 'too-slow'
  /** The server has no room or memory left for it. Nothing took effect, and there will hardly be more in a moment. */
  | 'exhausted'
  /** All sessions of this process were taken for as long as a request waits for one. Nothing was asked, and waiting on would not help. */
  | 'crowded'
  /** The connection was lost or never made. What was not committed is gone; a commit under way is unknown. */
  | 'lost'
  /** Anything else: the statement itself is at fault. */
  | 'fault';

/** A commit was sent and its answer was lost: only an idempotency key tells whether it took effect. */
export class UnknownCommitError extends Error {
  constructor(cause: unknown) {
    super('It is not known whether the transaction was committed.', { cause });
    this.name = 'UnknownCommitError';
  }
}

/** The server did not answer in time, and its session was broken off: whether the statement took effect is not known. */
export class AnswerMissingError extends Error {
  constructor() {
    super('The database did not answer in time.');
    this.name = 'AnswerMissingError';
  }
}

/** No session became free in time, while all that there may be were open. */
export class SessionsExhaustedError extends Error {
  constructor(cause: unknown) {
    super('No session of the database became free in time.', { cause });
    this.name = 'SessionsTakenError';
  }
}

/** SQLSTATE of serialization failure, deadlock and a lock that was not given in time. */
const conflictCodes = new Set(['40001', '40P01', '55P03']);
/** A disk or a memory that is full, a limit of the server's settings. */
const exhaustedCodes = new Set(['53000', '53100', '53200', '53400']);
/** Something was to be written where nothing may be, as on a server that was the primary until a standby took its place. */
const readOnlyCode = '25006';
/** The server is going down, coming up, or has no session left; it ended one that was idle or whose transaction took long; it is no longer the primary. */
const lostCodes = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '25P04', '53300', readOnlyCode]);
const networkCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH'],
]);
/** The driver gives these no code. */
const lostMessage =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/;

/** What the failure of a statement, or an error that wraps one, means. */
export function databaseFailureOf(error: unknown): DatabaseFailure {
  if (!(error instanceof Error)) return 'fault';
  if (error instanceof SessionsExhaustedError) return 'crowded';
  if (error instanceof AnswerMissingError) return 'lost';
  if (isOutdatedPlan(error)) return 'conflict';
  const code = codeOf(error);
  if (code !== undefined) {
    if (conflictCodes.has(code)) return 'conflict';
    if (code === '57014') return 'too-slow';
    if (exhaustedCodes.has(code)) return 'exhausted';
    if (lostCodes.has(code) || networkCodes.has(code) || /^08[0-9A-Z]{3}$/.test(code)) return 'lost';
  }
  if (lostMessage.test(error.message)) return 'lost';
  return error.cause === undefined ? 'fault' : databaseFailureOf(error.cause);
}

/** Whether the server has no room or memory for it (class 53 but for sessions), cannot use its disk (58), or found its data damaged (XX). */
export function isStorageFailure(error: unknown): boolean {
  return isOrWraps(error, (one) => {
    const code = codeOf(one) ?? '';
    return exhaustedCodes.has(code) || /^(?:58|XX)[0-9A-Z]{3}$/.test(code);
  });
}

/** What Citus says of a row that it copied to a machine which refused it; its code is that of a fault of Citus itself. */
const copyRefusal = /violates (?:unique|check|foreign key|not-null) constraint(?: "(\w+)")?/;

function codeOf(error: Error): string | undefined {
  const { code } = error as { readonly code?: unknown };
  if (code === 'XX000' && copyRefusal.test(error.message)) return refusalCode;
  return typeof code === 'string' ? code : undefined;
}

/** SQLSTATE of a row that a constraint refuses, whichever. */
const refusalCode = '23000';

/** Whether an error is such, or one that it wraps. */
function isOrWraps(error: unknown, isSuch: (error: Error) => boolean): boolean {
  return error instanceof Error && (isSuch(error) || isOrWraps(error.cause, isSuch));
}

/** Whether a prepared statement gives other columns than when it was prepared: a table was changed since. */
function isOutdatedPlan(error: Error): boolean {
  const { routine } = error as { readonly routine?: unknown };
  return codeOf(error) === '0A000' && routine === 'RevalidateCachedQuery';
}

/**
 * Whether a session that answered with this error is of no more use, nor any that was opened before it, while another may be: what it prepared
 * no longer holds, or its server lets nothing be written any more. The statement had no effect.
 */
export function isSessionSpoiled(error: unknown): boolean {
  return isOrWraps(error, (one) => isOutdatedPlan(one) || codeOf(one) === readOnlyCode);
}

/** What a part of a transaction failed with; anything may be thrown. */
export interface Failure {
  readonly error: unknown;
}

/**
 * Which of two failures of one transaction tells why it failed: the one that came first, unless it only says that something before it did.
 * Answers that come together are not always heard of in their order.
 */
export function tellingFailure(first: Failure | undefined, later: Failure): Failure {
  return first === undefined || isAftermath(first.error) ? later : first;
}

/** What a statement fails with because another of its transaction had: it was refused, or an earlier one was that was to prepare it. */
const aftermathCodes = new Set(['25P02', '26000']);

function isAftermath(error: unknown): boolean {
  return isOrWraps(error, (one) => aftermathCodes.has(codeOf(one) ?? ''));
}

/** Whether a request failed only because the database could not serve it now: it may be made again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return databaseFailureOf(error) !== 'fault';
}

/** Whether it is the server that says so: what failed had no effect. Else it is not known. */
export function isAnswered(error: unknown): boolean {
  return isOrWraps(error, (one) => {
    const code = codeOf(one) ?? '';
    return /^[0-9A-Z]{5}$/.test(code) && !networkCodes.has(code);
  });
}

/** What Citus adds to the name of a key for a part of a table. */
const partOfKey = /_\d{6,}$/;

/** The name of the key of which a row would have been the second; undefined for another failure. */
export function duplicateIn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  const isCopied = codeOf(error) === refusalCode && error.message.includes('unique');
  const name = isCopied ? copyRefusal.exec(error.message)?.[1] : code === '23505' && constraint;
  if (typeof name === 'string') return name.replace(partOfKey, '');
  return duplicateIn(error.cause);
}

/** Whether a statement failed by a division by zero, as those do that check what they find. */
export function isDivisionByZero(error: unknown): boolean {
  return isOrWraps(error, (one) => codeOf(one) === '22012');
}

/** Whether a statement failed because a table, a column or a schema that it names is not there. */
export function isUndefinedObject(error: unknown): boolean {
  return isOrWraps(error, (one) => ['42P01', '42703', '3F000'].includes(codeOf(one) ?? ''));
}

/** Whether the driver gave up on waiting for a session. */
export function isSessionMissing(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

const firstPauseMs = 30;
const longestPauseMs = 400;

/**
 * Does work, and again after a growing pause while it fails for the moment; the error of the last try is thrown.
 * @param retryForMs no try begins later than this after the first; 0 tries once.
 * @param isSafe whether this failure left nothing behind.
 */
export async function withRetries<Result>(
  retryForMs: number,
  isSafe: (error: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  const lastStart = performance.now() + retryForMs;
  for (let longestMs = firstPauseMs; ; longestMs = Math.min(longestMs * 2, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      // Spread, so that what collided does not collide again.
      const pauseMs = longestMs * (0.5 + Math.random() / 2);
      if (!isSafe(error) || performance.now() + pauseMs > lastStart) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Whether work that is not committed can be done again after this failure. */
export function isRepeatable(error: unknown): boolean {
  const failure = databaseFailureOf(error);
  return failure === 'conflict' || failure === 'lost';
}
