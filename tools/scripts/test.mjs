// `npm test`: from a fresh clone to every check. Plain JavaScript, because nothing is installed yet.
import process from 'node:process';
import { runChild } from './child.mjs';
import { install, projectEnvironment, projectNode } from './installation.mjs';

await install();
process.exitCode = await runChild(
  projectNode,
  ['tools/scripts/checks.ts', ...process.argv.slice(2)],
  projectEnvironment(),
);
