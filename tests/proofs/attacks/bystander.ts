import { setTimeout as pause } from 'node:timers/promises';

/** What a bystander asks for, over and over, from an address of their own. */
export interface BystanderOrders {
  /** The nodes, asked in turn. */
  readonly origins: readonly string[];
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

/** How some bystanders fared, all together. */
export interface BystanderReport {
  readonly count: number;
  /** Answers that were none of 200, by status; 0 for none. */
  readonly failed: Readonly<Record<string, number>>;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** So that all attackers together leave them below what an address may ask in a minute. */
const pauseMs = 120;
const answerMs = 10_000;

async function look(orders: readonly BystanderOrders[], hasEnded: () => boolean): Promise<BystanderReport> {
  const durations: number[] = [];
  const failed: Record<string, number> = {};
  await Promise.all(orders.map((own) => ask(own, hasEnded, { durations, failed })));
  durations.sort((a, b) => a - b);
  const at = (part: number) =>
    durations[Math.min(durations.length - 1, Math.floor(durations.length * part))] ?? 0;
  return { count: durations.length, failed, p50Ms: at(0.5), p99Ms: at(0.99) };
}

async function ask(
  { origins, paths, headers }: BystanderOrders,
  hasEnded: () => boolean,
  { durations, failed }: { durations: number[]; failed: Record<string, number> },
): Promise<void> {
  for (let turn = 0; !hasEnded(); turn += 1) {
    const address = `${origins[turn % origins.length]}${paths[turn % paths.length]}`;
    const startedAt = performance.now();
    const status = await fetch(address, { headers, signal: AbortSignal.timeout(answerMs) }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    durations.push(performance.now() - startedAt);
    if (status !== 200) failed[status] = (failed[status] ?? 0) + 1;
    await pause(pauseMs);
  }
}

// A process of its own, told what to do by its parent: what keeps the attackers busy keeps no bystander waiting.
let hasEnded = false;
process.on('message', async (message: readonly BystanderOrders[] | 'end') => {
  if (message === 'end') {
    hasEnded = true;
    return;
  }
  hasEnded = false;
  process.send?.(await look(message, () => hasEnded));
});
