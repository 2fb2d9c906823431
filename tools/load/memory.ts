import { readFileSync } from 'node:fs';
import { credentials, serviceAt } from '#tests/setup/lending-service.ts';
import { type MeasuringOptions, median, randomAddress } from './calls.ts';
import { askOnce, askServer, type ClientRequest } from './clients.ts';
import { type LoadedNode, withNode } from './node.ts';
import type { Portfolios } from './portfolios.ts';
import { timePerAnswer } from './processor-time.ts';
import { createProgress, tableOf } from './progress.ts';
import { paymentsFor } from './writes.ts';

/** Memory of a node in megabytes after some seconds of traffic, and its answers so far. */
interface Held {
  readonly seconds: number;
  readonly residentMb: number;
  readonly perSecond: number;
  /** CPU milliseconds per answer. */
  readonly nodeMs: number | null;
}

const paymentsPerSecond = 2;

/**
 * Measures the memory of a saturated node: pages and calls in turn, plus two reported payments a second; `rounds` samples, `seconds` apart.
 */
export async function measureMemory(portfolios: Portfolios, options: MeasuringOptions) {
  const { sizes, clients, rounds, seconds } = options;
  const [loans = 1000] = sizes;
  return withNode(portfolios, loans, async (node) => {
    const requests = await mixedRequests(node);
    const payments = await paymentsFor(node);
    const progress = createProgress('Memory, looks', rounds);
    const held: Held[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = node.time.node();
      const paid = await payments(paymentsPerSecond * seconds);
      const [{ perSecond, answers }] = await Promise.all([
        askServer(node.address, requests, { clients, seconds }),
        askOnce(node.address, paid, { clients: 1, perSecond: paymentsPerSecond }),
      ]);
      held.push({
        seconds: (round + 1) * seconds,
        residentMb: residentMbOf(node.processId),
        perSecond,
        nodeMs: timePerAnswer(before, node.time.node(), answers),
      });
      progress(round + 1);
    }
    return { table: reportOf(held), result: { loans, clients, held } };
  });
}

export async function mixedRequests(node: LoadedNode): Promise<ClientRequest[]> {
  const service = serviceAt(node.address);
  const requests: ClientRequest[] = [];
  for (const { borrowerId, productId, loanId } of await node.borrowers(`loans.status = 'to-repay'`)) {
    const session = await service.session(borrowerId);
    const { sessionId, userId, deviceId } = session;
    const query = new URLSearchParams({ productId, orderId: loanId, sessionId, userId, deviceId });
    const headers = { 'X-Forwarded-For': randomAddress() };
    for (const path of [`/loanDetail?${query}`, `/repay?${query}`, '/'])
      requests.push({ method: 'GET', path, headers: { ...headers, 'Accept-Encoding': 'gzip' } });
    requests.push({
      method: 'POST',
      path: '/v3/installment/loan-play-detail',
      headers: { ...headers, ...credentials(session), 'Content-Type': 'application/json' },
      body: JSON.stringify({ productId, orderId: loanId }),
    });
  }
  return requests;
}

/** Resident memory of a process in megabytes. Linux only. */
function residentMbOf(processId: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

function reportOf(held: readonly Held[]): string {
  const half = held.slice(Math.floor(held.length / 2));
  const middle = (part: readonly Held[]) => median(part.map(({ residentMb }) => residentMb));
  const first = held.slice(Math.floor(held.length / 4), Math.floor(held.length / 2));
  return [
    `Most ${Math.max(...held.map(({ residentMb }) => residentMb))} MB; in the median ${middle(first)} MB in the second quarter, ${middle(half)} MB in the second half`,
    tableOf(
      ['seconds', 'MB', 'answers/s', 'node ms an answer'],
      held.map(({ seconds, residentMb, perSecond, nodeMs }) => [
        ...[seconds, residentMb, Math.round(perSecond)],
        nodeMs === null ? '' : Math.round(nodeMs * 100) / 100,
      ]),
    ),
  ].join('\n');
}
