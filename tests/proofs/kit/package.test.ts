import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startContractBackend } from '#tests/setup/contract-backend.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');

/** Runs a program to its end, whatever it ends with. */
async function ran(command: string, words: readonly string[], folder: string) {
  // The registry would not be asked: what is missing is missing.
  const environment = { ...process.env, npm_config_offline: 'true' };
  const done = await run(command, [...words], { cwd: folder, env: environment }).catch((error) => error);
  return { exitCode: done.code ?? 0, output: String(done.stdout), progress: String(done.stderr) };
}

test('the package runs by npx from an empty folder, with a table, progress and JUnit', async () => {
  expect(await ran(process.execPath, ['tools/scripts/check-backend-package.ts'], root)).toMatchObject({
    exitCode: 0,
  });
  const folder = mkdtempSync(join(tmpdir(), 'check-backend-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const backend = await startContractBackend();
  onTestFinished(() => backend.close());
  const program = join(root, 'build/check-backend');
  const loan = '--session s --device d --user u --offered mx-120 --product mx-120 --order 1 --order-number 2';
  const request = [...loan.split(' '), '--only', 'readOffer,readContacts', '--junit', 'kit.xml'];
  const checked = await ran('npx', ['--yes', program, backend.address, ...request], folder);
  // A backend that knows no session answers everybody.
  expect(checked.exitCode).toBe(1);
  expect(checked.output).toMatch(/^readOffer +differs /m);
  expect(checked.output).toContain('nobody is refused: it was answered');
  expect(checked.progress).toMatch(/^ok {3}readOffer: is there$/m);
  expect(checked.progress).toMatch(/^1\/2 readOffer$/m);
  expect(checked.progress).toMatch(/^2\/2 readContacts, about \d+ s left$/m);
  const junit = readFileSync(join(folder, 'kit.xml'), 'utf8');
  expect(junit).toContain('<testsuite name="readContacts"');
  expect(junit).toContain('<failure message="it was answered">');
  expect((await ran('npx', ['--yes', program], folder)).exitCode).toBe(2);
  const asNode20 = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.19.0'})";
  const old = await ran(
    process.execPath,
    ['--import', asNode20, join(program, 'check-backend.js'), backend.address],
    folder,
  );
  expect(old).toMatchObject({
    exitCode: 2,
    progress: 'check-backend needs Node 22 or later; this is 20.19.0.\n',
  });
  // README's command, and the address of a page in place of flags.
  const plain = await ran('npx', ['--yes', program, backend.address], folder);
  expect(plain.output).toMatch(/^trackVisit +works /m);
  expect(plain.output).toMatch(/^not made without --session --device --offered: readOffer, acceptOffer$/m);
  const page = 'https://pay.example/order?productId=mx-120&orderId=1&sessionId=s&deviceId=d&userId=u';
  const ofPage = await ran('npx', ['--yes', program, backend.address, page, '--only', 'readLoan'], folder);
  expect(ofPage.output).toMatch(/^readLoan +(?:works|differs) /m);
  expect(ofPage.output).not.toContain('not made');
});
