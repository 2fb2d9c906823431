import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { connectDatabase, generousLimits } from '#db/connect.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { smallImage } from '#fixtures/images.ts';
import { sendImage, wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { serviceAt } from '#tests/setup/lending-service.ts';
import { productionVariables } from '#tests/setup/production-variables.ts';

// `TEST_DATABASE_URL=… npm run docs:check` runs the guides' commands as an operator does: every block marked `sh run`, guide
// after guide, in a copy of this folder without its packages, and the block marked `sh serve` beside them. The database is a
// server's that may be written to, of a version that `pg_dump` on the path can read.

const guides = ['deploy', 'backup', 'upgrade', 'rotation', 'incident'];
const root = join(import.meta.dirname, '..');

const serverUrl = process.env.TEST_DATABASE_URL ?? '';
if (serverUrl === '')
  throw new Error('TEST_DATABASE_URL is wanting: a server that databases can be made on.');
const folder = mkdtempSync(join(tmpdir(), 'llano-guides-'));
const checkout = join(folder, 'llano');
const databases = ['guides', 'restored'].map((name) => `llano_${name}_${process.pid}`);
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
const admin = await connectDatabase({ databaseUrl: serverUrl }, generousLimits);
const started: ReturnType<typeof spawn>[] = [];
try {
  copyProject();
  for (const name of databases) await admin.db.execute(`create database ${name}`);
  for (const guide of guides) await runGuide(guide);
  process.stdout.write('\nEvery command of the guides ran\n');
} finally {
  for (const { pid, exitCode } of started) {
    if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL');
  }
  for (const name of databases) await admin.db.execute(`drop database if exists ${name} with (force)`);
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

async function runGuide(guide: string): Promise<void> {
  const text = readFileSync(join(root, 'docs', `${guide}.md`), 'utf8');
  const blocks = [...text.matchAll(/^( *)```sh (run|serve)\n([\s\S]*?)^\1```$/gm)];
  if (blocks.length === 0) throw new Error(`docs/${guide}.md has no command to run.`);
  for (const [, indent = '', kind, commands = ''] of blocks) {
    const script = commands.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    process.stdout.write(`\ndocs/${guide}.md\n${script.replaceAll(/^/gm, '  ')}\n`);
    if (kind === 'serve') await serve(script);
    else execFileSync('bash', ['-c', `set -euo pipefail\n${script}`], { ...place(), stdio: 'inherit' });
  }
}

/**
 * Starts the server, and gives it loans, one that is being paid and one overpaid, a complaint with a photo for each, and money
 * that fits none.
 */
async function serve(script: string): Promise<void> {
  const server = spawn('bash', ['-c', script], {
    ...place(),
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  started.push(server);
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on('data', (chunk: Buffer) => String(chunk).includes('Llano listens on') && resolve());
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  const connection = await connectDatabase({ databaseUrl: databaseUrl ?? '' }, generousLimits);
  try {
    await loadDemoData(connection.db, new Date());
    const service = { ...serviceAt(variables.LLANO ?? ''), database: connection.db };
    for (const amountMinor of [100_000, 9_000_000]) {
      const session = await newBorrower(service);
      const loan = await paidOutLoan(service, session);
      await pay(service, loan, amountMinor);
      const { body } = await sendImage({ api: service }, session, smallImage('jpeg'));
      const { url } = body.data as { readonly url: string };
      await service.ask(sendComplaint, { ...wholeDraft, images: [url] }, session);
      variables.ORDER_NUMBER = loan.orderNumber;
      variables.BORROWER_ID = session.borrowerId;
    }
    const eventId = randomUUID();
    await pay(service, { orderId: '', orderNumber: 'LL-2026-999999', productId: 'mx-120' }, 5_000, {
      eventId,
    });
    Object.assign(variables, { PROVIDER: 'sandbox', EVENT_ID: eventId });
  } finally {
    await connection.close();
  }
}

function place() {
  return { cwd: checkout, env: variables as NodeJS.ProcessEnv };
}

function urlOf(database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
