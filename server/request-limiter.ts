import { createHmac } from 'node:crypto';
import pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { usePublicSchema } from '#db/postgres-sessions.ts';
import { addressBlock } from '#domain/sms/send-limit.ts';

/** Whether a request may pass; otherwise after how many seconds the next one may. */
export type Admission =
  | { readonly isAdmitted: true }
  | { readonly isAdmitted: false; readonly waitSeconds: number };

/** Counts requests of the last minute. */
export interface RequestLimiter {
  /** Counts a request of an address block. */
  admitAddress(address: string): Promise<Admission>;
  /** Counts a request that the lender's systems signed with this key. */
  admitKey(keyId: string): Promise<Admission>;
  close(): Promise<void>;
}

/** What the counts are kept in and bounded by. */
export interface LimiterOptions {
  /** PostgreSQL, so that all nodes count together; empty for this node's memory alone. */
  readonly databaseUrl: string;
  /** Hides addresses in the database; the same on all nodes. */
  readonly key: Buffer;
  readonly requestsPerMinute: number;
  readonly hostRequestsPerMinute: number;
  /** How many nodes count together. */
  readonly nodeCount: number;
}

const windowSeconds = 60;
/** A count that the database does not answer in this time is made in memory. */
const answerMs = 1_000;
/** How long the database is then left alone. */
const awayMs = 5_000;
const poolSize = 4;
/** Of what is left of a limit, all nodes together take at most one part in so many in advance. */
const advanceParts = 8;

/**
 * A limiter whose nodes count together in the table `request_counts`. A node counts some requests in advance, so that it need
 * not ask for each: nobody passes the limit, and whoever is refused before it was admitted to seven eighths of it at least.
 * While the database is away each node counts for itself, so that what is admitted is at most the limit times the nodes.
 */
export function createRequestLimiter(options: LimiterOptions): RequestLimiter {
  const { databaseUrl, key, requestsPerMinute, hostRequestsPerMinute, nodeCount } = options;
  const store = databaseUrl === '' ? null : countStore(databaseUrl);
  const limiter = (keyPrefix: string, points: number): Counts => {
    const bounds = { keyPrefix, points, duration: windowSeconds };
    const memory = new RateLimiterMemory(bounds);
    if (!store) return countsOf(memory);
    const shared = new RateLimiterPostgres({
      ...bounds,
      storeClient: store,
      storeType: 'pool',
      tableName: 'request_counts',
      tableCreated: true,
      insuranceLimiter: memory,
    });
    return countsInAdvance(shared, advanceParts * nodeCount);
  };
  const addresses = limiter('address', requestsPerMinute);
  const keys = limiter('key', hostRequestsPerMinute);
  // This node's memory hides them as it is.
  const hidden = (block: string) => (store ? createHmac('sha256', key).update(block).digest('hex') : block);
  return {
    admitAddress: (address) => addresses.admit(hidden(addressBlock(address))),
    admitKey: (keyId) => keys.admit(keyId),
    async close() {
      addresses.close();
      keys.close();
      await store?.end();
    },
  };
}

/** Requests counted by key. */
interface Counts {
  admit(key: string): Promise<Admission>;
  close(): void;
}

/** Counts each request by itself. */
function countsOf(limiter: RateLimiterMemory): Counts {
  return {
    async admit(key) {
      const { consumedPoints, msBeforeNext } = await counted(limiter, key, 1);
      return consumedPoints <= limiter.points ? { isAdmitted: true } : refusalFor(msBeforeNext);
    },
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
  }, windowSeconds * 1000).unref();
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
      return { isAdmitted: true };
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

function refusalFor(waitMs: number): Admission {
  return { isAdmitted: false, waitSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/** Sessions of its own, so that counting neither waits for the pool nor takes from it; and none while nothing answers. */
function countStore(databaseUrl: string) {
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
