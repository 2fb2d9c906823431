import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createServerOverHttp } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { connectDatabase, generousLimits } from '#db/connect.ts';
import { queryRows } from '#db/database.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { smallImage } from '#fixtures/images.ts';
import { signedRequest } from '#host-client/host-client.ts';
import { sendImage, wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { serviceAt } from '#tests/setup/lending-service.ts';
import { productionVariables } from '#tests/setup/production-variables.ts';
import { createBank } from './bank-statement.ts';

// `TEST_DATABASE_URL=… npm run docs:check` runs the guides' commands as an operator does: every block marked `sh run`, guide
// after guide, in a copy of this folder without its packages, and the block marked `sh serve` beside them. The blocks of a guide share what
// they set, as in one shell. `systemctl` and `journalctl` are stand-ins that start and read that server. After each guide everything is
// reported again, and what the bank has on its statement has to be credited once. The database is a server's whose roles may be made
// and that may be written to, of a version that `pg_dump` on the path can read.

const guides = ['deploy', 'backup', 'upgrade', 'rotation', 'incident'];
const root = join(import.meta.dirname, '..');

const serverUrl = process.env.TEST_DATABASE_URL ?? '';
if (serverUrl === '')
  throw new Error('TEST_DATABASE_URL is wanting: a server that databases can be made on.');
const folder = mkdtempSync(join(tmpdir(), 'llano-guides-'));
const checkout = join(folder, 'llano');
const databases = ['guides', 'restored'].map((name) => `llano_${name}_${process.pid}`);
const role = `llano_operator_${process.pid}`;
const [databaseUrl, restoredUrl] = databases.map((name) => urlOf(name));
const [port, restoredPort] = await Promise.all([freePort(), freePort()]);
const variables: Record<string, string | undefined> = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
  npm_config_update_notifier: 'false',
  ...productionVariables,
  PORT: String(port),
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: databaseUrl,
  RESTORED_URL: restoredUrl,
  RESTORED_PORT: String(restoredPort),
  LLANO: `http://127.0.0.1:${port}`,
};
const bank = createBank();
const environmentFile = join(folder, 'llano.env');
const logFile = join(folder, 'llano.log');
/** What the server's supervisor does where the machine has one; it runs in this process. */
const supervisor = createServerOverHttp(async (_request, response) => {
  await restart().then(
    () => response.end(),
    (error) => response.writeHead(500).end(String(error)),
  );
}).listen(0, '127.0.0.1');
const admin = await connectDatabase({ databaseUrl: serverUrl }, generousLimits);
const started: ReturnType<typeof spawn>[] = [];
try {
  copyProject();
  makeStandIns();
  await admin.db.execute(`create role ${role} login password 'first'`);
  for (const name of databases) await admin.db.execute(`create database ${name} owner ${role}`);
  for (const guide of guides) await runGuide(guide);
  process.stdout.write(
    '\nEvery command of the guides ran, and each transfer on the statement is credited once\n',
  );
} finally {
  supervisor.close();
  for (const server of started) killGroup(server, 'SIGKILL');
  for (const name of databases) await admin.db.execute(`drop database if exists ${name} with (force)`);
  await admin.db.execute(`drop role if exists ${role}`);
  await admin.close();
  rmSync(folder, { recursive: true, force: true });
}

/** The files of the project as git knows them, those not committed yet among them. */
function copyProject(): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    cpSync(join(root, file), join(checkout, file));
  }
}

/** Programs of a machine with systemd, before others on the path. */
function makeStandIns(): void {
  const programs = {
    systemctl: `case "$1" in restart) exec curl --fail --silent --show-error "$SUPERVISOR";; esac`,
    journalctl: `exec tail --lines=500 "$LOG_FILE"`,
  };
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  writeFileSync(logFile, '');
  const { port: supervisorPort } = supervisor.address() as AddressInfo;
  Object.assign(variables, {
    PATH: `${folder}:${process.env.PATH}`,
    ...{ SUPERVISOR: `http://127.0.0.1:${supervisorPort}`, LOG_FILE: logFile, LLANO_ENV: environmentFile },
  });
}

/** What happens before the commands of a section are run: what it is about. */
const incidents: Readonly<Record<string, () => Promise<void>>> = {
  'A lock is held': holdLock,
};

async function runGuide(guide: string): Promise<void> {
  const text = readFileSync(join(root, 'docs', `${guide}.md`), 'utf8');
  const parts = [...text.matchAll(/^## (.*)$|^( *)```sh (run|serve)\n([\s\S]*?)^\2```$/gm)];
  const shellFile = join(folder, `${guide}.shell`);
  let blockCount = 0;
  for (const [, heading, indent = '', kind, commands = ''] of parts) {
    if (heading !== undefined) {
      await incidents[heading]?.();
      continue;
    }
    blockCount += 1;
    const script = commands.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    process.stdout.write(`\ndocs/${guide}.md\n${script.replaceAll(/^/gm, '  ')}\n`);
    if (kind === 'serve') await serve(script);
    else await runBlock(guide, script, shellFile);
  }
  if (blockCount === 0) throw new Error(`docs/${guide}.md has no command to run.`);
  await compareWithBank(guide);
}

/** Runs commands in the shell of a guide: what is exported and defined goes on to its next block. */
async function runBlock(guide: string, script: string, shellFile: string): Promise<void> {
  const whole = `set -euo pipefail
if [ -e '${shellFile}' ]; then . '${shellFile}'; fi
${script}
{ export -p; declare -f; } > '${shellFile}'`;
  const shell = spawn('bash', ['-c', whole], { ...place(guide), stdio: 'inherit' });
  const [code] = await once(shell, 'exit');
  if (code !== 0) throw new Error(`The commands ended with ${code}.`);
}

/** Has everything that the bank has reported once more, and compares its statement with the books. */
async function compareWithBank(guide: string): Promise<void> {
  await bank.reportAgain(report);
  const faults: string[] = [];
  for (const database of guide === 'backup' ? databases : databases.slice(0, 1)) {
    const connection = await connectDatabase({ databaseUrl: adminUrlOf(database) }, generousLimits);
    faults.push(...(await bank.faults(connection.db).finally(() => connection.close())));
  }
  if (faults.length > 0)
    throw new Error(`After docs/${guide}.md the books are not the bank's:\n${faults.join('\n')}`);
  process.stdout.write(`\nAfter docs/${guide}.md each transfer on the statement is credited once\n`);
}

/** A call of the lender's systems, signed with the secret that nodes have now. */
async function report(path: string, body: object): Promise<{ status: number; text: string }> {
  const secret = environment().HOST_SIGNING_SECRET ?? '';
  const message = { id: `msg_${randomUUID()}`, body: JSON.stringify(body) };
  const answer = await fetch(signedRequest(variables.LLANO ?? '', path, message, secret));
  return { status: answer.status, text: await answer.text() };
}

/** The variables in the file of the server, as its supervisor reads it. */
function environment(): Record<string, string> {
  const lines = readFileSync(environmentFile, 'utf8').split('\n');
  return Object.fromEntries(
    lines.flatMap((line) =>
      line === '' ? [] : [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]],
    ),
  );
}

/** Those of the variables that a server reads. */
function settingsOf(): Record<string, string | undefined> {
  const { PORT, DATA_DIR, DATABASE_URL } = variables;
  return { ...productionVariables, PORT, DATA_DIR, DATABASE_URL };
}

let serveScript = '';
let server: ReturnType<typeof spawn> | undefined;

async function start(): Promise<void> {
  const { PATH, HOME } = process.env;
  server = spawn('bash', ['-c', `exec ${serveScript} >> '${logFile}' 2>&1`], {
    cwd: checkout,
    env: { PATH, HOME, ...environment() },
    stdio: 'ignore',
    detached: true,
  });
  started.push(server);
  const until = Date.now() + 120_000;
  while (!(await isAlive())) {
    if (server.exitCode !== null || Date.now() > until)
      throw new Error(`The server does not answer.\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    await setTimeout(200);
  }
}

async function isAlive(): Promise<boolean> {
  return fetch(`${variables.LLANO}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function restart(): Promise<void> {
  if (server) {
    const ended = once(server, 'exit');
    killGroup(server, 'SIGTERM');
    await ended;
  }
  await start();
}

function killGroup({ pid, exitCode, signalCode }: ReturnType<typeof spawn>, signal: NodeJS.Signals): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, signal);
}

/**
 * Starts the server, and gives it loans, one that is being paid and one overpaid, a complaint with a photo for each, a transfer that
 * fits none, one that is booked twice, and an event that was given up.
 */
async function serve(script: string): Promise<void> {
  serveScript = script.trim();
  const lines = Object.entries(settingsOf()).map(([name, text]) => `${name}=${text}\n`);
  writeFileSync(environmentFile, lines.join(''), { mode: 0o600 });
  await start();
  const connection = await connectDatabase({ databaseUrl: adminUrlOf(databases[0] ?? '') }, generousLimits);
  try {
    await loadDemoData(connection.db, new Date());
    const service = { ...serviceAt(variables.LLANO ?? ''), database: connection.db };
    for (const amountMinor of [100_000, 9_000_000]) {
      const session = await newBorrower(service);
      const loan = await paidOutLoan(service, session);
      await report('/host/payments', bank.transfer(loan.orderNumber, amountMinor).report);
      const { body } = await sendImage({ api: service }, session, smallImage('jpeg'));
      const { url } = body.data as { readonly url: string };
      await service.ask(sendComplaint, { ...wholeDraft, images: [url] }, session);
      Object.assign(variables, { ORDER_NUMBER: loan.orderNumber, BORROWER_ID: session.borrowerId });
    }
    const orderNumber = variables.ORDER_NUMBER ?? '';
    const lost = bank.transfer(orderNumber, 5_000, 'LL-2026-999999').report;
    await report('/host/payments', lost);
    Object.assign(variables, { PROVIDER: lost.provider, EVENT_ID: lost.eventId });
    // One transfer, and its collector tells of it under a name of its own; only the bank knows its key.
    const { trackingKey: _key, ...known } = bank.transfer(orderNumber, 7_000).report;
    await report('/host/payments', { ...known, trackingKey: _key });
    const double = { ...known, provider: 'collector', eventId: randomUUID(), anotherPayment: true };
    await report('/host/payments', double);
    await connection.db.execute(sql`update provider_events later set double_of = earlier.id from provider_events earlier
      where later.event_id = ${double.eventId} and earlier.event_id = ${String(known.eventId)}`);
    Object.assign(variables, { DOUBLE_PROVIDER: double.provider, DOUBLE_EVENT_ID: double.eventId });
    const [event] = await queryRows<{ id: string }>(
      connection.db,
      sql`update outbox_events set state = 'dead' where id = (select id from outbox_events where state = 'pending' limit 1) returning id`,
    );
    variables.DEAD_EVENT_ID = `evt_${event?.id}`;
  } finally {
    await connection.close();
  }
}

/** Another program has a loan, and a transfer is refused for it; the log of the node says who it is. */
async function holdLock(): Promise<void> {
  const holder = spawn('psql', [environment().DATABASE_URL ?? '', '--quiet'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  started.push(holder);
  holder.stdin?.write(
    `begin; select 1 from loans where order_number = '${variables.ORDER_NUMBER}' for update;\n`,
  );
  await setTimeout(1_000);
  const { status } = await report(
    '/host/payments',
    bank.transfer(variables.ORDER_NUMBER ?? '', 3_000).report,
  );
  if (status !== 503) throw new Error(`A payment of a locked loan was answered ${status}.`);
  const lines = readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"a lock is held"'));
  const { orderNumber, holder: named } = JSON.parse(lines.at(-1) ?? '{}') as {
    readonly orderNumber?: string;
    readonly holder?: { readonly processId: number; readonly application: string };
  };
  if (orderNumber !== variables.ORDER_NUMBER || named?.application !== 'psql')
    throw new Error(`The log does not say who holds the lock: ${lines.at(-1)}`);
  variables.HOLDER_PID = String(named.processId);
}

/** Where the commands of a guide are run, and what is set there: one for a machine that serves begins with the file of its variables. */
function place(guide: string) {
  const settings = ['rotation', 'incident'].includes(guide) ? Object.keys(settingsOf()) : [];
  const env = Object.fromEntries(Object.entries(variables).filter(([name]) => !settings.includes(name)));
  return { cwd: checkout, env: env as NodeJS.ProcessEnv };
}

function adminUrlOf(database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** For the role that owns it. */
function urlOf(database: string): string {
  const url = new URL(adminUrlOf(database));
  url.username = role;
  url.password = 'first';
  return url.href;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
