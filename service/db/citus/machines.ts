import pg from 'pg';

export interface Machine {
  /** Name and port as the coordinator has them: `worker-1:5432`. */
  readonly name: string;
  readonly shardCount: number;
  readonly isThere: boolean;
}

/** Lists the machines of a database; none without Citus, null where its server does not answer within ten seconds. */
export type MachineProbe = () => Promise<readonly Machine[] | null>;

const connectTimeoutMs = 2_000;
const silentMs = 1_000;
const limitMs = 8_000;

/** Probes the machines behind a coordinator. It asks a server without Citus only once. */
export function createMachineProbe(databaseUrl: string): MachineProbe {
  let isCluster: boolean | undefined;
  return async () => {
    if (isCluster === false) return [];
    // A new session each time: a Citus session keeps connections to machines, and one of them may have stopped answering.
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
