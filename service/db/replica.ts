import { sql } from 'drizzle-orm';
import { type Database, inTransaction, type Queryable, queryRows, type Transaction } from './database.ts';
import { isRepeatable } from './failure.ts';

/** Why a replica was not used: it is behind, does not answer, or is no replica. */
export type ReplicaFault = 'behind' | 'away' | 'no replica';

export interface Replica {
  /**
   * Reads on the replica as soon as it has everything that the primary had committed at the call; on the primary where that takes too long
   * or the replica fails. The work may run twice.
   */
  read<Result>(primary: Database, work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

const catchUpMs = 500;
const pauseMs = 20;
const leftAloneMs = 5_000;

/**
 * A replica over sessions of its own, opened on first use. @param report called with the fault each time before the replica is left alone.
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

async function placeCommitted(primary: Queryable): Promise<bigint> {
  const [row] = await queryRows<{ place: string }>(
    primary,
    sql`select (pg_current_wal_lsn() - '0/0'::pg_lsn)::text as place`,
  );
  return BigInt(row?.place ?? 0);
}

/** Waits until the replica has this much of the log. @returns why it cannot be read, or null. */
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
