import pg from 'pg';

/** A machine of a cluster of Citus on which rows of borrowers stand. */
export interface Machine {
  /** As the coordinator calls it: `worker-1:5432`. */
  readonly name: string;
  /** Into how many parts the borrowers are split whose rows are there. */
  readonly shardCount: number;
  /** Whether it answers the coordinator. */
  readonly isThere: boolean;
}

/** Asks which machines a database stands on; none where it stands on one. Null while its server does not say within ten seconds. */
export type MachineProbe = () => Promise<readonly Machine[] | null>;

const connectTimeoutMs = 2_000;
/** How long the coordinator waits for each machine that is silent. */
const silentMs = 1_000;
const limitMs = 8_000;

/** A probe of the machines behind a coordinator. A server without Citus is asked once. */
export function createMachineProbe(databaseUrl: string): MachineProbe {
  let isCluster: boolean | undefined;
  return async () => {
    if (isCluster === false) return [];
    // Its own each time: a session of Citus keeps connections to machines, and one of those may have fallen silent.
    const session = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'llano machines',
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: limitMs,
    });
    session.on('error', () => undefined);
    try {
      await session.connect();
      isCluster ??= (await session.query(clusterQuery)).rowCount === 1;
      return isCluster ? (await session.query<Machine>(machinesQuery, [String(silentMs)])).rows : [];
    } catch {
      return null;
    } finally {
      session.end().catch(() => undefined);
    }
  };
}

const clusterQuery = `select from pg_extension where extname = 'citus'`;

const machinesQuery = `with patience as materialized (select set_config('citus.node_connection_timeout', $1, true))
  select format('%s:%s', nodename, nodeport) as name, shards.count::integer as "shardCount",
    citus_check_connection_to_node(nodename, nodeport) as "isThere"
  from patience cross join pg_dist_node as node cross join lateral (
    select count(*) from pg_dist_placement join pg_dist_shard using (shardid)
    where logicalrelid = to_regclass('loans') and groupid = node.groupid) as shards
  where noderole = 'primary' and shards.count > 0 order by 1`;
