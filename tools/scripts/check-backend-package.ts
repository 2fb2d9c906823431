import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { writePackageFolder } from './package-folder.ts';

// `npm run package -- check-backend` builds the kit as a package without dependencies, so that `npx ./build/check-backend URL …` runs
// anywhere.

process.chdir(path.resolve(import.meta.dirname, '../..'));
const outDir = 'build/check-backend';
const file = 'check-backend.js';
const oldestNode = 22;
await writePackageFolder({
  outDir,
  name: 'llano-check-backend',
  description: 'Asks a backend the calls of the loan pages, and says where it differs',
  entry: 'tools/kit/check-command.ts',
  file: 'kit.js',
  fields: { engines: { node: `>=${oldestNode}` }, bin: { 'check-backend': file } },
});
// An older Node would fail while parsing the kit, or round large numbers.
writeFileSync(
  `${outDir}/${file}`,
  `#!/usr/bin/env node
const { node } = process.versions;
if (Number.parseInt(node, 10) >= ${oldestNode}) await import('./kit.js');
else {
  process.stderr.write(\`check-backend needs Node ${oldestNode} or later; this is \${node}.\\n\`);
  process.exitCode = 2;
}
`,
  { mode: 0o755 },
);
