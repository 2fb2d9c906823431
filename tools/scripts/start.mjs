// `npm start`: from a fresh clone to a running server. Plain JavaScript, because nothing is installed yet.
import { existsSync } from 'node:fs';
import process from 'node:process';
import { runChild } from './child.mjs';
import { install, projectEnvironment, projectNode, say } from './installation.mjs';

// `npm run dev` (`--live`) runs the pages from source and restarts when the service changes.

await install();
// `--portfolio` fills the embedded database with loans and opens the desk.
const hasPortfolio = process.argv.includes('--portfolio');
const environmentFile = existsSync('.env') ? ['--env-file=.env'] : [];
const run = (...parameters) =>
  runChild(projectNode, [...environmentFile, ...parameters], {
    ...projectEnvironment(),
    ...(hasPortfolio && { DESK: 'local' }),
  });
const live = process.argv.includes('--live') ? ['--live'] : [];
const fill = () => (hasPortfolio ? run('tools/scripts/fill-portfolio.ts', ...live) : 0);
if (live.length > 0) {
  process.exitCode = await fill();
  const watched = ['core', 'service', 'server', 'tests/fixtures'];
  process.exitCode = await run(
    'tools/scripts/serve-sandbox.mjs',
    ...watched.map((folder) => `--watch-path=${folder}`),
    '--watch-preserve-output',
    'server/main.ts',
    '--live',
    '--people',
  );
} else {
  process.exitCode = await run('tools/scripts/build.ts', '--if-changed');
  if (process.exitCode === 0) process.exitCode = await fill();
  if (process.exitCode === 0) {
    say('Starting the server');
    process.exitCode = await run('tools/scripts/serve-sandbox.mjs', 'build/server/main.js', '--people');
  }
}
