import { createHmac } from 'node:crypto';
import pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
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
}

const windowSeconds = 60;
/** A count that the database does not answer in this time is made in memory. */
const answerMs = 1_000;
/** How long the database is then left alone. */
const awayMs = 5_000;
const poolSize = 4;

/**
 * A limiter whose nodes count together in the table `request_counts`. While the database is away each node counts for
 * itself, so that what is admitted is at most the limit times the nodes.
 */
export function createRequestLimiter(options: LimiterOptions): RequestLimiter {
  const { databaseUrl, key, requestsPerMinute, hostRequestsPerMinute } = options;
  const store = databaseUrl === '' ? null : countStore(databaseUrl);
  const limiter = (keyPrefix: string, points: number) => {
    const bounds = { keyPrefix, points, duration: windowSeconds };
    const memory = new RateLimiterMemory(bounds);
    if (!store) return memory;
    return new RateLimiterPostgres({
      ...bounds,
      storeClient: store,
      storeType: 'pool',
      tableName: 'request_counts',
      tableCreated: true,
      // A block beyond its limit costs the database nothing more.
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: memory,
    });
  };
  const addresses = limiter('address', requestsPerMinute);
  const keys = limiter('key', hostRequestsPerMinute);
  return {
    admitAddress: (address) =>
      admission(addresses, createHmac('sha256', key).update(addressBlock(address)).digest('hex')),
    admitKey: (keyId) => admission(keys, keyId),
    close: async () => store?.end(),
  };
}

async function admission(limiter: RateLimiterMemory | RateLimiterPostgres, key: string): Promise<Admission> {
  try {
    await limiter.consume(key);
    return { isAdmitted: true };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { isAdmitted: false, waitSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) };
  }
}

/** Sessions of its own, so that counting neither waits for the pool nor takes from it; and none while nothing answers. */
function countStore(databaseUrl: string) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'llano limits',
    max: poolSize,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  pool.on('error', () => undefined);
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
