import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createServerOverHttp } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { connectDatabase, generousLimits } from '#db/connect.ts';
import { type Database, queryRows } from '#db/database.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { signedRequest } from '#host-client/host-client.ts';
import { uploadedImage, wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { serviceAt } from '#tests/setup/lending-service.ts';
import { productionVariables } from '#tests/setup/production-variables.ts';
import { startStallingProxy } from '#tests/setup/stalling-proxy.ts';
import { createBank } from './bank-statement.ts';

// `TEST_DATABASE_URL=… npm run docs -- check` runs the guides' commands as an operator does: each block marked `sh run` in order, and the
// block marked `sh serve` beside them, in a copy of this folder without its packages. Blocks of a guide share a shell. `systemctl` and
// `journalctl` are stand-ins. After each guide every transfer is reported again and the books are compared with the bank statement. The
// server must allow creating roles and databases, and its version must suit the `pg_dump` on PATH.

// `npm run docs -- check rotation incident` runs two guides, on the build in this folder.

const allGuides = ['deploy', 'backup', 'upgrade', 'rotation', 'incident'];
const guides = process.argv.length > 2 ? process.argv.slice(2) : allGuides;
const unknown = guides.filter((guide) => !allGuides.includes(guide));
if (unknown.length > 0) throw new Error(`No such guide: ${unknown.join(', ')}.`);
const root = join(import.meta.dirname, '../..');

const serverUrl = process.env.TEST_DATABASE_URL ?? '';
if (serverUrl === '')
  throw new Error('TEST_DATABASE_URL is wanting: a server that databases can be made on.');
const folder = mkdtempSync(join(tmpdir(), 'llano-guides-'));
const checkout = join(folder, 'llano');
const databases = ['guides', 'restored'].map((name) => `llano_${name}_${process.pid}`);
const role = `llano_operator_${process.pid}`;
const [ownUrl = '', restoredUrl] = databases.map((name) => urlOf(name));
const proxy = await startStallingProxy(ownUrl);
const [port, restoredPort] = await Promise.all([freePort(), freePort()]);
const variables: Record<string, string | undefined> = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
  npm_config_update_notifier: 'false',
  ...productionVariables,
  PORT: String(port),
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: proxy.url,
  RESTORED_URL: restoredUrl,
  RESTORED_PORT: String(restoredPort),
  LLANO: `http://127.0.0.1:${port}`,
};
const bank = createBank();
const environmentFile = join(folder, 'llano.env');
const logFile = join(folder, 'llano.log');
/** Restarts the server for the `systemctl` stand-in, which runs in another process. */
const supervisor = createServerOverHttp(async (_request, response) => {
  await restart().then(
    () => response.end(),
    (error) => response.writeHead(500).end(String(error)),
  );
}).listen(0, '127.0.0.1');
await once(supervisor, 'listening');
/** The incident to cause before the commands of each section run. */
const incidents: Readonly<Record<string, () => Promise<void>>> = {
  'A node is down': () => killServer('SIGKILL'),
  'The database is down': haveDatabaseAway,
  'Writes fail': haveWritesFail,
  'A lock is held': holdLock,
  'Events are not delivered': giveEventUp,
  'A payment matches no loan': loseTransfer,
  'A payment may be booked twice': reportTwice,
  // The section before removed the first secret.
  MASTER_SECRET: seeFirstSecretRefused,
};
/** The guide's command that starts the server. */
let serveScript = 'npm run serve';
let server: ReturnType<typeof spawn> | undefined;
const admin = await connectDatabase({ databaseUrl: serverUrl }, generousLimits);
const started: ReturnType<typeof spawn>[] = [];
try {
  copyProject();
  makeStandIns();
  await admin.db.execute(`create role ${role} login password 'first'`);
  for (const name of databases) await admin.db.execute(`create database ${name} owner ${role}`);
  if (!guides.includes('deploy')) await deployHere();
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
  await proxy.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Copies the project's files as git lists them, uncommitted ones included. */
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

/** Deploys the build of this folder when the first guide is not run. */
async function deployHere(): Promise<void> {
  for (const built of ['node_modules', 'build']) symlinkSync(join(root, built), join(checkout, built));
  await serve(serveScript);
}

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
    SUPERVISOR: `http://127.0.0.1:${supervisorPort}`,
    LOG_FILE: logFile,
    LLANO_ENV: environmentFile,
  });
}

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

/** Runs commands in the guide's shell: exported variables and functions carry over to the next block. */
async function runBlock(guide: string, script: string, shellFile: string): Promise<void> {
  const whole = `set -euo pipefail
if [ -e '${shellFile}' ]; then . '${shellFile}'; fi
${script}
{ export -p; declare -f; } > '${shellFile}'`;
  const shell = spawn('bash', ['-c', whole], { ...place(guide), stdio: 'inherit' });
  const [code] = await once(shell, 'exit');
  if (code !== 0) throw new Error(`The commands ended with ${code}.`);
}

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

/** Makes a signed host call with the secret that the nodes use now. */
async function report(
  path: string,
  body: object,
  secret = environment().HOST_SIGNING_SECRET ?? '',
): Promise<{ status: number; text: string }> {
  const message = { id: `msg_${randomUUID()}`, body: JSON.stringify(body) };
  const answer = await fetch(signedRequest(variables.LLANO ?? '', path, message, secret));
  return { status: answer.status, text: await answer.text() };
}

function environment(): Record<string, string> {
  const lines = readFileSync(environmentFile, 'utf8').split('\n');
  return Object.fromEntries(
    lines.flatMap((line) =>
      line === '' ? [] : [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]],
    ),
  );
}

function settingsOf(): Record<string, string | undefined> {
  const { PORT, DATA_DIR, DATABASE_URL } = variables;
  return { ...productionVariables, PORT, DATA_DIR, DATABASE_URL };
}

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
  await killServer('SIGTERM');
  await start();
}

async function killServer(signal: NodeJS.Signals): Promise<void> {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  killGroup(server, signal);
  await ended;
}

function killGroup({ pid, exitCode, signalCode }: ReturnType<typeof spawn>, signal: NodeJS.Signals): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, signal);
}

/** Starts the server and gives it loans (one being repaid, one overpaid) and a complaint with a photo for each. */
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
      const { session, loan } = await untilServed(async () => {
        const session = await newBorrower(service);
        return { session, loan: await paidOutLoan(service, session) };
      });
      await report('/host/payments', bank.transfer(loan.orderNumber, amountMinor).report);
      await untilServed(async () => {
        const images = [await uploadedImage({ api: service }, session)];
        await service.ask(sendComplaint, { ...wholeDraft, images }, session);
      });
      Object.assign(variables, { ORDER_NUMBER: loan.orderNumber, BORROWER_ID: session.borrowerId });
    }
  } finally {
    await connection.close();
  }
}

/** Runs `work`, and retries it for two minutes while a node that has just started refuses it. */
async function untilServed<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const until = Date.now() + 120_000; ; await setTimeout(5_000)) {
    try {
      return await work();
    } catch (error) {
      if (!String(error).includes('refused with 503') || Date.now() > until) throw error;
    }
  }
}

async function onDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const connection = await connectDatabase({ databaseUrl: adminUrlOf(databases[0] ?? '') }, generousLimits);
  return work(connection.db).finally(() => connection.close());
}

/** Stalls the database, so that a transfer is refused. */
async function haveDatabaseAway(): Promise<void> {
  proxy.stall();
  await refuseTransfer();
  await seeReadiness(503, 'database');
  proxy.resume();
}

/** Fills the database's disk, so that a transfer is refused. */
async function haveWritesFail(): Promise<void> {
  await onDatabase(async (db) => {
    await db.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file' using errcode = '53100'; end $$`);
    await db.execute(
      sql`create trigger full_disk before insert on provider_events for each row execute function refuse()`,
    );
    await refuseTransfer();
    await seeReadiness(200, 'writes');
    await db.execute(sql`drop trigger full_disk on provider_events`);
    await db.execute(sql`drop function refuse()`);
  });
}

/** Locks a loan from another program, so that a transfer is refused; the log names the program. */
async function holdLock(): Promise<void> {
  const holder = spawn('psql', [environment().DATABASE_URL ?? '', '--quiet'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  started.push(holder);
  const loan = variables.ORDER_NUMBER;
  holder.stdin?.write(`begin; select 1 from loans where order_number = '${loan}' for update;\n`);
  const isHeld = sql`select from pg_stat_activity where datname = current_database()
    and application_name = 'psql' and state = 'idle in transaction'`;
  while ((await onDatabase((db) => queryRows(db, isHeld))).length === 0) await setTimeout(100);
  await refuseTransfer();
  const lines = readFileSync(logFile, 'utf8').split('\n');
  const line = lines.findLast((each) => each.includes('"a lock is held"')) ?? '{}';
  const { orderNumber, holder: named } = JSON.parse(line) as {
    readonly orderNumber?: string;
    readonly holder?: { readonly processId: number; readonly application: string };
  };
  if (orderNumber !== loan || named?.application !== 'psql')
    throw new Error(`The log does not say who holds the lock: ${line}`);
  variables.HOLDER_PID = String(named.processId);
}

async function giveEventUp(): Promise<void> {
  const [event] = await onDatabase((db) =>
    queryRows<{ id: string }>(
      db,
      sql`update outbox_events set state = 'dead' where id = (select id from outbox_events limit 1) returning id`,
    ),
  );
  variables.DEAD_EVENT_ID = `evt_${event?.id}`;
}

async function loseTransfer(): Promise<void> {
  const lost = bank.transfer(variables.ORDER_NUMBER ?? '', 5_000, 'LL-2026-999999').report;
  await report('/host/payments', lost);
  Object.assign(variables, { PROVIDER: lost.provider, EVENT_ID: lost.eventId });
}

/** Receives one transfer that two systems report, one of them without its key. */
async function reportTwice(): Promise<void> {
  const { report: first } = bank.transfer(variables.ORDER_NUMBER ?? '', 7_000);
  const later = { ...first, provider: 'collector', eventId: randomUUID(), anotherPayment: true };
  await report('/host/payments', first);
  await report('/host/payments', { ...later, trackingKey: undefined });
  await onDatabase((db) =>
    db.execute(sql`update provider_events later set double_of = earlier.id from provider_events earlier
      where later.event_id = ${later.eventId} and earlier.event_id = ${String(first.eventId)}`),
  );
  Object.assign(variables, { DOUBLE_PROVIDER: later.provider, DOUBLE_EVENT_ID: later.eventId });
}

async function seeFirstSecretRefused(): Promise<void> {
  const { status } = await report('/host/jobs', {}, productionVariables.HOST_SIGNING_SECRET);
  if (status !== 401) throw new Error(`A secret that was taken away is answered ${status}.`);
}

/** Receives a transfer whose report is answered 503. */
async function refuseTransfer(): Promise<void> {
  const transfer = bank.transfer(variables.ORDER_NUMBER ?? '', 3_000);
  const { status } = await report('/host/payments', transfer.report);
  if (status !== 503) throw new Error(`A payment was answered ${status}, not 503.`);
}

async function seeReadiness(status: number, lack: string): Promise<void> {
  const answer = await fetch(`${variables.LLANO}/ready`);
  const text = await answer.text();
  if (answer.status !== status || !text.includes(lack))
    throw new Error(`/ready says ${answer.status} ${text}`);
}

/** Working directory and variables of a guide's commands; every guide but the first starts with the node's environment file. */
function place(guide: string) {
  const settings = guide === 'deploy' ? [] : ['LLANO', ...Object.keys(settingsOf())];
  const env = Object.fromEntries(Object.entries(variables).filter(([name]) => !settings.includes(name)));
  return { cwd: checkout, env: env as NodeJS.ProcessEnv };
}

function adminUrlOf(database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

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
