export type DatabaseFailure =
  /** A lock, a deadlock, a conflict or a table that was just changed. Nothing took effect. */
  | 'conflict'
  /** The statement took too long and was ended. Nothing took effect, and a repetition would take as long. */
  | 'too-slow'
  /** The server has no disk space or memory left. Nothing took effect, and a retry would hardly help. */
  | 'exhausted'
  /** No session of this process became free in time. Nothing was sent, and waiting longer would not help. */
  | 'crowded'
  /** The connection was lost or never made. What was not committed is gone; a commit under way is unknown. */
  | 'lost'
  | 'fault';

/** The answer to a commit was lost: only an idempotency key tells whether it took effect. */
export class UnknownCommitError extends Error {
  constructor(cause: unknown) {
    super('It is not known whether the transaction was committed.', { cause });
    this.name = 'UnknownCommitError';
  }
}

/** The server did not answer in time and its session was closed: whether the statement took effect is not known. */
export class AnswerMissingError extends Error {
  constructor() {
    super('The database did not answer in time.');
    this.name = 'AnswerMissingError';
  }
}

export class SessionsExhaustedError extends Error {
  constructor(cause: unknown) {
    super('No session of the database became free in time.', { cause });
    this.name = 'SessionsTakenError';
  }
}

/** SQLSTATE of serialization failure, deadlock and lock timeout. */
const conflictCodes = new Set(['40001', '40P01', '55P03']);
/** Disk full, out of memory, a limit of the server's settings. */
const exhaustedCodes = new Set(['53000', '53100', '53200', '53400']);
/** A write on a read-only server, such as an old primary after a failover. */
const readOnlyCode = '25006';
/** The server stops, starts, has no session left, ended an idle session or a long transaction, or is no longer the primary. */
const lostCodes = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '25P04', '53300', readOnlyCode]);
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const lostMessage =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/;

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

/** Whether the server has no room or memory (class 53 but for sessions), cannot use its disk (58), or found damaged data (XX). */
export function isStorageFailure(error: unknown): boolean {
  return isOrWraps(error, (one) => {
    const code = codeOf(one) ?? '';
    return exhaustedCodes.has(code) || /^(?:58|XX)[0-9A-Z]{3}$/.test(code);
  });
}

/** The message for a copied row that a machine refused: Citus gives the error the code of an internal fault. */
const copyRefusal = /violates (?:unique|check|foreign key|not-null) constraint(?: "(\w+)")?/;

function codeOf(error: Error): string | undefined {
  const { code } = error as { readonly code?: unknown };
  if (code === 'XX000' && copyRefusal.test(error.message)) return refusalCode;
  return typeof code === 'string' ? code : undefined;
}

const refusalCode = '23000';

function isOrWraps(error: unknown, isSuch: (error: Error) => boolean): boolean {
  return error instanceof Error && (isSuch(error) || isOrWraps(error.cause, isSuch));
}

/** Whether a prepared statement no longer fits its table, which was changed since. */
function isOutdatedPlan(error: Error): boolean {
  const { routine } = error as { readonly routine?: unknown };
  return codeOf(error) === '0A000' && routine === 'RevalidateCachedQuery';
}

/**
 * Whether this session, and all opened before it, are useless, while a new one may work: prepared statements are outdated, or the server
 * became read-only. The statement had no effect.
 */
export function isSessionSpoiled(error: unknown): boolean {
  return isOrWraps(error, (one) => isOutdatedPlan(one) || codeOf(one) === readOnlyCode);
}

export interface Failure {
  readonly error: unknown;
}

/**
 * The failure that explains another of the same transaction: the first, unless it only says that an earlier statement failed. Answers that
 * arrive together may be handled in another order.
 */
export function tellingFailure(first: Failure | undefined, later: Failure): Failure {
  return first === undefined || isAftermath(first.error) ? later : first;
}

const aftermathCodes = new Set(['25P02', '26000']);

function isAftermath(error: unknown): boolean {
  return isOrWraps(error, (one) => aftermathCodes.has(codeOf(one) ?? ''));
}

/** Whether a request failed only because the database was unavailable: it may be retried. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return databaseFailureOf(error) !== 'fault';
}

/** Whether the server itself reported the failure, so that the statement had no effect. */
export function isAnswered(error: unknown): boolean {
  return isOrWraps(error, (one) => {
    const code = codeOf(one) ?? '';
    return /^[0-9A-Z]{5}$/.test(code) && !networkCodes.has(code);
  });
}

const partOfKey = /_\d{6,}$/;

/** The name of the violated unique key; undefined for another failure. */
export function duplicateIn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  const isCopied = codeOf(error) === refusalCode && error.message.includes('unique');
  const name = isCopied ? copyRefusal.exec(error.message)?.[1] : code === '23505' && constraint;
  if (typeof name === 'string') return name.replace(partOfKey, '');
  return duplicateIn(error.cause);
}

/** Whether a statement failed by a division by zero, as statements do that check their row count. */
export function isDivisionByZero(error: unknown): boolean {
  return isOrWraps(error, (one) => codeOf(one) === '22012');
}

export function isUndefinedObject(error: unknown): boolean {
  return isOrWraps(error, (one) => ['42P01', '42703', '3F000'].includes(codeOf(one) ?? ''));
}

export function isSessionMissing(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

const firstPauseMs = 30;
const longestPauseMs = 400;

/**
 * Repeats work after a growing pause while it fails for the moment; throws the error of the last try. @param retryForMs no try begins later
 * than this after the first; 0 tries once. @param isSafe whether this failure had no effect.
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
      // Random, so that colliding tries do not collide again.
      const pauseMs = longestMs * (0.5 + Math.random() / 2);
      if (!isSafe(error) || performance.now() + pauseMs > lastStart) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

export function isRepeatable(error: unknown): boolean {
  const failure = databaseFailureOf(error);
  return failure === 'conflict' || failure === 'lost';
}
