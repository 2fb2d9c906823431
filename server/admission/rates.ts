import { createHmac } from 'node:crypto';
import pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { usePublicSchema } from '#db/postgres-sessions.ts';

/** Whether a request is within its limit, with its number, or else the seconds until the next one is. */
export type RateAdmission =
  | { readonly isAdmitted: true; readonly count: number }
  | { readonly isAdmitted: false; readonly waitSeconds: number };

/** At most `points` per key in each `windowSeconds`. */
export interface RateLimit {
  readonly points: number;
  readonly windowSeconds: number;
  /** Whether a node reserves several at once, for frequent requests; `count` is then always 0. */
  readonly isCountedInAdvance?: boolean;
}

export interface Rates<Name extends string> {
  admit(name: Name, key: string): Promise<RateAdmission>;
  giveBack(name: Name, key: string): void;
  close(): Promise<void>;
}

export interface RateOptions<Name extends string> {
  /** PostgreSQL for counts of all nodes together; empty counts in this node's memory. */
  readonly databaseUrl: string;
  /** HMAC key that hides keys in the database; the same on all nodes. */
  readonly key: Buffer;
  readonly nodeCount: number;
  readonly limits: Readonly<Record<Name, RateLimit>>;
  /** After this time a count is made in memory; a second by default. */
  readonly answerMs?: number;
}

const usualAnswerMs = 1_000;
/** How long the database is not asked after a failure. */
const awayMs = 5_000;
const poolSize = 4;
/** All nodes together reserve at most one part in eight of the rest of a limit. */
const advanceParts = 8;
const sweepMs = 60_000;

/**
 * Rate limits that all nodes count together in the table `request_counts`. A node reserves several requests at once if the limit
 * allows it: the limit is never exceeded, and at least seven eighths of it are admitted. While the database is down each node counts
 * alone.
 */
export function createRates<Name extends string>({
  databaseUrl,
  key,
  nodeCount,
  limits,
  answerMs = usualAnswerMs,
}: RateOptions<Name>): Rates<Name> {
  const store = databaseUrl === '' ? null : countStore(databaseUrl, answerMs);
  const countsOf = (keyPrefix: string, { points, windowSeconds, isCountedInAdvance }: RateLimit): Counts => {
    const bounds = { keyPrefix, points, duration: windowSeconds };
    const memory = new RateLimiterMemory(bounds);
    if (!store) return countsOneByOne(memory);
    const shared = new RateLimiterPostgres({
      ...bounds,
      storeClient: store,
      storeType: 'pool',
      tableName: 'request_counts',
      tableCreated: true,
      insuranceLimiter: memory,
    });
    return isCountedInAdvance ? countsInAdvance(shared, advanceParts * nodeCount) : countsOneByOne(shared);
  };
  const entries = Object.entries<RateLimit>(limits).map(([name, limit]) => [name, countsOf(name, limit)]);
  const counts = Object.fromEntries(entries) as Readonly<Record<Name, Counts>>;
  // Only keys in a shared store are hashed.
  const hidden = (plain: string) => (store ? createHmac('sha256', key).update(plain).digest('hex') : plain);
  return {
    admit: (name, plain) => counts[name].admit(hidden(plain)),
    giveBack: (name, plain) => counts[name].giveBack(hidden(plain)),
    async close() {
      for (const each of Object.values<Counts>(counts)) each.close();
      await store?.end();
    },
  };
}

interface Counts {
  admit(key: string): Promise<RateAdmission>;
  giveBack(key: string): void;
  close(): void;
}

function countsOneByOne(limiter: RateLimiterMemory | RateLimiterPostgres): Counts {
  return {
    async admit(key) {
      const { consumedPoints, msBeforeNext } = await counted(limiter, key, 1);
      return consumedPoints <= limiter.points
        ? { isAdmitted: true, count: consumedPoints }
        : refusalFor(msBeforeNext);
    },
    giveBack: (key) => void limiter.reward(key, 1).catch(() => undefined),
    close: () => undefined,
  };
}

/** Requests of a key that a node has reserved, and those that all nodes may still reserve. */
interface Advance {
  admittable: number;
  readonly remainingCount: number;
  /** In milliseconds of `performance.now()`. */
  readonly until: number;
}

/** Reserves a `1/parts` of the remaining requests of a key, at least one. A key over its limit causes no more queries. */
function countsInAdvance(limiter: RateLimiterPostgres, parts: number): Counts {
  const advances = new Map<string, Advance>();
  const underWay = new Map<string, Promise<Advance>>();
  const advanceOf = (key: string) => {
    const advance = advances.get(key);
    return advance && performance.now() < advance.until ? advance : undefined;
  };
  const count = async (key: string): Promise<Advance> => {
    const size = Math.max(1, Math.floor((advanceOf(key)?.remainingCount ?? limiter.points) / parts));
    try {
      const { consumedPoints, msBeforeNext } = await counted(limiter, key, size);
      const remainingCount = Math.max(0, limiter.points - consumedPoints);
      const beyond = Math.min(size, Math.max(0, consumedPoints - limiter.points));
      const advance = { admittable: size - beyond, remainingCount, until: performance.now() + msBeforeNext };
      advances.set(key, advance);
      return advance;
    } finally {
      underWay.delete(key);
    }
  };
  const sweep = setInterval(() => {
    for (const [key, { until }] of advances) if (until <= performance.now()) advances.delete(key);
  }, sweepMs).unref();
  return {
    async admit(key) {
      let advance = advanceOf(key);
      while (!advance || advance.admittable === 0) {
        if (advance?.remainingCount === 0) return refusalFor(advance.until - performance.now());
        const counting = underWay.get(key) ?? count(key);
        underWay.set(key, counting);
        advance = await counting;
      }
      advance.admittable -= 1;
      return { isAdmitted: true, count: 0 };
    },
    giveBack(key) {
      const advance = advanceOf(key);
      if (advance) advance.admittable += 1;
    },
    close: () => clearInterval(sweep),
  };
}

/** Counts requests of a key, also beyond its limit. */
async function counted(
  limiter: RateLimiterMemory | RateLimiterPostgres,
  key: string,
  requests: number,
): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, requests);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  }
}

function refusalFor(waitMs: number): RateAdmission {
  return { isAdmitted: false, waitSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/** A separate pool, so that counting does not compete with pages; unused for a while after a failure. */
function countStore(databaseUrl: string, answerMs: number) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'llano limits',
    max: poolSize,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    // Sends the session's settings together with the first statement.
    pipeline: true,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (session) => void session.query(`select ${usePublicSchema}`).catch(() => undefined));
  let awayUntil = 0;
  return {
    async query(statement: pg.QueryConfig) {
      if (performance.now() < awayUntil) throw new Error('the database does not answer');
      try {
        return await pool.query(statement);
      } catch (error) {
        awayUntil = performance.now() + awayMs;
        throw error;
      }
    },
    end: () => pool.end(),
  };
}
