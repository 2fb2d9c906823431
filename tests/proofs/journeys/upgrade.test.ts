import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { lendingText } from '#content/messages/lending.ts';
import { imageFiles } from '#tests/setup/image-files.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { serviceAt } from '#tests/setup/lending-service.ts';
import { acceptShownOffer } from '#tests/setup/offer-page.ts';
import { onServer } from '#tests/setup/postgres.ts';
import { type ProductionNode, testProductionLlano } from '#tests/setup/production-llano.ts';

const llano = await testProductionLlano({ nodeCount: 2, variables: { DRAIN_SECONDS: '1' } });
const [a, b] = llano.nodes as [ProductionNode, ProductionNode];

const root = join(import.meta.dirname, '../../..');
const { PATH = '', HOME = '' } = process.env;
/** A later version of the project, in a folder of its own as an image has it: this one, with a migration more. */
async function laterVersion(): Promise<string> {
  const folder = join(inject('testRun').folder, randomUUID());
  for (const path of ['build', ...imageFiles()])
    await cp(join(root, path), join(folder, path), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const migrations = join(folder, 'service/db/migrations');
  const journalFile = join(migrations, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(journalFile, 'utf8'));
  const last = journal.entries.at(-1);
  const tag = `${String(last.idx + 1).padStart(4, '0')}_later`;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  await writeFile(journalFile, JSON.stringify(journal));
  const statements = [
    `ALTER TABLE "loans" ADD COLUMN "later" text DEFAULT 'later' NOT NULL`,
    `ALTER TABLE "instalments" ADD CONSTRAINT "later_known" CHECK ("sequence" > 0)`,
    `CREATE TABLE "later_things" ("id" uuid PRIMARY KEY NOT NULL, "made_at" timestamp with time zone NOT NULL)`,
    `CREATE INDEX "instalments_later" ON "instalments" ("due_date")`,
  ];
  await writeFile(join(migrations, `${tag}.sql`), statements.join(';\n--> statement-breakpoint\n'));
  return folder;
}

/** Migrates with a version as its operator does. */
function migrateWith(folder: string) {
  const child = spawn('npm', ['run', '--silent', 'migrate'], {
    cwd: folder,
    env: { PATH, HOME, MODE: 'production', DATABASE_URL: llano.ownerUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  return { said: () => said, ended: once(child, 'close').then(([code]) => code) };
}

test('nodes are upgraded one by one and rolled back while borrowers continue and a long read runs', async () => {
  const later = await laterVersion();
  const session = await newBorrower(llano);
  const loan = await paidOutLoan(llano, session);
  const visitor = await llano.visit({ language: 'es', hasScript: false, session });
  const loanLink = visitor.link('/loanDetail', { productId: loan.productId, orderId: loan.orderId });

  let isOver = false;
  const answers: (number | string)[] = [];
  const goOn = async () => {
    while (!isOver) {
      const answer = await visitor.context.request.get(loanLink).catch((error: Error) => error.message);
      answers.push(typeof answer === 'string' ? answer : answer.status());
      // Fewer than an address may ask.
      await setTimeout(250);
    }
  };
  const going = Promise.all([goOn(), goOn()]);

  // A role that may make no tables cannot serve before another has migrated.
  visitor.expectFault(/The configuration cannot be used|its role has to own the database/);
  await b.stop();
  await expect(b.restart(later)).rejects.toThrow(/DATABASE_URL: .*its role has to own the database/);
  await b.restart();
  llano.serveFrom('all');

  // Somebody reads all loans for longer than any statement of a node may take.
  await onServer(llano.ownerUrl, async (reader) => {
    await reader.query('begin');
    await reader.query('select count(*) from loans');
    const migrating = migrateWith(later);
    await expect.poll(migrating.said, { timeout: 30_000 }).toContain('is in use');
    const before = answers.length;
    await setTimeout(6_000);
    expect(answers.length).toBeGreaterThan(before + 4);
    await pay(llano, loan, 1_000);
    await reader.query('commit');
    expect([await migrating.ended, migrating.said()]).toEqual([
      0,
      expect.stringContaining('Migrations applied to the database: 1'),
    ]);
  });

  // A form that the old version wrote is taken by the new one.
  const other = await newBorrower({ ...llano, ...serviceAt(a.address) });
  const applicant = await llano.visit({ language: 'es', hasScript: false, session: other });
  llano.serveFrom(a);
  await applicant.open('/confirmLoan', { productId: 'mx-120' });
  await b.stop();
  await b.restart(later);
  llano.serveFrom(b);
  await acceptShownOffer(applicant);
  await applicant.see(lendingText.es.underReviewTitle);

  llano.serveFrom('all');
  await a.stop();
  await a.restart(later);
  llano.serveFrom('all');
  await pay(llano, loan, 1_000);

  // Back to the version before, on the newer database.
  for (const node of [a, b]) {
    await node.stop();
    await node.restart();
    // A busy machine may take longer to connect to its database than a node waits before it answers.
    const ready = () => fetch(`${node.address}/ready`).then((answer) => answer.text());
    await expect.poll(ready, { timeout: 15_000, interval: 500 }).toBe('{"status":"ok"}');
    llano.serveFrom('all');
  }
  await pay(llano, loan, 1_000);
  await visitor.openAddress(loanLink);
  isOver = true;
  await going;
  expect([...new Set(answers)]).toEqual([200]);
  expect(answers.length).toBeGreaterThan(50);
});
