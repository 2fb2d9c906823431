import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, inject, type TestContext, test } from 'vitest';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { freePort } from '#tests/setup/postgres-server.ts';
import { testProductionLlano } from '#tests/setup/production-llano.ts';
import { findProgram } from '#tests/setup/programs.ts';
import { scrapeMetrics } from '#tests/setup/scraped-metrics.ts';
import { type ShippedProxyName, shippedProxyNames, startShippedProxy } from '#tests/setup/shipped-proxy.ts';
import { type ClientRequest, floodServer } from '../../../tools/load/clients.ts';

const llano = await testProductionLlano({
  nodeCount: 2,
  hasMetrics: true,
  // All who ask come by one address.
  variables: {
    REQUESTS_PER_MINUTE: '1000000',
    ADDRESS_REQUESTS_PER_MINUTE: '1000000',
    DATABASE_POOL_SIZE: '2',
  },
});

// Two sessions a node with 50 ms for each answer fill both nodes on any machine, and leave its processors to proxy and clients.
await llano.database.execute(sql`alter table loans enable row level security`);
await llano.database.execute(
  sql`create policy slow on loans using ((select count(*) from pg_sleep(0.05)) = 1)`,
);

/** Four times what two nodes with two such sessions each can answer. */
const perSecond = (4 * 2 * 2 * 1000) / 50;
/** More than two full nodes take on. */
const clients = 120;
/** What has to be refused before it is an overload, and how long floods are that wait for it: on a busy machine the first has hardly begun. */
const refusedMin = 50;
const floodSeconds = [2, 10, 30];

/** How many requests each node answered and refused so far. */
function countsOfNodes() {
  return Promise.all(
    llano.nodes.map(async ({ metricsAddress }) => {
      const samples = [...(await scrapeMetrics(metricsAddress ?? ''))];
      const count = (kind: RegExp) =>
        samples.reduce((sum, [name, sample]) => sum + (kind.test(name) ? sample : 0), 0);
      return {
        answeredCount: count(/^llano_requests_total.*"\/loanDetail",status="200"/),
        refused: count(/^llano_requests_total.*status="503"/),
      };
    }),
  );
}

/** Starts a proxy for a test, which is skipped where its program is not installed. */
async function startProxy(
  name: ShippedProxyName,
  nodes: readonly string[],
  { skip, onTestFinished }: TestContext,
) {
  if (findProgram(name) === null) skip(`${name} is not installed`);
  const proxy = await startShippedProxy(name, {
    folder: join(inject('testRun').folder, randomUUID()),
    nodes,
  });
  onTestFinished(() => proxy.close());
  return proxy;
}

/** The status and headers of an answer; from an address of this machine's own. */
async function ask(address: string, localAddress = '127.0.0.1'): Promise<{ readonly status: number }> {
  const asking = request(address, { rejectUnauthorized: false, localAddress }).end();
  const [{ statusCode, headers }] = await once(asking, 'response');
  asking.destroy();
  return { status: statusCode, ...headers };
}

/** Those that are refusals, of some answers during a flood. */
async function refusalsDuring(flood: Promise<unknown>, address: string) {
  const requests: ReturnType<typeof ask>[] = [];
  const asker = setInterval(() => requests.push(ask(address)), 100);
  await flood;
  clearInterval(asker);
  return (await Promise.all(requests)).filter(({ status }) => status !== 200);
}

test.for(shippedProxyNames)(
  'under overload %s, as its file is shipped, passes on what full nodes refuse, and goes on asking both',
  async (name, context) => {
    const nodes = llano.nodes.map(({ address }) => address);
    const proxy = await startProxy(name, nodes, context);
    const session = await newBorrower(llano);
    const loan = await paidOutLoan(llano, session);
    const { sessionId, userId, deviceId } = session;
    const query = new URLSearchParams({ sessionId, userId, deviceId, ...loan });
    const requests: ClientRequest[] = [{ method: 'GET', path: `/loanDetail?${query}`, headers: {} }];
    // Before any is refused, the nodes learn how much they can answer.
    await floodServer(proxy.address, requests, { clients: 32, seconds: 1 });
    const before = await countsOfNodes();
    const answers = new Map<number, number>();
    const refusals: object[] = [];
    for (const seconds of floodSeconds) {
      const flood = floodServer(proxy.address, requests, { clients, seconds, perSecond });
      refusals.push(...(await refusalsDuring(flood, `${proxy.address}/loanDetail?${query}`)));
      const { tookMs } = await flood;
      for (const [status, { length }] of tookMs) answers.set(status, (answers.get(status) ?? 0) + length);
      const others = [...answers].reduce((sum, [status, count]) => sum + (status === 200 ? 0 : count), 0);
      if (others >= refusedMin && refusals.length > 0) break;
    }
    const after = await countsOfNodes();

    expect([...answers.keys()].sort()).toEqual([200, 503]);
    const [answered = 0, refused = 0] = [200, 503].map((status) => answers.get(status));
    const ofNodes = after.map((count, place) => ({
      answeredCount: count.answeredCount - (before[place]?.answeredCount ?? 0),
      refused: count.refused - (before[place]?.refused ?? 0),
    }));
    expect(ofNodes.reduce((sum, each) => sum + each.refused, 0)).toBeGreaterThanOrEqual(refused);
    for (const ofNode of ofNodes) expect(ofNode.answeredCount / answered).toBeGreaterThan(0.2);
    expect(refusals.length).toBeGreaterThan(0);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ status: 503, 'retry-after': '5', 'x-request-id': expect.any(String) });
    }
  },
);

test.for(shippedProxyNames)(
  'the log of %s about an unreachable node contains no session',
  async (name, context) => {
    const nowhere = await Promise.all([freePort(), freePort()]);
    const nodes = nowhere.map((port) => `http://127.0.0.1:${port}`);
    const proxy = await startProxy(name, nodes, context);
    const { status } = await ask(`${proxy.address}/loanDetail?sessionId=a-session-of-somebody`);
    expect(status).toBeGreaterThan(500);
    await expect.poll(() => proxy.logged()).toContain(String(status));
    expect(await proxy.logged()).not.toContain('a-session-of-somebody');
  },
);

/** More connections than nginx takes as Debian sets it. */
const silentConnections = 3_000;
/** How many of them stay open: HAProxy ends silent ones late, and counts those of each address. */
const silentConnectionsKept: Readonly<Record<ShippedProxyName, number>> = {
  nginx: 0,
  caddy: 0,
  haproxy: 1_000,
};

/** Opens connections that say nothing; gives those that are open, without those that the other side ends. */
async function connectSilently(address: string, count: number): Promise<ReadonlySet<Socket>> {
  const open = new Set<Socket>();
  const { hostname, port } = new URL(address);
  await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', () => open.delete(socket)).on('close', () => open.delete(socket));
      open.add(socket);
      await once(socket, 'connect').catch(() => open.delete(socket));
    }),
  );
  return open;
}

test.concurrent.for(shippedProxyNames)(
  'thousands of silent connections of one address to %s, as its file is shipped, keep no other from a page',
  async (name, context) => {
    const nodes = llano.nodes.map(({ address }) => address);
    const proxy = await startProxy(name, nodes, context);
    const open = await connectSilently(proxy.address, silentConnections);
    context.onTestFinished(() => {
      for (const socket of open) socket.destroy();
    });
    for (let turn = 0; turn < 5; turn += 1)
      expect(await ask(`${proxy.address}/Privacy`, '127.0.0.2')).toMatchObject({ status: 200 });
    await context.expect
      .poll(() => open.size, { timeout: 40_000, interval: 500 })
      .toBeLessThanOrEqual(silentConnectionsKept[name]);
  },
);
