import { sql } from 'drizzle-orm';
import { type Database, inTransaction, type Queryable, queryRows, type Transaction } from './database.ts';
import { isRepeatable } from './failure.ts';

/** Why a streaming replica was not read from: it is behind, it does not answer, or it is no replica. */
export type ReplicaFault = 'behind' | 'away' | 'no replica';

/** A second PostgreSQL that follows the first one. */
export interface Replica {
  /**
   * Does reading work on the replica, as soon as it has everything that the primary had committed when this was called; on the primary
   * where that takes too long or the replica fails. The work may be done twice.
   */
  read<Result>(primary: Database, work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

/** How long a replica may take to come up with the primary, in milliseconds. */
const catchUpMs = 500;
const pauseMs = 20;
/** How long a replica that failed is left alone, in milliseconds. */
const leftAloneMs = 5_000;

/**
 * A replica over sessions of its own, opened when the first is wanted.
 * @param report is told when it is not read from, once each time before it is left alone.
 */
export function createReplica(
  replica: Database,
  report: (fault: ReplicaFault) => void,
  now: () => number = () => performance.now(),
): Replica {
  let leftAloneUntil = Number.NEGATIVE_INFINITY;
  const leaveAlone = (fault: ReplicaFault) => {
    leftAloneUntil = now() + leftAloneMs;
    report(fault);
  };
  return {
    async read(primary, work) {
      if (now() >= leftAloneUntil) {
        const committed = await placeCommitted(primary);
        try {
          const fault = await faultAfter(replica, committed, now);
          if (fault === null) return await readFrom(replica, work);
          leaveAlone(fault);
        } catch (error) {
          if (!isRepeatable(error)) throw error;
          leaveAlone('away');
        }
      }
      return inTransaction(primary, work, { isIdempotent: true });
    },
  };
}

function readFrom<Result>(
  replica: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(replica, work, {
    isIdempotent: true,
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

/** How many bytes of log the primary has written. */
async function placeCommitted(primary: Queryable): Promise<bigint> {
  const [row] = await queryRows<{ place: string }>(
    primary,
    sql`select (pg_current_wal_lsn() - '0/0'::pg_lsn)::text as place`,
  );
  return BigInt(row?.place ?? 0);
}

/** Waits until the replica has so much of the log; gives why it is not to be read from, or null. */
async function faultAfter(
  replica: Queryable,
  committed: bigint,
  now: () => number,
): Promise<ReplicaFault | null> {
  const until = now() + catchUpMs;
  for (;;) {
    const [row] = await queryRows<{ place: string | null }>(
      replica,
      sql`select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text end as place`,
    );
    if (row?.place === undefined || row.place === null) return 'no replica';
    if (BigInt(row.place) >= committed) return null;
    if (now() >= until) return 'behind';
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
