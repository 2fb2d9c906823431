import { afterAll, expect, test } from 'vitest';
import { openComplaint, sendComplaint } from '#contract/calls/complaint.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { serviceAt } from '#tests/setup/lending-service.ts';
import { testProductionLlano } from '#tests/setup/production-llano.ts';
import { attackWorld, bystanderOrders } from './attack-world.ts';
import { attacks } from './attacks.ts';

// Two nodes in production mode under each attacker, beside a borrower who looks at their loan, pays and complains. `npm run attacks`
// lets each go on for long enough to measure, and prints the table of docs/security.md.
const seconds = Number(process.env.ATTACK_SECONDS ?? 1);

const llano = await testProductionLlano({
  nodeCount: 2,
  hasMetrics: true,
  variables: { CONTACT_INBOX: 'on', REGISTRATION_PROOF_ITERATIONS: '1' },
});
const { world, beside } = attackWorld(llano, seconds);

const borrower = await newBorrower(llano);
const loan = await paidOutLoan(llano, borrower);
const session = await newBorrower(llano);
const attacker = { session, loan: await paidOutLoan(llano, session) };
const orders = bystanderOrders(llano, borrower, loan.orderId);
await beside(orders, async () => undefined);
const { bystander: calm } = await beside(orders, async () => undefined);

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
    "| attacker | answers | processors, theirs : ours | a bystander's p99 without, with | times | not answered |",
    '|---|---|---|---|---|---|',
  ];
  process.stdout.write(`\n${[...head, ...rows].join('\n')}\n`);
});

test.each(attacks)(
  '$name: it gains nothing, and a borrower reads, pays and complains meanwhile',
  async ({ name, run }) => {
    const served = serviceAt(() => llano.nodes[rows.length % 2]?.address ?? '');
    const payAndComplain = async () => {
      await served.ask(readRepayment, { orderId: loan.orderId, productId: loan.productId }, borrower);
      await pay(served, loan, 100 + rows.length);
      await served.ask(openComplaint, { orderId: null }, borrower);
      return served.ask(sendComplaint, { ...wholeDraft, content: `Durante ${name}.` }, borrower);
    };
    const { result, bystander, attackerLoad, lenderLoad } = await beside(orders, async () => {
      const attack = run(world, attacker);
      await new Promise((resolve) => setTimeout(resolve, (seconds * 1000) / 4));
      const [outcome, complaint] = await Promise.all([attack, payAndComplain()]);
      return { outcome, complaint };
    });
    const { answers, gained } = result.outcome;
    const times = bystander.p99Ms / calm.p99Ms;
    const cells = [
      ...[name, counted(answers), `${attackerLoad.toFixed(1)} : ${lenderLoad.toFixed(1)}`],
      `${calm.p99Ms.toFixed(0)} ms, ${bystander.p99Ms.toFixed(0)} ms`,
      times <= timesMax ? times.toFixed(1) : `**${times.toFixed(1)}**`,
      `${counted(bystander.failed) || 'none'} of ${bystander.count}`,
    ];
    rows.push(`| ${cells.join(' | ')} |`);
    expect(Object.entries(gained).filter(([, count]) => count > 0)).toEqual([]);
    expect(result.complaint.folio).not.toBe('');
    expect(bystander.count).toBeGreaterThan(0);
    expect(bystander.failed).toEqual({});
  },
);
