import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { listComplaints } from '#contract/host/complaint.ts';
import { listEvents } from '#contract/host/event.ts';
import { accessibilityCheckIn } from '#tests/setup/accessibility.ts';
import { sharedBrowser } from '#tests/setup/browser.ts';
import { comparedByJob } from '#tests/setup/compared-books.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { serviceAt } from '#tests/setup/lending-service.ts';
import { acceptShownOffer } from '#tests/setup/offer-page.ts';
import { createTestDatabase } from '#tests/setup/postgres.ts';
import { productionVariables } from '#tests/setup/production-variables.ts';
import { startTlsProxy } from '#tests/setup/proxy.ts';
import { visit } from '#tests/setup/visitor.ts';

// docs/first-loan.md, whole: its commands in a shell, on an empty database, behind a proxy that ends TLS.

const root = join(import.meta.dirname, '../../..');
const { PATH = '', HOME = '' } = process.env;
const { HOST_SIGNING_SECRET } = productionVariables;
const patience = { timeout: 60_000 };

const browser = await sharedBrowser();

/** A command in a shell, ended with all it started when the test is over. */
function shell(command: string, variables: Readonly<Record<string, string>>) {
  const child = spawn('sh', ['-c', command], {
    cwd: root,
    env: { PATH, HOME, ...variables },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
    });
  }
  onTestFinished(() => endGroup(child));
  /** What a line that begins with `name=` says, once there is one. */
  const value = async (name: string): Promise<string> => {
    await expect.poll(() => lines.some((line) => line.startsWith(`${name}=`)), patience).toBe(true);
    return (lines.find((line) => line.startsWith(`${name}=`)) ?? '').slice(name.length + 1);
  };
  return { child, lines, value, ended: once(child, 'close').then(([code]) => code as number | null) };
}

async function endGroup({ pid, exitCode, signalCode }: ChildProcess): Promise<void> {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  process.kill(-pid, 'SIGKILL');
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return String(address.port);
}

/** A production Llano on an empty database, started as the guide says, and how to start the lender. */
async function startTrial(market: 'MX' | 'IN') {
  const postgres = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
  onTestFinished(() => postgres.drop());
  const proxy = await startTlsProxy();
  onTestFinished(() => proxy.close());
  const [llanoPort, lenderPort] = [await freePort(), await freePort()];
  const llano = shell(
    `set -a; . examples/lender/trial.env; set +a
     MODE=production DATABASE_URL=$database H5_BASE=${proxy.address} HOST_SIGNING_SECRET=$secret \
     HOST_EVENTS_URL=http://127.0.0.1:${lenderPort} TRUSTED_PROXY_COUNT=1 PORT=${llanoPort} npm run serve`,
    { database: postgres.url, secret: HOST_SIGNING_SECRET },
  );
  proxy.forwardTo(`http://127.0.0.1:${llanoPort}`);
  const lender = (flags: string) =>
    shell(
      `BASE=${proxy.address} HOST_SIGNING_SECRET=$secret PORT=${lenderPort} MARKET=${market} \
       exec node examples/lender/lender.ts ${flags}`,
      { secret: HOST_SIGNING_SECRET },
    );
  return { llano, lender, address: proxy.address, service: serviceAt(`http://127.0.0.1:${llanoPort}`) };
}

/** Opens the address that the lender printed and accepts what is offered. */
async function accept(
  { address, llano }: Awaited<ReturnType<typeof startTrial>>,
  page: string,
  options: { readonly language: 'es' | 'en'; readonly hasScript: boolean },
) {
  expect(page.startsWith(`${address}/confirmLoan?`)).toBe(true);
  const letIn = [...new URL(page).searchParams.keys()];
  expect(letIn).toEqual(['productId', 'lang', 'ticket']);
  const accessibility = accessibilityCheckIn(browser);
  const reportedErrors: string[] = [];
  const visitor = await visit({ address, browser, accessibility, reportedErrors }, options);
  await visitor.openAddress(page.slice(address.length));
  await acceptShownOffer(visitor);
  expect(new URL(visitor.page.url()).pathname, llano.lines.join('\n')).toBe('/loanDetail');
}

const beginning = ['application.submitted', 'loan.approved', 'loan.disbursed'];

/** Paid on the day it is paid out, it costs no interest. */
const end = ['payment.received', 'loan.settled-early', 'loan.settled'];

const eventsIn = (lines: readonly string[]) =>
  lines.flatMap((line) => /^event=(\S+)/.exec(line)?.slice(1, 2) ?? []);

/** What became of the loan, but for what comes at a moment of its own. */
const courseIn = (lines: readonly string[]) =>
  eventsIn(lines).filter((type) => type !== 'complaint.filed' && type !== 'loan.files-made');

const paidIn = (lines: readonly string[]) =>
  lines.flatMap((line) => /^paid=\S+ (\d+)/.exec(line)?.slice(1, 2).map(Number) ?? []);

test('a first loan in Mexico: paid in part when told to, then in full by another call, and a complaint answered', async () => {
  const trial = await startTrial('MX');
  const lender = trial.lender('');
  await accept(trial, await lender.value('page'), { language: 'es', hasScript: true });
  await expect.poll(() => courseIn(lender.lines), patience).toEqual(beginning);

  const { events } = await trial.service.tell(listEvents, {});
  const session = await trial.service.session(String(events[0]?.data.borrowerId));
  await trial.service.ask(sendComplaint, wholeDraft, session);
  await expect.poll(() => eventsIn(lender.lines), patience).toContain('complaint.filed');
  await expect
    .poll(async () => (await trial.service.tell(listComplaints, { state: 'answered' })).complaints, patience)
    .toHaveLength(1);

  lender.child.stdin.write('pay 100000\n');
  await expect.poll(() => eventsIn(lender.lines), patience).toContain('payment.received');
  const second = trial.lender('--pay');
  expect(await second.ended, second.lines.join('\n')).toBe(0);
  await expect.poll(() => eventsIn(lender.lines), patience).toContain('loan.settled');
  expect(courseIn(lender.lines)).toEqual([...beginning, 'payment.received', ...end]);
  // 5,000.00, its fee of 6 % and 16 % of tax on that.
  expect(paidIn([...lender.lines, ...second.lines])).toEqual([100_000, 434_800]);
  await expect.poll(() => eventsIn(lender.lines), patience).toContain('loan.files-made');
  const { comparison: _comparison, ...books } = await comparedByJob(trial.service);
  expect(books).toEqual({
    ...{ disagreements: [], unmatched: [], eventFaults: [], suspectedDoubles: [], unknownObjects: [] },
  });

  const again = trial.lender('--pay');
  expect(await again.ended).toBe(0);
  expect(again.lines).toEqual(['nothing is owed']);
});

test('a first loan in India: a lender that pays by itself, and pages without script', async () => {
  const trial = await startTrial('IN');
  const lender = trial.lender('--pay');
  await accept(trial, await lender.value('page'), { language: 'en', hasScript: false });
  await expect.poll(() => eventsIn(lender.lines), patience).toContain('loan.settled');
  expect(courseIn(lender.lines)).toEqual([...beginning, ...end]);
  // Given back on the first day it costs no fee.
  expect(paidIn(lender.lines)).toEqual([800_000]);
  await expect.poll(() => eventsIn(lender.lines), patience).toContain('loan.files-made');
  const toldOf = async () => (await trial.service.tell(listEvents, {})).events;
  await expect
    .poll(async () => (await toldOf()).map(({ type, state }) => [type, state]), patience)
    .toEqual(eventsIn(lender.lines).map((type) => [type, 'delivered']));
  const events = await toldOf();
  const payment = events.find(({ type }) => type === 'payment.received');
  expect(payment?.data).toMatchObject({ currency: 'INR', balanceMinor: 0, suspenseMinor: 0 });
  const { comparison: _comparison, ...books } = await comparedByJob(trial.service);
  expect(books).toEqual({
    ...{ disagreements: [], unmatched: [], eventFaults: [], suspectedDoubles: [], unknownObjects: [] },
  });
});
