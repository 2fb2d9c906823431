// `npm start`: from a fresh clone to a running server. Plain JavaScript, since nothing is installed when it begins.
import { existsSync } from 'node:fs';
import process from 'node:process';
import { runChild } from './child.mjs';
import { install, projectEnvironment, projectNode, say } from './installation.mjs';

await install();
const environmentFile = existsSync('.env') ? ['--env-file=.env'] : [];
const environment = projectEnvironment();
const buildCode = await runChild(
  projectNode,
  [...environmentFile, 'scripts/build.ts', '--if-changed'],
  environment,
);
if (buildCode === 0) {
  say('Starting the server');
  process.exitCode = await runChild(projectNode, [...environmentFile, 'server/main.ts'], environment);
} else {
  process.exitCode = buildCode;
}
