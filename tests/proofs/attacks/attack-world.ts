import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { credentials, type TestSession } from '#tests/setup/lending-service.ts';
import type { ProductionLlano } from '#tests/setup/production-llano.ts';
import { scrapeMetrics } from '#tests/setup/scraped-metrics.ts';
import type { BystanderOrders, BystanderReport } from './bystander.ts';

/** What attackers reach: the nodes, past the proxy that would say where they come from. */
export interface AttackWorld {
  readonly llano: ProductionLlano;
  /** Asks a node, each in turn, as somebody at an address; gives the status, 0 for no answer. */
  ask(address: string, path: string, init?: RequestInit): Promise<number>;
  /** The same for calls that are made with `fetch`. */
  seenFrom(address: string): { fetch(request: Request): Promise<Response> };
  /** Does work until the attack is over, `atOnce` of it at a time; gives how often which result came. */
  flood(
    atOnce: number,
    work: (turn: number) => Promise<string | number>,
  ): Promise<Readonly<Record<string, number>>>;
}

/** What an attack cost and did. */
export interface AttackCost {
  readonly seconds: number;
  /** Processor of the attackers, and of the nodes, for each second of the attack. */
  readonly attackerLoad: number;
  readonly lenderLoad: number;
  readonly bystander: BystanderReport;
}

/** The world of the attacks of a file, beside bystanders. */
export function attackWorld(llano: ProductionLlano, orders: readonly BystanderOrders[]) {
  let turn = 0;
  let until = 0;
  const nextOrigin = () => {
    turn += 1;
    return llano.nodes[turn % llano.nodes.length]?.address ?? '';
  };
  const seenFrom = (address: string) => ({
    fetch(request: Request) {
      const { pathname, search } = new URL(request.url);
      const sent = new Request(nextOrigin() + pathname + search, request);
      sent.headers.set('X-Forwarded-For', address);
      return fetch(sent, { signal: AbortSignal.timeout(20_000) });
    },
  });
  const world: AttackWorld = {
    llano,
    seenFrom,
    async ask(address, path, init) {
      try {
        const response = await seenFrom(address).fetch(new Request(`http://lender.test${path}`, init));
        await response.arrayBuffer();
        return response.status;
      } catch {
        return 0;
      }
    },
    async flood(atOnce, work) {
      const results: Record<string, number> = {};
      let count = 0;
      const attacker = async () => {
        while (performance.now() < until) {
          count += 1;
          const result = await work(count).catch(() => 0);
          results[result] = (results[result] ?? 0) + 1;
        }
      };
      await Promise.all(Array.from({ length: atOnce }, attacker));
      return results;
    },
  };
  const child = fork(join(import.meta.dirname, 'bystander.ts'), { execArgv: [] });
  afterAll(() => void child.kill());
  // Attackers bring processors of their own: here they have what nodes, database and bystanders leave.
  setPriority(
    Math.min(constants.priority.PRIORITY_LOW, getPriority() + constants.priority.PRIORITY_BELOW_NORMAL),
  );
  const nodeSeconds = async () => {
    let sum = 0;
    for (const { metricsAddress } of llano.nodes) {
      sum += (await scrapeMetrics(metricsAddress ?? '')).get('process_cpu_seconds_total') ?? 0;
    }
    return sum;
  };
  /** Lets an attack run for so many seconds beside bystanders who look at their loans. */
  const beside = async <Result>(
    seconds: number,
    work: () => Promise<Result>,
  ): Promise<AttackCost & { readonly result: Result }> => {
    const lenderBefore = await nodeSeconds();
    const attackerBefore = process.cpuUsage();
    const startedAt = performance.now();
    until = startedAt + seconds * 1000;
    child.send([...orders]);
    const result = await work();
    const leftMs = until - performance.now();
    if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
    child.send('end');
    const [bystander] = (await once(child, 'message')) as [BystanderReport];
    const elapsed = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(attackerBefore);
    return {
      seconds: elapsed,
      attackerLoad: (user + system) / 1e6 / elapsed,
      lenderLoad: ((await nodeSeconds()) - lenderBefore) / elapsed,
      bystander,
      result,
    };
  };
  return { world, beside };
}

/** What a borrower's bystander asks for, from an address: the page of a loan and what is to be paid. */
export function bystanderOrders(
  { nodes }: ProductionLlano,
  session: TestSession,
  { orderId, address }: { readonly orderId: string; readonly address: string },
): BystanderOrders {
  const { borrowerId: _id, ...named } = session;
  const query = new URLSearchParams({ ...named, orderId, lang: '2' });
  return {
    origins: nodes.map(({ address }) => address),
    paths: [`/order?${query}`, `/repay?${query}`],
    headers: { ...credentials(session), 'X-Forwarded-For': address },
  };
}
