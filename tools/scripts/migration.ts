import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

// `npm run migration -- <what-it-does>` generates a migration from the newest snapshot to the schema, and deletes the older snapshot, which
// no later migration needs.

process.chdir(path.resolve(import.meta.dirname, '../..'));
const folder = 'service/db/migrations/meta';
const [name] = process.argv.slice(2);
if (!name) throw new Error('Say what the migration does: npm run migration -- add-a-column');
const generate = () =>
  execFileSync('drizzle-kit', ['generate', '--name', name], {
    encoding: 'utf8',
    stdio: ['inherit', 'pipe', 'inherit'],
  });
process.stdout.write(generate());
const snapshots = readdirSync(folder)
  .filter((file) => file.endsWith('_snapshot.json'))
  .sort();
for (const file of snapshots.slice(0, -1)) rmSync(path.join(folder, file));
if (!generate().includes('No schema changes')) throw new Error(`${snapshots.at(-1)} is not the schema's.`);
