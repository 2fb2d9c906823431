import { createHmac } from 'node:crypto';
import pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { usePublicSchema } from '#db/postgres-sessions.ts';

/** Whether one more may pass, and the how manieth of its key it is; otherwise after how many seconds the next one may. */
export type RateAdmission =
  | { readonly isAdmitted: true; readonly count: number }
  | { readonly isAdmitted: false; readonly waitSeconds: number };

/** At most `points` of a key in each `windowSeconds`. */
export interface RateLimit {
  readonly points: number;
  readonly windowSeconds: number;
  /** Whether a node counts some in advance, and then knows no `count` but 0: for what comes often. */
  readonly isCountedInAdvance?: boolean;
}

/** Counts what comes, by the name of a limit and a key. */
export interface Rates<Name extends string> {
  /** Counts one more. */
  admit(name: Name, key: string): Promise<RateAdmission>;
  /** Takes one that was counted back. */
  giveBack(name: Name, key: string): void;
  close(): Promise<void>;
}

/** What the counts are kept in. */
export interface RateOptions<Name extends string> {
  /** PostgreSQL, so that all nodes count together; empty for this node's memory alone. */
  readonly databaseUrl: string;
  /** Hides keys in the database; the same on all nodes. */
  readonly key: Buffer;
  /** How many nodes count together. */
  readonly nodeCount: number;
  readonly limits: Readonly<Record<Name, RateLimit>>;
  /** A count that the database does not answer in this time is made in memory; a second unless given. */
  readonly answerMs?: number;
}

const usualAnswerMs = 1_000;
/** How long the database is then left alone. */
const awayMs = 5_000;
const poolSize = 4;
/** Of what is left of a limit, all nodes together take at most one part in so many in advance. */
const advanceParts = 8;
/** How often counts that were taken in advance and have ended are forgotten. */
const sweepMs = 60_000;

/**
 * Limits whose nodes count together in the table `request_counts`. A node counts some in advance where the limit says so, so that it need
 * not ask for each: a limit is never passed, and who is refused before it was admitted to seven eighths of it at least.
 * While the database is away each node counts for itself, so that what is admitted is at most the limit times the nodes.
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
  // This node's memory needs none hidden.
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

/** What one limit counts, by key. */
interface Counts {
  admit(key: string): Promise<RateAdmission>;
  giveBack(key: string): void;
  close(): void;
}

/** Counts each by itself. */
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

/** What a node counted of a key and may still admit, until when, and what all nodes may still count by then. */
interface Advance {
  admittable: number;
  readonly remainingCount: number;
  /** On the clock of this process, which only goes on. */
  readonly until: number;
}

/**
 * Counts several requests of a key together and admits them as they come: one `parts`th of those that are left, one at least.
 * A key beyond its limit costs the database nothing more.
 */
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

/** Counts so many requests of a key, also beyond its limit. */
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

/** Sessions of its own, so that counting neither waits for the pool nor takes from it; and none while nothing answers. */
function countStore(databaseUrl: string, answerMs: number) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'llano limits',
    max: poolSize,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    // What sets a session goes out with the first statement.
    pipeline: true,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (session) => void session.query(`select ${usePublicSchema}`).catch(() => undefined));
  let awayUntil = 0;
  return {
    async query(statement: pg.QueryConfig) {
      if (performance.now() < awayUntil) throw new Error('the database is away');
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
