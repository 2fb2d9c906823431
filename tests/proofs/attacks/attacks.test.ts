import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openComplaint, sendComplaint } from '#contract/calls/complaint.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { serviceAt } from '#tests/setup/lending-service.ts';
import { testProductionLlano } from '#tests/setup/production-llano.ts';
import { attackWorld, bystanderOrders } from './attack-world.ts';
import { attacks } from './attacks.ts';

// Two nodes in production mode under each attacker, beside borrowers who look at their loans, pay and complain. `npm run nightly --
// build attacks` runs each long enough to measure and prints the table of docs/security.md; `ATTACK_FOLDER` names another version's build.
const seconds = Number(process.env.ATTACK_SECONDS ?? 1);
const { ATTACK_FOLDER: folder } = process.env;

const llano = await testProductionLlano({
  nodeCount: 2,
  hasMetrics: true,
  folder,
  variables: { CONTACT_INBOX: 'on', REGISTRATION_PROOF_ITERATIONS: '1' },
});
const borrowers = await Promise.all(
  ['192.0.2.77', '198.51.100.5', '203.0.113.9', '2001:db8:5:5::5'].map(async (address) => {
    const session = await newBorrower(llano);
    const loan = await paidOutLoan(llano, session);
    return { session, loan, orders: bystanderOrders(llano, session, { orderId: loan.orderId, address }) };
  }),
);
const [first] = borrowers;
if (!first) throw new Error('There is a bystander.');
const { session: borrower, loan } = first;
const session = await newBorrower(llano);
const attacker = { session, loan: await paidOutLoan(llano, session) };
const { world, beside } = attackWorld(
  llano,
  borrowers.map(({ orders }) => orders),
);
await beside(seconds, async () => undefined);

/** A bystander waits so many times as long at most; the table marks what is beyond it. */
const timesMax = 3;
const rows: string[] = [];
const counted = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');
afterAll(() => {
  if (seconds < 5) return;
  const head = [
    '| attacker | answers | processors, theirs : ours | p50 without, with | p99 without, with | times | not answered |',
    '|---|---|---|---|---|---|---|',
  ];
  process.stdout.write(`\n${[...head, ...rows].join('\n')}\n`);
});

test.each(attacks)(
  '$name: it gains nothing, and a borrower reads, pays and complains meanwhile',
  async ({ name, run }) => {
    const served = serviceAt(() => llano.nodes[rows.length % 2]?.address ?? '');
    const payAndComplain = async (time: number) => {
      await pause((seconds * 1000 * time) / 4);
      await served.ask(readRepayment, { orderId: loan.orderId, productId: loan.productId }, borrower);
      await pay(served, loan, 100 + rows.length);
      await served.ask(openComplaint, { orderId: null }, borrower);
      const content = `Durante ${name}, ${time}.`;
      return served.ask(sendComplaint, { ...wholeDraft, content }, borrower);
    };
    const { bystander: calm } = await beside(seconds / 2, async () => undefined);
    const { result, bystander, attackerLoad, lenderLoad } = await beside(seconds, async () => {
      const [outcome, ...complaints] = await Promise.all([
        run(world, attacker),
        ...[1, 2, 3].map(payAndComplain),
      ]);
      return { outcome, complaints };
    });
    const { answers, gained } = result.outcome;
    const times = bystander.p99Ms / calm.p99Ms;
    const cells = [
      ...[name, counted(answers), `${attackerLoad.toFixed(1)} : ${lenderLoad.toFixed(1)}`],
      `${calm.p50Ms.toFixed(0)} ms, ${bystander.p50Ms.toFixed(0)} ms`,
      `${calm.p99Ms.toFixed(0)} ms, ${bystander.p99Ms.toFixed(0)} ms`,
      times <= timesMax ? times.toFixed(1) : `**${times.toFixed(1)}**`,
      `${counted(bystander.failed) || 'none'} of ${bystander.count}`,
    ];
    rows.push(`| ${cells.join(' | ')} |`);
    expect(Object.entries(gained).filter(([, count]) => count > 0)).toEqual([]);
    for (const { folio } of result.complaints) expect(folio).not.toBe('');
    expect(bystander.count).toBeGreaterThan(0);
    expect(bystander.failed).toEqual({});
  },
);
