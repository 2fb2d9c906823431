import pg from 'pg';

/** Ports of the workers of the cluster whose coordinator TEST_DATABASE_URL names; none where tests run on one machine. */
export const citusWorkerPorts: readonly string[] = (process.env.TEST_CITUS_WORKERS ?? '')
  .split(',')
  .filter((port) => port !== '');

/** The maintenance databases of all machines, the coordinator's first. */
function machines(serverUrl: string): string[] {
  return [new URL(serverUrl).port, ...citusWorkerPorts].map((port) => {
    const url = new URL(serverUrl);
    url.port = port;
    return url.href;
  });
}

async function ask(url: string, database: string | null, ...statements: readonly string[]): Promise<void> {
  const named = new URL(url);
  if (database !== null) named.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: named.href });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes a database on all machines and joins them to one cluster. */
export async function createCluster(serverUrl: string, name: string): Promise<void> {
  const [coordinator = '', ...workers] = machines(serverUrl);
  for (const url of [coordinator, ...workers]) {
    await ask(url, null, `create database ${pg.escapeIdentifier(name)}`);
    await ask(url, name, 'create extension citus');
  }
  const { hostname, port } = new URL(coordinator);
  await ask(
    coordinator,
    name,
    `select citus_set_coordinator_host('${hostname}', ${port})`,
    ...workers.map((url) => `select citus_add_node('${hostname}', ${new URL(url).port})`),
  );
}

/** Ends the sessions of a cluster, which Citus itself holds too, and lets none begin: it is only copied from then on. */
export async function freezeCluster(serverUrl: string, name: string, newName: string): Promise<void> {
  const [from, to] = [pg.escapeIdentifier(name), pg.escapeIdentifier(newName)];
  for (const url of machines(serverUrl)) {
    await ask(url, null, `alter database ${from} with allow_connections false`, ...endedSessions(name));
    await ask(url, null, `alter database ${from} rename to ${to}`);
  }
}

/** Copies a cluster that is frozen. */
export async function copyCluster(serverUrl: string, source: string, name: string): Promise<void> {
  const copy = `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(source)}`;
  await Promise.all(machines(serverUrl).map((url) => ask(url, null, copy)));
}

/** Removes a cluster's databases. */
export async function dropCluster(serverUrl: string, name: string): Promise<void> {
  for (const url of machines(serverUrl))
    await ask(url, null, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}

/** Twice: the daemon of Citus begins anew once. */
function endedSessions(name: string): string[] {
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = ${pg.escapeLiteral(name)}`;
  return [end, 'select pg_sleep(0.3)', end, 'select pg_sleep(0.2)'];
}
